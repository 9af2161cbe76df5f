"""Boundary values: first elements, such as Novgorod, wood and the first deed, are treated like all others."""

from typing import Any

import pytest

from regnum.games.rurik import GAME
from regnum.games.rurik.components import (
    AGENDAS,
    GOODS_TOKENS,
    HAND,
    REGIONS,
    SCHEMES,
    STRUCTURES_EACH,
    advisors_in,
)
from regnum.games.rurik.deeds.cards import DEED_CARDS, DEEDS
from regnum.games.rurik.solo.attack import next_field
from regnum.games.rurik.solo.move import can_spare
from regnum.games.rurik.solo.table import human_troops
from regnum.games.rurik.strategy_board import fastest_spaces
from tests.support.games.refusals import expect_refusal
from tests.support.games.rurik import act, act_and_read_notes, legal, position, scheme_position, troops, turn_position
from tests.support.games.rurik_solo import (
    ORDER_15,
    action_position,
    named_in_notes,
    placing_position,
    run_rebellion,
    solo_position,
)

anywhere = pytest.mark.parametrize("region", ["novgorod", "volyn"])
"""The first region, and another one."""

Fields = dict[str, Any]


# A leader who stands in the first region.


@pytest.mark.clause("rurik.muster.leader")
@anywhere
def test_leader_on_the_map_is_not_mustered_again(region: str) -> None:
    state = act(turn_position("muster", leader_at=[region]), "main_action")
    assert legal(state) == {f"muster {region}", "pass"}
    with expect_refusal("leader is already on the map"):
        state.submit(f"muster_leader {region}", 0)


@pytest.mark.clause("rurik.leaders.maria")
@pytest.mark.parametrize(
    ("region", "beside"),
    [("novgorod", ["polotsk", "rostov", "smolensk"]), ("volyn", ["kiev", "polotsk"])],
)
def test_maria_musters_beside_her(region: str, beside: list[str]) -> None:
    state = act(turn_position("muster", leaders=["maria", "boris"], leader_at=[region]), "main_action")
    assert legal(state) == {f"muster {place}" for place in (region, *beside)} | {"pass"}


@pytest.mark.clause("rurik.leaders.sudislav")
@anywhere
def test_sudislav_musters_with_swords(region: str) -> None:
    state = turn_position("attack", leaders=["sudislav", "boris"], leader_at=[region], rebels=[region])
    act(state, "main_action")
    assert f"swords_to_helmets {region}" in legal(state)


@pytest.mark.clause("rurik.leaders.predslava")
@anywhere
def test_predslava_pushes_figures_in_her_region(region: str) -> None:
    fields: Fields = {"leaders": ["predslava", "boris"], "leader_at": [region], "troops": [{}, {region: 1}]}
    state = turn_position("tax", **fields)
    assert "push polotsk 1" in legal(state)
    with expect_refusal("not adjacent"):
        state.submit("push pereyaslavl 1", 0)


@pytest.mark.clause("rurik.move.points", "rurik.deeds.march")
@anywhere
def test_leader_moves_and_marches(region: str) -> None:
    fields: Fields = {"points": [0, 1, 0, 0, 0, 0, 1], "leader_at": [region], "troops": [{"kiev": 1}], "acted": True}
    state = turn_position("tax", **fields)
    act(state, "use move")
    assert "move_leader polotsk" in legal(state)
    with expect_refusal("not adjacent"):
        state.submit("move_leader pereyaslavl", 0)
    assert "march_leader pereyaslavl" in legal(act(state, "pass", "use march"))


@pytest.mark.clause("rurik.deeds.troops")
@anywhere
def test_leader_may_be_given_up(region: str) -> None:
    fields: Fields = {"deeds": [["retire_veterans"]], "coins": [2], "troops": [{region: 1}], "leader_at": [region]}
    state = act(turn_position("tax", 3, **fields), "accomplish retire_veterans")
    assert legal(state) == {f"withdraw {region}", "withdraw_leader"}
    with expect_refusal("no troops in Kiev"):
        state.submit("withdraw kiev", 0)


@pytest.mark.clause("rurik.deeds.troops")
def test_leader_off_the_map_cannot_be_withdrawn() -> None:
    fields: Fields = {"deeds": [["retire_veterans"]], "coins": [2], "troops": [{"novgorod": 2}]}
    state = act(turn_position("tax", 3, **fields), "accomplish retire_veterans")
    with expect_refusal("leader is not on the map"):
        state.submit("withdraw_leader", 0)


