"""Every refused action gets a true reason, in random games in which every action is tried."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from regnum.games.wallenstein.components import (
    BID,
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
from regnum.games.wallenstein.planning import next_field
from regnum.games.wallenstein.state import WallensteinState
from tests.support.games.wallenstein import land

Claim = Callable[[WallensteinState, Any, int, Any], bool]


def cards(s: WallensteinState, player: int) -> int:
    """Return the number of cards that a player has for planning."""
    return s.lands[player].bit_count() + (8 if s.variant.court else 5)


def owner_in_play(s: WallensteinState, land: int) -> int:
    """Return the owner of a land in play; -2 for one out of play."""
    return s.owner(land) if IN_PLAY[s.players] >> land & 1 else -2


TRUE: dict[str, Claim] = {
    "land_not_open": lambda s, t, p, a: a.land in s.land_deck,
    "land_drafted": lambda s, t, p, a: owner_in_play(s, a.land) >= 0,
    "other_cards_than_last_time": lambda s, t, p, a: s.offered[p] != sum(1 << card for card in s.open_lands),
    "no_such_group": lambda s, t, p, a: s.groups[p][a.choice] == 0 and GROUP_SIZES[a.choice] > 1,
    "without_court": lambda s, t, p, a: not s.variant.court and (a.field > BID or a.params["card"] == "tower"),
    "not_your_land": lambda s, t, p, a: not s.lands[p] >> land(a.params.get("card") or a.params["land"]) & 1,
    "bid_too_high": lambda s, t, p, a: a.field == BID and int(a.params["card"][5:]) > s.coins[p],
    "lies_there": lambda s, t, p, a: s.plan[p][a.field] == a.card,
    "bid_would_suffer": lambda s, t, p, a: s.changing[p] == 1 and s.plan[p][BID] == a.card and a.field != BID,
    "say_change_first": lambda s, t, p, a: not s.changing[p] and a.field != next_field(s, p),
    "card_already_planned": lambda s, t, p, a: a.card in s.plan[p] and not s.hand(p) >> a.card & 1,
    "no_card_for_bid": lambda s, t, p, a: cards(s, p) < s.field_count(),
    "finish_change": lambda s, t, p, a: s.changing[p] == 1,
    "fields_left": lambda s, t, p, a: UNSET in s.plan[p][: s.field_count()],
    "next_field_first": lambda s, t, p, a: a.field != next_field(s, p) and cards(s, p) < s.field_count(),
    "cards_left": lambda s, t, p, a: s.hand(p) != 0 or cards(s, p) >= s.field_count(),
    "blanks_chosen": lambda s, t, p, a: (
        s.hand(p) == 0 and cards(s, p) < s.field_count() and UNSET not in s.plan[p][:11]
    ),
    "favour_at_once": lambda s, t, p, a: type(t).__name__ in ("CalmLand", "FreeBuilding", "Reinforce"),
    "choose_gift": lambda s, t, p, a: type(t).__name__ == "ChooseBonus",
    "space_taken": lambda s, t, p, a: a.count - 1 in s.space,
    "not_on_card": lambda s, t, p, a: s.banner[p] < 3,
    "favour_not_open": lambda s, t, p, a: a.choice not in s.favours,
    "too_few_courtiers": lambda s, t, p, a: s.hall[p] < PRICES[s.favours.index(a.choice)],
    "no_unrest_of_yours": lambda s, t, p, a: not s.lands[p] >> a.land & 1 or s.unrest[a.land] == 0,
    "stands_already": lambda s, t, p, a: bool(s.buildings[t.building] >> a.land & 1),
    "no_site": lambda s, t, p, a: (
        s.building_count(a.land) == SITES[a.land] and not s.buildings[t.building] >> a.land & 1
    ),
    "land_of_other": lambda s, t, p, a: owner_in_play(s, a.land) not in (-2, -1, p),
    "not_in_play": lambda s, t, p, a: owner_in_play(s, a.land) == -2,
    "no_attack_here": lambda s, t, p, a: type(t).__name__ == "MoveArmies",
    "not_adjacent": lambda s, t, p, a: not NEIGHBOURS[t.source] >> a.land & 1,
    "own_land": lambda s, t, p, a: owner_in_play(s, a.land) == p,
    "church_peace": lambda s, t, p, a: (
        EVENT_KIND[s.event] == "church_peace" and bool(s.buildings[CHURCH] >> a.land & 1)
    ),
    "truce": lambda s, t, p, a: s.truce[s.owner(a.land)] != 0 and owner_in_play(s, a.land) not in (-2, -1, p),
    "leave_one": lambda s, t, p, a: a.count >= s.armies[t.source],
    "send_some": lambda s, t, p, a: a.family == "pass" or a.count == 0,
    "must_choose": lambda s, t, p, a: a.family == "pass",
    "no_revolt_there": lambda s, t, p, a: not s.revolts >> a.land & 1,
}
"""Conditions under which each reason is true, and "not_now" for actions that are not asked for."""


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (3, {}),
        (4, {"court": True}),
        (5, {"court": True, "landsknechte": True}),
        (3, {"missing_cards": "player_chooses"}),
    ],
)
def test_reason_of_every_refusal_is_true(players: int, options: dict[str, object]) -> None:
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
                refusal = state.refusal(action, player)
                if refusal.key == "not_now":
                    assert action.family not in asked, (kind, str(action))
                else:
                    assert TRUE[refusal.key](state, top, player, action), (kind, str(action), refusal.key)
                    assert refusal.clause in GAME.ledger()
                    for language in ("en", "de", "uk"):
                        assert "?" not in GAME.words(language).refusal(refusal)
        state.apply(rng.choice(legal), player)
