"""Words in English, German and Ukrainian: names, numbers, and what only this game asks."""

from typing import Final

import pytest

from regnum.core.ledger import LANGUAGES
from regnum.games.khan import GAME
from regnum.games.khan.components import CARDS, DIRECTIONS, GROUNDS, REGIONS, RULERS, SPECIALS, TILES
from regnum.games.khan.scoring import final_points
from regnum.games.khan.tiles import WAYS
from tests.games.khan.positions import position

EVERY_LANGUAGE: Final = pytest.mark.parametrize("language", LANGUAGES)


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
    assert GAME.words(language).say("note", "conquered", {"player": "Ann", "tile": "I2", "points": points}) == line


@EVERY_LANGUAGE
def test_the_lines_of_the_final_scoring_have_words(language: str) -> None:
    final = final_points(position("Act player=0", actions_left=2))
    assert set(GAME.words(language).tables["final"]) == set(final[0])


@EVERY_LANGUAGE
def test_what_is_reconstructed_is_said_plainly(language: str) -> None:
    for clause in ["khan.board.layout", "khan.setup.cards", "khan.scoring.bonus"]:
        assert GAME.ledger()[clause].source == "reconstructed"
    assert len(GAME.words(language).tables["term"]["reconstructed"]) > 60
