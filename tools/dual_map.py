"""Draw the maps of Rurik and Wallenstein from the adjacency of their lands, as `view/layout.json`.

    python -m tools.dual_map rurik
    python -m tools.dual_map wallenstein

The borders come from the game's `data/map.toml`. The positions of the lands, the coasts and the pieces that need room
on a land come from `tools/maps/<game>.toml`. The borders form a planar graph, whose dual has a corner for every three
lands that touch each other and a side for every border. The corners then move until the lands have about the right
size and no border is too short. Each side is roughened once, so that both lands share it exactly. Finally, every land
gets positions for its name and its pieces.

The same input gives the same file. If lands touch that must not, or a name has no room, the problems are printed,
nothing is written, and the exit code is 1.
"""

import argparse
import json
import math
import sys
from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, Final

from tools.arrangement import Arrangement, Frame, LetterWidths, arrange_land
from tools.curve import Curve, Spot, is_crossing, is_simple, nearest_on_side, ring_path, roughen, round_point, sides_of
from tools.map_geometry import GAMES, MAPS, Dual, Key, MapError, MapSpec, Relaxer, read_spec

LANDS_APART: Final = 12.0
"""The minimum distance between two lands that do not border on each other."""

EDGE: Final = 6.0
"""The minimum distance of land from the edge of the sheet."""


class Sheet:
    """The finished curves of borders and coasts, and the shapes of the lands."""

    def __init__(self, dual: Dual, roughness: dict[str, float]) -> None:
        self.dual: Final = dual
        self.roughness: Final = roughness
        self.borders: Final[dict[Key, Curve]] = {}
        for (a, b), keys in dual.sides.items():
            self.borders[a, b] = self._roughen(
                [dual.position(key) for key in keys], f"{a}-{b}", "inner", min(roughness[a], roughness[b])
            )
        self.coasts: Final[dict[str, list[tuple[bool, Curve]]]] = {}
        """For each land with a coast, its pieces in the outline's direction, each with whether it is a sea coast."""
        for land in sorted(
            (name for name in dual.rings if dual.coast_points(name)), key=lambda name: dual.shores[dual.rings[name][-1]]
        ):
            points = dual.coast_points(land)
            cuts = [k for k in range(1, len(points) - 1) if points[k][1] != points[k - 1][1]]
            self.coasts[land] = []
            for k, (first, last) in enumerate(pairwise([0, *cuts, len(points) - 1])):
                is_sea = points[first][1]
                spots = [spot for spot, _ in points[first : last + 1]]
                curve = self._roughen(spots, f"{land} coast {k}", "sea" if is_sea else "inland", roughness[land])
                self.coasts[land].append((is_sea, curve))
        self.shapes: Final = {land: self._flat(land) for land in dual.rings}
        """The lands' edges as fine polylines; adjacent lands have exactly the same points along their border."""

    def _roughen(self, spots: list[Spot], name: str, kind: str, roughness: float) -> Curve:
        params = self.dual.spec.raw["draw"][kind]
        return roughen(spots, name, params["rough"] * roughness, params["least"])

    def pieces(self, land: str) -> list[tuple[Curve, bool]]:
        """Return the curves around a land, in order, and whether each is drawn backwards."""
        ring = self.dual.rings[land]
        curves: list[tuple[Curve, bool]] = []
        for previous, key in zip([ring[-1], *ring], ring, strict=False):
            if key[0] == "side":
                curve = self.borders[key[1:]]
                curves.append((curve, curve.points[0] != round_point(self.dual.position(previous))))
        return [*curves, *((curve, False) for _, curve in self.coasts.get(land, []))]

    def _flat(self, land: str) -> list[Spot]:
        lines = [curve.polyline()[::-1] if back else curve.polyline() for curve, back in self.pieces(land)]
        return [spot for line in lines for spot in line[:-1]]

    def crossing_lands(self) -> set[str]:
        """Return the lands whose edges cross themselves or those of other lands."""
        edges = {name: sides_of(shape) for name, shape in self.shapes.items()}
        crossing = {name for name, edge in edges.items() if not is_simple(edge)}
        for a, b in self.close_pairs(0.0):
            if not {a, b} & crossing and any(is_crossing(first, second) for first in edges[a] for second in edges[b]):
                crossing |= {a, b}
        return crossing

    def close_pairs(self, distance: float) -> Iterator[tuple[str, str]]:
        """Yield the pairs of lands whose bounding boxes are less than `distance` apart."""
        frames = {name: bounding_box(shape) for name, shape in self.shapes.items()}
        for (a, first), (b, second) in combinations(frames.items(), 2):
            if all(first[k] - distance < second[k + 2] and second[k] - distance < first[k + 2] for k in (0, 1)):
                yield a, b


