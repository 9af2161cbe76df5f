"""The tiles in all their orientations, and each of their places in the frame as a set of cells.

A facing is a tile in one orientation: turned and perhaps flipped. Orientations with the same shape are one
facing. A facing's place is given by the first of its cells in reading order (north to south, west to east), so that all
other cells have higher numbers.
"""

from typing import Final

from regnum.core import i64
from regnum.games.khan.cells import NONE, Cells, as_cells, word_of
from regnum.games.khan.components import FRAME_SIDE, LAND_SQUARE, RIVER_SQUARE, TILE_SHAPE, TILES

ORIENTATIONS: Final = ["n", "e", "s", "w", "nf", "ef", "sf", "wf"]
"""The orientations of a tile: its top points north, east, south or west; f: it is flipped first."""


class Facing:
    """A tile in one orientation: the steps from its first cell to each of its land squares and river squares."""

    def __init__(self, tile: int, orientation: int, land: list[tuple[int, int]], river: list[tuple[int, int]]) -> None:
        """`land`, `river`: the squares as (row, column); the first one in reading order becomes step 0."""
        row, column = min(land + river)
        self.tile: Final = tile
        self.orientation: Final = orientation
        self.land: Final = sorted((r - row, c - column) for r, c in land)
        self.river: Final = sorted((r - row, c - column) for r, c in river)
        self.land_steps: Final = [r * FRAME_SIDE + c for r, c in self.land]
        self.river_steps: Final = [r * FRAME_SIDE + c for r, c in self.river]


_MAX_TILE_LENGTH: Final = 4
"""The maximum number of rows and columns of a tile: the window around a yurt has to fit into a machine integer."""


def _squares(shape: list[str], mark: str, orientation: int) -> list[tuple[int, int]]:
    squares = [(r, c) for r in range(len(shape)) for c in range(len(shape[r])) if shape[r][c] == mark]
    if orientation >= 4:
        squares = [(r, -c) for r, c in squares]
    for _ in range(orientation % 4):
        squares = [(c, -r) for r, c in squares]
    return squares


def shape_error(shape: list[str]) -> str:
    """Return the error in the shape of a tile, or ""."""
    if any(mark not in (LAND_SQUARE, RIVER_SQUARE, ".") for row in shape for mark in row):
        return f"only {LAND_SQUARE}, {RIVER_SQUARE} and . make up a shape"
    land = _squares(shape, LAND_SQUARE, 0)
    if len(land) < 2:
        return f"fewer than two squares of land ({LAND_SQUARE})"
    if max(len(shape), *map(len, shape)) > _MAX_TILE_LENGTH:
        return f"more than {_MAX_TILE_LENGTH} rows or columns"
    squares = land + _squares(shape, RIVER_SQUARE, 0)
    connected = [squares.pop()]
    for row, column in connected:  # grows during the loop
        adjacent = [square for square in squares if abs(square[0] - row) + abs(square[1] - column) == 1]
        connected += adjacent
        squares = [square for square in squares if square not in adjacent]
    return "its squares are not connected" if squares else ""


def check_tiles(names: list[str], shapes: list[list[str]]) -> None:
    """Raise ValueError, which lists all errors in one line, if the shape of a tile is invalid."""
    errors = [shape_error(shape) for shape in shapes]
    texts = [f"{names[tile]}: {errors[tile]}" for tile in range(len(names)) if errors[tile]]
    if texts:
        raise ValueError(f"data/tiles.toml: {'; '.join(texts)}")


check_tiles(TILES, TILE_SHAPE)


def _facings() -> list[Facing]:
    facings: list[Facing] = []
    for tile in range(len(TILES)):
        seen: list[tuple[list[int], list[int]]] = []
        for orientation in range(len(ORIENTATIONS)):
            shape = TILE_SHAPE[tile]
            facing = Facing(
                tile, orientation, _squares(shape, LAND_SQUARE, orientation), _squares(shape, RIVER_SQUARE, orientation)
            )
            steps = (facing.land_steps, facing.river_steps)
            if steps not in seen:
                seen.append(steps)
                facings.append(facing)
    return facings


FACINGS: Final = _facings()
FRAME_CELLS: Final = FRAME_SIDE * FRAME_SIDE
FRAME_MASK: Final = as_cells((1 << FRAME_CELLS) - 1)
TILE_BIT: Final = [1 << tile for tile in range(len(TILES))]
BIT: Final[list[Cells]] = [as_cells(1 << cell) for cell in range(FRAME_CELLS)]
"""For each cell, the set that contains only this cell."""
_FIRST_COLUMN: Final = as_cells(sum([1 << row * FRAME_SIDE for row in range(FRAME_SIDE)]))
NOT_FIRST_COLUMN: Final = FRAME_MASK & ~_FIRST_COLUMN
NOT_LAST_COLUMN: Final = FRAME_MASK & ~(_FIRST_COLUMN << FRAME_SIDE - 1)


