"""Novgorod, wood, the first deed, the first scheme: what has the number 0 is there like anything else.

Nobody and nothing have the number -1, so a rule that takes the one for the other shows here.
"""

import pytest

from tests.games.rurik.positions import go, legal, position, scheming, told, troops, turn

BESIDE = {"rostov", "polotsk", "smolensk"}
"""The neighbours of Novgorod in a game of two."""


@pytest.mark.clause("rurik.move.points")
def test_a_leader_moves_away_from_novgorod() -> None:
    state = go(turn("move", leaders=["boris", "agatha"], leader_at=["novgorod"]), "main_action")
    assert legal(state) == {f"move_leader {region}" for region in BESIDE} | {"pass"}


@pytest.mark.clause("rurik.leaders.maria")
def test_maria_helps_from_novgorod() -> None:
    state = go(turn("muster", leaders=["maria", "boris"], leader_at=["novgorod"]), "main_action")
    assert legal(state) == {f"muster {region}" for region in BESIDE | {"novgorod"}} | {"pass"}


@pytest.mark.clause("rurik.leaders.predslava")
def test_predslava_sends_figures_away_from_novgorod() -> None:
    state = turn("tax", leaders=["predslava", "boris"], leader_at=["novgorod"], troops=[{}, {"novgorod": 1}])
    assert legal(state, "push") == {f"push {region} 1" for region in BESIDE}


@pytest.mark.clause("rurik.leaders.sudislav")
def test_sudislav_musters_in_novgorod_with_a_sword() -> None:
    state = go(turn("attack", leaders=["sudislav", "boris"], leader_at=["novgorod"]), "main_action")
    assert legal(state) == {"swords_to_helmets novgorod", "pass"}


@pytest.mark.clause("rurik.deeds.troops")
def test_the_leader_is_given_up_in_novgorod() -> None:
    """Border Patrols is for three figures from different regions; he is one of them."""
    state = turn("tax", leader_at=["novgorod"], deeds=[["border_patrols"]], troops=[{"kiev": 1, "volyn": 1}])
    go(state, "accomplish border_patrols", "withdraw_leader", "withdraw volyn", "withdraw kiev")
    assert (state.leader_at[0], troops(state, 0)) == (-1, {})


@pytest.mark.clause("rurik.deeds.conditions", "rurik.leaders.troop")
@pytest.mark.parametrize(("there", "enough"), [(4, False), (5, True)])
def test_five_troops_and_the_leader_are_six_figures(there: int, enough: bool) -> None:
    """The first deed asks for six in a region; the leader is one of them, and not two."""
    for region in ("novgorod", "kiev"):
        state = turn("tax", leader_at=[region], troops=[{region: there}], deeds=[["amass_forces"]])
        assert ("accomplish amass_forces" in legal(state)) == enough
        apart = turn("tax", leader_at=[region], troops=[{"volyn": there}], deeds=[["amass_forces"]])
        assert "accomplish amass_forces" not in legal(apart)


@pytest.mark.clause("rurik.claim.deeds", "rurik.claim.row_refill")
def test_the_first_deed_is_taken_and_comes_back_into_the_row() -> None:
    row = ["amass_forces", "hoard", "law_giver"]
    state = position(2, [{"step": "ClaimPhase"}], deed_row=row)
    assert legal(state) == {f"take_deed {deed}" for deed in row}
    go(state, "take_deed amass_forces")
    assert state.to_dict()["deeds"][0] == ["amass_forces"]
    last = position(2, [{"step": "ClaimPhase"}], deed_row=row[1:], deed_deck=["amass_forces"])
    notes = told(last, "take_deed hoard")
    assert notes[0] == ("deed_opens", {"deed": "amass_forces"})
    assert last.to_dict()["deed_row"] == ["amass_forces", "law_giver"]


@pytest.mark.clause("rurik.scheme.draw", "rurik.attack.casualties")
def test_the_first_scheme_is_drawn_and_turned_up() -> None:
    first = "muster1_coin1_loss"
    drawn = go(scheming(["tax1", first], row=3), "draw left")
    assert drawn.to_dict()["hand"][0] == [first]
    fought = go(turn("attack", troops=[{"kiev": 2}, {"kiev": 2}], left=["tax1", first]), "main_action", "attack kiev 1")
    notes = told(fought, "reveal left")
    assert [key for key, _ in notes] == ["turned_up", "casualty"]
    assert troops(fought, 0) == {"kiev": 1}


@pytest.mark.clause("rurik.schemes.memory", "rurik.schemes.secret")
def test_nobody_does_not_know_what_nobody_put_back() -> None:
    state = go(scheming(["move1", "tax1", "coin2"], row=2), "draw left", "keep_scheme tax1")
    assert state.to_dict()["left_known"] == [None, 0]
    assert state.observed_by(None).to_dict()["left_deck"] == [None, None]
    assert state.observed_by(0).to_dict()["left_deck"] == [None, "coin2"]
