"""The scores of the players."""

from regnum.new_game.pennies.state import PenniesState


def scores(s: PenniesState) -> list[int]:
    """Return each player's points: one for each right guess [pennies.guess]."""
    return s.points[:]
