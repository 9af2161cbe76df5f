"""Points, lines and smooth curves on a sheet, with which the maps are drawn."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from zlib import crc32

Spot = tuple[float, float]
"""A point of the sheet: x to the right, y down."""

Units = tuple[int, int]
"""A point in whole units, as it is drawn."""

Side = tuple[Spot, Spot]
"""A straight line from one point to another."""


@dataclass(frozen=True)
class Curve:
    """A smooth line from its first to its last point; the points between them are control points."""

    points: list[Units]

    def reversed(self) -> "Curve":
        """Return the same curve in the opposite direction."""
        return Curve(self.points[::-1])

    def bezier_curves(self) -> list[tuple[Units, Units]]:
        """Return the curve as quadratic Bezier curves: pairs of control point and end point.

        Both directions give the same curve.
        """
        points = self.points
        if len(points) == 2:
            return [(points[1], points[1])]
        between = [_midpoint(a, b) for a, b in pairwise(points[1:-1])]
        return list(zip(points[1:-1], [*between, points[-1]], strict=True))

    def polyline(self, pieces: int = 5) -> list[Spot]:
        """Return the curve as a fine polyline, for measuring."""
        line: list[Spot] = [self.points[0]]
        for (cx, cy), (ex, ey) in self.bezier_curves():
            sx, sy = line[-1]
            for t in (k / pieces for k in range(1, pieces + 1)):
                start_weight, control_weight, end_weight = (1 - t) ** 2, 2 * t * (1 - t), t * t
                line.append(
                    (
                        start_weight * sx + control_weight * cx + end_weight * ex,
                        start_weight * sy + control_weight * cy + end_weight * ey,
                    )
                )
        return line

    def path(self, move: bool = True) -> str:
        """Return the curve as SVG path data in whole units; without `move`, it continues the previous curve."""
        (x, y) = self.points[0]
        return (f"M{x} {y}" if move else "") + _path(self.points[0], self.bezier_curves())


def ring_path(points: list[Units]) -> str:
    """Return a closed smooth curve through the midpoints of a ring's sides, as SVG path data."""
    ends = [_midpoint(a, b) for a, b in zip(points, points[1:] + points[:1], strict=True)]
    return f"M{ends[-1][0]} {ends[-1][1]}" + _path(ends[-1], list(zip(points, ends, strict=True))) + "z"


def _path(start: Units, steps: list[tuple[Units, Units]]) -> str:
    text = ""
    x, y = start
    for control, end in steps:
        numbers = [end[0] - x, end[1] - y]
        if control != end:
            numbers = [control[0] - x, control[1] - y, *numbers]
        coordinates = "".join(f" {n}" if n >= 0 else f"{n}" for n in numbers)  # a minus sign needs no space before it
        text += ("l" if control == end else "q") + coordinates.removeprefix(" ")
        x, y = end
    return text


def _midpoint(a: Units, b: Units) -> Units:
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2


def round_point(point: Sequence[float]) -> Units:
    """Return the point in whole units."""
    return round(point[0]), round(point[1])


def mean_point(points: Sequence[Spot]) -> Spot:
    """Return the mean of some points."""
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


def moments(ring: list[Spot]) -> tuple[float, float, float]:
    """Return the area of a ring, positive if it runs clockwise on the sheet, and the x and y of its centroid."""
    area = cx = cy = 0.0
    x0, y0 = ring[-1]
    for x1, y1 in ring:
        product = x0 * y1 - x1 * y0
        area += product
        cx += (x0 + x1) * product
        cy += (y0 + y1) * product
        x0, y0 = x1, y1
    if abs(area) < 1e-9:
        return 0.0, 0.0, 0.0
    return area / 2, cx / (3 * area), cy / (3 * area)


def sides_of(ring: list[Spot]) -> list[Side]:
    """Return the sides of a closed ring."""
    return list(pairwise([*ring, ring[0]]))


def is_crossing(first: Side, second: Side) -> bool:
    """Return whether two straight lines cross; those that only touch do not."""
    (ax, ay), (bx, by) = first
    (cx, cy), (dx, dy) = second
    if (ax < cx and ax < dx and bx < cx and bx < dx) or (ax > cx and ax > dx and bx > cx and bx > dx):
        return False
    if ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) * ((bx - ax) * (dy - ay) - (by - ay) * (dx - ax)) >= 0:
        return False
    return ((dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)) * ((dx - cx) * (by - cy) - (dy - cy) * (bx - cx)) < 0


def is_simple(line: list[Side]) -> bool:
    """Return whether no side of a line or ring crosses another side of it."""
    return not any(is_crossing(a, b) for k, a in enumerate(line) for b in line[k + 2 :])


def nearest_on_side(point: Spot, side: Side) -> tuple[float, float]:
    """Return the distance of a point from a side, and the length along the side to the point nearest to it."""
    (ax, ay), (bx, by) = side
    length = math.dist(*side)
    along = ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / length if length else 0.0
    along = min(max(along, 0.0), length)
    part = along / length if length else 0.0
    return math.dist(point, (ax + (bx - ax) * part, ay + (by - ay) * part)), along


def roughen(points: list[Spot], name: str, rough: float, least: float) -> Curve:
    """Return a line whose sides are repeatedly bent at their midpoints; the random bends depend only on `name`.

    `rough` is the strength of the bends as a fraction of a side's length. Sides that would become shorter than `least`
    stay straight.
    """
    dice = Random(crc32(name.encode()))
    changed = True
    while changed:
        longer, changed = [points[0]], False
        for p, q in pairwise(points):
            if math.dist(p, q) > least * 1.7:
                bend = (dice.random() * 2 - 1) * rough
                bend += math.copysign(rough * 0.25, bend)
                longer.append(((p[0] + q[0]) / 2 - (q[1] - p[1]) * bend, (p[1] + q[1]) / 2 + (q[0] - p[0]) * bend))
                changed = True
            longer.append(q)
        points = longer
    rounded = [round_point(p) for p in points]
    thinned = rounded[:1]
    for at in rounded[1:-1]:  # points within 5 units of the previous one add nothing
        if math.dist(at, thinned[-1]) >= 5 and math.dist(at, rounded[-1]) >= 5:
            thinned.append(at)
    return Curve([*thinned, rounded[-1]])
