"""The options of Pennies, such as interpretations of unclear rules."""

from typing import Final

from regnum.core.rules.option import Option

OPTIONS: Final[tuple[Option, ...]] = (
    Option("rounds", (3, 1), "pennies.round"),
    Option("loud", (False, True), "pennies.open"),
)
