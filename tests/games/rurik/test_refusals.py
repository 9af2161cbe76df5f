"""Why an action may not be taken: the reason that is told is the true one."""

from typing import Any

import pytest

from regnum.core.state import IllegalAction
from regnum.games.rurik.state import RurikState
from tests.support.games.rurik import go, legal, position, turn
from tests.support.games.rurik_solo import solo

Fields = dict[str, Any]
WITH_SWORDS: Fields = {"active": 8, "acted": True, "points": [0, 0, 1, 0, 0, 0, 0]}


def refused(state: RurikState, action: str, reason: str) -> None:
    """Say that an action is refused for this reason, and changes nothing."""
    before = state.clone()
    with pytest.raises(IllegalAction, match=reason):
        state.submit(action, 0)
    assert state == before


def with_points(points: Fields, **fields: Any) -> RurikState:
    kinds = ["muster", "move", "attack", "tax", "build", "guarded_attack", "march"]
    return turn("tax", acted=True, points=[points.get(kind, 0) for kind in kinds], **fields)


@pytest.mark.clause("rurik.attack.where", "rurik.solo.you_attack_neutral", "rurik.solo.side")
def test_attacks_in_the_solo_game() -> None:
    stack: list[Fields] = [{"step": "Turn", "player": 0}, {"step": "EndTurn"}]
    troops = [{"kiev": 1, "volyn": 1}, {"kiev": 1}]
    state = go(solo(stack, troops=troops, neutral=["kiev", "polotsk"], **WITH_SWORDS), "use attack")
    refused(state, "attack_neutral polotsk", "no figure in Polotsk")
    refused(state, "attack_neutral volyn", "no neutral troop in Volyn")
    refused(state, "attack_rebels kiev", "troops of the rebellion")


@pytest.mark.clause("rurik.move.points", "rurik.deeds.march", "rurik.setup.regions")
def test_the_leader_stays() -> None:
    fields: Fields = {"troops": [{"kiev": 1}, {"volyn": 1}]}
    absent = with_points({"move": 1, "march": 1}, **fields)
    refused(go(absent, "use move"), "move_leader polotsk", "leader is not on the map")
    refused(go(absent, "pass", "use march"), "march_leader polotsk", "leader is not on the map")
    there = with_points({"move": 1, "march": 1}, leader_at=["kiev"], **fields)
    go(there, "use move")
    refused(there, "move_leader azov", "Azov is not in play")
    refused(there, "move_leader kiev", "in Kiev already")
    refused(there, "move_leader novgorod", "Novgorod is not adjacent")
    go(there, "pass", "use march")
    refused(there, "march_leader azov", "Azov is not in play")
    refused(there, "march_leader kiev", "in Kiev already")


@pytest.mark.clause("rurik.bonus.points", "rurik.deeds.guarded")
def test_guarded_swords_go_with_the_others() -> None:
    fields: Fields = {"troops": [{"kiev": 2}, {"kiev": 1}], "hand": [["move1"]]}
    state = with_points({"guarded_attack": 1, "muster": 1}, **fields)
    refused(state, "use guarded_attack", "these go with them: attacks with one card fewer")
    go(state, "use attack", "pass")
    assert {"resume attack", "end_turn"} <= legal(state), "once more, before they are lost"
    refused(state, "resume muster", "put off can be taken up again: helmets")
    go(state, "resume attack", "pass")
    refused(state, "resume attack", "put off can be")
    refused(state, "use attack", "just put this off")
    refused(state, "use guarded_attack", "just put this off")
    refused(state, "use build", "none of these: hammers")
    nobody = with_points({"guarded_attack": 1, "muster": 1}, troops=[{"kiev": 2}, {"volyn": 1}])
    refused(nobody, "use attack", "nothing to use these for: swords")
    refused(nobody, "use guarded_attack", "nothing to use these for: attacks with one card fewer")


