"""Words in English, German and Ukrainian: nothing is missing, and the templates fit what is put into them."""

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

import pytest

from regnum.core.ledger import LANGUAGES
from regnum.core.narrator import label, log_line, note_line, prompt
from regnum.core.step import Decision, Simultaneous, parameters
from regnum.core.words import Words
from regnum.games.brian_boru import GAME
from regnum.games.brian_boru.components import BRIDES, CARD_COLOUR, CARDS, COLOURS, PRINCESS_CHOICES, REGIONS, TOWNS
from regnum.games.brian_boru.scoring import final_points
from tests.games.brian_boru.positions import begin, game, position, upkeep

PLACES: Final = [GAME.folder, GAME.folder.parent.parent / "core"]
SLOT: Final = re.compile(r"\{(\w+)(?::(\w+))?((?:\|[^{}|]*)+)?\}")
EVERY_LANGUAGE: Final = pytest.mark.parametrize("language", LANGUAGES)


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
def refusals() -> dict[str, set[str]]:
    """Return the keys of all refusals, each with the parameters that are always there."""
    found: dict[str, set[str]] = {}
    for call in calls("Refusal"):
        given = call.args[2] if len(call.args) > 2 else None
        params = (
            {key for item in given.keys if item for key in literals(item)} if isinstance(given, ast.Dict) else set()
        )
        for key in literals(call.args[0]):
            found[key] = found.get(key, params) & params
    return found


def deciding() -> dict[str, set[str]]:
    """Return the steps in which somebody decides, with their parameters."""
    return {
        name: {"player", *parameters(kind)}
        for name, kind in GAME.steps.items()
        if issubclass(kind, (Decision, Simultaneous))
    }


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
    values = {f"{option.name}.{value}" for option in GAME.options for value in option.values}
    expected: dict[str, set[str]] = {
        "game": {"title", "tagline"},
        "prompt": set(deciding()),
        "action": set(families()),
        "log": set(families()),
        "note": notes(),
        "why": set(refusals()),
        "option": options | values,
        "final": set(final_points(begin(4))[0]),
    }
    for table, keys in expected.items():
        assert set(tables[table]) == keys, table
    assert set(refusals()) > {"not_now", "not_your_turn", "game_over", "unknown_action", "no_player", "no_undo"}
    assert all(text.strip() for _, _, text in templates(GAME.words(language)))


@EVERY_LANGUAGE
def test_every_thing_has_a_name(language: str) -> None:
    things: dict[str, list[str]] = {
        "town": TOWNS,
        "region": REGIONS,
        "bride": BRIDES,
        "card": [str(card) for card in CARDS],
        "way": [str(action.params["way"]) for action in GAME.actions.families["secondary"]],
        "answer": PRINCESS_CHOICES,
        "colour": COLOURS,
    }
    names = GAME.words(language).tables["name"]
    assert {kind: set(entries) for kind, entries in names.items()} == {kind: set(ids) for kind, ids in things.items()}
    for kind, entries in names.items():
        assert len(set(entries.values())) == len(entries), kind


def test_terms_are_the_same_in_all_languages() -> None:
    english, *others = (GAME.words(language).tables["term"] for language in LANGUAGES)
    assert all(set(terms) == set(english) for terms in others)


@EVERY_LANGUAGE
def test_names_of_towns_regions_and_people_are_those_of_the_data(language: str) -> None:
    names = GAME.words(language).tables["name"]

    def data(file: str, kind: str) -> dict[str, str]:
        text = (GAME.folder / "data" / f"{file}.toml").read_text(encoding="utf-8")
        return {entry["id"]: entry["name"] for entry in tomllib.loads(text)[kind]}

    assert names["town"] == data("town_names", "town")
    assert names["region"] == data("map", "region")
    brides = data("marriage", "bride")
    assert {bride: name for bride, name in names["bride"].items() if bride != "estrid"} == {
        bride: name for bride, name in brides.items() if bride != "estrid"
    }
    assert names["bride"]["estrid"].startswith("Estrid")


COLOUR_WORDS: Final = {"en": "red blue yellow white", "de": "rote blaue gelbe weiße", "uk": "червона синя жовта біла"}


@EVERY_LANGUAGE
def test_a_card_is_called_by_its_colour_and_value(language: str) -> None:
    words = COLOUR_WORDS[language].split()
    names = GAME.words(language).tables["name"]["card"]
    assert names == {str(CARDS[card]): f"{words[CARD_COLOUR[card]]} {CARDS[card]}" for card in range(25)}


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
        "log": {
            name: {"player", *(set() if GAME.actions.families[name][0].secret else params)}
            for name, params in families().items()
        },
        "note": {key: {"player", "a", "b"} for key in notes()},
        "why": refusals(),
    }
    for table, key, template in templates(words):
        assert template.count("{") == len(SLOT.findall(template)), (table, key)
        for name, kind, forms in SLOT.findall(template):
            assert name in given.get(table, {}).get(key, set()), (table, key, name)
            assert not kind or kind in words.tables["name"], (table, key, kind)
            assert not forms or forms.count("|") == (3 if language == "uk" else 2), (table, key, forms)


@EVERY_LANGUAGE
def test_a_whole_game_can_be_told(language: str) -> None:
    words = GAME.words(language)
    names = ["Deirdre", "Kate", "Georgios", "Peer"]
    told: list[str] = []
    for s in game(4, 11):
        s.journal = s.journal or []
        told += [note_line(note, words, names) for note in s.journal]
        s.journal = []
        for player in s.players_to_act:
            told.append(prompt(s, words, player, names).removesuffix("?"))
            for action in s.legal_actions(player)[:3]:
                told.append(label(action, words).removesuffix("?"))
                told.append(log_line(action, player, words, names))
    assert len(told) > 1000
    for line in told:
        assert line
        assert not re.search(r"[{}?|]|\b[a-z]+_[a-z]+\b|\b[NUBSDCLM]\d", line), line


@EVERY_LANGUAGE
def test_prompts_say_who_loses_and_what_it_costs(language: str) -> None:
    words = GAME.words(language)
    names = ["Deirdre", "Kate", "Georgios", "Peer"]
    s = upkeep("Battle", battle_area=1, raiders=[1, 3, 0, 2])
    assert "Georgios" in prompt(s, words, 1, names)
    rest = ["Regions", "Round"]
    free = position("BuildMonastery player=0 paid=false", "SecondReward", *rest)
    paid = position("BuildMonastery player=0 paid=true", *rest, church=[4, 0, 0, 0])
    assert len(prompt(paid, words, 0, names)) > len(prompt(free, words, 0, names)) + 20


@pytest.mark.parametrize(
    ("language", "count", "line"),
    [
        ("en", 1, "Ann takes 1 coin."),
        ("en", 3, "Ann takes 3 coins."),
        ("de", 1, "Ann nimmt 1 Münze."),
        ("de", 2, "Ann nimmt 2 Münzen."),
        ("uk", 1, "Ann бере 1 монету."),
        ("uk", 2, "Ann бере 2 монети."),
        ("uk", 5, "Ann бере 5 монет."),
    ],
)
def test_numbers_are_told_as_people_say_them(language: str, count: int, line: str) -> None:
    assert GAME.words(language).say("note", "coins", {"player": "Ann", "a": count}) == line
