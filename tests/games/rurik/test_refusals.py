"""Refused actions and their reasons."""

from typing import Any

import pytest

from regnum.games.rurik import GAME
from regnum.games.rurik.components import GOODS, SCHEMES
from regnum.games.rurik.state import RurikState
from tests.support.games.refusals import expect_refusal
from tests.support.games.rurik import act, legal, position, turn_position
from tests.support.games.rurik_solo import solo_position

Fields = dict[str, Any]
WITH_SWORDS: Fields = {"active": 8, "acted": True, "points": [0, 0, 1, 0, 0, 0, 0]}


def check_refusal(state: RurikState, action: str, reason: str) -> None:
    """Check that an action is refused for this reason and changes nothing."""
    before = state.clone()
    with expect_refusal(reason):
        state.submit(action, 0)
    assert state == before


def advisor(player: int, number: int) -> Fields:
    return {"player": player, "advisor": number, "bribe": 0}


def with_points(points: Fields, **fields: Any) -> RurikState:
    kinds = ["muster", "move", "attack", "tax", "build", "guarded_attack", "march"]
    return turn_position("tax", acted=True, points=[points.get(kind, 0) for kind in kinds], **fields)


@pytest.mark.clause("rurik.attack.where", "rurik.solo.you_attack_neutral", "rurik.solo.side")
def test_solo_attacks_are_refused_with_reasons() -> None:
    stack: list[Fields] = [{"step": "Turn", "player": 0}, {"step": "EndTurn"}]
    troops = [{"kiev": 1, "volyn": 1}, {"kiev": 1}]
    state = act(solo_position(stack, troops=troops, neutral=["kiev", "polotsk"], **WITH_SWORDS), "use attack")
    check_refusal(state, "attack_neutral polotsk", "no figures in Polotsk")
    check_refusal(state, "attack_neutral volyn", "no neutral troop in Volyn")
    check_refusal(state, "attack_rebels kiev", "the rebellion’s troops")


@pytest.mark.clause("rurik.move.points", "rurik.deeds.march", "rurik.setup.regions")
def test_impossible_leader_moves_are_refused() -> None:
    fields: Fields = {"troops": [{"kiev": 1}, {"volyn": 1}]}
    absent = with_points({"move": 1, "march": 1}, **fields)
    check_refusal(act(absent, "use move"), "move_leader polotsk", "leader is not on the map")
    check_refusal(act(absent, "pass", "use march"), "march_leader polotsk", "leader is not on the map")
    there = with_points({"move": 1, "march": 1}, leader_at=["kiev"], **fields)
    act(there, "use move")
    check_refusal(there, "move_leader azov", "Azov is not in play")
    check_refusal(there, "move_leader kiev", "already in Kiev")
    check_refusal(there, "move_leader novgorod", "Novgorod is not adjacent")
    act(there, "pass", "use march")
    check_refusal(there, "march_leader azov", "Azov is not in play")
    check_refusal(there, "march_leader kiev", "already in Kiev")


@pytest.mark.clause("rurik.bonus.points", "rurik.deeds.guarded")
def test_guarded_swords_are_refused_with_the_others() -> None:
    fields: Fields = {"troops": [{"kiev": 2}, {"kiev": 1}], "hand": [["move1"]]}
    state = with_points({"guarded_attack": 1, "muster": 1}, **fields)
    check_refusal(state, "use guarded_attack", "use attacks with one card fewer together with them")
    act(state, "use attack", "pass")
    assert {"resume attack", "end_turn"} <= legal(state), "once more, before they are lost"
    check_refusal(state, "resume muster", "have not postponed helmets")
    act(state, "resume attack", "pass")
    check_refusal(state, "resume attack", "postponed your swords twice; do something else first")
    check_refusal(state, "use attack", "just postponed your swords")
    check_refusal(state, "use guarded_attack", "just postponed your attacks")
    check_refusal(state, "use build", "have no hammers")
    nobody = with_points({"guarded_attack": 1, "muster": 1}, troops=[{"kiev": 2}, {"volyn": 1}])
    check_refusal(nobody, "use attack", "cannot use swords now")
    check_refusal(nobody, "use guarded_attack", "cannot use attacks with one card fewer now")


