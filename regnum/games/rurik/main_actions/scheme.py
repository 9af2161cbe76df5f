"""Scheme: drawing scheme cards, and the first player marker."""

from typing import ClassVar, Final

from regnum.core.action import Action
from regnum.core.step import Decision, Event, Ranges, Refusal, Then
from regnum.games.rurik.actions import draw, keep_scheme, pass_marker, put_back
from regnum.games.rurik.components import CARDS_OF_KIND, DECKS, KIND, MANY, SCHEME_KINDS
from regnum.games.rurik.notes import DRAWS_SCHEMES
from regnum.games.rurik.schemes import renew, renew_if_waiting, take_top
from regnum.games.rurik.state import RurikState


class ChooseDeck(Decision[RurikState]):
    """Choose the scheme deck from which you draw."""

    CLAUSE: ClassVar[str] = "rurik.scheme.draw"
    OPTIONAL: ClassVar[bool] = True
    RANGES: ClassVar[Ranges] = {"count": MANY}
    THEN: ClassVar[Then] = ("PassMarker", "Turn")

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
    RANGES: ClassVar[Ranges] = {"deck": range(len(DECKS)), "count": MANY}
    THEN: ClassVar[Then] = ("PassMarker", "Turn")

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
        s.tell(DRAWS_SCHEMES, self.player, len(drawn), DECKS[self.deck])
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
    RANGES: ClassVar[Ranges] = {"deck": range(len(DECKS))}
    THEN: ClassVar[Then] = ("PassMarker", "Turn")

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
    RANGES: ClassVar[Ranges] = {"deck": range(len(DECKS))}
    THEN: ClassVar[Then] = ("PassMarker", "Turn")

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
    THEN: ClassVar[Then] = ("Turn",)

    def options(self, s: RurikState) -> list[Action]:
        return [pass_marker[player] for player in range(s.sides)]

    def take(self, s: RurikState, action: Action) -> None:
        s.marker = pass_marker.of(action).choice

    def fault(self, s: RurikState) -> str:
        return "does not belong to a solo game" if s.sides > s.players else ""
