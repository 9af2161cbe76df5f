"""The tiles in all their facings, and every place of each in the frame as a bit mask over the cells.

A facing is a tile turned and perhaps flipped. Its place is given by the first of its cells in reading order (north to
south, west to east), so that all other cells have higher numbers. Facings with the same shape are one.
"""

from typing import Final

from regnum.core import i64
from regnum.games.khan.components import LAND_SQUARE, RIVER_SQUARE, SIDE, TILE_SHAPE, TILES

WAYS: Final = ["n", "e", "s", "w", "nf", "ef", "sf", "wf"]
"""The ways of a tile: its top to the north, east, south or west; with f it is flipped first."""


class Facing:
    """A tile in one of its ways: the steps from its first cell to each other one, on land and over the river."""

    def __init__(self, tile: int, way: int, land: list[tuple[int, int]], river: list[tuple[int, int]]) -> None:
        """Take the squares as (row, column); the first cell in reading order becomes step 0."""
        row, column = min(land + river)
        self.tile: Final = tile
        self.way: Final = way
        self.land: Final = sorted((r - row, c - column) for r, c in land)
        self.river: Final = sorted((r - row, c - column) for r, c in river)
        self.land_steps: Final = [r * SIDE + c for r, c in self.land]
        self.river_steps: Final = [r * SIDE + c for r, c in self.river]


_LONGEST: Final = 4
"""The most rows and columns of a tile, so that the window around a yurt fits a machine's integer."""


def _squares(shape: list[str], mark: str, way: int) -> list[tuple[int, int]]:
    squares = [(r, c) for r in range(len(shape)) for c in range(len(shape[r])) if shape[r][c] == mark]
    if way >= 4:
        squares = [(r, -c) for r, c in squares]
    for _ in range(way % 4):
        squares = [(c, -r) for r, c in squares]
    return squares


def shape_fault(shape: list[str]) -> str:
    """Return the fault in the picture of a tile, or ""."""
    if any(mark not in (LAND_SQUARE, RIVER_SQUARE, ".") for row in shape for mark in row):
        return f"only {LAND_SQUARE}, {RIVER_SQUARE} and . make up a shape"
    land = _squares(shape, LAND_SQUARE, 0)
    if len(land) < 2:
        return f"fewer than two squares of land ({LAND_SQUARE})"
    if max(len(shape), *map(len, shape)) > _LONGEST:
        return f"more than {_LONGEST} rows or columns"
    left = land + _squares(shape, RIVER_SQUARE, 0)
    reached = [left.pop()]
    for row, column in reached:  # grows during the loop
        beside = [square for square in left if abs(square[0] - row) + abs(square[1] - column) == 1]
        reached += beside
        left = [square for square in left if square not in beside]
    return "its squares do not hang together" if left else ""


def check_tiles(names: list[str], shapes: list[list[str]]) -> None:
    """Raise ValueError, in one line, if a tile is impossible."""
    faults = [shape_fault(shape) for shape in shapes]
    found = [f"{names[tile]}: {faults[tile]}" for tile in range(len(names)) if faults[tile]]
    if found:
        raise ValueError(f"data/tiles.toml: {'; '.join(found)}")


check_tiles(TILES, TILE_SHAPE)


def _facings() -> list[Facing]:
    found: list[Facing] = []
    for tile in range(len(TILES)):
        seen: list[tuple[list[int], list[int]]] = []
        for way in range(len(WAYS)):
            shape = TILE_SHAPE[tile]
            facing = Facing(tile, way, _squares(shape, LAND_SQUARE, way), _squares(shape, RIVER_SQUARE, way))
            looks = (facing.land_steps, facing.river_steps)
            if looks not in seen:
                seen.append(looks)
                found.append(facing)
    return found


FACINGS: Final = _facings()
FRAME: Final = SIDE * SIDE
FRAME_MASK: Final = (1 << FRAME) - 1
TILE_BIT: Final = [1 << tile for tile in range(len(TILES))]
BIT: Final = [1 << cell for cell in range(FRAME)]
"""For each cell its bit mask."""
_FIRST_COLUMN: Final = sum([1 << row * SIDE for row in range(SIDE)])
_NOT_FIRST: Final = FRAME_MASK & ~_FIRST_COLUMN
_NOT_LAST: Final = FRAME_MASK & ~(_FIRST_COLUMN << SIDE - 1)


