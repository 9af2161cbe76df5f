"""Schemes: the two decks, drawing from them, discarding and reshuffling."""

from typing import ClassVar

from regnum.core.rules.step import Event
from regnum.games.rurik.components import KIND
from regnum.games.rurik.notes import DECKS_SHUFFLED
from regnum.games.rurik.state import RurikState


def new_decks(s: RurikState) -> None:
    """Shuffle both decks and the discard pile together, and make two new decks of about the same size.

    rurik.schemes.reshuffle, rurik.setup.scheme_decks
    """
    cards = [card for card in range(len(KIND)) if s.discards >> card & 1]
    cards += s.left_deck
    cards += s.right_deck
    s.shuffle(cards)
    half = (len(cards) + 1) // 2
    s.discards = 0
    s.lay_deck(0, tuple(cards[:half]), (-1,) * half)
    s.lay_deck(1, tuple(cards[half:]), (-1,) * (len(cards) - half))


def take_top(s: RurikState, deck: int) -> int:
    """Remove and return the top card of a deck, or -1 if it is empty. Call `renew` once the card has been logged."""
    cards = s.deck(deck)
    if not cards:
        return -1
    s.lay_deck(deck, cards[:-1], s.known_by(deck)[:-1])
    s.reveal()
    return cards[-1]


def renew(s: RurikState) -> None:
    """Make two new decks if one is empty; cards just drawn or turned up are left out.

    If there is nothing to shuffle because all other cards are in hands, this is done as soon as there is something.
    rurik.schemes.reshuffle, rurik.schemes.run_out
    """
    if s.left_deck and s.right_deck:
        return
    if s.discards or len(s.left_deck) + len(s.right_deck) > 1:
        new_decks(s)
        s.add_note(DECKS_SHUFFLED)


class RenewDecks(Event[RurikState]):
    """Shuffle all cards not in hands into two new decks if a deck is empty."""

    CLAUSE: ClassVar[str] = "rurik.schemes.reshuffle"

    def happen(self, s: RurikState) -> None:
        renew(s)


def discard(s: RurikState, cards: int) -> None:
    """Put cards face up on the discard pile."""
    s.discards |= cards
    renew_if_waiting(s)


def renew_if_waiting(s: RurikState) -> None:
    """Schedule new decks if a deck is still empty because there was nothing to shuffle."""
    if not s.left_deck or not s.right_deck:
        s.schedule(RenewDecks())
