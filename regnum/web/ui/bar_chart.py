"""Points by reason as bars: one for each side, its parts one beside the other, as what a picture needs."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

FILLS: Final = ("#6f93b5", "#d98a5b", "#8cae6b", "#c9a53d", "#a386b8", "#7fb0ab", "#c77f86", "#9b9384")
"""What parts are filled with, in the order of the reasons; from there on the same with stripes."""
LETTERS: Final = 6.5
"""So wide a digit is."""


class Part(msgspec.Struct, frozen=True):
    """A part of a bar: where it begins, how wide it is, the number of its reason, its points; `told`: they fit in."""

    x: float
    width: float
    reason: int
    points: int
    told: bool


class Bar(msgspec.Struct, frozen=True):
    """A side's bar: its parts, where it ends, its sum, and how wide what was lost is: it is crossed out at the end."""

    parts: list[Part]
    end: float
    total: int
    lost: float = 0.0


def fill(reason: int) -> str:
    """Return the colour of a reason, by its number."""
    return FILLS[reason % len(FILLS)]


def has_stripes(reason: int) -> bool:
    """Tell whether a reason's parts have stripes, as its colour is that of another one, too."""
    return reason // len(FILLS) % 2 == 1


def bars(sources: Sequence[Mapping[str, int]], width: float) -> list[Bar]:
    """Return the bars for the points of each side by reason; the longest is `width` wide.

    What was lost is taken off its end: what is left of it is as wide as its sum says.
    """
    most = max(1, *(sum(points for points in reasons.values() if points > 0) for reasons in sources))
    found: list[Bar] = []
    for reasons in sources:
        x = 0.0
        parts: list[Part] = []
        for number, points in enumerate(reasons.values()):
            if points > 0:
                wide = width * points / most
                told = wide >= LETTERS * len(str(points)) + 4
                parts.append(Part(round(x, 1), round(wide, 1), number, points, told))
                x += wide
        lost = -sum(points for points in reasons.values() if points < 0)
        found.append(Bar(parts, round(x, 1), sum(reasons.values()), round(min(x, width * lost / most), 1)))
    return found
