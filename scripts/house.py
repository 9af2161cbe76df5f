"""Draw the house: the rooms of regnum, the modules in them, and who imports whom.

    python -m scripts.house          renew docs/house.svg
    python -m scripts.house FILE     draw it elsewhere

Read from the source. Each module has a bar as long as it has lines. An arrow between rooms points to what is imported
and says how often, a module that imports a module counting once. In core, imports that follow from others are left
out. What is imported for types only does not count.
"""

import math
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from scripts.imports import graph, module_name

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGE: Final = ROOT / "regnum"
DRAWN: Final = ROOT / "docs" / "house.svg"

WIDTH: Final = 1200
BAR: Final = 0.3
"""How long a bar is for each line of a module."""
ROW: Final = 26
"""From one row of modules to the next."""
HEAD: Final = 40
PAD: Final = 16
STAIRS: Final = 58
"""Between two floors."""
LEGEND: Final = (
    "A bar is as long as its module has lines. An arrow points to what is imported; its number says how many "
    "imports of modules by modules it stands for. In core, imports that follow from others are left out."
)
TINY: Final = 10
"""A package's own `__init__` and `__main__` with no more lines are named in their room's title, but not drawn."""

FRONT: Final = "regnum"
"""The room of the package's own `__init__`."""


Spot = tuple[float, float]
"""A point of the picture: x to the right, y down."""


class Room(NamedTuple):
    """Where a room lies: its floor from above, its west and its east wall."""

    floor: int
    west: int
    east: int


ROOMS: Final = {
    "cli": Room(0, 20, 960),
    "envs": Room(0, 1000, 1180),
    "data": Room(1, 1030, 1150),
    "arena": Room(2, 160, 390),
    "web": Room(2, 450, 1110),
    FRONT: Room(3, 44, 168),
    "players": Room(3, 204, 480),
    "games": Room(4, 240, 1085),
    "core": Room(5, 20, 1180),
}
"""Every room has its place here; a new one wants to be thought about."""

WAYS: Final = {
    ("cli", "core"): (32, 32),
    ("cli", FRONT): (106, 106),
    (FRONT, "core"): (72, 72),
    ("arena", "core"): (178, 178),
    ("arena", "players"): (270, 270),
    ("cli", "players"): (420, 350),
    ("web", "players"): (470, 430),
    ("players", "core"): (216, 216),
    ("web", "core"): (1098, 1098),
    ("data", "arena"): (1050, 370),
    ("data", "core"): (1130, 1130),
    ("envs", "players"): (1158, 474),
    ("envs", "core"): (1172, 1172),
}
"""Where arrows leave and arrive, so that none crosses a room or another one; the others go the straightest way."""

ORDER: Final = [
    *("game", "terminal", "drawing", "evaluate", "faults", "setup", "rounds", "action_phase"),
    *("scoring", "hidden", "state", "actions", "notes", "options", "codecs", "components"),
]
"""The modules of games, from what sees all down to what sees nothing."""

STYLE: Final = """
.house{--paper:#faf7f0;--room:#fffdf8;--ink:#2b2722;--quiet:#6b6358;--line:#d2c9b9;--way:#85796a;--bar:#86a59f}
@media (prefers-color-scheme:dark){
.house{--paper:#1f1d1a;--room:#292622;--ink:#eee7da;--quiet:#b3a999;--line:#524b42;--way:#9a8f7f;--bar:#64857d}}
.paper{fill:var(--paper)}.room{fill:var(--room);stroke:var(--line)}.bar{fill:var(--bar)}.tip{fill:var(--way)}
.way{fill:none;stroke:var(--way);stroke-width:1.3}.use{fill:none;stroke:var(--way);stroke-opacity:.6}
text{font:13px "Source Serif 4",Georgia,"Times New Roman",serif;fill:var(--ink)}
.title{font-size:18px;font-weight:600}.game{font-weight:600}.own{font-style:italic;fill:var(--quiet)}
.number{font:10.5px "Source Sans 3","Helvetica Neue",Arial,sans-serif;fill:var(--quiet)}
"""


class Module(NamedTuple):
    """A module: its name in full, what it is called in its room, its lines."""

    name: str
    label: str
    lines: int

    @property
    def width(self) -> float:
        """How much room its name and its bar take."""
        return max(len(self.label) * 7.9 + len(str(self.lines)) * 6 + 5, self.lines * BAR)


