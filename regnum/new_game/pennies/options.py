"""The options of Pennies: where a rule is unclear, both readings can be played."""

from typing import Any, Final

from regnum.core.rules.option import Option, Options

ROUNDS: Final[Option[int]] = Option("rounds", (3, 1), "pennies.round")
LOUD: Final[Option[bool]] = Option("loud", (False, True), "pennies.open")

OPTIONS: Final[tuple[Option[Any], ...]] = (ROUNDS, LOUD)


class PenniesOptions:
    """What was chosen for a game, with its types."""

    def __init__(self, chosen: Options) -> None:
        self.rounds: Final = ROUNDS.of(chosen)
        self.loud: Final = LOUD.of(chosen)
