"""The state of a game of Pennies."""

from typing import ClassVar, Final

from regnum.core.codec import Codec, Count, ListOf, OneOf, Seat, SetOf
from regnum.new_game.pennies.components import COUNTS, SUMS
from regnum.new_game.pennies.fields import PenniesFields

UNKNOWN: Final = -1
"""Marks a hand whose coins the observer can't see."""


class PenniesState(PenniesFields):
    """A game of Pennies. Lists have one entry per player; `tried` is a mask of the sums already guessed."""

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
