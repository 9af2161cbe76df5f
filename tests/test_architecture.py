"""Everything named in the docs exists; paths and modules also where docstrings and comments name them."""

import ast
import inspect
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from pkgutil import resolve_name
from typing import Final

import pytest

from regnum.players.player import BUILT_IN
from regnum.view import ActionView, BoardView, EventKind, Explainer, LogKeys, LogView, ScoreView
from regnum.web.db.schema import METADATA

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGE: Final = ROOT / "regnum"
STATIC: Final = PACKAGE / "web" / "static"
GAMES: Final = sorted(path.name for path in (PACKAGE / "games").iterdir() if (path / "game.py").is_file())
PAGE: Final = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
SUBSYSTEMS: Final = sorted((ROOT / "docs" / "subsystems").glob("*.md"))
DECISIONS: Final = sorted((ROOT / "docs" / "decisions").glob("*.md"))
TEXTS: Final = [
    *sorted(path for path in (ROOT / "docs").rglob("*.md") if path.name != "upgrading.md"),  # which has old names
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "NOTICE", "Makefile", "Dockerfile")),
    *sorted(
        path
        for folder in ("regnum", "scripts", "tools", "benchmarks", "examples")
        for suffix in ("py", "js", "css", "toml", "jinja", "sh")
        for path in (ROOT / folder).rglob(f"*.{suffix}")
        if "vendor" not in path.parts
    ),
]
"""The files whose prose may name paths and modules of the project."""
NAMED_PATH: Final = re.compile(
    r"(?<![\w/.<>*-])(?<!git log -- )"
    r"(?:regnum|tests|scripts|tools|benchmarks|docs|examples|requirements|core|games|web|players|view)"
    r"/[\w/.<>-]*\w\.(?:py|md|js|toml|css|jinja|sh|json)\b"
)
NAMED_MODULE: Final = re.compile(r"`(regnum(?!\.db)(?:\.\w+)+)(?:\(.*?\))?`")


@cache
def text_of(path: Path) -> str:
    """Return the text of a file."""
    return path.read_text(encoding="utf-8")


def names_of(path: Path) -> Iterator[str]:
    """Yield the names that a module defines: functions, classes, values, and members as "Class.member"."""
    for node in ast.parse(text_of(path)).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        if isinstance(node, ast.ClassDef):
            functions = (inner for inner in node.body if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef))
            yield from (f"{node.name}.{inner.name}" for inner in functions)
            values = (inner.target for inner in node.body if isinstance(inner, ast.AnnAssign))
            yield from (f"{node.name}.{value.id}" for value in values if isinstance(value, ast.Name))
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id


def is_importable(name: str) -> bool:
    """Tell whether a dotted name is a module or something in one."""
    try:
        return resolve_name(name) is not None
    except (ImportError, AttributeError):
        return False


def is_there(word: str) -> bool:
    """Tell whether a piece of code on the page is a route, a command, a file or a name of the project."""
    if word.startswith(("GET ", "POST ")):
        method, route = word.replace("<id>", "{table_id:str}").replace("<number>", "{number:int}").split()
        handler = f'{method.lower()}("{route}"'
        return any(handler in text_of(path) for path in (PACKAGE / "web").rglob("*.py") if "routes" in str(path))
    if word.startswith("REGNUM_"):
        return f'"{word}"' in text_of(PACKAGE / "web" / "settings.py")
    if word.startswith("regnum "):
        return (PACKAGE / "cli" / f"{word.split()[1]}.py").is_file()
    if word.startswith("python -m "):
        path = ROOT / word.split()[2].replace(".", "/")
        return path.with_suffix(".py").is_file() or (path / "__main__.py").is_file()
    if word.startswith("make "):
        return f"\n{word.split()[1]}:" in text_of(ROOT / "Makefile")
    if word.startswith('name="'):
        return any(word in text_of(path) for path in (PACKAGE / "web").rglob("*.jinja"))
    if "*" in word:
        return all(any((PACKAGE / "games" / game).glob(word)) for game in GAMES)
    if "/" in word:
        places = [ROOT, PACKAGE, PACKAGE / "web", STATIC] if "<game>" not in word else [ROOT]
        folders = {game: [*places, PACKAGE / "games" / game] for game in GAMES}
        return all(any((place / word.replace("<game>", game)).exists() for place in folders[game]) for game in GAMES)
    if word.startswith("regnum."):
        return is_importable(word)
    return word in names() or any((place / word).exists() for place in (ROOT, STATIC / "js", STATIC / "css"))


