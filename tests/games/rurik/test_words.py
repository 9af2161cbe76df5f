"""Words in English, German and Ukrainian: the names of things."""

from typing import Final

import pytest

from regnum.core.rules.note import Note
from regnum.core.text.ledger import LANGUAGES
from regnum.core.text.narrator import action_line, note_line
from regnum.games.rurik import GAME
from regnum.games.rurik.components import COLUMNS, LEADERS, REGIONS, REWARDS, TRACKS
from regnum.games.rurik.notes import INCOME
from regnum.games.rurik.state import RurikState
from regnum.games.rurik.view import VIEW
from regnum.web.http.i18n import game_words
from tests.support.games.rurik import turn_position


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_component_has_a_name(language: str) -> None:
    names = GAME.words(language).tables["name"]
    for kind, things in (("reward", REWARDS), ("track", TRACKS), ("region", REGIONS), ("leader", LEADERS)):
        assert set(things) <= set(names[kind])
    assert list(names["column"]) == COLUMNS


SENTENCES: Final[list[tuple[str, str, str, str]]] = [
    ("build market kiev", "builds a market in Kiev.", "baut in Kiev einen Markt.", "споруджує ринок в Києві."),
    ("build church kiev", "builds a church in Kiev.", "baut in Kiev eine Kirche.", "споруджує церкву в Києві."),
    ("lose leader", "loses the leader.", "verliert den Anführer.", "втрачає князя."),
    (
        "exchange build wood ore",
        "exchanges wood and ore for a hammer.",
        "tauscht Holz und Erz gegen einen Baupunkt.",
        "обмінює дерево та руду на молоток.",
    ),
    (
        "place 5 tax 0",
        "places advisor 5 in the column “Tax”.",
        "setzt Ratgeber 5 auf „Besteuern“.",
        "ставить радника 5 у колонку «Податі».",
    ),
    (
        "place 5 tax 1",
        "places advisor 5 in the column “Tax” with a bribe of 1 coin.",
        "setzt Ratgeber 5 auf „Besteuern“ mit 1 Münze Bestechungsgeld.",
        "ставить радника 5 у колонку «Податі» з підкупом у 1 монету.",
    ),
    (
        "place 5 tax 6",
        "places advisor 5 in the column “Tax” with a bribe of 6 coins.",
        "setzt Ratgeber 5 auf „Besteuern“ mit 6 Münzen Bestechungsgeld.",
        "ставить радника 5 у колонку «Податі» з підкупом у 6 монет.",
    ),
]


@pytest.mark.parametrize("expected", SENTENCES, ids=lambda expected: expected[0])
def test_names_are_inflected_by_the_sentence(expected: tuple[str, ...]) -> None:
    action = GAME.actions.parse(expected[0])
    for language, sentence in zip(LANGUAGES, expected[1:], strict=True):
        assert action_line(action, 0, GAME.words(language), ["Oda"]) == f"Oda {sentence}"


@pytest.mark.parametrize(
    ("language", "income"),
    [("en", "Oda gets no income."), ("de", "Oda erhält kein Einkommen."), ("uk", "Oda не отримує прибутку.")],
)
def test_income_of_zero_is_worded(language: str, income: str) -> None:
    assert note_line(Note(INCOME, [0, 0]), GAME.words(language), ["Oda"]) == income


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", ["1 region ruled", "2 regions ruled", "5 regions ruled", "Church: 3 in supply"]),
        ("de", ["1 beherrschte Region", "2 beherrschte Regionen", "5 beherrschte Regionen", "Kirche: 3 im Vorrat"]),
        ("uk", ["1 земля у володінні", "2 землі у володінні", "5 земель у володінні", "Церква: 3 у запасі"]),
    ],
)
def test_numbers_of_the_panel_take_their_forms(language: str, expected: list[str]) -> None:
    words = game_words(GAME, language)
    seen = turn_position("build").observed_by(0)
    assert isinstance(seen, RurikState)
    household = VIEW.board.panel(seen, words, ["Oda", "Gyda"], [])["players"][0]
    assert [words.text("board", "now_rule", {"count": count}) for count in (1, 2, 5)] == expected[:3]
    assert household["structures"][0]["label"] == expected[3]
