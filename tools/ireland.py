"""Draw the map of Brian Boru: from a public-domain coast line to `drawing/layout.json`. Developers only.

The coast comes from Natural Earth (public domain) in the packing of the npm package `world-atlas` 2.0.2, file
`countries-10m.json` (`countries-50m.json` works as well, but its bays are few). All else on the map (borders,
lakes, rivers, places of the towns) is typed in below as longitude and latitude. The result is committed, so
nobody needs this script to play or to test.

    pip install shapely scipy numpy fonttools brotli
    npm install world-atlas@2.0.2 @fontsource-variable/source-serif-4@5
    python tools/ireland.py node_modules/world-atlas/countries-10m.json \
        --serif node_modules/@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2

The font is only measured, so that no lettering runs over a town. The script downloads nothing, uses no chance
and no clock: the same input gives the same file. It checks what it drew: if a region is broken, a town lies
in the sea or too near to another one, or a name covers something, it lists the faults, writes nothing, ends
with exit code 1.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import tomllib
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont
from scipy.spatial import Voronoi
from shapely.geometry import LineString, MultiPolygon, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import polygonize, unary_union
from shapely.validation import explain_validity, make_valid

Degrees = tuple[float, float]
"""Longitude and latitude."""

Units = tuple[int, int]
"""A point of the drawing: x to the right, y down."""

GAME: Final = Path(__file__).resolve().parent.parent / "regnum" / "games" / "brian_boru"

# --- the sheet -------------------------------------------------------------------------------------------

WIDTH: Final = 1000
HEIGHT: Final = 1300
WEST: Final = -10.58
NORTH: Final = 55.475
SCALE: Final = 314.0
"""Units for a degree of latitude."""
SQUEEZE: Final = math.cos(math.radians(53.4))
"""How much shorter a degree of longitude is in the middle of Ireland."""

# --- sizes of what lies on the map, in units; the templates draw to these sizes --------------------------

TOWN: Final = 28
"""Radius of the circle that a town's marker fills."""
TOKEN: Final = 33
"""Radius of the circle that a region's claim token fills."""
APART: Final = 64
"""Least distance of two towns: 25 CSS pixels on a page 390 pixels wide."""
SHORE: Final = 16
"""Least distance of a town from the sea, and from the border of its region."""
REACH: Final = 74
"""How far from a town a touch still counts."""
COARSE: Final = 1.5
"""How far the drawn coast may be from the true one."""
ISLET: Final = 90
"""Smaller islands, in square units, are left out."""
TIGHT: Final = 0.6
"""How near the smooth coast comes to its points: 1 passes them, but makes loops in narrow bays."""
REGION_SIZE: Final = 27
NAME_SIZE: Final = 16

# --- the land, typed in ----------------------------------------------------------------------------------


class Place(NamedTuple):
    """Where a town lies. Close to the true place of its name, moved where two would touch."""

    region: str
    lon: float
    lat: float


PLACES: Final[dict[str, Place]] = {
    "N1": Place("northern_ui_neill", -7.88, 55.03),
    "N2": Place("northern_ui_neill", -7.40, 55.00),
    "N3": Place("northern_ui_neill", -7.98, 54.67),
    "N4": Place("northern_ui_neill", -6.80, 55.06),
    "N5": Place("northern_ui_neill", -6.84, 54.64),
    "N6": Place("northern_ui_neill", -7.22, 54.42),
    "N7": Place("northern_ui_neill", -6.68, 54.32),
    "U1": Place("ulaid", -6.33, 55.13),
    "U2": Place("ulaid", -6.12, 54.88),
    "U3": Place("ulaid", -6.22, 54.42),
    "U4": Place("ulaid", -5.80, 54.30),
    "U5": Place("ulaid", -6.36, 54.09),
    "B1": Place("breifne", -8.08, 54.30),
    "B2": Place("breifne", -8.42, 54.36),
    "B3": Place("breifne", -7.32, 54.08),
    "B4": Place("breifne", -7.99, 54.03),
    "S1": Place("southern_ui_neill", -7.02, 53.82),
    "S2": Place("southern_ui_neill", -7.52, 53.81),
    "S3": Place("southern_ui_neill", -6.48, 53.74),
    "S4": Place("southern_ui_neill", -7.78, 53.62),
    "S5": Place("southern_ui_neill", -7.44, 53.43),
    "S6": Place("southern_ui_neill", -6.67, 53.49),
    "D1": Place("dubhlinn", -6.22, 53.53),
    "D2": Place("dubhlinn", -6.32, 53.32),
    "D3": Place("dubhlinn", -6.28, 53.02),
    "C1": Place("connaught", -9.26, 54.17),
    "C2": Place("connaught", -8.72, 54.14),
    "C3": Place("connaught", -9.16, 53.84),
    "C4": Place("connaught", -9.42, 53.52),
    "C5": Place("connaught", -8.32, 53.87),
    "C6": Place("connaught", -8.84, 53.52),
    "C7": Place("connaught", -8.22, 53.60),
    "C8": Place("connaught", -8.62, 53.24),
    "C9": Place("connaught", -8.28, 53.31),
    "L1": Place("leinster", -7.36, 53.22),
    "L2": Place("leinster", -6.90, 53.16),
    "L3": Place("leinster", -7.46, 52.98),
    "L4": Place("leinster", -7.04, 52.80),
    "L5": Place("leinster", -6.62, 52.60),
    "L6": Place("leinster", -7.26, 52.58),
    "L7": Place("leinster", -6.32, 52.74),
    "L8": Place("leinster", -6.60, 52.36),
    "L9": Place("leinster", -7.10, 52.31),
    "M1": Place("munster", -9.18, 52.98),
    "M2": Place("munster", -8.46, 52.86),
    "M3": Place("munster", -9.50, 52.46),
    "M4": Place("munster", -8.68, 52.64),
    "M5": Place("munster", -9.64, 52.19),
    "M6": Place("munster", -10.12, 52.18),
    "M7": Place("munster", -9.46, 51.98),
    "M8": Place("munster", -7.88, 52.52),
    "M9": Place("munster", -8.52, 51.92),
    "M10": Place("munster", -7.98, 52.14),
}

