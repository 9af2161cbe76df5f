"""Draw a map from who touches whom: the boards of Rurik and Wallenstein, as `drawing/layout.json`. Developers only.

    pip install shapely scipy networkx fonttools brotli
    python -m tools.dual_map rurik
    python -m tools.dual_map wallenstein

The places, borders and coasts stand in `tools/maps/<game>.toml`. From the borders as a planar graph comes its
dual: one corner for each three lands that touch each other, one side for each border. The corners then move until the
lands have about the same size and no border is too short; the sides are roughened, once each, so that both
lands share them exactly. At last every land gets places for its name and for what lies on it.

The script uses no clock, and its dice fall the same each time: the same input gives the same file. It checks
what it drew; if two lands touch that must not, or a name has no room, it lists the faults, writes nothing and
ends with exit code 1.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple
from zlib import crc32

import networkx
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import unary_union
from shapely.prepared import prep
from shapely.validation import explain_validity

from tools.ireland import Curve, Pen, Units, ring_path, whole

ROOT: Final = Path(__file__).resolve().parent.parent
FONTS: Final = ROOT / "regnum" / "web" / "static" / "fonts"

Spot = tuple[float, float]
Key = tuple[str, ...]
"""A point of the map: ("corner", a, b, c), ("side", a, b), ("shore", a, b) with the ids in order of the alphabet."""

# What the moving corners strive for, and how much.
EVEN: Final = 12.0
ROUND: Final = 0.22
HOME: Final = 0.5
LONG: Final = 3.0
MIDDLE: Final = 0.35
SHORE_APART: Final = 40.0


@dataclass
class Land:
    """A land as the spec gives it."""

    id: str
    at: Spot
    group: str
    borders: tuple[str, ...]
    names: tuple[str, ...]
    lines: tuple[str, ...]
    code: str
    sites: int
    size: float
    special: bool


@dataclass
class Spec:
    """A file of tools/maps."""

    game: str
    sheet: Units
    lands: dict[str, Land]
    ring: list[Spot]
    wet: list[bool]
    """For each point of the ring, whether the outline from there to the next point is a sea coast."""
    raw: dict[str, Any]


def read(game: str) -> Spec:
    raw = tomllib.loads((Path(__file__).parent / "maps" / f"{game}.toml").read_text(encoding="utf-8"))
    lands = {
        name: Land(
            name,
            (float(data["at"][0]), float(data["at"][1])),
            data["group"],
            tuple(data["borders"].split()),
            tuple(data.get("names", [" ".join(data.get("lines", []))])),
            tuple(data.get("lines", data.get("names", [])[:1])),
            data.get("code", ""),
            data.get("sites", 0),
            data.get("size", 1.0),
            data.get("special", False),
        )
        for name, data in raw["land"].items()
    }
    ring = [(float(x), float(y)) for run in raw["outline"] for x, y in run["points"]]
    wet = [run["sea"] for run in raw["outline"] for _ in run["points"]]
    if moments(ring)[0] < 0:
        ring, wet = ring[::-1], [*wet[-2::-1], wet[-1]]
    return Spec(raw["game"], (raw["sheet"][0], raw["sheet"][1]), lands, ring, wet, raw)


def ordered(*names: str) -> Key:
    return tuple(sorted(names))


# --- the dual --------------------------------------------------------------------------------------------


@dataclass
class Dual:
    """Corners, sides and shores of the lands, and which land runs past which of them in which order."""

    spec: Spec
    places: dict[Key, Spot] = field(default_factory=dict)
    shores: dict[Key, float] = field(default_factory=dict)
    """Where on the outline a border reaches it, as a length from the outline's first point."""
    sides: dict[Key, list[Key]] = field(default_factory=dict)
    """For each border the points along it; a border that reaches the outline ends there."""
    rings: dict[str, list[Key]] = field(default_factory=dict)
    """Around each land; one with a coast starts and ends with its two shore points."""
    users: dict[Key, list[str]] = field(default_factory=dict)
    outline: LineString = field(default_factory=LineString)
    stations: list[float] = field(default_factory=list)

    def spot(self, key: Key) -> Spot:
        if key in self.shores:
            point = self.outline.interpolate(self.shores[key] % self.outline.length)
            return point.x, point.y
        return self.places[key]

    def shape(self, land: str) -> list[Spot]:
        """The land's corners; the coast as the outline has it."""
        ring = self.rings[land]
        points = [self.spot(key) for key in ring]
        if ring[0] in self.shores:
            points += self.coast(self.shores[ring[-1]], self.shores[ring[0]])
        return points

    def coast(self, start: float, stop: float) -> list[Spot]:
        """The points of the outline between two places on it, in its direction."""
        stop += self.outline.length if stop < start else 0
        doubled = [(s + k * self.outline.length, p) for k in (0, 1) for s, p in self.marks]
        return [p for s, p in doubled if start + 1e-6 < s < stop - 1e-6]

    @property
    def marks(self) -> list[tuple[float, Spot]]:
        return list(zip(self.stations, self.spec.ring, strict=True))


