"""The rebellion attacks. Card 15 is on top: Volyn, Kiev, Smolensk, Polotsk, Novgorod, Rostov, ..."""

from typing import Any

import pytest

from regnum.games.rurik.components import KIND, KIND_LOSS, SCHEMES
from regnum.games.rurik.state import RurikState
from tests.support.games.rurik import act, legal
from tests.support.games.rurik_solo import (
    action_position,
    named_in_notes,
    note_keys,
    player_troops,
    rebel_leader,
    rebel_troops,
    run_rebellion,
    solo_position,
)

LOSS = [name for name, kind in zip(SCHEMES, KIND, strict=True) if KIND_LOSS[kind]]
SAFE = [name for name in SCHEMES if name not in LOSS]


def left_deck_fields(left: list[str], **fields: Any) -> dict[str, Any]:
    """Return fields that put these schemes on the left deck, the last one on top."""
    right = [name for name in SCHEMES if name not in left]
    known = {"left_known": [None] * len(left), "right_known": [None] * len(right)}
    return {**fields, "left_deck": left, "right_deck": right, "discards": [], **known}


@pytest.mark.clause("rurik.solo.attack", "rurik.solo.attack_you")
def test_attack_on_you_costs_you_a_figure_and_is_counted() -> None:
    state = action_position("attack", 2, troops=[{"kiev": 2}, {"kiev": 3}])
    notes = run_rebellion(state)
    assert ("rebellion_attacks", {"player": 1, "rival": 0, "region": "kiev"}) in notes
    assert player_troops(state) == {"kiev": 1}
    assert state.war == [0, 1]
    assert type(state.stack[-1]).__name__ == "CasualtyDeck"
    assert state.stack[-1].params()["cards"] == 1


@pytest.mark.clause("rurik.solo.attack_you")
def test_your_leader_falls_last() -> None:
    state = action_position("attack", 1, troops=[{"kiev": 1}, {"kiev": 3}], leader_at=["kiev", None])
    act(state, "go_on")
    assert (player_troops(state), state.leader_at[0]) == ({}, 5)
    act(state, "reveal left")
    assert state.leader_at[0] == -1


@pytest.mark.clause("rurik.solo.casualty_deck")
def test_player_chooses_the_deck_for_the_rebellions_casualties() -> None:
    fields = left_deck_fields([SAFE[0], LOSS[0]], troops=[{"kiev": 2}, {"kiev": 2, "volyn": 1}])
    state = action_position("attack", 2, **fields)
    act(state, "go_on")
    assert state.players_to_act == (0,)
    assert legal(state) == {"reveal left", "reveal right"}
    notes = run_rebellion(state, "reveal left")
    assert ("casualty", {"player": 1, "cards": 1, "region": "kiev"}) in notes
    assert rebel_troops(state) == {"kiev": 1, "volyn": 1}
    assert LOSS[0] in state.to_dict()["discards"]


@pytest.mark.clause("rurik.solo.own_leader")
@pytest.mark.parametrize("option", ["leader_last", "any"])
def test_casualty_of_the_rebellion_is_a_troop_before_sviatopolk(option: str) -> None:
    fields = left_deck_fields(LOSS[:6], troops=[{"kiev": 4}, {"kiev": 1}], leader_at=[None, "kiev"])
    state = action_position("attack", 1, options={"own_casualty": option}, **fields)
    act(state, "go_on", "reveal left")
    assert rebel_troops(state) == {}
    assert rebel_leader(state) == "kiev"
    act(state, "reveal left")
    assert rebel_leader(state) is None


@pytest.mark.clause("rurik.solo.leader_attacks")
@pytest.mark.parametrize(("where", "cards"), [("kiev", 1), ("volyn", 2)])
def test_sviatopolk_reduces_the_cards_by_one(where: str, cards: int) -> None:
    """The player rules in Kiev: two cards."""
    state = action_position("attack", 2, troops=[{"kiev": 5}, {"kiev": 2, "volyn": 1}], leader_at=[None, where])
    act(state, "go_on")
    assert state.stack[-1].params()["cards"] == cards


@pytest.mark.clause("rurik.solo.attack_you_first")
def test_you_are_attacked_before_neutral_troops() -> None:
    state = action_position("attack", 1, troops=[{"kiev": 1}, {"kiev": 3}], neutral=["kiev"])
    act(state, "go_on")
    assert player_troops(state) == {}
    assert state.neutral == 1 << 5
    notes = run_rebellion(state, "reveal right")
    assert named_in_notes(notes, "beats_neutral") == ["kiev"]


