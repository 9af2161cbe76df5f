"""The rooms of the house depend downwards only.

Read from the source, see scripts/imports.py; and once for real: rules and bots are imported with every third-party
package out of reach.
"""

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from scripts.imports import graph, imports, module_name, named

PACKAGE: Final = Path(__file__).resolve().parent.parent / "regnum"

LEVEL: Final = {
    "core": 0,
    "games": 1,
    "players": 2,
    "": 3,
    "arena": 4,
    "cli": 4,
    "data": 4,
    "envs": 4,
    "new_game": 4,
    "web": 4,
}
"""Who may import whom: the same level or a lower number. "" is `regnum` itself, the front door."""

TEMPLATE: Final = "pennies"
"""The game in `regnum/new_game` that a new game is copied from: what holds for games holds for it."""

STANDARD_ONLY: Final = {"core", "games", "players", ""}
"""Rooms that run on the bare standard library (a game's drawing may use what the table uses)."""

FOR_THE_COMPILER: Final = {"mypy_extensions"}
"""Third-party names that those rooms may import for the type checker and mypyc, never at run time."""


def room_of(module: str) -> str:
    """The room of a module: "core" of "regnum.core.step", "" of "regnum"; `python -m regnum` is the cli.

    The template of a game is a game.
    """
    if game_of(module) == TEMPLATE:
        return "games"
    name = module.split(".")[1] if "." in module else ""
    return "cli" if name == "__main__" else name if name in LEVEL else ""


def game_of(module: str) -> str:
    """The game whose folder holds the module, or "" ("khan" of "regnum.games.khan.tiles")."""
    parts = module.split(".")
    ours = parts[:2] == ["regnum", "games"] or parts[:3] == ["regnum", "new_game", TEMPLATE]
    return parts[2] if ours and len(parts) > 2 else ""


def is_drawing(module: str) -> bool:
    """Is this a game's own drawing?"""
    return module.split(".")[3:4] == ["drawing"]


def fault(module: str, imported: str, at_run_time: bool) -> str:
    """What is wrong with this module importing that name, or ""."""
    top = imported.split(".")[0]
    room, game = room_of(module), game_of(module)
    if top != "regnum":
        if room not in STANDARD_ONLY or top in sys.stdlib_module_names or is_drawing(module):
            return ""
        if top in FOR_THE_COMPILER and not at_run_time:
            return ""
        return f"{room or 'regnum'} runs on the standard library alone"
    target = room_of(imported)
    if LEVEL[target] > LEVEL[room]:
        return f"{room or 'regnum'} is below {target or 'regnum'}"
    if game_of(imported) and game_of(imported) != game and (PACKAGE / "games" / game_of(imported)).is_dir():
        return f"nothing outside its folder knows the game {game_of(imported)}"
    if game and target == "games" and game_of(imported) != game:
        return "a game knows regnum.core and its own folder only"
    return ""


def faults(source: str, module: str, is_package: bool = False) -> list[str]:
    """All wrong imports of one module, in words; a name in a string counts, because a string can be imported."""
    return [
        f"{module}, line {line}: imports {imported}, but {wrong}"
        for line, imported, at_run_time in [*imports(source, module, is_package), *named(source)]
        if (wrong := fault(module, imported, at_run_time))
    ]


def test_imports_point_downwards_only() -> None:
    paths = sorted(PACKAGE.rglob("*.py"))
    assert paths
    wrong = [
        line
        for path in paths
        for line in faults(path.read_text(encoding="utf-8"), module_name(path, PACKAGE), path.name == "__init__.py")
    ]
    assert not wrong, "\n".join(wrong)


def circles(modules: dict[str, set[str]]) -> list[list[str]]:
    """The groups of modules that import each other, each sorted (Tarjan's strongly connected components)."""
    found: list[list[str]] = []
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    waiting: list[str] = []

    def visit(module: str) -> None:
        number[module] = lowest[module] = len(number)
        waiting.append(module)
        for target in modules[module]:
            if target not in number:
                visit(target)
            if target in waiting:
                lowest[module] = min(lowest[module], lowest[target])
        if lowest[module] == number[module]:
            start = waiting.index(module)
            group = sorted(waiting[start:])
            del waiting[start:]
            if len(group) > 1:
                found.append(group)

    for module in sorted(modules):
        if module not in number:
            visit(module)
    return found


@pytest.mark.parametrize("of_types", [False, True], ids=["run time", "types outside core"])
def test_modules_do_not_import_each_other_in_circles(of_types: bool) -> None:
    modules = graph(PACKAGE, lambda module: of_types and room_of(module) != "core")  # where they may look upward
    assert len(modules) > 100
    assert circles(modules) == []


def test_types_make_no_circle_of_more_than_four_modules() -> None:
    found = circles(graph(PACKAGE, lambda module: True))
    assert max(map(len, found)) <= 4, found


def test_a_circle_is_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set(), "e": {"d"}}) == [["a", "b", "c"]]


def test_every_room_has_a_level() -> None:
    rooms = {path.name for path in PACKAGE.iterdir() if path.is_dir() and any(path.rglob("*.py"))}
    assert rooms <= set(LEVEL), f"a new room: say in LEVEL what it may import: {rooms - set(LEVEL)}"