def is_template(name: str) -> bool:
    """Tell whether a module belongs to the command that makes a new game: a game to copy, no part of the house."""
    return name.split(".")[1:2] == ["new_game"]


class House:
    """What was read: every module with what it imports and how many lines it has."""

    def __init__(self, package: Path) -> None:
        self.uses: Final = {name: names for name, names in graph(package).items() if not is_template(name)}
        paths = {module_name(path, package): path for path in package.rglob("*.py")}
        self.lines: Final = {name: len(paths[name].read_text(encoding="utf-8").splitlines()) for name in self.uses}

    def room_of(self, name: str) -> str:
        """Return the room of a module; `python -m regnum` is the cli."""
        room = name.split(".")[1] if "." in name else FRONT
        return "cli" if room == "__main__" else room

    def names_in(self, room: str) -> list[str]:
        """Return the modules of a room in order of the alphabet."""
        return sorted(name for name in self.uses if self.room_of(name) == room)

    def modules(self, room: str) -> list[Module]:
        """Return the modules of a room that are drawn, named as in its folder."""
        found: list[Module] = []
        for name in self.names_in(room):
            parts = name.split(".")[2:]
            package = parts[-1:] in ([], ["__main__"]) or any(other.startswith(f"{name}.") for other in self.uses)
            if not package or self.lines[name] > TINY:
                found.append(Module(name, "/".join(parts) or "__init__", self.lines[name]))
        return found

    def ways(self) -> Counter[tuple[str, str]]:
        """Return how often modules of one room import modules of another one."""
        pairs = [(self.room_of(name), self.room_of(used)) for name, names in self.uses.items() for used in names]
        return Counter((one, other) for one, other in pairs if one != other)


