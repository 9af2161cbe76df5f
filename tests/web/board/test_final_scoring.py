"""The end of a game in words: winners, order, turning points and percentages."""

import random
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from regnum.core.record.summary import Highlight, Summarizer
from regnum.core.text import narrator
from regnum.games import find_game
from regnum.web.board import final_scoring
from regnum.web.board.final_scoring import (
    action_text_at,
    ending,
    game_summary,
    highlight_line,
    percent,
    points_by_reason,
    turning_points,
)
from regnum.web.db.ids import rematch_id
from regnum.web.http.i18n import game_words
from regnum.web.tables.live_table import LiveTable
from tests.support.web.live_tables import live_table_of, move_randomly

NAMES = ["Ann", "Ben", "Cleo"]
WORDS = game_words(find_game("khan"), "en")


@pytest.fixture(scope="module")
def table() -> LiveTable:
    result, dice = live_table_of(find_game("khan"), 3), random.Random(3)
    while not result.state.is_terminal:
        move_randomly(result, dice)
    return result


@pytest.mark.parametrize(
    ("share", "plain", "signed"),
    [(0.254, "25%", "+25%"), (0.0, "0%", "+0%"), (-0.25, "-25%", "−25%"), (1.0, "100%", "+100%")],
)
def test_share_is_a_percentage_in_the_notation_of_the_language(share: float, plain: str, signed: str) -> None:
    assert (percent(share, "en"), percent(share, "en", sign=True)) == (plain, signed)
    german = [text.replace("%", "\u00a0%") for text in (plain, signed)]
    assert [percent(share, "de"), percent(share, "de", sign=True)] == german


def test_action_after_a_number_of_entries_is_told(table: LiveTable) -> None:
    player, text = table.play.record.entries[1]
    expected = narrator.action_line(table.game.actions.parse(text), player, WORDS, NAMES, -1)
    assert expected
    assert action_text_at(table, 1, WORDS, NAMES, -1) == expected
    assert action_text_at(table, table.entry_count, WORDS, NAMES) == "", "the game is over"


def test_turning_point_tells_the_action_and_the_changes_of_more_than_four_per_cent(table: LiveTable) -> None:
    curve = [(0, [0.3, 0.3, 0.4]), (2, [0.3, 0.3, 0.4]), (5, [0.6, 0.27, 0.13])]
    (turn,) = turning_points(table, curve, WORDS, NAMES)
    assert (turn.number, turn.changes) == (2, "Ann\u00a0+30%, Cleo\u00a0−27%")
    assert turn.action == action_text_at(table, 2, WORDS, NAMES)
    assert turning_points(table, [], WORDS, NAMES) == []


def test_highlight_has_a_title_and_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(narrator, "highlight_line", lambda *_: "Greatest loss: ann: lost 3")
    line = highlight_line(Highlight("loss", {"player": 1}, 2.0, 7), WORDS, NAMES)
    assert (line.title, line.text, line.number, line.player) == ("Greatest loss", "Ann: lost 3", 7, 1)


def test_end_lists_the_sides_by_place_and_the_winners(table: LiveTable) -> None:
    found = ending(table, table.view(None), WORDS, NAMES)
    assert found.places == table.state.ranking()
    assert [found.places[side] for side in found.order] == sorted(found.places)
    assert found.winners == [name for name, place in zip(NAMES, found.places, strict=True) if place == 1]
    assert found.totals == table.state.scores()
    assert bool(found.ties) == (len(set(found.totals)) < 3)
    assert [sum(points) for points in zip(*(line for _, line in found.lines), strict=True)] == found.totals
    assert (found.seed, found.rematch) == ("7", "")


def test_end_leads_to_the_rematch(table: LiveTable) -> None:
    row = table.row
    table.row = replace(row, has_rematch=True)
    assert ending(table, table.view(None), WORDS, NAMES).rematch == rematch_id("t")
    table.row = row


@pytest.mark.parametrize(
    ("own_lines", "own_summary", "expected"),
    [
        (False, True, [("title of a", [1, 3]), ("title of b", [2, 4])]),
        (True, True, [("own", [5, 6])]),
        (True, False, [("own", [5, 6])]),
        (False, False, [("usual", [7, 8])]),
    ],
)
def test_lines_of_the_scoring_come_from_the_view_unless_only_the_summary_has_its_own(
    own_lines: bool, own_summary: bool, expected: Any, table: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Usual:
        def scoring(self, *_: Any) -> Any:
            return [("usual", [7, 8])]

    class Own(Usual):
        def scoring(self, *_: Any) -> Any:
            return [("own", [5, 6])]

    class OwnSummarizer(Summarizer[Any]): ...

    scores = Own() if own_lines else Usual()
    monkeypatch.setattr(final_scoring, "ScoreView", Usual)
    monkeypatch.setattr(final_scoring, "view_of", lambda _game: SimpleNamespace(scores=scores))
    monkeypatch.setattr(final_scoring, "summarizer_of", lambda _game: OwnSummarizer if own_summary else Summarizer)
    words: Any = SimpleNamespace(text=lambda _table, reason, _params: f"title of {reason}")
    summary: Any = SimpleNamespace(final_state=None, points_by_reason=[{"a": 1, "b": 2}, {"a": 3, "b": 4}])
    assert points_by_reason(table, summary, words, ["Ann", "Ben"]) == expected


def test_summary_is_made_again_after_another_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(final_scoring, "summarize", lambda _record: object())
    table, dice = live_table_of(find_game("khan"), 3), random.Random(1)
    first = game_summary(table)
    assert game_summary(table) is first
    move_randomly(table, dice)
    assert game_summary(table) is not first
