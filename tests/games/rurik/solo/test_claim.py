"""Unlocking, the claim phase and the scoring of the solo game."""

from typing import Any

import pytest

from regnum.games.rurik import GAME
from regnum.games.rurik.scoring import final_points
from regnum.games.rurik.solo.cards import LEVELS, PRIORITIES
from regnum.games.rurik.state import RurikState
from tests.support.games.rurik import act, leave_goods
from tests.support.games.rurik_solo import (
    action_position,
    named_in_notes,
    note_keys,
    rebel_troops,
    run_rebellion,
    solo_position,
)

WATCH: dict[str, Any] = {"step": "Watch", "player": 0, "more": 0}


@pytest.mark.clause("rurik.solo.scheme", "rurik.solo.unlock")
@pytest.mark.parametrize(
    ("priority", "bonus", "left"),
    [
        ("attack_move", "build_build_1", [1, 2, 2]),
        ("build", "attack_attack_1", [2, 1, 2]),
        ("tax", "tax_tax_1", [2, 2, 1]),
    ],
)
def test_scheme_action_unlocks_the_top_bonus_of_the_priority(priority: str, bonus: str, left: list[int]) -> None:
    state = action_position("scheme", 1, priority=priority)
    assert run_rebellion(state) == [("rebellion_unlocks", {"player": 1, "bonus": bonus, "priority": priority})]
    assert list(state.mat_coins) == left
    assert state.coins[1] == 1


@pytest.mark.clause("rurik.solo.scheme_none")
def test_scheme_action_takes_no_cards() -> None:
    state = action_position("scheme", 1)
    before = state.to_dict()
    run_rebellion(state)
    after = state.to_dict()
    for name in ("hand", "left_deck", "right_deck", "discards", "marker", "first"):
        assert after[name] == before[name]


@pytest.mark.clause("rurik.solo.unlock_left")
@pytest.mark.parametrize(("coins", "column"), [([1, 0, 2], "attack_move"), ([0, 0, 2], "tax")])
def test_empty_column_gives_way_to_the_leftmost_with_a_coin(coins: list[int], column: str) -> None:
    state = action_position("scheme", 1, mat_coins=coins)
    notes = run_rebellion(state)
    assert notes[0] == ("rebellion_column_empty", {"player": 1, "priority": "build", "other": column})
    assert sum(state.mat_coins) == sum(coins) - 1
    assert state.mat_coins[PRIORITIES.index(column)] == coins[PRIORITIES.index(column)] - 1


def claim_position(level: str = "easy", round: int = 1, **fields: Any) -> RurikState:
    """Return a position before the claim phase, which happens at `go_on`."""
    return solo_position([WATCH, {"step": "ClaimPhase"}], round=round, options={"level": level}, **fields)


@pytest.mark.clause(
    "rurik.solo.claim",
    "rurik.solo.priority",
    "rurik.solo.priority_regions",
    "rurik.solo.priority_structures",
    "rurik.solo.priority_goods",
    "rurik.solo.priority_start",
)
@pytest.mark.parametrize(
    ("regions", "structures", "goods", "reason", "priority"),
    [
        (3, 2, 2, "regions", "attack_move"),
        (3, 0, 0, "regions", "attack_move"),
        (2, 2, 2, "structures", "build"),
        (1, 2, 0, "structures", "build"),
        (2, 1, 2, "goods", "tax"),
        (2, 1, 1, "start", "attack_move"),
        (1, 0, 0, "start", "attack_move"),
    ],
)
def test_priority_of_the_next_round_is_determined(
    regions: int, structures: int, goods: int, reason: str, priority: str
) -> None:
    """The rebellion occupies two regions, has a structure in one, a good on the boat; the level hard starts so."""
    names = ["novgorod", "rostov", "polotsk"]
    state = claim_position(
        "hard",
        troops=[dict.fromkeys(names[:regions], 1), {"kiev": 1, "volyn": 1}],
        structures=[{"church": names[:structures]}, {"market": ["kiev"]}],
        boat=[{"fish": goods} if goods else {}, {"fish": 1}],
        mat_coins=[2, 3, 3],
        priority="build",
    )
    notes = run_rebellion(state, "go_on", *(["pass"] if reason == "goods" else []))
    assert notes[0] == (f"rebellion_priority_{reason}", {"player": 1, "priority": priority})
    assert state.to_dict()["priority"] == priority


