"""The command that changes rules to see whether tests notice: what it changes, and what it leaves alone."""

import ast
import subprocess
from subprocess import CompletedProcess

import pytest

import regnum
from tests import mutants, mutants_web
from tests.mutants import ROOT, Changed, changed_lines, module_name, mutants_of, rules

PATH = ROOT / "regnum" / "games" / "toy.py"


def changes(source: str) -> list[str]:
    found = mutants_of(PATH, ast.parse(source))
    return [f"{mutant.line}:{mutant.number} {mutant.before} -> {mutant.after}" for mutant in found]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("cell >= 0", ["1:1 cell >= 0 -> cell > 0", "1:2 cell >= 0 -> cell >= 1"]),
        ("seat == -1", ["1:1 seat == -1 -> seat != -1", "1:2 -1 -> 0"]),
        ("a < b <= c", ["1:1 a < b <= c -> a <= b <= c", "1:2 a < b <= c -> a < b < c"]),
        ("a in b and not c", [
            "1:1 a in b and (not c) -> a in b or not c",
            "1:2 a in b -> a not in b",
            "1:3 not c -> not not c",
        ]),
        ("x = y // z - w", ["1:1 y // z - w -> y // z + w", "1:2 y // z -> y * z"]),
        ("x |= y & ~z", ["1:1 x |= y & ~z -> x &= y & ~z", "1:2 y & ~z -> y | ~z", "1:3 ~z -> +z"]),
        ("f(\n    fixed=True,\n)", ["2:1 fixed=True -> fixed=False"]),
        ("def f(player: int = 3) -> int:\n    return player", ["1:1 3 -> 4"]),
    ],
)  # fmt: skip
def test_operators_and_numbers_are_changed_one_at_a_time(source: str, expected: list[str]) -> None:
    assert changes(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        "x: Literal[1]",
        "def f(x: Literal[1]) -> Literal[2]: ...",
        "if TYPE_CHECKING:\n    x = 1",
        "__slots__ = ('a', 'b')[:1]",
        "raise ValueError(f'{x + 1} > 2')",
        "y = f'{x + 1}'",
        "x = a if of is None else b",
        "x = [a] * n + [b]",
        "for a, b in zip(x, y, strict=True): ...",
        '"""1 + 1"""',
    ],
)
def test_what_is_no_rule_is_left_alone(source: str) -> None:
    assert changes(source) == []


def test_every_pair_of_operators_goes_both_ways() -> None:
    for one, two in [("<", "<="), (">", ">="), ("==", "!="), ("in", "not in"), ("+", "-"), ("*", "//"), ("&", "|")]:
        for before, after in [(one, two), (two, one)]:
            assert changes(f"a {before} b") == [f"1:1 a {before} b -> a {after} b"]


def test_a_changed_module_is_loaded_with_the_change_and_no_other() -> None:
    first, second = mutants_of(PATH, ast.parse("a = 1\nb = 2"))
    loader = Changed(second)
    found = loader.find_spec("regnum.games.toy", None)
    assert found is not None
    assert found.loader is loader
    assert loader.find_spec("regnum.games.other", None) is None
    values: dict[str, object] = {}
    exec(loader.get_code("regnum.games.toy"), values)
    assert (values["a"], values["b"]) == (1, 3)
    assert str(first) == "regnum/games/toy.py:1:1"


@pytest.mark.parametrize("game", regnum.games())
def test_the_rules_of_a_game_are_without_what_is_drawn_shown_or_guessed(game: str) -> None:
    names = {module_name(path) for path in rules(game)}
    assert {f"regnum.games.{game}{module}" for module in ("", ".game", ".state", ".actions")} <= names
    assert not [name for name in names if {"view", "terminal", "bot"} & set(name.split("."))]


def test_lines_that_differ_from_a_commit_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    told = "+++ regnum/games/khan/scoring.py\n@@ -3 +3,2 @@ def a\n+x\n+y\n@@ -9,2 +10,0 @@\n@@ -20 +19 @@\n+z\n"
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: CompletedProcess([], 0, told))
    khan = ROOT / "regnum" / "games" / "khan"
    monkeypatch.setattr(mutants, "git", lambda *_: "regnum/games/khan/rounds.py\nregnum/games/khan/data/new.toml")
    assert changed_lines("HEAD") == {
        khan / "scoring.py": {3, 4, 19},
        khan / "rounds.py": set(range(1, len((khan / "rounds.py").read_text().splitlines()) + 1)),
    }
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: CompletedProcess([], 128, ""))
    with pytest.raises(SystemExit):
        changed_lines("nowhere")


def test_a_change_of_the_web_meets_the_quickest_tests_of_its_line_or_of_its_module() -> None:
    first, second = mutants_of(PATH, ast.parse("a = 1\nb = 2  # two"))
    times = {"web.test_a::test_slow": 50.0, "web.test_a::test_quick": 0.1, "web.test_b::test_other": 20.0}
    names = [f"tests/{name.partition('::')[0].replace('.', '/')}.py::{name.partition('::')[2]}" for name in times]
    lines = {1: {names[0], names[1]}, 7: {names[2]}}
    assert mutants_web.tests_of(first, lines, times) == [names[1], names[0]]
    assert mutants_web.tests_of(second, lines, times) == [names[1], names[2]], "as many as there is time for"
    assert mutants_web.tests_of(second, {}, times) == []
    assert mutants_web.changed_source(second) == "a = 1\nb = 3"
    assert mutants_web.changed_source(first) == "a = 2\nb = 2", "the change before is undone"


def test_migrations_of_the_web_are_left_alone() -> None:
    names = {path.relative_to(ROOT).as_posix() for path in mutants_web.modules()}
    assert "regnum/web/play/routes_page.py" in names
    assert not [name for name in names if "migrations" in name]
