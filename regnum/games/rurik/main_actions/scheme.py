"""Scheme: drawing scheme cards, and the first player marker."""

from typing import ClassVar, Final

from regnum.core.rules.action import Action, Family, IndexedAction
from regnum.core.rules.step import Decision, NextSteps, PlayerEvent, Ranges
from regnum.games.rurik.actions import draw, keep_scheme, pass_marker, put_back
from regnum.games.rurik.components import DECKS, KIND, POSITIVE_COUNTS
from regnum.games.rurik.notes import DRAWS_SCHEMES
from regnum.games.rurik.schemes import renew, renew_if_waiting, take_top
from regnum.games.rurik.state import RurikState


class ChooseDeck(Decision[RurikState]):
    """Choose the scheme deck to draw from."""

    CLAUSE: ClassVar[str] = "rurik.scheme.draw"
    REFUSALS: ClassVar[dict[str, str]] = {"draw": "deck_empty"}
    OPTIONAL: ClassVar[bool] = True
    RANGES: ClassVar[Ranges] = {"count": POSITIVE_COUNTS}
    NEXT_STEPS: ClassVar[NextSteps] = ("PassMarker", "Turn")

    def __init__(self, player: int, count: int) -> None:
        super().__init__(player)
        self.count: Final = count

    def options(self, s: RurikState) -> list[Action]:
        return [draw[deck] for deck in range(len(DECKS)) if s.deck(deck)]

    def take(self, s: RurikState, action: Action) -> None:
        s.schedule(DrawSchemes(self.player, draw.of(action).choice, self.count))


class DrawSchemes(PlayerEvent[RurikState]):
    """Draw schemes from the top of a deck; the option decides when an empty deck is renewed.

    rurik.schemes.run_out
    """

    CLAUSE: ClassVar[str] = "rurik.scheme.draw"
    RANGES: ClassVar[Ranges] = {"deck": range(len(DECKS)), "count": POSITIVE_COUNTS}
    NEXT_STEPS: ClassVar[NextSteps] = ("PassMarker", "Turn")

    def __init__(self, player: int, deck: int, count: int) -> None:
        super().__init__(player)
        self.deck: Final = deck
        self.count: Final = count

    def happen(self, s: RurikState) -> None:
        drawn: list[int] = []
        at_once = s.variant.decks_renewed == "at_once"
        for _ in range(self.count):
            if not at_once:
                renew(s)
            card = take_top(s, self.deck)
            if card >= 0:
                drawn.append(card)
                if at_once:
                    renew(s)
        s.add_note(DRAWS_SCHEMES, self.player, len(drawn), DECKS[self.deck])
        if len(drawn) == 1:
            s.hand[self.player] |= 1 << drawn[0]
            renew_if_waiting(s)
        elif drawn:
            s.drawn = tuple(drawn)
            s.schedule(KeepScheme(self.player, self.deck))


class _ChooseDrawn(Decision[RurikState]):
    """Choose one of the schemes drawn from a deck, by kind."""

    FAMILY: ClassVar[Family[IndexedAction]] = keep_scheme
    RANGES: ClassVar[Ranges] = {"deck": range(len(DECKS))}
    NEXT_STEPS: ClassVar[NextSteps] = ("PassMarker", "Turn")

    def __init__(self, player: int, deck: int) -> None:
        super().__init__(player)
        self.deck: Final = deck

    def options(self, s: RurikState) -> list[Action]:
        return [self.FAMILY[kind] for kind in sorted({KIND[card] for card in s.drawn})]

    def take(self, s: RurikState, action: Action) -> None:
        kind = self.FAMILY.of(action).choice
        chosen = next(card for card in s.drawn if KIND[card] == kind)
        self.choose(s, chosen, [card for card in s.drawn if card != chosen])

    def choose(self, s: RurikState, card: int, others: list[int]) -> None:
        """Carry out the choice of a card; `others`: the other cards drawn."""
        raise TypeError(f"{type(self).__name__} has no method choose")


class KeepScheme(_ChooseDrawn):
    """Keep one of the schemes drawn; the others go back onto the same deck."""

    CLAUSE: ClassVar[str] = "rurik.scheme.keep"
    REFUSALS: ClassVar[dict[str, str]] = {"keep_scheme": "not_drawn"}

    def choose(self, s: RurikState, card: int, others: list[int]) -> None:
        s.hand[self.player] |= 1 << card
        if len(others) > 1:  # even if they are alike, which other players must not learn
            s.drawn = tuple(others)
            s.schedule(PutBack(self.player, self.deck))
        else:
            put_cards_back(s, self.player, self.deck, others)


class PutBack(_ChooseDrawn):
    """Choose the order in which the schemes go back on top of the deck: the chosen one goes below the others."""

    CLAUSE: ClassVar[str] = "rurik.scheme.put_back"
    FAMILY: ClassVar[Family[IndexedAction]] = put_back
    REFUSALS: ClassVar[dict[str, str]] = {"put_back": "not_drawn"}

    def choose(self, s: RurikState, card: int, others: list[int]) -> None:
        put_cards_back(s, self.player, self.deck, [card, *others])


def put_cards_back(s: RurikState, player: int, deck: int, cards: list[int]) -> None:
    """Put cards on top of a deck, the last one uppermost, and record that the player knows them.

    rurik.schemes.memory
    """
    s.lay_deck(deck, (*s.deck(deck), *cards), (*s.known_by(deck), *([player] * len(cards))))
    s.drawn = ()
    renew_if_waiting(s)


class PassMarker(Decision[RurikState]):
    """Give the first player marker to any player or keep it, because your advisor was on the top scheme space."""

    CLAUSE: ClassVar[str] = "rurik.scheme.marker"
    REFUSALS: ClassVar[dict[str, str]] = {"pass_marker": "no_player"}
    NEXT_STEPS: ClassVar[NextSteps] = ("Turn",)

    def options(self, s: RurikState) -> list[Action]:
        return [pass_marker[player] for player in range(s.sides)]

    def take(self, s: RurikState, action: Action) -> None:
        s.marker = pass_marker.of(action).choice

    def position_error(self, s: RurikState) -> str:
        return "does not belong to a solo game" if s.sides > s.players else ""
