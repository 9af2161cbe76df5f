"""Outlines of sets of cells as SVG paths: traced, drawn in a little, and rounded."""

from collections.abc import Iterable

Cell = tuple[int, int]
"""Row and column."""


def loops(cells: Iterable[Cell]) -> list[list[Cell]]:
    """Return the outlines of a set of cells as corners (x, y), clockwise around cells, the other way around holes.

    Cells that touch at a corner only are apart.
    """
    inside = set(cells)
    ways: dict[Cell, list[Cell]] = {}
    for row, column in sorted(inside):
        for down, right, start, end in (
            (-1, 0, (column, row), (column + 1, row)),
            (0, 1, (column + 1, row), (column + 1, row + 1)),
            (1, 0, (column + 1, row + 1), (column, row + 1)),
            (0, -1, (column, row + 1), (column, row)),
        ):
            if (row + down, column + right) not in inside:
                ways.setdefault(start, []).append(end)
    found: list[list[Cell]] = []
    while ways:
        first = min(ways)
        loop = [first]
        here = ways[first].pop(0)
        while here != first:
            loop.append(here)
            before = loop[-2]
            heading = (here[0] - before[0], here[1] - before[1])
            here = _take(ways, here, (here[0] - heading[1], here[1] + heading[0]))
        found.append(_corners(loop))
        ways = {start: ends for start, ends in ways.items() if ends}
    return found


def _take(ways: dict[Cell, list[Cell]], here: Cell, wanted: Cell) -> Cell:
    ends = ways[here]
    return ends.pop(ends.index(wanted) if wanted in ends else 0)


def _corners(loop: list[Cell]) -> list[Cell]:
    """Leave out the points at which a loop runs straight on."""
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
    """Return the outline of cells of this size as a path: `inset` units inwards, with rounded corners."""
    drawn: list[str] = []
    for loop in loops(cells):
        points = [_inset(loop, at, size, origin, inset) for at in range(len(loop))]
        drawn.append(_rounded(points, radius))
    return "".join(drawn)


def _inset(loop: list[Cell], at: int, size: int, origin: Cell, inset: int) -> Cell:
    x, y = loop[at]
    into = _heading(loop[at - 1], loop[at])
    out = _heading(loop[at], loop[(at + 1) % len(loop)])
    return (
        origin[0] + x * size - inset * (into[1] + out[1]),
        origin[1] + y * size + inset * (into[0] + out[0]),
    )


def _rounded(points: list[Cell], radius: int) -> str:
    drawn: list[str] = []
    for at, (x, y) in enumerate(points):
        before, after = points[at - 1], points[(at + 1) % len(points)]
        into, out = _heading(before, (x, y)), _heading((x, y), after)
        bend = min(radius, _length(before, (x, y)) // 2, _length((x, y), after) // 2)
        start = (x - into[0] * bend, y - into[1] * bend)
        end = (x + out[0] * bend, y + out[1] * bend)
        drawn.append(f"{'L' if drawn else 'M'}{start[0]} {start[1]}")
        if bend:
            drawn.append(f"Q{x} {y} {end[0]} {end[1]}")
    return "".join(drawn) + "z"


def _length(start: Cell, end: Cell) -> int:
    return abs(end[0] - start[0]) + abs(end[1] - start[1])


def segments(between: Iterable[tuple[Cell, Cell]], size: int, origin: Cell) -> str:
    """Return unit sides of cells, given by their ends (x, y), as a path; sides in a row become one line."""
    across: dict[int, set[int]] = {}
    down: dict[int, set[int]] = {}
    for (x, y), (x2, y2) in between:
        if y == y2:
            across.setdefault(y, set()).add(min(x, x2))
        else:
            down.setdefault(x, set()).add(min(y, y2))
    drawn = [
        f"M{origin[0] + start * size} {origin[1] + y * size}H{origin[0] + end * size}"
        for y, starts in sorted(across.items())
        for start, end in _runs(starts)
    ]
    drawn += [
        f"M{origin[0] + x * size} {origin[1] + start * size}V{origin[1] + end * size}"
        for x, starts in sorted(down.items())
        for start, end in _runs(starts)
    ]
    return "".join(drawn)


def _runs(starts: set[int]) -> list[Cell]:
    """Return the unbroken rows of numbers as (first, one after the last)."""
    found: list[Cell] = []
    for number in sorted(starts):
        if found and found[-1][1] == number:
            found[-1] = (found[-1][0], number + 1)
        else:
            found.append((number, number + 1))
    return found