def dual(spec: Spec, faults: list[str]) -> Dual:
    """The barycentric dual of the lands' straight-line drawing."""
    lands = spec.lands
    for land in lands.values():
        for other in land.borders:
            if other not in lands or land.id not in lands[other].borders:
                faults.append(f"{land.id} borders on {other}, but not the other way round")
    if faults:
        return Dual(spec)
    pairs = sorted({ordered(name, other) for name, land in lands.items() for other in land.borders})
    lines = {(a, b): LineString([lands[a].at, lands[b].at]) for a, b in pairs}
    for e, f in combinations(lines, 2):
        if not set(e) & set(f) and lines[e].intersects(lines[f]):
            faults.append(f"the borders {'-'.join(e)} and {'-'.join(f)} cross: move the anchors")
    if faults:
        return Dual(spec)
    embedding = networkx.PlanarEmbedding()
    around: dict[str, list[str]] = {}
    for name, land in lands.items():
        turn = sorted(land.borders, key=lambda o: math.atan2(lands[o].at[1] - land.at[1], lands[o].at[0] - land.at[0]))
        around[name] = turn
        embedding.add_node(name)
        before: str | None = None
        for other in turn:
            embedding.add_half_edge(name, other, ccw=before)
            before = other

    # The faces; the outer one is the one with the most lands.
    faces: list[list[str]] = []
    seen: set[tuple[str, str]] = set()
    for a, b in embedding.edges:
        if (a, b) not in seen:
            faces.append(embedding.traverse_face(a, b, mark_half_edges=seen))
    outer = max(faces, key=len)
    d = Dual(spec, outline=LineString([*spec.ring, spec.ring[0]]))
    d.stations = [0.0]
    for p, q in pairwise(spec.ring):
        d.stations.append(d.stations[-1] + math.dist(p, q))
    corners: dict[Key, list[Key]] = {}
    for face in faces:
        if face is outer:
            continue
        if len(face) != 3:
            faults.append(f"{face} meet in one point: put a lake or a mountain there")
        key = ("corner", *ordered(*face))
        d.places[key] = centre([lands[n].at for n in face])
        for a, b in zip(face, face[1:] + face[:1], strict=True):
            corners.setdefault(ordered(a, b), []).append(key)
    rim = {ordered(a, b) for a, b in zip(outer, outer[1:] + outer[:1], strict=True)}
    for a, b in lines:
        side = ("side", a, b)
        d.places[side] = centre([lands[a].at, lands[b].at])
        ends = corners[a, b]
        if (a, b) in rim:
            shore = ("shore", a, b)
            d.shores[shore] = d.outline.project(Point(d.places[side]))
            ends = [*ends, shore]
        d.sides[a, b] = [ends[0], side, ends[1]]

    for name, turn in around.items():
        # Start after the gap that the outer face makes between two neighbours.
        if name in outer:
            k = next(k for k, o in enumerate(turn) if ordered(name, o) in rim and opens(d, corners, name, turn, k - 1))
            turn = turn[k:] + turn[:k]
        ring: list[Key] = []
        for k, other in enumerate(turn):
            ring.append(("side", *ordered(name, other)))
            meeting = shared(corners, name, turn, k)
            if meeting and not (name in outer and k == len(turn) - 1):
                ring.append(meeting)
        if name in outer:
            ring = [("shore", *ordered(name, turn[0])), *ring, ("shore", *ordered(name, turn[-1]))]
        d.rings[name] = ring
        for key in ring:
            d.users.setdefault(key, []).append(name)
    return d


def shared(corners: dict[Key, list[Key]], name: str, turn: list[str], k: int) -> Key | None:
    """The corner between a land's k-th neighbour and the next one, if there is land between."""
    one, two = turn[k], turn[(k + 1) % len(turn)]
    both = set(corners[ordered(name, one)]) & set(corners[ordered(name, two)])
    wanted = ("corner", *ordered(name, one, two))
    return wanted if wanted in both else None


def opens(d: Dual, corners: dict[Key, list[Key]], name: str, turn: list[str], k: int) -> bool:
    """Whether the outside lies between a land's k-th neighbour and the next one."""
    if len(turn) > 2:
        return shared(corners, name, turn, k) is None
    lands = d.spec.lands
    one, two = (lands[turn[j % 2]].at for j in (k, k + 1))
    x, y = lands[name].at
    return (one[0] - x) * (two[1] - y) - (one[1] - y) * (two[0] - x) < 0


