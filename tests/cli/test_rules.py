"""`regnum rules`: clauses in three languages, and coverage of made-up games and tests."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

import regnum
from regnum.cli.coverage import Coverage, cited_clauses, clauses_of_tests, cover
from regnum.core.registry import GAMES
from regnum.core.text.ledger import Ledger
from regnum.new_game.pennies.game import GAME, PenniesGame
from tests.support.command import ROOT, Run, environment

LEDGER = regnum.game("brian_boru").ledger()


def listed_ids(out: str) -> list[str]:
    """Return the short ids of the listed clauses."""
    names = [clause.id.partition(".")[2] for clause in LEDGER]
    return [line.split()[0] for line in out.splitlines() if line.split() and line.split()[0] in names]


def test_whole_ledger_is_shown_in_teaching_order(run: Run) -> None:
    process = run("rules", "brian_boru")
    assert (process.code, process.err) == (0, "")
    chapters = regnum.game("brian_boru").handbook().chapters
    order = [clause.partition(".")[2] for chapter in chapters for clause in (*chapter.clauses, *chapter.details)]
    assert listed_ids(process.out) == order
    titles = [regnum.game("brian_boru").words("en").text("chapter", chapter.id, {}) for chapter in chapters]
    assert [line for line in process.out.splitlines() if line in titles] == titles
    assert all(clause.text["en"] in process.out for clause in LEDGER)


def test_search_finds_clauses_with_all_words(run: Run) -> None:
    process = run("rules", "brian_boru", "--search", "Viking MONASTERY")
    assert process.code == 0
    result = listed_ids(process.out)
    assert "regions.monastery" in result
    assert 0 < len(result) < 10
    assert run("rules", "brian_boru", "battle", "--search", "ДИСК", "--lang", "uk").out.count("диск")
    nothing = run("rules", "brian_boru", "--search", "zeppelin")
    assert (nothing.code, nothing.out.strip()) == (1, "No rule contains all these words.")


@pytest.mark.parametrize("language", ["en", "de", "uk"])
@pytest.mark.parametrize("name", ["action.choose_town", "brian_boru.action.choose_town"])
def test_clause_is_shown_with_ruling_and_reason(run: Run, language: str, name: str) -> None:
    process = run("rules", "brian_boru", name, "--lang", language)
    clause = LEDGER["action.choose_town"]
    assert process.code == 0
    for text in (clause.id, clause.text[language], clause.ruling[language], clause.reason[language], clause.place):
        assert text in process.out


def test_list_of_clauses_has_a_heading_in_the_chosen_language(run: Run) -> None:
    assert run("rules", "khan", "refill", "--lang", "de").out.startswith("khan.refill.four")
    heads = run("rules", "khan", "--lang", "uk").out.splitlines()[:4]
    assert heads[0].startswith("Хан: ")
    assert heads[3].split() == ["пункт", "правило"]


def test_prefix_of_an_id_shows_all_matches(run: Run) -> None:
    process = run("rules", "brian_boru", "draft")
    actual = listed_ids(process.out)
    assert sorted(actual) == sorted(
        clause.id.removeprefix("brian_boru.") for clause in LEDGER if ".draft." in clause.id
    )
    assert len(actual) > 3


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "uk_UA"}, "uk"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "deu"}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LC_MESSAGES": "uk", "LANG": "de"}, "uk"),
    ],
)
def test_language_follows_the_environment(
    run: Run, monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], language: str
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert LEDGER["draft.keep"].text[language] in run("rules", "brian_boru", "draft.keep").out
    assert LEDGER["draft.keep"].text["de"] in run("rules", "brian_boru", "draft.keep", "--lang", "de").out


# What tests name.


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('@pytest.mark.clause("g.a.b")\ndef test_x(): ...', [("test_x", "g.a.b")]),
        ('@pytest.mark.clause("g.a", "g.b")\nasync def test_x(): ...', [("test_x", "g.a"), ("test_x", "g.b")]),
        ('@mark.clause("g.a")\n@mark.clause("g.b")\ndef test_x(): ...', [("test_x", "g.a"), ("test_x", "g.b")]),
        ('shows = pytest.mark.clause\n@shows("g.a")\ndef test_x(): ...', [("test_x", "g.a")]),
        ('shown = pytest.mark.clause("g.a")\n@shown\ndef test_x(): ...', [("test_x", "g.a")]),
        ('A = "g.a"\n@pytest.mark.clause(A)\ndef test_x(): ...', [("test_x", "g.a")]),
        (
            'A: Final = ("g.a", "g.b")\n@pytest.mark.clause(*A)\ndef test_x(): ...',
            [("test_x", "g.a"), ("test_x", "g.b")],
        ),
        (
            'pytestmark = pytest.mark.clause("g.a")\ndef test_x(): ...\ndef test_y(): ...',
            [("test_x", "g.a"), ("test_y", "g.a")],
        ),
        ('pytestmark = [pytest.mark.slow, pytest.mark.clause("g.a")]\ndef test_x(): ...', [("test_x", "g.a")]),
        ('@pytest.mark.clause("g.a")\nclass TestX:\n    def test_y(self): ...', [("TestX::test_y", "g.a")]),
        (
            'class TestX:\n    pytestmark = [pytest.mark.clause("g.a")]\n    def test_y(self): ...',
            [("TestX::test_y", "g.a")],
        ),
        (
            '@pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.clause("g.a"))])\ndef test_x(n): ...',
            [("test_x", "g.a")],
        ),
        (
            'CASES = [pytest.param(2, marks=[pytest.mark.clause("g.a")])]\n'
            '@pytest.mark.parametrize("n", CASES)\ndef test_x(n): ...',
            [("test_x", "g.a")],
        ),
        # what names nothing
        ('def test_x():\n    """g.a"""', []),
        ('@pytest.mark.clause("g.a")\ndef helper(): ...', []),
        ('# @pytest.mark.clause("g.a")\ndef test_x(): ...', []),
        ('pytestmark = pytest.mark.clause("g.a")', []),
        ('@pytest.mark.slow("g.a")\ndef test_x(): ...', []),
        ('@other.clause("g.a")\ndef test_x(): ...', []),
        ("A = A\n@pytest.mark.clause(A)\ndef test_x(): ...", []),
        ("@pytest.mark.clause(3)\ndef test_x(): ...", []),
    ],
)
def test_marked_clauses_of_tests_are_found(source: str, found: list[tuple[str, str]]) -> None:
    assert list(clauses_of_tests(source)) == found


def test_citations_are_whole_ids_and_not_modules() -> None:
    source = dedent("""
        from regnum.games.g.draft import keep
        CLAUSE = "g.draft.keep"
        # g.draft.keeper, g.draft.pass.
        other = "khan.g.draft.keep"
    """)
    assert list(cited_clauses(source, "g")) == [(3, "g.draft.keep"), (4, "g.draft.keeper"), (4, "g.draft.pass")]


# A game made up.


CLAUSE = '[[clause]]\nid = "{}"\nplace = "p"\nsource = "rulebook"\nen = "e"\nde = "d"\nuk = "u"\n'


@pytest.fixture
def toy_game(tmp_path: Path) -> Path:
    """A game `toy` with three clauses: one covered, one without a test, one without a step."""
    (tmp_path / "game" / "rules").mkdir(parents=True)
    (tmp_path / "tests").mkdir()
    text = "".join(CLAUSE.format(f"toy.a.{name}") for name in ("covered", "untested", "unmade"))
    (tmp_path / "game" / "rules" / "1.toml").write_text(text, encoding="utf-8")
    (tmp_path / "game" / "steps.py").write_text('"""toy.a.covered"""\nC = "toy.a.untested"\n', encoding="utf-8")
    tests = '@pytest.mark.clause("toy.a.covered", "toy.a.unmade")\ndef test_it(): ...\n'
    (tmp_path / "tests" / "test_toy.py").write_text(tests, encoding="utf-8")
    return tmp_path


def coverage(toy_game: Path) -> Coverage:
    return cover("toy", Ledger.load(toy_game / "game" / "rules"), toy_game / "game", toy_game / "tests")


def test_coverage_reports_missing_tests(toy_game: Path) -> None:
    actual = coverage(toy_game)
    assert actual.steps == {"toy.a.covered": ["steps.py:1"], "toy.a.untested": ["steps.py:2"], "toy.a.unmade": []}
    assert actual.tests["toy.a.covered"] == ["tests/test_toy.py::test_it"]
    assert (actual.without_step, actual.without_test) == (["toy.a.unmade"], ["toy.a.untested"])
    assert actual.unknown == []


def test_coverage_reports_citations_of_unknown_clauses(toy_game: Path) -> None:
    (toy_game / "game" / "more.py").write_text("# toy.a.gone, toy.steps\n", encoding="utf-8")
    (toy_game / "tests" / "test_more.py").write_text(
        '@pytest.mark.clause("toy.b.gone", "chess.a.b")\ndef test_it(): ...', encoding="utf-8"
    )
    assert coverage(toy_game).unknown == [
        "more.py:1 cites toy.a.gone",
        "tests/test_more.py::test_it names toy.b.gone",
    ]


def test_coverage_ignores_files_that_are_not_tests(toy_game: Path) -> None:
    (toy_game / "tests" / "helpers.py").write_text(
        '@pytest.mark.clause("toy.a.untested")\ndef test_it(): ...', encoding="utf-8"
    )
    assert coverage(toy_game).without_test == ["toy.a.untested"]


def pennies_tests(folder: Path, *clauses: str) -> None:
    folder.mkdir(exist_ok=True)
    names = ", ".join(repr(clause) for clause in clauses)
    (folder / "test_pennies.py").write_text(f"@pytest.mark.clause({names})\ndef test_it(): ...\n", encoding="utf-8")


def test_coverage_works_on_the_command_line(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    toy_game = tmp_path / "pennies"
    shutil.copytree(GAME.folder / "rules", toy_game / "rules")
    moved = PenniesGame(
        id="pennies",
        title="Pennies",
        player_counts=(2, 3),
        options=GAME.options,
        actions=GAME.actions,
        steps=list(GAME.steps.values()),
        package="pennies",
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(GAMES.loaded, "pennies", moved)
    (toy_game / "steps.py").write_text(
        '"""pennies.round, pennies.hide, pennies.guess, pennies.open"""', encoding="utf-8"
    )
    pennies_tests(tmp_path / "tests", *(clause.id for clause in GAME.ledger()))
    process = run("rules", "pennies", "--coverage", "--tests", "tests")
    assert (process.code, process.err) == (0, "")
    assert "4 clauses: 4 with a step, 4 with a test, tests that name them: 1" in process.out

    pennies_tests(tmp_path / "tests", "pennies.round", "pennies.hide", "pennies.open", "pennies.seek")
    process = run("rules", "pennies", "--coverage", "--tests", "tests")
    assert process.code == 1
    assert "no test: pennies.guess" in process.out
    assert "unknown clause: tests/test_pennies.py::test_it names pennies.seek" in process.out
    assert run("rules", "pennies", "hide", "--coverage", "--tests", "tests").code == 0
    assert run("rules", "pennies", "guess", "--coverage", "--tests", "tests").code == 1

    (toy_game / "steps.py").write_text('"""pennies.round, pennies.hide, pennies.open"""', encoding="utf-8")
    assert "no step: pennies.guess" in run("rules", "pennies", "--coverage", "--tests", "tests").out


def test_coverage_of_this_checkout_is_complete(run: Run) -> None:
    process = run("rules", "brian_boru", "--coverage")
    assert process.err == ""
    assert f"{len(LEDGER)} clauses: {len(LEDGER)} with a step" in process.out
    shown = cover("brian_boru", LEDGER, regnum.game("brian_boru").folder, ROOT / "tests")
    assert process.code == (1 if shown.without_test or shown.without_step or shown.unknown else 0)
    assert len([line for line in process.out.splitlines() if line.startswith("no test: ")]) == len(shown.without_test)


def test_missing_tests_are_reported_by_coverage(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "regnum", tmp_path / "regnum", ignore=shutil.ignore_patterns("__pycache__", "static"))
    process = subprocess.run(
        [sys.executable, "-m", "regnum", "rules", "brian_boru", "--coverage"],
        cwd=tmp_path,
        env=environment(PYTHONPATH=f"{tmp_path}{os.pathsep}{ROOT}"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (process.returncode, process.stdout) == (2, "")
    assert "checkout" in process.stderr
    assert process.stderr.count("\n") == 1
