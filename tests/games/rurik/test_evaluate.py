"""The estimate for bots."""

from typing import Any

import pytest

from regnum.games.rurik import GAME
from regnum.games.rurik.evaluate import estimate
from regnum.players import make
from tests.games.rurik.positions import position, turn

counts = pytest.mark.parametrize("players", [2, 3, 4])


def test_at_the_end_it_is_the_score() -> None:
    state = position(2, [], round=4, tracks=[{"rule": 2}, {"trade": 1}], war=[1, 0])
    assert estimate(state) == state.scores()


def test_more_is_better() -> None:
    """Without a leader or with one, with a structure, coins, a full boat."""
    plain = estimate(turn("tax", troops=[{"kiev": 1}, {"volyn": 1}]))
    better: list[dict[str, Any]] = [
        {"leader_at": ["kiev"]},
        {"structures": [{"church": ["kiev"]}]},
        {"coins": [3]},
        {"boat": [{"wood": 1}]},
        {"accomplished": [["hoard"]]},
        {"war": [1]},
    ]
    for fields in better:
        mine, theirs = estimate(turn("tax", troops=[{"kiev": 1}, {"volyn": 1}], **fields))
        assert mine > plain[0], fields
        assert theirs <= plain[1], fields


@counts
def test_the_greedy_bot_finishes_a_game_and_beats_the_random_one(players: int) -> None:
    won = 0.0
    for seed in range(2):
        state = GAME.new_state(players, seed)
        bots = [make("greedy" if seat == seed % players else "random", seed + seat) for seat in range(players)]
        while not state.is_terminal:
            player = state.players_to_act[0]
            seen = state.observed_by(player)
            state.apply(bots[player].choose(seen, seen.legal_actions(player)), player)
        won += 1 if state.ranking()[seed % players] == 1 else 0
    assert won > 0
