"""What is first in its list is no exception: Novgorod, wood, the first deed, agenda and scheme; and small shares."""

from typing import Any

import pytest

from regnum.games.rurik.components import AGENDAS, REGIONS, SCHEMES
from regnum.games.rurik.solo.attack import next_field
from tests.games.rurik.positions import go, legal, position, scheming, told, troops, turn
from tests.games.rurik.solo.positions import ORDER_15, solo

anywhere = pytest.mark.parametrize("region", ["novgorod", "volyn"])
"""The first region of all, and some other."""

Fields = dict[str, Any]


# A leader who stands in the first region.


@pytest.mark.clause("rurik.muster.leader")
@anywhere
def test_a_leader_on_the_map_is_not_mustered_again(region: str) -> None:
    state = go(turn("muster", leader_at=[region]), "main_action")
    assert legal(state) == {f"muster {region}", "pass"}
    with pytest.raises(ValueError, match="leader is on the map"):
        state.submit(f"muster_leader {region}", 0)


@pytest.mark.clause("rurik.leaders.maria")
@pytest.mark.parametrize(
    ("region", "beside"),
    [("novgorod", ["polotsk", "rostov", "smolensk"]), ("volyn", ["kiev", "polotsk"])],
)
def test_maria_musters_beside_her(region: str, beside: list[str]) -> None:
    state = go(turn("muster", leaders=["maria", "boris"], leader_at=[region]), "main_action")
    assert legal(state) == {f"muster {place}" for place in (region, *beside)} | {"pass"}


@pytest.mark.clause("rurik.leaders.sudislav")
@anywhere
def test_sudislav_musters_with_swords(region: str) -> None:
    state = turn("attack", leaders=["sudislav", "boris"], leader_at=[region], rebels=[region])
    go(state, "main_action")
    assert f"swords_to_helmets {region}" in legal(state)


@pytest.mark.clause("rurik.leaders.predslava")
@anywhere
def test_predslava_sends_away_who_stands_beside_her(region: str) -> None:
    fields: Fields = {"leaders": ["predslava", "boris"], "leader_at": [region], "troops": [{}, {region: 1}]}
    state = turn("tax", **fields)
    assert "push polotsk 1" in legal(state)
    with pytest.raises(ValueError, match="not adjacent"):
        state.submit("push pereyaslavl 1", 0)


@pytest.mark.clause("rurik.move.points", "rurik.deeds.march")
@anywhere
def test_a_leader_moves_and_marches(region: str) -> None:
    fields: Fields = {"points": [0, 1, 0, 0, 0, 0, 1], "leader_at": [region], "troops": [{"kiev": 1}], "acted": True}
    state = turn("tax", **fields)
    go(state, "use move")
    assert "move_leader polotsk" in legal(state)
    with pytest.raises(ValueError, match="not adjacent"):
        state.submit("move_leader pereyaslavl", 0)
    assert "march_leader pereyaslavl" in legal(go(state, "pass", "use march"))


@pytest.mark.clause("rurik.deeds.troops")
@anywhere
def test_a_leader_may_be_given_up(region: str) -> None:
    fields: Fields = {"deeds": [["retire_veterans"]], "coins": [2], "troops": [{region: 1}], "leader_at": [region]}
    state = go(turn("tax", 3, **fields), "accomplish retire_veterans")
    assert legal(state) == {f"withdraw {region}", "withdraw_leader"}
    with pytest.raises(ValueError, match="no troop in Kiev"):
        state.submit("withdraw kiev", 0)


@pytest.mark.clause("rurik.deeds.troops")
def test_nobody_gives_up_a_leader_who_is_off_the_map() -> None:
    fields: Fields = {"deeds": [["retire_veterans"]], "coins": [2], "troops": [{"novgorod": 2}]}
    state = go(turn("tax", 3, **fields), "accomplish retire_veterans")
    with pytest.raises(ValueError, match="leader is not on the map"):
        state.submit("withdraw_leader", 0)


@pytest.mark.clause("rurik.deeds.ruled_region")
@anywhere
def test_who_gives_up_a_figure_of_a_region_that_he_rules_takes_the_other_from_there_too(region: str) -> None:
    state = turn("tax", 3, deeds=[["peace_maker"]], coins=[2], troops=[{region: 3, "kiev": 3}])
    go(state, "accomplish peace_maker", f"withdraw {region}")
    assert legal(state) == {f"withdraw {region}"}


@pytest.mark.clause("rurik.deeds.ruled_region")
def test_a_leader_in_novgorod_is_refused_for_the_right_reason() -> None:
    sides = [{"kiev": 3}, {"novgorod": 3}]
    state = turn("tax", 3, deeds=[["peace_maker"]], coins=[2], troops=sides, leader_at=["novgorod"])
    go(state, "accomplish peace_maker")
    with pytest.raises(ValueError, match="Novgorod"):
        state.submit("withdraw_leader", 0)


