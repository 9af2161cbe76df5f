"""The options of Brian Boru: where the rulebook is unclear, both readings can be played."""

from typing import Any, Final, Literal

from regnum.core.rules.option import FirstPlayer, Option, Options

THRESHOLD: Final[Option[Literal["at_least", "more_than"]]] = Option(
    "threshold", ("at_least", "more_than"), "brian_boru.regions.flip"
)
TRICKS_WITH_FIVE: Final[Option[Literal[5, 4]]] = Option("tricks_with_five", (5, 4), "brian_boru.action.tricks", (5,))
RAIDERS_COMPARED: Final[Option[Literal["held", "this_round"]]] = Option(
    "raiders_compared", ("held", "this_round"), "brian_boru.battle.held"
)
VIKING_MAJORITY: Final[Option[Literal["players", "nobody"]]] = Option(
    "viking_majority", ("players", "nobody"), "brian_boru.scoring.open_tokens"
)
ACTIVE_TOWN: Final[Option[Literal["closed", "open"]]] = Option(
    "active_town", ("closed", "open"), "brian_boru.icons.expand"
)
FIRST_PLAYER: Final = FirstPlayer(5, "brian_boru.setup.first_player")

OPTIONS: Final[tuple[Option[Any], ...]] = (
    THRESHOLD,
    TRICKS_WITH_FIVE,
    RAIDERS_COMPARED,
    VIKING_MAJORITY,
    FIRST_PLAYER,
    ACTIVE_TOWN,
)


class BrianBoruOptions:
    """What was chosen, each with its own type; one object for a game and all its clones."""

    def __init__(self, chosen: Options) -> None:
        self.threshold: Final = THRESHOLD.of(chosen)
        self.tricks_with_five: Final = TRICKS_WITH_FIVE.of(chosen)
        self.raiders_compared: Final = RAIDERS_COMPARED.of(chosen)
        self.viking_majority: Final = VIKING_MAJORITY.of(chosen)
        self.first_player: Final = FIRST_PLAYER.of(chosen)
        self.active_town: Final = ACTIVE_TOWN.of(chosen)
