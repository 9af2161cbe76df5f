"""The fields of a state and the options of a game, as attributes with types.

Do not edit: `python -m regnum.new_game.generate_fields` writes this module from `FIELDS` in state.py and options.py.
"""

from typing import Any, ClassVar, Final, Literal

from regnum.core import i64
from regnum.core.rules.option import Options
from regnum.core.rules.ruleset import Rules
from regnum.core.rules.state import State


class PenniesOptions:
    """What was chosen; a state and its clones share it."""

    def __init__(self, chosen: dict[str, Any]) -> None:
        self.rounds: Final[Literal[3, 1]] = chosen["rounds"]
        self.loud: Final[bool] = chosen["loud"]


class PenniesFields(State):
    """What a new state begins with, and how a clone copies it."""

    DERIVED: ClassVar[tuple[str, ...]] = ("variant",)
    __slots__ = (  # noqa: RUF023
        "round",
        "first",
        "points",
        "hidden",
        "chosen",
        "tried",
        "variant",
    )

    def __init__(
        self,
        game: Rules,
        players: int,
        seed: int,
        options: Options,
        source: "PenniesFields | None" = None,
    ) -> None:
        super().__init__(game, players, seed, options, source)
        self.variant: Final[PenniesOptions] = PenniesOptions(options) if source is None else source.variant
        if source is None:
            initial = self.initial_values()
            self.round: i64 = initial["round"]
            self.first: i64 = initial["first"]
            self.points: list[int] = initial["points"]
            self.hidden: list[int] = initial["hidden"]
            self.chosen: list[int] = initial["chosen"]
            self.tried: i64 = initial["tried"]
        else:
            self.round = source.round
            self.first = source.first
            self.points = source.points[:]
            self.hidden = source.hidden[:]
            self.chosen = source.chosen[:]
            self.tried = source.tried

    def values(self) -> tuple[object, ...]:
        return (
            self.round,
            self.first,
            self.points,
            self.hidden,
            self.chosen,
            self.tried,
        )