def centre(points: list[Spot]) -> Spot:
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


# --- moving the corners ----------------------------------------------------------------------------------


class Relaxer:
    """Moves corners, sides and shores, one at a time, as long as the map gets better by it."""

    def __init__(self, d: Dual) -> None:
        self.d = d
        self.wide: float = d.spec.raw["draw"]["wide"]
        self.least: float = d.spec.raw["draw"]["border"]
        whole_area = Polygon(d.spec.ring).area
        weights = {name: land.size for name, land in d.spec.lands.items()}
        total = sum(weights.values())
        self.target = {name: whole_area * w / total for name, w in weights.items()}
        self.lands = {name: self.land(name) for name in d.rings}
        self.borders = {name: self.border(name) for name in d.sides}
        self.touching: dict[Key, list[Key]] = {}
        for name, keys in d.sides.items():
            for key in keys:
                self.touching.setdefault(key, []).append(name)

    def land(self, name: str) -> float:
        """How bad a land's shape is."""
        points = self.d.shape(name)
        area, cx, cy = moments(points)
        target: float = self.target[name]
        if area <= 0 or not Polygon(points).is_valid:
            return math.inf
        inner = self.d.rings[name]
        length = 0.0
        spots = points[: len(inner)]
        if inner[0] not in self.d.shores:
            spots = [*spots, spots[0]]
        for p, q in pairwise(spots):
            length += math.hypot((p[0] - q[0]) / self.wide, p[1] - q[1])
        off = (area - target) / target
        at = self.d.spec.lands[name].at
        away = ((cx - at[0]) ** 2 + (cy - at[1]) ** 2) / target
        return EVEN * off * off + ROUND * length * length / target + HOME * away

    def border(self, name: Key) -> float:
        """How bad a border is: too short, or its middle not in the middle."""
        a, m, b = (self.d.spot(key) for key in self.d.sides[name])
        first: float = math.dist(a, m)
        second: float = math.dist(m, b)
        total = first + second
        short = max(0.0, self.least * 1.25 - math.dist(a, b)) / self.least
        return LONG * short * short + MIDDLE * ((first - second) / (total + 1)) ** 2

    def run(self, rounds: int = 70) -> None:
        step = 24.0
        for _ in range(rounds):
            moved = sum(self.improve(key, step) for key in [*self.d.places, *self.d.shores])
            if moved < len(self.d.places) / 12:
                step /= 2
                if step < 1:
                    return

    def improve(self, key: Key, step: float) -> bool:
        """Try to move one point; keep the best place."""
        d = self.d
        lands, borders = d.users[key], self.touching[key]
        now = sum(self.lands[n] for n in lands) + sum(self.borders[n] for n in borders)
        best, kept = now - 1e-9, None
        old = d.shores[key] if key in d.shores else d.places[key]
        for trial in self.trials(key, step):
            self.put(key, trial)
            if isinstance(trial, float) and not self.in_order(key):
                continue
            score = sum(self.border(n) for n in borders)
            for name in lands:
                if score >= best:
                    break
                score += self.land(name)
            if score < best:
                best, kept = score, trial
        self.put(key, old if kept is None else kept)
        if kept is None:
            return False
        self.lands |= {n: self.land(n) for n in lands}
        self.borders |= {n: self.border(n) for n in borders}
        return True

    def trials(self, key: Key, step: float) -> Iterator[float | Spot]:
        if key in self.d.shores:
            for sign in (-1.0, 1.0, -2.5, 2.5):
                yield self.d.shores[key] + sign * step
        else:
            x, y = self.d.places[key]
            for k in range(8):
                yield x + step * math.cos(k * math.pi / 4), y + step * math.sin(k * math.pi / 4)

    def put(self, key: Key, where: float | Spot) -> None:
        if isinstance(where, float):
            self.d.shores[key] = where % self.d.outline.length
        else:
            self.d.places[key] = where

    def in_order(self, key: Key) -> bool:
        """Whether a shore point keeps its distance to the others and stays among its lands."""
        length = self.d.outline.length
        for other, at in self.d.shores.items():
            apart = abs(at - self.d.shores[key])
            if other != key and min(apart, length - apart) < SHORE_APART:
                return False
        return True


def moments(points: list[Spot]) -> tuple[float, float, float]:
    """Area, positive for a ring that runs clockwise on the sheet, and the middle."""
    area = cx = cy = 0.0
    x0, y0 = points[-1]
    for x1, y1 in points:
        cross = x0 * y1 - x1 * y0
        area += cross
        cx += (x0 + x1) * cross
        cy += (y0 + y1) * cross
        x0, y0 = x1, y1
    if abs(area) < 1e-9:
        return 0.0, 0.0, 0.0
    return area / 2, cx / (3 * area), cy / (3 * area)


