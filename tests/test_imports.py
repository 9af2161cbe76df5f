"""Rules and bots need the standard library only, and there are no circular imports.

The contracts of import-linter in pyproject.toml define which packages, games and slices may import each other. These
tests check the rest. They read the imports from the source (tests/support/imports.py), and import rules and bots once
while all third-party packages are hidden.
"""

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.support.imports import graph, imports, module_name, names_in_strings

PACKAGE: Final = Path(__file__).resolve().parent.parent / "regnum"

STANDARD_ONLY: Final = ("regnum.core", "regnum.view", "regnum.games", "regnum.players", "regnum.new_game.pennies")
"""Modules that run on the standard library only (a game's view may use more), and `regnum` itself."""

FOR_THE_COMPILER: Final = {"librt", "mypy_extensions"}
"""Third-party names that these may import for the type checker and mypyc, never at run time."""


def is_standard_only(module: str) -> bool:
    """Tell whether a module must run on the standard library alone."""
    inside = any(f"{module}.".startswith(f"{part}.") for part in STANDARD_ONLY)
    return module == "regnum" or (inside and module.split(".")[3:4] != ["view"])


def faults(source: str, module: str, is_package: bool = False) -> list[str]:
    """Return the forbidden third-party imports of a module."""
    if not is_standard_only(module):
        return []
    return [
        f"{module}, line {line}: imports {name}, which is not in the standard library"
        for line, name, at_run_time in imports(source, module, is_package)
        if (top := name.split(".")[0]) != "regnum" and top not in sys.stdlib_module_names
        if at_run_time or top not in FOR_THE_COMPILER
    ]


def test_rules_and_bots_import_the_standard_library_only() -> None:
    paths = sorted(PACKAGE.rglob("*.py"))
    assert paths
    wrong = [
        line
        for path in paths
        for line in faults(path.read_text(encoding="utf-8"), module_name(path, PACKAGE), path.name == "__init__.py")
    ]
    assert not wrong, "\n".join(wrong)


def names_above(source: str, module: str) -> list[str]:
    """Return the modules named in strings of a module of core or of a game that it must not import."""
    parts = module.split(".")
    allowed = ["regnum.core."] + [".".join(parts[:3]) + "." for _ in parts[2:3] if parts[1] == "games"]
    return [name for _, name in names_in_strings(source) if not f"{name}.".startswith(tuple(allowed))]


def test_strings_name_no_forbidden_modules() -> None:
    paths = [path for part in ("core", "games") for path in (PACKAGE / part).rglob("*.py")]
    wrong = {
        module: names
        for path in paths
        if (names := names_above(path.read_text(encoding="utf-8"), module := module_name(path, PACKAGE)))
    }
    assert wrong == {}


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("import_module('regnum.games')", ["regnum.games"]),
        ("import_module(f'regnum.games.{name}')", ["regnum.games"]),
        ("import_module('regnum.core.rules.state')", []),
        ("CODE = '''\nfrom regnum.web import app\n'''", ["regnum.web"]),
        ("def load():\n    'See regnum.games.'", []),
    ],
)
def test_module_name_in_a_string_is_detected(line: str, names: list[str]) -> None:
    assert names_above(line, "regnum.core.rules.step") == names


def circles(modules: dict[str, set[str]]) -> list[list[str]]:
    """Return the groups of modules that import each other, each sorted (Tarjan's strongly connected components)."""
    result: list[list[str]] = []
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
                result.append(group)

    for module in sorted(modules):
        if module not in number:
            visit(module)
    return result


@pytest.mark.parametrize("of_types", [False, True], ids=["run time", "types outside core"])
def test_modules_have_no_circular_imports(of_types: bool) -> None:
    # In core, types may look upward.
    modules = graph(PACKAGE, lambda module: of_types and not f"{module}.".startswith("regnum.core."))
    assert len(modules) > 100
    assert circles(modules) == []


def test_type_imports_have_cycles_of_at_most_four_modules() -> None:
    result = circles(graph(PACKAGE, lambda module: True))
    assert max(map(len, result)) <= 4, result


def test_circular_import_is_detected() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set(), "e": {"d"}}) == [["a", "b", "c"]]


