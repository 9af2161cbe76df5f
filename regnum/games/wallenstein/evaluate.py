"""How good a state looks, for bots."""

from regnum.games.wallenstein.scoring import final_points
from regnum.games.wallenstein.state import WallensteinState


def estimate(s: WallensteinState) -> list[float]:
    """Return how many points each player may hope for at the end."""
    now = final_points(s)
    return [float(s.points[player] + sum(now[player].values())) for player in range(s.players)]
