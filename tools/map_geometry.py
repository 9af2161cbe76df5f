"""The corners of lands, from their adjacency: a map's specification, its barycentric dual, and its relaxation."""

import math
import tomllib
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, combinations, pairwise
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

from tools.curve import Spot, is_crossing, is_simple, mean_point, moments, nearest_on_side, sides_of

ROOT: Final = Path(__file__).resolve().parent.parent
MAPS: Final = ROOT / "tools" / "maps"
GAMES: Final = ROOT / "regnum" / "games"

Key = tuple[str, ...]
"""A point of the map: ("corner", a, b, c), ("side", a, b), ("shore", a, b) with the ids in alphabetical order."""

# The weights of the costs that the relaxation minimizes.
SIZE_WEIGHT: Final = 12.0
ROUNDNESS_WEIGHT: Final = 0.22
ANCHOR_WEIGHT: Final = 0.5
SHORT_BORDER_WEIGHT: Final = 3.0
MIDPOINT_WEIGHT: Final = 0.35

SHORE_APART: Final = 40.0
"""The minimum distance along the outline between two borders that reach it."""


class MapError(ValueError):
    """A map that can't be drawn; the message has one problem per line."""


@dataclass(frozen=True)
class Land:
    """A land as given in the map's file, where comments explain the fields."""

    at: Spot
    group: str
    lines: list[str]
    also: list[str] = field(default_factory=list)
    size: float = 1.0
    sites: int = 0
    special: bool = False
    code: str = ""


class MapSpec:
    """The specification of a map: its file in tools/maps, and the pairs of adjacent lands in the game."""

    def __init__(self, raw: dict[str, Any], pairs: list[list[str]]) -> None:
        self.raw: Final = raw
        self.lands: Final = {name: Land(**{**data, "at": tuple(data["at"])}) for name, data in raw["land"].items()}
        self.pairs: Final[list[Key]] = sorted(tuple(sorted(pair)) for pair in pairs)
        ring: list[Spot] = [(float(x), float(y)) for run in raw["outline"] for x, y in run["points"]]
        is_sea: list[bool] = [run["sea"] for run in raw["outline"] for _ in run["points"]]
        if moments(ring)[0] < 0:
            ring, is_sea = ring[::-1], [*is_sea[-2::-1], is_sea[-1]]
        self.ring: Final = ring
        self.wet: Final = is_sea
        """For each point of the ring, whether the outline from there to the next point is a sea coast."""

    def neighbours(self, land: str) -> list[str]:
        """Return the lands that border on a land, in alphabetical order."""
        return sorted(name for pair in self.pairs if land in pair for name in pair if name != land)


def read_spec(game: str) -> MapSpec:
    """Return the specification of a game's map."""
    files = (MAPS / f"{game}.toml", GAMES / game / "data" / "map.toml")
    raw, facts = (tomllib.loads(file.read_text(encoding="utf-8")) for file in files)
    return MapSpec(raw, facts["borders"]["pairs"])


