"""The geometry of the board of Rurik: shapes, the places of pieces, and the room for names."""

from typing import Any, Final

from regnum.games.rurik import components as box
from regnum.view import read_layout

LAYOUT: Final[dict[str, Any]] = read_layout(box.PACKAGE)
LANDS: Final[list[dict[str, Any]]] = [
    next(land for land in LAYOUT["lands"] if land["id"] == region) for region in box.REGIONS
]