@pytest.mark.clause("rurik.leaders.sudislav")
def test_swords_to_helmets_are_refused_with_reasons() -> None:
    fields: Fields = {"leaders": ["sudislav", "boris"], "leader_at": ["kiev"]}
    empty = act(with_points({"attack": 1}, troops=[{"kiev": 12}, {"kiev": 1}], **fields), "use attack")
    check_refusal(empty, "swords_to_helmets kiev", "no troops in your supply")
    check_refusal(empty, "swords_to_helmets volyn", "do not have Sudislav in Volyn")
    another = act(with_points({"attack": 1}, troops=[{"kiev": 1}, {"kiev": 1}], leader_at=["kiev"]), "use attack")
    check_refusal(another, "swords_to_helmets kiev", "do not have Sudislav in Kiev")


@pytest.mark.clause("rurik.structures.church", "rurik.solo.church_troop")
def test_church_does_not_replace_own_or_missing_troops() -> None:
    fields: Fields = {"rebels": ["kiev"], "leader_at": ["kiev"]}
    state = with_points({"build": 1}, troops=[{"kiev": 3}, {"kiev": 1}], players=3, **fields)
    act(state, "use build", "build church kiev")
    assert legal(state) == {"replace_rebel", "replace_troop 1"}
    check_refusal(state, "replace_neutral", "no neutral troop in Kiev")
    check_refusal(state, "replace_troop 0", "its own side")
    check_refusal(state, "replace_troop 2", "no troops in Kiev")
    choice: list[Fields] = [{"step": "ChooseConverted", "player": 0, "region": 5}]
    choice += [{"step": "RebelBuild", "points": 0, "rank": 0, "at": 0}, {"step": "EndTurn"}]
    theirs = solo_position(choice, active=16, troops=[{"kiev": 1}, {"kiev": 2}], neutral=["kiev"])
    check_refusal(theirs, "replace_troop 1", "its own side")
    check_refusal(theirs, "replace_rebel", "the rebellion’s troops")


@pytest.mark.clause("rurik.action.return")
def test_return_to_a_region_out_of_play_is_refused() -> None:
    check_refusal(position(2, [{"step": "ReturnToMap", "player": 0}]), "return_to azov", "Azov is not in play")


@pytest.mark.clause("rurik.leaders.predslava", "rurik.leaders.predslava_leader", "rurik.leaders.once")
def test_predslava_does_not_push_own_or_missing_figures() -> None:
    fields: Fields = {
        "leaders": ["predslava", "boris"],
        "leader_at": ["kiev", "volyn"],
        "troops": [{"kiev": 1}, {"volyn": 1}],
    }
    state = turn_position("tax", **fields)
    check_refusal(state, "push volyn 1", "no troops in Kiev")
    check_refusal(state, "push_leader volyn 1", "leader is not in Kiev")
    check_refusal(state, "push volyn 0", "push only other players’ figures")
    check_refusal(state, "push novgorod 1", "Novgorod is not adjacent")
    check_refusal(state, "push azov 1", "Azov is not in play")
    check_refusal(turn_position("tax", **{**fields, "leader_at": []}), "push volyn 1", "leader is not on the map")
    check_refusal(
        turn_position("tax", **{**fields, "leaders": ["boris", "predslava"]}),
        "push volyn 1",
        "Only Predslava can do that",
    )
    check_refusal(
        turn_position("tax", **fields, ability_used=[True, False]), "push volyn 1", "has already done that this round"
    )


@pytest.mark.clause("rurik.tax.stow")
def test_missing_goods_are_refused() -> None:
    state = turn_position("tax", boat=[{"wood": 1}], dock=[{"fur": 1}])
    check_refusal(state, "load wood", "There is no wood on your dock")
    check_refusal(state, "unload fur", "There is no fur on your boat")
    check_refusal(
        turn_position("tax", boat=[{"wood": 1}], options={"stowing": "automatic"}),
        "unload wood",
        "stowed automatically",
    )


@pytest.mark.clause("rurik.deeds.different_regions", "rurik.deeds.ruled_region")
def test_figures_that_a_deed_does_not_take_are_refused() -> None:
    sides = [{"novgorod": 2, "volyn": 1, "kiev": 3}, {"kiev": 4}]
    deed: Fields = {"deeds": [["border_patrols", "peace_maker"]], "troops": sides, "leader_at": ["rostov"]}
    state = act(turn_position("tax", **deed), "accomplish border_patrols")
    check_refusal(state, "withdraw kiev", r"order of the map: Kiev is not possible now.*rurik.deeds.different_regions")
    check_refusal(act(state, "withdraw_leader"), "withdraw novgorod", "Novgorod is not possible now")
    check_refusal(state, "withdraw_leader", "Your leader is not on the map")
    state = act(turn_position("tax", **deed), "accomplish peace_maker")
    check_refusal(
        state, "withdraw kiev", "you rule and that has enough of them: Kiev is not possible.*rurik.deeds.ruled_region"
    )
    check_refusal(state, "withdraw suzdal", "no troops in Suzdal")