# fmt: off
BORDERS: Final[dict[str, list[Degrees]]] = {
    # Both ends are a meeting point of three regions, or lie in the sea; the coast cuts them.
    "N-U": [
        (-6.60, 55.35), (-6.54, 55.20), (-6.51, 55.05), (-6.47, 54.90), (-6.46, 54.75), (-6.42, 54.62),
        (-6.39, 54.50), (-6.37, 54.36), (-6.46, 54.26), (-6.60, 54.20), (-6.74, 54.11),
    ],
    "U-S": [(-6.74, 54.11), (-6.62, 54.05), (-6.53, 53.99), (-6.44, 53.95), (-6.32, 53.94), (-6.05, 53.93)],
    "N-S": [(-6.74, 54.11), (-6.86, 54.05), (-7.00, 54.07), (-7.12, 54.02)],
    "N-B": [
        (-7.12, 54.02), (-7.12, 54.12), (-7.26, 54.22), (-7.46, 54.29), (-7.64, 54.34), (-7.82, 54.35),
        (-7.98, 54.42), (-8.12, 54.48), (-8.35, 54.52),
    ],
    "B-S": [(-7.12, 54.02), (-7.22, 53.94), (-7.42, 53.94), (-7.62, 53.89), (-7.78, 53.90), (-7.95, 53.84)],
    "B-C": [
        (-7.95, 53.84), (-8.10, 53.92), (-8.16, 54.02), (-8.24, 54.09), (-8.36, 54.13), (-8.46, 54.18),
        (-8.53, 54.211), (-8.60, 54.24),
    ],
    "C-S": [(-7.95, 53.84), (-7.93, 53.74), (-7.99, 53.62), (-7.97, 53.50), (-7.94, 53.42), (-7.99, 53.31)],
    "S-L": [
        (-7.99, 53.31), (-7.84, 53.35), (-7.68, 53.32), (-7.50, 53.34), (-7.30, 53.35), (-7.12, 53.36),
        (-6.96, 53.39), (-6.78, 53.38), (-6.60, 53.42),
    ],
    "S-D": [(-6.60, 53.42), (-6.46, 53.48), (-6.40, 53.58), (-6.28, 53.64), (-5.95, 53.66)],
    "D-L": [
        (-6.60, 53.42), (-6.53, 53.32), (-6.54, 53.18), (-6.50, 53.06), (-6.50, 52.96), (-6.40, 52.89),
        (-6.25, 52.88), (-5.85, 52.86),
    ],
    "C-L": [(-7.99, 53.31), (-8.02, 53.23), (-8.13, 53.18), (-8.20, 53.10)],
    "L-M": [
        (-8.20, 53.10), (-8.06, 53.04), (-7.94, 52.96), (-7.84, 52.86), (-7.68, 52.80), (-7.60, 52.68),
        (-7.58, 52.52), (-7.46, 52.40), (-7.50, 52.26), (-7.42, 52.16), (-7.40, 51.95),
    ],
    "C-M": [
        (-8.20, 53.10), (-8.34, 53.08), (-8.50, 53.04), (-8.66, 53.08), (-8.84, 53.06), (-8.98, 53.13),
        (-9.25, 53.20),
    ],
}
# fmt: on

# fmt: off
ROADS: Final[dict[tuple[str, str], list[Degrees] | float]] = {
    # A number bows the road to its left, in parts of its length; a list leads it past these places.
    ("N1", "N3"): 0.08,
    ("N2", "N4"): -0.10,
    ("N3", "B1"): 0.06,
    ("N4", "N5"): 0.08,
    ("N5", "N7"): -0.08,
    ("N6", "B3"): 0.08,
    ("N7", "U3"): 0.10,
    ("U1", "U2"): -0.08,
    ("U4", "U5"): 0.06,
    ("B1", "B2"): 0.06,
    ("B2", "C2"): [(-8.40, 54.25), (-8.48, 54.17)],
    ("S1", "S2"): 0.06,
    ("S1", "S3"): -0.08,
    ("S2", "S4"): 0.10,
    ("S3", "S6"): -0.12,
    ("S4", "S5"): 0.10,
    ("S5", "S6"): 0.06,
    ("D2", "L2"): -0.08,
    ("D3", "L7"): 0.06,
    ("C2", "C3"): -0.06,
    ("C4", "M1"): [(-9.28, 53.38), (-9.02, 53.33), (-8.84, 53.24), (-8.86, 53.10), (-9.04, 53.06)],
    ("C5", "C7"): -0.08,
    ("C7", "C9"): 0.08,
    ("C8", "C9"): 0.10,
    ("L1", "L2"): -0.08,
    ("L3", "L4"): -0.06,
    ("L4", "L6"): 0.08,
    ("L5", "L7"): 0.08,
    ("L5", "L8"): -0.06,
    ("L6", "L9"): -0.08,
    ("L7", "L8"): 0.14,
    ("L8", "L9"): 0.08,
    ("M2", "M4"): -0.08,
    ("M5", "M6"): 0.06,
    ("M8", "M10"): 0.08,
    ("M9", "M10"): -0.06,
}
# fmt: on

