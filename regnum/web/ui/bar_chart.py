"""The data of a bar chart of points by reason, with a stacked bar for each side."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

FILLS: Final = ("#6f93b5", "#d98a5b", "#8cae6b", "#c9a53d", "#a386b8", "#7fb0ab", "#c77f86", "#9b9384")
"""The colours of parts, in the order of the reasons; further reasons have them again, with stripes."""
DIGIT_WIDTH: Final = 6.5
"""The width of a digit."""


class Part(msgspec.Struct, frozen=True):
    """A part of a bar: its position, width, reason number and points; `has_label`: whether the points fit in it."""

    x: float
    width: float
    reason: int
    points: int
    has_label: bool


class Bar(msgspec.Struct, frozen=True):
    """A side's bar: its parts, end and total points, and the width of lost points, which are crossed out at its end."""

    parts: list[Part]
    end: float
    total: int
    lost: float = 0.0


def fill(reason: int) -> str:
    """Return the colour of a reason, by its number."""
    return FILLS[reason % len(FILLS)]


def has_stripes(reason: int) -> bool:
    """Return whether a reason's parts have stripes, because another reason has the same colour."""
    return reason // len(FILLS) % 2 == 1


def bars(sources: Sequence[Mapping[str, int]], width: float) -> list[Bar]:
    """Return the bar of each side for its points by reason; the longest is `width` wide.

    Lost points are crossed out at the end of a bar, so that the rest is as wide as the total.
    """
    largest_total = max(1, *(sum(points for points in reasons.values() if points > 0) for reasons in sources))
    bars: list[Bar] = []
    for reasons in sources:
        x = 0.0
        parts: list[Part] = []
        for number, points in enumerate(reasons.values()):
            if points > 0:
                part_width = width * points / largest_total
                has_label = part_width >= DIGIT_WIDTH * len(str(points)) + 4
                parts.append(Part(round(x, 1), round(part_width, 1), number, points, has_label))
                x += part_width
        lost = -sum(points for points in reasons.values() if points < 0)
        bars.append(Bar(parts, round(x, 1), sum(reasons.values()), round(min(x, width * lost / largest_total), 1)))
    return bars