def around(cells: int) -> int:
    """Return the cells of the frame that share a side with at least one of these."""
    return (cells & _NOT_LAST) << 1 | (cells & _NOT_FIRST) >> 1 | (cells << SIDE) & FRAME_MASK | cells >> SIDE


def _inside(facing: Facing, anchor: int) -> bool:
    row, column = divmod(anchor, SIDE)
    cells = [(row + r, column + c) for r, c in facing.land + facing.river]
    return all(0 <= r < SIDE and 0 <= c < SIDE for r, c in cells)


def _places(facing: Facing, steps: list[int]) -> list[int]:
    masks: list[int] = []
    for anchor in range(FRAME):
        mask = 0
        if _inside(facing, anchor):
            for step in steps:
                mask |= 1 << anchor + step
        masks.append(mask)
    return masks


# A placement is a number: facing * FRAME + first cell.
LAND: Final[list[int]] = [mask for facing in FACINGS for mask in _places(facing, facing.land_steps)]
"""For each placement the land cells under it, 0 where the tile would not fit into the frame."""
COVER: Final[list[int]] = [
    mask for facing in FACINGS for mask in _places(facing, facing.land_steps + facing.river_steps)
]
"""For each placement all cells under it."""
OWNERS: Final = 16
"""A tile on the board is also a number: placement * OWNERS + the players with yurts on it, as a bit mask."""

WORD_BITS: Final = 57
"""A third of the frame, rounded up."""
WORD: Final = (1 << WORD_BITS) - 1