# --- arcs ------------------------------------------------------------------------------------------------


def roughen(points: list[Spot], name: str, rough: float, least: float) -> list[Spot]:
    """Bend a line again and again in the middle, to one side or the other: always the same for the same name."""
    dice = Random(crc32(name.encode()))
    while True:
        longer = [points[0]]
        changed = False
        for p, q in pairwise(points):
            length = math.dist(p, q)
            if length > least * 1.7:
                by = (dice.random() * 2 - 1) * rough
                by += math.copysign(rough * 0.25, by)
                longer.append(((p[0] + q[0]) / 2 - (q[1] - p[1]) * by, (p[1] + q[1]) / 2 + (q[0] - p[0]) * by))
                changed = True
            longer.append(q)
        points = longer
        if not changed:
            return points


@dataclass
class Sheet:
    """The finished arcs and lands."""

    d: Dual
    borders: dict[Key, Curve] = field(default_factory=dict)
    coasts: dict[str, list[tuple[bool, Curve]]] = field(default_factory=dict)
    """For each land with a coast: its pieces in the outline's direction, and whether they are at sea."""
    shapes: dict[str, Polygon] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)
    """The lands with a coast, in the outline's direction."""

    def pieces(self, land: str) -> list[tuple[Curve, bool]]:
        """The curves around a land, in order, each with whether it runs backwards."""
        ring = self.d.rings[land]
        found: list[tuple[Curve, bool]] = []
        for k, key in enumerate(ring):
            if key[0] == "side":
                curve = self.borders[key[1:]]
                found.append((curve, curve.points[0] != whole(self.d.spot(ring[k - 1]))))
        return found + [(curve, False) for _, curve in self.coasts.get(land, [])]

    def flat(self, land: str) -> list[Spot]:
        """The land's edge as a fine polyline; two lands have the very same points along their border."""
        line: list[Spot] = []
        for curve, back in self.pieces(land):
            line += curve.flat()[:0:-1] if back else curve.flat()[:-1]
        return line

    def path(self, land: str) -> str:
        curves = [curve.reversed() if back else curve for curve, back in self.pieces(land)]
        return "".join(curve.path(move=k == 0) for k, curve in enumerate(curves)) + "z"


def draw(d: Dual, faults: list[str]) -> Sheet:
    """Roughen all sides; calmer where a land would run over itself or over another one."""
    style = d.spec.raw["draw"]
    calm: dict[str, float] = dict.fromkeys(d.rings, 1.0)
    sheet = Sheet(d)
    for _ in range(6):
        sheet = Sheet(d)
        for (a, b), keys in d.sides.items():
            points = [d.spot(k) for k in keys]
            inner = style["inner"]
            rough = inner["rough"] * min(calm[a], calm[b])
            bent = roughen(points, f"{a}-{b}", rough, inner["least"])
            sheet.borders[a, b] = Curve(tidy([whole(p) for p in bent]))
        for land, ring in d.rings.items():
            if ring[0] in d.shores:
                sheet.coasts[land] = coast(d, land, calm[land])
        sheet.shapes = {land: Polygon(sheet.flat(land)) for land in d.rings}
        bad = {n for n, s in sheet.shapes.items() if not s.is_valid}
        for a, b in combinations(d.rings, 2):
            if a not in bad and b not in bad and sheet.shapes[a].intersection(sheet.shapes[b]).area > 0.5:
                bad |= {a, b}
        if not bad:
            break
        for name in bad:
            calm[name] *= 0.6
    sheet.order = sorted(sheet.coasts, key=lambda n: d.shores[d.rings[n][-1]])
    for name in d.rings:
        if not sheet.shapes[name].is_valid:
            faults.append(f"{name} is not one valid area: {explain_validity(sheet.shapes[name])}")
    return sheet


def coast(d: Dual, land: str, calm: float) -> list[tuple[bool, Curve]]:
    """A land's part of the outline, cut where sea and land behind it change."""
    ring = d.rings[land]
    start, stop = d.shores[ring[-1]], d.shores[ring[0]]
    stop += d.outline.length if stop < start else 0
    stations = d.stations
    length = d.outline.length
    runs: list[tuple[bool, list[Spot]]] = []
    kinds = [(s + k * length, p, w) for k in (0, 1) for (s, p), w in zip(d.marks, d.spec.wet, strict=True)]
    wet = [w for s, _, w in kinds if s <= start][-1] if start >= stations[0] else d.spec.wet[-1]
    points = [d.spot(ring[-1])]
    for s, p, w in kinds:
        if start < s < stop:
            points.append(p)
            if w != wet:
                runs.append((wet, points))
                wet, points = w, [p]
    runs.append((wet, [*points, d.spot(ring[0])]))
    style = d.spec.raw["draw"]
    pieces: list[tuple[bool, Curve]] = []
    for k, (wet, points) in enumerate(runs):
        how = style["sea" if wet else "inland"]
        bent = roughen(points, f"{land} coast {k}", how["rough"] * calm, how["least"])
        pieces.append((wet, Curve(tidy([whole(p) for p in bent]))))
    return pieces


