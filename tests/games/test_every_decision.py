"""Every decision of every game allows passing, or names the rule that obliges the player to choose."""

from typing import Any, Final

import pytest

import regnum
from regnum.core.game import game_of
from regnum.core.rules.action import Refusal
from regnum.core.rules.state import IllegalActionError, State
from regnum.core.rules.step import PASS, Decision, Simultaneous
from tests.support.games.positions import NAMES, position
from tests.support.games.rurik import position as rurik
from tests.support.games.rurik_solo import solo_position

LIBRARY: Final = [name for name in NAMES if not name.endswith("/final-scoring")]
MAY_PASS: Final = frozenset(
    {
        *("brian_boru/BuildMonastery", "brian_boru/Expand", "brian_boru/MoreDiscs", "brian_boru/MoreRaiders"),
        *("brian_boru/MoreSteps", "khan/PlaySpecial", "rurik/Attack", "rurik/Build", "rurik/Escort", "rurik/March"),
        *("rurik/Move", "rurik/Muster", "rurik/ReturnToMap", "rurik/StowForIncome", "rurik/StowForPriority"),
        *("rurik/StowForTracks", "rurik/Tax", "wallenstein/AskFavour", "wallenstein/CancelEvent"),
        *("wallenstein/MarchOrAttack", "wallenstein/MoveArmies"),
    }
)
"""The decisions that may be declined, by game and step."""
MUST: Final[dict[str, tuple[str, str]]] = {
    "brian_boru/AnswerPrincess": ("must_choose", "marriage.princess"),
    "brian_boru/ChooseSecondary": ("must_choose", "action.secondary"),
    "brian_boru/ChooseTown": ("must_choose", "action.choose_town"),
    "brian_boru/DowryTown": ("must_take_town", "marriage.town_in_region"),
    "brian_boru/Draft": ("must_choose", "draft.keep"),
    "brian_boru/DriveOff": ("must_drive_off", "icons.order"),
    "brian_boru/FirstTown": ("must_choose", "setup.first_towns"),
    "brian_boru/Follow": ("must_choose", "action.follow"),
    "brian_boru/GrantedTown": ("must_take_town", "marriage.town_anywhere"),
    "brian_boru/Lead": ("must_choose", "action.lead"),
    "brian_boru/LoseTown": ("must_choose", "battle.chooser"),
    "khan/Act": ("must_conquer", "end.must"),
    "khan/ChooseTile": ("no_pass", "turn.no_pass"),
    "khan/Consent": ("must_choose", "special.consent"),
    "khan/Discard": ("must_discard", "combined.discard"),
    "khan/Drive": ("must_choose", "expel_action.direction"),
    "khan/Lay": ("must_conquer", "end.must"),
    "khan/Occupy": ("must_choose", "combined.anywhere"),
    "khan/Pitch": ("must_choose", "invade.card"),
    "khan/ProtectRegion": ("must_choose", "special.divine_four"),
    "khan/Reserve": ("must_choose", "special.scout"),
    "khan/Settle": ("must_choose", "setup.opening_rounds"),
    "khan/StationRuler": ("must_choose", "setup.rulers_free"),
    "rurik/Casualties": ("must_choose", "attack.casualties"),
    "rurik/CasualtyDeck": ("must_choose", "solo.casualty_deck"),
    "rurik/ChooseAdvisor": ("must_choose", "action.equal"),
    "rurik/ChooseAgenda": ("must_choose", "setup.agenda"),
    "rurik/ChooseConverted": ("must_choose", "solo.church_troop"),
    "rurik/ChooseDeck": ("must_choose", "scheme.draw"),
    "rurik/ChooseLeader": ("must_choose", "setup.leader"),
    "rurik/ChooseTarget": ("must_choose", "solo.move_order"),
    "rurik/Demolish": ("must_choose", "deeds.demolish"),
    "rurik/DiscardScheme": ("must_choose", "deeds.discard"),
    "rurik/KeepScheme": ("must_choose", "scheme.keep"),
    "rurik/LoseFigure": ("must_choose", "attack.own_leader"),
    "rurik/PassMarker": ("must_choose", "scheme.marker"),
    "rurik/PayDifferentGoods": ("must_choose", "deeds.different_goods"),
    "rurik/PayGoods": ("must_choose", "deeds.any_goods"),
    "rurik/PaySameGoods": ("must_choose", "deeds.same_goods"),
    "rurik/PlaceAdvisor": ("must_choose", "strategy.place"),
    "rurik/PlaceLeader": ("must_choose", "setup.leader_figure"),
    "rurik/PlaceTroop": ("must_choose", "setup.troops"),
    "rurik/PutBack": ("must_choose", "scheme.put_back"),
    "rurik/ReplaceByChurch": ("must_choose", "structures.church"),
    "rurik/SellAtMarket": ("must_choose", "structures.market"),
    "rurik/TakeDeed": ("must_choose", "claim.deeds"),
    "rurik/Turn": ("act_or_forfeit", "action.forfeit"),
    "rurik/Watch": ("must_choose", "solo.watch"),
    "rurik/Withdraw": ("must_choose", "deeds.troops"),
    "wallenstein/CalmLand": ("favour_at_once", "favours.at_once"),
    "wallenstein/ChooseBonus": ("choose_gift", "landsknechte.bonus"),
    "wallenstein/ChooseRevolt": ("must_choose", "winter.own_order"),
    "wallenstein/ChooseSpace": ("must_choose", "order.choose"),
    "wallenstein/DraftLand": ("must_choose", "setup.draft_take"),
    "wallenstein/FreeBuilding": ("favour_at_once", "favours.at_once"),
    "wallenstein/PlaceGroup": ("must_choose", "setup.draft_group"),
    "wallenstein/Planning": ("must_choose", "planning.secret"),
    "wallenstein/Reinforce": ("favour_at_once", "favours.at_once"),
    "wallenstein/SendArmies": ("send_some", "moving.leave_one"),
}
"""The key and clause of the reason why the others cannot be declined, in the library's position."""