@pytest.mark.clause("rurik.solo.attack_neutral")
def test_attack_on_neutral_troops_is_not_counted() -> None:
    state = action_position("attack", 2, troops=[{}, {"kiev": 1}], neutral=["kiev"])
    before = state.to_dict()
    assert note_keys(run_rebellion(state)) == ["rebellion_attacks_unruled", "beats_neutral"]
    assert state.is_terminal
    assert state.war == [0, 0]
    after = state.to_dict()
    assert (after["left_deck"], after["right_deck"]) == (before["left_deck"], before["right_deck"])
    assert state.neutral == 0


def attacked_regions(state: RurikState) -> list[str]:
    """Return the regions that the rebellion attacks, in order, while the player always chooses the right deck."""
    result: list[str] = []
    text = "go_on"
    while not state.is_terminal:
        result += [item["region"] for key, item in run_rebellion(state, text) if key in FIELD_NOTES]
        text = "reveal right"
    return result


FIELD_NOTES = ("rebellion_attacks", "beats_neutral")


@pytest.mark.clause("rurik.solo.attack_unruled_first", "rurik.solo.attack_ruled_first")
@pytest.mark.parametrize(
    ("priority", "order"),
    [
        ("attack_move", ["smolensk", "rostov", "kiev"]),
        ("build", ["kiev", "smolensk", "rostov"]),
        ("tax", ["kiev", "smolensk", "rostov"]),
    ],
)
def test_priority_says_whether_ruled_regions_come_first(priority: str, order: list[str]) -> None:
    """Kiev is ruled; Rostov and Smolensk, a tie, are not. Easy and one coin gone from the middle: a sword more."""
    theirs = {"kiev": 3, "rostov": 1, "smolensk": 1}
    neutral = ["kiev", "rostov", "smolensk"]
    state = action_position("attack", 1, priority=priority, troops=[{}, theirs], neutral=neutral, mat_coins=[2, 1, 2])
    assert attacked_regions(state) == order


@pytest.mark.clause("rurik.solo.attack_one_region")
@pytest.mark.parametrize("priority", ["attack_move", "build"])
def test_rebellion_attacks_one_region_first(priority: str) -> None:
    """Smolensk is ruled after the first attack, or is the only region not ruled; the next two attacks stay there."""
    theirs = {"kiev": 3, "smolensk": 3} if priority == "build" else {"smolensk": 3, "rostov": 4}
    mine = {"kiev": 3, "smolensk": 4} if priority == "build" else {"smolensk": 3, "rostov": 4}
    fields = left_deck_fields(LOSS, priority=priority, troops=[mine, theirs], mat_coins=[2, 1, 2])
    state = action_position("attack", 1, **fields)
    where = attacked_regions(state)
    assert len(where) == 3
    assert len(set(where)) == 1


@pytest.mark.clause("rurik.solo.attack_one_region")
def test_attack_continues_in_the_next_region_when_nobody_is_left() -> None:
    state = action_position("attack", 1, troops=[{"kiev": 1, "rostov": 1}, {"kiev": 3, "rostov": 3}])
    assert attacked_regions(state) == ["kiev", "rostov"]


@pytest.mark.clause("rurik.solo.attack")
def test_swords_without_a_target_are_lost() -> None:
    state = action_position("attack", 1, troops=[{"volyn": 2}, {"kiev": 3}], neutral=["kiev", "rostov"])
    assert attacked_regions(state) == ["kiev"]
    assert solo_position().war == [0, 0]


@pytest.mark.clause("rurik.attack.war", "rurik.solo.attack")
def test_option_ends_attacks_of_the_rebellion() -> None:
    fields: dict[str, Any] = {"troops": [{"kiev": 2}, {"kiev": 3}], "neutral": ["kiev"], "war": [0, 10]}
    notes = run_rebellion(action_position("attack", 2, **fields, options={"war_top": "no_attack"}))
    assert "beats_neutral" in note_keys(notes)
    assert "rebellion_attacks" not in note_keys(notes)
    assert "rebellion_attacks" in note_keys(run_rebellion(action_position("attack", 2, **fields)))
