"""Schemes: the two decks, drawing from them, and the first player marker."""

from typing import ClassVar, Final

from regnum.core.action import Action
from regnum.core.step import Decision, Event, Refusal
from regnum.games.rurik.actions import draw, keep_scheme, pass_marker, put_back
from regnum.games.rurik.components import CARDS_OF_KIND, DECKS, KIND, SCHEME_KINDS
from regnum.games.rurik.state import RurikState


def new_decks(s: RurikState) -> None:
    """Shuffle both decks and the discard pile together and make two new decks of about the same size.

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
    """Take the top card of a deck; -1 if there is none. `renew` comes next, once it is told what became of the card."""
    cards = s.deck(deck)
    if not cards:
        return -1
    s.lay_deck(deck, cards[:-1], s.known(deck)[:-1])
    s.reveal()
    return cards[-1]


def renew(s: RurikState) -> None:
    """Make two new decks if one is empty; cards just drawn or turned up stay out.

    With all other cards in hands there may be nothing to shuffle: then it happens as soon as there is.
    rurik.schemes.reshuffle, rurik.schemes.run_out
    """
    if s.left_deck and s.right_deck:
        return
    if s.discards or len(s.left_deck) + len(s.right_deck) > 1:
        new_decks(s)
        s.tell_by_key("decks_shuffled")


class RenewDecks(Event[RurikState]):
    """Once a scheme deck is empty, all cards not in hands are shuffled into two new decks."""

    CLAUSE: ClassVar[str] = "rurik.schemes.reshuffle"

    def happen(self, s: RurikState) -> None:
        renew(s)


def discard(s: RurikState, cards: int) -> None:
    """Lay cards open on the discard pile."""
    s.discards |= cards
    renew_if_waiting(s)


def renew_if_waiting(s: RurikState) -> None:
    """Announce new decks if one is still empty because there was nothing to shuffle."""
    if not s.left_deck or not s.right_deck:
        s.next(RenewDecks())


class ChooseDeck(Decision[RurikState]):
    """Choose the scheme deck from which you draw."""

    CLAUSE: ClassVar[str] = "rurik.scheme.draw"
    OPTIONAL: ClassVar[bool] = True

    def __init__(self, player: int, count: int) -> None:
        super().__init__(player)
        self.count: Final = count

    def options(self, s: RurikState) -> list[Action]:
        return [draw[deck] for deck in range(len(DECKS)) if s.deck(deck)]

    def take(self, s: RurikState, action: Action) -> None:
        s.next(DrawSchemes(self.player, draw.of(action).choice, self.count))


class DrawSchemes(Event[RurikState]):
    """Draw schemes from the top of a deck; one that runs out is renewed at once.

    rurik.schemes.run_out
    """

    CLAUSE: ClassVar[str] = "rurik.scheme.draw"

    def __init__(self, player: int, deck: int, count: int) -> None:
        super().__init__()
        self.player: Final = player
        self.deck: Final = deck
        self.count: Final = count

    def happen(self, s: RurikState) -> None:
        drawn: list[int] = []
        for _ in range(self.count):
            card = take_top(s, self.deck)
            if card >= 0:
                drawn.append(card)
                renew(s)
        s.tell_by_key("draws_schemes", self.player, len(drawn), DECKS[self.deck])
        if len(drawn) == 1:
            s.hand[self.player] |= 1 << drawn[0]
        elif drawn:
            s.drawn = tuple(drawn)
            s.next(KeepScheme(self.player, self.deck))


def _kinds(cards: tuple[int, ...]) -> list[int]:
    return sorted({KIND[card] for card in cards})


class KeepScheme(Decision[RurikState]):
    """Keep one of the schemes drawn; the others go back onto the same deck."""

    CLAUSE: ClassVar[str] = "rurik.scheme.keep"

    def __init__(self, player: int, deck: int) -> None:
        super().__init__(player)
        self.deck: Final = deck

    def options(self, s: RurikState) -> list[Action]:
        return [keep_scheme[kind] for kind in _kinds(s.drawn)]

    def take(self, s: RurikState, action: Action) -> None:
        drawn = list(s.drawn)
        kept = _first(drawn, keep_scheme.of(action).choice)
        drawn.remove(kept)
        s.hand[self.player] |= 1 << kept
        s.drawn = tuple(drawn)
        if len(s.drawn) > 1:  # two alike as well: nobody else may see whether they are
            s.next(PutBack(self.player, self.deck))
        else:
            lay_back(s, self.player, self.deck, drawn)

    def why_not(self, s: RurikState, action: Action) -> Refusal:
        if keep_scheme.has(action):
            return Refusal("not_drawn", self.CLAUSE, {"scheme": SCHEME_KINDS[keep_scheme.of(action).choice]})
        return Refusal("not_now", self.CLAUSE)


class PutBack(Decision[RurikState]):
    """Put the schemes back on top in the order you like: choose which goes first, below the others."""

    CLAUSE: ClassVar[str] = "rurik.scheme.put_back"

    def __init__(self, player: int, deck: int) -> None:
        super().__init__(player)
        self.deck: Final = deck

    def options(self, s: RurikState) -> list[Action]:
        return [put_back[kind] for kind in _kinds(s.drawn)]

    def take(self, s: RurikState, action: Action) -> None:
        drawn = list(s.drawn)
        below = _first(drawn, put_back.of(action).choice)
        drawn.remove(below)
        lay_back(s, self.player, self.deck, [below, *drawn])

    def why_not(self, s: RurikState, action: Action) -> Refusal:
        if put_back.has(action):
            return Refusal("not_drawn", self.CLAUSE, {"scheme": SCHEME_KINDS[put_back.of(action).choice]})
        return Refusal("not_now", self.CLAUSE)


def _first(cards: list[int], kind: int) -> int:
    """Return the first of the cards that is of a kind."""
    for card in cards:
        if CARDS_OF_KIND[kind] >> card & 1:
            return card
    raise ValueError(f"no {SCHEME_KINDS[kind]} among the cards")


def lay_back(s: RurikState, player: int, deck: int, cards: list[int]) -> None:
    """Put cards on top of a deck, the last one on top; the player knows them there [rurik.schemes.memory]."""
    s.lay_deck(deck, (*s.deck(deck), *cards), (*s.known(deck), *([player] * len(cards))))
    s.drawn = ()
    renew_if_waiting(s)


class PassMarker(Decision[RurikState]):
    """You were on the top space: give the first player marker to whom you like, or keep it yourself."""

    CLAUSE: ClassVar[str] = "rurik.scheme.marker"

    def options(self, s: RurikState) -> list[Action]:
        return [pass_marker[player] for player in range(s.sides)]

    def take(self, s: RurikState, action: Action) -> None:
        s.marker = pass_marker.of(action).choice