@cache
def names() -> frozenset[str]:
    """Return the names that the project defines, and those of the database."""
    paths = [*PACKAGE.rglob("*.py"), ROOT / "tests" / "test_imports.py"]
    stored = {column.key for table in METADATA.tables.values() for column in table.columns} | set(METADATA.tables)
    return frozenset({"regnum", *BUILT_IN, *stored, *(name for path in paths for name in names_of(path))})


def is_path(word: str, base: Path) -> bool:
    """Tell whether a path exists, seen from a file's folder, the project, the package, or a game's folder."""
    games = [PACKAGE / "games" / game for game in GAMES]
    places = [base, ROOT, PACKAGE, PACKAGE / "web", STATIC, *games]
    names = [word.replace("<game>", game) for game in GAMES]
    return any((place / name).exists() for place in places for name in names)


def in_every_game(page: str) -> set[str]:
    """Return the modules that the page names in every game's folder."""
    table = page.split("## A game's folder")[1].split("## ")[0]
    first = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    return set(re.findall(r"`([^`]+)`", " ".join(first)))


def test_arrows_of_the_diagram_are_imports() -> None:
    diagram = PAGE.split("```mermaid")[1].split("```")[0]
    arrows = [(start, end) for start, ends in re.findall(r"(\w+) --> (.+)", diagram) for end in ends.split(" & ")]
    assert len(arrows) > 8
    for start, end in arrows:
        assert any(f"from regnum.{end}" in text_of(path) for path in (PACKAGE / start).rglob("*.py")), (start, end)


def test_architecture_page_names_existing_things() -> None:
    words = set(re.findall(r"`([^`\n]+)`", PAGE)) - in_every_game(PAGE)
    assert len(words) > 40
    assert sorted(word for word in words if not is_there(word)) == []
    links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)]+)\)", PAGE)]
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []


def test_page_lists_the_layers_of_the_web() -> None:
    project = tomllib.loads(text_of(ROOT / "pyproject.toml"))
    contracts = project["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract.get("containers") == ["regnum.web"])
    slices = [[name for name in layer.split(" | ") if (PACKAGE / "web" / name).is_dir()] for layer in layers]
    shown = PAGE.split("the layers are:\n\n```\n")[1].split("\n```")[0]
    assert [line.split(", ") for line in shown.splitlines()] == [layer for layer in slices if layer]


@pytest.mark.parametrize("path", [*SUBSYSTEMS, *DECISIONS], ids=lambda path: path.stem)
def test_subsystem_and_decision_pages_name_existing_things(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    words = set(re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL)))
    assert sorted(word for word in words if not is_there(word)) == []
    links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)]+)\)", text)]
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_paths_and_modules_that_texts_name_exist() -> None:
    missing: list[str] = []
    for path in TEXTS:
        text = text_of(path)
        paths = {word for word in NAMED_PATH.findall(text) if not is_path(word, path.parent)}
        modules = {word for word in NAMED_MODULE.findall(text) if not is_there(word)}
        missing += [f"{path.relative_to(ROOT)}: {word}" for word in sorted(paths | modules)]
    assert missing == []