def test_routes_are_imported_by_the_application_only() -> None:
    wrong = {
        (module, name)
        for module, targets in graph(PACKAGE, lambda module: True).items()
        for name in targets
        if module not in ("regnum.web.app", routes_of(name))
        if routes_of(name)
    }
    assert wrong == set()


def routes_of(module: str) -> str:
    """Return the routes of the web slice to which a module belongs; "" if it has none."""
    return ".".join(module.split(".")[:4]) if re.fullmatch(r"regnum\.web\.\w+\.routes(\.\w+)?", module) else ""


MODULES: Final = {
    "view": (
        "keys",
        "geometry",
        "cards",
        "scores",
        "log",
        "advice",
        "actions",
        "panel",
        "board",
        "explain",
        "__init__",
    ),
    "bot": ("features", "odds", "region_control", "quick_plan", "evaluation", "search", "__init__"),
}
"""The modules of these packages of each game: each imports only those before it (docs/view.md)."""
OPTIONAL_MODULES: Final = {"region_control", "quick_plan"}
"""Modules that not every game needs."""


@pytest.mark.parametrize("part", MODULES)
def test_games_have_the_same_modules(part: str) -> None:
    for folder in sorted((PACKAGE / "games").glob(f"*/{part}")):
        modules = {path.stem for path in folder.glob("*.py")}
        assert set(MODULES[part]) - OPTIONAL_MODULES <= modules <= set(MODULES[part]), folder
    assert {path.stem for path in (PACKAGE / "new_game" / "pennies" / part).glob("*.py")} <= set(MODULES[part])


@pytest.mark.parametrize("part", MODULES)
def test_modules_import_lower_ones_of_their_part(part: str) -> None:
    for folder in [*(PACKAGE / "games").glob(f"*/{part}"), PACKAGE / "new_game" / "pennies" / part]:
        package = module_name(folder / "__init__.py", PACKAGE)
        for path in folder.glob("*.py"):
            result = imports(path.read_text(encoding="utf-8"), f"{package}.{path.stem}", path.stem == "__init__")
            own = {name.split(".")[4] for _, name, _ in result if name.startswith(f"{package}.")}
            assert own <= set(MODULES[part][: MODULES[part].index(path.stem)]), path


GAME: Final = "regnum.games.brian_boru"


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("regnum.core.rules.step", "import numpy"),
        ("regnum.core.rules.step", "import mypy_extensions"),
        (f"{GAME}.state", "import jinja2"),
        ("regnum.new_game.pennies.state", "import jinja2"),
        ("regnum.players.search", "import numpy as np"),
        ("regnum.players.search", "def load():\n    import numpy"),
        ("regnum", "import rich"),
    ],
)
def test_forbidden_import_is_detected(module: str, line: str) -> None:
    assert len(faults(line, module)) == 1


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("regnum.core.rules.step", "import json\nfrom collections.abc import Callable\nfrom . import rng"),
        ("regnum.core.rules.step", "if TYPE_CHECKING:\n    from mypy_extensions import mypyc_attr"),
        (f"{GAME}.state", "from regnum.core.game import State\nfrom .actions import contest"),
        (f"{GAME}.view.board", f"import jinja2\nfrom {GAME} import state"),
        ("regnum", "from regnum.core.game import Game\nfrom regnum.core.record.record import Record"),
        ("regnum.web.app", "import litestar\nimport regnum"),
        ("regnum.cli.serve", "import rich\nfrom regnum.web import app"),
    ],
)
def test_allowed_import_is_not_reported(module: str, line: str) -> None:
    assert faults(line, module) == []


def test_relative_imports_are_resolved_from_their_package() -> None:
    assert list(imports("from .step import Step", "regnum.core.rules", is_package=True)) == [
        (1, "regnum.core.rules.step.Step", True)
    ]
    assert list(imports("from ..step import Step", "regnum.core.rules.a.b", is_package=False)) == [
        (1, "regnum.core.rules.step.Step", True)
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
        module for path in sorted(PACKAGE.rglob("*.py")) if is_standard_only(module := module_name(path, PACKAGE))
    ]
    assert "regnum" in modules
    command = [sys.executable, "-c", BARE, *modules]
    process = subprocess.run(command, cwd=PACKAGE.parent, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr
