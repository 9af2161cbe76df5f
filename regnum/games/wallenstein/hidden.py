"""Hidden information: what a player may not know, and possible values for it."""

from typing import Final

from regnum.core.packed import bit
from regnum.core.rules.bitmask import bits
from regnum.games.wallenstein.components import (
    ACTION_CARDS,
    BID,
    BLANK,
    EVENTS,
    FAVOURS,
    FIELDS,
    HIDDEN,
    NO_PLAN,
    TOWER_CARD,
    UNSET,
)
from regnum.games.wallenstein.state import WallensteinState

_RANDOM_MASK: Final = 0x7FFFFFFF


def observed_values(s: WallensteinState, player: int) -> tuple[object, ...]:
    """Return the hidden fields as a player sees them: unknown cards are -1, face-down cards in plans are HIDDEN.

    wallenstein.setup.open, wallenstein.planning.secret
    """
    unknown_count = len(s.land_deck) - s.known_below
    planning = s.is_planning()
    plan = s.plan[:]
    changing = [0] * s.players
    for other in range(s.players):
        if other == player:
            changing[other] = s.changing[other]
        elif planning:
            plan[other] = (HIDDEN,) * len(FIELDS)
        else:
            visible = s.shown[other]
            plan[other] = tuple(
                [
                    card if visible >> field & 1 or card in (BLANK, UNSET) else HIDDEN
                    for field, card in enumerate(plan[other])
                ]
            )
    return (
        (-1,) * unknown_count + s.land_deck[unknown_count:],
        (-1,) * len(s.event_deck),
        (-1,) * len(s.favour_deck),
        s.order[: s.turned] + (-1,) * (len(s.order) - s.turned),
        plan,
        changing,
    )


def deal_unknown(s: WallensteinState, observer: int) -> None:
    """Fill in what the observer does not know: unseen cards of decks in random order, and possible plans.

    Everything follows from one random number.
    """
    random_bits = s.random_below(_RANDOM_MASK)
    placed_lands = [*s.land_deck, *s.open_lands, s.drafted]
    s.land_deck = _fill_unknown(s.land_deck, [c for c in bits(s.neutral_lands()) if c not in placed_lands], random_bits)
    known_events = s.open_events | s.past_events | (bit(s.event) if s.event >= 0 else 0)
    s.event_deck = _fill_unknown(
        s.event_deck, [c for c in range(len(EVENTS)) if not known_events >> c & 1], random_bits
    )
    favours = [c for c in range(len(FAVOURS)) if not s.past_favours >> c & 1]
    s.favour_deck = _fill_unknown(s.favour_deck, favours, random_bits)
    s.order = _fill_unknown(s.order, [c for c in range(len(ACTION_CARDS)) if c not in s.order], random_bits)
    for other in range(s.players):
        if HIDDEN in s.plan[other]:
            if s.is_planning() and not s.confirmed[other]:
                s.plan[other] = NO_PLAN
            else:
                _invent_plan(s, other, random_bits ^ other * 0x5BD1E9)


def _invent_plan(s: WallensteinState, player: int, random_bits: int) -> None:
    """Fill the hidden fields of a player's plan with cards that they could have laid there."""
    plan = list(s.plan[player])
    hand = s.hand(player) & ~s.fresh[player] & ~(1 << TOWER_CARD)
    cards = [*bits(hand), *[TOWER_CARD] * (s.tower_cards() - plan.count(TOWER_CARD))]
    _shuffle_quickly(cards, random_bits)
    if plan[BID] == HIDDEN:
        plan[BID] = BLANK
        for number, card in enumerate(cards if s.can_bid(player) else []):
            if s.can_afford(player, card):
                plan[BID] = cards.pop(number)
                break
    hidden = [field for field in range(s.field_count()) if plan[field] == HIDDEN]
    _shuffle_quickly(hidden, random_bits)
    for field in hidden:
        plan[field] = cards.pop() if cards else BLANK
    for field in range(s.field_count(), len(FIELDS)):
        plan[field] = UNSET
    s.plan[player] = tuple(plan)


def _fill_unknown(cards: tuple[int, ...], unseen: list[int], random_bits: int) -> tuple[int, ...]:
    """Return the cards with each unknown card (-1) replaced by a random unseen one."""
    if -1 not in cards:
        return cards
    _shuffle_quickly(unseen, random_bits)
    return tuple([unseen.pop() if card < 0 else card for card in cards])


def _shuffle_quickly(items: list[int], random_bits: int) -> None:
    """Shuffle the items in place, seeded with `random_bits`; random enough for guesses.

    `State.shuffle` draws a number for each item, which would double the time of determinizing, a frequent task of bots.
    """
    for last in range(len(items) - 1, 0, -1):
        random_bits = (random_bits * 1103515245 + 12345) & _RANDOM_MASK
        swapped = (random_bits >> 8) % (last + 1)
        items[last], items[swapped] = items[swapped], items[last]
