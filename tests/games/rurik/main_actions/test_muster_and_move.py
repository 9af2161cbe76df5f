"""Muster and move."""

import pytest

from tests.support.games.refusals import expect_refusal
from tests.support.games.rurik import act, legal, troops, turn_position


@pytest.mark.clause("rurik.muster.points", "rurik.muster.where")
def test_helmet_brings_a_troop_where_you_are() -> None:
    state = turn_position("muster", 2, troops=[{"kiev": 1, "volyn": 2}, {"rostov": 1}], leader_at=["kiev"])
    act(state, "main_action")
    assert legal(state) == {"muster kiev", "muster volyn", "pass"}
    with expect_refusal("no figures in Rostov"):
        state.submit("muster rostov", 0)
    act(state, "muster kiev", "muster kiev")
    assert troops(state, 0) == {"kiev": 3, "volyn": 2}
    assert state.supply(0) == 7
    assert state.is_terminal


@pytest.mark.clause("rurik.muster.where")
def test_leader_alone_is_enough_to_muster() -> None:
    state = turn_position("muster", leader_at=["volyn"])
    act(state, "main_action")
    assert legal(state) == {"muster volyn", "pass"}


@pytest.mark.clause("rurik.muster.supply")
def test_mustering_stops_when_the_supply_is_empty() -> None:
    state = turn_position("muster", troops=[{"kiev": 11}], leader_at=["kiev"])
    act(state, "main_action")
    assert "muster_leader kiev" not in legal(state)
    act(state, "muster kiev")
    assert state.supply(0) == 0
    assert state.is_terminal
    full = turn_position("muster", troops=[{"kiev": 12}])
    act(full, "main_action")
    assert legal(full) == {"muster_leader kiev", "pass"}
    with expect_refusal("no troops in your supply"):
        full.submit("muster kiev", 0)


@pytest.mark.clause("rurik.muster.leader")
def test_leader_is_mustered_as_a_troop() -> None:
    state = turn_position("muster", 2, troops=[{"kiev": 1, "volyn": 1}])
    act(state, "main_action")
    assert legal(state) == {"muster kiev", "muster volyn", "muster_leader kiev", "muster_leader volyn", "pass"}
    act(state, "muster_leader volyn")
    assert state.to_dict()["leader_at"][0] == "volyn"
    assert troops(state, 0) == {"kiev": 1, "volyn": 1}
    assert state.points[0] == 1
    with expect_refusal("leader is already on the map"):
        state.submit("muster_leader kiev", 0)


@pytest.mark.clause("rurik.move.points", "rurik.move.split")
def test_boots_are_divided_as_you_like() -> None:
    state = turn_position("move", troops=[{"kiev": 2, "rostov": 1}])
    act(state, "main_action", "move kiev volyn", "move volyn polotsk", "move rostov smolensk")
    assert troops(state, 0) == {"kiev": 1, "polotsk": 1, "smolensk": 1}
    assert state.is_terminal


@pytest.mark.clause("rurik.move.points")
def test_moves_lead_to_adjacent_regions() -> None:
    state = turn_position("move", troops=[{"rostov": 1}], leader_at=["pereyaslavl"])
    act(state, "main_action")
    assert legal(state) == {
        "move rostov novgorod",
        "move rostov smolensk",
        "move rostov chernigov",
        "move_leader kiev",
        "move_leader chernigov",
        "pass",
    }
    with expect_refusal("not adjacent"):
        state.submit("move_leader volyn", 0)
    with expect_refusal("no troops in Kiev"):
        state.submit("move kiev volyn", 0)


@pytest.mark.clause("rurik.move.points", "rurik.leaders.troop")
def test_leader_moves_as_a_troop_does() -> None:
    state = turn_position("move", 3, leader_at=["kiev"], leaders=["boris", "maria"])
    act(state, "main_action", "move_leader volyn")
    assert state.to_dict()["leader_at"][0] == "volyn"
    assert state.is_terminal


@pytest.mark.clause("rurik.move.pass_through")
def test_opponents_do_not_stop_a_move() -> None:
    others = [{"volyn": 1}, {"kiev": 5, "chernigov": 3}]
    state = turn_position("move", 2, troops=others, rebels=["kiev", "chernigov"])
    act(state, "main_action", "move volyn kiev", "move kiev chernigov")
    assert troops(state, 0) == {"chernigov": 1}
    assert troops(state, 1) == {"kiev": 5, "chernigov": 3}
    assert state.war == [0, 0]
    assert state.to_dict()["rebels"] == ["kiev", "chernigov"]