@pytest.mark.clause("rurik.deeds.ruled_region")
@anywhere
def test_second_figure_is_withdrawn_from_the_same_ruled_region(region: str) -> None:
    state = turn_position("tax", 3, deeds=[["peace_maker"]], coins=[2], troops=[{region: 3, "kiev": 3}])
    act(state, "accomplish peace_maker", f"withdraw {region}")
    assert legal(state) == {f"withdraw {region}"}


@pytest.mark.clause("rurik.deeds.ruled_region")
def test_leader_in_novgorod_is_refused_for_the_right_reason() -> None:
    sides = [{"kiev": 3}, {"novgorod": 3}]
    state = turn_position("tax", 3, deeds=[["peace_maker"]], coins=[2], troops=sides, leader_at=["novgorod"])
    act(state, "accomplish peace_maker")
    with expect_refusal("Novgorod"):
        state.submit("withdraw_leader", 0)


# A share of leader and troops.


@pytest.mark.clause("rurik.deeds.conditions", "rurik.leaders.troop")
@pytest.mark.parametrize(
    ("count", "leader", "enough"),
    [(6, None, True), (5, "novgorod", True), (5, None, False), (5, "volyn", False), (4, "novgorod", False)],
)
def test_six_figures_in_one_region_are_troops_and_the_leader(count: int, leader: str | None, enough: bool) -> None:
    state = turn_position(
        "tax", 3, deeds=[["amass_forces"]], troops=[{"novgorod": count, "kiev": 4}], leader_at=[leader]
    )
    assert ("accomplish amass_forces" in legal(state)) == enough


@pytest.mark.clause("rurik.regions.occupy")
@anywhere
def test_leader_alone_occupies_a_region(region: str) -> None:
    assert position(2, leader_at=[region]).occupied_regions(0) == 1 << REGIONS.index(region)


# The first card, deed, agenda.


@pytest.mark.clause("rurik.claim.deeds", "rurik.claim.row_refill")
def test_first_deed_is_in_the_row_like_any_other() -> None:
    row = ["amass_forces", "law_giver", "hoard"]
    state = position(2, [{"step": "TakeDeed", "player": 0, "refill": 1}], deed_row=row)
    assert legal(state) == {f"take_deed {deed}" for deed in row}
    left = act(state, "take_deed hoard").to_dict()["deed_row"]
    assert left[:2] == row[:2]
    assert left[2] not in (None, "hoard")


@pytest.mark.clause("rurik.agendas.secret")
def test_first_agenda_of_all_is_not_dealt_twice() -> None:
    fields: Fields = {
        "agenda": ["capable", "regal"],
        "offered": [["capable", "wealthy"], ["regal", "esteemed"]],
        "agenda_stage": ["chosen"] * 2,
    }
    state = turn_position("tax", **fields)
    for seed in range(40):
        world = state.observed_by(0).determinized(seed).to_dict()
        assert world["agenda"][0] == "capable"
        assert "capable" not in world["offered"][1]


@pytest.mark.clause("rurik.claim.deeds", "rurik.claim.row_refill")
def test_first_deed_is_taken_and_comes_back_into_the_row() -> None:
    row = ["amass_forces", "hoard", "law_giver"]
    state = position(2, [{"step": "ClaimPhase"}], deed_row=row)
    assert legal(state) == {f"take_deed {deed}" for deed in row}
    act(state, "take_deed amass_forces")
    assert state.to_dict()["deeds"][0] == ["amass_forces"]
    last = position(2, [{"step": "ClaimPhase"}], deed_row=row[1:], deed_deck=["amass_forces"])
    notes = act_and_read_notes(last, "take_deed hoard")
    assert notes[0] == ("deed_opens", {"deed": "amass_forces"})
    assert last.to_dict()["deed_row"] == ["amass_forces", "law_giver"]


@pytest.mark.clause("rurik.scheme.draw", "rurik.attack.casualties")
def test_first_scheme_is_drawn_and_turned_up() -> None:
    first = "muster1_coin1_loss"
    drawn = act(scheme_position(["tax1", first], row=3), "draw left")
    assert drawn.to_dict()["hand"][0] == [first]
    fought = act(
        turn_position("attack", troops=[{"kiev": 2}, {"kiev": 2}], left=["tax1", first]), "main_action", "attack kiev 1"
    )
    notes = act_and_read_notes(fought, "reveal left")
    assert [key for key, _ in notes] == ["turned_up", "casualty"]
    assert troops(fought, 0) == {"kiev": 1}


