"""Codecs for sets of cells, hand cards and for tiles on the board."""

from typing import Any, ClassVar, Final

from regnum.core.codec import BYTES, Cell, Codec, ErrorList, OneOf, SetOf
from regnum.core.codec import Cells as CellBuffer
from regnum.core.field_schema import RECORD, FieldSchema
from regnum.core.json_values import as_object
from regnum.games.khan.cells import NONE, as_cells
from regnum.games.khan.components import CARDS, CELLS, TILES
from regnum.games.khan.tiles import (
    COVERED_CELLS,
    FACING_OF,
    FACING_ORIENTATION,
    FACING_TILE,
    FRAME_CELLS,
    ORIENTATIONS,
    OWNER_SETS,
    laid_owners,
    laid_placement,
)

UNKNOWN: Final = -1
"""The number of an unknown card; for a hand card, 1 is subtracted for each shuffle during which it was in the hand."""

MAX_SHUFFLES_HELD: Final = 8
"""The maximum number of consecutive shuffles that a card's cell distinguishes; no hand keeps a card that long."""


class CellSet(SetOf):
    """A set of cells of the frame, see cells.py."""

    FIELD_TYPE: ClassVar[str] = "regnum.games.khan.cells.Cells"

    def __init__(self) -> None:
        super().__init__(CELLS)

    def initial_value(self, sides: int) -> Any:
        return NONE

    def encode(self, value: Any, out: list[bytes]) -> None:
        super().encode(int(value), out)

    def update_cells(self, value: Any, old: Any, cells: CellBuffer, start: int, size: int) -> None:
        super().update_cells(int(value), int(old), cells, start, size)

    def write(self, value: Any) -> Any:
        return super().write(int(value))

    def read(self, data: Any, path: str, errors: ErrorList) -> Any:
        return as_cells(super().read(data, path, errors))


class HandCard(OneOf):
    """A play card or, if it is unknown, the number of shuffles during which it was in the hand.

    The cell of a known card is its number plus 1. That of an unknown card is 0 or, if it was in the hand during
    shuffles, the number of all cards plus that of these shuffles.
    """

    def max_value(self, sides: int) -> int:
        return len(CARDS) + MAX_SHUFFLES_HELD

    def cell(self, value: Any) -> bytes:
        number: int = value
        return BYTES[number + 1 if number >= UNKNOWN else len(CARDS) + min(UNKNOWN - number, MAX_SHUFFLES_HELD)]

    def encode_all(self, values: Any, out: list[bytes]) -> None:
        for value in values:
            out.append(self.cell(value))

    def write(self, value: Any) -> Any:
        return f"held {UNKNOWN - value}" if value < UNKNOWN else super().write(value)

    def read(self, data: Any, path: str, errors: ErrorList) -> Any:
        word, _, number = str(data).partition(" ")
        if word == "held" and number.isdecimal() and int(number) > 0:
            return UNKNOWN - int(number)
        return super().read(data, path, errors)


class Laid(Codec):
    """A tile on the board, written as an object: tile, first cell, way, and the owners of the yurts on it.

    Its cells are the tile, its way and its first cell, each plus 1, and for each player, whether their yurt is on it.
    """

    def cells(self, sides: int) -> list[Cell]:
        owners = [(f".owners[{player}]", 1) for player in range(4)]
        return [(".tile", len(TILES)), (".way", len(ORIENTATIONS)), (".cell", FRAME_CELLS), *owners]

    def encode(self, value: Any, out: list[bytes]) -> None:
        number: int = value
        placement = laid_placement(number)
        facing = placement // FRAME_CELLS
        out.append(_FACING_CELLS[facing])
        out.append(BYTES[placement % FRAME_CELLS + 1])
        out.append(_OWNER_CELLS[laid_owners(number)])

    def schema(self) -> FieldSchema:
        codecs = {
            "tile": OneOf(TILES, optional=False),
            "cell": OneOf(CELLS, optional=False),
            "way": OneOf(ORIENTATIONS, optional=False),
        }
        parts = {name: codec.schema() for name, codec in codecs.items()}
        return FieldSchema(RECORD, parts={**parts, "owners": SetOf(list(range(4)), seats=True).schema()})

    def write(self, value: Any) -> Any:
        number: int = value
        facing, cell = divmod(laid_placement(number), FRAME_CELLS)
        return {
            "tile": TILES[FACING_TILE[facing]],
            "cell": CELLS[cell],
            "way": ORIENTATIONS[FACING_ORIENTATION[facing]],
            "owners": [player for player in range(4) if number >> player & 1],
        }

    def read(self, data: Any, path: str, errors: ErrorList) -> Any:
        entry = as_object(data)
        if entry is None or set(entry) != {"tile", "cell", "way", "owners"}:
            errors.add(path, "not an object with tile, cell, way and owners")
            return 1
        tile: int = OneOf(TILES, optional=False).read(entry["tile"], f"{path}.tile", errors)
        cell: int = OneOf(CELLS, optional=False).read(entry["cell"], f"{path}.cell", errors)
        orientation: int = OneOf(ORIENTATIONS, optional=False).read(entry["way"], f"{path}.way", errors)
        owners: int = SetOf(list(range(errors.sides))).read(entry["owners"], f"{path}.owners", errors)
        facing = FACING_OF[tile][orientation]
        if facing < 0 or not COVERED_CELLS[facing * FRAME_CELLS + cell]:
            errors.add(path, f"{TILES[tile]} cannot lie {ORIENTATIONS[orientation]} at {CELLS[cell]}")
            return 1
        return (facing * FRAME_CELLS + cell) * OWNER_SETS + owners


_FACING_CELLS: Final = [
    bytes([tile + 1, orientation + 1]) for tile, orientation in zip(FACING_TILE, FACING_ORIENTATION, strict=True)
]
_OWNER_CELLS: Final = [bytes([owners >> player & 1 for player in range(4)]) for owners in range(OWNER_SETS)]
