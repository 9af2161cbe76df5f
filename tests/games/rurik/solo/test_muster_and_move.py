"""The rebellion musters and moves. Card 15 is on top: Volyn, Kiev, Smolensk, Polotsk, Novgorod, Rostov, ..."""

from typing import Any

import pytest

from regnum.games.rurik.components import REGIONS
from regnum.games.rurik.solo.cards import HUMAN, ORDER
from regnum.games.rurik.solo.move import DISTANCE, can_spare, next_move, relocate_figure, source_for
from tests.support.games.refusals import expect_refusal
from tests.support.games.rurik import NoteParams, act, legal
from tests.support.games.rurik_solo import (
    ORDER_15,
    action_position,
    named_in_notes,
    note_keys,
    rebel_leader,
    rebel_troops,
    run_rebellion,
    solo_position,
)

K: dict[str, Any] = {"leader_at": [None, "kiev"]}


def number(region: str) -> int:
    return REGIONS.index(region)


@pytest.mark.clause("rurik.solo.muster", "rurik.solo.region_order")
def test_troop_is_mustered_in_each_region_not_ruled() -> None:
    """Easy: a helmet more, so three of the second space. Kiev is ruled; Rostov, Smolensk and Volyn are not."""
    theirs = {"kiev": 1, "rostov": 1, "smolensk": 1, "volyn": 1}
    state = action_position("muster", 2, troops=[{"rostov": 1, "smolensk": 5, "volyn": 5}, theirs], **K)
    assert named_in_notes(run_rebellion(state), "rebellion_musters") == ["volyn", "smolensk", "rostov"]
    assert rebel_troops(state) == {"kiev": 1, "rostov": 2, "smolensk": 2, "volyn": 2}


@pytest.mark.clause("rurik.solo.muster")
def test_rebellion_musters_repeatedly_where_it_does_not_rule() -> None:
    state = action_position(
        "muster", 1, troops=[{"volyn": 3, "rostov": 1}, {"volyn": 1, "rostov": 1}], leader_at=[None, "rostov"]
    )
    notes = run_rebellion(state)
    assert named_in_notes(notes, "rebellion_musters") == ["volyn", "volyn", "volyn"]
    assert named_in_notes(notes, "rebellion_musters_ruled") == ["volyn"], "the order begins again"
    assert rebel_troops(state)["volyn"] == 5
    assert named_in_notes(notes, "rebellion_bonus") == ["muster_muster_1"]


@pytest.mark.clause("rurik.solo.muster_ruled")
def test_remaining_helmets_go_where_the_rebellion_rules() -> None:
    state = action_position("muster", 2, troops=[{"polotsk": 1}, {"rostov": 1, "polotsk": 1, "kiev": 1}], **K)
    notes = run_rebellion(state)
    assert named_in_notes(notes, "rebellion_musters") == ["polotsk"]
    assert named_in_notes(notes, "rebellion_musters_ruled") == ["kiev", "polotsk"]


@pytest.mark.clause("rurik.solo.muster_leader")
def test_sviatopolk_is_mustered_first() -> None:
    state = action_position("muster", 2, troops=[{"rostov": 1}, {"rostov": 1, "kiev": 1}])
    notes = run_rebellion(state)
    assert note_keys(notes)[1:] == ["rebellion_musters_leader", "rebellion_musters_ruled", "rebellion_musters_ruled"]
    assert rebel_leader(state) == "rostov"
    assert named_in_notes(notes, "rebellion_musters_ruled") == ["kiev", "rostov"]


@pytest.mark.clause("rurik.solo.side")
def test_rebellion_has_fifteen_troops() -> None:
    state = action_position("muster", 1, troops=[{}, {"kiev": 14}], **K)
    assert len(named_in_notes(run_rebellion(state), "rebellion_musters_ruled")) == 1
    assert state.supply(1) == 0


@pytest.mark.clause("rurik.solo.move", "rurik.solo.move_spread")
def test_move_priority_sends_a_figure_to_each_region_without_rebels() -> None:
    state = action_position(
        "move", 1, priority="attack_move", troops=[{}, {"kiev": 1, "pereyaslavl": 4}], leader_at=[None, "kiev"]
    )
    notes = run_rebellion(state)
    assert named_in_notes(notes, "rebellion_spreads") == ["volyn", "smolensk", "polotsk"]
    assert rebel_leader(state) == "volyn"
    assert rebel_troops(state) == {"kiev": 1, "pereyaslavl": 2, "smolensk": 1, "polotsk": 1}