@pytest.mark.clause("rurik.action.equal", "rurik.action.fastest")
def test_slower_and_foreign_advisors_cannot_be_activated() -> None:
    board = {"muster": [advisor(0, 4), advisor(1, 1)], "tax": [advisor(0, 2)], "build": [advisor(0, 2)]}
    figures = [{"kiev": 1}, {"kiev": 1}]
    state = position(2, [{"step": "ChooseAdvisor", "player": 0}], board=board, troops=figures, round=3)
    assert legal(state) == {"activate tax 1", "activate build 1"}
    check_refusal(state, "activate muster 1", "not your fastest.*rurik.action.fastest")
    check_refusal(state, "activate muster 2", "not yours.*rurik.action.fastest")
    check_refusal(state, "activate move 1", "no advisor on that space.*rurik.action.fastest")


@pytest.mark.clause("rurik.action.unused", "rurik.action.part")
def test_postponed_points_are_refused_before_the_main_action() -> None:
    fields: Fields = {"troops": [{"kiev": 1}, {"volyn": 1}]}
    state = turn_position("tax", points=[1, 0, 0, 0, 0, 0, 0], **fields)
    check_refusal(act(state, "use muster"), "end_turn", "First stop using these points.*rurik.action.part")
    check_refusal(act(state, "pass"), "resume muster", "just postponed your helmets.*rurik.bonus.points")
    check_refusal(state, "resume move", "have not postponed boots")
    check_refusal(state, "pass", "Take or forfeit your main action.*rurik.action.forfeit")
    act(state, "forfeit", "use muster", "pass")
    check_refusal(state, "pass", "end it instead.*rurik.action.turn")
    check_refusal(act(state, "resume muster"), "forfeit", "already taken or forfeited.*rurik.action.main")


@pytest.mark.clause("rurik.deeds.any_goods", "rurik.deeds.different_goods", "rurik.deeds.same_goods")
def test_goods_that_a_deed_does_not_take_are_refused() -> None:
    assert GOODS == ["wood", "ore", "fish", "honey", "fur"], "the order of the kinds"

    def paying(step: str, stock: dict[str, int], **params: int) -> RurikState:
        stack: list[Fields] = [{"step": step, "player": 0, **params}, {"step": "Reward", "player": 0, "deed": 0}]
        stack += [{"step": "Turn", "player": 0}, {"step": "EndTurn"}]
        return position(2, stack, active=9, dock=[stock], troops=[{"kiev": 1}])

    state = paying("PayGoods", {"wood": 1, "honey": 2, "fur": 1}, left=3, good=0)
    check_refusal(state, "pay_good fish", "You have no fish to pay.*rurik.deeds.any_goods")
    check_refusal(state, "pay_good fur", "enough for the 3 still to be paid.*rurik.deeds.any_goods")
    check_refusal(act(state, "pay_good honey"), "pay_good wood", "too late for wood now.*rurik.deeds.any_goods")
    state = paying("PayDifferentGoods", {"wood": 2, "honey": 2, "fur": 1}, left=2, good=0)
    check_refusal(state, "pay_good fur", "starting with fur.*rurik.deeds.different_goods")
    check_refusal(act(state, "pay_good honey"), "pay_good honey", "already paid honey.*rurik.deeds.different_goods")
    check_refusal(state, "pay_good wood", "too late for wood now.*rurik.deeds.different_goods")
    state = paying("PaySameGoods", {"wood": 3, "honey": 2}, count=3)
    message = "requires 3 goods of one kind; you have only 2 honey.*rurik.deeds.same_goods"
    check_refusal(state, "pay_good honey", message)
    for step, params in (("PayDifferentGoods", {"left": 1, "good": 0}), ("PaySameGoods", {"count": 1})):
        check_refusal(paying(step, {"wood": 1}, **params), "pass", "You cannot pass here.*rurik.deeds")


@pytest.mark.clause("rurik.leaders.maria", "rurik.leaders.once", "rurik.muster.where")
def test_maria_musters_in_adjacent_regions_once() -> None:
    """Polotsk is adjacent to Smolensk, Pereyaslavl is not."""
    fields: Fields = {
        "leaders": ["maria", "boris"],
        "leader_at": ["smolensk"],
        "troops": [{"smolensk": 1}, {"volyn": 1}],
    }
    state = act(turn_position("tax", points=[2, 0, 0, 0, 0, 0, 0], ability_used=[True, False], **fields), "use muster")
    check_refusal(state, "muster polotsk", "Maria has already done that this round.*rurik.leaders.once")
    check_refusal(state, "muster pereyaslavl", "no figures in Pereyaslavl.*rurik.muster.where")
    other = act(
        turn_position("tax", points=[2, 0, 0, 0, 0, 0, 0], **{**fields, "leaders": ["agatha", "boris"]}), "use muster"
    )
    check_refusal(other, "muster polotsk", "no figures in Polotsk.*rurik.muster.where")


