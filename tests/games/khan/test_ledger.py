"""The ledger of clauses: complete in three languages, cited where it is carried out, shown by tests."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from regnum.core.ledger import LANGUAGES
from regnum.core.option import Option
from regnum.games.khan import GAME

SOURCES: Final = sorted(GAME.folder.glob("*.py"))
TESTS: Final = sorted(Path(__file__).parent.glob("test_*.py"))
CHAPTERS: Final = sorted({clause.id.split(".")[1] for clause in GAME.ledger()})
CONFLICTS: Final = 30


def cited() -> set[str]:
    """Return the clause ids in the game's source."""
    pattern = rf"(?<![\w.])khan\.(?:{'|'.join(CHAPTERS)})\.\w+"
    found: set[str] = set()
    for path in SOURCES:
        text = re.sub(r"^(from|import) .*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        found |= set(re.findall(pattern, text))
    return found


def shown() -> Iterator[tuple[str, str]]:
    """Yield the clause ids that tests are marked with, and the tests."""
    for path in TESTS:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.clause":
                        for argument in mark.args:
                            assert isinstance(argument, ast.Constant)
                            yield str(argument.value), f"{path.name}: {node.name}"


def test_there_are_98_clauses() -> None:
    assert len(GAME.ledger()) == 98


def test_every_clause_is_told_in_three_languages() -> None:
    for clause in GAME.ledger():
        for text in [clause.text] + [text for text in (clause.ruling, clause.reason) if text]:
            assert sorted(text) == sorted(LANGUAGES), clause.id
            assert all(sentence.strip() for sentence in text.values()), clause.id
            assert len(set(text.values())) == 3, clause.id
        assert bool(clause.ruling) == bool(clause.reason), clause.id
        assert re.search("[а-щьюяєіїґ]", clause.text["uk"]), clause.id


def test_every_clause_named_in_the_source_is_there_and_every_clause_is_named() -> None:
    ledger = {clause.id for clause in GAME.ledger()}
    assert cited() - ledger == set()
    assert ledger - cited() == set()


def test_every_clause_is_shown_by_a_test() -> None:
    marked = dict(shown())
    assert {clause.id for clause in GAME.ledger()} - set(marked) == set()
    assert {clause: test for clause, test in marked.items() if clause not in GAME.ledger()} == {}


@pytest.mark.parametrize("option", GAME.options, ids=[option.name for option in GAME.options])
def test_every_option_has_its_clause_and_both_know_each_other(option: Option) -> None:
    assert GAME.ledger()[option.clause].option == option.name


def test_every_conflict_between_the_sources_is_ruled_on() -> None:
    ruled = {number for clause in GAME.ledger() for number in clause.conflict if clause.ruling}
    assert ruled == set(range(1, CONFLICTS + 1))


def test_what_is_reconstructed_is_said_plainly() -> None:
    for clause in ["khan.board.layout", "khan.setup.cards", "khan.scoring.bonus"]:
        assert GAME.ledger()[clause].source == "reconstructed"
    for language in LANGUAGES:
        assert len(GAME.words(language).tables["term"]["reconstructed"]) > 60