def draw_sheet(dual: Dual) -> Sheet:
    """Return the map with roughened sides, less rough where edges would cross; MapError if they still do."""
    roughness = dict.fromkeys(dual.rings, 1.0)
    crossing: set[str] = set()
    for _ in range(6):
        sheet = Sheet(dual, roughness)
        crossing = sheet.crossing_lands()
        if not crossing:
            return sheet
        roughness |= {name: roughness[name] * 0.6 for name in crossing}
    raise MapError(f"{', '.join(sorted(crossing))}: the edge runs over itself or over another land")


def problems(sheet: Sheet, arrangements: dict[str, Arrangement]) -> list[str]:
    """Return the problems of a map: missing room, short borders, lands that are too close, land at the sheet's edge."""
    spec, shapes = sheet.dual.spec, sheet.shapes
    texts = [f"no room for all that may lie in {name}" for name in spec.lands if name not in arrangements]
    for (a, b), curve in sheet.borders.items():
        straight = math.dist(curve.points[0], curve.points[-1])
        if straight < spec.raw["draw"]["border"] * 0.75:
            texts.append(f"the border of {a} and {b} is only {straight:.0f} long")
    for a, b in sheet.close_pairs(LANDS_APART):
        if b not in spec.neighbours(a):
            apart = min(nearest_on_side(spot, side)[0] for spot in shapes[a] for side in sides_of(shapes[b]))
            if apart < LANDS_APART:
                texts.append(f"{a} and {b} must not touch, but are {apart:.1f} apart")
    west, north, east, south = bounding_box(spot for shape in shapes.values() for spot in shape)
    width, height = spec.raw["sheet"]
    if min(west, north, width - east, height - south) < EDGE:
        texts.append(f"the land runs to the edge of the sheet: {west:.0f} {north:.0f} {east:.0f} {south:.0f}")
    return texts


def layout(sheet: Sheet, arrangements: dict[str, Arrangement]) -> dict[str, Any]:
    """Return the content of the layout file."""
    raw, lands = sheet.dual.spec.raw, sheet.dual.spec.lands
    width, height = raw["sheet"]
    coast = [piece for pieces in sheet.coasts.values() for piece in pieces]
    is_inner: dict[Key, bool] = {(a, b): lands[a].group == lands[b].group for a, b in sheet.borders}
    return {
        "about": f"Made by tools/dual_map.py from tools/maps/{raw['game']}.toml; do not edit. All ours",
        "width": width,
        "height": height,
        "view_box": f"0 0 {width} {height}",
        "compass": raw["compass"],
        **({"legend": raw["legend"]} if "legend" in raw else {}),
        "outline": join_paths(curve for _, curve in coast),
        "shore": "".join(curve.path() for is_sea, curve in coast if is_sea),
        "inner_borders": "".join(curve.path() for pair, curve in sheet.borders.items() if is_inner[pair]),
        "group_borders": "".join(curve.path() for pair, curve in sheet.borders.items() if not is_inner[pair]),
        "seas": [sea_entry(sea) for sea in raw.get("sea", [])],
        "lakes": "".join(ring_path([round_point(p) for p in lake["points"]]) for lake in raw.get("lake", [])),
        "rivers": "".join(Curve([round_point(p) for p in river["points"]]).path() for river in raw.get("river", [])),
        "lands": [land_entry(sheet, arrangements, name) for name in lands],
        "borders": [list(pair) for pair in sheet.borders],
    }


