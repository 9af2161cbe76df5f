"""Planning: each player secretly lays a card on each field of their board, one of them as the bid.

The fields are filled one by one, starting with the bid, so that an affordable card is left for it. Until they
confirm, players may change their plan at any time: put any card on any field, or swap the cards of two fields.
"""

from typing import ClassVar, Final

from regnum.core import i64
from regnum.core.rules.action import Action, Refusal
from regnum.core.rules.step import NextSteps, Simultaneous
from regnum.games.wallenstein.actions import PlanAction, blank, change, confirm, plan
from regnum.games.wallenstein.components import (
    BID,
    BLANK,
    CARDS,
    COIN_0,
    COIN_CARDS,
    COMBAT_B,
    CONVERT_1,
    CONVERT_2,
    CONVERT_3,
    FIELDS,
    LANDS,
    TOWER_CARD,
    UNSET,
)
from regnum.games.wallenstein.state import WallensteinState

FILL_ORDER: Final[list[int]] = [BID, *range(COMBAT_B + 1), CONVERT_3, CONVERT_2, CONVERT_1]
"""The order in which the fields are filled."""


class Planning(Simultaneous[WallensteinState]):
    """Lay one of your cards on each field, including the bid: a land to act there, a coin card for no action.

    wallenstein.planning.secret, wallenstein.planning.land_card, wallenstein.planning.no_action,
    wallenstein.planning.one_card, wallenstein.planning.cards_run_out, wallenstein.planning.bid,
    wallenstein.planning.bid_affordable, wallenstein.court.plan, wallenstein.court.tower_card_plan
    """

    CLAUSE: ClassVar[str] = "wallenstein.planning.secret"
    NEXT_STEPS: ClassVar[NextSteps] = ("DetermineEvent", "")

    def waiting(self, s: WallensteinState) -> list[int]:
        return [player for player in range(s.players) if not s.confirmed[player]]

    def options(self, s: WallensteinState, player: i64) -> list[Action]:
        if s.changing[player]:
            return _changes(s, player)
        field = next_field(s, player)
        if field < 0:
            return [confirm, change]
        hand = s.hand(player)
        actions = plan[field].members_in(_possible_bids(s, player, hand) if field == BID else hand)
        if can_leave_blank(s, player, hand):
            actions.append(blank[field])
        actions.append(change)
        return actions

    def take(self, s: WallensteinState, player: i64, action: Action) -> None:
        if action is confirm:
            s.confirmed[player] = 1
        elif action is change:
            s.changing[player] = 1
        elif blank.has(action):
            s.put(player, blank.of(action).field, BLANK)
        else:
            chosen = plan[0].of(action)
            _lay_card(s, player, chosen.field, chosen.card)
            s.changing[player] = 0

    def happen(self, s: WallensteinState) -> None:
        s.reveal()

    def refusal(self, s: WallensteinState, player: i64, action: Action) -> Refusal:
        if plan[0].has(action):
            return _plan_refusal(s, player, plan[0].of(action))
        following = next_field(s, player)
        if s.changing[player] and (action is change or action is confirm or blank.has(action)):
            return Refusal("finish_change", self.CLAUSE)
        if action is confirm:
            return Refusal("fields_left", "wallenstein.planning.one_card", {"field": FIELDS[following]})
        if not blank.has(action):
            return self.default_refusal(action)
        field = blank.of(action).field
        if field >= s.field_count():
            return Refusal("without_court", "wallenstein.court.plan")
        if can_leave_blank(s, player, s.hand(player)) and field != following:
            return Refusal("next_field_first", self.CLAUSE, {"field": FIELDS[following]})
        blanks = s.plan[player][: s.field_count()].count(BLANK)
        key = "blanks_chosen" if blanks and not s.hand(player) else "cards_left"
        return Refusal(key, "wallenstein.planning.cards_run_out")


def _plan_refusal(s: WallensteinState, player: int, action: PlanAction) -> Refusal:
    """Return why a card may not be laid on a field."""
    field, card = action.field, action.card
    if field >= s.field_count() or (card == TOWER_CARD and not s.variant.court):
        return Refusal("without_court", "wallenstein.court.plan")
    if field == BID and not s.can_bid(player):
        return Refusal("no_card_for_bid", "wallenstein.planning.cards_run_out")
    if card < len(LANDS) and not s.lands[player] >> card & 1:
        return Refusal("not_your_land", "wallenstein.planning.land_card", {"land": LANDS[card]})
    if field == BID and not s.can_afford(player, card):
        return Refusal("bid_too_high", "wallenstein.planning.bid_affordable", {"coins": s.coins[player]})
    if s.plan[player][field] == card:
        return Refusal("lies_there", "wallenstein.planning.one_card", {"card": CARDS[card], "field": FIELDS[field]})
    if s.changing[player]:
        return Refusal("bid_would_suffer", "wallenstein.planning.bid", {"card": CARDS[card]})
    if field != next_field(s, player):
        return Refusal("say_change_first", "wallenstein.planning.secret")
    return Refusal("card_already_planned", "wallenstein.planning.one_card", {"card": CARDS[card]})


def next_field(s: WallensteinState, player: int) -> int:
    """Return the next field that a player fills, or -1 if all are filled."""
    own_plan = s.plan[player]
    last = s.field_count()
    for field in FILL_ORDER:
        if own_plan[field] == UNSET and field < last:
            return field
    return -1


def can_leave_blank(s: WallensteinState, player: int, hand: int) -> bool:
    """Return whether a player may leave a field empty, since they have fewer cards in hand than fields to fill.

    wallenstein.planning.cards_run_out
    """
    cards_left = s.hand_size(player, hand)
    return s.plan[player][: s.field_count()].count(UNSET) > cards_left


def _possible_bids(s: WallensteinState, player: int, hand: int) -> int:
    """Return a mask of the cards in a hand that may be bid; coin cards only up to the player's coins.

    wallenstein.planning.bid_affordable, wallenstein.planning.cards_run_out
    """
    if not s.can_bid(player):
        return 0
    highest = COIN_0 + min(s.coins[player], COIN_CARDS - 1)
    return hand & ((2 << highest) - 1 | 1 << TOWER_CARD)


def _lay_card(s: WallensteinState, player: int, field: int, card: int) -> None:
    """Lay a card on a field, from the hand or from another field, which gets the card that it replaces."""
    own_plan = s.plan[player]
    if card in own_plan and not (card == TOWER_CARD and s.hand(player) >> card & 1):
        s.put(player, own_plan.index(card), own_plan[field])
    s.put(player, field, card)


def _changes(s: WallensteinState, player: int) -> list[Action]:
    """Return all changes of a plan that lay one card on a field, except those that would leave no valid bid."""
    own_plan = s.plan[player]
    hand = s.hand(player)
    cards = hand
    for card in own_plan:
        if 0 <= card < BLANK:
            cards |= 1 << card
    biddable = _possible_bids(s, player, cards)
    fixed_cards = 0  # the bid, which may not be swapped for an empty field or for a card that can't be bid
    if 0 <= own_plan[BID] < BLANK and own_plan.index(own_plan[BID]) == BID:
        fixed_cards = 1 << own_plan[BID] & ~hand
    actions: list[Action] = []
    for field in range(s.field_count()):
        planned_card = own_plan[field]
        mask = biddable if field == BID else cards
        if planned_card == UNSET or (planned_card < BLANK and not biddable >> planned_card & 1):
            mask &= ~fixed_cards
        if 0 <= planned_card < BLANK:
            mask &= ~(1 << planned_card)
        actions += plan[field].members_in(mask)
    return actions