@pytest.mark.clause("rurik.solo.move_spread")
def test_rebellion_does_not_move_when_every_region_is_occupied() -> None:
    everywhere = dict.fromkeys(ORDER_15[:7], 2)
    state = action_position("move", 1, priority="attack_move", troops=[{}, {**everywhere, "pereyaslavl": 1}])
    assert "rebellion_cannot_act" in note_keys(run_rebellion(state))
    state = action_position("move", 1, priority="attack_move", troops=[{}, dict.fromkeys(ORDER_15[:7], 2)])
    notes = run_rebellion(state)
    assert named_in_notes(notes, "rebellion_spreads") == ["pereyaslavl"]


@pytest.mark.clause("rurik.solo.move_gather", "rurik.solo.move_order")
@pytest.mark.parametrize("priority", ["build", "tax"])
def test_other_priorities_send_all_figures_to_one_region(priority: str) -> None:
    theirs = {"volyn": 2, "kiev": 3, "novgorod": 3}
    state = action_position("move", 1, priority=priority, troops=[{"smolensk": 1}, theirs])
    notes = run_rebellion(state)
    assert named_in_notes(notes, "rebellion_gathers") == ["smolensk"] * 3
    assert rebel_troops(state)["smolensk"] == 3, "also when it is ruled at last"


@pytest.mark.clause("rurik.solo.move_order")
def test_figures_move_to_the_first_reachable_region() -> None:
    """Volyn is not ruled, but no figure can be spared elsewhere; from Volyn a figure goes to Smolensk."""
    state = action_position("move", 3, troops=[{"volyn": 5}, {"volyn": 2, "kiev": 1}])
    assert named_in_notes(run_rebellion(state), "rebellion_gathers") == ["smolensk"]
    assert rebel_troops(state) == {"volyn": 1, "kiev": 1, "smolensk": 1}


@pytest.mark.clause("rurik.solo.move_order")
def test_option_lets_the_player_choose_the_region() -> None:
    fields: dict[str, Any] = {"options": {"rebellion_target": "choice"}, "troops": [{}, {"kiev": 3}]}
    state = action_position("move", 2, **fields)
    act(state, "go_on")
    assert state.players_to_act == (0,)
    assert legal(state) == {f"rebel_target {region}" for region in ORDER_15 if region != "kiev"}
    with expect_refusal("rebellion rules"):
        state.submit("rebel_target kiev", 0)
    act(state, "rebel_target rostov")
    assert rebel_troops(state) == {"kiev": 1, "rostov": 2}
    assert state.is_terminal


@pytest.mark.clause("rurik.solo.move_stay")
def test_one_figure_stays_in_each_region() -> None:
    state = action_position("move", 1, troops=[{}, {"kiev": 2, "rostov": 1}])
    assert len(named_in_notes(run_rebellion(state), "rebellion_moves")) == 1
    assert rebel_troops(state) == {"kiev": 1, "rostov": 1, "volyn": 1}
    state = solo_position(troops=[{}, {"kiev": 1}], **K)
    assert can_spare(state, number("kiev")), "the leader goes, the troop stays"


@pytest.mark.clause("rurik.solo.move_rule")
@pytest.mark.parametrize(
    ("yours", "theirs", "leaders", "spared"),
    [
        (2, 3, ["agatha", "sviatopolk"], True),
        (3, 3, ["agatha", "sviatopolk"], False),
        (4, 3, ["agatha", "sviatopolk"], True),
        (1, 3, ["yaroslav", "sviatopolk"], False),
    ],
)
def test_figure_stays_if_the_player_would_rule_otherwise(
    yours: int, theirs: int, leaders: list[str], spared: bool
) -> None:
    """From rule to a tie is allowed; from a tie to the player's rule is not; where the player rules, nothing is lost.

    Yaroslav (one figure more) rules in a tie, so already the first step is forbidden.
    """
    where = [None, None] if leaders[0] == "agatha" else ["kiev", None]
    state = solo_position(troops=[{"kiev": yours}, {"kiev": theirs}], leaders=leaders, leader_at=where)
    before = state.to_dict()
    assert can_spare(state, number("kiev")) == spared
    assert state.to_dict() == before
    if not spared:
        assert not state.rules(HUMAN, number("kiev"))


