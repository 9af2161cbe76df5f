"""The rebellion builds and taxes. Card 15 is on top: Volyn, Kiev, Smolensk, Polotsk, Novgorod, Rostov, ...

Its structures: for the priority build church, stronghold, market; for tax market, church, stronghold.
"""

from typing import Any

import pytest

from regnum.core.rules.state import IllegalActionError
from tests.support.games.rurik import NoteParams, act, legal
from tests.support.games.rurik_solo import (
    action_position,
    named_in_notes,
    note_keys,
    player_troops,
    rebel_troops,
    run_rebellion,
)


def built(notes: list[NoteParams]) -> list[tuple[str, str]]:
    return [(item["structure"], item["region"]) for key, item in notes if key == "rebellion_builds"]


@pytest.mark.clause("rurik.solo.build", "rurik.solo.build_lists", "rurik.solo.costs")
def test_rebellion_builds_first_where_it_rules_without_buildings() -> None:
    """Volyn is not ruled; Kiev is, with a structure; Smolensk and Rostov are, without."""
    theirs = {"volyn": 1, "kiev": 1, "smolensk": 1, "rostov": 1}
    structures = [{}, {"market": ["kiev"]}]
    state = action_position("build", 1, troops=[{"volyn": 2}, theirs], structures=structures)
    notes = run_rebellion(state)
    assert named_in_notes(notes, "rebellion_site_1") == ["smolensk", "rostov"]
    assert built(notes) == [("stronghold", "smolensk"), ("stronghold", "rostov")]


@pytest.mark.clause("rurik.solo.build_lists", "rurik.solo.costs")
def test_rebellion_builds_second_where_it_does_not_rule_for_two() -> None:
    theirs = {"volyn": 1, "kiev": 1}
    state = action_position("build", 1, troops=[{"volyn": 1}, theirs], structures=[{}, {"market": ["kiev"]}])
    notes = run_rebellion(state)
    assert named_in_notes(notes, "rebellion_site_2") == ["volyn"]
    assert built(notes) == [("church", "volyn")]
    assert rebel_troops(state)["volyn"] == 2


@pytest.mark.clause("rurik.solo.costs")
def test_unaffordable_region_is_skipped() -> None:
    theirs = {"volyn": 1, "kiev": 1}
    fields: dict[str, Any] = {"troops": [{"volyn": 2}, theirs], "structures": [{}, {"market": ["kiev"]}]}
    notes = run_rebellion(action_position("build", 2, **fields))
    assert note_keys(notes)[:2] == ["rebellion_site_4", "rebellion_builds"]
    assert built(notes) == [("stronghold", "kiev")]


@pytest.mark.clause("rurik.solo.build_lists")
def test_rebellion_builds_third_where_it_rules_beside_others() -> None:
    theirs = {"volyn": 1, "rostov": 4, "smolensk": 2}
    everywhere = [{}, {"market": ["volyn", "rostov", "smolensk"]}]
    fields: dict[str, Any] = {"troops": [{"rostov": 1}, theirs], "structures": everywhere, "neutral": ["smolensk"]}
    notes = run_rebellion(action_position("build", 1, priority="tax", **fields))
    assert named_in_notes(notes, "rebellion_site_3") == ["smolensk", "rostov"]
    assert built(notes) == [("church", "smolensk"), ("church", "rostov")]


@pytest.mark.clause("rurik.solo.build_lists")
def test_rebellion_builds_last_where_it_has_built_in_turn() -> None:
    theirs = {"volyn": 1, "rostov": 1}
    structures = [{}, {"market": ["volyn", "rostov"]}]
    notes = run_rebellion(action_position("build", 1, troops=[{}, theirs], structures=structures))
    assert named_in_notes(notes, "rebellion_site_4") == ["volyn", "rostov"]
    notes = run_rebellion(action_position("build", 1, troops=[{}, {"volyn": 1}], priority="tax"))
    assert named_in_notes(notes, "rebellion_site_1") == ["volyn"]
    assert built(notes) == [("market", "volyn"), ("stronghold", "volyn")]


@pytest.mark.clause("rurik.solo.build_lists")
def test_rebellion_builds_only_where_it_rules_or_has_not_built() -> None:
    state = action_position("build", 1, troops=[{"volyn": 3}, {"volyn": 1}], structures=[{}, {"market": ["volyn"]}])
    assert "rebellion_cannot_act" in note_keys(run_rebellion(state))


@pytest.mark.clause("rurik.solo.build_order", "rurik.solo.build_kind")
@pytest.mark.parametrize(
    ("priority", "card", "first"),
    [("build", 15, "stronghold"), ("tax", 15, "market"), ("build", 7, "market"), ("attack_move", 10, "market")],
)
def test_card_and_priority_determine_the_building(priority: str, card: int, first: str) -> None:
    """Nobody else stands there, so no church: the next one of the list."""
    notes = run_rebellion(action_position("build", 2, top=card, priority=priority, troops=[{}, {"kiev": 1}]))
    assert built(notes) == [(first, "kiev")]


@pytest.mark.clause("rurik.solo.build_kind")
@pytest.mark.parametrize(
    ("option", "mine", "at_kiev", "neutral", "priority", "kind"),
    [
        ("order", {"kiev": 1}, False, [], "build", "church"),
        ("order", {}, False, ["kiev"], "build", "church"),
        ("order", {}, True, [], "build", "stronghold"),
        ("order", {"kiev": 1}, False, [], "tax", "market"),
        ("first", {"kiev": 1}, False, [], "tax", "church"),
        ("first", {}, False, ["kiev"], "tax", "church"),
        ("first", {}, True, [], "tax", "church"),
        ("first", {}, False, [], "build", "church"),
        ("first", {}, False, [], "tax", "market"),
    ],
)
def test_rebellion_builds_a_church_under_its_conditions(
    option: str, mine: dict[str, int], at_kiev: bool, neutral: list[str], priority: str, kind: str
) -> None:
    fields: dict[str, Any] = {"options": {"rebellion_church": option}, "neutral": neutral, "priority": priority}
    where = ["kiev" if at_kiev else None, None]
    notes = run_rebellion(action_position("build", 2, troops=[mine, {"kiev": 3}], leader_at=where, **fields))
    assert built(notes) == [(kind, "kiev")]


