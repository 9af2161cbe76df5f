"""How hand cards and tiles on the board are written down."""

from typing import Any, Final

from regnum.core.field import Codec, Faults, One, Some, as_object
from regnum.games.khan.components import CELLS, TILES
from regnum.games.khan.tiles import COVER, FACING_OF, FACING_TILE, FACING_WAY, FRAME, OWNERS, WAYS

UNKNOWN: Final = -1
"""A card that an observer does not know; a hand card is one less for each time that the cards were shuffled while it
was held."""


class HandCard(One):
    """A play card, or what is known of an unknown one: how often the cards were shuffled while it was held."""

    def write(self, value: Any) -> Any:
        return f"held {UNKNOWN - value}" if value < UNKNOWN else super().write(value)

    def read(self, data: Any, where: str, faults: Faults) -> Any:
        word, _, number = str(data).partition(" ")
        if word == "held" and number.isdecimal() and int(number) > 0:
            return UNKNOWN - int(number)
        return super().read(data, where, faults)


class Laid(Codec):
    """A tile on the board, written as an object: tile, first cell, way, and whose yurts are on it."""

    def write(self, value: Any) -> Any:
        number: int = value
        facing, cell = divmod(number // OWNERS, FRAME)
        return {
            "tile": TILES[FACING_TILE[facing]],
            "cell": CELLS[cell],
            "way": WAYS[FACING_WAY[facing]],
            "owners": [player for player in range(4) if number >> player & 1],
        }

    def read(self, data: Any, where: str, faults: Faults) -> Any:
        entry = as_object(data)
        if entry is None or set(entry) != {"tile", "cell", "way", "owners"}:
            faults.add(where, "not an object with tile, cell, way and owners")
            return 1
        tile: int = One(TILES, none=False).read(entry["tile"], f"{where}.tile", faults)
        cell: int = One(CELLS, none=False).read(entry["cell"], f"{where}.cell", faults)
        way: int = One(WAYS, none=False).read(entry["way"], f"{where}.way", faults)
        owners: int = Some(list(range(faults.sides))).read(entry["owners"], f"{where}.owners", faults)
        facing = FACING_OF[tile][way]
        if facing < 0 or not COVER[facing * FRAME + cell]:
            faults.add(where, f"{TILES[tile]} cannot lie {WAYS[way]} at {CELLS[cell]}")
            return 1
        return (facing * FRAME + cell) * OWNERS + owners
