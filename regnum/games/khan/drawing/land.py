"""The land of a board: landscapes, river, sea and surrounding land, worked out from the board's data file."""

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from regnum.core.words import Words, upfirst
from regnum.games.khan.boards import BOARDS, RIVER, Board
from regnum.games.khan.components import CELLS, COLUMNS, REGIONS, RULERS, SIDE
from regnum.games.khan.drawing.shapes import Cell, outline, segments

WIDTH: Final = 940
HEIGHT: Final = 1092
CELL: Final = 64
CAMPS: Final = 148
"""So high are the camps above the board."""
ABOVE: Final = 50
"""So far below them it begins."""
LEFT: Final = (WIDTH - SIDE * CELL) // 2
BEYOND: Final = 6
"""So many cells around the frame belong to the picture."""
SIDES: Final = [(-1, 0), (0, 1), (1, 0), (0, -1)]
NAME_GAP: Final = 33
"""How far a landscape's name stands from the board."""


@cache
def scale(board: Board) -> float:
    """Return how wide and high the picture of a board is, as a part of the largest one's: all have its shape."""
    return (2 * LEFT + max(board.columns, len(board.rows)) * CELL) / WIDTH


def picture(board: Board) -> tuple[int, int]:
    """Return the width and height of a board's picture."""
    return round(WIDTH * scale(board)), round(HEIGHT * scale(board))


def origin(board: Board) -> Cell:
    """Return where the board's first cell has its corner."""
    width, _ = picture(board)
    return (width - board.columns * CELL) // 2, round(CAMPS * scale(board)) + ABOVE


def place(board: Board, cell: int) -> Cell:
    """Return the corner (x, y) of a cell."""
    row, column = divmod(cell, SIDE)
    x, y = origin(board)
    return x + column * CELL, y + row * CELL


def cells_of(mask: int) -> list[Cell]:
    """Return the cells of a mask as (row, column)."""
    return [divmod(cell, SIDE) for cell in range(len(CELLS)) if mask >> cell & 1]


