"""Every clause has a test, and everything that can be said has words in three languages."""

import ast
import random
import re
import tomllib
from pathlib import Path

import pytest

from regnum.core.narrator import label, log_line, note_line, prompt
from regnum.core.step import Decision, Simultaneous
from regnum.games.wallenstein.components import FOLDER
from regnum.games.wallenstein.game import GAME

HERE = Path(__file__).parent
LANGUAGES = ("en", "de", "uk")
CONFLICTS = 36


def test_every_clause_is_named_by_a_test_and_every_name_is_a_clause() -> None:
    named: set[str] = set()
    for path in HERE.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.clause":
                named |= {str(argument.value) for argument in node.args if isinstance(argument, ast.Constant)}
    clauses = {clause.id for clause in GAME.ledger()}
    assert clauses - named == set()
    assert named - clauses == set()


def test_the_code_cites_clauses_that_there_are() -> None:
    clauses = {clause.id for clause in GAME.ledger()}
    for path in FOLDER.glob("*.py"):
        cited = re.findall(r"(?<!games\.)\bwallenstein\.[a-z]+\.[a-z_0-9]+", path.read_text(encoding="utf-8"))
        assert set(cited) - clauses == set(), path.name


def test_every_conflict_of_the_sources_has_its_clause() -> None:
    settled = {number for clause in GAME.ledger() for number in clause.conflict}
    assert settled == set(range(1, CONFLICTS + 1))


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_has_words(language: str) -> None:
    words = GAME.words(language)
    for action in GAME.actions:
        assert words.has("log", action.family), action.family
        text = label(action, words)
        assert text != action.text
        assert "?" not in text
        for kind, value in action.params.items():
            if kind not in ("armies", "space"):
                assert str(value) in words.tables["name"][kind], (kind, value)
        assert "?" not in log_line(action, 0, words, ["Ada"])
    for name, step in GAME.steps.items():
        if issubclass(step, Decision | Simultaneous):
            assert words.has("prompt", name), name
    for option in GAME.options:
        assert words.has("option", option.name)
        for value in option.values:
            spelled = str(value).lower() if isinstance(value, bool) else str(value)
            assert words.has("option", f"{option.name}.{spelled}"), (option.name, value)
    sources = "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.py"))
    for key in re.findall(r'\.tell\(\s*"(\w+)"', sources):
        assert words.has("note", key), key
    for key in re.findall(r'Refusal\(\s*"(\w+)"', sources):
        assert words.has("why", key), key
    for key in ("not_now", "not_your_turn", "game_over", "unknown_action", "no_player", "no_undo"):
        assert words.has("why", key)


def test_the_three_languages_have_the_same_words() -> None:
    tables = [tomllib.loads((FOLDER / "words" / f"{name}.toml").read_text(encoding="utf-8")) for name in LANGUAGES]

    def keys(table: dict[str, object], path: str = "") -> set[str]:
        found: set[str] = set()
        for key, value in table.items():
            found |= keys(value, f"{path}{key}/") if isinstance(value, dict) else {path + key}
        return found

    assert keys(tables[0]) == keys(tables[1]) == keys(tables[2])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_told_without_gaps(language: str) -> None:
    words = GAME.words(language)
    names = ["Ada", "Bo", "Cy"]
    state = GAME.new_state(3, 3, court=True, landsknechte=True)
    state.journal = []
    rng = random.Random(1)
    while not state.is_terminal:
        player = state.players_to_act[0]
        assert prompt(state, words, player, names) != type(state.stack[-1]).__name__
        state.apply(rng.choice(state.legal_actions(player)), player)
    for note in state.journal:
        text = note_line(note, words, names)
        assert "?" not in text
        assert "{" not in text