def sea_entry(sea: dict[str, Any]) -> dict[str, Any]:
    """Return a sea's entry in the layout."""
    points: list[Spot] = [(x, y) for x, y in sea["points"]]
    path = ring_path(roughen([*points, points[0]], sea["id"], 0.1, 22).points[:-1])
    (x, y), rotate = sea["name"]["at"], sea["name"]["rotate"]
    return {"id": sea["id"], "path": path, "name": {"x": x, "y": y, "rotate": rotate}}


def land_entry(sheet: Sheet, arrangements: dict[str, Arrangement], name: str) -> dict[str, Any]:
    """Return a land's entry in the layout."""
    land = sheet.dual.spec.lands[name]
    entry: dict[str, Any] = {"id": name, "group": land.group}
    if land.special:
        entry["special"] = True
    if land.code:
        entry["code"] = land.code
    if name in arrangements:
        entry |= arrangements[name].slots
    path = join_paths(curve.reversed() if back else curve for curve, back in sheet.pieces(name))
    return entry | {"zoom": zoom_box(sheet, arrangements, name), "path": path}


def zoom_box(sheet: Sheet, arrangements: dict[str, Arrangement], land: str) -> str:
    """Return a view box that shows a land, and the pieces on its neighbours."""
    width, height = sheet.dual.spec.raw["sheet"]
    frames = [enlarge(bounding_box(sheet.shapes[land]), 26)]
    for other in sheet.dual.spec.neighbours(land):
        frames += [enlarge(box, 8) for box in (arrangements[other].boxes if other in arrangements else [])]
    west, north, east, south = bounding_box(spot for box in frames for spot in (box[:2], box[2:]))
    scale = max((east - west) / width, (south - north) / height, 0.3)
    w, h = min(width * scale, width), min(height * scale, height)
    x = min(max((west + east - w) / 2, 0), width - w)
    y = min(max((north + south - h) / 2, 0), height - h)
    return f"{round(x)} {round(y)} {round(w)} {round(h)}"


def bounding_box(points: Iterable[Spot]) -> Frame:
    """Return the bounding box of some points."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def enlarge(box: Frame, margin: float) -> Frame:
    """Return a rectangle that is larger by `margin` on every side."""
    return box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin


def join_paths(curves: Iterable[Curve]) -> str:
    """Return the closed path of a ring of curves, each of which begins where the previous one ends."""
    return "".join(curve.path(move=k == 0) for k, curve in enumerate(curves)) + "z"


def make_layout(spec: MapSpec) -> tuple[str, list[str]]:
    """Return the text of the layout file and the problems of the map; the text is "" if it can't be drawn at all."""
    try:
        dual = Dual(spec)
        Relaxer(dual).relax()
        sheet = draw_sheet(dual)
    except MapError as error:
        return "", str(error).splitlines()
    letters = LetterWidths(MAPS / "serif.toml")
    attempts = {name: arrange_land(sheet.shapes[name], land, spec.raw, letters) for name, land in spec.lands.items()}
    arrangements = {name: arrangement for name, arrangement in attempts.items() if arrangement}
    return json.dumps(layout(sheet, arrangements), ensure_ascii=False, indent=1) + "\n", problems(sheet, arrangements)


def main() -> int:
    """Draw the map of a game into its layout file; return 1 if there are problems."""
    parser = argparse.ArgumentParser(description="Draw the map of a game into its layout file.")
    parser.add_argument("game", choices=sorted(path.stem for path in MAPS.glob("*.toml") if path.stem != "serif"))
    parser.add_argument("--out", type=Path, help="instead of the game's view/layout.json")
    parser.add_argument(
        "--force", action="store_true", help="write the file even if there are problems (to look at it)"
    )
    args = parser.parse_args()
    text, wrong = make_layout(read_spec(args.game))
    for problem in wrong:
        print(problem, file=sys.stderr)
    if text and (args.force or not wrong):
        out: Path = args.out or GAMES / args.game / "view" / "layout.json"
        out.write_text(text, encoding="utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
