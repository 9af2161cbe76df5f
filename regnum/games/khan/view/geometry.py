"""The geometry of the board of Khan: outlines, the places of cells, camps and names, and pictures of tiles."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Final

from regnum.core.text.words import Words, upfirst
from regnum.games.khan.boards import BOARDS, RIVER, Board
from regnum.games.khan.cells import Cells, cells_in
from regnum.games.khan.components import CELLS, COLUMNS, FRAME_SIDE, REGIONS, RULERS, TILES
from regnum.games.khan.tiles import FACINGS, TILE_FACINGS

Cell = tuple[int, int]
"""Row and column."""


def loops(cells: Iterable[Cell]) -> list[list[Cell]]:
    """Return the outlines of a set of cells as corners (x, y), clockwise around cells, counterclockwise around holes.

    Cells that touch only at a corner have separate outlines.
    """
    inside = set(cells)
    edges: dict[Cell, list[Cell]] = {}
    for row, column in sorted(inside):
        for down, right, start, end in (
            (-1, 0, (column, row), (column + 1, row)),
            (0, 1, (column + 1, row), (column + 1, row + 1)),
            (1, 0, (column + 1, row + 1), (column, row + 1)),
            (0, -1, (column, row + 1), (column, row)),
        ):
            if (row + down, column + right) not in inside:
                edges.setdefault(start, []).append(end)
    outlines: list[list[Cell]] = []
    while edges:
        first = min(edges)
        loop = [first]
        corner = edges[first].pop(0)
        while corner != first:
            loop.append(corner)
            previous = loop[-2]
            heading = (corner[0] - previous[0], corner[1] - previous[1])
            corner = _pop_edge(edges, corner, (corner[0] - heading[1], corner[1] + heading[0]))
        outlines.append(_corners(loop))
        edges = {start: ends for start, ends in edges.items() if ends}
    return outlines


def _pop_edge(edges: dict[Cell, list[Cell]], corner: Cell, preferred: Cell) -> Cell:
    ends = edges[corner]
    return ends.pop(ends.index(preferred) if preferred in ends else 0)


def _corners(loop: list[Cell]) -> list[Cell]:
    """Return the corners of a loop, without the points on its straight sides."""
    last = len(loop)
    return [
        loop[at] for at in range(last) if _heading(loop[at - 1], loop[at]) != _heading(loop[at], loop[(at + 1) % last])
    ]


def _heading(start: Cell, end: Cell) -> Cell:
    return (
        (end[0] > start[0]) - (end[0] < start[0]),
        (end[1] > start[1]) - (end[1] < start[1]),
    )


def outline(cells: Iterable[Cell], size: int, origin: Cell = (0, 0), inset: int = 0, radius: int = 0) -> str:
    """Return the outline of cells of this size as an SVG path, `inset` units inwards, with rounded corners."""
    paths: list[str] = []
    for loop in loops(cells):
        points = [_inset_corner(loop, at, size, origin, inset) for at in range(len(loop))]
        paths.append(_rounded_outline(points, radius))
    return "".join(paths)


def _inset_corner(loop: list[Cell], at: int, size: int, origin: Cell, inset: int) -> Cell:
    x, y = loop[at]
    into = _heading(loop[at - 1], loop[at])
    out = _heading(loop[at], loop[(at + 1) % len(loop)])
    return (
        origin[0] + x * size - inset * (into[1] + out[1]),
        origin[1] + y * size + inset * (into[0] + out[0]),
    )


def _rounded_outline(points: list[Cell], radius: int) -> str:
    parts: list[str] = []
    for at, (x, y) in enumerate(points):
        previous, following = points[at - 1], points[(at + 1) % len(points)]
        into, out = _heading(previous, (x, y)), _heading((x, y), following)
        bend = min(radius, _length(previous, (x, y)) // 2, _length((x, y), following) // 2)
        start = (x - into[0] * bend, y - into[1] * bend)
        end = (x + out[0] * bend, y + out[1] * bend)
        parts.append(f"{'L' if parts else 'M'}{start[0]} {start[1]}")
        if bend:
            parts.append(f"Q{x} {y} {end[0]} {end[1]}")
    return "".join(parts) + "z"


def _length(start: Cell, end: Cell) -> int:
    return abs(end[0] - start[0]) + abs(end[1] - start[1])


def segments(sides: Iterable[tuple[Cell, Cell]], size: int, origin: Cell) -> str:
    """Return sides of cells, given by their ends (x, y), as an SVG path; adjacent collinear sides become one line."""
    across: dict[int, set[int]] = {}
    down: dict[int, set[int]] = {}
    for (x, y), (x2, y2) in sides:
        if y == y2:
            across.setdefault(y, set()).add(min(x, x2))
        else:
            down.setdefault(x, set()).add(min(y, y2))
    parts = [
        f"M{origin[0] + start * size} {origin[1] + y * size}H{origin[0] + end * size}"
        for y, starts in sorted(across.items())
        for start, end in _runs(starts)
    ]
    parts += [
        f"M{origin[0] + x * size} {origin[1] + start * size}V{origin[1] + end * size}"
        for x, starts in sorted(down.items())
        for start, end in _runs(starts)
    ]
    return "".join(parts)


def _runs(starts: set[int]) -> list[Cell]:
    """Return the runs of consecutive numbers as (first, last + 1)."""
    runs: list[Cell] = []
    for number in sorted(starts):
        if runs and runs[-1][1] == number:
            runs[-1] = (runs[-1][0], number + 1)
        else:
            runs.append((number, number + 1))
    return runs


WIDTH: Final = 940
HEIGHT: Final = 1092
CELL_SIZE: Final = 64
CAMPS_HEIGHT: Final = 148
"""The height of the area for the camps above the board."""
BOARD_GAP: Final = 50
"""The gap between the camps and the board."""
LEFT: Final = (WIDTH - FRAME_SIDE * CELL_SIZE) // 2
MARGIN_CELLS: Final = 6
"""How many cells beyond the frame, on each side, belong to the picture."""
SIDES: Final = [(-1, 0), (0, 1), (1, 0), (0, -1)]
NAME_GAP: Final = 33
"""The distance of a landscape's name from the board."""