def tidy(points: list[Units]) -> list[Units]:
    """Without doubles and points nearer than 5 units to the one before."""
    kept = [points[0]]
    for p in points[1:-1]:
        if math.dist(p, kept[-1]) >= 5 and math.dist(p, points[-1]) >= 5:
            kept.append(p)
    return [*kept, points[-1]]


# --- places for what lies on a land ------------------------------------------------------------------------


class Item(NamedTuple):
    """A box in a row, with the places of what lies in it, from the middle of the box."""

    width: float
    height: float
    slots: dict[str, Spot | list[list[Spot]]]


Rows = list[list[Item]]


class Fitted(NamedTuple):
    """Where the items of an arrangement came to lie."""

    score: float
    slots: dict[str, Any]
    boxes: list[Polygon]


class Room:
    """The free space inside a land, line by line."""

    def __init__(self, shape: Polygon, margin: float) -> None:
        free = shape.buffer(-margin)
        self.top, self.bottom = math.ceil(free.bounds[1]), math.floor(free.bounds[3])
        west, east = free.bounds[0] - 1, free.bounds[2] + 1
        self.lines: dict[int, list[Spot]] = {}
        for y in range(self.top, self.bottom + 1, 3):
            cut = free.intersection(LineString([(west, y), (east, y)]))
            runs = [p for p in getattr(cut, "geoms", [cut]) if p.length > 20]
            self.lines[y] = [(p.bounds[0], p.bounds[2]) for p in runs]
        self.middle = free.representative_point() if free.is_empty else free.centroid

    def widest(self, top: float, bottom: float) -> Spot | None:
        """The widest stretch that is free all the way from top to bottom."""
        rows = [runs for y, runs in self.lines.items() if top - 3 <= y <= bottom + 3]
        if not rows or top < self.top or bottom > self.bottom:
            return None
        free = rows[0]
        for runs in rows[1:]:
            free = [(max(a, c), min(b, d)) for a, b in free for c, d in runs if min(b, d) > max(a, c)]
        return max(free, key=lambda r: r[1] - r[0], default=None)


GAP: Final = 6