@pytest.mark.clause("rurik.solo.priority_structures")
@pytest.mark.parametrize(
    ("option", "reason", "priority"),
    [("structures", "structures", "build"), ("regions", "start", "attack_move")],
)
def test_structures_or_regions_are_compared(option: str, reason: str, priority: str) -> None:
    """The referees' example on hard: four structures in two regions against three in three."""
    state = solo_position(
        [WATCH, {"step": "ClaimPhase"}],
        options={"level": "hard", "priority_structures": option},
        troops=[{"novgorod": 1}, {"kiev": 1}],
        structures=[
            {"church": ["kiev", "polotsk"], "stronghold": ["kiev"], "market": ["kiev"]},
            {"market": ["novgorod", "rostov", "smolensk"]},
        ],
        mat_coins=[2, 3, 3],
    )
    notes = run_rebellion(state)
    assert notes[0] == (f"rebellion_priority_{reason}", {"player": 1, "priority": priority})


@pytest.mark.clause("rurik.solo.priority_structures")
def test_structures_that_do_not_touch_are_not_added_up() -> None:
    """Two separate groups of two count less than a group of three."""
    yours = {"church": ["novgorod", "volyn"], "market": ["novgorod", "volyn"]}
    theirs = {"church": ["kiev"], "stronghold": ["kiev"], "market": ["kiev"]}
    state = claim_position(troops=[{"novgorod": 1}, {"kiev": 1}], structures=[yours, theirs])
    assert note_keys(run_rebellion(state))[0] == "rebellion_priority_start"
    more = claim_position(troops=[{"novgorod": 1}, {"kiev": 1}], structures=[theirs, yours])
    assert note_keys(run_rebellion(more))[0] == "rebellion_priority_structures"


@pytest.mark.clause("rurik.solo.priority_structures")
def test_structures_count_in_adjacent_regions_only() -> None:
    apart = [{"church": ["novgorod", "volyn"]}, {"market": ["kiev"]}]
    state = claim_position(troops=[{"novgorod": 1}, {"kiev": 1}], structures=apart)
    assert note_keys(run_rebellion(state))[0] == "rebellion_priority_start"


@pytest.mark.clause("rurik.solo.unlock_tracks")
@pytest.mark.parametrize("round", [1, 4])
def test_rebellion_unlocks_a_bonus_for_each_track_it_is_behind_on(round: int) -> None:
    """Ahead on rule (by moving up) and trade (from before), equal on build; the new priority's column is used."""
    state = claim_position(
        round=round,
        troops=[{"novgorod": 1, "rostov": 1}, {"kiev": 1}],
        tracks=[{"trade": 2, "build": 1}, {"trade": 1, "build": 1}],
        war=[5, 0],
        priority="tax",
    )
    notes = run_rebellion(state)
    assert named_in_notes(notes, "rebellion_behind") == ["rule", "trade"]
    unlocked = [(item["bonus"], item["priority"]) for key, item in notes if key == "rebellion_unlocks"]
    assert unlocked == [("build_build_1", "attack_move"), ("attack_casualty_cards_1", "attack_move")]
    assert note_keys(notes).index("advances") < note_keys(notes).index("rebellion_behind")
    assert list(state.mat_coins) == [0, 2, 2]


@pytest.mark.clause("rurik.solo.unlock_none")
def test_rebellion_unlocks_nothing_when_all_is_unlocked() -> None:
    state = claim_position(round=4, troops=[{"novgorod": 1, "rostov": 1}, {}], mat_coins=[0, 0, 0])
    assert "rebellion_all_unlocked" in note_keys(run_rebellion(state))
    assert state.coins[1] == 0


