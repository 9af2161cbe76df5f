"""The words are complete in all three languages, and every clause has a test."""

import ast
import re
from pathlib import Path

import pytest

from regnum.core.narrator import label
from regnum.games.rurik import GAME
from regnum.games.rurik.components import COLUMNS, LEADERS, REGIONS, REWARDS, TRACKS

FOLDER = Path(__file__).parent
RULES = Path(GAME.folder)
SLOT = re.compile(r"\{(\w+)(?::(\w+))?")
languages = pytest.mark.parametrize("language", ["en", "de", "uk"])


def source() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(RULES.glob("*.py")))


def deciding() -> list[str]:
    return [name for name, step in GAME.steps.items() if hasattr(step, "options")]


@languages
def test_every_decision_action_note_and_refusal_has_words(language: str) -> None:
    words = GAME.words(language)
    assert [name for name in deciding() if not words.has("prompt", name)] == []
    for table in ("action", "log"):
        assert [family for family in GAME.actions.families if not words.has(table, family)] == []
    code = source()
    notes = set(re.findall(r'tell\(\s*"(\w+)"', code)) | set(re.findall(r'"(agenda_\w+ed|no_casualty)"', code))
    notes |= {"agenda_met"}
    assert {"round", "agenda_met", "agenda_missed", "casualty", "no_casualty", "rebel_reward"} <= notes
    assert [key for key in sorted(notes) if not words.has("note", key)] == []
    keys = set(re.findall(r'Refusal\(\s*"(\w+)"', code)) | set(re.findall(r'return "(deed_\w+)"', code))
    keys |= {"not_now", "not_your_turn", "game_over", "unknown_action", "no_player", "no_undo"}
    assert len(keys) > 40
    assert [key for key in sorted(keys) if not words.has("why", key)] == []


@languages
def test_every_option_has_words(language: str) -> None:
    words = GAME.words(language)
    for option in GAME.options:
        assert words.has("option", option.name), option.name
        for value in option.values:
            assert words.has("option", f"{option.name}.{value}"), (option.name, value)


@languages
def test_every_thing_has_a_name(language: str) -> None:
    words = GAME.words(language)
    for action in GAME.actions:
        for kind, value in action.params.items():
            if isinstance(value, str):
                assert value in words.tables["name"][kind], (kind, value)
        text = label(action, words)
        assert "?" not in text
        assert text
    for kind, things in (("reward", REWARDS), ("track", TRACKS), ("region", REGIONS), ("leader", LEADERS)):
        assert set(things) <= set(words.tables["name"][kind])
    assert list(words.tables["name"]["column"]) == COLUMNS


def test_the_languages_have_the_same_keys_and_slots() -> None:
    english = GAME.words("en").tables
    for language in ("de", "uk"):
        other = GAME.words(language).tables
        assert set(other) == set(english)
        for table, entries in english.items():
            assert set(other[table]) == set(entries), table
            for key, template in entries.items():
                if isinstance(template, str):
                    ours = {match[1] for match in SLOT.finditer(template)}
                    theirs = {match[1] for match in SLOT.finditer(other[table][key])}
                    assert ours == theirs, (language, table, key)


@languages
def test_templates_name_parameters_that_there_are(language: str) -> None:
    tables = GAME.words(language).tables
    for family, members in GAME.actions.families.items():
        allowed = {*members[0].params, "player"}
        for table in ("action", "log"):
            used = {match[1] for match in SLOT.finditer(tables[table][family])}
            assert used <= allowed, (table, family)
        if members[0].secret:
            assert {match[1] for match in SLOT.finditer(tables["log"][family])} == {"player"}


def marked() -> dict[str, list[str]]:
    """Return the tests of this folder by the clauses that they name."""
    found: dict[str, list[str]] = {}
    for path in sorted(FOLDER.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef):
                continue
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.clause":
                    for argument in mark.args:
                        found.setdefault(ast.literal_eval(argument), []).append(node.name)
    return found


def test_every_clause_has_a_test_and_every_test_names_clauses_that_there_are() -> None:
    clauses = {clause.id for clause in GAME.ledger()}
    tested = marked()
    assert sorted(set(tested) - clauses) == []
    assert sorted(clauses - set(tested)) == []


def test_the_code_cites_only_clauses_that_there_are() -> None:
    clauses = {clause.id for clause in GAME.ledger()}
    cited = set(re.findall(r"(?<![\w.])rurik\.[a-z]+\.[a-z_]+", source()))
    cited = {name for name in cited if not name.startswith("rurik.games")}
    assert len(cited) > 150
    assert sorted(cited - clauses) == []
    assert sorted(clauses - cited) == [], "a clause that no step carries out"


def test_rulings_options_and_conflicts_of_the_ledger() -> None:
    options = {option.name: option.clause for option in GAME.options}
    for clause in GAME.ledger():
        assert bool(clause.ruling) == bool(clause.reason), clause.id
        if clause.source == "ruling":
            assert set(clause.ruling) == {"en", "de", "uk"}, clause.id
        if clause.option:
            assert options[clause.option] == clause.id
    assert {clause.option for clause in GAME.ledger() if clause.option} == set(options)
