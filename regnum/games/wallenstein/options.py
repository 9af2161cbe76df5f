"""The options of Wallenstein: expansions, a printed start, readings of unclear rules, the model of the tower."""

from typing import Any, Final, Literal

from regnum.core.rules.option import FirstPlayer, Option, Options
from regnum.games.wallenstein.components import FILL_CHANCES, STUCK_CHANCES, THROWN_CHANCES

COURT: Final[Option[bool]] = Option("court", (False, True), "wallenstein.court.rules", upfront=True)
LANDSKNECHTE: Final[Option[bool]] = Option(
    "landsknechte", (False, True), "wallenstein.landsknechte.rules", upfront=True
)
START: Final[Option[Literal["draft", "printed"]]] = Option(
    "start", ("draft", "printed"), "wallenstein.setup.printed", upfront=True
)
FIRST_PLAYER: Final = FirstPlayer(5, "wallenstein.setup.first_player")
MISSING_CARDS: Final[Option[Literal["bid_empty_first", "player_chooses"]]] = Option(
    "missing_cards",
    ("bid_empty_first", "player_chooses"),
    "wallenstein.planning.cards_run_out",
    formerly={"any_field": "player_chooses", "bid_first": "bid_empty_first"},
)
REVOLT_INCOME: Final[Option[Literal["kept", "lost"]]] = Option(
    "revolt_income", ("kept", "lost"), "wallenstein.actions.collect_revolt"
)
SIX_ARMIES: Final[Option[Literal["six", "one_more"]]] = Option(
    "six_armies", ("six", "one_more"), "wallenstein.tiles.six_armies"
)
TOWER_MODEL: Final[Option[Literal["steady", "impact"]]] = Option(
    "tower_model", ("steady", "impact"), "wallenstein.tower.model"
)
TOWER_THROWN: Final[Option[str]] = Option("tower_thrown", THROWN_CHANCES, "wallenstein.tower.model")
TOWER_STUCK: Final[Option[str]] = Option("tower_stuck", STUCK_CHANCES, "wallenstein.tower.model")
TOWER_FILL: Final[Option[str]] = Option("tower_fill", FILL_CHANCES, "wallenstein.setup.tower")

OPTIONS: Final[tuple[Option[Any], ...]] = (
    COURT,
    LANDSKNECHTE,
    START,
    FIRST_PLAYER,
    MISSING_CARDS,
    REVOLT_INCOME,
    SIX_ARMIES,
    TOWER_MODEL,
    TOWER_THROWN,
    TOWER_STUCK,
    TOWER_FILL,
)


class WallensteinOptions:
    """What was chosen, each with its own type; one object for a game and all its clones."""

    def __init__(self, chosen: Options) -> None:
        self.court: Final = COURT.of(chosen)
        self.landsknechte: Final = LANDSKNECHTE.of(chosen)
        self.start: Final = START.of(chosen)
        self.first_player: Final = FIRST_PLAYER.of(chosen)
        self.missing_cards: Final = MISSING_CARDS.of(chosen)
        self.revolt_income: Final = REVOLT_INCOME.of(chosen)
        self.six_armies: Final = SIX_ARMIES.of(chosen)
        self.tower_model: Final = TOWER_MODEL.of(chosen)
        self.tower_thrown: Final = TOWER_THROWN.of(chosen)
        self.tower_stuck: Final = TOWER_STUCK.of(chosen)
        self.tower_fill: Final = TOWER_FILL.of(chosen)