@pytest.mark.clause("rurik.solo.income")
@pytest.mark.parametrize(("round", "coins"), [(1, 3), (3, 3), (4, 0)])
def test_rebellion_gets_income(round: int, coins: int) -> None:
    """A coin, and one each for the full columns of ore and fur; none after the fourth round."""
    state = claim_position(
        round=round, boat=[{"fish": 3, "wood": 2}, {"ore": 2, "fur": 1, "fish": 2}], mat_coins=[0, 0, 0]
    )
    run_rebellion(state)
    leave_goods(state)
    assert state.coins[1] == coins
    assert state.coins[0] == (1 + 3 if round < 4 else 0), "the player's income is as always: three markers and the fish"


@pytest.mark.clause("rurik.solo.no_deeds")
def test_deed_is_taken_by_the_player_only() -> None:
    state = claim_position(troops=[{"novgorod": 1}, {"kiev": 1}])
    act(state, "go_on")
    assert {action.family for action in state.legal_actions()} == {"take_deed"}
    state.apply(state.legal_actions()[0])
    assert state.round == 2
    assert state.deeds[1] == 0


@pytest.mark.clause("rurik.solo.leader_musters")
@pytest.mark.parametrize(
    ("where", "round", "troops", "after"),
    [
        ("volyn", 1, {"kiev": 1}, {"kiev": 1, "volyn": 1}),
        ("volyn", 4, {"kiev": 1}, {"kiev": 1}),
        (None, 1, {"kiev": 1}, {"kiev": 1}),
        ("kiev", 2, {"kiev": 15}, {"kiev": 15}),
    ],
)
def test_troop_joins_sviatopolk_at_the_end_of_a_round(
    where: str | None, round: int, troops: dict[str, int], after: dict[str, int]
) -> None:
    state = claim_position(round=round, troops=[{"novgorod": 1}, troops], leader_at=[None, where])
    act(state, "go_on")
    if not state.is_terminal:
        assert rebel_troops(state) == troops, "not before the deeds"
        state.apply(state.legal_actions()[0])
    assert rebel_troops(state) == after


@pytest.mark.clause("rurik.solo.score", "rurik.solo.score_coins", "rurik.solo.score_goods")
@pytest.mark.parametrize(("coins", "dock", "points"), [(0, 0, 0), (1, 0, 1), (3, 3, 2), (4, 7, 5), (6, 1, 3)])
def test_rebellion_scores_coins_and_goods_on_the_dock(coins: int, dock: int, points: int) -> None:
    state = solo_position(
        coins=[30, coins],
        boat=[{"ore": 2}, {"ore": 2}],
        dock=[{"ore": 9}, {"ore": dock} if dock else {}],
        tracks=[{}, {"rule": 3, "trade": 1}],
        war=[1, 2],
        round=4,
    )
    assert final_points(state)[1]["coins"] + final_points(state)[1]["dock"] == points
    assert state.scores() == [1, 3 + 1 + 3 + points]
    assert final_points(state)[1]["agenda"] == final_points(state)[1]["deeds"] == 0


@pytest.mark.clause("rurik.solo.tie_break")
@pytest.mark.parametrize(("option", "ranking"), [("scored", [1, 2]), ("kept", [2, 1])])
def test_coins_that_scored_break_no_tie(option: str, ranking: list[int]) -> None:
    state = solo_position(coins=[1, 3], tracks=[{"rule": 1}, {}], round=4, options={"rebellion_coins": option})
    assert state.scores() == [1, 1]
    assert state.ranking() == ranking


def test_estimate_knows_scores_and_unlocks_of_the_rebellion() -> None:
    stack = [WATCH, {"step": "ClaimPhase"}]
    troops = [{"novgorod": 2}, {"kiev": 2}]
    plain, rich = (GAME.estimate(solo_position(stack, troops=troops, coins=[0, coins])) for coins in (0, 9))
    assert rich[1] == pytest.approx(plain[1] + 3)
    unlocked = GAME.estimate(solo_position(stack, troops=troops, mat_coins=[0, 0, 0]))
    assert unlocked[1] > plain[1]
    assert rich[0] == unlocked[0] == plain[0]


def test_every_level_has_a_mat() -> None:
    assert LEVELS == ["easy", "medium", "hard", "very_hard"]