@pytest.mark.clause("rurik.solo.build_kind")
def test_rebellion_does_not_build_twice_or_beyond_the_supply() -> None:
    structures = [{"stronghold": ["kiev"]}, {"market": ["volyn", "rostov", "smolensk"]}]
    state = action_position("build", 1, troops=[{}, {"kiev": 2}], structures=structures)
    assert "rebellion_cannot_act" in note_keys(run_rebellion(state))


@pytest.mark.clause("rurik.solo.church_troop")
def test_church_takes_your_troop_before_a_neutral_one() -> None:
    fields: dict[str, Any] = {"troops": [{"kiev": 1}, {"kiev": 3}], "neutral": ["kiev"]}
    state = action_position("build", 2, **fields)
    notes = run_rebellion(state)
    assert ("church_troop", {"player": 1, "rival": 0, "region": "kiev"}) in notes
    assert (player_troops(state), rebel_troops(state), state.neutral) == ({}, {"kiev": 4}, 1 << 5)
    state = action_position("build", 2, options={"rebellion_church_troop": "choice"}, **fields)
    act(state, "go_on")
    assert legal(state) == {"replace_troop 0", "replace_neutral"}
    with pytest.raises(IllegalActionError):
        state.submit("replace_troop 1", 0)
    act(state, "replace_neutral")
    assert (player_troops(state), rebel_troops(state), state.neutral) == ({"kiev": 1}, {"kiev": 4}, 0)


@pytest.mark.clause("rurik.solo.church_troop")
def test_church_never_takes_a_leader() -> None:
    fields: dict[str, Any] = {"neutral": ["kiev"], "leader_at": ["kiev", None]}
    state = action_position("build", 2, troops=[{}, {"kiev": 3}], **fields)
    run_rebellion(state)
    assert state.leader_at[0] == 5
    assert state.neutral == 0


@pytest.mark.clause("rurik.solo.tax", "rurik.solo.tax_lists", "rurik.solo.costs")
@pytest.mark.parametrize(
    ("mine", "boat", "rank", "region"),
    [
        ({"volyn": 2}, {}, 1, "rostov"),
        ({"volyn": 2}, {"ore": 2}, 2, "volyn"),
        ({"volyn": 2}, {"ore": 2, "fish": 3}, 3, "rostov"),
        ({"volyn": 2, "rostov": 2}, {"ore": 2, "fish": 3}, 4, "volyn"),
        ({"volyn": 2, "rostov": 2}, {"fish": 3}, 2, "rostov"),
    ],
)
def test_rebellion_taxes_its_first_good_by_rank(
    mine: dict[str, int], boat: dict[str, int], rank: int, region: str
) -> None:
    """The rebellion has figures in Volyn (fish) and Rostov (ore); Volyn comes first on the card."""
    state = action_position("tax", 1, troops=[mine, {"volyn": 1, "rostov": 1}], boat=[{}, boat])
    notes = run_rebellion(state)
    first = next((key, item["region"]) for key, item in notes if key.startswith("rebellion_taxes"))
    assert first == (f"rebellion_taxes_{rank}", region)


@pytest.mark.clause("rurik.solo.costs", "rurik.solo.tax_lists")
def test_unaffordable_good_is_skipped() -> None:
    state = action_position("tax", 2, troops=[{"volyn": 2}, {"volyn": 1, "rostov": 1}], boat=[{}, {"ore": 2}])
    assert named_in_notes(run_rebellion(state), "rebellion_taxes_3") == ["rostov"]
    state = action_position("tax", 2, troops=[{"volyn": 2}, {"volyn": 1}])
    assert "rebellion_cannot_act" in note_keys(run_rebellion(state))


@pytest.mark.clause("rurik.solo.tax_stow")
def test_goods_fill_the_boat_before_the_dock() -> None:
    state = action_position("tax", 1, troops=[{}, {"rostov": 1, "polotsk": 1}], boat=[{}, {"ore": 1}])
    run_rebellion(state)
    assert state.to_dict()["boat"][1] == {"ore": 2}
    assert state.to_dict()["dock"][1] == {"ore": 1}
    assert state.goods == state.regions() & ~(1 << 1) & ~(1 << 2)


@pytest.mark.clause("rurik.solo.tax_market")
def test_market_gives_another_good() -> None:
    state = action_position("tax", 2, troops=[{}, {"volyn": 1}], structures=[{}, {"market": ["volyn"]}])
    assert ("rebellion_market", {"player": 1, "region": "volyn", "good": "fish"}) in run_rebellion(state)
    assert state.to_dict()["boat"][1] == {"fish": 2}
    assert state.coins[1] == 0


@pytest.mark.clause("rurik.solo.tax")
def test_market_without_abilities_beside_yaroslav_gives_nothing() -> None:
    fields: dict[str, Any] = {"leaders": ["yaroslav", "sviatopolk"], "leader_at": ["volyn", None]}
    state = action_position("tax", 1, troops=[{}, {"volyn": 3}], structures=[{}, {"market": ["volyn"]}], **fields)
    run_rebellion(state)
    assert state.to_dict()["boat"][1] == {"fish": 1}
