"""Free actions, and bonus actions, each once per turn: play a scheme, accomplish a deed, exchange goods."""

from typing import Final

from regnum.core.rules.action import Action, Refusal
from regnum.games.rurik.actions import accomplish, exchange, play_scheme, push, push_leader
from regnum.games.rurik.components import (
    ACCOMPLISHED,
    ALL_SCHEMES,
    CARDS_OF_KIND,
    COSTLY_SCHEMES,
    EXCHANGE_POINTS,
    EXCHANGED,
    EXCHANGES,
    GOODS_COMBINATIONS,
    KIND,
    KIND_COINS,
    KIND_COST,
    KIND_DEED,
    KIND_POINTS,
    PLAYED_SCHEME,
    SCHEME_KINDS,
)
from regnum.games.rurik.deeds.accomplish import begin_deed
from regnum.games.rurik.deeds.cards import DEEDS
from regnum.games.rurik.deeds.conditions import accomplishable_deeds, missing_condition
from regnum.games.rurik.deeds.row import TakeDeed
from regnum.games.rurik.main_actions.spending import end_main_action, gain_points, lose_bonus_points
from regnum.games.rurik.predslava import push_options, push_refusal, take_push
from regnum.games.rurik.schemes import discard
from regnum.games.rurik.state import RurikState
from regnum.games.rurik.stowing import is_stowing, stowing_refusal, try_stow


def bonus_options(s: RurikState, player: int, actions: list[Action]) -> None:
    """Add the bonus actions and free actions that a player may take now.

    rurik.bonus.when, rurik.bonus.once
    """
    bonus = s.bonus
    if not bonus & PLAYED_SCHEME:
        hand = s.hand[player] & ALL_SCHEMES
        if not s.coins[player]:
            hand &= ~COSTLY_SCHEMES
        last = -1
        while hand:
            low = hand & -hand
            kind = KIND[low.bit_length() - 1]
            if kind != last:
                actions.append(play_scheme[kind])
                last = kind
            hand ^= low
    if s.deeds[player] and not bonus & ACCOMPLISHED:
        deeds = accomplishable_deeds(s, player, s.deeds[player])
        if deeds:
            actions += accomplish.members_in(deeds)
    if s.exchanges[player] and not bonus & EXCHANGED:
        actions += _EXCHANGES[s.exchanges[player]][s.store_index(player)]
    push_options(s, player, actions)


def _exchanges(markers: int, store: tuple[int, ...]) -> list[Action]:
    """Return the exchanges with these markers for which a store has the goods."""
    return [
        trade
        for trade in exchange.members
        if markers >> trade.marker & 1
        and store[trade.first]
        and store[trade.second]
        and (trade.first != trade.second or store[trade.first] > 1)
    ]


_EXCHANGES: Final = [
    [_exchanges(markers, store) for store in GOODS_COMBINATIONS] for markers in range(1 << len(EXCHANGES))
]
"""For each set of exchange markers and store, the exchanges [rurik.exchange.goods, rurik.exchange.marker]."""


def take_bonus(s: RurikState, player: int, action: Action) -> None:
    """Carry out a bonus action, which ends the main action, or a free action, which does not.

    rurik.bonus.between, rurik.bonus.points
    """
    if try_stow(s, player, action):
        return
    s.put_off = 0
    if push.has(action) or push_leader.has(action):
        take_push(s, player, action)
        return
    lose_bonus_points(s)
    end_main_action(s)
    if play_scheme.has(action):
        _play(s, player, play_scheme.of(action).choice)
    elif accomplish.has(action):
        s.bonus |= ACCOMPLISHED
        begin_deed(s, player, accomplish.of(action).choice)
    else:
        trade = exchange.of(action)
        s.bonus |= EXCHANGED
        s.exchanges[player] ^= 1 << trade.marker
        s.pay_good(player, trade.first)
        s.pay_good(player, trade.second)
        gain_points(s, EXCHANGE_POINTS[trade.marker], 1)


def _play(s: RurikState, player: int, kind: int) -> None:
    """Play a scheme: pay for it, gain its reward, discard it face up.

    rurik.schemes.play, rurik.schemes.cost, rurik.schemes.coins, rurik.schemes.deed
    """
    cards = s.hand[player] & CARDS_OF_KIND[kind]
    card = cards & -cards
    s.bonus |= PLAYED_SCHEME
    s.hand[player] ^= card
    discard(s, card)
    s.reveal()
    s.coins[player] += KIND_COINS[kind] - KIND_COST[kind]
    for which, amount in enumerate(KIND_POINTS[kind]):
        gain_points(s, which, amount)
    for _ in range(KIND_DEED[kind]):
        s.schedule(TakeDeed(player, 1))


def bonus_refusal(s: RurikState, player: int, action: Action) -> Refusal:  # noqa: C901
    """Return why a bonus action or free action may not be taken."""
    if play_scheme.has(action):
        kind = play_scheme.of(action).choice
        if s.bonus & PLAYED_SCHEME:
            return Refusal("scheme_played", "rurik.bonus.once")
        if not s.hand[player] & CARDS_OF_KIND[kind]:
            return Refusal("scheme_not_in_hand", "rurik.schemes.play", {"scheme": SCHEME_KINDS[kind]})
        return Refusal("cannot_pay_scheme", "rurik.schemes.cost", {"coins": KIND_COST[kind]})
    if accomplish.has(action):
        deed = accomplish.of(action).choice
        if s.bonus & ACCOMPLISHED:
            return Refusal("deed_accomplished", "rurik.bonus.once")
        if s.accomplished[player] >> deed & 1:
            return Refusal("deed_done", "rurik.deeds.tuck", {"deed": DEEDS[deed]})
        if not s.deeds[player] >> deed & 1:
            return Refusal("deed_not_yours", "rurik.deeds.own", {"deed": DEEDS[deed]})
        return Refusal(missing_condition(s, player, deed), "rurik.deeds.accomplish", {"deed": DEEDS[deed]})
    if exchange.has(action):
        if s.bonus & EXCHANGED:
            return Refusal("already_exchanged", "rurik.bonus.once")
        marker = exchange.of(action).marker
        if not s.exchanges[player] >> marker & 1:
            return Refusal("exchange_used", "rurik.exchange.marker", {"exchange": EXCHANGES[marker]})
        return Refusal("goods_missing", "rurik.exchange.goods")
    if push.has(action) or push_leader.has(action):
        return push_refusal(s, player, action)
    if is_stowing(action):
        return stowing_refusal(s, player, action)
    return Refusal("not_now", "rurik.action.turn")