def fit(room: Room, rows: Rows, gap: float) -> Fitted | None:
    """Put rows under each other where there is the most air around them."""
    heights = [max(i.height for i in row) for row in rows]
    widths = [sum(i.width for i in row) + GAP * (len(row) - 1) for row in rows]
    total = sum(heights) + gap * (len(rows) - 1)
    best: Fitted | None = None
    for top in range(room.top, int(room.bottom - total) + 1, 3):
        y = float(top)
        spans: list[tuple[float, float, float, float]] = []
        for height, width in zip(heights, widths, strict=True):
            free = room.widest(y, y + height)
            if free is None or free[1] - free[0] < width:
                break
            spans.append((free[0] + width / 2, free[1] - width / 2, y + height / 2, free[1] - free[0] - width))
            y += height + gap
        if len(spans) < len(rows):
            continue
        # One axis for all rows if there is one, else each row as near to it as it can.
        axis = sorted((a + b) / 2 for a, b, _, _ in spans)[len(spans) // 2]
        low, high = max(a for a, _, _, _ in spans), min(b for _, b, _, _ in spans)
        if low <= high:
            axis = (low + high) / 2
        xs = [min(max(axis, a), b) for a, b, _, _ in spans]
        air = [min(s[3], 24) for s in spans]
        score = 1.2 * min(air) + 0.5 * sum(air) / len(air) - 0.7 * sum(abs(x - axis) for x in xs)
        score -= 0.5 * abs(top + total / 2 - room.middle.y) + 0.25 * abs(axis - room.middle.x)
        if best is None or score > best.score:
            best = place(rows, spans, xs, score)
    return best


def place(rows: Rows, spans: list[tuple[float, float, float, float]], xs: list[float], score: float) -> Fitted:
    slots: dict[str, Any] = {}
    boxes: list[Polygon] = []
    for row, (_, _, y, _), x in zip(rows, spans, xs, strict=True):
        left = x - (sum(i.width for i in row) + GAP * (len(row) - 1)) / 2
        for item in row:
            mid = left + item.width / 2
            boxes.append(box(left, y - item.height / 2, left + item.width, y + item.height / 2))
            for name, at in item.slots.items():
                if isinstance(at, tuple):
                    slots[name] = whole((mid + at[0], y + at[1]))
                else:
                    slots[name] = {str(len(group)): [whole((mid + dx, y + dy)) for dx, dy in group] for group in at}
            left += item.width + GAP
    return Fitted(score, slots, boxes)


class Fonts:
    """Measures names in the house's serif, each alphabet in its own file."""

    def __init__(self, folder: Path) -> None:
        self.pens = [Pen(folder / f"source-serif-4-{a}-wght-normal.woff2", 600) for a in ("latin", "cyrillic")]

    def width(self, text: str, size: float) -> float:
        """In small capitals as the template draws them: first letters of the full size, the rest at 0.82."""
        pen = self.pens[any(ord(c) > 0x3FF for c in text)]
        first = True
        total = 0.0
        for c in text:
            total += pen.width(c, size) if first else pen.width(c.upper(), size * 0.82, 0.04 / 0.82)
            first = c == " "
        return total


def rows_of_rurik(name: Item, _: Land) -> list[tuple[float, Rows]]:
    """Name, good and rebels, three building plots, and a banner with its leader for each of four players."""
    plots = ("church", "market", "stronghold")
    good, rebels = Item(42, 42, {"good": (0, 0)}), Item(48, 42, {"rebels": (0, 0)})
    plot = [Item(38, 42, {p: (0, 0)}) for p in plots]
    step, high = 58, 51
    line = [[((k - (n - 1) / 2) * step, 7.0) for k in range(n)] for n in (1, 2, 3, 4)]
    square: list[list[Spot]] = [
        [(0, 7)],
        [(-step / 2, 7), (step / 2, 7)],
        [(-step / 2, 7 - high / 2), (step / 2, 7 - high / 2), (0, 7 + high / 2)],
        [(x * step / 2, 7 + y * high / 2) for y in (-1, 1) for x in (-1, 1)],
    ]
    four = Item(step * 4 - 4, high, {"troops": line})
    block = Item(step * 2 - 4, high * 2, {"troops": square})
    both = Item(48, 92, {"good": (0, -24), "rebels": (0, 24)})
    column = Item(38, 134, {p: (0, -46 + 46 * k) for k, p in enumerate(plots)})
    return [
        (0, [[name], [good, *plot, rebels], [four]]),
        (0, [[name], [good, block, rebels], plot]),
        (-4, [[name], plot, [good, block, rebels]]),
        (0, [[name], [both, block], plot]),
        (-4, [[name], [block, both], plot]),
        (-8, [[name], [both, block, column]]),
        (-8, [[name], [good, rebels], [block], plot]),
        (-8, [[name], [good, rebels], plot, [four]]),
        (-8, [[name], [four], [good, rebels], plot]),
        (-10, [[name], [block], plot, [good, rebels]]),
        (-10, [[name], plot, [block], [good, rebels]]),
        (-10, [[name], [block, column], [good, rebels]]),
        (-10, [[name], [column, block], [good, rebels]]),
        (-20, [[good, *plot, rebels], [four], [name]]),
        (-20, [[four], [good, *plot, rebels], [name]]),
    ]


def rows_of_wallenstein(name: Item, land: Land) -> list[tuple[float, Rows]]:
    """Name, the owner's army between tax and grain, the building sites."""
    tax, grain = Item(32, 32, {"tax": (0, 0)}), Item(32, 32, {"grain": (0, 0)})
    army = Item(72, 48, {"army": (0, 0), "unrest": (-39, -23)})
    both = Item(32, 68, {"tax": (0, -18), "grain": (0, 18)})
    sites = [Item(38, 40, {f"site{k}": (0, 0)}) for k in range(land.sites)]
    return [
        (0, [[name], [tax, army, grain], sites]),
        (-10, [[name], [army, both], sites]),
        (-12, [[name], [army], [tax, *sites, grain]]),
        (-16, [[name], sites, [tax, army, grain]]),
        (-20, [[name], [army, *sites], [tax, grain]]),
        (-20, [[name], [army, both, *sites]]),
        (-22, [[name], [army], sites, [tax, grain]]),
        (-24, [[name], sites, [army], [tax, grain]]),
        (-30, [[tax, army, grain], sites, [name]]),
        (-30, [sites, [tax, army, grain], [name]]),
    ]


ARRANGEMENTS: Final = {"rurik": rows_of_rurik, "wallenstein": rows_of_wallenstein}


def furnish(sheet: Sheet, fonts: Fonts, faults: list[str]) -> dict[str, Fitted]:
    """For each land the best arrangement, with the name as large as it can be."""
    spec = sheet.d.spec
    lettering, margin = spec.raw["lettering"], spec.raw["draw"]["margin"]
    found: dict[str, Fitted] = {}
    for land in spec.lands.values():
        room = Room(sheet.shapes[land.id], margin)
        for part in (1.0, 0.94, 0.88, 0.82, 0.76, 0.7):
            if part < lettering["smallest"]:
                break
            size = round(lettering["size"] * part, 1)
            lines = land.lines if len(land.lines) > 1 else land.names
            width = max(fonts.width(text, size) for text in lines) + 4
            leading = round(lettering["leading"] * part)
            item = Item(width, leading * len(land.lines), {"name": (0, 0)})
            choices = [(p, fit(room, rows, 5)) for p, rows in ARRANGEMENTS[spec.game](item, land)]
            fits = [(f.score + p, k, f) for k, (p, f) in enumerate(choices) if f]
            if fits:
                best = max(fits, key=lambda f: (f[0], -f[1]))[2]
                x, y = best.slots["name"]
                top = y - leading * (len(land.lines) - 1) / 2 + size * 0.33
                rows = [{"text": t, "x": x, "y": round(top + leading * k)} for k, t in enumerate(land.lines)]
                found[land.id] = best._replace(slots={**best.slots, "size": size, "lines": rows})
                break
        if land.id not in found:
            shape = sheet.shapes[land.id]
            faults.append(f"no room for all that may lie in {land.id} ({shape.area:.0f} square units)")
    return found


# --- looking it over -------------------------------------------------------------------------------------


def check(sheet: Sheet, fitted: dict[str, Fitted], faults: list[str]) -> None:
    """Find what a player would stumble over."""
    d, shapes = sheet.d, sheet.shapes
    least = d.spec.raw["draw"]["border"]
    for a, b in combinations(sorted(n for n, shape in shapes.items() if shape.is_valid), 2):
        common = shapes[a].intersection(shapes[b])
        if common.area > 0.01:
            faults.append(f"{a} and {b} overlap by {common.area:.2f}")
        length = common.length
        if b in d.spec.lands[a].borders:
            curve = LineString(sheet.borders[a, b].flat())
            if abs(curve.length - length) > 0.1:
                faults.append(f"{a} and {b} share {length:.1f} of a border of {curve.length:.1f}")
            straight = math.dist(curve.coords[0], curve.coords[-1])
            if straight < least * 0.75:
                faults.append(f"the border of {a} and {b} is only {straight:.0f} long")
        elif shapes[a].distance(shapes[b]) < 12:
            faults.append(f"{a} and {b} must not touch, but are {shapes[a].distance(shapes[b]):.1f} apart")
    whole_land = unary_union([shape for shape in shapes.values() if shape.is_valid])
    if not isinstance(whole_land, Polygon) or whole_land.interiors:
        faults.append("there are holes between the lands")
    x0, y0, x1, y1 = whole_land.bounds
    if x0 < 6 or y0 < 6 or x1 > d.spec.sheet[0] - 6 or y1 > d.spec.sheet[1] - 6:
        faults.append(f"the land runs to the edge of the sheet: {whole_land.bounds}")
    for name, f in fitted.items():
        if not shapes[name].is_valid:
            continue
        inside = prep(shapes[name])
        faults += [f"a place in {name} runs over its edge" for b in f.boxes if not inside.contains(b)]
        faults += [f"two places in {name} overlap" for a, b in combinations(f.boxes, 2) if a.intersection(b).area > 1]
    for river in d.spec.raw.get("river", []):
        line = LineString(Curve([whole(tuple(p)) for p in river["points"]]).flat())
        for (a, b), curve in sheet.borders.items():
            along = line.intersection(LineString(curve.flat()).buffer(9)).length
            if along > 46:
                faults.append(f"the river {river['id']} runs along the border of {a} and {b} for {along:.0f}")


# --- the result ------------------------------------------------------------------------------------------


def arcs(curves: Iterable[Curve]) -> str:
    return "".join(curve.path() for curve in curves)


def zoom(sheet: Sheet, fitted: dict[str, Fitted], land: str) -> str:
    """A view box that shows a land, and what lies on its neighbours."""
    width, height = sheet.d.spec.sheet
    parts: list[Any] = [sheet.shapes[land].buffer(26)]
    for other in sheet.d.spec.lands[land].borders:
        parts.append(unary_union(fitted[other].boxes).buffer(8) if other in fitted else sheet.shapes[other])
    x0, y0, x1, y1 = unary_union(parts).bounds
    scale = max((x1 - x0) / width, (y1 - y0) / height, 0.3)
    w, h = min(width * scale, width), min(height * scale, height)
    x = min(max((x0 + x1 - w) / 2, 0), width - w)
    y = min(max((y0 + y1 - h) / 2, 0), height - h)
    return f"{round(x)} {round(y)} {round(w)} {round(h)}"


def layout(sheet: Sheet, fitted: dict[str, Fitted]) -> dict[str, Any]:
    """The result as plain data."""
    spec = sheet.d.spec
    lands = spec.lands
    wet = "".join(curve.path() for name in sheet.order for is_wet, curve in sheet.coasts[name] if is_wet)
    outline = "".join(
        curve.path(move=k == 0) for k, curve in enumerate(c for name in sheet.order for _, c in sheet.coasts[name])
    )
    inside = arcs(c for (a, b), c in sheet.borders.items() if lands[a].group == lands[b].group)
    between = arcs(c for (a, b), c in sheet.borders.items() if lands[a].group != lands[b].group)
    entries: list[dict[str, Any]] = []
    for name, land in lands.items():
        slots = dict(fitted[name].slots) if name in fitted else {}
        entry: dict[str, Any] = {"id": name, "group": land.group}
        if land.special:
            entry["special"] = True
        if land.code:
            entry["code"] = land.code
        entry["size"] = slots.pop("size", 0)
        entry["lines"] = slots.pop("lines", [])
        sites = [slots.pop(f"site{k}") for k in range(land.sites) if f"site{k}" in slots]
        entry |= slots | ({"sites": sites} if land.sites else {})
        entry["zoom"] = zoom(sheet, fitted, name)
        entry["path"] = sheet.path(name)
        entries.append(entry)
    raw = spec.raw
    return {
        "about": f"Made by tools/dual_map.py from tools/maps/{spec.game}.toml; do not edit. All ours",
        "width": spec.sheet[0],
        "height": spec.sheet[1],
        "view_box": f"0 0 {spec.sheet[0]} {spec.sheet[1]}",
        "compass": raw["compass"],
        **({"legend": raw["legend"]} if "legend" in raw else {}),
        "outline": outline + "z",
        "shore": wet,
        "inner_borders": inside,
        "group_borders": between,
        "seas": [
            {
                "id": sea["id"],
                "path": ring_path(sea_ring(sea)),
                "name": {"x": sea["name"]["at"][0], "y": sea["name"]["at"][1], "rotate": sea["name"]["rotate"]},
            }
            for sea in raw.get("sea", [])
        ],
        "lakes": "".join(ring_path([whole(tuple(p)) for p in lake["points"]]) for lake in raw.get("lake", [])),
        "rivers": arcs(Curve([whole(tuple(p)) for p in river["points"]]) for river in raw.get("river", [])),
        "lands": entries,
        "borders": [list(pair) for pair in sorted(sheet.borders)],
    }


def sea_ring(sea: dict[str, Any]) -> list[Units]:
    points = [(float(x), float(y)) for x, y in sea["points"]]
    return tidy([whole(p) for p in roughen([*points, points[0]], sea["id"], 0.1, 22)])[:-1]


def main() -> int:
    parser = argparse.ArgumentParser(description="Draw the map of a game into its layout file.")
    parser.add_argument("game", choices=sorted(ARRANGEMENTS))
    parser.add_argument("--fonts", type=Path, default=FONTS, help="the folder with the serif, to measure names")
    parser.add_argument("--out", type=Path, help="instead of the game's drawing/layout.json")
    parser.add_argument("--force", action="store_true", help="write the file even if there are faults (to look at it)")
    args = parser.parse_args()

    faults: list[str] = []
    spec = read(args.game)
    d = dual(spec, faults)
    if not faults:
        Relaxer(d).run()
        sheet = draw(d, faults)
        fitted = furnish(sheet, Fonts(args.fonts), faults)
        check(sheet, fitted, faults)
    for fault in faults:
        print(fault, file=sys.stderr)
    if faults and not args.force:
        return 1
    out: Path = args.out or ROOT / "regnum" / "games" / spec.game / "drawing" / "layout.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(layout(sheet, fitted), ensure_ascii=False, indent=1)
    out.write_text(text + "\n", encoding="utf-8")
    sizes = sorted(shape.area for shape in sheet.shapes.values())
    shortest = min(math.dist(c.points[0], c.points[-1]) for c in sheet.borders.values())
    print(
        f"{out.name}: {len(text.encode())} bytes, {len(spec.lands)} lands of {sizes[0]:.0f} to {sizes[-1]:.0f}, "
        f"{len(sheet.borders)} borders, the shortest {shortest:.0f}"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