@cache
def shapes(name: str) -> dict[str, Any]:
    """Return all paths of a board."""
    board = BOARDS[name]
    corner = origin(board)
    play = cells_of(board.cells)
    return {
        "play": outline(play, CELL, corner, 0, 20),
        "regions": [
            {"id": region, "path": outline(cells_of(board.regions[number]), CELL, corner)}
            for number, region in enumerate(REGIONS)
        ],
        "water": outline(water(board), CELL, corner, 5, 26),
        "grid": segments(_sides(board, lambda one, other: one == other and one != RIVER), CELL, corner),
        "fords": segments(_sides(board, lambda one, other: RIVER in (one, other)), CELL, corner),
        "borders": segments(_sides(board, lambda one, other: one != other and RIVER not in (one, other)), CELL, corner),
        "columns": [
            {"text": COLUMNS[column], "x": corner[0] + column * CELL + CELL // 2} for column in range(board.columns)
        ],
        "rows": [{"text": str(row + 1), "y": corner[1] + row * CELL + CELL // 2} for row in range(len(board.rows))],
        "left": corner[0],
        "top": corner[1],
        "bottom": corner[1] + len(board.rows) * CELL,
        "cells": [
            {"id": CELLS[row * SIDE + column], "x": x, "y": y}
            for row, column in play
            for x, y in [place(board, row * SIDE + column)]
        ],
        "starts": [place(board, cell) for cell in board.start],
    }


def _kind(board: Board, cell: Cell) -> str:
    row, column = cell
    return board.kinds[row * SIDE + column] if 0 <= row < SIDE and 0 <= column < SIDE else "outside"


def _sides(board: Board, wanted: Callable[[str, str], bool]) -> list[tuple[Cell, Cell]]:
    """Return the sides between two cells of the board whose kinds are wanted, by their ends (x, y)."""
    found: list[tuple[Cell, Cell]] = []
    for row, column in cells_of(board.cells):
        here = _kind(board, (row, column))
        right, below = _kind(board, (row, column + 1)), _kind(board, (row + 1, column))
        if right != "outside" and wanted(here, right):
            found.append(((column + 1, row), (column + 1, row + 1)))
        if below != "outside" and wanted(here, below):
            found.append(((column, row + 1), (column + 1, row + 1)))
    return found


def water(board: Board) -> set[Cell]:
    """Return the cells of the river, its ways to the edge of the picture, and the sea.

    Sea lies where edge cells do not border the surrounding land [khan.invade.umland].
    """
    wet = set(cells_of(board.river))
    for row, column in cells_of(board.river):
        for down, right in SIDES:
            step = (row + down, column + right)
            if _kind(board, step) == "outside" and not _leaves_sideways(board, step, (row, column)):
                while _in_picture(step):
                    wet.add(step)
                    step = (step[0] + down, step[1] + right)
    return wet | _sea(board)


def _leaves_sideways(board: Board, step: Cell, start: Cell) -> bool:
    """Tell whether the river does not come straight to the step out of the board from the other side of its cell."""
    back = (2 * start[0] - step[0], 2 * start[1] - step[1])
    return _kind(board, back) != RIVER


def _in_picture(cell: Cell) -> bool:
    return -BEYOND <= cell[0] < SIDE + BEYOND and -BEYOND <= cell[1] < SIDE + BEYOND


def _sea(board: Board) -> set[Cell]:
    """Return the cells outside the board that belong to the sea: it begins at the coasts and widens away from them."""
    coast: dict[Cell, bool] = {}
    for row, column in cells_of(board.edge):
        exception = bool(board.no_umland >> row * SIDE + column & 1)
        for down, right in SIDES:
            step = (row + down, column + right)
            if _kind(board, step) == "outside":
                coast[step] = coast.get(step, False) or exception
    shores = [cell for cell, sea in coast.items() if sea]
    inland = [cell for cell, sea in coast.items() if not sea]

    def is_sea(row: int, column: int) -> bool:
        to_shore = min((max(abs(row - r), abs(column - c)) for r, c in shores), default=BEYOND * SIDE)
        to_land = min((abs(row - r) + abs(column - c) for r, c in inland), default=BEYOND * SIDE)
        return to_shore <= to_land

    span = range(-BEYOND, SIDE + BEYOND)
    return {
        (row, column)
        for row in span
        for column in span
        if _kind(board, (row, column)) == "outside" and is_sea(row, column)
    }


def names(board: Board, words: Words) -> list[dict[str, Any]]:
    """Return the landscapes' names with their places along the rim: beside the longest straight edge of each."""
    found: list[dict[str, Any]] = []
    for number, region in enumerate(REGIONS):
        runs = _edge_runs(board, board.regions[number])
        longest = max(runs, key=lambda run: run[3] - run[2], default=None)
        if longest is not None:
            found.append({"text": upfirst(words.name("region", region)), **_name_place(board, longest)})
    return found


def _edge_runs(board: Board, region: int) -> list[tuple[int, int, int, int]]:
    """Return the straight edges of a region at the board's rim: side, line, first and one after the last cell."""
    lines: dict[Cell, set[int]] = {}
    for row, column in cells_of(region):
        for side, (down, right) in enumerate(SIDES):
            if _kind(board, (row + down, column + right)) == "outside":
                line, at = (row, column) if side % 2 == 0 else (column, row)
                lines.setdefault((side, line), set()).add(at)
    found: list[tuple[int, int, int, int]] = []
    for (side, line), places in sorted(lines.items()):
        start = -1
        for at in range(SIDE + 1):
            if at in places and start < 0:
                start = at
            elif at not in places and start >= 0:
                found.append((side, line, start, at))
                start = -1
    return found


def _name_place(board: Board, run: tuple[int, int, int, int]) -> dict[str, int]:
    side, line, start, end = run
    left, top = origin(board)
    middle = (start + end) * CELL // 2
    if side == 0:
        return {"x": left + middle, "y": top + line * CELL - NAME_GAP + 5, "turn": 0}
    if side == 2:
        return {"x": left + middle, "y": top + (line + 1) * CELL + NAME_GAP + 7, "turn": 0}
    if side == 1:
        return {"x": left + (line + 1) * CELL + 16, "y": top + middle, "turn": 90}
    return {"x": left + line * CELL - NAME_GAP + 3, "y": top + middle, "turn": -90}


def camp_place(board: Board, ruler: int, inset: int = 0) -> Cell:
    """Return the corner of a ruler's camp above the board, two rows of four, or a spot within it."""
    row, column = divmod(ruler, len(RULERS) // 2)
    factor = scale(board)
    return round((22 + column * 227 + inset) * factor), round((14 + row * 72 + inset) * factor)