@pytest.mark.clause("rurik.schemes.memory", "rurik.schemes.secret")
def test_schemes_that_nobody_put_back_are_unknown() -> None:
    state = act(scheme_position(["move1", "tax1", "coin2"], row=2), "draw left", "keep_scheme tax1")
    assert state.to_dict()["left_known"] == [None, 0]
    assert state.observed_by(None).to_dict()["left_deck"] == [None, None]
    assert state.observed_by(0).to_dict()["left_deck"] == [None, "coin2"]


@pytest.mark.clause("rurik.schemes.memory")
@pytest.mark.parametrize("deck", ["left", "right"])
@pytest.mark.parametrize("card", SCHEMES[:2])
def test_scheme_that_was_put_back_is_still_known(deck: str, card: str) -> None:
    fields: Fields = {deck: ["move1", "tax1", card], f"{deck}_known": [None, None, 0]}
    state = turn_position("tax", **fields)
    for seed in range(5):
        assert state.observed_by(0).determinized(seed).to_dict()[f"{deck}_deck"][-1] == card


@pytest.mark.clause("rurik.end.reveal")
@pytest.mark.parametrize("agenda", AGENDAS[:2])
def test_every_agenda_is_shown_in_the_end(agenda: str) -> None:
    cards: Fields = {"agenda": [agenda], "offered": [[agenda, "regal"]], "agenda_stage": ["chosen"]}
    state = position(2, [{"step": "ReturnToMap", "player": 0}, {"step": "ClaimPhase"}], round=4, **cards)
    assert [note[1]["agenda"] for note in act_and_read_notes(state, "pass") if note[0].startswith("agenda")] == [agenda]


@pytest.mark.clause("rurik.end.reveal", "rurik.end.winner")
@pytest.mark.parametrize("agenda", AGENDAS[:2])
def test_shown_agenda_stays_the_same(agenda: str) -> None:
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
def test_rebellion_continues_attacking_in_the_same_region(region: str) -> None:
    """Volyn comes first in the order."""
    state = solo_position(troops=[{"volyn": 1, region: 1}, {"volyn": 1, region: 1}])
    order = [REGIONS.index(name) for name in ORDER_15]
    assert next_field(state, order, -1) == REGIONS.index("volyn")
    assert next_field(state, order, REGIONS.index(region)) == REGIONS.index(region)


@pytest.mark.clause("rurik.solo.muster_ruled", "rurik.regions.lone_stronghold")
def test_remaining_helmets_go_where_the_rebellion_has_figures() -> None:
    """Volyn comes first in the order, but there only a stronghold rules. Kiev comes before Rostov."""
    fields: Fields = {"troops": [{}, {"kiev": 2, "rostov": 2}], "leader_at": [None, "kiev"]}
    state = action_position("muster", 2, structures=[{}, {"stronghold": ["volyn"]}], **fields)
    assert named_in_notes(run_rebellion(state), "rebellion_musters_ruled") == ["kiev", "rostov", "kiev"]
    first = action_position(
        "muster", 3, top=15, coins=[0, 1], troops=[{}, {"volyn": 2, "kiev": 2}], leader_at=[None, "kiev"]
    )
    assert named_in_notes(run_rebellion(first), "rebellion_musters_ruled")[0] == "volyn", "the first of the order"


@pytest.mark.clause("rurik.solo.watch")
def test_rebellion_turn_cannot_run_on_after_the_last_advisor() -> None:
    state = placing_position(["1", "4"], options={"rebellion_turn": "step"})
    act(state, "go_on")
    assert legal(state) == {"go_on"}


# All of them, and nothing left.


@pytest.mark.clause("rurik.attack.casualties", "rurik.schemes.run_out")
def test_casualties_are_not_checked_with_every_scheme_in_hands() -> None:
    fields: Fields = {
        "hand": [SCHEMES[:13], SCHEMES[13:]],
        "left": [],
        "right": [],
        "troops": [{"kiev": 3}, {"kiev": 2}],
    }
    state = act(turn_position("attack", **fields), "main_action", "attack kiev 1")
    assert legal(state) >= {"attack kiev 1", "pass"}
    assert troops(state, 0) == {"kiev": 3}


