"""What lies on the table in Pennies."""

from typing import ClassVar, Final

from regnum.core.codec import Codec, Count, Each, One, Seat, Some
from regnum.core.rules.option import Options
from regnum.core.rules.ruleset import Rules
from regnum.core.rules.state import State
from regnum.new_game.pennies.components import COUNTS, SUMS
from regnum.new_game.pennies.options import PenniesOptions

UNKNOWN: Final = -1
"""Instead of a number of coins: somebody else's hand."""


class PenniesState(State):
    """A game of Pennies. Lists have an entry for each player; the sums that were tried are a bit mask."""

    FIELDS: ClassVar[dict[str, Codec]] = {
        "round": Count(),
        "first": Seat(),
        "points": Each(Count()),
        "hidden": Each(One(COUNTS)),
        "chosen": Each(Count(0, 1)),
        "tried": Some(SUMS),
    }
    COVERED: ClassVar[tuple[str, ...]] = ("hidden",)
    DERIVED: ClassVar[tuple[str, ...]] = ("variant",)
    __slots__ = (*FIELDS, *DERIVED)

    def __init__(
        self, game: Rules, players: int, seed: int, options: Options, of: "PenniesState | None" = None
    ) -> None:
        super().__init__(game, players, seed, options, of)
        self.variant: Final[PenniesOptions] = PenniesOptions(options) if of is None else of.variant
        self.round: int = 0 if of is None else of.round
        self.first: int = -1 if of is None else of.first
        self.points: list[int] = [0] * players if of is None else of.points[:]
        self.hidden: list[int] = [0] * players if of is None else of.hidden[:]
        self.chosen: list[int] = [0] * players if of is None else of.chosen[:]
        self.tried: int = 0 if of is None else of.tried

    def clone(self) -> "PenniesState":
        return PenniesState(self.game, self.players, self.seed, self.options, self)
