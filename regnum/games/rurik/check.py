"""What cannot be so in a game of Rurik: everything that is wrong with a position set up by hand."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from regnum.games.rurik.state import RurikState


def faults(s: "RurikState") -> list[str]:
    """Return everything that cannot be so in a game, one line each."""
    return []
