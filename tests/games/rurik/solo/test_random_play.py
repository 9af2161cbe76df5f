"""Invariants of solo games, checked over random play on each level.

REGNUM_SOLO_GAMES sets how many games are played for each level (default 4).
"""

import os
import random
from collections.abc import Iterator
from typing import Any

import pytest

from regnum.games.rurik import GAME
from regnum.games.rurik.components import (
    BOAT,
    GOOD_COUNT,
    REGION_COUNT,
    REGIONS,
    SPACE_COST,
    STRUCTURE_COUNT,
    STRUCTURES,
)
from regnum.games.rurik.main_actions.build import build_cost
from regnum.games.rurik.solo.cards import LEVELS, MAT_COINS, REBELLION
from regnum.games.rurik.state import RurikState
from regnum.players import make_player

GAMES = int(os.environ.get("REGNUM_SOLO_GAMES", "4"))

OTHER_READINGS: dict[str, Any] = {
    "solo_agendas": "one",
    "bonus_moves": "before",
    "rebellion_forfeit": "nothing",
    "rebellion_church": "first",
    "rebellion_church_troop": "choice",
    "rebellion_target": "choice",
    "rebellion_coins": "kept",
    "rebellion_turn": "step",
    "no_troops": "nothing",
    "own_casualty": "any",
    "lone_stronghold": "nothing",
    "stowing": "automatic",
    "bonus_actions": "between",
    "bonus_points": "at_once",
    "war_top": "no_attack",
    "priority_structures": "regions",
    "decks_renewed": "after_drawing",
    "rebellion_leader": "always_first",
    "rebellion_coin_mark": "carried",
}
every_level = pytest.mark.parametrize("level", LEVELS)
readings = pytest.mark.parametrize("options", [{}, OTHER_READINGS], ids=["default", "other readings"])


def play(seed: int, options: dict[str, Any], hurry: bool = True) -> Iterator[tuple[RurikState, RurikState]]:
    """Yield each state of a random game with a copy of the previous one; its journal has the notes in between.

    `hurry`: the player may let the rebellion's turn run through.
    """
    state = GAME.begin(1, seed, options, with_log=True)
    assert isinstance(state, RurikState)
    rng = random.Random(seed)
    while not state.is_terminal:
        before = state.clone()
        state.journal = []
        state.apply(rng.choice([action for action in state.legal_actions() if hurry or action.family != "run_on"]))
        yield state, before
        assert state.ply < 3000


def check(state: RurikState, before: RurikState) -> None:
    """Check that pieces are conserved and that the rebellion follows the common rules."""
    assert state.position_errors() == []
    assert state.players_to_act in ((0,), ())
    assert min(state.troops) >= 0
    assert state.all_troops(REBELLION) - state.supply(REBELLION) <= 15
    assert min(state.coins) >= 0
    for kind in range(STRUCTURE_COUNT):
        mine, theirs = state.structures[kind], state.structures[REBELLION * STRUCTURE_COUNT + kind]
        assert mine & theirs == 0
        assert theirs.bit_count() <= 3
    for good in range(GOOD_COUNT):
        assert state.boat[REBELLION * GOOD_COUNT + good] <= BOAT[good]
        if state.dock[REBELLION * GOOD_COUNT + good]:
            assert state.boat[REBELLION * GOOD_COUNT + good] == BOAT[good]
    assert state.neutral & ~before.neutral == 0 or before.neutral == 0
    assert (state.hand[REBELLION], state.deeds[REBELLION]) == (0, 0)
    if before.rebel_deck:
        assert before.rebel_known & ~state.rebel_known == 0
        assert all(new <= old for new, old in zip(state.mat_coins, before.mat_coins, strict=True))
    assert state.ruled_regions(0) & state.ruled_regions(REBELLION) == 0
    assert all(new >= old for new, old in zip(state.tracks, before.tracks, strict=True))


@every_level
@readings
def test_solo_games_keep_every_invariant(level: str, options: dict[str, Any]) -> None:
    for seed in range(GAMES):
        last = None
        for state, before in play(seed, GAME.read_setup(1, seed, {**options, "level": level})):
            check(state, before)
            last = state
        assert last is not None
        assert last.round == 4
        assert last.board == [-1] * 24
        assert len(last.scores()) == 2
        assert last.rebel_known == (1 << 18) - 1


@every_level
def test_coins_of_the_mat_are_conserved(level: str) -> None:
    """Every coin that leaves the mat is reported, and so is every other coin that the rebellion gains or pays."""
    for seed in range(GAMES):
        for state, before in play(100 + seed, GAME.read_setup(1, seed, {"level": level})):
            keys = [note.key for note in state.journal or []]
            if before.rebel_deck:
                assert sum(before.mat_coins) - sum(state.mat_coins) == keys.count("rebellion_unlocks")
            elif state.rebel_deck:
                assert list(state.mat_coins) == MAT_COINS[LEVELS.index(level)]


@every_level
def test_rebellion_follows_the_common_rules_of_building_and_paying(level: str) -> None:
    """Watched step by step: a structure needs a figure of the rebellion, and the space covers its cost."""
    seen: set[str] = set()
    for seed in range(GAMES):
        options = GAME.read_setup(1, seed, {"level": level, "rebellion_turn": "step"})
        for state, before in play(200 + seed, options, hurry=False):
            for note in state.journal or []:
                if note.key == "rebellion_builds":
                    seen.add("build")
                    region, kind = (
                        REGIONS.index(str(note.params["region"])),
                        STRUCTURES.index(str(note.params["structure"])),
                    )
                    assert before.regions_with_structure(kind) >> region & 1 == 0
                    assert before.occupied_regions(REBELLION) >> region & 1
                    step = before.stack[-2]
                    points = step.params().get("points", 9)
                    assert build_cost(before, REBELLION, region) <= points
                if note.key in ("rebellion_moves", "rebellion_moves_leader"):
                    seen.add("move")
                    region = REGIONS.index(str(note.params["region"]))
                    assert before.figures(REBELLION, region) >= 2
                    assert state.figures(REBELLION, region) >= 1
                    assert before.rules(0, region) or not state.rules(0, region)
                if note.key.startswith("rebellion_musters"):
                    seen.add("muster")
                    assert before.occupied_regions(REBELLION) >> REGIONS.index(str(note.params["region"])) & 1
                if note.key == "rebellion_cannot_pay":
                    assert SPACE_COST[2][before.active] > before.coins[REBELLION]
    assert seen == {"build", "move", "muster"} or GAMES < 4


@every_level
def test_figures_of_both_sides_stay_in_play(level: str) -> None:
    for state, _ in play(300, GAME.read_setup(1, 300, {"level": level})):
        for side in range(2):
            assert not any(state.troops[side * REGION_COUNT + 8 : side * REGION_COUNT + REGION_COUNT])
            assert state.leader_at[side] < 8


def test_greedy_bot_does_better_than_the_random_one() -> None:
    leads: list[int] = []
    for name in ("greedy", "random"):
        lead = 0
        for seed in range(3):
            state = GAME.new_state(1, seed, level="easy")
            bot = make_player(name, seed)
            while not state.is_terminal:
                seen = state.observed_by(0)
                state.apply(bot.choose(seen, seen.legal_actions(0)))
            yours, theirs = state.scores()
            lead += yours - theirs
        leads.append(lead)
    assert leads[0] > leads[1] + 5
