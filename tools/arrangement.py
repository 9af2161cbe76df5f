"""The positions of a land's name and pieces: boxes in rows, with as much space around them as possible."""

import math
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple
from unicodedata import normalize

from tools.curve import Side, Spot, round_point, sides_of
from tools.map_geometry import Land

Frame = tuple[float, float, float, float]
"""An upright rectangle: west, north, east, south."""

GAP: Final = 6
"""The distance between two boxes of a row."""

LEADING: Final = 5
"""The distance between two rows."""

STEP: Final = 3
"""The distance between two lines of a room."""

SIZES: Final = (1.0, 0.94, 0.88, 0.82, 0.76, 0.7)
"""The sizes tried for a name, as fractions of the largest one."""


class Box(NamedTuple):
    """A box in a row, with the positions of its contents relative to its centre."""

    width: float
    height: float
    slots: dict[str, Any]
    """For each name, a position or several groups of positions: for one piece, for two, and so on."""


Rows = list[list[Box]]


@dataclass
class Arrangement:
    """The positions of an arrangement's boxes, and their score."""

    score: float
    slots: dict[str, Any]
    boxes: list[Frame]


class Room:
    """The free space inside a land, line by line."""

    def __init__(self, ring: list[Spot], margin: float) -> None:
        spans = [
            (min(ay, by) - margin, max(ay, by) + margin, ((ax, ay), (bx, by))) for (ax, ay), (bx, by) in sides_of(ring)
        ]
        free: dict[int, list[Spot]] = {}
        for y in range(math.floor(min(low for low, _, _ in spans)), math.ceil(max(high for _, high, _ in spans))):
            if runs := _free_stretches([edge for low, high, edge in spans if low < y < high], y, margin):
                free[y] = runs
        self.top, self.bottom = min(free, default=0), max(free, default=-1)
        self.lines = {
            y: [(a, b) for a, b in free.get(y, []) if b - a > 20] for y in range(self.top, self.bottom + 1, STEP)
        }
        every = [(a, b, y) for y, runs in free.items() for a, b in runs]
        area = sum(b - a for a, b, _ in every) or 1.0
        self.middle = (
            sum((b - a) * (a + b) / 2 for a, b, _ in every) / area,
            sum((b - a) * y for a, b, y in every) / area,
        )

    def widest_stretch(self, top: float, bottom: float) -> Spot | None:
        """Return the widest stretch that is free all the way from top to bottom, or None."""
        rows = [runs for y, runs in self.lines.items() if top - STEP <= y <= bottom + STEP]
        if not rows or top < self.top or bottom > self.bottom:
            return None
        free = rows[0]
        for runs in rows[1:]:
            free = [(max(a, c), min(b, d)) for a, b in free for c, d in runs if min(b, d) > max(a, c)]
        return max(free, key=lambda r: r[1] - r[0], default=None)


def _free_stretches(edges: list[Side], y: float, margin: float) -> list[Spot]:
    """Return the stretches of a horizontal line that are inside the edges and at least the margin away from them."""
    ends = sorted(ax + (bx - ax) * (y - ay) / (by - ay) for (ax, ay), (bx, by) in edges if (ay <= y) != (by <= y))
    blocked = sorted(stretch for edge in edges if (stretch := _stretch_near_edge(edge, y, margin)))
    stretches: list[Spot] = []
    for start, stop in zip(ends[::2], ends[1::2], strict=True):
        for low, high in blocked:
            if low >= stop:
                break
            if low > start:
                stretches.append((start, low))
            start = max(start, high)
        if start < stop:
            stretches.append((start, stop))
    return stretches


def _stretch_near_edge(edge: Side, y: float, margin: float) -> Spot | None:
    """Return the stretch of a horizontal line that is nearer to an edge than the margin, or None."""
    (ax, ay), (bx, by) = edge
    ends: list[float] = []
    for px, py in edge:
        if abs(y - py) < margin:
            half = math.sqrt(margin**2 - (y - py) ** 2)
            ends += [px - half, px + half]
    length = math.dist(*edge)
    ux, uy = (bx - ax) / length, (by - ay) / length
    for shift in (-margin, margin):  # the two parallels at the margin's distance
        if uy:
            along = (y - ay - shift * ux) / uy
            if 0 <= along <= length:
                ends.append(ax + along * ux - shift * uy)
    return (min(ends), max(ends)) if ends else None