@pytest.mark.parametrize("path", SUBSYSTEMS, ids=lambda path: path.stem)
def test_subsystem_page_is_short_with_diagram_and_invariants(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 120
    assert lines.count("```mermaid") == 1
    assert "## Invariants" in lines
    assert f"(subsystems/{path.name})" in PAGE


@pytest.mark.parametrize("path", DECISIONS, ids=lambda path: path.stem)
def test_decision_has_reasons_and_consequences(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 40
    if path.stem != "index":
        headings = ["## Context", "## Decision", "## Alternatives", "## Consequences"]
        assert [line for line in lines if line.startswith("## ")] == headings
        assert re.fullmatch(r"Status: accepted, [A-Z][a-z]+ 20\d\d", lines[2])


def test_glossary_names_existing_things() -> None:
    glossary = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.+?) \| .+ \| `([^`]+)` \|$", glossary, re.MULTILINE)
    assert len(rows) == len({term for term, _ in rows}) > 40
    assert [word for _, word in rows if not is_there(word)] == []


@pytest.mark.parametrize("game", GAMES)
def test_games_have_the_planned_modules(game: str) -> None:
    folder = PACKAGE / "games" / game
    planned = in_every_game(PAGE) - {"setup.py", "terminal.py", "facts.py"}
    assert sorted(word for word in planned if not (folder / word).exists()) == []


def rows_of(section: str, header: str) -> list[str]:
    """Return the first cells of the table with this header, without code marks."""
    table = section.partition(f"| {header} |")[2].partition("\n\n")[0]
    return re.findall(r"^\| `(.+?)` \|", table, re.MULTILINE)


def parameters_of(function: object) -> list[str]:
    """Return the names of a function's parameters; those of any number begin with a star."""
    parameters = list(inspect.signature(function).parameters.values())  # type: ignore[arg-type]
    return [f"*{one.name}" if one.kind is one.VAR_POSITIONAL else one.name for one in parameters if one.name != "self"]


@pytest.mark.parametrize(
    ("interface", "constructed"),
    [(BoardView, BoardView), (ActionView, ActionView), (LogView, LogKeys), (Explainer, Explainer), (ScoreView, None)],
)
def test_page_of_views_lists_parameters_and_methods(interface: type, constructed: type | None) -> None:
    page = (ROOT / "docs" / "view.md").read_text(encoding="utf-8")
    section = page.partition(f"\n### {interface.__name__}\n")[2].partition("\n### ")[0].partition("\n## ")[0]
    methods = {
        name: f"{name}({', '.join(parameters_of(method))})"
        for name, method in vars(interface).items()
        if inspect.isfunction(method) and not name.startswith("_") and not getattr(method, "__final__", False)
    }
    assert rows_of(section, "method") == list(methods.values())
    assert all(vars(interface)[name].__doc__.startswith("Return ") for name in methods)
    assert rows_of(section, "parameter") == ([] if constructed is None else parameters_of(constructed))


def test_page_of_views_lists_the_parameters_of_an_event_kind() -> None:
    page = (ROOT / "docs" / "view.md").read_text(encoding="utf-8")
    section = page.partition("\n## Events to look back at\n")[2].partition("\n## ")[0]
    named = [row.partition("=")[0] for row in rows_of(section, "parameter")]
    shown = {"key", "start_keys", "continue_keys"}  # the example above the table has these
    assert set(named) == set(parameters_of(EventKind)) - shown


def referenced_modules() -> list[str]:
    """Return the modules that the pages of the reference document as a whole."""
    pages = "".join(text_of(path) for path in (ROOT / "docs" / "reference").glob("*.md"))
    names = re.findall(r"^::: (\S+)$", pages, re.MULTILINE)
    return [
        name
        for name in names
        if (ROOT / name.replace(".", "/")).is_dir() or (PACKAGE.parent / f"{name.replace('.', '/')}.py").is_file()
    ]


@pytest.mark.parametrize("name", referenced_modules())
def test_referenced_module_lists_its_public_names(name: str) -> None:
    module = pytest.importorskip(name, exc_type=ImportError)  # OpenSpiel does not exist everywhere
    assert [public for public in module.__all__ if not hasattr(module, public)] == []