@cache
def scale(board: Board) -> float:
    """Return the size of a board's picture relative to that of the largest board; the proportions are the same."""
    return (2 * LEFT + max(board.columns, len(board.rows)) * CELL_SIZE) / WIDTH


def picture_size(board: Board) -> tuple[int, int]:
    """Return the width and height of a board's picture."""
    return round(WIDTH * scale(board)), round(HEIGHT * scale(board))


def origin(board: Board) -> Cell:
    """Return the top left corner (x, y) of the board's first cell."""
    width, _ = picture_size(board)
    return (width - board.columns * CELL_SIZE) // 2, round(CAMPS_HEIGHT * scale(board)) + BOARD_GAP


def cell_corner(board: Board, cell: int) -> Cell:
    """Return the top left corner (x, y) of a cell."""
    row, column = divmod(cell, FRAME_SIDE)
    x, y = origin(board)
    return x + column * CELL_SIZE, y + row * CELL_SIZE


def cells_of(cells: Cells) -> list[Cell]:
    """Return these cells as (row, column)."""
    return [divmod(cell, FRAME_SIDE) for cell in cells_in(cells)]


@cache
def board_paths(name: str) -> dict[str, Any]:
    """Return all paths of a board, and the places of its coordinates, cells and start cells."""
    board = BOARDS[name]
    corner = origin(board)
    play = cells_of(board.cells)
    return {
        "play": outline(play, CELL_SIZE, corner, 0, 20),
        "regions": [
            {"id": region, "path": outline(cells_of(board.regions[number]), CELL_SIZE, corner)}
            for number, region in enumerate(REGIONS)
        ],
        "water": outline(water(board), CELL_SIZE, corner, 5, 26),
        "grid": segments(_sides(board, lambda first, second: first == second and first != RIVER), CELL_SIZE, corner),
        "fords": segments(_sides(board, lambda first, second: RIVER in (first, second)), CELL_SIZE, corner),
        "borders": segments(
            _sides(board, lambda first, second: first != second and RIVER not in (first, second)), CELL_SIZE, corner
        ),
        "columns": [
            {"text": COLUMNS[column], "x": corner[0] + column * CELL_SIZE + CELL_SIZE // 2}
            for column in range(board.columns)
        ],
        "rows": [
            {"text": str(row + 1), "y": corner[1] + row * CELL_SIZE + CELL_SIZE // 2} for row in range(len(board.rows))
        ],
        "left": corner[0],
        "top": corner[1],
        "bottom": corner[1] + len(board.rows) * CELL_SIZE,
        "cells": [
            {"id": CELLS[row * FRAME_SIDE + column], "x": x, "y": y}
            for row, column in play
            for x, y in [cell_corner(board, row * FRAME_SIDE + column)]
        ],
        "starts": [cell_corner(board, cell) for cell in board.start],
    }


def _cell_kind(board: Board, cell: Cell) -> str:
    row, column = cell
    return board.kinds[row * FRAME_SIDE + column] if 0 <= row < FRAME_SIDE and 0 <= column < FRAME_SIDE else "outside"


def _sides(board: Board, is_wanted: Callable[[str, str], bool]) -> list[tuple[Cell, Cell]]:
    """Return the sides between pairs of cells on the board whose kinds are wanted, as their ends (x, y)."""
    sides: list[tuple[Cell, Cell]] = []
    for row, column in cells_of(board.cells):
        kind = _cell_kind(board, (row, column))
        kind_right, kind_below = _cell_kind(board, (row, column + 1)), _cell_kind(board, (row + 1, column))
        if kind_right != "outside" and is_wanted(kind, kind_right):
            sides.append(((column + 1, row), (column + 1, row + 1)))
        if kind_below != "outside" and is_wanted(kind, kind_below):
            sides.append(((column, row + 1), (column + 1, row + 1)))
    return sides


def water(board: Board) -> set[Cell]:
    """Return the cells of the river, its course to the edge of the picture, and the sea.

    The sea is where edge cells do not border the surrounding land [khan.invade.umland].
    """
    river_cells = set(cells_of(board.river))
    for row, column in cells_of(board.river):
        for down, right in SIDES:
            step = (row + down, column + right)
            if _cell_kind(board, step) == "outside" and not _leaves_sideways(board, step, (row, column)):
                while _in_picture(step):
                    river_cells.add(step)
                    step = (step[0] + down, step[1] + right)
    return river_cells | _sea(board)


def _leaves_sideways(board: Board, step: Cell, start: Cell) -> bool:
    """Return whether the river would have to turn at the cell `start` to leave the board at `step`."""
    back = (2 * start[0] - step[0], 2 * start[1] - step[1])
    return _cell_kind(board, back) != RIVER


def _in_picture(cell: Cell) -> bool:
    return -MARGIN_CELLS <= cell[0] < FRAME_SIDE + MARGIN_CELLS and -MARGIN_CELLS <= cell[1] < FRAME_SIDE + MARGIN_CELLS


def _sea(board: Board) -> set[Cell]:
    """Return the cells outside the board that belong to the sea, which begins at coasts and widens outwards."""
    coast: dict[Cell, bool] = {}
    for row, column in cells_of(board.edge):
        exception = bool(board.no_umland >> row * FRAME_SIDE + column & 1)
        for down, right in SIDES:
            step = (row + down, column + right)
            if _cell_kind(board, step) == "outside":
                coast[step] = coast.get(step, False) or exception
    shores = [cell for cell, sea in coast.items() if sea]
    inland = [cell for cell, sea in coast.items() if not sea]

    def is_sea(row: int, column: int) -> bool:
        to_shore = min((max(abs(row - r), abs(column - c)) for r, c in shores), default=MARGIN_CELLS * FRAME_SIDE)
        to_land = min((abs(row - r) + abs(column - c) for r, c in inland), default=MARGIN_CELLS * FRAME_SIDE)
        return to_shore <= to_land

    span = range(-MARGIN_CELLS, FRAME_SIDE + MARGIN_CELLS)
    return {
        (row, column)
        for row in span
        for column in span
        if _cell_kind(board, (row, column)) == "outside" and is_sea(row, column)
    }


def rim_names(board: Board, words: Words) -> list[dict[str, Any]]:
    """Return the landscapes' names with their places along the rim, next to each landscape's longest straight edge."""
    names: list[dict[str, Any]] = []
    for number, region in enumerate(REGIONS):
        runs = _edge_runs(board, board.regions[number])
        longest = max(runs, key=lambda run: run[3] - run[2], default=None)
        if longest is not None:
            names.append({"text": upfirst(words.name("region", region)), **_name_place(board, longest)})
    return names


def _edge_runs(board: Board, region: Cells) -> list[tuple[int, int, int, int]]:
    """Return the straight edges of a region at the board's rim, each as (side, line, first cell, last cell + 1)."""
    lines: dict[Cell, set[int]] = {}
    for row, column in cells_of(region):
        for side, (down, right) in enumerate(SIDES):
            if _cell_kind(board, (row + down, column + right)) == "outside":
                line, at = (row, column) if side % 2 == 0 else (column, row)
                lines.setdefault((side, line), set()).add(at)
    edge_runs: list[tuple[int, int, int, int]] = []
    for (side, line), places in sorted(lines.items()):
        start = -1
        for at in range(FRAME_SIDE + 1):
            if at in places and start < 0:
                start = at
            elif at not in places and start >= 0:
                edge_runs.append((side, line, start, at))
                start = -1
    return edge_runs


def _name_place(board: Board, run: tuple[int, int, int, int]) -> dict[str, int]:
    side, line, start, end = run
    left, top = origin(board)
    middle = (start + end) * CELL_SIZE // 2
    if side == 0:
        return {"x": left + middle, "y": top + line * CELL_SIZE - NAME_GAP + 5, "turn": 0}
    if side == 2:
        return {"x": left + middle, "y": top + (line + 1) * CELL_SIZE + NAME_GAP + 7, "turn": 0}
    if side == 1:
        return {"x": left + (line + 1) * CELL_SIZE + 16, "y": top + middle, "turn": 90}
    return {"x": left + line * CELL_SIZE - NAME_GAP + 3, "y": top + middle, "turn": -90}


def camp_corner(board: Board, ruler: int, inset: int = 0) -> Cell:
    """Return the corner (x, y) of a ruler's camp in the two rows above the board, moved inwards by `inset` units."""
    row, column = divmod(ruler, len(RULERS) // 2)
    factor = scale(board)
    return round((22 + column * 227 + inset) * factor), round((14 + row * 72 + inset) * factor)


YURT: Final = "y"
WATER: Final = "w"
OTHER: Final = "o"
RIVER_CELLS: Final = "~"
"""The placeholder in a reason for the river cells below the tile, which the page replaces."""
Square = tuple[int, int, str]
"""Row and column from the first cell, and the kind of cell required below."""


@cache
def squares(facing: int) -> list[Square]:
    """Return the squares of a tile in its facing, in reading order."""
    shape = FACINGS[facing]
    return _relative_to_first([(r, c, YURT) for r, c in shape.land] + [(r, c, WATER) for r, c in shape.river])


def _relative_to_first(shape: list[Square]) -> list[Square]:
    row, column, _ = min(shape)
    return sorted((r - row, c - column, kind) for r, c, kind in shape)


@cache
def planks(facing: int) -> str:
    """Return the planks of a bridge over the river as an SVG path, with lines across the bridge."""
    shape = squares(facing)
    places = {(r, c) for r, c, _ in shape}
    path = ""
    for r, c, kind in shape:
        if kind == WATER:
            upright = (r - 1, c) in places or (r + 1, c) in places
            for at in range(6, CELL_SIZE, 13):
                x, y = c * CELL_SIZE, r * CELL_SIZE
                path += f"M{x + 10} {y + at}h{CELL_SIZE - 20}" if upright else f"M{x + at} {y + 10}v{CELL_SIZE - 20}"
    return path


@cache
def turn_facing(facing: int) -> int:
    """Return the facing after a quarter turn to the right."""
    return _facing_with_squares(facing, [(c, -r, kind) for r, c, kind in squares(facing)])


@cache
def flip_facing(facing: int) -> int:
    """Return the facing after flipping the tile over, left to right."""
    return _facing_with_squares(facing, [(r, -c, kind) for r, c, kind in squares(facing)])


def _facing_with_squares(facing: int, target_squares: list[Square]) -> int:
    shape = _relative_to_first(target_squares)
    return next(other for other in TILE_FACINGS[FACINGS[facing].tile] if squares(other) == shape)


@cache
def orientation_controls(tile: int) -> int:
    """Return 1 if only turning changes a tile's shape, 2 if flipping makes further shapes, 0 if neither does."""
    first = TILE_FACINGS[tile][0]
    turns = [first]
    while (following := turn_facing(turns[-1])) != first:
        turns.append(following)
    return 2 if flip_facing(first) not in turns else int(len(turns) > 1)


@cache
def free_squares(facing: int, owners: int) -> list[tuple[int, int]]:
    """Return the land squares of a facing, as (row, column), on which no yurt of this many owners is drawn."""
    return [(r, c) for r, c, kind in squares(facing) if kind == YURT][owners:]


@cache
def tile_path(facing: int, inset: int = 4, radius: int = 11) -> str:
    """Return the outline of a facing as an SVG path, relative to the corner of its first cell."""
    return outline([(r, c) for r, c, _ in squares(facing)], CELL_SIZE, (0, 0), inset, radius)


@cache
def tile_miniature(tile: int, facing: int = -1) -> dict[str, Any]:
    """Return a small picture of a tile for the panel, in a facing (-1: the widest one).

    "box" is the smallest view box. "frame" is a view box of the same size for all facings of the tile or, if `facing`
    is -1, for all tiles, so that they are drawn to one scale.
    """
    drawn_facing = facing if facing >= 0 else _widest(tile)
    shape = squares(drawn_facing)
    left = min(c for _, c, _ in shape)
    width, height = _size(drawn_facing)
    places = {(r, c) for r, c, _ in shape}
    frame_width, frame_height = (max(width, height),) * 2 if facing >= 0 else _frame()
    across, down = left * CELL_SIZE - (frame_width - width) * CELL_SIZE // 2, (height - frame_height) * CELL_SIZE // 2
    return {
        "box": f"{left * CELL_SIZE - 6} -6 {width * CELL_SIZE + 12} {height * CELL_SIZE + 12}",
        "frame": f"{across - 6} {down - 6} {frame_width * CELL_SIZE + 12} {frame_height * CELL_SIZE + 12}",
        "path": tile_path(drawn_facing),
        "river": [(c * CELL_SIZE + 10, r * CELL_SIZE + 10) for r, c, kind in shape if kind == WATER],
        "seams": "".join(
            [
                f"M{(c + 1) * CELL_SIZE} {r * CELL_SIZE + 4}v{CELL_SIZE - 8}"
                for r, c in sorted(places)
                if (r, c + 1) in places
            ]
            + [
                f"M{c * CELL_SIZE + 4} {(r + 1) * CELL_SIZE}h{CELL_SIZE - 8}"
                for r, c in sorted(places)
                if (r + 1, c) in places
            ]
        ),
    }


def _size(facing: int) -> tuple[int, int]:
    """Return the width and height of a facing in squares."""
    rows, columns = zip(*((r, c) for r, c, _ in squares(facing)), strict=True)
    return max(columns) - min(columns) + 1, max(rows) + 1


def _widest(tile: int) -> int:
    return max(TILE_FACINGS[tile], key=lambda facing: _size(facing)[0])


@cache
def _frame() -> tuple[int, int]:
    """Return the width and height, in squares, that fit the widest facings of all tiles."""
    widths, heights = zip(*(_size(_widest(tile)) for tile in range(len(TILES))), strict=True)
    return max(widths), max(heights)