class Dual:
    """The barycentric dual of the lands' straight-line graph: its points, and the borders and rings that join them."""

    def __init__(self, spec: MapSpec) -> None:
        self.spec: Final = spec
        self.places: Final[dict[Key, Spot]] = {}
        """The positions of the corners and of the midpoints of sides."""
        self.shores: Final[dict[Key, float]] = {}
        """The positions at which borders reach the outline, as lengths along it from its first point."""
        self.sides: Final[dict[Key, list[Key]]] = {}
        """For each border, the three points along it; a border that reaches the outline ends there."""
        self.rings: Final[dict[str, list[Key]]] = {}
        """The points around each land, clockwise; the ring of a coastal land starts and ends with its shore points."""

        _refuse_crossings(spec)
        neighbours = _neighbours_clockwise(spec)
        wedges = _faces_by_land(neighbours)
        outer = max(wedges.values(), key=len)
        corners: dict[Key, list[Key]] = {pair: [] for pair in spec.pairs}
        for face in dict.fromkeys(wedges.values()):
            if face == outer:
                continue
            if len(face) != 3:
                raise MapError(f"{', '.join(face)} meet in one point: put a lake or a mountain there")
            corner = ("corner", *sorted(face))
            self.places[corner] = mean_point([spec.lands[name].at for name in face])
            for pair in combinations(sorted(face), 2):
                corners[pair].append(corner)
        for a, b in spec.pairs:
            side, shore = ("side", a, b), ("shore", a, b)
            self.places[side] = mean_point([spec.lands[a].at, spec.lands[b].at])
            if len(corners[a, b]) < 2:
                self.shores[shore] = self._position_on_outline(self.places[side])
                corners[a, b].append(shore)
            self.sides[a, b] = [corners[a, b][0], side, corners[a, b][1]]
        for name, turn in neighbours.items():
            inland = {other: None if wedges[name, other] == outer else wedges[name, other] for other in turn}
            self.rings[name] = _points_around(name, turn, inland)

    @cached_property
    def _outline_points(self) -> list[tuple[float, Spot, bool]]:
        """The points of the outline, twice around: length along it, position, and whether a sea coast follows."""
        ring, is_sea = self.spec.ring, self.spec.wet
        along = accumulate((math.dist(a, b) for a, b in sides_of([*ring, *ring])), initial=0.0)
        return list(zip(along, [*ring, *ring], [*is_sea, *is_sea], strict=False))

    @cached_property
    def length(self) -> float:
        """The length of the outline."""
        return self._outline_points[len(self.spec.ring)][0]

    def _position_on_outline(self, point: Spot) -> float:
        """Return the point on the outline nearest to a given point, as a length along it."""
        nearest_points = [nearest_on_side(point, side) for side in sides_of(self.spec.ring)]
        return min(
            (away, start + along)
            for (start, *_), (away, along) in zip(self._outline_points, nearest_points, strict=False)
        )[1]

    def position(self, key: Key) -> Spot:
        """Return the position of a point of the map."""
        if key not in self.shores:
            return self.places[key]
        at = self.shores[key] % self.length
        k = bisect_right(self._outline_points, at, key=itemgetter(0))
        (start, (ax, ay), _), (stop, (bx, by), _) = self._outline_points[k - 1 : k + 1]
        part = (at - start) / (stop - start)
        return ax + (bx - ax) * part, ay + (by - ay) * part

    def inland_points(self, land: str) -> list[Spot]:
        """Return the positions of the points around a land, without its coast."""
        return [self.position(key) for key in self.rings[land]]

    def coast_points(self, land: str) -> list[tuple[Spot, bool]]:
        """Return a land's part of the outline, from shore to shore, with whether a sea coast follows each point."""
        ring = self.rings[land]
        if ring[0] not in self.shores:
            return []
        start, stop = self.shores[ring[-1]], self.shores[ring[0]]
        stop += self.length if stop < start else 0
        first = bisect_right(self._outline_points, start + 1e-6, key=itemgetter(0))
        last = bisect_left(self._outline_points, stop - 1e-6, key=itemgetter(0))
        between = [(point, is_sea) for _, point, is_sea in self._outline_points[first:last]]
        return [
            (self.position(ring[-1]), self._outline_points[first - 1][2]),
            *between,
            (self.position(ring[0]), False),
        ]

    def points_between_shores(self, land: str) -> list[Spot]:
        """Return the points of the outline between a land's shore points."""
        return [point for point, _ in self.coast_points(land)[1:-1]]


def _refuse_crossings(spec: MapSpec) -> None:
    """Raise MapError if the straight lines between the anchors of adjacent lands cross."""
    lines = {(a, b): (spec.lands[a].at, spec.lands[b].at) for a, b in spec.pairs}
    crossings = [
        f"the borders {'-'.join(e)} and {'-'.join(f)} cross: move the anchors"
        for e, f in combinations(lines, 2)
        if is_crossing(lines[e], lines[f])
    ]
    if crossings:
        raise MapError("\n".join(crossings))


def _points_around(name: str, turn: list[str], faces: dict[str, Key | None]) -> list[Key]:
    """Return the points around a land; `faces` has the face clockwise after each neighbour, None for the outside."""
    gaps = [k for k, other in enumerate(turn, 1) if faces[other] is None]
    if gaps:  # start after the gap where the outside is between two neighbours
        turn = turn[gaps[0] :] + turn[: gaps[0]]
    ring: list[Key] = []
    for other in turn:
        ring.append(("side", *sorted((name, other))))
        if (face := faces[other]) is not None:
            ring.append(("corner", *sorted(face)))
    return [("shore", *sorted((name, turn[0]))), *ring, ("shore", *sorted((name, turn[-1])))] if gaps else ring


def _neighbours_clockwise(spec: MapSpec) -> dict[str, list[str]]:
    """Return each land's neighbours, clockwise."""
    turns: dict[str, list[str]] = {}
    for name, land in spec.lands.items():
        positions = {other: spec.lands[other].at for other in spec.neighbours(name)}
        angles = {other: math.atan2(y - land.at[1], x - land.at[0]) for other, (x, y) in positions.items()}
        turns[name] = sorted(angles, key=angles.__getitem__)
    return turns


def _faces_by_land(neighbours: dict[str, list[str]]) -> dict[tuple[str, str], Key]:
    """Return for each land and neighbour the face of the graph that follows clockwise, as the lands around it.

    The order is that in which a walk from land to land meets the faces; it affects the resulting map.
    """
    faces: dict[tuple[str, str], Key] = {}
    lands = dict.fromkeys(land for name, turn in neighbours.items() for land in (name, *turn))
    for start in ((name, other) for name in lands for other in [*neighbours[name][1:], neighbours[name][0]]):
        walk: list[tuple[str, str]] = []
        step = start
        while step not in faces and step not in walk:
            walk.append(step)
            current, neighbour = step
            step = (neighbour, neighbours[neighbour][neighbours[neighbour].index(current) - 1])
        faces |= dict.fromkeys(walk, tuple(current for current, _ in walk))
    return faces


