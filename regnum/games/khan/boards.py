"""Boards, read from the files in data/boards: cells, landscapes, river, surrounding land, start cells of the rulers.

Everything that the rules need to know about a board is computed once, as sets of cells, see cells.py.
"""

from typing import Any, Final

from regnum.core.folder import read_data
from regnum.core.rules.bitmask import mask_of
from regnum.core.rules.region_graph import RegionGraph
from regnum.games.khan import components as box
from regnum.games.khan.cells import NONE, Cells, as_cells, cells_in
from regnum.games.khan.tiles import BIT, COVERED_CELLS, FACINGS, FRAME_CELLS, IS_BRIDGE, LAND_CELLS, adjacent_cells

OUTSIDE: Final = "outside"
RIVER: Final = "river"

_borders: Final = [
    (box.CELLS[cell], box.CELLS[other])
    for cell in range(FRAME_CELLS)
    for other in (cell + 1, cell + box.FRAME_SIDE)
    if other < FRAME_CELLS and (other % box.FRAME_SIDE or other == cell + box.FRAME_SIDE)
]
GRID: Final = RegionGraph(box.CELLS, _borders)
"""The cells of the frame; cells that share a side are adjacent [khan.board.adjacent]."""
NEIGHBOURS: Final[list[Cells]] = [as_cells(mask) for mask in GRID.neighbours]
"""For each cell of the frame, the adjacent ones."""


class Board:
    """A board: its layout, and all values derived from it [khan.board.landscapes, khan.board.layout]."""

    def __init__(self, name: str, data: dict[str, Any]) -> None:
        """Read the content of a board file; raises ValueError with all errors in it."""
        self.name: Final = name
        self.rows: Final[list[str]] = data["layout"]["rows"]
        self.columns: Final = max(len(row) for row in self.rows)
        errors: list[str] = []
        kinds = _kinds(self.rows, data["layout"]["legend"], errors)
        self.kinds: Final = kinds
        """For each cell of the frame, the id of its landscape, "river" or "outside"."""
        self.regions: Final = [_cells_of_kind(kinds, region) for region in box.REGIONS]
        """For each landscape, all its cells, connected or not [khan.board.region]."""
        self.river: Final = _cells_of_kind(kinds, RIVER)
        self.land: Final = as_cells(sum(int(cells) for cells in self.regions))
        self.cells: Final = self.land | self.river
        self.no_umland: Final = as_cells(mask_of(_cell(entry, errors) for entry in data["umland"]["exceptions"]))
        self.edge: Final = as_cells(mask_of(c for c in cells_in(self.land) if _is_at_edge(c, self.cells)))
        self.grounds: Final = _grounds(self)
        """For each ground on a card, the land cells that it allows [khan.invade.landscape, khan.invade.river]."""
        self.invaded: Final = [self.grounds[ground] for ground in box.CARD_GROUND]
        """For each card, the land cells that its ground allows."""
        self.start: Final = [_cell(data["start"].get(ruler, "none"), errors) for ruler in box.RULERS]
        """For each ruler, the cell where it begins."""
        self.flights: Final = [_flight_cells(c, self.cells) for c in range(FRAME_CELLS)]
        """For each cell and direction, the cells to which a ruler may flee from there, in order
        of preference [khan.expel.clockwise, khan.expel.edge]."""
        self.valid: Final = [_valid_anchors(facing, self) for facing in range(len(FACINGS))]
        """For each facing, the first cells at which the tile's land squares lie on land and its
        river squares on river [khan.conquer.land, khan.conquer.bridge]."""
        self.across: Final = _cells_across_river(self.valid)
        """For each cell, a set of cells, mostly across the river, of which each bridge tile over the
        cell covers at least one [khan.conquer.bridge]."""
        errors += _board_errors(self)
        if errors:
            raise ValueError(f"data/boards/{name}.toml: {'; '.join(errors)}")


