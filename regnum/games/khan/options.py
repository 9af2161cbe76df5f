"""The options of Khan: variants, and interpretations where the rulebook is unclear."""

from typing import Final

from regnum.core.rules.option import FirstPlayer, Option
from regnum.games.khan.components import BOARD_NAMES

OPTIONS: Final[tuple[Option, ...]] = (
    Option("board", BOARD_NAMES, "khan.board.layout", asked_first=True),
    Option("rulers_start", ("printed", "free"), "khan.setup.rulers_free", asked_first=True),
    Option("expel_direction", ("deck", "hand"), "khan.expel_action.direction"),
    Option("stuck_ruler_yurt", (False, True), "khan.expel.stuck_cell"),
    Option("discard", ("any", "all"), "khan.combined.discard"),
    Option("refusal", ("action", "turn"), "khan.special.refused"),
    Option("shared_points", ("full", "divided"), "khan.scoring.shared"),
    Option("area_bonus", ("players", "areas"), "khan.scoring.bonus"),
    FirstPlayer(4, "khan.setup.first_player"),
)