def adjacent_cells(cells: Cells) -> Cells:
    """Return the cells of the frame that share a side with at least one of these."""
    return (
        (cells & NOT_LAST_COLUMN) << 1
        | (cells & NOT_FIRST_COLUMN) >> 1
        | (cells << FRAME_SIDE) & FRAME_MASK
        | cells >> FRAME_SIDE
    )


def _fits_in_frame(facing: Facing, anchor: int) -> bool:
    row, column = divmod(anchor, FRAME_SIDE)
    cells = [(row + r, column + c) for r, c in facing.land + facing.river]
    return all(0 <= r < FRAME_SIDE and 0 <= c < FRAME_SIDE for r, c in cells)


def _masks_by_anchor(facing: Facing, steps: list[int]) -> list[Cells]:
    masks: list[Cells] = []
    for anchor in range(FRAME_CELLS):
        mask = NONE
        if _fits_in_frame(facing, anchor):
            for step in steps:
                mask |= BIT[anchor + step]
        masks.append(mask)
    return masks


# A placement is a number: facing * FRAME_CELLS + first cell.
LAND_CELLS: Final[list[Cells]] = [mask for facing in FACINGS for mask in _masks_by_anchor(facing, facing.land_steps)]
"""For each placement, the land cells under it, or none if the tile does not fit into the frame there."""
COVERED_CELLS: Final[list[Cells]] = [
    mask for facing in FACINGS for mask in _masks_by_anchor(facing, facing.land_steps + facing.river_steps)
]
"""For each placement, all cells under it, or none if the tile does not fit into the frame there."""
OWNER_SETS: Final = 16
"""A laid tile is stored as a number: placement * OWNER_SETS + the players with yurts on it, as a bit mask."""


def laid_placement(laid_tile: int) -> int:
    """Return the placement of a laid tile."""
    return laid_tile // OWNER_SETS


def laid_owners(laid_tile: int) -> int:
    """Return the players with yurts on a laid tile, as a bit mask."""
    return laid_tile % OWNER_SETS


