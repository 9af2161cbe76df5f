"""The chances of all sides over a game, as what a picture and a table of them need."""

from collections.abc import Sequence
from typing import Final

import msgspec

WIDTH: Final = 640
HEIGHT: Final = 260
LEFT: Final = 64
RIGHT: Final = 16
TOP: Final = 14
BOTTOM: Final = 30
MARKS: Final = 9
"""So many marks stand on each line, each side's between those of the others."""
ROWS: Final = 12
"""So many rows the table has, beside the first and the last."""
TURNS: Final = 4
"""At most so many turning points are named."""
SWING: Final = 0.08
"""And those only at which a chance changed at least by this much."""

Point = tuple[int, list[float]]
"""After so many entries, the chances of all sides."""


class Line(msgspec.Struct, frozen=True):
    """A side's line: its points as SVG has them, and where its marks stand."""

    points: str
    marks: list[tuple[float, float]]


class Turn(msgspec.Struct, frozen=True):
    """A turning point: between which numbers of entries, where that is in the picture, how the chances changed."""

    before: int
    after: int
    x: float
    changes: list[float]


def _x(number: int, last: int) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * number / max(last, 1), 1)


def _y(chance: float) -> float:
    return round(TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - chance), 1)


def levels() -> list[tuple[int, float]]:
    """Return the per cents that the picture names, and how high they stand."""
    return [(percent, _y(percent / 100)) for percent in (0, 25, 50, 75, 100)]


def lines(curve: Sequence[Point]) -> list[Line]:
    """Return a line for each side."""
    last = curve[-1][0]
    sides = len(curve[0][1])
    found: list[Line] = []
    for side in range(sides):
        points = [(_x(number, last), _y(chances[side])) for number, chances in curve]
        step = max(1, len(points) // MARKS)
        marks = points[side * step // sides :: step]
        found.append(Line(" ".join(f"{x},{y}" for x, y in points), marks))
    return found


def rows(curve: Sequence[Point]) -> list[Point]:
    """Return some of the points, from the first to the last."""
    places = dict.fromkeys(round(at * (len(curve) - 1) / (ROWS + 1)) for at in range(ROWS + 2))
    return [curve[place] for place in places]


def turns(curve: Sequence[Point]) -> list[Turn]:
    """Return the turning points, in the order of the game: where the chances changed most."""
    last = curve[-1][0]
    swings: list[tuple[float, int]] = []
    for at in range(1, len(curve)):
        swing = max(abs(now - before) for now, before in zip(curve[at][1], curve[at - 1][1], strict=True))
        if swing >= SWING:
            swings.append((swing, at))
    chosen: list[int] = []
    for _, at in sorted(swings, key=lambda swing: (-swing[0], swing[1])):
        if len(chosen) < TURNS and all(abs(at - other) > 2 for other in chosen):
            chosen.append(at)
    return [
        Turn(
            curve[at - 1][0],
            curve[at][0],
            _x(curve[at][0], last),
            [now - before for now, before in zip(curve[at][1], curve[at - 1][1], strict=True)],
        )
        for at in sorted(chosen)
    ]