class Placement:
    """A tile in one of its places. There is one object for each, so that nothing is looked up twice.

    `bit` is the tile as a bit mask. The cells under it are split into three words that fit a machine's integers.
    """

    __slots__ = ("bit", "high", "land", "low", "middle", "number", "tile")

    def __init__(self, number: int) -> None:
        self.number: Final = number
        self.tile: Final = FACINGS[number // FRAME].tile
        self.bit: Final = TILE_BIT[self.tile]
        self.land: Final = LAND[number]
        self.low: Final[i64] = COVER[number] & WORD
        self.middle: Final[i64] = COVER[number] >> WORD_BITS & WORD
        self.high: Final[i64] = COVER[number] >> 2 * WORD_BITS


class Fitting:
    """The placements that fit for a player, with the numbers of yurts placed and tiles laid at that time."""

    __slots__ = ("laid", "placed", "places")

    def __init__(self, places: list[Placement], placed: int, laid: int) -> None:
        self.places: Final = places
        self.placed: Final = placed
        self.laid: Final = laid


def without(known: list[Placement], gone: int) -> list[Placement]:
    """Return the placements that cover none of these cells."""
    low: i64 = gone & WORD
    middle: i64 = gone >> WORD_BITS & WORD
    high: i64 = gone >> 2 * WORD_BITS
    if low:
        known = [place for place in known if not place.low & low]
    if middle:
        known = [place for place in known if not place.middle & middle]
    if high:
        known = [place for place in known if not place.high & high]
    return known


PLACEMENTS: Final = [Placement(number) for number in range(len(COVER))]
TILE_FACINGS: Final[list[list[int]]] = [
    [number for number in range(len(FACINGS)) if FACINGS[number].tile == tile] for tile in range(len(TILES))
]
FACING_TILE: Final[list[int]] = [facing.tile for facing in FACINGS]
FACING_WAY: Final[list[int]] = [facing.way for facing in FACINGS]
FACING_OF: Final[list[list[int]]] = [
    [next((number for number in TILE_FACINGS[tile] if FACINGS[number].way == way), -1) for way in range(len(WAYS))]
    for tile in range(len(TILES))
]
"""For each tile and way its facing, -1 if another way has the same shape."""
IS_BRIDGE: Final[list[bool]] = [any(RIVER_SQUARE in row for row in shape) for shape in TILE_SHAPE]


# The placements for a player are searched around each of their yurts, in a square window that fits every tile over
# this yurt: the yurts in the window are one small bit mask, the open water another.
SPAN: Final = max([max(max(row for row, _ in facing.land + facing.river) for facing in FACINGS), 1])
"""The distance from one end of a tile to the other."""
WINDOW: Final = 2 * SPAN + 1
"""Rows and columns of the window; its middle cell is the yurt."""

_ROW: Final = (1 << SIDE) - 1
_FOUR_ROWS: Final = (1 << 4 * SIDE) - 1


def padded_rows(cells: int) -> list[int]:
    """Return the rows of the frame as small bit masks, with empty rows and columns around them for the windows."""
    rows = [0] * (SIDE + 2 * SPAN + 3)
    row = SPAN
    while cells:
        four: i64 = cells & _FOUR_ROWS  # four rows of the large mask at a time, since they fit a machine integer
        cells >>= 4 * SIDE
        for line in range(4):
            rows[row + line] = (four & _ROW) << SPAN
            four >>= SIDE
        row += 4
    return rows


class Node:
    """A cell in a tree of tiles around a yurt, added to the cells of the node above it."""

    __slots__ = ("bit", "children", "down", "over", "placement", "river", "tile")

    def __init__(self, bit: i64, river: bool) -> None:
        self.bit: Final = bit
        """The cell in the window, as a bit mask."""
        self.river: Final = river
        self.children: Final[list[Node]] = []
        self.tile: int = -1
        """The tile that is complete here, -1 if none is."""
        self.placement: int = 0
        """The number of its placement, relative to the number of the yurt's cell."""
        self.down: Node | None = None
        """The next node of a walk if the cell is there: the first child, or without children the same as `over`."""
        self.over: Node | None = None
        """The next node of a walk if the cell is not there: the next sibling, or one further up."""


def _path(facing: Facing, origin: tuple[int, int]) -> list[tuple[int, int, bool]]:
    """Return the facing's cells relative to one of them, each touching an earlier one; river first, as it is rarer."""
    cells = [(r - origin[0], c - origin[1], True) for r, c in facing.river]
    cells += [(r - origin[0], c - origin[1], False) for r, c in facing.land if (r, c) != origin]
    path: list[tuple[int, int, bool]] = [(0, 0, False)]
    while cells:
        nearest = next(cell for cell in cells if _touches(cell, path))
        path.append(nearest)
        cells.remove(nearest)
    return path[1:]


def _touches(cell: tuple[int, int, bool], path: list[tuple[int, int, bool]]) -> bool:
    return any(abs(cell[0] - r) + abs(cell[1] - c) == 1 for r, c, _ in path)


def _grow(above: list[Node], path: list[tuple[int, int, bool]], tile: int, placement: int) -> None:
    """Add the missing cells of a path to the tree."""
    row, column, river = path[0]
    bit = 1 << (SPAN - row) * WINDOW + column + SPAN
    last = len(path) == 1
    nodes = [node for node in above if node.bit == bit and node.river == river and not (last and node.tile >= 0)]
    if not nodes:
        nodes = [Node(bit, river)]
        above += nodes
    if last:
        nodes[0].tile = tile
        nodes[0].placement = placement
    else:
        _grow(nodes[0].children, path[1:], tile, placement)


def _thread(nodes: list[Node], after: Node | None) -> Node | None:
    """Link each node to the next nodes of a walk, and return the first node."""
    for node in nodes[::-1]:
        node.over = after
        node.down = _thread(node.children, after)
        after = node
    return after


def _tree(bridges: bool) -> Node | None:
    """Return the first node of the tree: one of the cells next to the yurt, with everything that may follow."""
    roots: list[Node] = []
    for number in range(len(FACINGS)):
        facing = FACINGS[number]
        for origin in facing.land:
            if IS_BRIDGE[facing.tile] == bridges:
                first = number * FRAME - origin[0] * SIDE - origin[1]
                _grow(roots, _path(facing, origin), facing.tile, first)
    return _thread(roots, None)


LAND_TREE: Final = _tree(False)
"""The tree of the conquest tiles."""
BRIDGE_TREE: Final = _tree(True)
