"""The figures of a guest's own games, and the values on the page of a report, from made-up results."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from regnum.games import find_game
from regnum.web.http.i18n import Text, page_text
from regnum.web.stats import report_page
from regnum.web.stats.results import Result
from regnum.web.stats.routes import my_games
from regnum.web.stats.routes.my_games import FinishedGame, group_games
from regnum.web.tables.models import FINISHED, PLAYING, TableRow
from regnum.web.tables.stored_options import POSITION_ORIGIN
from regnum.web.ui.templates import ENVIRONMENT
from tests.support.web.live_tables import live_table_of


def row(id_: str, game: str = "khan", seat: int = 0, players: int = 2, **more: Any) -> TableRow:
    """Return the row of a finished game with "me" at a seat."""
    found = live_table_of(find_game(game), players).row
    seats = tuple(replace(one, guest="me" if one.seat == seat else "other", name=f"P{one.seat}") for one in found.seats)
    return replace(found, **{"id": id_, "seats": seats, "phase": FINISHED, "title": id_, **more})


def ended(place: int, points: int, name: str = "a") -> FinishedGame:
    return FinishedGame(row(name), 0, Result((place, 9), (points, 0)))


def test_figures_of_a_group_are_counts_means_and_the_best() -> None:
    games = [ended(1, 10, "b"), ended(2, 20, "b"), ended(6, 3, "b"), ended(1, 7, "a")]
    first, second = group_games(games, lambda game: game.row.id)
    assert (first.name, first.games, first.wins, first.place, first.points, first.best) == ("a", 1, 1, 1.0, 7.0, 7)
    assert (second.name, second.games, second.wins, second.place, second.points, second.best) == (
        "b", 3, 1, 3.0, 11.0, 20,
    )  # fmt: skip
    assert (first.bar.total, second.bar.total) == (1, 3), "all places up to the sixth"
    assert (round(first.bar.end), second.bar.end) == (133, 400.0)
    assert [part.reason for part in second.bar.parts] == [0, 1, 5]
    assert group_games([], lambda game: game.row.id) == []
    (seventh,) = group_games([ended(7, 1)], lambda game: game.row.id)
    assert (seventh.games, seventh.bar.total) == (1, 0)


class Visitor:
    """A visitor whose pages are their values."""

    guest = "me"

    def __init__(self, language: str) -> None:
        self.language = language
        self.text: Text = page_text(language)

    def page(self, name: str, **values: Any) -> dict[str, Any]:
        return {"name": name, **values}


class Fakes:
    """Tables, results and settings."""

    ratings = True

    def __init__(self, rows: Sequence[TableRow], results: dict[str, Result], left: int) -> None:
        self.store = self
        self._rows, self._results, self._left = rows, results, left
        self.asked: tuple[str, int] | None = None
        self.loaded: list[str] = []

    async def tables_of(self, guest: str, most: int) -> list[TableRow]:
        self.asked = guest, most
        return list(self._rows)

    async def load_results(self, rows: Sequence[TableRow]) -> tuple[dict[str, Result], int]:
        self.loaded = [one.id for one in rows]
        return self._results, self._left


def show(rows: Sequence[TableRow], results: dict[str, Result], left: int = 0, language: str = "en") -> Any:
    fakes, handler = Fakes(rows, results, left), my_games.show_my_games
    function: Any = handler.fn
    values = asyncio.run(function(Visitor(language), fakes, fakes, fakes))
    assert fakes.asked == ("me", 1000)
    return fakes, values


def test_only_own_finished_games_from_the_start_count() -> None:
    rows = [
        row("one"),
        row("running", phase=PLAYING),
        row("tried", options={POSITION_ORIGIN: "x"}),
        row("watched", seat=9),
        row("two", "rurik", seat=1, players=3),
        row("broken"),
    ]
    results = {"one": Result((1, 2), (5, 3)), "two": Result((1, 2, 3), (9, 8, 7))}
    fakes, values = show(rows, results, left=4)
    assert fakes.loaded == ["one", "two", "broken"]
    assert (values["games"], values["wins"], values["left"], values["ratings"]) == (2, 1, 4, True)
    assert [[(group.name, group.games) for group in groups] for _, groups in values["tables"]] == [
        [("Khan", 1), ("Rurik", 1)],
        [(page_text("en")("report.seat", seat=seat), 1) for seat in (1, 2)],
        [(page_text("en")("report.player_counts", count=count), 1) for count in (2, 3)],
    ]
    assert values["latest"] == [
        {"id": "one", "title": "one (Khan)", "names": "P0, P1", "place": 1, "sides": 2, "points": 5},
        {"id": "two", "title": "two (Rurik)", "names": "P0, P1, P2", "place": 2, "sides": 3, "points": 8},
    ]
    assert values["decimal"] == "."
    assert show(rows, results, language="de")[1]["decimal"] == ","


@pytest.mark.parametrize(("place", "last"), [(1, 5), (5, 5), (6, 6)])
def test_sixth_place_has_a_column_if_it_was_reached(place: int, last: int) -> None:
    _, values = show([row("one")], {"one": Result((place, 1), (5, 3))})
    assert list(values["places"]) == list(range(1, last + 1))


def test_page_lists_the_latest_ten_games() -> None:
    rows = [row(f"table {number}") for number in range(11)]
    _, values = show(rows, {one.id: Result((1, 2), (5, 3)) for one in rows})
    assert [game["id"] for game in values["latest"]] == [f"table {number}" for number in range(10)]
    assert values["games"] == 11


def share(sides: int, win: float, expected: float, points: float, **more: int) -> dict[str, float]:
    return {"sides": sides, "win_share": win, "expected_share": expected, "mean_points": points, **more}


def report(monkeypatch: pytest.MonkeyPatch, language: str = "en", things: int = 2) -> dict[str, Any]:
    """Return the values on the page of a report."""
    found: dict[str, Any] = {}

    class Template:
        """A template that keeps its values."""

        def render(self, **values: Any) -> str:
            found.update(values)
            return ""

    monkeypatch.setattr(ENVIRONMENT, "get_template", lambda _: Template())
    figures = {
        "games": 20,
        "players": {"2": 12, "3": 8},
        "seats": {"1": share(20, 0.5, 0.4, 12.34), "2": share(20, 0.25, 0.8, 10.0)},
        "bots": {"greedy": share(9, 0.004, 0.002, 1.0, times=7)},
        "points": {
            "mean": 12.34, "least": 3.4, "most": 20.6, "reasons": {"a": 2.04, "b": 1.0},
            "reasons_of_winners": {"a": 3.456, "b": 0.5},
        },
        "decisions": {
            "mean": 40.4, "least": 30, "most": 50,
            "classes": [{"games": 4, "least": 30, "below": 40}, {"games": 2, "least": 40, "below": 41}],
        },
        "possessions": {
            "unknown": {f"thing {number}": share(2, 0.5, 0.5, 1.0) for number in range(things)}, "none": {},
        },
        "highlights": {"longest: yes": {"games": 3, "mean": 4.56, "most": 7.9}},
    }  # fmt: skip
    report_page.page(find_game("khan"), figures, language)
    return found


def test_report_shows_shares_and_bars(monkeypatch: pytest.MonkeyPatch) -> None:
    found = report(monkeypatch)
    assert [(row["times"], row["share"], row["width"], row["expected"], row["points"]) for row in found["seats"]] == [
        (20, "50.0%", 250.0, 200.0, "12.3"),
        (20, "25.0%", 125.0, 400.0, "10.0"),
    ]
    assert [(row["times"], row["width"], row["expected"]) for row in found["bots"]] == [(7, 160.0, 80.0)]
    assert found["points"] == {"mean": "12.3", "least": "3", "most": "21"}
    assert found["decisions"] == {"mean": "40", "least": "30", "most": "50"}
    assert found["reasons"] == [("a", "2.04", "3.46"), ("b", "1.00", "0.50")]
    assert [bar.total for bar in found["bars"]] == [30, 40]
    assert found["lengths"] == [
        {"x": 20.0, "width": 216.0, "height": 120.0, "games": 4, "label": "30–39", "least": 30},
        {"x": 240.0, "width": 216.0, "height": 60.0, "games": 2, "label": "40", "least": 40},
    ]
    assert found["highlights"] == [("longest", 3, "4.6", 7)]
    assert [(name, len(rows)) for name, rows in found["possessions"]] == [("unknown", 2)]
    assert found["players"][0] == (page_text("en")("report.player_counts", count=2), 12)


def test_report_shows_forty_things_of_a_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [len(rows) for _, rows in report(monkeypatch, things=41)["possessions"]] == [40]


def test_report_has_numbers_of_its_language(monkeypatch: pytest.MonkeyPatch) -> None:
    (first, _) = report(monkeypatch, "de")["seats"]
    assert (first["share"], first["points"]) == ("50,0\u00a0%", "12,3")