@pytest.mark.clause("rurik.scheme.draw", "rurik.schemes.run_out")
def test_draw_has_no_effect_with_every_scheme_in_hands() -> None:
    fields: Fields = {
        "hand": [SCHEMES[:13], SCHEMES[13:]],
        "left": [],
        "right": [],
        "troops": [{"kiev": 3}, {"kiev": 2}],
    }
    state = act(turn_position("scheme", 2, **fields), "main_action")
    assert "end_turn" in legal(state)
    assert state.hand[0].bit_count() == 13


@pytest.mark.clause("rurik.schemes.secret")
def test_hand_has_a_name_for_each_hidden_card() -> None:
    assert len(HAND) == 2 * 27
    assert HAND[27] == "hidden_1"
    assert HAND[-1] == "hidden_27"
    seen = turn_position("tax", hand=[[], SCHEMES], left=[], right=[], troops=[{"kiev": 1}]).observed_by(0).to_dict()
    assert seen["hand"] == [[], [f"hidden_{number}" for number in range(1, 28)]]


@pytest.mark.clause("rurik.claim.exchanges", "rurik.exchange.marker")
def test_two_exchange_markers_are_turned_up() -> None:
    state = position(2, [{"step": "RefreshExchanges"}, {"step": "RefillGoods"}], exchanges=[[], ["muster"]], goods=[])
    assert state.exchanges == [0b11, 0b11]
    assert state.goods == (1 << 8) - 1


@pytest.mark.clause("rurik.setup.advisors", "rurik.setup.advisors_four", "rurik.claim.new_advisors")
@pytest.mark.parametrize(("players", "counts"), [(2, [4, 4, 5, 6]), (3, [4, 4, 5, 6]), (4, [4, 4, 5, 5])])
def test_number_of_advisors_in_each_round(players: int, counts: list[int]) -> None:
    assert [advisors_in(players, number).bit_count() for number in range(1, 5)] == counts


@pytest.mark.clause("rurik.bonus.points", "rurik.deeds.guarded")
def test_swords_of_both_kinds_are_offered_once() -> None:
    fields: Fields = {"points": [0, 0, 1, 0, 0, 1, 0], "acted": True, "troops": [{"kiev": 2}, {"kiev": 1}]}
    actions = turn_position("tax", **fields).legal_actions()
    assert [str(action) for action in actions] == ["use attack", "end_turn"]
    guarded = turn_position("tax", **{**fields, "points": [0, 0, 0, 0, 0, 1, 0]}).legal_actions()
    assert [str(action) for action in guarded] == ["use attack", "end_turn"]


@pytest.mark.clause("rurik.deeds.conditions")
def test_requirements_belong_to_the_right_deeds() -> None:
    asked = {
        name: {deed: getattr(card, name) for deed, card in zip(DEEDS, DEED_CARDS, strict=True) if getattr(card, name)}
        for name in ("need_troops", "need_rebels", "need_occupied", "need_regions")
    }
    assert asked == {
        "need_troops": {"amass_forces": 6},
        "need_rebels": {"law_giver": 3, "enforce_peace": 2},
        "need_occupied": {"dispatch_messengers": 8},
        "need_regions": {"market_day": 3, "defensive_belt": 3, "tithe_payments": 3},
    }


@pytest.mark.clause("rurik.setup.agenda", "rurik.agendas.secret")
def test_agenda_is_undetermined_before_it_is_chosen() -> None:
    fields: Fields = {
        "agenda": ["capable", None, None],
        "offered": [["capable", "wealthy"], ["regal", "esteemed"], ["dignified", "conquering"]],
        "agenda_stage": ["chosen", "choosing", "choosing"],
    }
    then = [{"step": step, "player": 0} for step in ("PlaceTroop", "PlaceLeader")]
    state = position(3, [{"step": "ChooseAgenda"}, *then, {"step": "Round"}], round=0, **fields)
    for seed in range(5):
        world = state.observed_by(0).determinized(seed).to_dict()
        assert world["agenda"] == ["capable", None, None]
        assert [len(cards) for cards in world["offered"]] == [2, 2, 2]
        mine = state.observed_by(1).determinized(seed).to_dict()
        assert mine["agenda"][0] in mine["offered"][0]
        assert mine["agenda"][1:] == [None, None]


@pytest.mark.clause("rurik.solo.move_order")
@pytest.mark.parametrize("region", ["novgorod", "volyn"])
def test_rebellion_reaches_every_region_from_the_only_one_that_can_spare_a_figure(region: str) -> None:
    state = action_position("move", 2, options={"rebellion_target": "choice"}, troops=[{}, {region: 3}])
    act(state, "go_on")
    assert legal(state) == {f"rebel_target {other}" for other in ORDER_15 if other != region}


