"""Occupying and ruling regions."""

from typing import Any

import pytest

from tests.support.games.rurik import legal, position, ruler, turn_position


@pytest.mark.clause("rurik.regions.rule", "rurik.regions.rebels")
def test_example_a_emily_rules_galich() -> None:
    """Two troops of hers against one of Kirk's and one rebel."""
    state = position(3, [], troops=[{"galich": 2}, {"galich": 1}], rebels=["galich"])
    assert ruler(state, "galich") == 0


@pytest.mark.clause("rurik.regions.rule")
def test_ruling_requires_more_than_each_other_player_alone() -> None:
    state = position(4, [], troops=[{"kiev": 2}, {"kiev": 1}, {"kiev": 1}, {"kiev": 1}])
    assert ruler(state, "kiev") == 0


@pytest.mark.clause("rurik.regions.tie")
def test_tie_has_no_ruler() -> None:
    assert ruler(position(2, [], troops=[{"kiev": 2}, {"kiev": 2}]), "kiev") is None
    assert ruler(position(3, [], troops=[{"kiev": 2}, {"kiev": 2}, {"kiev": 3}]), "kiev") == 2
    assert ruler(position(2, []), "kiev") is None


@pytest.mark.clause("rurik.regions.rebels")
def test_one_troop_does_not_rule_against_a_rebel() -> None:
    assert ruler(position(2, [], troops=[{"kiev": 1}], rebels=["kiev"]), "kiev") is None
    assert ruler(position(2, [], troops=[{"kiev": 2}], rebels=["kiev"]), "kiev") == 0


@pytest.mark.clause("rurik.leaders.troop")
def test_leader_counts_as_a_troop() -> None:
    state = position(2, [], troops=[{"kiev": 1}, {"kiev": 1}], leader_at=["kiev"])
    assert ruler(state, "kiev") == 0
    alone = position(2, [], leader_at=["volyn"])
    assert ruler(alone, "volyn") == 0
    assert alone.supply(0) == 12


@pytest.mark.clause("rurik.structures.stronghold_rule")
def test_stronghold_counts_as_one_troop_for_ruling() -> None:
    tie = {"troops": [{"kiev": 2}, {"kiev": 2}]}
    assert ruler(position(2, [], **tie, structures=[{"stronghold": ["kiev"]}]), "kiev") == 0
    assert ruler(position(2, [], **tie, structures=[{"market": ["kiev"], "church": ["kiev"]}]), "kiev") is None
    assert ruler(position(2, [], **tie, structures=[{"stronghold": ["volyn"]}]), "kiev") is None


@pytest.mark.clause("rurik.regions.lone_stronghold", "rurik.regions.occupy")
def test_stronghold_alone_rules_but_does_not_occupy() -> None:
    fields: dict[str, Any] = {"structures": [{"stronghold": ["kiev"]}], "troops": [{"volyn": 1}, {}]}
    state = turn_position("tax", acted=True, points=[1, 1, 1, 2, 1, 0, 0], **fields)
    assert ruler(state, "kiev") == 0
    assert {text for text in legal(state) if "kiev" in text} == set()
    assert ruler(position(2, [], rebels=["kiev"], **fields), "kiev") is None
    assert ruler(position(2, [], options={"lone_stronghold": "nothing"}, **fields), "kiev") is None


@pytest.mark.clause("rurik.regions.occupy")
def test_leader_alone_occupies() -> None:
    state = position(2, [], leader_at=["kiev"], troops=[{"volyn": 2}])
    assert state.occupied_regions(0) == 1 << 5 | 1 << 4
    assert state.occupied_regions(1) == 0
