"""The state of a game of Pennies."""

from typing import ClassVar, Final

from regnum.core.codec import Codec, Count, Each, One, Seat, Some
from regnum.new_game.pennies.components import COUNTS, SUMS
from regnum.new_game.pennies.fields import PenniesFields

UNKNOWN: Final = -1
"""The number of coins in another player's hand, to an observer."""


class PenniesState(PenniesFields):
    """A game of Pennies. Lists have an entry for each player; the sums already guessed are a bit mask."""

    FIELDS: ClassVar[dict[str, Codec]] = {
        "round": Count(),
        "first": Seat(),
        "points": Each(Count()),
        "hidden": Each(One(COUNTS, start=0)),
        "chosen": Each(Count(0, 1)),
        "tried": Some(SUMS),
    }
    COVERED: ClassVar[tuple[str, ...]] = ("hidden",)
    __slots__ = ()

    def clone(self) -> "PenniesState":
        return PenniesState(self.game, self.players, self.seed, self.options, self)
