"""The data of a line chart of all sides' chances or points over a game, and of its table."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

MARKS_PER_LINE: Final = 9
"""The number of marks on each line, placed between those of the other lines, plus one at its end."""
MAX_MIDDLE_ROWS: Final = 12
"""The number of rows of the table between its first and its last row."""
MAX_TURNING_POINTS: Final = 4
"""The maximum number of turning points."""
MIN_SWING: Final = 0.08
"""The smallest change of a chance that counts as a turning point."""

Point = tuple[int, Sequence[float]]
"""The number of entries, and the chances or points of all sides after them."""
_STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500)
"""Possible distances between the labelled values of a chart."""
_LEVELS: Final = 5
_MARK_WIDTH: Final = 14
"""The width of a mark."""


class ChartSize(NamedTuple):
    """The size of a chart, and the margins around its lines."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int


class ChartScale(NamedTuple):
    """The ranges of a chart: entries from 0 to `last`, and values from `low` to `high`."""

    size: ChartSize
    last: int
    low: float = 0.0
    high: float = 1.0

    def x(self, number: int) -> float:
        """Return the x coordinate for `number` entries."""
        size = self.size
        return round(size.left + (size.width - size.left - size.right) * number / max(self.last, 1), 1)

    def y(self, value: float) -> float:
        """Return the vertical position of a value, from the top."""
        size = self.size
        share = (value - self.low) / max(self.high - self.low, 1e-9)
        return round(size.top + (size.height - size.top - size.bottom) * (1.0 - share), 1)


CHANCES_CHART: Final = ChartSize(640, 260, 64, 16, 14, 30)
"""The size of the chart of chances."""


class ChartLine(msgspec.Struct, frozen=True):
    """A side's line: its points in SVG format, and the positions of its marks."""

    points: str
    marks: list[tuple[float, float]]


class ChartTurn(msgspec.Struct, frozen=True):
    """A turning point: the entry numbers before and after it, its position in the chart, and the changes of chances."""

    before: int
    after: int
    x: float
    changes: list[float]


def chance_scale(curve: Sequence[Point]) -> ChartScale:
    """Return the scale for a curve of chances."""
    return ChartScale(CHANCES_CHART, curve[-1][0])


def point_scale(course: Sequence[Point], size: ChartSize) -> ChartScale:
    """Return the scale for a course of points: from 0, or less if a side had less, to a round number."""
    values = [value for _, sides in course for value in sides]
    low, high = min(0.0, *values), max(1.0, *values)
    step = _step(low, high)
    return ChartScale(size, course[-1][0], step * (low // step), step * -(-high // step))


def _step(low: float, high: float) -> int:
    return next((step for step in _STEPS if (high - low) / step <= _LEVELS), _STEPS[-1])


def labelled_values(scale: ChartScale) -> list[tuple[int, float]]:
    """Return the labelled values of a chart with their vertical positions; chances are in percent."""
    if scale.high <= 1.0:
        return [(percent, scale.y(percent / 100)) for percent in (0, 25, 50, 75, 100)]
    step = _step(scale.low, scale.high)
    return [(value, scale.y(value)) for value in range(int(scale.low), int(scale.high) + 1, step)]


def to_steps(course: Sequence[Point]) -> list[Point]:
    """Return a course as steps: each value stays until it changes."""
    steps = list(course[:1])
    for number, values in course[1:]:
        before, old = steps[-1]
        if number - 1 > before:
            steps.append((number - 1, old))
        steps.append((number, values))
    return steps


def chart_lines(curve: Sequence[Point], scale: ChartScale) -> list[ChartLine]:
    """Return a line for each side."""
    sides = len(curve[0][1])
    lines: list[ChartLine] = []
    for side in range(sides):
        points = [(scale.x(number), scale.y(values[side])) for number, values in curve]
        step = max(1, len(points) // MARKS_PER_LINE)
        marks = points[side * step // sides :: step]
        # Other marks would cover the one at the end.
        free = [mark for mark in marks if points[-1][0] - mark[0] > _MARK_WIDTH]
        lines.append(ChartLine(" ".join(f"{x},{y}" for x, y in points), [*free, points[-1]]))
    return lines


def sample_points(curve: Sequence[Point]) -> list[Point]:
    """Return a selection of the points, including the first and the last."""
    places = dict.fromkeys(round(at * (len(curve) - 1) / (MAX_MIDDLE_ROWS + 1)) for at in range(MAX_MIDDLE_ROWS + 2))
    return [curve[place] for place in places]


def turning_points(curve: Sequence[Point]) -> list[ChartTurn]:
    """Return at most MAX_TURNING_POINTS points where the chances changed most, in the order of the game."""
    swings: list[tuple[float, int]] = []
    for at in range(1, len(curve)):
        change = max(abs(now - before) for now, before in zip(curve[at][1], curve[at - 1][1], strict=True))
        if change >= MIN_SWING:
            swings.append((change, at))
    chosen: list[int] = []
    for _, at in sorted(swings, key=lambda change: (-change[0], change[1])):
        if len(chosen) < MAX_TURNING_POINTS and all(abs(at - other) > 2 for other in chosen):
            chosen.append(at)
    scale = chance_scale(curve)
    return [
        ChartTurn(
            curve[at - 1][0],
            curve[at][0],
            scale.x(curve[at][0]),
            [now - before for now, before in zip(curve[at][1], curve[at - 1][1], strict=True)],
        )
        for at in sorted(chosen)
    ]
