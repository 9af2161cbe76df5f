"""The mutation test of the rules: the mutants, and the code that has none."""

import ast
import subprocess
from pathlib import Path
from subprocess import CompletedProcess

import pytest

import regnum
from tests.commands import mutants, mutants_web
from tests.commands.mutants import ROOT, Changed, changed_lines, module_name, mutants_of, rules

PATH = ROOT / "regnum" / "games" / "toy.py"


def changes(source: str) -> list[str]:
    result = mutants_of(PATH, ast.parse(source))
    return [f"{mutant.line}:{mutant.number} {mutant.before} -> {mutant.after}" for mutant in result]


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
def test_code_outside_rules_has_no_mutants(source: str) -> None:
    assert changes(source) == []


def test_operator_pairs_are_mutated_in_both_directions() -> None:
    for one, two in [("<", "<="), (">", ">="), ("==", "!="), ("in", "not in"), ("+", "-"), ("*", "//"), ("&", "|")]:
        for before, after in [(one, two), (two, one)]:
            assert changes(f"a {before} b") == [f"1:1 a {before} b -> a {after} b"]


def test_mutated_module_is_loaded_with_its_change_only() -> None:
    first, second = mutants_of(PATH, ast.parse("a = 1\nb = 2"))
    loader = Changed(second)
    actual = loader.find_spec("regnum.games.toy", None)
    assert actual is not None
    assert actual.loader is loader
    assert loader.find_spec("regnum.games.other", None) is None
    values: dict[str, object] = {}
    exec(loader.get_code("regnum.games.toy"), values)
    assert (values["a"], values["b"]) == (1, 3)
    assert str(first) == "regnum/games/toy.py:1:1"


@pytest.mark.parametrize("game", regnum.games())
def test_rules_exclude_drawing_and_evaluation(game: str) -> None:
    names = {module_name(path) for path in rules(game)}
    assert {f"regnum.games.{game}{module}" for module in ("", ".game", ".state", ".actions")} <= names
    assert not [name for name in names if {"view", "terminal", "bot"} & set(name.split("."))]


def test_lines_that_differ_from_a_commit_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "+++ regnum/games/khan/scoring.py\n@@ -3 +3,2 @@ def a\n+x\n+y\n@@ -9,2 +10,0 @@\n@@ -20 +19 @@\n+z\n"
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: CompletedProcess([], 0, text))
    khan = ROOT / "regnum" / "games" / "khan"
    monkeypatch.setattr(mutants, "git", lambda *_: "regnum/games/khan/rounds.py\nregnum/games/khan/data/new.toml")
    assert changed_lines("HEAD") == {
        khan / "scoring.py": {3, 4, 19},
        khan / "rounds.py": set(range(1, len((khan / "rounds.py").read_text().splitlines()) + 1)),
    }
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: CompletedProcess([], 128, ""))
    with pytest.raises(SystemExit):
        changed_lines("nowhere")


def measured(lines: mutants_web.Lines, **times: float) -> mutants_web.Measured:
    """Return a measurement of two test files for the toy module; `times`: their seconds."""
    return mutants_web.Measured({PATH: lines}, {NAMES[name]: took for name, took in times.items()})


NAMES = {
    name: f"tests/web/test_{file}.py::test_{name}"
    for name, file in {"slow": "a", "quick": "a", "other": "b", "whole": "b"}.items()
}


def test_web_mutant_runs_tests_that_execute_its_line_own_module_first() -> None:
    (first, second) = mutants_of(PATH, ast.parse("def f():\n    a = 1\n    b = 2  # two"))
    slow, quick, other = (NAMES[name] for name in ("slow", "quick", "other"))
    lines = {2: {slow, quick}, 3: {slow, other}}
    actual = measured(lines, slow=50.0, quick=0.1, other=20.0)
    assert mutants_web.tests_of(first, actual) == [quick, slow]
    assert mutants_web.tests_of(second, actual) == [slow], "as many as there is time for"
    assert mutants_web.changed_source(second) == "def f():\n    a = 1\n    b = 3"
    assert mutants_web.changed_source(first) == "def f():\n    a = 2\n    b = 2", "the change before is undone"


def test_narrow_and_broad_tests_take_turns() -> None:
    (mutant,) = mutants_of(PATH, ast.parse("def f():\n    a = 1"))
    quick, whole, other = (NAMES[name] for name in ("quick", "whole", "other"))
    lines = {2: {quick, whole, other}, 3: {whole}, 4: {whole}}
    elsewhere = {at: {whole, other} for at in range(10)}
    actual = mutants_web.Measured(
        {PATH: lines, ROOT / "other.py": elsewhere}, dict.fromkeys((quick, whole, other), 1.0)
    )
    assert mutants_web.tests_of(mutant, actual) == [quick, whole, other]