@pytest.mark.clause("rurik.leaders.sudislav")
def test_swords_as_helmets() -> None:
    fields: Fields = {"leaders": ["sudislav", "boris"], "leader_at": ["kiev"]}
    empty = go(with_points({"attack": 1}, troops=[{"kiev": 12}, {"kiev": 1}], **fields), "use attack")
    refused(empty, "swords_to_helmets kiev", "no troops in your supply")
    refused(empty, "swords_to_helmets volyn", "Sudislav does not stand in Volyn")
    another = go(with_points({"attack": 1}, troops=[{"kiev": 1}, {"kiev": 1}], leader_at=["kiev"]), "use attack")
    refused(another, "swords_to_helmets kiev", "Sudislav does not stand in Kiev")


@pytest.mark.clause("rurik.structures.church", "rurik.solo.church_troop")
def test_whom_a_church_does_not_replace() -> None:
    fields: Fields = {"rebels": ["kiev"], "leader_at": ["kiev"]}
    state = with_points({"build": 1}, troops=[{"kiev": 3}, {"kiev": 1}], players=3, **fields)
    go(state, "use build", "build church kiev")
    assert legal(state) == {"replace_rebel", "replace_troop 1"}
    refused(state, "replace_neutral", "no neutral troop in Kiev")
    refused(state, "replace_troop 0", "its own side")
    refused(state, "replace_troop 2", "no troop in Kiev")
    choice: list[Fields] = [{"step": "ChooseConverted", "player": 0, "region": 5}]
    choice += [{"step": "RebelBuild", "points": 0, "rank": 0, "at": 0}, {"step": "EndTurn"}]
    theirs = solo(choice, active=16, troops=[{"kiev": 1}, {"kiev": 2}], neutral=["kiev"])
    refused(theirs, "replace_troop 1", "its own side")
    refused(theirs, "replace_rebel", "troops of the rebellion")


@pytest.mark.clause("rurik.action.return")
def test_returning_to_a_region_out_of_play() -> None:
    refused(position(2, [{"step": "ReturnToMap", "player": 0}]), "return_to azov", "Azov is not in play")


@pytest.mark.clause("rurik.leaders.predslava", "rurik.leaders.predslava_leader", "rurik.leaders.once")
def test_whom_predslava_does_not_send_away() -> None:
    fields: Fields = {
        "leaders": ["predslava", "boris"],
        "leader_at": ["kiev", "volyn"],
        "troops": [{"kiev": 1}, {"volyn": 1}],
    }
    state = turn("tax", **fields)
    refused(state, "push volyn 1", "no troop in Kiev")
    refused(state, "push_leader volyn 1", "leader is not in Kiev")
    refused(state, "push volyn 0", "Only other players’ figures")
    refused(state, "push novgorod 1", "Novgorod is not adjacent")
    refused(state, "push azov 1", "Azov is not in play")
    refused(turn("tax", **{**fields, "leader_at": []}), "push volyn 1", "leader is not on the map")
    refused(turn("tax", **{**fields, "leaders": ["boris", "predslava"]}), "push volyn 1", "Only Predslava can do that")
    refused(turn("tax", **fields, ability_used=[True, False]), "push volyn 1", "has already done that this round")


@pytest.mark.clause("rurik.tax.stow")
def test_goods_that_are_not_there() -> None:
    state = turn("tax", boat=[{"wood": 1}], dock=[{"fur": 1}])
    refused(state, "load wood", "There is no wood on your dock")
    refused(state, "unload fur", "There is no fur on your boat")
    refused(turn("tax", boat=[{"wood": 1}], options={"stowing": "automatic"}), "unload wood", "stowed automatically")


@pytest.mark.clause("rurik.deeds.different_regions", "rurik.deeds.ruled_region")
def test_figures_that_a_deed_does_not_take() -> None:
    sides = [{"novgorod": 2, "volyn": 1, "kiev": 3}, {"kiev": 4}]
    deed: Fields = {"deeds": [["border_patrols", "peace_maker"]], "troops": sides, "leader_at": ["rostov"]}
    state = go(turn("tax", **deed), "accomplish border_patrols")
    refused(state, "withdraw kiev", "order of the map: not from Kiev now")
    refused(go(state, "withdraw_leader"), "withdraw novgorod", "not from Novgorod now")
    refused(state, "withdraw_leader", "Your leader is not on the map")
    state = go(turn("tax", **deed), "accomplish peace_maker")
    refused(state, "withdraw kiev", "you rule and where enough of them stand: not from Kiev")
    refused(state, "withdraw suzdal", "no troop in Suzdal")
