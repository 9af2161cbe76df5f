"""Words in English, German and Ukrainian: names, numbers, and prompts of this game."""

from typing import Final

import pytest

from regnum.core.rules.note import Note
from regnum.core.text.ledger import LANGUAGES
from regnum.core.text.narrator import action_line, label, note_line
from regnum.games.khan import GAME
from regnum.games.khan.components import CARDS, DIRECTIONS, GROUNDS, REGIONS, RULERS, SPECIALS, TILES
from regnum.games.khan.notes import RULER_OUT
from regnum.games.khan.scoring import final_points
from regnum.games.khan.tiles import ORIENTATIONS
from regnum.view import view_of
from regnum.web.http.i18n import game_words
from tests.support.games.khan import game, position

CASES: Final = ["ruler_acc", "ruler_dat", "ruler_gen"]
EVERY_LANGUAGE: Final = pytest.mark.parametrize("language", LANGUAGES)


@EVERY_LANGUAGE
def test_every_component_has_a_name(language: str) -> None:
    things: dict[str, list[str]] = {
        "ruler": RULERS,
        "ruler_number": [str(number) for number in range(len(RULERS))],
        "direction": DIRECTIONS,
        "region": REGIONS,
        "ground": GROUNDS,
        "tile": TILES,
        "tile_number": [str(number) for number in range(len(TILES))],
        "way": ORIENTATIONS,
        "answer": ["refuse", "agree"],
        "answer_verb": ["refuse", "agree"],
        "people": RULERS,
        "region_in": REGIONS,
        "special": SPECIALS,
        "character": list(GAME.characters()),
        "card": CARDS,
    }
    things |= {"en": {}, "de": dict.fromkeys(CASES, RULERS), "uk": dict.fromkeys(CASES[:2], RULERS)}[language]
    names = GAME.words(language).tables["name"]
    assert {kind: set(entries) for kind, entries in names.items()} == {kind: set(ids) for kind, ids in things.items()}
    for kind, entries in names.items():
        assert len(set(entries.values())) == len(entries), kind
    assert list(names["ruler_number"].values()) == [names["ruler"][ruler] for ruler in RULERS]
    assert list(names["tile_number"].values()) == [names["tile"][tile] for tile in TILES]


@pytest.mark.parametrize(
    ("language", "points", "line"),
    [
        ("en", 1, "Ann gets 1 point for a yurt on the new tile (pair)."),
        ("de", 2, "Ann bekommt 2 Punkte für eine Jurte auf dem neuen Plättchen (Paar)."),
        ("uk", 2, "Ann отримує 2 бали: юрта на новій плитці (пара)."),
        ("uk", 5, "Ann отримує 5 балів: юрта на новій плитці (пара)."),
    ],
)
def test_numbers_are_written_naturally(language: str, points: int, line: str) -> None:
    assert GAME.words(language).text("note", "conquered", {"player": "Ann", "tile": "I2", "points": points}) == line


@pytest.mark.parametrize(
    ("language", "expected", "asked"),
    [
        ("en", "Ann expels the Song ruler.", "Expel the Song ruler"),
        ("de", "Ann vertreibt den Song-Herrscher.", "Den Song-Herrscher vertreiben"),
        ("uk", "Ann виганяє правителя Сун.", "Вигнати правителя Сун"),
    ],
)
def test_rulers_are_inflected_by_the_sentence(language: str, expected: str, asked: str) -> None:
    words = GAME.words(language)
    expel = GAME.actions.parse("expel song")
    assert action_line(expel, 0, words, ["Ann"]) == expected
    assert label(expel, words) == asked


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "The Seljuk ruler is out of the game."),
        ("de", "Der seldschukische Herrscher scheidet aus."),
        ("uk", "Сельджуцький правитель вибуває з гри."),
    ],
)
def test_sentence_begins_with_a_capital(language: str, expected: str) -> None:
    assert note_line(Note(RULER_OUT, ["seljuk"]), GAME.words(language), []) == expected


@EVERY_LANGUAGE
def test_final_scoring_says_how_large_the_areas_are(language: str) -> None:
    s = position("Act player=0", actions_left=2, laid=[("I2", "c1", "n", [0]), ("I3", "c3", "n", [1])])
    for (_, points), key in zip(
        view_of(GAME).scores.scoring(s, game_words(GAME, language), []), final_points(s)[0], strict=True
    ):
        assert points == [line[key] for line in final_points(s)]
    assert view_of(GAME).scores.scoring(s, game_words(GAME, language), [])[1][0].endswith(": 2, 3)")


def test_map_shows_the_points_of_each_area() -> None:
    *_, end = game(3, 6, board="steppe")
    areas = view_of(GAME).board.pieces(end.observed_by(None), game_words(GAME, "en"), ["Ann", "Bo", "Cy"], [])["areas"]
    brought = [sum(area["points"] for area in areas if area["seat"] == player) for player in range(3)]
    assert brought == [line["areas"] for line in final_points(end)]
    assert any(brought)


@EVERY_LANGUAGE
def test_lines_of_the_final_scoring_have_words(language: str) -> None:
    final = final_points(position("Act player=0", actions_left=2))
    assert set(GAME.words(language).tables["score_reason"]) == set(final[0])


@EVERY_LANGUAGE
def test_reconstructed_clauses_are_marked(language: str) -> None:
    for clause in ["khan.board.layout", "khan.setup.cards", "khan.refill.four", "khan.scoring.bonus"]:
        assert GAME.ledger()[clause].source == "reconstructed"
    assert GAME.ledger()["khan.special.marker"].source == "rulebook"
    assert len(GAME.words(language).tables["term"]["reconstructed"]) > 60
