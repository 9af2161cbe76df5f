"""Tax, build and the structures."""

from typing import Any

import pytest

from regnum.games.rurik.state import RurikState
from tests.support.games.refusals import expect_refusal
from tests.support.games.rurik import act, act_and_read_notes, legal, troops, turn_position


def household(state: RurikState, player: int = 0) -> tuple[dict[str, int], dict[str, int]]:
    written = state.to_dict()
    return written["boat"][player], written["dock"][player]


@pytest.mark.clause("rurik.tax.points", "rurik.tax.where", "rurik.tax.cost")
def test_taxing_costs_one_wagon_where_the_player_rules_and_two_elsewhere() -> None:
    sides = [{"kiev": 2, "volyn": 1}, {"volyn": 1, "rostov": 1}]
    state = turn_position("tax", players=2, troops=sides)
    act(state, "main_action")
    assert legal(state) == {"tax kiev", "tax volyn", "pass"}
    with expect_refusal("no figures in Rostov"):
        state.submit("tax rostov", 0)
    dear = act(state.clone(), "tax volyn")
    assert household(dear) == ({"fish": 1}, {})
    assert dear.is_terminal
    act(state, "tax kiev")
    assert household(state) == ({"wood": 1}, {})
    assert "kiev" not in state.to_dict()["goods"]
    assert state.is_terminal, "one wagon is not enough for Volyn"


@pytest.mark.clause("rurik.tax.cost")
def test_one_wagon_is_refused_where_you_do_not_rule() -> None:
    state = turn_position("tax", 2, troops=[{"kiev": 2, "volyn": 1}, {"volyn": 1}])
    act(state, "main_action")
    with expect_refusal("do not rule Volyn"):
        state.submit("tax volyn", 0)


@pytest.mark.clause("rurik.tax.good")
def test_only_the_available_good_can_be_taxed() -> None:
    state = turn_position("tax", troops=[{"kiev": 2, "smolensk": 2}], goods=["smolensk"])
    act(state, "main_action")
    assert legal(state) == {"tax smolensk", "pass"}
    with expect_refusal("The good in Kiev has already been taken"):
        state.submit("tax kiev", 0)
    act(state, "tax smolensk")
    assert household(state) == ({"honey": 1}, {})
    assert state.to_dict()["goods"] == []


@pytest.mark.clause("rurik.tax.stow")
def test_goods_go_onto_the_boat_while_there_is_a_slot() -> None:
    state = turn_position("tax", troops=[{"pereyaslavl": 2}], boat=[{"fur": 1}])
    act(state, "main_action", "tax pereyaslavl")
    assert household(state) == ({"fur": 1}, {"fur": 1})


@pytest.mark.clause("rurik.build.points", "rurik.build.where", "rurik.build.cost", "rurik.build.only_hammers")
def test_building_costs_one_hammer_where_the_player_rules_and_two_elsewhere() -> None:
    state = turn_position("build", troops=[{"kiev": 2, "volyn": 1}, {"volyn": 1, "rostov": 1}], boat=[{"wood": 1}])
    act(state, "main_action")
    assert len(legal(state, "build")) == 6
    with expect_refusal("no figures in Rostov"):
        state.submit("build market rostov", 0)
    dear = state.clone()
    assert isinstance(dear, RurikState)
    act(dear, "build market volyn")
    assert dear.points[4] == 0
    act(state, "build stronghold kiev")
    assert legal(state) == {"build church kiev", "build market kiev", "pass"}
    with expect_refusal("do not rule Volyn"):
        state.submit("build church volyn", 0)
    act(state, "build market kiev")
    assert state.to_dict()["structures"][0] == {"stronghold": ["kiev"], "market": ["kiev"]}
    assert household(state) == ({"wood": 1}, {})
    assert state.coins == [0, 0]


@pytest.mark.clause("rurik.structures.one_each")
def test_one_structure_of_a_kind_in_a_region_whosever_it_is() -> None:
    state = turn_position("build", troops=[{"kiev": 2}], structures=[{"church": ["kiev"]}, {"market": ["kiev"]}])
    act(state, "main_action")
    assert legal(state) == {"build stronghold kiev", "pass"}
    with expect_refusal("There is already a market in Kiev"):
        state.submit("build market kiev", 0)
    with pytest.raises(ValueError, match=r"structures\[1\].market: kiev is in another place, too"):
        turn_position("build", structures=[{"market": ["kiev"]}, {"market": ["kiev"]}])