@pytest.mark.clause("rurik.solo.move_nearest")
def test_figures_come_from_the_nearest_region() -> None:
    state = solo_position(troops=[{}, {"novgorod": 4, "kiev": 2, "chernigov": 3}])
    order = ORDER[14]
    assert source_for(state, order, number("volyn")) == number("kiev")
    assert source_for(state, order, number("rostov")) == number("chernigov"), "as near as Novgorod, but further down"
    assert source_for(state, order, number("pereyaslavl")) == number("chernigov")
    assert DISTANCE[number("volyn")][number("pereyaslavl")] == 2
    assert DISTANCE[number("volyn")][number("rostov")] == 3
    assert DISTANCE[number("kiev")][number("kiev")] == 0


@pytest.mark.clause("rurik.solo.move_lowest")
def test_lower_of_equally_near_regions_gives_the_figure() -> None:
    state = action_position("move", 3, troops=[{}, {"polotsk": 2, "kiev": 2}])
    notes = run_rebellion(state)
    assert ("rebellion_moves", {"player": 1, "region": "polotsk", "to": "volyn"}) in notes, (
        "Volyn borders on both; Kiev is above Polotsk in the list"
    )


@pytest.mark.clause("rurik.solo.move_leader")
def test_sviatopolk_moves_first_from_a_region() -> None:
    state = action_position("move", 3, troops=[{}, {"kiev": 2}], **K)
    assert ("rebellion_moves_leader", {"player": 1, "region": "kiev", "to": "volyn"}) in run_rebellion(state)
    assert rebel_leader(state) == "volyn"
    assert rebel_troops(state) == {"kiev": 2}


@pytest.mark.clause("rurik.solo.move_leader")
@pytest.mark.parametrize("at", ["novgorod", "pereyaslavl"])
def test_option_moves_sviatopolk_first_from_anywhere(at: str) -> None:
    """The goal is Volyn and Kiev is nearest. Then the other figures follow."""
    always: dict[str, Any] = {"options": {"rebellion_leader": "always_first"}}
    fields: dict[str, Any] = {"troops": [{"volyn": 5}, {"kiev": 2, at: 2}], "leader_at": [None, at]}
    moved = [("rebellion_moves_leader_first", {"player": 1, "region": at, "to": "volyn"})]
    notes = run_rebellion(action_position("move", 2, **fields, **always))
    assert [note for note in notes if "moves" in note[0]][:1] == moved
    assert at_once(notes) == ["rebellion_moves_leader_first", "rebellion_moves"]
    assert at_once(run_rebellion(action_position("move", 2, **fields)))[0] == "rebellion_moves"
    alone: dict[str, Any] = {"troops": [{"volyn": 5}, {"kiev": 2}], "leader_at": [None, at]}
    assert at_once(run_rebellion(action_position("move", 3, **alone, **always))) == ["rebellion_moves"], (
        "somebody must stay"
    )


def at_once(notes: list[NoteParams]) -> list[str]:
    return [key for key, _ in notes if key.startswith("rebellion_moves")]


@pytest.mark.clause("rurik.solo.move_gather", "rurik.solo.move_nearest", "rurik.solo.move_leader")
def test_example_k_two_boots_by_an_order_from_pereyaslavl_to_volyn() -> None:
    """No transcribed card runs from Pereyaslavl to Volyn; card 15 read upwards does, and the rules take any order."""
    order = ORDER[14][::-1]
    assert (REGIONS[order[0]], REGIONS[order[-1]]) == ("pereyaslavl", "volyn")
    theirs = {"kiev": 2, "chernigov": 2, "novgorod": 4, "volyn": 1}
    state = solo_position(troops=[{"pereyaslavl": 2}, theirs], leader_at=[None, "chernigov"])
    assert next_move(state, order, -1) == (number("pereyaslavl"), number("kiev")), "as near as Chernigov, further down"
    relocate_figure(state, number("kiev"), number("pereyaslavl"))
    second = next_move(state, order, number("pereyaslavl"))
    assert second == (number("pereyaslavl"), number("chernigov")), "one troop stays in Kiev"
    relocate_figure(state, *second[::-1])
    assert rebel_leader(state) == "pereyaslavl"
    assert rebel_troops(state) == {"kiev": 1, "chernigov": 2, "pereyaslavl": 1, "novgorod": 4, "volyn": 1}
