"""The final scoring: points on tiles, and the bonuses for the largest areas."""

from typing import ClassVar

from regnum.core.step import Event
from regnum.games.khan.areas import area_bonuses, tile_points
from regnum.games.khan.state import KhanState


class FinalScoring(Event[KhanState]):
    """Count the points on the tiles with your yurts, and the bonuses for the largest areas; the most points win.

    khan.scoring.tiles, khan.scoring.bonus, khan.scoring.winner, khan.setup.aim
    """

    CLAUSE: ClassVar[str] = "khan.scoring.winner"

    def happen(self, s: KhanState) -> None:
        if s.journal is None:
            return  # the points follow from the tiles; here they are only told
        for player, lines in enumerate(final_points(s)):
            s.tell_by_key("final_points", player, lines["tiles"], lines["areas"])


def final_points(s: KhanState) -> list[dict[str, int]]:
    """Return each player's points of the final scoring by reason; in mid-game, as if it ended now."""
    points = tile_points(s.laid, s.players, s.options["shared_points"] == "divided")
    bonuses = area_bonuses(s.laid, s.players, s.options["area_bonus"] == "areas")
    return [{"tiles": points[player], "areas": bonuses[player]} for player in range(s.players)]
