"""Words in English, German and Ukrainian: names, numbers, and prompts of this game."""

import re
import tomllib
from typing import Final

import pytest

from regnum.core.text.ledger import LANGUAGES
from regnum.core.text.narrator import prompt
from regnum.games.brian_boru import GAME
from regnum.games.brian_boru.components import BRIDES, CARD_COLOUR, CARDS, COLOURS, PRINCESS_CHOICES, REGIONS, TOWNS
from regnum.games.brian_boru.scoring import final_points
from regnum.games.brian_boru.summary import BrianBoruSummarizer
from regnum.games.brian_boru.view import VIEW
from regnum.web.http.i18n import game_words
from tests.support.games.brian_boru import begin, position, upkeep

EVERY_LANGUAGE: Final = pytest.mark.parametrize("language", LANGUAGES)


@EVERY_LANGUAGE
def test_every_component_has_a_name(language: str) -> None:
    things: dict[str, list[str]] = {
        "town": TOWNS,
        "region": REGIONS,
        "bride": BRIDES,
        "card": [str(card) for card in CARDS],
        "way": [str(action.params["way"]) for action in GAME.actions.families["secondary"]],
        "answer": PRINCESS_CHOICES,
        "colour": COLOURS,
        "character": list(GAME.characters()),
    }
    names = GAME.words(language).tables["name"]
    assert {kind: set(names[kind]) for kind in things} == {kind: set(ids) for kind, ids in things.items()}
    assert {kind.partition("_")[0] for kind in names} == set(things)
    for kind, entries in names.items():
        assert len(set(entries.values())) == len(entries), kind


TRANSLATED = {
    "en": {},
    "de": {"northern_ui_neill": "Nord-Uí Néill", "southern_ui_neill": "Süd-Uí Néill"},
}
"""The parts of region names that are not Irish."""


@pytest.mark.parametrize("language", ["en", "de"])
def test_names_of_towns_regions_and_people_are_those_of_the_data(language: str) -> None:
    names = GAME.words(language).tables["name"]

    def data(file: str, kind: str) -> dict[str, str]:
        text = (GAME.folder / "data" / f"{file}.toml").read_text(encoding="utf-8")
        return {entry["id"]: entry["name"] for entry in tomllib.loads(text)[kind]}

    assert names["town"] == data("town_names", "town")
    assert names["region"] == data("map", "region") | TRANSLATED[language]
    brides = data("marriage", "bride")
    assert {bride: name for bride, name in names["bride"].items() if bride != "estrid"} == {
        bride: name for bride, name in brides.items() if bride != "estrid"
    }
    assert names["bride"]["estrid"].startswith("Estrid")


def test_ukrainian_map_uses_cyrillic_names() -> None:
    words = game_words(GAME, "uk")
    for kind in ("town", "region", "bride"):
        assert not re.search("[A-Za-z]", "".join(words.tables["name"][kind].values())), kind
    for region in VIEW.board.base_map(words)["layout"]["regions"]:
        lettered = " ".join(line["text"] for line in region["lines"])
        assert lettered == words.name("region", region["id"])


COLOUR_WORDS: Final = {"en": "red blue yellow white", "de": "rote blaue gelbe weiße", "uk": "червона синя жовта біла"}


@EVERY_LANGUAGE
def test_card_is_named_by_colour_and_value(language: str) -> None:
    words = COLOUR_WORDS[language].split()
    names = GAME.words(language).tables["name"]["card"]
    assert names == {str(CARDS[card]): f"{words[CARD_COLOUR[card]]} {CARDS[card]}" for card in range(25)}


@EVERY_LANGUAGE
def test_prompts_say_who_loses_and_what_it_costs(language: str) -> None:
    words = GAME.words(language)
    names = ["Deirdre", "Kate", "Georgios", "Peer"]
    pairs = ["B4 B3", "D1", "M3 M4", "C1"]
    s = upkeep("Battle", battle_area=1, raiders=[1, 3, 0, 2], discs=pairs)
    assert "Georgios" in prompt(s, words, 1, names)
    s = upkeep("Battle", battle_area=1, raiders=[3, 3, 0, 2], discs=pairs)
    assert prompt(s, words, 2, names) == words.text("prompt", "LoseTown.own", {})
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
def test_numbers_are_written_naturally(language: str, count: int, line: str) -> None:
    assert GAME.words(language).text("note", "coins", {"player": "Ann", "coins": count}) == line


def test_names_are_inflected_by_the_sentence() -> None:
    words = GAME.words("uk")
    assert words.text("log", "follow", {"player": "Ann", "card": 20}) == "Ann грає білу 20."
    assert words.text("note", "wedding", {"player": "Ann", "bride": "aoife"}) == "Ann бере шлюб з Іфою."
    assert GAME.words("de").text("note", "wedding", {"player": "Ann", "bride": "aoife"}) == "Ann heiratet Aoife."


@EVERY_LANGUAGE
def test_lines_of_the_final_scoring_have_words(language: str) -> None:
    assert set(GAME.words(language).tables["score_reason"]) == {
        *final_points(begin(4))[0],
        *BrianBoruSummarizer.EARNED,
        *(f"tokens_{region}" for region in REGIONS),
    }