GAME: Final = "brian_boru"
OTHER: Final = "khan"


@pytest.fixture
def two_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A house with two games, whichever there are in ours."""
    for game in (GAME, OTHER):
        (tmp_path / "games" / game).mkdir(parents=True)
    monkeypatch.setattr(f"{__name__}.PACKAGE", tmp_path)


@pytest.mark.usefixtures("two_games")
@pytest.mark.parametrize(
    ("module", "line", "says"),
    [
        ("regnum.core.step", "import numpy", "standard library"),
        ("regnum.core.step", "import mypy_extensions", "standard library"),
        ("regnum.core.step", "from regnum.games import registry", "core is below games"),
        ("regnum.core.step", "import regnum", "core is below regnum"),
        ("regnum.core.step", "import_module('regnum.games')", "core is below games"),
        ("regnum.core.step", "import_module(f'regnum.games.{name}')", "core is below games"),
        ("regnum.core.step", "from .. import web", "core is below web"),
        ("regnum.core.step", "from regnum.players.search import Search", "core is below players"),
        (f"regnum.games.{GAME}.state", "import jinja2", "standard library"),
        (f"regnum.games.{GAME}.state", f"from regnum.games.{OTHER} import state", "nothing outside"),
        (f"regnum.games.{GAME}.state", f"from regnum.games import {OTHER}", "nothing outside"),
        (f"regnum.games.{GAME}.state", f"from ..{OTHER}.state import Tile", "nothing outside"),
        (f"regnum.games.{GAME}.state", "from regnum.games import shared", "own folder only"),
        (f"regnum.games.{GAME}.state", "from regnum.players import greedy", "games is below players"),
        ("regnum.new_game.pennies.state", "from regnum.players import greedy", "games is below players"),
        ("regnum.new_game.pennies.state", f"from regnum.games.{OTHER} import state", "nothing outside"),
        ("regnum.new_game.pennies.state", "import jinja2", "standard library"),
        (f"regnum.games.{GAME}.drawing.board", f"import regnum.games.{OTHER}.drawing", "nothing outside"),
        (f"regnum.games.{GAME}.drawing.board", "from regnum.web import app", "games is below web"),
        ("regnum.players.search", "import numpy as np", "standard library"),
        ("regnum.players.search", f"from regnum.games.{GAME} import state", "nothing outside"),
        ("regnum.players.search", "def load():\n    import regnum.cli", "players is below cli"),
        ("regnum.web.app", f"from regnum.games.{GAME}.drawing import board", "nothing outside"),
    ],
)
def test_a_wrong_import_is_found(module: str, line: str, says: str) -> None:
    assert [says in found for found in faults(line, module)] == [True]


@pytest.mark.usefixtures("two_games")
@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("regnum.core.step", "import json\nfrom collections.abc import Callable\nfrom . import rng"),
        ("regnum.core.step", "'`regnum replay` shows regnum.core.state'"),
        ("regnum.core.step", "def load():\n    'See regnum.games.'"),
        ("regnum.core.step", "if TYPE_CHECKING:\n    from mypy_extensions import mypyc_attr"),
        (f"regnum.games.{GAME}.state", "from regnum.core.game import State\nfrom .actions import contest"),
        (f"regnum.games.{GAME}.drawing.board", f"import jinja2\nfrom regnum.games.{GAME} import state"),
        ("regnum.players.search", "from regnum.core.game import State"),
        ("regnum", "from regnum.core.game import Game\nfrom regnum.core.record import Record"),
        ("regnum.web.app", "import litestar\nimport regnum\nfrom regnum.players import greedy"),
        ("regnum.cli.serve", "import rich\nfrom regnum.web import app"),
    ],
)
def test_a_right_import_is_not(module: str, line: str) -> None:
    assert faults(line, module) == []


def test_relative_imports_of_a_package_start_at_itself() -> None:
    assert list(imports("from .step import Step", "regnum.core", is_package=True)) == [
        (1, "regnum.core.step.Step", True)
    ]
    assert list(imports("from ..step import Step", "regnum.core.a.b", is_package=False)) == [
        (1, "regnum.core.step.Step", True)
    ]


BARE: Final = """
import sys
from importlib import import_module

class OnlyStandard:
    def find_spec(self, name, path=None, target=None):
        top = name.split(".")[0]
        if top != "regnum" and not top.endswith("__mypyc") and top not in sys.stdlib_module_names:
            raise ModuleNotFoundError(f"{name} is not in the standard library", name=name)

sys.meta_path.insert(0, OnlyStandard())
for module in sys.argv[1:]:
    import_module(module)
"""


def test_rules_and_bots_run_on_the_standard_library_alone() -> None:
    modules = [
        module
        for path in sorted(PACKAGE.rglob("*.py"))
        if room_of(module := module_name(path, PACKAGE)) in STANDARD_ONLY and not is_drawing(module)
    ]
    assert "regnum" in modules
    command = [sys.executable, "-c", BARE, *modules]
    done = subprocess.run(command, cwd=PACKAGE.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
