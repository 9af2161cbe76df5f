"""Invariants of Wallenstein, checked over random play of each player count with each expansion.

`REGNUM_GAMES` sets the number of games for each player count and variant.
"""

import os

import pytest

from tests.support.games.wallenstein import VARIANTS, check, play

GAMES = int(os.environ.get("REGNUM_GAMES", "3"))

every_variant = pytest.mark.parametrize("options", VARIANTS, ids=lambda o: "+".join(o) or "alone")
every_count = pytest.mark.parametrize("players", [3, 4, 5])


@every_variant
@every_count
def test_random_games_end_and_conserve_pieces(players: int, options: dict[str, object]) -> None:
    for seed in range(GAMES):
        last = None
        for state in play(players, seed, options):
            if state.ply % 5 == 0 or GAMES < 100:
                check(state)
            last = state
        assert last is not None
        check(last)
        assert last.year == 2
        assert last.ply < 2500