def test_constant_of_the_web_runs_tests_of_its_users() -> None:
    most, least = mutants_of(PATH, ast.parse("MOST = 1\nLEAST = 2\ndef f():\n    return MOST"))
    quick, other = NAMES["quick"], NAMES["other"]
    actual = measured({4: {quick}, 9: {other}}, quick=1.0, other=1.0)
    assert mutants_web.tests_of(most, actual) == [quick]
    assert set(mutants_web.tests_of(least, actual)) == {quick, other}, "others use it"
    (default,) = mutants_of(PATH, ast.parse("def f(x=1):\n\n    return x"))
    assert mutants_web.tests_of(default, measured({3: {quick}, 9: {other}}, quick=1.0, other=1.0)) == [quick]


def test_constant_of_the_web_runs_tests_that_name_it_first() -> None:
    naming, quick = "tests/commands/test_mutants.py::test_narrow_and_broad_tests_take_turns[x]", NAMES["quick"]
    assert {"mutants_web", "tests_of"} <= mutants_web.names_in_tests(naming.partition("::")[0])[
        mutants_web.function_of(naming)
    ]
    for source, line in (
        ("tests_of = 4\ndef f():\n    return tests_of", 3),
        ("class Limit:\n    tests_of: int = 4\n    def f(self):\n        return self", 4),
    ):
        (mutant,) = mutants_of(PATH, ast.parse(source))
        found = mutants_web.Measured({PATH: {line: {quick}}}, {quick: 1.0, naming: 9.0})
        assert mutants_web.tests_of(mutant, found) == [naming, quick]
        (other,) = mutants_of(PATH, ast.parse(source.replace("tests_of", "unknown")))
        assert mutants_web.tests_of(other, found) == [quick]


def test_decorator_of_the_web_runs_tests_of_its_function() -> None:
    (status,) = mutants_of(PATH, ast.parse("@post(status_code=200)\ndef f():\n    return x"))
    found = measured({3: {NAMES["quick"]}, 9: {NAMES["other"]}}, quick=1.0, other=1.0)
    assert mutants_web.tests_of(status, found) == [NAMES["quick"]]


def test_declarative_module_runs_tests_that_import_it() -> None:
    path = mutants_web.WEB / "db" / "schema.py"
    mutant = mutants_of(path, ast.parse(path.read_text()))[0]
    store, colours = ("tests/web/tables/test_store.py::test_one", "tests/web/tables/test_colours.py::test_two")
    actual = mutants_web.Measured({path: {}}, {store: 1.0, colours: 1.0})
    assert mutants_web.tests_of(mutant, actual) == [store]


def test_equivalent_web_mutants_are_skipped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(
        "@dataclass(frozen=True)\n"
        "class A: ...\n"
        "@get('/', sync_to_thread=False)\n"
        "def f():\n"
        "    key = secrets.token_hex(16)\n"
        "    return time.monotonic() < late\n"
        "    return time.monotonic() == 0\n"
    )
    monkeypatch.setattr(mutants_web, "modules", lambda: [module])
    assert [(one.line, one.after) for one in mutants_web.mutants()] == [
        (7, "time.monotonic() != 0"),
        (7, "time.monotonic() == 1"),
    ]


REPORT = """<testsuites><testsuite>
<testcase classname="tests.web.test_a" name="test_slow" time="50" />
<testcase classname="tests.web.test_a" name="test_quick[x|y]" time="0.1" />
<testcase classname="tests.web.test_b" name="test_other" time="2"><failure message="no" /></testcase>
</testsuite></testsuites>"""


def test_measurements_are_reused_except_for_changed_test_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    tests, work = tmp_path / "tests", tmp_path / "build"
    module = tmp_path / "module.py"
    for path in (tests / "web" / "test_a.py", tests / "web" / "test_b.py", module):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    ran: list[list[str]] = []

    def run(files: list[str], jobs: int) -> None:
        ran.append(files)
        (work / "report.xml").write_text(REPORT if len(ran) == 1 else REPORT.replace("failure", "system-out"))

    for name, value in {
        "ROOT": tmp_path,
        "WORK": work,
        "modules": lambda: [module],
        "run_tests": run,
        "lines_of": lambda tests: {module: {1: set(tests)}},
    }.items():
        monkeypatch.setattr(mutants_web, name, value)
    with pytest.raises(SystemExit):
        mutants_web.measure(1)
    actual = mutants_web.measure(1)
    assert actual.times == {NAMES["slow"]: 50.0, "tests/web/test_a.py::test_quick[x|y]": 0.1, NAMES["other"]: 2.0}
    assert actual.lines == {module: {1: actual.times.keys()}}
    (tests / "web" / "test_a.py").write_text("other")
    mutants_web.measure(1)
    mutants_web.measure(1)
    module.write_text("other")
    mutants_web.measure(1)
    both = ["tests/web/test_a.py", "tests/web/test_b.py"]
    assert ran == [both, both[1:], both[:1], both], "the file of a test that failed runs again"


def test_migrations_of_the_web_have_no_mutants() -> None:
    names = {path.relative_to(ROOT).as_posix() for path in mutants_web.modules()}
    assert "regnum/web/play/routes/page.py" in names
    assert not [name for name in names if "migrations" in name]
