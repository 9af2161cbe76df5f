"""A refused action is told the true reason, whatever is tried and whenever."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from regnum.core.action import Action
from regnum.core.state import IllegalAction
from regnum.core.step import Decision, Refusal, Simultaneous
from regnum.games.wallenstein.components import (
    BID,
    BLANK,
    CHURCH,
    EVENT_KIND,
    GROUP_SIZES,
    IN_PLAY,
    NEIGHBOURS,
    PRICES,
    SITES,
    UNSET,
)
from regnum.games.wallenstein.game import GAME
from regnum.games.wallenstein.landsknechte import ChooseBonus
from regnum.games.wallenstein.moving import SendArmies
from regnum.games.wallenstein.planning import Planning, next_field
from regnum.games.wallenstein.state import WallensteinState
from tests.games.wallenstein.table import A, Scene, land, texts

Claim = Callable[[WallensteinState, Any, int, Any], bool]


def cards(s: WallensteinState, player: int) -> int:
    """Return how many cards a player has to plan with."""
    return s.lands[player].bit_count() + (8 if s.options["court"] else 5)


def owned(s: WallensteinState, land: int) -> int:
    """Return the owner of a land that is in play; -2 for one that is not."""
    return s.owner(land) if IN_PLAY[s.players] >> land & 1 else -2


TRUE: dict[str, Claim] = {
    "land_not_open": lambda s, t, p, a: a.land not in s.open_lands,
    "other_cards_than_last_time": lambda s, t, p, a: s.offered[p] != sum(1 << card for card in s.open_lands),
    "no_such_group": lambda s, t, p, a: s.groups[p][a.choice] == 0 and GROUP_SIZES[a.choice] > 1,
    "without_court": lambda s, t, p, a: not s.options["court"] and (a.field > BID or a.params["card"] == "tower"),
    "not_your_land": lambda s, t, p, a: not s.lands[p] >> land(a.params.get("card") or a.params["land"]) & 1,
    "bid_too_high": lambda s, t, p, a: a.field == BID and int(a.params["card"][5:]) > s.coins[p],
    "lies_there": lambda s, t, p, a: s.plan[p][a.field] == a.card,
    "bid_would_suffer": lambda s, t, p, a: s.changing[p] == 1 and s.plan[p][BID] == a.card and a.field != BID,
    "say_change_first": lambda s, t, p, a: not s.changing[p] and a.field != next_field(s, p),
    "card_already_planned": lambda s, t, p, a: a.card in s.plan[p] and not s.hand(p) >> a.card & 1,
    "no_card_for_bid": lambda s, t, p, a: cards(s, p) < s.last_field(),
    "finish_change": lambda s, t, p, a: s.changing[p] == 1,
    "fields_left": lambda s, t, p, a: UNSET in s.plan[p][: s.last_field()],
    "next_field_first": lambda s, t, p, a: a.field != next_field(s, p) and cards(s, p) < s.last_field(),
    "cards_left": lambda s, t, p, a: s.hand(p) != 0 or cards(s, p) >= s.last_field(),
    "blanks_chosen": lambda s, t, p, a: s.hand(p) == 0 and cards(s, p) < s.last_field() and UNSET not in s.plan[p][:11],
    "favour_at_once": lambda s, t, p, a: type(t).__name__ in ("CalmLand", "FreeBuilding", "Reinforce"),
    "choose_gift": lambda s, t, p, a: type(t).__name__ == "ChooseBonus",
    "space_taken": lambda s, t, p, a: a.count - 1 in s.space,
    "not_on_card": lambda s, t, p, a: s.banner[p] < 3,
    "favour_not_open": lambda s, t, p, a: a.choice not in s.favours,
    "too_few_courtiers": lambda s, t, p, a: s.hall[p] < PRICES[s.favours.index(a.choice)],
    "no_unrest_of_yours": lambda s, t, p, a: not s.lands[p] >> a.land & 1 or s.unrest[a.land] == 0,
    "stands_already": lambda s, t, p, a: bool(s.buildings[t.building] >> a.land & 1),
    "no_site": lambda s, t, p, a: s.built(a.land) == SITES[a.land] and not s.buildings[t.building] >> a.land & 1,
    "land_of_other": lambda s, t, p, a: owned(s, a.land) not in (-2, -1, p),
    "not_in_play": lambda s, t, p, a: owned(s, a.land) == -2,
    "no_attack_here": lambda s, t, p, a: type(t).__name__ == "MoveArmies",
    "not_adjacent": lambda s, t, p, a: not NEIGHBOURS[t.source] >> a.land & 1,
    "own_land": lambda s, t, p, a: owned(s, a.land) == p,
    "church_peace": lambda s, t, p, a: (
        EVENT_KIND[s.event] == "church_peace" and bool(s.buildings[CHURCH] >> a.land & 1)
    ),
    "truce": lambda s, t, p, a: s.truce[s.owner(a.land)] != 0 and owned(s, a.land) not in (-2, -1, p),
    "leave_one": lambda s, t, p, a: a.count >= s.armies[t.source],
    "send_some": lambda s, t, p, a: a.count == 0,
    "no_revolt_there": lambda s, t, p, a: not s.revolts >> a.land & 1,
}
"""For each reason that a game can give, what makes it true; besides it "not_now", for what is not asked at all."""


def why_not(state: WallensteinState, player: int, action: Action) -> Refusal:
    top = state.stack[-1]
    if isinstance(top, Simultaneous):
        return top.why_not(state, player, action)
    assert isinstance(top, Decision)
    return top.why_not(state, action)


@pytest.mark.parametrize(
    ("players", "options"),
    [(3, {}), (4, {"court": True}), (5, {"court": True, "landsknechte": True}), (3, {"missing_cards": "bid_first"})],
)
def test_whatever_is_tried_the_reason_given_is_true(players: int, options: dict[str, object]) -> None:
    state = GAME.new_state(players, 7, **options)
    assert isinstance(state, WallensteinState)
    rng = random.Random(players)
    tried: dict[str, int] = {}
    while not state.is_terminal:
        player = rng.choice(state.players_to_act)
        legal = state.legal_actions(player)
        top = state.stack[-1]
        kind = type(top).__name__
        tried[kind] = tried.get(kind, 0) + 1
        asked = {action.family for action in legal}
        if tried[kind] < 6 or rng.random() < 0.03:
            for action in GAME.actions:
                if action in legal:
                    continue
                refusal = why_not(state, player, action)
                if refusal.key == "not_now":
                    assert action.family not in asked, (kind, str(action))
                else:
                    assert TRUE[refusal.key](state, top, player, action), (kind, str(action), refusal.key)
                    assert refusal.clause in GAME.ledger()
                    for language in ("en", "de", "uk"):
                        assert "?" not in GAME.words(language).refusal(refusal)
        state.apply(rng.choice(legal), player)


@pytest.mark.clause("wallenstein.moving.leave_one")
def test_no_armies_at_all_is_no_movement() -> None:
    state = Scene(3).land(A, "anhalt", 3).land(A, "kursachsen").now(SendArmies(A, land("anhalt"), land("kursachsen")))
    assert texts(state) == ["send 1", "send 2"]
    with pytest.raises(IllegalAction, match="one army at least goes, 2 at most"):
        state.submit("send 0", A)
    with pytest.raises(IllegalAction, match="at least one army stays; 2 can go"):
        state.submit("send 3", A)


@pytest.mark.clause("wallenstein.court.plan", "wallenstein.court.tower_card_plan")
@pytest.mark.parametrize("action", ["plan build_palace tower", "plan convert_1 anhalt", "blank convert_1"])
@pytest.mark.parametrize("changing", [False, True])
def test_without_the_court_its_fields_and_cards_are_named_as_such(action: str, changing: bool) -> None:
    state = Scene(3).planning().lands(A, "anhalt", "baden").now(Planning())
    if changing:
        state.submit("change", A)
    expected = "choose the change first" if changing and action.startswith("blank") else "belongs to the court"
    with pytest.raises(IllegalAction, match=expected):
        state.submit(action, A)


@pytest.mark.clause("wallenstein.planning.secret", "wallenstein.planning.one_card", "wallenstein.planning.bid")
def test_a_change_is_refused_for_what_is_wrong_with_it() -> None:
    state = Scene(3).planning().lands(A, "anhalt", "baden", "trier").put("coins", A, 0).now(Planning())
    with pytest.raises(IllegalAction, match="no card yet: Bid"):
        state.submit("confirm", A)
    state.submit("plan bid anhalt", A)
    state.submit("plan build_palace coin_3", A)
    state.submit("change", A)
    for again in ("change", "confirm", "blank bid"):
        with pytest.raises(IllegalAction, match="choose the change first"):
            state.submit(again, A)
    with pytest.raises(IllegalAction, match="lies there already"):
        state.submit("plan build_palace coin_3", A)
    for field in ("build_palace", "build_church"):  # coin card 3 cannot be paid as a bid, no card is none
        with pytest.raises(IllegalAction, match="the bid would have no card or one that you cannot pay"):
            state.submit(f"plan {field} anhalt", A)


@pytest.mark.clause("wallenstein.planning.cards_run_out")
def test_who_lacks_cards_leaves_only_so_many_fields_empty() -> None:
    state = Scene(3).planning().lands(A, "anhalt", "baden", "trier").now(Planning())
    with pytest.raises(IllegalAction, match="comes first: Bid"):
        state.submit("blank build_palace", A)
    while "confirm" not in texts(state, A):
        blanks = [text for text in texts(state, A) if text.startswith("blank")]
        state.submit((blanks or texts(state, A))[0], A)
    assert state.plan[A][:11].count(BLANK) == 3
    with pytest.raises(IllegalAction, match="only as many fields stay empty as you lack cards"):
        state.submit("blank combat_b", A)
    rich = Scene(3).planning().lands(A, "anhalt", "baden", "trier", "mark", "koeln", "altmark").now(Planning())
    with pytest.raises(IllegalAction, match="only if your cards run out"):
        rich.submit("blank bid", A)


@pytest.mark.clause("wallenstein.landsknechte.bonus")
def test_a_gift_cannot_be_let_be() -> None:
    state = Scene(3, landsknechte=True).land(A, "anhalt").put("banner", A, 1).now(ChooseBonus(A))
    with pytest.raises(IllegalAction, match="one gift of your card is yours"):
        state.submit("pass", A)