@pytest.mark.clause("rurik.strategy.bribe_limit", "rurik.leaders.agatha")
def test_numbers_without_an_action_are_refused() -> None:
    stack: list[Fields] = [{"step": "PlaceAdvisor", "player": 0}]
    state = position(2, stack, advisors=[["1"]], coins=[40])
    assert "place 1 muster 36" in legal(state)
    check_refusal(state, "place 1 muster 37", "coins: there are no more in the box.*rurik.strategy.bribe_limit")
    check_refusal(state, "place 1 nowhere 37", "no action 'place 1 nowhere 37'")
    check_refusal(state, "place 1 muster", "no action 'place 1 muster'")
    agatha: Fields = {"leaders": ["agatha", "boris"], "leader_at": ["kiev"], "troops": [{"kiev": 4}, {"volyn": 1}]}
    state = act(turn_position("tax", points=[0, 1, 0, 0, 0, 0, 0], **agatha), "use move", "move_leader chernigov")
    check_refusal(state, "escort 3", "At most 2 troops may move with Agatha.*rurik.leaders.agatha")


@pytest.mark.clause("rurik.scheme.marker")
def test_marker_must_go_to_a_player_at_the_table() -> None:
    stack: list[Fields] = [{"step": "PassMarker", "player": 0}, {"step": "Turn", "player": 0}, {"step": "EndTurn"}]
    state = position(3, stack, active=20, acted=True, troops=[{"kiev": 1}])
    check_refusal(state, "pass_marker 3", "no such player.*rurik.scheme.marker")


@pytest.mark.clause("rurik.scheme.draw", "rurik.attack.casualties")
def test_drawing_from_an_empty_deck_is_refused() -> None:
    """With all other schemes in hands there is nothing to shuffle, so that the left deck stays empty."""
    hands = [SCHEMES[:13], SCHEMES[13:-1]]
    fields: Fields = {"left": [], "right": SCHEMES[-1:], "hand": hands, "acted": True, "troops": [{"kiev": 1}]}
    stack: list[Fields] = [{"step": "Turn", "player": 0}, {"step": "EndTurn"}]
    state = position(2, [{"step": "ChooseDeck", "player": 0, "count": 1}, *stack], active=20, **fields)
    check_refusal(state, "draw left", "no cards left in the left deck.*rurik.scheme.draw")
    casualties = {"step": "Casualties", "player": 0, "region": 5, "cards": 1}
    state = position(2, [casualties, {"step": "Attack", "player": 0}, *stack], active=8, **fields)
    check_refusal(state, "reveal left", "no cards left in the left deck.*rurik.attack.casualties")


@pytest.mark.clause("rurik.deeds.tuck", "rurik.deeds.own")
def test_accomplished_deed_is_refused() -> None:
    state = turn_position("tax", accomplished=[["hoard"]], troops=[{"kiev": 1}])
    check_refusal(state, "accomplish hoard", "already accomplished the deed “Hoard”.*rurik.deeds.tuck")
    check_refusal(state, "accomplish law_giver", "not one of yours.*rurik.deeds.own")


@pytest.mark.clause("rurik.solo.leader", "rurik.setup.leader")
def test_sviatopolk_is_refused_as_a_leader() -> None:
    state = GAME.new_state(1, 1)
    assert isinstance(state, RurikState)
    check_refusal(state, "choose_leader sviatopolk", "Sviatopolk leads the rebellion.*rurik.solo.leader")


@pytest.mark.clause("rurik.attack.own_leader")
def test_missing_troop_cannot_be_lost() -> None:
    lost = {"step": "LoseFigure", "player": 0, "region": 5}
    stack: list[Fields] = [lost, {"step": "Attack", "player": 0}, {"step": "Turn", "player": 0}, {"step": "EndTurn"}]
    fields: Fields = {"leader_at": ["kiev"], "options": {"own_casualty": "any"}, "active": 8, "acted": True}
    check_refusal(position(2, stack, **fields), "lose troop", "no troops in Kiev.*rurik.attack.own_leader")
