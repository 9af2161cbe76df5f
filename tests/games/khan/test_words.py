"""Words in English, German and Ukrainian: nothing is missing, and the templates fit what is put into them."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

import pytest

from regnum.core.ledger import LANGUAGES
from regnum.core.narrator import label, log_line, note_line, prompt
from regnum.core.step import Decision, Refusal, parameters
from regnum.core.words import Words
from regnum.games.khan import GAME
from regnum.games.khan.components import CARDS, DIRECTIONS, GROUNDS, REGIONS, RULERS, SPECIALS, TILES
from regnum.games.khan.scoring import final_points
from regnum.games.khan.special import PlaySpecial
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import WAYS
from tests.games.khan.positions import game, position

PLACES: Final = [GAME.folder, GAME.folder.parent.parent / "core"]
SLOT: Final = re.compile(r"\{(\w+)(?::(\w+))?((?:\|[^{}|]*)+)?\}")
EVERY_LANGUAGE: Final = pytest.mark.parametrize("language", LANGUAGES)
OBSTACLES: Final = {"no_third_action", "no_tiles", "twice_in_a_row", "other_copy_active"}
"""Refusals whose keys PlaySpecial.obstacle returns."""


def calls(name: str) -> Iterator[ast.Call]:
    """Yield the calls of a function or method in the sources of the core and of the game."""
    for folder in PLACES:
        for path in sorted(folder.glob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == name and node.args:
                    yield node


def literals(node: ast.expr) -> set[str]:
    return {item.value for item in ast.walk(node) if isinstance(item, ast.Constant) and isinstance(item.value, str)}


@cache
def notes() -> set[str]:
    return {key for call in calls("tell") for key in literals(call.args[0])}


@cache
def refusals() -> set[str]:
    found = {key for call in calls("Refusal") for key in literals(call.args[0])} | OBSTACLES
    for path in GAME.folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "key":
                if isinstance(node.value, ast.IfExp):
                    found |= literals(node.value.body) | literals(node.value.orelse)
    return found


def deciding() -> dict[str, set[str]]:
    return {name: {"player", *parameters(kind)} for name, kind in GAME.steps.items() if issubclass(kind, Decision)}


def families() -> dict[str, set[str]]:
    return {name: set(members[0].params) for name, members in GAME.actions.families.items()}


def templates(words: Words) -> Iterator[tuple[str, str, str]]:
    for table, entries in words.tables.items():
        if table != "name":
            for key, template in entries.items():
                yield table, key, template


@EVERY_LANGUAGE
def test_nothing_is_without_words_and_no_words_are_idle(language: str) -> None:
    tables = GAME.words(language).tables
    options = {option.name for option in GAME.options}
    values = {f"{option.name}.{str(value).lower()}" for option in GAME.options for value in option.values}
    expected: dict[str, set[str]] = {
        "game": {"title", "tagline"},
        "prompt": set(deciding()),
        "action": set(families()),
        "log": set(families()),
        "note": notes(),
        "why": refusals(),
        "option": options | values,
        "final": set(final_points(position("Act player=0", actions_left=2))[0]),
    }
    for table, keys in expected.items():
        assert set(tables[table]) == keys, table
    assert refusals() > {"not_now", "not_your_turn", "game_over", "unknown_action", "no_player", "no_undo"}
    assert all(text.strip() for _, _, text in templates(GAME.words(language)))


@EVERY_LANGUAGE
def test_every_thing_has_a_name(language: str) -> None:
    things: dict[str, list[str]] = {
        "ruler": RULERS,
        "ruler_number": [str(number) for number in range(len(RULERS))],
        "direction": DIRECTIONS,
        "region": REGIONS,
        "ground": GROUNDS,
        "tile": TILES,
        "tile_number": [str(number) for number in range(len(TILES))],
        "way": WAYS,
        "answer": ["refuse", "agree"],
        "special": SPECIALS,
        "card": CARDS,
    }
    names = GAME.words(language).tables["name"]
    assert {kind: set(entries) for kind, entries in names.items()} == {kind: set(ids) for kind, ids in things.items()}
    for kind, entries in names.items():
        assert len(set(entries.values())) == len(entries), kind
    assert list(names["ruler_number"].values()) == [names["ruler"][ruler] for ruler in RULERS]
    assert list(names["tile_number"].values()) == [names["tile"][tile] for tile in TILES]


def test_terms_are_the_same_in_all_languages() -> None:
    english, *others = (GAME.words(language).tables["term"] for language in LANGUAGES)
    assert all(set(terms) == set(english) for terms in others)


def test_templates_put_in_the_same_in_every_language() -> None:
    def slots(template: str) -> set[tuple[str, str]]:
        return {(name, kind) for name, kind, forms in SLOT.findall(template) if not forms}

    english, *others = (
        {(table, key): slots(text) for table, key, text in templates(GAME.words(language))} for language in LANGUAGES
    )
    for other in others:
        assert other == english


@EVERY_LANGUAGE
def test_templates_ask_for_what_is_there(language: str) -> None:
    words = GAME.words(language)
    given: dict[str, Mapping[str, set[str]]] = {
        "prompt": deciding(),
        "action": families(),
        "log": {name: {"player", *params} for name, params in families().items()},
        "note": {key: {"player", "a", "b"} for key in notes()},
    }
    for table, key, template in templates(words):
        assert template.count("{") == len(SLOT.findall(template)), (table, key)
        for name, kind, forms in SLOT.findall(template):
            if table in given:
                assert name in given[table].get(key, set()), (table, key, name)
            assert not kind or kind == "player" or kind in words.tables["name"], (table, key, kind)
            assert not forms or forms.count("|") == (3 if language == "uk" else 2), (table, key, forms)


@EVERY_LANGUAGE
def test_a_whole_game_can_be_told(language: str) -> None:
    words = GAME.words(language)
    names = ["Ögedei", "Töregene", "Möngke", "Sorghaghtani"]
    told: list[str] = []
    for s in game(4, 11, rulers_start="free", expel_direction="hand"):
        told += [note_line(note, words, names) for note in s.journal or []]
        s.journal = []
        for player in s.players_to_act:
            told.append(prompt(s, words, player, names).removesuffix("?"))
            for action in s.legal_actions(player)[:3]:
                told.append(label(action, words).removesuffix("?"))
                told.append(log_line(action, player, words, names))
    assert len(told) > 500
    for line in told:
        assert line
        assert not re.search(r"[{}?|]|\b[a-z]+_[a-z]+\b", line), line


@EVERY_LANGUAGE
def test_refusals_are_told_in_full(language: str) -> None:
    words = GAME.words(language)
    seen: set[str] = set()
    for seed in range(3):
        for s in game(2 + seed, seed):
            top = s.stack[-1] if s.stack else None
            if not isinstance(top, Decision):
                continue
            legal = set(s.legal_actions())
            for action in GAME.actions:
                if action not in legal and (action.index + s.ply) % 40 == 0:
                    refusal: Refusal = top.why_not(s, action)
                    assert refusal.clause in GAME.ledger()
                    line = words.refusal(refusal)
                    assert not re.search(r"[{}?|]|\b[a-z]+_[a-z]+\b", line), line
                    seen.add(refusal.key)
    assert len(seen) > 20


def test_obstacles_are_those_of_the_step() -> None:
    tree = ast.parse((GAME.folder / "special.py").read_text(encoding="utf-8"))
    function = next(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == "obstacle")
    returned = {
        key
        for node in ast.walk(function)
        if isinstance(node, ast.Return) and node.value
        for key in literals(node.value)
    }
    assert returned - {""} == OBSTACLES | {"no_yurts"}
    assert PlaySpecial.CLAUSE
    assert KhanState.FIELDS


@pytest.mark.parametrize(
    ("language", "points", "line"),
    [
        ("en", 1, "Ann has a yurt on the new tile (pair): 1 point."),
        ("de", 2, "Ann hat eine Jurte auf dem neuen Plättchen (Paar): 2 Punkte."),
        ("uk", 2, "Ann має юрту на новій плитці (пара): 2 очки."),
        ("uk", 5, "Ann має юрту на новій плитці (пара): 5 очок."),
    ],
)
def test_numbers_are_told_as_people_say_them(language: str, points: int, line: str) -> None:
    assert GAME.words(language).say("note", "conquered", {"player": "Ann", "a": "I2", "b": points}) == line