class Picture:
    """What has been drawn so far: rooms, lines over them, words over all."""

    def __init__(self, house: House) -> None:
        self.house: Final = house
        self.rooms: Final[list[str]] = []
        self.lines: Final[list[str]] = []
        self.words: Final[list[str]] = []
        self.walls: Final[dict[str, tuple[float, float]]] = {}
        """Where each room begins and ends, from above."""

    def text(self, x: float, y: float, text: str, kind: str = "", number: int | None = None) -> None:
        """Write something, with a number after it if there is one."""
        more = "" if number is None else f'<tspan class="number" dx="5">{number}</tspan>'
        kind = f' class="{kind}"' if kind else ""
        self.words.append(f'<text x="{x:.0f}" y="{y:.0f}"{kind}>{escape(text)}{more}</text>')

    def module(self, x: float, y: float, module: Module, named: bool = True) -> None:
        """Draw a module: its name, its lines, its bar."""
        bar = module.lines * BAR
        self.words.append(f'<g class="module"><title>{module.name}: {module.lines} lines</title>')
        if named:
            self.text(x, y, module.label, number=module.lines)
        else:
            self.text(x + bar + 5, y, str(module.lines), "number")
        down = 4 if named else -5
        self.words.append(f'<rect class="bar" x="{x:.0f}" y="{y + down:.0f}" width="{bar:.1f}" height="3"/></g>')

    def flow(self, modules: Iterable[Module], x: float, y: float, width: float) -> float:
        """Draw modules one after the other in rows; return where the last row ends."""
        left = x
        for module in modules:
            if left > x and left + module.width > x + width:
                left, y = x, y + ROW
            self.module(left, y, module)
            left += module.width + 18
        return y

    def way(self, points: list[Spot], count: int) -> None:
        """Draw a way from room to room, with the number of times that it is gone."""
        self.lines.append(f'<path class="way" d="M{"L".join(f"{x:.0f} {y:.0f}" for x, y in points)}"/>')
        x, y = points[-1]
        self.lines.append(f'<path class="tip" d="M{x:.0f} {y:.0f}l-4 -8h8z"/>')
        self.text(x + 7, y - 8, str(count), "number")

    def room(self, room: str, top: float) -> None:
        """Draw a room and all that is in it."""
        _, west, east = ROOMS[room]
        names = self.house.names_in(room)
        x, y, width = west + PAD, top + HEAD + PAD, east - west - 2 * PAD
        lines = sum(self.house.lines[name] for name in names)
        self.text(x, top + 27, room, "title", number=lines)
        if room == "games":
            bottom = self.games(x, y, width)
        elif room == "core":
            bottom = self.layers(x, y, width)
        else:
            bottom = self.flow(self.house.modules(room), x, y, width)
        self.walls[room] = (top, bottom + PAD)
        title = f"{room}: {lines} lines in {', '.join(names)}"
        size = f'x="{west}" y="{top:.0f}" width="{east - west}" height="{bottom + PAD - top:.0f}"'
        self.rooms.append(f'<rect class="room" {size} rx="6"><title>{title}</title></rect>')

    def games(self, x: float, y: float, width: float) -> float:
        """Draw the games side by side: in rows what they have in common, below what is each one's own."""
        games: dict[str, list[Module]] = {}
        for module in self.house.modules("games"):
            game, _, label = module.label.partition("/")
            games.setdefault(game, []).append(module._replace(label=label or "__init__"))
        lines = {game: sum(module.lines for module in modules) for game, modules in games.items()}
        counts = Counter(module.label for modules in games.values() for module in modules)
        common = [label for label, count in counts.items() if count > len(games) / 2]
        common.sort(key=lambda label: (ORDER.index(label) if label in ORDER else len(ORDER), label))
        rows = {label: y + ROW * 0.75 * k for k, label in enumerate(common, 1)}
        left = x + 110
        share = (x + width - left) / sum(map(math.sqrt, lines.values()))
        for label, row in rows.items():
            self.text(x, row, label)
        self.text(x, y + ROW * 0.75 * (len(common) + 2), "and its own", "own")
        bottom = y
        for game, modules in games.items():
            each = share * math.sqrt(lines[game])
            self.text(left, y, game, "game", number=lines[game])
            own: dict[str, list[Module]] = {}
            for module in modules:
                if module.label in rows:
                    self.module(left, rows[module.label], module, named=False)
                else:
                    package, _, label = module.label.rpartition("/")
                    own.setdefault(package, []).append(module._replace(label=label))
            row = y + ROW * 0.75 * (len(common) + 2)
            for package in sorted(own):
                if package:
                    self.text(left, row, f"{package}/", "own")
                    row += ROW * 0.75
                row = self.flow(own[package], left, row, each - 14) + ROW
            bottom = max(bottom, row - ROW)
            left += each
        return bottom

    def layers(self, x: float, y: float, width: float) -> float:
        """Draw the modules of core from left to right: each left of all that it imports."""
        modules = {module.name: module for module in self.house.modules("core")}
        uses = essential({name: self.house.uses[name] & modules.keys() for name in modules})
        columns = arranged(uses)
        step = width / len(columns)
        tall = max(len(column) for column in columns)
        places = {
            node: (x + step * k, y + (row + (tall - len(column)) / 2) * ROW)
            for k, column in enumerate(columns)
            for row, node in enumerate(column)
        }
        for line in lines_of(uses, columns):
            path = ""
            for one, two in pairwise(line):
                (ax, ay), (bx, by) = places[one], places[two]
                ax, bx = ax + (modules[one].width + 4 if one in modules else step * 0.7), bx - 4
                bend = (ax + bx) / 2
                path += f"L{ax:.0f} {ay - 4:.0f}C{bend:.0f} {ay - 4:.0f} {bend:.0f} {by - 4:.0f} {bx:.0f} {by - 4:.0f}"
            self.lines.append(f'<path class="use" d="M{path[1:]}"/>')
            end, level = places[line[-1]]
            self.lines.append(f'<path class="tip" d="M{end - 3:.0f} {level - 4:.0f}l-6 -3v6z"/>')
        for name, module in modules.items():
            self.module(*places[name], module)
        return y + (tall - 1) * ROW