def fit_rows(room: Room, rows: Rows) -> Arrangement | None:
    """Return the best position for rows below each other, with the most space around them; None if they don't fit."""
    heights = [max(box.height for box in row) for row in rows]
    widths = [sum(box.width for box in row) + GAP * (len(row) - 1) for row in rows]
    total = sum(heights) + LEADING * (len(rows) - 1)
    best: Arrangement | None = None
    for top in range(room.top, int(room.bottom - total) + 1, STEP):
        y = float(top)
        spans: list[tuple[float, float]] = []  # for each row, the westernmost and easternmost centre
        middles: list[float] = []
        for height, width in zip(heights, widths, strict=True):
            free = room.widest_stretch(y, y + height)
            if free is None or free[1] - free[0] < width:
                break
            spans.append((free[0] + width / 2, free[1] - width / 2))
            middles.append(y + height / 2)
            y += height + LEADING
        if len(spans) < len(rows):
            continue
        # All rows share an axis if possible; otherwise each is as near to it as it can be.
        axis = sorted((a + b) / 2 for a, b in spans)[len(spans) // 2]
        low, high = max(a for a, _ in spans), min(b for _, b in spans)
        if low <= high:
            axis = (low + high) / 2
        xs = [min(max(axis, a), b) for a, b in spans]
        air = [min(b - a, 24) for a, b in spans]
        score = 1.2 * min(air) + 0.5 * sum(air) / len(air) - 0.7 * sum(abs(x - axis) for x in xs)
        score -= 0.5 * abs(top + total / 2 - room.middle[1]) + 0.25 * abs(axis - room.middle[0])
        if best is None or score > best.score:
            best = _place_rows(rows, list(zip(xs, middles, strict=True)), score)
    return best


def _place_rows(rows: Rows, middles: list[Spot], score: float) -> Arrangement:
    best = Arrangement(score, {}, [])
    for row, (x, y) in zip(rows, middles, strict=True):
        left = x - (sum(box.width for box in row) + GAP * (len(row) - 1)) / 2
        for box in row:
            mid = left + box.width / 2
            best.boxes.append((left, y - box.height / 2, left + box.width, y + box.height / 2))
            for name, at in box.slots.items():
                if isinstance(at[0], list):
                    groups = {str(len(group)): [round_point((mid + dx, y + dy)) for dx, dy in group] for group in at}
                    best.slots[name] = groups
                else:
                    best.slots[name] = round_point((mid + at[0], y + at[1]))
            left += box.width + GAP
    return best


class LetterWidths:
    """The widths of letters in the serif font of the maps."""

    def __init__(self, file: Path) -> None:
        rows = tomllib.loads(file.read_text(encoding="utf-8"))["rows"]
        self.widths = {c: width / 1000 for text, widths in rows for c, width in zip(text, widths, strict=True)}

    def width(self, text: str, size: float) -> float:
        """Return the width of a name in small capitals, as the templates draw it.

        First letters have the full size; the others have 0.82 of it, with a spacing of 0.04.
        """
        total = 0.0
        for k, c in enumerate(text):
            first = k == 0 or text[k - 1] == " "
            letter = c if first else c.upper()
            letter_width = self.widths[letter] if letter in self.widths else self.widths[normalize("NFD", letter)[0]]
            total += letter_width * size if first else letter_width * size * 0.82 + 0.04 * size
        return total


def _allowed_arrangements(raw: dict[str, Any], name: Box, sites: int) -> Iterator[tuple[float, Rows]]:
    """Yield the arrangements that a map's file allows for a land, each with its price; lower is better."""
    boxes = {"name": [name]}
    for box_name, spec in raw["box"].items():
        width, height = spec["size"]
        boxes[box_name] = [Box(width, height, spec.get("slots", {box_name: (0, 0)}))]
    if sites:
        width, height, _ = boxes["sites"][0]
        boxes["sites"] = [Box(width, height, {f"site{k}": (0, 0)}) for k in range(sites)]
    for arrangement in raw["arrangement"]:
        yield (
            arrangement["price"],
            [[box for box_name in row.split() for box in boxes[box_name]] for row in arrangement["rows"]],
        )


def arrange_land(ring: list[Spot], land: Land, raw: dict[str, Any], letters: LetterWidths) -> Arrangement | None:
    """Return the best arrangement for a land, with its name as large as possible; None if nothing fits."""
    lettering = raw["lettering"]
    room = Room(ring, raw["draw"]["margin"])
    for part in SIZES:
        if part < lettering["smallest"]:
            break
        size, leading = round(lettering["size"] * part, 1), round(lettering["leading"] * part)
        width = max(letters.width(text, size) for text in [*land.lines, *land.also]) + 4
        name = Box(width, leading * len(land.lines), {"name": (0, 0)})
        fits = [
            (f, f.score - price)
            for price, rows in _allowed_arrangements(raw, name, land.sites)
            if (f := fit_rows(room, rows))
        ]
        if fits:
            best = max(fits, key=lambda pair: pair[1])[0]
            x, y = best.slots["name"]
            top = y - leading * (len(land.lines) - 1) / 2 + size * 0.33
            lines = [{"text": text, "x": x, "y": round(top + leading * k)} for k, text in enumerate(land.lines)]
            best.slots = {"size": size, "lines": lines, **best.slots}
            if land.sites:
                best.slots["sites"] = [best.slots.pop(f"site{k}") for k in range(land.sites)]
            return best
    return None
