"""Invariants of Rurik, checked over random play.

REGNUM_GAMES sets how many games are played for each player count and variant in the slow test (default 10).
"""

import os
import random
from collections.abc import Iterator
from typing import Any

import pytest

from regnum.core.packed import popcount
from regnum.games.rurik import GAME
from regnum.games.rurik.components import BOAT, GOOD_COUNT, IN_PLAY, STRUCTURE_COUNT, TROOPS
from regnum.games.rurik.state import RurikState

GAMES = int(os.environ.get("REGNUM_GAMES", "10"))

SETTINGS: dict[str, dict[str, Any]] = {
    "printed": {},
    "goods_tokens": {"goods": "tokens"},
    "reward_tokens": {"rebel_rewards": "tokens"},
    "deed_row": {"deed_row": "sweep"},
    "drawn_leaders": {"leaders": "random"},
    "other_readings": {
        "no_troops": "nothing",
        "marker_forfeited": "passes",
        "defender_rules": "after",
        "own_casualty": "any",
        "lone_stronghold": "nothing",
        "market_day": "adjacent",
        "leader_removal": "forbidden",
        "war_unmoved": "scores",
        "agenda_with_nothing": "met",
        "stowing": "automatic",
        "bonus_actions": "between",
        "bonus_points": "at_once",
        "war_top": "no_attack",
        "decks_renewed": "after_drawing",
    },
}
settings = pytest.mark.parametrize("variant", SETTINGS)
counts = pytest.mark.parametrize("players", [2, 3, 4])


def play(players: int, seed: int, variant: str) -> Iterator[tuple[RurikState, RurikState | None]]:
    """Yield each state of a random game with a copy of the one before."""
    state = GAME.new_state(players, seed, **SETTINGS[variant])
    assert isinstance(state, RurikState)
    rng = random.Random(seed)
    before = None
    yield state, before
    while not state.is_terminal:
        before = state.clone()
        player = rng.choice(state.players_to_act)
        state.apply(rng.choice(state.legal_actions(player)), player)
        yield state, before
        assert state.ply < 3000


def check(state: RurikState, before: RurikState | None) -> None:
    """Check that pieces are conserved and nothing moves back."""
    n = state.players
    assert state.position_errors() == []
    for player in range(n):
        on_map = sum(state.troops[player * 15 : player * 15 + 15])
        assert 0 <= on_map <= TROOPS
        assert state.supply(player) + on_map == TROOPS
        assert min(state.troops) >= 0
        assert state.coins[player] >= 0
        for good in range(GOOD_COUNT):
            assert 0 <= state.boat[player * GOOD_COUNT + good] <= BOAT[good]
            assert state.dock[player * GOOD_COUNT + good] >= 0
        for kind in range(STRUCTURE_COUNT):
            assert state.structures[player * STRUCTURE_COUNT + kind].bit_count() <= 3
    schemes = [card for hand in state.hand for card in range(54) if hand >> card & 1]
    schemes += [*state.left_deck, *state.right_deck, *state.drawn]
    schemes += [card for card in range(27) if state.discards >> card & 1]
    assert sorted(schemes) == list(range(27))
    deeds = [state.deed_deck, *state.deeds, *state.accomplished, sum(1 << deed for deed in state.deed_row if deed >= 0)]
    assert sum(popcount(mask) for mask in deeds) <= 26
    if state.variant.deed_row == "refill":
        assert sum(popcount(mask) for mask in deeds) == 26
    taken_rewards = sum(defeated.bit_count() for defeated in state.defeated)
    assert popcount(state.rewards) + taken_rewards == 15
    assert popcount(state.rebels) + taken_rewards <= IN_PLAY[n]
    if before is None:
        return
    assert all(new >= old for new, old in zip(state.tracks, before.tracks, strict=True))
    assert all(new >= old for new, old in zip(state.war, before.war, strict=True))
    assert all(new & old == old for new, old in zip(state.accomplished, before.accomplished, strict=True))
    assert all(new & old == old for new, old in zip(state.defeated, before.defeated, strict=True))
    assert state.rebels & ~before.rebels == 0
    assert state.round >= before.round
    ruled = 0
    for player in range(n):
        assert ruled & state.ruled_regions(player) == 0, "two rulers of one region"
        ruled |= state.ruled_regions(player)


@settings
@counts
def test_pieces_are_conserved(players: int, variant: str) -> None:
    for seed in range(3):
        for state, before in play(players, seed, variant):
            check(state, before)


@settings
@counts
def test_many_games_keep_every_invariant(players: int, variant: str) -> None:
    for seed in range(GAMES):
        last = None
        for state, before in play(players, 1000 + seed, variant):
            if seed % 10 == 0:
                check(state, before)
            last = state
        assert last is not None
        check(last, None)
        assert last.round == 4
        assert last.board == [-1] * 24


@counts
def test_players_place_every_advisor(players: int) -> None:
    for seed in range(5):
        turns = [0] * players
        for _, before in play(players, seed, "printed"):
            if before is not None and any(before.advisors):
                turns[before.players_to_act[0]] += 1
        expected = 4 + 4 + 5 + (5 if players == 4 else 6)
        assert turns == [expected] * players


@counts
def test_player_never_decides_about_belongings_of_others(players: int) -> None:
    """Every decision of a turn is made by the player whose advisor is active."""
    for seed in range(5):
        owner = -1
        for state, before in play(players, seed, "printed"):
            if state.active < 0:
                owner = -1
            elif before is None or before.active != state.active:
                owner = state.players_to_act[0]
            else:
                assert state.players_to_act == (owner,)
