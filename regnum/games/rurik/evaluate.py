"""How good a position looks, for bots."""

from regnum.games.rurik.state import RurikState


def estimate(s: RurikState) -> list[float]:
    """Return how many points each player may hope for."""
    return [float(points) for points in s.scores()]
