"""What docs/architecture.md and the glossary name is there."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from pkgutil import resolve_name
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGE: Final = ROOT / "regnum"
GAMES: Final = sorted(path.name for path in (PACKAGE / "games").iterdir() if (path / "game.py").is_file())
PAGE: Final = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def names_of(path: Path) -> Iterator[str]:
    """Yield the names that a module defines: functions, classes, values, and methods as "Class.method"."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        if isinstance(node, ast.ClassDef):
            functions = (inner for inner in node.body if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef))
            yield from (f"{node.name}.{inner.name}" for inner in functions)
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id


def is_there(word: str, names: set[str]) -> bool:
    """Tell whether a piece of code on the page is a route, a command, a file or a name of the project."""
    if word.startswith("POST "):
        route = word.removeprefix("POST ").replace("<id>", "{table_id:str}")
        return any(f'@post("{route}"' in path.read_text() for path in (PACKAGE / "web").rglob("routes*.py"))
    if word.startswith("python -m "):
        path = ROOT / word.split()[2].replace(".", "/")
        return path.with_suffix(".py").is_file() or (path / "__main__.py").is_file()
    if word.startswith("make "):
        return f"\n{word.split()[1]}:" in (ROOT / "Makefile").read_text(encoding="utf-8")
    if word.startswith('name="'):
        return any(word in path.read_text(encoding="utf-8") for path in (PACKAGE / "web").rglob("*.jinja"))
    if "*" in word:
        return all(any((PACKAGE / "games" / game).glob(word)) for game in GAMES)
    if "/" in word:
        return all((ROOT / word.replace("<game>", game)).exists() for game in GAMES)
    if word.startswith("regnum."):
        return resolve_name(word) is not None
    return word in names


def in_every_game(page: str) -> set[str]:
    """Return the modules that the page promises in every game's folder."""
    table = page.split("## A game's folder")[1].split("## ")[0]
    first = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    return set(re.findall(r"`([^`]+)`", " ".join(first)))


def test_what_the_page_names_is_there() -> None:
    paths = [*PACKAGE.rglob("*.py"), ROOT / "tests" / "test_imports.py"]
    names = {"regnum", *(name for path in paths for name in names_of(path))}
    words = set(re.findall(r"`([^`\n]+)`", PAGE)) - in_every_game(PAGE)
    assert len(words) > 40
    assert sorted(word for word in words if not is_there(word, names)) == []
    links = re.findall(r"\]\(([^)]+)\)", PAGE)
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []


def test_what_the_glossary_names_is_there() -> None:
    glossary = (ROOT / "docs" / "terms.md").read_text(encoding="utf-8")
    section = glossary.split("## Words of the code\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (.+?) \| .+ \| `([^`]+)` \|$", section, re.MULTILINE)
    assert len(rows) == len({term for term, _ in rows}) > 40
    assert [word for _, word in rows if not is_there(word, set())] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_modules_of_the_plan(game: str) -> None:
    folder = PACKAGE / "games" / game
    wanted = in_every_game(PAGE) - {"setup.py", "terminal.py", "facts.py"}
    assert sorted(word for word in wanted if not (folder / word).exists()) == []