# A share of leader and troops.


@pytest.mark.clause("rurik.deeds.conditions", "rurik.leaders.troop")
@pytest.mark.parametrize(
    ("count", "leader", "enough"),
    [(6, None, True), (5, "novgorod", True), (5, None, False), (5, "volyn", False), (4, "novgorod", False)],
)
def test_six_figures_in_one_region_are_troops_and_the_leader(count: int, leader: str | None, enough: bool) -> None:
    state = turn("tax", 3, deeds=[["amass_forces"]], troops=[{"novgorod": count, "kiev": 4}], leader_at=[leader])
    assert ("accomplish amass_forces" in legal(state)) == enough


@pytest.mark.clause("rurik.regions.occupy")
@anywhere
def test_a_leader_alone_occupies_a_region(region: str) -> None:
    assert position(2, leader_at=[region]).occupied(0) == 1 << REGIONS.index(region)


# The first card, deed, agenda.


@pytest.mark.clause("rurik.claim.deeds", "rurik.claim.row_refill")
def test_the_first_deed_of_all_lies_in_the_row_like_any_other() -> None:
    row = ["amass_forces", "law_giver", "hoard"]
    state = position(2, [{"step": "TakeDeed", "player": 0, "refill": 1}], deed_row=row)
    assert legal(state) == {f"take_deed {deed}" for deed in row}
    left = go(state, "take_deed hoard").to_dict()["deed_row"]
    assert left[:2] == row[:2]
    assert left[2] not in (None, "hoard")


@pytest.mark.clause("rurik.agendas.secret")
def test_the_first_agenda_of_all_is_not_dealt_twice() -> None:
    fields: Fields = {
        "agenda": ["capable", "regal"],
        "offered": [["capable", "wealthy"], ["regal", "esteemed"]],
        "agenda_stage": ["chosen"] * 2,
    }
    state = turn("tax", **fields)
    for seed in range(40):
        world = state.observed_by(0).determinized(seed).to_dict()
        assert world["agenda"][0] == "capable"
        assert "capable" not in world["offered"][1]


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


@pytest.mark.clause("rurik.schemes.memory")
@pytest.mark.parametrize("deck", ["left", "right"])
@pytest.mark.parametrize("card", SCHEMES[:2])
def test_a_scheme_that_was_put_back_is_still_known(deck: str, card: str) -> None:
    fields: Fields = {deck: ["move1", "tax1", card], f"{deck}_known": [None, None, 0]}
    state = turn("tax", **fields)
    for seed in range(5):
        assert state.observed_by(0).determinized(seed).to_dict()[f"{deck}_deck"][-1] == card


@pytest.mark.clause("rurik.end.reveal")
@pytest.mark.parametrize("agenda", AGENDAS[:2])
def test_every_agenda_is_shown_in_the_end(agenda: str) -> None:
    cards: Fields = {"agenda": [agenda], "offered": [[agenda, "regal"]], "agenda_stage": ["chosen"]}
    state = position(2, [{"step": "ReturnToMap", "player": 0}, {"step": "ClaimPhase"}], round=4, **cards)
    assert [note[1]["agenda"] for note in told(state, "pass") if note[0].startswith("agenda")] == [agenda]


@pytest.mark.clause("rurik.end.reveal", "rurik.end.winner")
@pytest.mark.parametrize("agenda", AGENDAS[:2])
def test_an_agenda_that_was_shown_stays_what_it_is(agenda: str) -> None:
    fields: Fields = {
        "agenda": ["regal", agenda, "wealthy"],
        "offered": [["regal", "esteemed"], [agenda, "conquering"], ["wealthy", "dignified"]],
        "agenda_stage": ["chosen"] * 3,
    }
    over = position(3, [], round=4, **fields)
    for seed in range(40):
        world = over.observed_by(0).determinized(seed).to_dict()
        assert world["agenda"] == fields["agenda"]
        assert agenda in world["offered"][1]
        assert agenda not in world["offered"][2]


@pytest.mark.clause("rurik.solo.attack_one_region")
@pytest.mark.parametrize("region", ["novgorod", "rostov"])
def test_the_rebellion_goes_on_where_it_attacked_before(region: str) -> None:
    """Volyn comes first in the order."""
    state = solo(troops=[{"volyn": 1, region: 1}, {"volyn": 1, region: 1}])
    order = [REGIONS.index(name) for name in ORDER_15]
    assert next_field(state, order, -1) == REGIONS.index("volyn")
    assert next_field(state, order, REGIONS.index(region)) == REGIONS.index(region)