# fmt: off
LAKES: Final[dict[str, list[Degrees]]] = {
    "Neagh": [
        (-6.47, 54.75), (-6.36, 54.72), (-6.24, 54.71), (-6.25, 54.62), (-6.28, 54.54), (-6.36, 54.48),
        (-6.48, 54.47), (-6.59, 54.49), (-6.57, 54.55), (-6.54, 54.61), (-6.56, 54.66), (-6.50, 54.71),
    ],
    "Erne": [
        (-8.06, 54.49), (-7.92, 54.52), (-7.78, 54.50), (-7.68, 54.42), (-7.64, 54.36), (-7.70, 54.38),
        (-7.80, 54.43), (-7.94, 54.45),
    ],
    "Corrib": [
        (-9.08, 53.33), (-9.10, 53.40), (-9.20, 53.44), (-9.26, 53.47), (-9.22, 53.40), (-9.14, 53.33),
    ],
    "Ree": [(-7.97, 53.46), (-7.93, 53.52), (-7.95, 53.60), (-8.00, 53.64), (-8.02, 53.56), (-8.00, 53.50)],
    "Derg": [(-8.43, 52.92), (-8.34, 52.96), (-8.24, 53.04), (-8.21, 53.10), (-8.28, 53.07), (-8.36, 53.00)],
}
# fmt: on

# fmt: off
RIVERS: Final[dict[str, list[Degrees]]] = {
    "Shannon": [
        (-8.05, 54.14), (-8.09, 54.02), (-8.06, 53.92), (-7.95, 53.84), (-7.93, 53.74), (-7.99, 53.60),
        (-7.97, 53.50), (-7.94, 53.42), (-7.99, 53.31), (-8.02, 53.23), (-8.13, 53.18), (-8.22, 53.08),
        (-8.34, 52.97), (-8.46, 52.84), (-8.50, 52.74), (-8.68, 52.66), (-8.86, 52.68),
    ],
    "Bann": [
        (-6.36, 54.22), (-6.42, 54.36), (-6.46, 54.60), (-6.47, 54.76), (-6.50, 54.92), (-6.58, 55.04),
        (-6.72, 55.16),
    ],
    "Boyne": [(-7.02, 53.40), (-6.92, 53.52), (-6.70, 53.66), (-6.50, 53.72), (-6.36, 53.72), (-6.24, 53.72)],
    "Barrow": [
        (-7.42, 53.12), (-7.12, 53.12), (-6.98, 52.96), (-6.96, 52.70), (-6.96, 52.50), (-6.98, 52.34),
        (-6.97, 52.22),
    ],
    "Suir": [
        (-7.80, 52.82), (-7.90, 52.62), (-7.92, 52.40), (-7.78, 52.35), (-7.55, 52.34), (-7.30, 52.28),
        (-7.06, 52.25),
    ],
    "Blackwater": [
        (-9.20, 52.14), (-8.80, 52.12), (-8.40, 52.14), (-8.02, 52.14), (-7.88, 52.10), (-7.85, 51.97),
    ],
    "Moy": [(-8.86, 54.00), (-8.98, 53.92), (-9.10, 54.00), (-9.16, 54.12), (-9.14, 54.24)],
    "Foyle": [(-7.20, 54.52), (-7.34, 54.66), (-7.46, 54.82), (-7.40, 54.95), (-7.26, 55.04)],
}
# fmt: on

COMPASS: Final = (-5.72, 51.72)


class Lettering(NamedTuple):
    """How a region is lettered: its lines, the middle of the name, and where its claim token lies."""

    lines: tuple[str, ...]
    middle: Degrees
    token: Degrees


LETTERING: Final[dict[str, Lettering]] = {
    "northern_ui_neill": Lettering(("Northern", "Uí Néill"), (-7.42, 54.77), (-8.14, 54.85)),
    "ulaid": Lettering(("Ulaid",), (-6.12, 54.71), (-5.56, 54.97)),
    "breifne": Lettering(("Bréifne",), (-7.65, 54.195), (-7.655, 54.045)),
    "southern_ui_neill": Lettering(("Southern", "Uí Néill"), (-7.12, 53.615), (-6.76, 53.945)),
    "dubhlinn": Lettering(("Dubhlinn",), (-5.68, 53.28), (-5.68, 53.11)),
    "connaught": Lettering(("Connaught",), (-8.76, 53.685), (-9.51, 53.99)),
    "leinster": Lettering(("Leinster",), (-6.86, 52.985), (-7.7, 53.125)),
    "munster": Lettering(("Munster",), (-8.80, 52.32), (-8.16, 52.68)),
}


# --- drawing ---------------------------------------------------------------------------------------------


def sheet(place: Degrees) -> tuple[float, float]:
    """The point of the drawing for a place on the globe."""
    return (place[0] - WEST) * SQUEEZE * SCALE, (NORTH - place[1]) * SCALE