def essential(uses: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """Return an import graph without what follows from other imports."""

    def reach(name: str) -> set[str]:
        return {name}.union(*(reach(used) for used in uses[name]))

    return {
        name: {one for one in used if not any(one in reach(other) for other in used if other != one)}
        for name, used in uses.items()
    }


def arranged(uses: Mapping[str, set[str]]) -> list[list[str]]:
    """Return the modules in columns, each left of all that it uses, ordered so that few lines cross.

    A line that passes a column has a place in it, too: "user>used>column".
    """

    def depth(name: str) -> int:
        return max((depth(used) + 1 for used in uses[name]), default=0)

    columns: list[list[str]] = [[] for _ in range(max(map(depth, uses)) + 1)]
    for name in sorted(uses):
        columns[depth(name)].append(name)
        for used in sorted(uses[name]):
            for k in range(depth(used) + 1, depth(name)):
                columns[k].append(f"{name}>{used}>{k}")
    columns.reverse()
    beside: dict[str, set[str]] = {node: set() for column in columns for node in column}
    for line in lines_of(uses, columns):
        for one, two in pairwise(line):
            beside[one].add(two)
            beside[two].add(one)
    best, fewest = columns, crossings(columns, beside)
    for turn in range(24):
        columns = [list(column) for column in columns]
        for k in range(1, len(columns)) if turn % 2 == 0 else range(len(columns) - 2, -1, -1):
            before = columns[k - 1 if turn % 2 == 0 else k + 1]
            rank = {node: row - len(before) / 2 for row, node in enumerate(before)}
            now = {node: row - len(columns[k]) / 2 for row, node in enumerate(columns[k])}
            near = {node: [rank[other] for other in beside[node] if other in rank] or [now[node]] for node in now}
            columns[k].sort(key=lambda node: sum(near[node]) / len(near[node]))
        if (found := crossings(columns, beside)) < fewest:
            best, fewest = columns, found
    return best


def crossings(columns: list[list[str]], beside: Mapping[str, set[str]]) -> int:
    """Return how many lines cross between neighbouring columns."""
    total = 0
    for one, two in pairwise(columns):
        ends = [(k, two.index(node)) for k, name in enumerate(one) for node in beside[name] if node in two]
        total += sum(a < c and b > d for a, b in ends for c, d in ends)
    return total


def lines_of(uses: Mapping[str, set[str]], columns: list[list[str]]) -> list[list[str]]:
    """Return each import as the nodes that its line passes, from left to right."""
    passed = [node for column in columns for node in column if ">" in node]
    return [
        [name, *(node for node in passed if node.startswith(f"{name}>{used}>")), used]
        for name in sorted(uses)
        for used in sorted(uses[name])
    ]


def draw(package: Path) -> str:
    """Return the picture of a package as SVG."""
    house = House(package)
    picture = Picture(house)
    lost = {house.room_of(name) for name in house.uses} - ROOMS.keys()
    if lost:
        raise ValueError(f"a new room, {', '.join(sorted(lost))}: give it a place in ROOMS")
    bottom = 20.0 - STAIRS
    for floor in sorted({room.floor for room in ROOMS.values()}):
        top = bottom + STAIRS
        for name in (name for name, room in ROOMS.items() if room.floor == floor):
            picture.room(name, top)
            bottom = max(bottom, picture.walls[name][1])
    ways = house.ways()
    turns = Counter[str]()
    for (one, two), count in sorted(ways.items(), key=lambda way: WAYS.get(way[0], (0, 0))):
        middle = (min(ROOMS[one].east, ROOMS[two].east) + max(ROOMS[one].west, ROOMS[two].west)) // 2
        leave, arrive = WAYS.get((one, two), (middle, middle))
        start, end = picture.walls[one][1], picture.walls[two][0]
        points: list[Spot] = [(leave, start), (arrive, end)]
        if leave != arrive:
            turns[two] += 1
            turn = end - STAIRS + 16 * turns[two]
            points[1:1] = [(leave, turn), (arrive, turn)]
        picture.way(points, count)
    told = "; ".join(f"{one} imports {two} {count} times" for (one, two), count in sorted(ways.items()))
    picture.text(ROOMS["core"].west, bottom + 24, LEGEND, "number")
    height = bottom + 40
    return "\n".join(
        [
            f'<svg class="house" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" role="img" '
            'aria-labelledby="house-title house-told">',
            '<title id="house-title">The rooms of Regnum, the modules in them, and who imports whom</title>',
            f'<desc id="house-told">{told}.</desc>',
            f"<style>{STYLE}</style>",
            f'<rect class="paper" width="{WIDTH}" height="{height:.0f}" rx="10"/>',
            *picture.rooms,
            *picture.lines,
            *picture.words,
            "</svg>\n",
        ]
    )


def main(arguments: list[str]) -> int:
    """Draw the house into a file."""
    target = Path(arguments[0]) if arguments else DRAWN
    target.write_text(draw(PACKAGE), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