@pytest.mark.clause("rurik.solo.church_troop")
@pytest.mark.parametrize(
    ("troops", "at", "there"), [({}, "novgorod", []), ({"kiev": 1}, "kiev", ["kiev"]), ({"kiev": 2}, None, ["kiev"])]
)
def test_leader_alone_is_no_troop_for_a_church(troops: Fields, at: str | None, there: list[str]) -> None:
    state = solo_position(troops=[troops, {"volyn": 1}], leader_at=[at, None])
    assert [region for number, region in enumerate(REGIONS) if human_troops(state) >> number & 1] == there


@pytest.mark.clause("rurik.action.fastest")
def test_player_without_advisors_on_the_board_has_no_fastest() -> None:
    state = position(
        2, board={"tax": [{"player": 1, "advisor": 5, "bribe": 0}, {"player": 0, "advisor": 1, "bribe": 3}]}
    )
    assert [fastest_spaces(state.board, player) for player in range(3)] == [[13], [12], []]


@pytest.mark.clause("rurik.build.supply", "rurik.setup.structures")
@pytest.mark.parametrize("player", [0, 1])
def test_players_have_separate_structures(player: int) -> None:
    three = [{}, {"church": ["novgorod", "rostov", "polotsk"]}]
    state = turn_position("build", player=player, structures=three, troops=[{"kiev": 2}, {"volyn": 2}])
    act(state, "main_action")
    assert any(text.startswith("build church") for text in legal(state)) == (player == 0)


@pytest.mark.clause("rurik.solo.your_troops")
@pytest.mark.parametrize("region", ["novgorod", "volyn"])
def test_player_cannot_start_where_the_rebellion_is(region: str) -> None:
    steps = [{"step": step, "player": 0} for step in ("PlaceTroop", "PlaceLeader")]
    state = solo_position([*steps, {"step": "Round"}], round=0, troops=[{}, {region: 2}])
    with expect_refusal("The rebellion is in") as error:
        state.submit(f"place_troop {region}", 0)
    with expect_refusal("not in play"):
        state.submit("place_troop azov", 0)
    assert error.value.clause == "rurik.solo.your_troops"


# First and last elements of lists, where only these tests would reveal an off-by-one error.


def refusal_of(**fields: Any) -> str:
    """Return the reason for refusing a position with these unadjusted fields."""
    data = position(2, [], troops=[{"kiev": 1}, {"volyn": 1}]).to_dict()
    with pytest.raises(ValueError, match=":") as error:
        GAME.state_from_dict(data | fields)
    return str(error.value)


@pytest.mark.clause("rurik.schemes.secret", "rurik.agendas.secret")
def test_secret_actions_are_exactly_these() -> None:
    secret = {action.family for action in GAME.actions if action.secret}
    assert secret == {"choose_agenda", "keep_scheme", "put_back"}


def test_unplayed_player_counts_have_no_goods() -> None:
    assert GOODS_TOKENS[:2] == [[0] * 5, [0] * 5]


def test_first_deed_is_in_one_place() -> None:
    assert f"deed_row: {DEEDS[0]} is in another place, too" in refusal_of(deed_row=[DEEDS[0]] * 3)


def test_structures_of_each_side_are_counted() -> None:
    many = {"church": REGIONS[: STRUCTURES_EACH + 1]}
    says = f"structures[1]: more than {STRUCTURES_EACH} of the kind church"
    assert says in refusal_of(structures=[{}, many])
    assert says not in refusal_of(structures=[many, {}])
    one_each = {"stronghold": REGIONS[:2], "market": REGIONS[2:4], "church": REGIONS[4:6]}
    assert "more than" not in refusal_of(structures=[{}, one_each], goods=["azov"])


@pytest.mark.clause("rurik.solo.move_stay", "rurik.solo.move_rule")
@pytest.mark.parametrize("region", REGIONS[:2])
def test_rebels_leader_may_leave_the_first_region_like_any_other(region: str) -> None:
    place = REGIONS.index(region)
    fields: dict[str, Any] = {"leaders": ["agatha", "sviatopolk"], "leader_at": [None, region]}
    assert not can_spare(solo_position(troops=[{region: 2}, {region: 1}], **fields), place), (
        "then the player would rule there"
    )
    assert can_spare(solo_position(troops=[{region: 1}, {region: 1}], **fields), place)