def whole(point: tuple[float, ...]) -> Units:
    return round(point[0]), round(point[1])


@dataclass
class Curve:
    """A line from its first to its last point, smooth between: those between are pulled at, not passed."""

    points: list[Units]

    def reversed(self) -> Curve:
        return Curve(self.points[::-1])

    def steps(self) -> list[tuple[Units, Units]]:
        """Its quadratic Beziers: pairs of control point and end. Both directions give the same curve."""
        points = self.points
        if len(points) == 2:
            return [(points[1], points[1])]
        between = [middle(a, b) for a, b in pairwise(points[1:-1])]
        return list(zip(points[1:-1], [*between, points[-1]], strict=True))

    def flat(self, pieces: int = 5) -> list[tuple[float, float]]:
        """The curve as a fine polyline, for measuring."""
        line: list[tuple[float, float]] = [self.points[0]]
        for control, end in self.steps():
            start = line[-1]
            for k in range(1, pieces + 1):
                t = k / pieces
                line.append(
                    (
                        (1 - t) ** 2 * start[0] + 2 * t * (1 - t) * control[0] + t * t * end[0],
                        (1 - t) ** 2 * start[1] + 2 * t * (1 - t) * control[1] + t * t * end[1],
                    )
                )
        return line

    def path(self, move: bool = True) -> str:
        """As SVG path data in whole units."""
        x, y = self.points[0]
        text = [f"M{x} {y}"] if move else []
        for control, end in self.steps():
            if control == end:
                text.append("l" + pair(end[0] - x, end[1] - y))
            else:
                text.append("q" + pair(control[0] - x, control[1] - y) + follow(end[0] - x, end[1] - y))
            x, y = end
        return "".join(text)


def through(points: list[Units], closed: bool = False) -> list[Units]:
    """The points to pull at, so that the smooth curve comes near these very points.

    A quadratic B-spline passes (c0 + 6 c1 + c2) / 8 near c1; the ends of an open curve are passed anyway.
    """
    n = len(points)
    if n < 4:
        return points
    wanted = numpy.array(points, dtype=float)
    matrix = numpy.eye(n)
    for k in range(n) if closed else range(1, n - 1):
        matrix[k, [(k - 1) % n, k, (k + 1) % n]] = 0.125, 0.75, 0.125
    if not closed:
        matrix[1, :3] = 0.25, 0.625, 0.125
        matrix[-2, -3:] = 0.125, 0.625, 0.25
    passed = numpy.linalg.solve(matrix, wanted)
    return [whole(tuple(p)) for p in wanted + TIGHT * (passed - wanted)]


def middle(a: Units, b: Units) -> Units:
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2


def pair(x: int, y: int) -> str:
    return f"{x}" + follow_one(y)


def follow(x: int, y: int) -> str:
    return follow_one(x) + follow_one(y)


def follow_one(x: int) -> str:
    """A number that follows another one: a minus sign needs no space before it."""
    return f"{x}" if x < 0 else f" {x}"


def smooth_ring(points: list[Units]) -> list[tuple[Units, Units]]:
    """A closed curve through the middles of the sides, as quadratic Beziers, from the last one's end."""
    ends = [middle(a, b) for a, b in zip(points, points[1:] + points[:1], strict=True)]
    return list(zip(points, ends, strict=True))


def ring_path(points: list[Units]) -> str:
    steps = smooth_ring(points)
    x, y = steps[-1][1]
    text = [f"M{x} {y}"]
    for control, end in steps:
        text.append("q" + pair(control[0] - x, control[1] - y) + follow(end[0] - x, end[1] - y))
        x, y = end
    return "".join(text) + "z"


# --- the coast -------------------------------------------------------------------------------------------


def countries(file: Path, *names: str) -> list[Polygon]:
    """The polygons of some countries, in units, out of a TopoJSON file."""
    data: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    scale, shift = data["transform"]["scale"], data["transform"]["translate"]
    arcs: list[list[Degrees]] = []
    for deltas in data["arcs"]:
        x = y = 0
        arc: list[Degrees] = []
        for delta in deltas:
            x, y = x + delta[0], y + delta[1]
            arc.append((x * scale[0] + shift[0], y * scale[1] + shift[1]))
        arcs.append(arc)

    found: list[Polygon] = []
    for country in data["objects"]["countries"]["geometries"]:
        if country["properties"]["name"] in names:
            parts = [country["arcs"]] if country["type"] == "Polygon" else country["arcs"]
            for rings in parts:
                ring: list[Degrees] = []
                for index in rings[0]:
                    arc = arcs[index] if index >= 0 else arcs[~index][::-1]
                    ring += arc[1:] if ring else arc
                found.append(Polygon([sheet(p) for p in ring]))
    return found


def parts(shape: BaseGeometry) -> list[Polygon]:
    if isinstance(shape, Polygon):
        return [shape]
    return [p for p in getattr(shape, "geoms", []) if isinstance(p, Polygon)]


# --- the map ---------------------------------------------------------------------------------------------


