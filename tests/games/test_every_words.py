"""Invariants of the words of every game: complete, and templates that fit their parameters."""

import ast
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from regnum.core.game import Game
from tests.support.games import texts
from tests.support.games.every_game import EVERY_GAME, EVERY_LANGUAGE
from tests.support.games.properties import property_id
from tests.support.games.texts import deciding, families, notes_of, templates


@cache
def trees(folder: Path) -> list[ast.Module]:
    """Return the modules of the rules in a game's folder, and those of the core that also refuse actions."""
    paths = [path for path in folder.rglob("*.py") if "view" not in path.parts and path.name != "terminal.py"]
    paths += (folder.parent.parent / "core").rglob("*.py")
    return [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(paths)]


def literals(node: ast.AST) -> set[str]:
    return {item.value for item in ast.walk(node) if isinstance(item, ast.Constant) and isinstance(item.value, str)}


def keys_of(game: Game, function: str) -> set[str]:
    """Return the literal keys in calls of a function or method."""
    result: set[str] = set()
    for tree in trees(game.folder):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == function and node.args:
                result |= literals(node.args[0])
    return result


def spelled(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@EVERY_GAME
@EVERY_LANGUAGE
def test_words_are_complete_and_used(game: Game, language: str) -> None:
    tables = game.words(language).tables
    values = {f"{option.name}.{spelled(value)}" for option in game.options for value in option.values}
    expected: dict[str, set[str]] = {
        "game": {"title", "tagline", "aim"} | (tables["game"].keys() & {"basics"}),
        "prompt": set(deciding(game)),
        "action": set(families(game)),
        "log": set(families(game)),
        "note": set(notes_of(game)),
        "option": {option.name for option in game.options} | values,
    }
    for table, keys in expected.items():
        assert set(tables[table]) == keys, table
    assert set(notes_of(game)) <= set(tables["note"])
    written = set[str]().union(*(literals(tree) for tree in trees(game.folder)))
    for table, function in (("note", "tell"), ("refusal", "Refusal")):
        assert keys_of(game, function) - set(tables[table]) == set(), table
        assert set(tables[table]) - written == set(), table
    for step in game.steps.values():
        assert set(step.REFUSALS) <= set(families(game)), step
        assert set(step.REFUSALS.values()) <= set(tables["refusal"]), step
    assert all(text.strip() for _, _, text in templates(game.words(language)))


@EVERY_GAME
@EVERY_LANGUAGE
@pytest.mark.parametrize(
    "holds",
    [
        texts.templates_use_existing_parameters,
        texts.actions_name_their_things,
        texts.refusals_are_worded_completely,
    ],
    ids=property_id,
)
def test_words_pass_the_common_checks(holds: Callable[[Game, str], None], game: Game, language: str) -> None:
    holds(game, language)


@EVERY_GAME
def test_languages_have_the_same_words_and_slots(game: Game) -> None:
    texts.languages_have_the_same_words_and_parameters(game)


@EVERY_GAME
@EVERY_LANGUAGE
@pytest.mark.parametrize("other_options", [False, True], ids=["default", "other options"])
def test_whole_game_can_be_narrated(game: Game, language: str, other_options: bool) -> None:
    texts.whole_games_can_be_narrated(game, language, other_options)