def test_every_decision_of_every_game_is_covered() -> None:
    questions = {
        f"{name}/{step}"
        for name in regnum.games()
        for step, kind in regnum.game(name).steps.items()
        if issubclass(kind, (Decision, Simultaneous))
    }
    assert questions == MAY_PASS | MUST.keys()
    assert not MAY_PASS & MUST.keys()


def paying(step: str, **params: int) -> State:
    """Return a position of Rurik in which a deed asks for goods of one's choice."""
    stack: list[dict[str, Any]] = [{"step": step, "player": 0, **params}, {"step": "Reward", "player": 0, "deed": 0}]
    stack += [{"step": "Turn", "player": 0}, {"step": "EndTurn"}]
    return rurik(2, stack, active=9, dock=[{"wood": 1, "fur": 1}], troops=[{"kiev": 1}])


def stowing() -> State:
    """Return a position of Rurik's solo game in which goods may be held back before the priority is set."""
    boat = [{"fish": 1}, {}]
    return solo_position([{"step": "StowForPriority", "player": 0, "moved": 0}, {"step": "SetPriority"}], boat=boat)


RARE: Final = {
    "rurik/PayDifferentGoods": lambda: paying("PayDifferentGoods", left=1, good=0),
    "rurik/PaySameGoods": lambda: paying("PaySameGoods", count=1),
    "rurik/StowForPriority": stowing,
}
"""Decisions that golden records do not contain, so that the library has no position of them."""


def question(state: State) -> str:
    return f"{state.game.id}/{type(state.stack[-1]).__name__}"


def check(state: State, seat: int) -> str:
    """Return the decision after asking why a seat cannot pass, unless it can."""
    decision = question(state)
    before = state.clone()
    if decision in MAY_PASS:
        assert PASS in {action.family for action in state.legal_actions(seat)}
        return decision
    with pytest.raises(IllegalActionError) as refused:
        state.submit(PASS, seat)
    key, clause = MUST[decision]
    assert (refused.value.key, refused.value.clause) == (key, f"{state.game.id}.{clause}")
    assert state == before
    game = game_of(state)
    assert refused.value.clause in game.ledger()
    result = Refusal(refused.value.key, refused.value.clause, refused.value.params)
    sentences = {language: game.words(language).refusal(result) for language in ("en", "de", "uk")}
    assert len(set(sentences.values())) == 3
    assert "?" not in "".join(sentences.values())
    return decision


@pytest.mark.parametrize("name", LIBRARY)
def test_impossible_pass_has_a_reason(name: str) -> None:
    check(position(name).state, position(name).seat)


@pytest.mark.parametrize("asked", RARE)
def test_impossible_pass_in_rare_decisions_has_a_reason(asked: str) -> None:
    assert check(RARE[asked](), 0) == asked


def test_library_of_positions_covers_every_decision() -> None:
    assert {question(position(name).state) for name in LIBRARY} | RARE.keys() == MAY_PASS | MUST.keys()


@pytest.mark.parametrize("name", LIBRARY)
def test_refusal_in_a_current_family_is_never_not_now(name: str) -> None:
    """If one action of a family is possible, no other one is refused as too early."""
    state, seat = position(name).state, position(name).seat
    legal = state.legal_actions(seat)
    families = {action.family for action in legal}
    for action in state.game.actions:
        if action.family in families and action not in legal:
            refusal = state.refusal(action, seat)
            assert refusal.key != "not_now", str(action)
            assert refusal.clause in game_of(state).ledger()
