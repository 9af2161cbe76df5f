"""The action families of Pennies, one per kind of decision."""

from typing import Final

from regnum.core.rules.action import ActionTable
from regnum.new_game.pennies.components import COUNTS, SUMS

ACTIONS: Final = ActionTable("pennies")

hide: Final = ACTIONS.add_choices("hide", "count", COUNTS, secret=True)
guess: Final = ACTIONS.add_choices("guess", "sum", SUMS)
stop: Final = ACTIONS.add_single("stop")