@pytest.mark.clause("rurik.build.supply", "rurik.setup.structures")
def test_three_structures_of_a_kind_are_the_maximum() -> None:
    three = {"church": ["volyn", "rostov", "polotsk"]}
    state = turn_position("build", troops=[{"kiev": 2}], structures=[three])
    act(state, "main_action")
    assert legal(state) == {"build stronghold kiev", "build market kiev", "pass"}
    with expect_refusal("built all three, so no church is left"):
        state.submit("build church kiev", 0)


@pytest.mark.clause("rurik.structures.church", "rurik.structures.church_rebel")
def test_church_replaces_a_rebel() -> None:
    state = turn_position("build", 2, troops=[{"kiev": 2}], rebels=["kiev", "volyn"])
    notes = act_and_read_notes(state, "main_action", "build church kiev")
    assert troops(state, 0) == {"kiev": 3}
    written = state.to_dict()
    assert written["rebels"] == ["volyn"]
    assert written["defeated"] == [[], []]
    assert household(state) == ({}, {})
    assert ("church_rebel", {"player": 0, "region": "kiev"}) in notes


@pytest.mark.clause("rurik.structures.church")
def test_church_replaces_a_troop_but_no_leader() -> None:
    state = turn_position("build", 2, players=3, troops=[{"kiev": 4}, {"kiev": 2}], leader_at=[None, None, "kiev"])
    act(state, "main_action", "build church kiev")
    assert [troops(state, player) for player in range(3)] == [{"kiev": 5}, {"kiev": 1}, {}]
    assert state.to_dict()["leader_at"][2] == "kiev"
    assert state.war == [0, 0, 0]


@pytest.mark.clause("rurik.structures.church")
def test_builder_chooses_the_figure_that_a_church_replaces() -> None:
    state = turn_position("build", 2, players=4, troops=[{"kiev": 3}, {"kiev": 1}, {}, {"kiev": 2}], rebels=["kiev"])
    act(state, "main_action", "build church kiev")
    assert legal(state) == {"replace_rebel", "replace_troop 1", "replace_troop 3"}
    with expect_refusal("no troops in Kiev"):
        state.submit("replace_troop 2", 0)
    rebel = state.clone()
    assert isinstance(rebel, RurikState)
    act(state, "replace_troop 3")
    assert troops(state, 3) == {"kiev": 1}
    assert troops(state, 0) == {"kiev": 4}
    act(rebel, "replace_rebel")
    assert rebel.to_dict()["rebels"] == []
    assert troops(rebel, 0) == {"kiev": 4}


@pytest.mark.clause("rurik.structures.church_supply")
def test_church_without_a_troop_only_removes() -> None:
    state = turn_position("build", 2, troops=[{"kiev": 12}], rebels=["kiev"])
    act(state, "main_action", "build church kiev")
    assert troops(state, 0) == {"kiev": 12}
    assert state.to_dict()["rebels"] == []


@pytest.mark.clause("rurik.structures.market")
def test_market_gives_a_good_or_a_coin() -> None:
    fields: dict[str, Any] = {"troops": [{"kiev": 2, "volyn": 2}], "structures": [{"market": ["kiev"]}]}
    state = turn_position("tax", **fields)
    act(state, "main_action", "tax kiev")
    assert legal(state) == {"market good", "market coin"}
    coin = state.clone()
    assert isinstance(coin, RurikState)
    act(state, "market good")
    assert household(state) == ({"wood": 2}, {})
    assert "volyn" in state.to_dict()["goods"]
    act(coin, "market coin")
    assert household(coin) == ({"wood": 1}, {})
    assert coin.coins == [1, 0]
    act(coin, "tax volyn")
    assert household(coin) == ({"wood": 1, "fish": 1}, {})


@pytest.mark.clause("rurik.structures.market")
def test_opponents_market_gives_nothing_and_an_empty_region_no_market_use() -> None:
    theirs = turn_position("tax", 2, troops=[{"kiev": 2}], structures=[{}, {"market": ["kiev"]}])
    act(theirs, "main_action", "tax kiev")
    assert theirs.is_terminal
    empty = turn_position("tax", 2, troops=[{"kiev": 2}], structures=[{"market": ["kiev"]}], goods=[])
    act(empty, "main_action")
    assert empty.is_terminal
    assert household(empty) == ({}, {})
