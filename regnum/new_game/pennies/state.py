"""The state of a game of Pennies."""

from typing import ClassVar, Final

from regnum.core.codec import Codec, Count, ListOf, OneOf, Seat, SetOf
from regnum.new_game.pennies.components import COUNTS, SUMS
from regnum.new_game.pennies.fields import PenniesFields

UNKNOWN: Final = -1
"""The number of coins in another player's hand, to an observer."""


class PenniesState(PenniesFields):
    """A game of Pennies. Lists have an entry for each player; the sums already guessed are a bit mask."""

    FIELDS: ClassVar[dict[str, Codec]] = {
        "round": Count(),
        "first": Seat(),
        "points": ListOf(Count()),
        "hidden": ListOf(OneOf(COUNTS, initial=0)),
        "chosen": ListOf(Count(0, 1)),
        "tried": SetOf(SUMS),
    }
    HIDDEN_FIELDS: ClassVar[tuple[str, ...]] = ("hidden",)
    __slots__ = ()

    def clone(self) -> "PenniesState":
        return PenniesState(self.game, self.players, self.seed, self.options, self)