class Relaxer:
    """Moves corners, sides and shores, one at a time, as long as that improves the map."""

    def __init__(self, dual: Dual) -> None:
        self.dual: Final = dual
        self.wide: Final[float] = dual.spec.raw["draw"]["wide"]
        self.least: Final[float] = dual.spec.raw["draw"]["border"]
        total = sum(land.size for land in dual.spec.lands.values())
        area = moments(dual.spec.ring)[0]
        self.target: Final = {name: area * land.size / total for name, land in dual.spec.lands.items()}
        self.points: Final = [*dual.places, *dual.shores]
        self.users: Final = {key: [name for name, ring in dual.rings.items() if key in ring] for key in self.points}
        self.touching: Final = {key: [pair for pair, keys in dual.sides.items() if key in keys] for key in self.points}
        self.lands: Final = {
            name: self.land_cost(name) if self.has_simple_edge(name) else math.inf for name in dual.rings
        }
        self.borders: Final = {pair: self.border_cost(pair) for pair in dual.sides}

    def land_cost(self, name: str) -> float:
        """Return the cost of a land's shape: size, roundness, and distance from its anchor; inf if it is invalid."""
        spots = self.dual.inland_points(name)
        area, cx, cy = moments([*spots, *self.dual.points_between_shores(name)])
        if area <= 0:
            return math.inf
        if self.dual.rings[name][0] not in self.dual.shores:
            spots.append(spots[0])
        length = 0.0
        for (ax, ay), (bx, by) in pairwise(spots):
            length += math.hypot((ax - bx) / self.wide, ay - by)
        target, (x, y) = self.target[name], self.dual.spec.lands[name].at
        size_error = (area - target) / target
        anchor_distance = ((cx - x) ** 2 + (cy - y) ** 2) / target
        return (
            SIZE_WEIGHT * size_error * size_error
            + ROUNDNESS_WEIGHT * length * length / target
            + ANCHOR_WEIGHT * anchor_distance
        )

    def has_simple_edge(self, name: str) -> bool:
        """Return whether a land's edge does not cross itself."""
        return is_simple(sides_of([*self.dual.inland_points(name), *self.dual.points_between_shores(name)]))

    def border_cost(self, pair: Key) -> float:
        """Return the cost of a border that is too short, or whose middle point is off centre."""
        a, m, b = (self.dual.position(key) for key in self.dual.sides[pair])
        first, second = math.dist(a, m), math.dist(m, b)
        short = max(0.0, self.least * 1.25 - math.dist(a, b)) / self.least
        return SHORT_BORDER_WEIGHT * short * short + MIDPOINT_WEIGHT * ((first - second) / (first + second + 1)) ** 2

    def relax(self, rounds: int = 70) -> None:
        """Move all points repeatedly, by ever smaller steps, for at most `rounds` rounds."""
        step = 24.0
        for _ in range(rounds):
            moved = sum(self.improve_point(key, step) for key in self.points)
            if moved < len(self.dual.places) / 12:
                step /= 2
                if step < 1:
                    return

    def improve_point(self, key: Key, step: float) -> bool:
        """Move a point to the best of several positions nearby, and return whether it has moved."""
        lands, borders = self.users[key], self.touching[key]
        best = sum(self.lands[name] for name in lands) + sum(self.borders[pair] for pair in borders) - 1e-9
        old: float | Spot = self.dual.shores[key] if key in self.dual.shores else self.dual.places[key]
        best_position = old
        for trial in _trial_positions(old, step):
            self.set_position(key, trial)
            if key in self.dual.shores and not self.has_room(key):
                continue
            score = sum(self.border_cost(pair) for pair in borders)
            for name in lands:
                if score < best:
                    score += self.land_cost(name)
            if score < best and all(self.has_simple_edge(name) for name in lands):
                best, best_position = score, trial
        self.set_position(key, best_position)
        if best_position is old:
            return False
        self.lands.update((name, self.land_cost(name)) for name in lands)
        self.borders.update((pair, self.border_cost(pair)) for pair in borders)
        return True

    def set_position(self, key: Key, position: float | Spot) -> None:
        """Set the position of a point: coordinates, or a length along the outline for a shore."""
        if isinstance(position, tuple):
            self.dual.places[key] = position
        else:
            self.dual.shores[key] = position % self.dual.length

    def has_room(self, shore: Key) -> bool:
        """Return whether a shore point is far enough from all others, which keeps it between its lands."""
        distances = [abs(at - self.dual.shores[shore]) for key, at in self.dual.shores.items() if key != shore]
        return all(min(by, self.dual.length - by) >= SHORE_APART for by in distances)


def _trial_positions(current: float | Spot, step: float) -> Iterator[float | Spot]:
    """Yield the positions to try for a point."""
    if isinstance(current, tuple):
        for k in range(8):
            yield current[0] + step * math.cos(k * math.pi / 4), current[1] + step * math.sin(k * math.pi / 4)
    else:
        # Only one direction: trying both leads to other maps than ours.
        yield from (current - step, current - 2.5 * step)