def laid_cells(laid_tile: int) -> Cells:
    """Return all cells under a laid tile."""
    return COVERED_CELLS[laid_tile // OWNER_SETS]


class Placement:
    """A tile in one of its places, with everything needed about it. There is a single object for each placement.

    `bit` is the tile as a bit mask. The cells under it are split into three words that fit into machine integers.
    """

    __slots__ = ("bit", "high", "land", "low", "middle", "number", "tile")

    def __init__(self, number: int) -> None:
        self.number: Final = number
        self.tile: Final = FACINGS[number // FRAME_CELLS].tile
        self.bit: Final = TILE_BIT[self.tile]
        self.land: Final = LAND_CELLS[number]
        self.low: Final[i64] = word_of(COVERED_CELLS[number], 0)
        self.middle: Final[i64] = word_of(COVERED_CELLS[number], 1)
        self.high: Final[i64] = word_of(COVERED_CELLS[number], 2)


class PlacementCache:
    """A player's cached placements, and how many yurts had been placed and tiles laid when they were found."""

    __slots__ = ("placements", "tiles_laid", "yurts_placed")

    def __init__(self, placements: list[Placement], yurts_placed: int, tiles_laid: int) -> None:
        self.placements: Final = placements
        self.yurts_placed: Final = yurts_placed
        self.tiles_laid: Final = tiles_laid


def placements_without(placements: list[Placement], removed: Cells) -> list[Placement]:
    """Return the placements that cover none of these cells."""
    low = word_of(removed, 0)
    middle = word_of(removed, 1)
    high = word_of(removed, 2)
    if low:
        placements = [placement for placement in placements if not placement.low & low]
    if middle:
        placements = [placement for placement in placements if not placement.middle & middle]
    if high:
        placements = [placement for placement in placements if not placement.high & high]
    return placements


PLACEMENTS: Final = [Placement(number) for number in range(len(COVERED_CELLS))]
TILE_FACINGS: Final[list[list[int]]] = [
    [number for number in range(len(FACINGS)) if FACINGS[number].tile == tile] for tile in range(len(TILES))
]
FACING_TILE: Final[list[int]] = [facing.tile for facing in FACINGS]
FACING_ORIENTATION: Final[list[int]] = [facing.orientation for facing in FACINGS]
FACING_OF: Final[list[list[int]]] = [
    [
        next((number for number in TILE_FACINGS[tile] if FACINGS[number].orientation == orientation), -1)
        for orientation in range(len(ORIENTATIONS))
    ]
    for tile in range(len(TILES))
]
"""For each tile and orientation, its facing, or -1 if an earlier orientation has the same shape."""
IS_BRIDGE: Final[list[bool]] = [any(RIVER_SQUARE in row for row in shape) for shape in TILE_SHAPE]


# A player's placements are searched around each of their yurts, in a square window that contains every tile over this
# yurt. The yurts in the window are one small bit mask, the river cells without a bridge another.
SPAN: Final = max([max(max(row for row, _ in facing.land + facing.river) for facing in FACINGS), 1])
"""The distance between the first and the last row of the longest tile."""
WINDOW: Final = 2 * SPAN + 1
"""The number of rows and of columns of the window, with the yurt in the middle."""

_ROW: Final = (1 << FRAME_SIDE) - 1
_FOUR_ROWS: Final = (1 << 4 * FRAME_SIDE) - 1


def padded_rows(cells: Cells) -> list[int]:
    """Return the rows of a set of cells as small bit masks, with empty rows and columns around them for windows."""
    rows = [0] * (FRAME_SIDE + 2 * SPAN + 3)
    row = SPAN
    while cells:
        four = word_of(cells, 0) & _FOUR_ROWS  # four rows at a time, because they fit into a machine integer
        cells >>= 4 * FRAME_SIDE
        for line in range(4):
            rows[row + line] = (four & _ROW) << SPAN
            four >>= FRAME_SIDE
        row += 4
    return rows


class TileTreeNode:
    """A node in a tree of tiles around a yurt: a cell that is added to the cells of the nodes above it."""

    __slots__ = ("bit", "children", "next_if_covered", "next_if_uncovered", "placement", "river", "tile")

    def __init__(self, bit: i64, river: bool) -> None:
        self.bit: Final = bit
        """The cell in the window, as a bit mask."""
        self.river: Final = river
        self.children: Final[list[TileTreeNode]] = []
        self.tile: int = -1
        """The tile that is complete with this cell, or -1."""
        self.placement: int = 0
        """The number of the complete tile's placement, minus the number of the yurt's cell."""
        self.next_if_covered: TileTreeNode | None = None
        """The next node of a walk if the cell can be covered: the first child, or else `next_if_uncovered`."""
        self.next_if_uncovered: TileTreeNode | None = None
        """The next node of a walk if the cell cannot be covered: the next sibling, or that of a node above."""


def _cell_path(facing: Facing, origin: tuple[int, int]) -> list[tuple[int, int, bool]]:
    """Return a facing's other cells relative to `origin`, each touching an earlier one.

    River cells come first, because fewer placements have them.
    """
    cells = [(r - origin[0], c - origin[1], True) for r, c in facing.river]
    cells += [(r - origin[0], c - origin[1], False) for r, c in facing.land if (r, c) != origin]
    path: list[tuple[int, int, bool]] = [(0, 0, False)]
    while cells:
        nearest = next(cell for cell in cells if _is_adjacent(cell, path))
        path.append(nearest)
        cells.remove(nearest)
    return path[1:]


def _is_adjacent(cell: tuple[int, int, bool], path: list[tuple[int, int, bool]]) -> bool:
    return any(abs(cell[0] - r) + abs(cell[1] - c) == 1 for r, c, _ in path)


def _add_path(siblings: list[TileTreeNode], path: list[tuple[int, int, bool]], tile: int, placement: int) -> None:
    """Add the missing cells of a path to the tree."""
    row, column, river = path[0]
    bit = 1 << (SPAN - row) * WINDOW + column + SPAN
    last = len(path) == 1
    nodes = [node for node in siblings if node.bit == bit and node.river == river and not (last and node.tile >= 0)]
    if not nodes:
        nodes = [TileTreeNode(bit, river)]
        siblings += nodes
    if last:
        nodes[0].tile = tile
        nodes[0].placement = placement
    else:
        _add_path(nodes[0].children, path[1:], tile, placement)


def _link_nodes(nodes: list[TileTreeNode], next_node: TileTreeNode | None) -> TileTreeNode | None:
    """Link each node to the next nodes of a walk and return the first node."""
    for node in nodes[::-1]:
        node.next_if_uncovered = next_node
        node.next_if_covered = _link_nodes(node.children, next_node)
        next_node = node
    return next_node


def _placement_tree(bridges: bool) -> TileTreeNode | None:
    """Return the first node of the tree of all bridge tiles, or of all other tiles."""
    roots: list[TileTreeNode] = []
    for number in range(len(FACINGS)):
        facing = FACINGS[number]
        for origin in facing.land:
            if IS_BRIDGE[facing.tile] == bridges:
                first = number * FRAME_CELLS - origin[0] * FRAME_SIDE - origin[1]
                _add_path(roots, _cell_path(facing, origin), facing.tile, first)
    return _link_nodes(roots, None)


LAND_TREE: Final = _placement_tree(False)
"""The tree of the tiles without river squares."""
BRIDGE_TREE: Final = _placement_tree(True)
