"""The ledger of clauses: complete in three languages, cited where it is carried out, shown by tests."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from regnum.core.ledger import LANGUAGES
from regnum.games.brian_boru import GAME

SOURCES: Final = sorted(GAME.folder.glob("*.py"))
TESTS: Final = sorted(Path(__file__).parent.glob("test_*.py"))
CHAPTERS: Final = sorted({clause.id.split(".")[1] for clause in GAME.ledger()})


def cited() -> dict[str, str]:
    """Return the clause ids in the game's source, and where the first of each stands."""
    found: dict[str, str] = {}
    for path in SOURCES:
        for clause in re.findall(
            rf"(?<![\w.])brian_boru\.(?:{'|'.join(CHAPTERS)})\.\w+", path.read_text(encoding="utf-8")
        ):
            found.setdefault(clause, path.name)
    return found


def shown() -> Iterator[tuple[str, str]]:
    """Yield the clause ids that tests are marked with, and the tests."""
    for path in TESTS:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef):
                continue
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.clause":
                    for argument in mark.args:
                        assert isinstance(argument, ast.Constant), (
                            f"{path.name}: {node.name}: an id that cannot be read"
                        )
                        yield str(argument.value), f"{path.name}: {node.name}"


def test_there_are_127_clauses() -> None:
    assert len(GAME.ledger()) == 127


def test_every_clause_is_told_in_three_languages() -> None:
    for clause in GAME.ledger():
        texts = [clause.text] + [text for text in (clause.ruling, clause.reason) if text]
        for text in texts:
            assert sorted(text) == sorted(LANGUAGES), clause.id
            assert all(sentence.strip() for sentence in text.values()), clause.id
            assert len(set(text.values())) == 3, clause.id
        assert bool(clause.ruling) == bool(clause.reason), clause.id
        assert re.search("[а-щьюяєіїґ]", clause.text["uk"]), clause.id


def test_every_step_names_a_clause_that_there_is() -> None:
    for name, kind in GAME.steps.items():
        assert kind.CLAUSE in GAME.ledger(), name


def test_every_clause_named_in_the_source_is_there() -> None:
    wrong = {clause: where for clause, where in cited().items() if clause not in GAME.ledger()}
    assert not wrong


def test_every_clause_is_named_where_it_is_carried_out() -> None:
    assert {clause.id for clause in GAME.ledger()} - set(cited()) == set()


def test_every_clause_is_shown_by_a_test() -> None:
    marked = dict(shown())
    assert {clause.id for clause in GAME.ledger()} - set(marked) == set()
    assert {clause: test for clause, test in marked.items() if clause not in GAME.ledger()} == {}


@pytest.mark.parametrize("option", GAME.options, ids=[option.name for option in GAME.options])
def test_every_option_has_its_clause_and_both_know_each_other(option: object) -> None:
    name, clause = getattr(option, "name"), getattr(option, "clause")  # noqa: B009
    assert GAME.ledger()[clause].option == name


def test_every_conflict_between_the_sources_is_ruled_on() -> None:
    ruled = {number for clause in GAME.ledger() for number in clause.conflict if clause.ruling}
    assert set(range(1, 54)) - ruled == set()