@dataclass
class Drawing:
    """Everything that the layout says, and what was wrong with it."""

    arcs: dict[str, Curve] = field(default_factory=dict)
    rings: dict[str, list[list[tuple[str, bool]]]] = field(default_factory=dict)
    islands: list[tuple[str, list[Units]]] = field(default_factory=list)
    towns: dict[str, Units] = field(default_factory=dict)
    roads: dict[tuple[str, str], Curve] = field(default_factory=dict)
    cells: dict[str, list[Units]] = field(default_factory=dict)
    regions: dict[str, BaseGeometry] = field(default_factory=dict)
    names: dict[str, tuple[Units, str, Polygon]] = field(default_factory=dict)
    lettering: dict[str, tuple[list[tuple[str, Units]], Units, list[Polygon]]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


def draw_regions(d: Drawing, land: list[Polygon]) -> None:
    """Cut the coast by the borders into arcs, and put the arcs together to regions."""
    main = max(land, key=lambda p: p.area)
    lines = [LineString([sheet(p) for p in border]) for border in BORDERS.values()]
    cuts: dict[str, list[tuple[float, float]]] = {}
    for name, line in zip(BORDERS, lines, strict=True):
        inside = line.intersection(main)
        pieces = [inside] if isinstance(inside, LineString) else list(getattr(inside, "geoms", []))
        cuts[name] = list(max(pieces, key=lambda p: p.length).coords)
    faces = list(polygonize(unary_union([main.exterior, *(LineString(overshoot(c)) for c in cuts.values())])))

    # Coast arcs run from one border's end to the next one's, in the order of the ring.
    ring = main.exterior
    ends: list[tuple[float, Units]] = []
    for name, line_points in cuts.items():
        for end in (line_points[0], line_points[-1]):
            if ring.distance(Point(end)) < 1e-6:
                ends.append((ring.project(Point(end)), whole(end)))
        d.arcs[name] = Curve(thin([whole(p) for p in line_points]))
    ends.sort()
    coast = [(ring.project(Point(p)), whole(p)) for p in ring.coords[:-1]]
    for k, (start, point) in enumerate(ends):
        stop, last = ends[(k + 1) % len(ends)]
        stop += 0 if stop > start else ring.length
        between = [
            p for s, p in sorted((s + (0 if s > start else ring.length), p) for s, p in coast) if start < s < stop
        ]
        d.arcs[f"coast-{k}"] = shore([point, *between, last])

    middle_of = {name: LineString(curve.flat()).interpolate(0.5, normalized=True) for name, curve in d.arcs.items()}
    for face in faces:
        inside = [t for t, p in PLACES.items() if face.contains(Point(sheet((p.lon, p.lat))))]
        regions = {PLACES[t].region for t in inside}
        if face.area < 1:
            continue
        if len(regions) != 1:
            d.faults.append(f"a piece of land of {face.area:.0f} units holds towns of {sorted(regions)}")
            continue
        region = regions.pop()
        around = [n for n in d.arcs if face.exterior.distance(middle_of[n]) < 12 and on_edge(face, d.arcs[n])]
        d.rings.setdefault(region, []).append(chain(d, around, region))

    for island in land:
        if island is not main:
            nearest = min(PLACES.values(), key=lambda p: island.distance(Point(sheet((p.lon, p.lat)))))
            d.islands.append(
                (nearest.region, through(thin([whole(p) for p in island.exterior.coords[:-1]]), closed=True))
            )
    for region in LETTERING:
        if region not in d.rings:
            d.faults.append(f"no land for {region}")
            continue
        pieces = [make_valid(Polygon(flat_ring(d, r))) for r in d.rings[region]]
        for ring in d.rings[region]:
            if not Polygon(flat_ring(d, ring)).is_valid:
                d.faults.append(f"{region}: {explain_validity(Polygon(flat_ring(d, ring)))}")
        d.regions[region] = unary_union(pieces)


def overshoot(line: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """A line that goes a hair beyond its ends, so that it surely meets what it ends at."""
    hair = 0.01
    (ax, ay), (bx, by) = line[:2]
    (cx, cy), (dx, dy) = line[-2:]
    first, last = hair / math.dist((ax, ay), (bx, by)), hair / math.dist((cx, cy), (dx, dy))
    return [
        (ax - (bx - ax) * first, ay - (by - ay) * first),
        *line[1:-1],
        (dx + (dx - cx) * last, dy + (dy - cy) * last),
    ]


def shore(points: list[Units]) -> Curve:
    """A smooth stretch of coast; points that would make a loop are taken as they are, or left out."""
    points = thin(points)
    pull = through(points)
    for attempt in range(12):
        curve = Curve(pull)
        crossings = loops(curve)
        if not crossings:
            break
        near = [k for k in range(1, len(points) - 1) if any(math.dist(points[k], c) < 16 for c in crossings)]
        if attempt < 2:
            pull = [points[k] if k in near else p for k, p in enumerate(pull)]
        else:
            worst = min(near, key=lambda k: math.dist(points[k], points[k - 1]) + math.dist(points[k], points[k + 1]))
            del points[worst], pull[worst]
    return curve


def loops(curve: Curve) -> list[tuple[float, float]]:
    """Where a curve meets itself."""
    line = LineString(curve.flat())
    if line.is_simple:
        return []
    pieces = getattr(unary_union(line), "geoms", [])
    ends = {(round(x, 3), round(y, 3)) for piece in pieces for x, y in (piece.coords[0], piece.coords[-1])}
    return sorted(ends - {(round(x, 3), round(y, 3)) for x, y in (line.coords[0], line.coords[-1])})


def thin(points: list[Units]) -> list[Units]:
    """Without points that say nothing: doubles, and points nearer than 4 units to the one before."""
    kept = [points[0]]
    for point in points[1:-1]:
        if math.dist(point, kept[-1]) >= 4 and math.dist(point, points[-1]) >= 4:
            kept.append(point)
    return [*kept, points[-1]]


def on_edge(face: Polygon, curve: Curve) -> bool:
    edge = face.exterior
    return all(edge.distance(Point(p)) < 12 for p in curve.flat()[2:-2])


def chain(d: Drawing, names: list[str], region: str) -> list[tuple[str, bool]]:
    """The arcs of a ring in their order, each with whether it runs backwards."""
    left = sorted(names)
    ring = [(left.pop(0), False)]
    while left:
        end = d.arcs[ring[-1][0]].points[0 if ring[-1][1] else -1]
        for name in left:
            points = d.arcs[name].points
            if end in (points[0], points[-1]):
                ring.append((name, points[0] != end))
                left.remove(name)
                break
        else:
            d.faults.append(f"the edge of {region} has a gap at {end}")
            return ring
    return ring


def flat_ring(d: Drawing, ring: list[tuple[str, bool]]) -> list[tuple[float, float]]:
    line: list[tuple[float, float]] = []
    for name, back in ring:
        line += d.arcs[name].flat()[::-1] if back else d.arcs[name].flat()
    return line


def region_path(d: Drawing, region: str) -> str:
    text = ""
    for ring in d.rings[region]:
        for k, (name, back) in enumerate(ring):
            curve = d.arcs[name].reversed() if back else d.arcs[name]
            text += curve.path(move=k == 0)
        text += "z"
    return text + "".join(ring_path(points) for owner, points in d.islands if owner == region)


def draw_roads(d: Drawing) -> None:
    for (a, b), way in ROADS.items():
        start, end = d.towns[a], d.towns[b]
        if isinstance(way, list):
            between = [whole(sheet(p)) for p in way]
        else:
            x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
            between = [whole((x + 2 * way * (end[1] - start[1]), y - 2 * way * (end[0] - start[0])))]
        d.roads[a, b] = Curve([start, *between, end])


def draw_cells(d: Drawing) -> None:
    """What belongs to a town for a finger: all that is nearer to it than to any other town, and near."""
    names = list(d.towns)
    far = [(-5000, -5000), (6000, -5000), (-5000, 6000), (6000, 6000)]
    diagram = Voronoi(numpy.array([*d.towns.values(), *far]))
    for k, name in enumerate(names):
        centre = d.towns[name]
        cell = Polygon(diagram.vertices[diagram.regions[diagram.point_region[k]]])
        home = d.regions[PLACES[name].region].buffer(45)
        wanted = cell.intersection(Point(centre).buffer(REACH, quad_segs=4)).intersection(home)
        wanted = wanted.union(cell.intersection(Point(centre).buffer(APART / 2, quad_segs=4))).buffer(-0.5)
        shape = max(parts(wanted.simplify(1.5)), key=lambda p: p.area)
        d.cells[name] = [(x - centre[0], y - centre[1]) for x, y in map(whole, shape.exterior.coords[:-1])]


# --- lettering -------------------------------------------------------------------------------------------


class Pen:
    """Measures text in a font."""

    def __init__(self, file: Path, weight: int) -> None:
        font = instantiateVariableFont(TTFont(file), {"wght": weight})
        self.widths: dict[str, int] = {k: v[0] for k, v in font["hmtx"].metrics.items()}
        self.glyphs: dict[int, str] = font.getBestCmap()
        self.em: int = font["head"].unitsPerEm

    def width(self, text: str, size: float, spacing: float = 0.0) -> float:
        return sum(self.widths[self.glyphs[ord(c)]] / self.em * size + spacing * size for c in text)


def letter_regions(d: Drawing, pen: Pen) -> None:
    """The names in capitals, and the places of the claim tokens."""
    for region, how in LETTERING.items():
        x, y = whole(sheet(how.middle))
        leading = round(REGION_SIZE * 1.1)
        top = y - leading * len(how.lines) // 2
        boxes: list[Polygon] = []
        lines: list[tuple[str, Units]] = []
        for k, text in enumerate(how.lines):
            base = top + leading * k + round(REGION_SIZE * 0.62)
            half = (pen.width(text[0], REGION_SIZE) + pen.width(text[1:].upper(), REGION_SIZE * 0.82, 0.04)) / 2
            boxes.append(box(x - half, base - REGION_SIZE * 0.7, x + half, base + 2))
            lines.append((text, (x, base)))
        token = whole(sheet(how.token))
        boxes.append(Point(token).buffer(TOKEN))
        d.lettering[region] = (lines, token, boxes)


def name_towns(d: Drawing, pen: Pen, names: dict[str, str]) -> None:
    """Put each town's name beside it where it covers nothing; those with the fewest choices first."""
    fixed = [b for entry in d.lettering.values() for b in entry[2]]
    markers = {t: Point(p).buffer(TOWN) for t, p in d.towns.items()}
    towers = {t: box(x + 8, y - 50, x + 38, y) for t, (x, y) in d.towns.items()}
    roads = [LineString(c.flat()).buffer(4) for c in d.roads.values()]
    borders = [LineString(c.flat()) for n, c in d.arcs.items()]
    choices: dict[str, list[tuple[float, Units, str, Polygon]]] = {}
    for town, (x, y) in d.towns.items():
        width, rise = pen.width(names[town], NAME_SIZE), NAME_SIZE * 0.68
        options: list[tuple[float, Units, str, Polygon]] = []
        for anchor, dx, dy, price in name_spots():
            left = x + dx - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
            around = box(left - 2, y + dy - rise - 1, left + width + 2, y + dy + NAME_SIZE * 0.24)
            if left < 8 or left + width > WIDTH - 8 or any(around.intersects(b) for b in fixed):
                continue
            if any(around.intersects(m) for t, m in markers.items() if t != town):
                continue
            cost = price + sum(200 + r.intersection(around).area for r in roads if r.intersects(around))
            cost += sum(max(0.0, 52 - around.distance(Point(p))) for t, p in d.towns.items() if t != town)
            cost += sum(20 for t in towers.values() if t.intersects(around))
            cost += sum(b.intersection(around).length for b in borders) * 1.1
            options.append((cost, (x + dx, y + dy), anchor, around))
        choices[town] = sorted(options, key=lambda o: o[0])
    # Best first, then let each town choose again until nobody gains.
    chosen = {t: o[0] for t, o in choices.items() if o}
    d.faults += [f"no place for the name of {t}" for t, o in choices.items() if not o]
    for _ in range(30):
        before = dict(chosen)
        for town in sorted(chosen, key=lambda t: len(choices[t])):
            others = [c[3] for t, c in chosen.items() if t != town]
            chosen[town] = min(choices[town], key=lambda o: o[0] + 400 * sum(o[3].intersects(b) for b in others))
        if chosen == before:
            break
    for town, (_, point, anchor, around) in chosen.items():
        d.names[town] = (point, anchor, around)


def name_spots() -> list[tuple[str, int, int, float]]:
    """Where a name may go: anchor, shift, and how little we like it."""
    r = TOWN + 6
    spots: list[tuple[str, int, int, float]] = []
    for dy, price in ((6, 0), (12, 2), (0, 6), (20, 6), (-8, 10), (26, 10), (-16, 16)):
        side = round(math.sqrt(max(r * r - max(0, abs(dy - 5) - 6) ** 2, 60)))
        spots.append(("start", side, dy, price))
        spots.append(("end", -side, dy, price + 4))
    for dx, price in ((0, 5), (-12, 7), (12, 7), (-26, 10), (26, 10), (-40, 14), (40, 14)):
        spots.append(("middle", dx, r + 12, price))
        spots.append(("middle", dx, -r - 2, price + 5))
    return spots


# --- looking it over -------------------------------------------------------------------------------------


def check(d: Drawing, names: dict[str, str]) -> None:
    """Find what a player would stumble over."""
    faults = d.faults
    for region, shape in d.regions.items():
        if not shape.is_valid or not isinstance(shape, Polygon):
            faults.append(f"{region} is not one valid area: {explain_validity(shape)}")
    for a in d.regions:
        for b in d.regions:
            if a < b and d.regions[a].intersection(d.regions[b]).area > 0.01:
                faults.append(f"{a} and {b} overlap by {d.regions[a].intersection(d.regions[b]).area:.2f}")
    land = unary_union(list(d.regions.values()))
    if isinstance(land, MultiPolygon) or land.interiors:
        faults.append("there are holes between the regions")

    for town, point in d.towns.items():
        home = d.regions[PLACES[town].region]
        if not home.contains(Point(point)):
            faults.append(f"{town} is not in {PLACES[town].region}")
        elif home.exterior.distance(Point(point)) < SHORE:
            faults.append(f"{town} is {home.exterior.distance(Point(point)):.0f} from the edge of its region")
        for other, there in d.towns.items():
            if town < other and math.dist(point, there) < APART:
                faults.append(f"{town} and {other} are {math.dist(point, there):.0f} apart")
    for town, cell in d.cells.items():
        if Polygon(cell).exterior.distance(Point(0, 0)) < APART / 2 - 2 or not Polygon(cell).is_valid:
            faults.append(f"the touch target of {town} is too small")

    for (a, b), curve in d.roads.items():
        line = LineString(curve.flat())
        if line.difference(land).length > 1:
            faults.append(f"road {a}-{b} runs through {line.difference(land).length:.0f} of sea")
        for town, point in d.towns.items():
            if town not in (a, b) and line.distance(Point(point)) < TOWN + 5:
                faults.append(f"road {a}-{b} touches {town}")
        for (e, f), second in d.roads.items():
            if (a, b) < (e, f) and not {a, b} & {e, f} and line.intersects(LineString(second.flat())):
                faults.append(f"roads {a}-{b} and {e}-{f} cross")

    markers = {t: Point(p).buffer(TOWN) for t, p in d.towns.items()}
    for region, (_, _, boxes) in d.lettering.items():
        for k, b in enumerate(boxes):
            what = f"lettering {k} of {region}"
            faults += [f"{what} covers {t}" for t, m in markers.items() if b.intersects(m)]
            faults += [f"{what} covers road {r}" for r, c in d.roads.items() if b.distance(LineString(c.flat())) < 3]
            faults += [f"{what} runs over border {n}" for n, c in d.arcs.items() if b.intersects(LineString(c.flat()))]
            home = d.regions[region]
            at_sea = not land.intersects(b)
            if not at_sea and not home.contains(b):
                faults.append(f"{what} is not inside")
            for other, entry in d.lettering.items():
                for j, o in enumerate(entry[2]):
                    if (region, k) < (other, j) and b.intersects(o):
                        faults.append(f"{what} covers lettering {j} of {other}")
    for town, (_, _, b) in d.names.items():
        faults += [f"the name of {town} covers {t}" for t, m in markers.items() if b.intersects(m) and t != town]
        faults += [
            f"the name of {town} covers road {r}" for r, c in d.roads.items() if b.distance(LineString(c.flat())) < 2
        ]
        faults += [
            f"the name of {town} covers that of {t}" for t, e in d.names.items() if town < t and b.intersects(e[2])
        ]
    facts = tomllib.loads((GAME / "data" / "map.toml").read_text(encoding="utf-8"))
    if {t: p.region for t, p in PLACES.items()} != {t: fact[0] for t, fact in facts["towns"].items()}:
        faults.append("the towns are not those of map.toml")
    if sorted(map(sorted, ROADS)) != sorted(map(sorted, facts["roads"]["pairs"])):
        faults.append("the roads are not those of map.toml")
    if set(names) != set(PLACES) or len(set(names.values())) != len(names):
        faults.append(f"names and places differ: {sorted(set(names) ^ set(PLACES))}")


def layout(d: Drawing) -> dict[str, Any]:
    """The result as plain data."""
    borders = [c.path() for n, c in d.arcs.items() if not n.startswith("coast")]
    coast = "".join(coast_path(d)) + "".join(ring_path(points) for _, points in d.islands)
    regions: list[dict[str, Any]] = []
    for region, (lines, token, _) in d.lettering.items():
        regions.append(
            {
                "id": region,
                "path": region_path(d, region),
                "lines": [{"text": text, "x": x, "y": y} for text, (x, y) in lines],
                "token": token,
            }
        )
    towns = [
        {
            "id": town,
            "region": PLACES[town].region,
            "x": x,
            "y": y,
            "name": {"x": d.names[town][0][0], "y": d.names[town][0][1], "anchor": d.names[town][1]},
            "cell": "M" + "L".join(f"{cx} {cy}" for cx, cy in d.cells[town]) + "z",
        }
        for town, (x, y) in d.towns.items()
        if town in d.names
    ]
    return {
        "about": "Made by tools/ireland.py; do not edit. Coast: Natural Earth, public domain; the rest: ours",
        "width": WIDTH,
        "height": HEIGHT,
        "view_box": f"0 0 {WIDTH} {HEIGHT}",
        "sizes": {"town": TOWN, "token": TOKEN, "region_name": REGION_SIZE, "town_name": NAME_SIZE},
        "coast": coast,
        "borders": borders,
        "compass": whole(sheet(COMPASS)),
        "lakes": "".join(ring_path([whole(sheet(p)) for p in lake]) for lake in LAKES.values()),
        "rivers": "".join(Curve([whole(sheet(p)) for p in river]).path() for river in RIVERS.values()),
        "regions": regions,
        "roads": [{"towns": [a, b], "path": curve.path()} for (a, b), curve in d.roads.items()],
        "towns": towns,
    }


def coast_path(d: Drawing) -> list[str]:
    arcs = [n for n in d.arcs if n.startswith("coast")]
    return [d.arcs[n].path(move=k == 0) for k, n in enumerate(arcs)] + ["z"]


def town_names(file: Path) -> dict[str, str]:
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    return {town["id"]: town["name"] for town in data["town"]}


def main() -> int:
    parser = argparse.ArgumentParser(description="Draw the map of Brian Boru into its layout file.")
    parser.add_argument("countries", type=Path, help="countries-10m.json of world-atlas 2.0.2")
    parser.add_argument("--serif", type=Path, required=True, help="the serif font file, to measure names")
    parser.add_argument("--out", type=Path, default=GAME / "drawing" / "layout.json")
    parser.add_argument("--force", action="store_true", help="write the file even if there are faults (to look at it)")
    args = parser.parse_args()

    names = town_names(GAME / "data" / "town_names.toml")
    britain = countries(args.countries, "United Kingdom")
    ulster = max((p for p in britain if p.bounds[2] < WIDTH and p.bounds[3] > HEIGHT / 4), key=lambda p: p.area)
    ireland = unary_union([*(p.buffer(0.2) for p in countries(args.countries, "Ireland")), ulster.buffer(0.2)])
    land = [Polygon(p.exterior) for p in parts(ireland.simplify(COARSE)) if p.area > ISLET]

    d = Drawing()
    d.towns = {town: whole(sheet((p.lon, p.lat))) for town, p in PLACES.items()}
    draw_regions(d, land)
    if len(d.regions) == len(LETTERING):
        draw_roads(d)
        draw_cells(d)
        letter_regions(d, Pen(args.serif, 600))
        name_towns(d, Pen(args.serif, 400), names)
        check(d, names)
    for fault in d.faults:
        print(fault, file=sys.stderr)
    if d.faults and not args.force:
        return 1
    text = json.dumps(layout(d), ensure_ascii=False, indent=1)
    args.out.write_text(text + "\n", encoding="utf-8")
    print(f"{args.out.name}: {len(text)} bytes, {len(d.towns)} towns, {len(d.roads)} roads")
    return 1 if d.faults else 0


if __name__ == "__main__":
    sys.exit(main())