def _kinds(rows: list[str], legend: dict[str, str], errors: list[str]) -> list[str]:
    kinds = [OUTSIDE] * FRAME_CELLS
    if len(rows) > box.FRAME_SIDE or any(len(row) > box.FRAME_SIDE for row in rows):
        errors.append(f"more than {box.FRAME_SIDE} rows or columns")
        return kinds
    for row in range(len(rows)):
        for column in range(len(rows[row])):
            kind = legend.get(rows[row][column], "")
            if kind not in (OUTSIDE, RIVER) and kind not in box.REGIONS:
                errors.append(f"row {row + 1}: {rows[row][column]!r} is not in the legend")
                kind = OUTSIDE
            kinds[row * box.FRAME_SIDE + column] = kind
    return kinds


def _cells_of_kind(kinds: list[str], kind: str) -> Cells:
    return as_cells(mask_of(cell for cell in range(FRAME_CELLS) if kinds[cell] == kind))


def _cell(name: str, errors: list[str]) -> int:
    if name in box.CELLS:
        return box.CELLS.index(name)
    errors.append(f"{name!r} is not a cell from a1 to m13")
    return 0


def _is_at_edge(cell: int, cells: Cells) -> bool:
    """Return whether a cell is at the edge of the board."""
    return (NEIGHBOURS[cell] & cells).bit_count() < 4


def _grounds(board: Board) -> list[Cells]:
    """Return, for each ground, the land cells that its cards allow.

    khan.invade.landscape, khan.invade.khan, khan.invade.river, khan.invade.umland
    """
    allowed = {
        **dict(zip(box.REGIONS, board.regions, strict=True)),
        "khan": board.land,
        "river": adjacent_cells(board.river) & board.land,
        "umland": board.edge & ~board.no_umland,
    }
    return [allowed[ground] for ground in box.GROUNDS]


def _ray(cell: int, direction: int, cells: Cells) -> list[int]:
    """Return the cells within a ruler's reach in a direction, up to the edge of the board."""
    ray: list[int] = []
    down, right = box.VECTORS[direction]
    row, column = divmod(cell, box.FRAME_SIDE)
    for _ in range(box.FLIGHT_REACH):
        row += down
        column += right
        if (
            not (0 <= row < box.FRAME_SIDE and 0 <= column < box.FRAME_SIDE)
            or not cells & BIT[row * box.FRAME_SIDE + column]
        ):
            break
        ray.append(row * box.FRAME_SIDE + column)
    return ray


def _flight_cells(cell: int, cells: Cells) -> list[list[int]]:
    """Return, for each direction, the cells within reach: those in it, nearest first, then those clockwise from it."""
    turns = len(box.VECTORS)
    rays = [_ray(cell, direction, cells) for direction in range(turns)]
    return [[c for turn in range(turns) for c in rays[(direction + turn) % turns]] for direction in range(turns)]


def _valid_anchors(facing: int, board: Board) -> Cells:
    anchors = NONE
    for anchor in range(FRAME_CELLS):
        cover, land = COVERED_CELLS[facing * FRAME_CELLS + anchor], LAND_CELLS[facing * FRAME_CELLS + anchor]
        if cover and not land & ~board.land and not (cover ^ land) & ~board.river:
            anchors |= BIT[anchor]
    return anchors


def _cells_across_river(valid: list[Cells]) -> list[Cells]:
    across = [NONE] * FRAME_CELLS
    for number in range(len(FACINGS)):
        if IS_BRIDGE[FACINGS[number].tile]:
            for anchor in cells_in(valid[number]):
                land = LAND_CELLS[number * FRAME_CELLS + anchor]
                for cell in cells_in(land):
                    other_cells = land ^ BIT[cell]
                    if not across[cell] & other_cells:
                        across[cell] |= other_cells & -other_cells
    return across


def _board_errors(board: Board) -> list[str]:
    errors = [f"no cell of {box.REGIONS[region]}" for region in range(len(box.REGIONS)) if not board.regions[region]]
    for ruler in range(len(box.RULERS)):
        cell = board.start[ruler]
        if not board.land & BIT[cell]:
            errors.append(f"{box.RULERS[ruler]} does not start on land")
        if board.start.count(cell) > 1:
            errors.append(f"{box.RULERS[ruler]} shares a start cell")
    for cell in cells_in(board.no_umland & ~board.edge):
        errors.append(f"{box.CELLS[cell]} is not a land cell at the edge")
    return errors


BOARDS: Final = {name: Board(name, read_data(box.PACKAGE, f"boards/{name}")) for name in box.BOARD_NAMES}
