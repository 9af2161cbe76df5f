"""The options of Khan: where the rulebook is unclear or offers a variant, both readings can be played."""

from typing import Any, Final, Literal

from regnum.core.rules.option import FirstPlayer, Option, Options
from regnum.games.khan.components import BOARD_NAMES

BOARD: Final[Option[str]] = Option("board", BOARD_NAMES, "khan.board.layout", upfront=True)
RULERS_START: Final[Option[Literal["printed", "free"]]] = Option(
    "rulers_start", ("printed", "free"), "khan.setup.rulers_free", upfront=True
)
EXPEL_DIRECTION: Final[Option[Literal["deck", "hand"]]] = Option(
    "expel_direction", ("deck", "hand"), "khan.expel_action.direction"
)
STUCK_RULER_YURT: Final[Option[bool]] = Option("stuck_ruler_yurt", (False, True), "khan.expel.stuck_cell")
DISCARD: Final[Option[Literal["any", "all"]]] = Option("discard", ("any", "all"), "khan.combined.discard")
REFUSAL: Final[Option[Literal["action", "turn"]]] = Option("refusal", ("action", "turn"), "khan.special.refused")
SHARED_POINTS: Final[Option[Literal["full", "divided"]]] = Option(
    "shared_points", ("full", "divided"), "khan.scoring.shared"
)
AREA_BONUS: Final[Option[Literal["players", "areas"]]] = Option(
    "area_bonus", ("players", "areas"), "khan.scoring.bonus"
)
FIRST_PLAYER: Final = FirstPlayer(4, "khan.setup.first_player")

OPTIONS: Final[tuple[Option[Any], ...]] = (
    BOARD,
    RULERS_START,
    EXPEL_DIRECTION,
    STUCK_RULER_YURT,
    DISCARD,
    REFUSAL,
    SHARED_POINTS,
    AREA_BONUS,
    FIRST_PLAYER,
)


class KhanOptions:
    """What was chosen for a game, with its types."""

    def __init__(self, chosen: Options) -> None:
        self.board: Final = BOARD.of(chosen)
        self.rulers_start: Final = RULERS_START.of(chosen)
        self.expel_direction: Final = EXPEL_DIRECTION.of(chosen)
        self.stuck_ruler_yurt: Final = STUCK_RULER_YURT.of(chosen)
        self.discard: Final = DISCARD.of(chosen)
        self.refusal: Final = REFUSAL.of(chosen)
        self.shared_points: Final = SHARED_POINTS.of(chosen)
        self.area_bonus: Final = AREA_BONUS.of(chosen)
        self.first_player: Final = FIRST_PLAYER.of(chosen)
