"""The options of Brian Boru, which choose between interpretations of unclear rules."""

from typing import Final

from regnum.core.rules.option import FirstPlayer, Option

OPTIONS: Final[tuple[Option, ...]] = (
    Option("threshold", ("at_least", "more_than"), "brian_boru.regions.flip"),
    Option("tricks_with_five", (5, 4), "brian_boru.action.tricks", (5,)),
    Option("raiders_compared", ("held", "this_round"), "brian_boru.battle.held"),
    Option("viking_majority", ("players", "nobody"), "brian_boru.scoring.open_tokens"),
    FirstPlayer(5, "brian_boru.setup.first_player"),
    Option("active_town", ("closed", "open"), "brian_boru.icons.expand"),
)
