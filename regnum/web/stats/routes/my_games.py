"""Statistics of a guest's own games, by game, seat and player count. Only the guest sees them."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec
from litestar.response import Template

from regnum.web.http.deps import SettingsDep, VisitorDep
from regnum.web.http.games import title_of
from regnum.web.http.request_limits import SLOW_PAGE
from regnum.web.http.visitor import get
from regnum.web.stats.deps import ResultsDep
from regnum.web.stats.results import Result
from regnum.web.tables.deps import TablesDep, table_title
from regnum.web.tables.models import FINISHED, TableRow
from regnum.web.tables.stored_options import POSITION_ORIGIN
from regnum.web.ui.bar_chart import Bar, bars

MAX_TABLES: Final = 1000
"""The maximum number of a guest's tables that are included, newest first."""
MAX_LATEST_TABLES: Final = 10
MAX_PLACES: Final = 6
MAX_BAR_LENGTH: Final = 400.0


class FinishedGame(msgspec.Struct, frozen=True):
    """A finished game of the guest."""

    row: TableRow
    seat: int
    result: Result

    @property
    def place(self) -> int:
        """The guest's place."""
        return self.result.places[self.seat]


class GroupFigures(msgspec.Struct, frozen=True):
    """Figures for a group of the guest's games.

    They are the number of games and wins, the mean place and points, the most points, and a bar with all places.
    """

    name: str
    games: int
    wins: int
    place: float
    points: float
    best: int
    bar: Bar


@get("/my-games", cost=SLOW_PAGE)
async def show_my_games(visitor: VisitorDep, tables: TablesDep, results: ResultsDep, settings: SettingsDep) -> Template:
    """Show statistics of the visitor's finished games."""
    own_tables = await tables.store.tables_of(visitor.guest, MAX_TABLES)
    rows = [row for row in own_tables if row.phase == FINISHED and POSITION_ORIGIN not in row.options]
    seats = {row.id: seat.seat for row in rows for seat in row.seats if seat.guest == visitor.guest}
    seated_rows = [row for row in rows if row.id in seats]
    results_by_table, uncounted = await results.load_results(seated_rows)
    ended = [
        FinishedGame(row, seats[row.id], results_by_table[row.id]) for row in seated_rows if row.id in results_by_table
    ]
    text, language = visitor.text, visitor.language
    return visitor.page(
        "stats/my_games",
        ratings=settings.ratings,
        games=len(ended),
        wins=sum(ended_game.place == 1 for ended_game in ended),
        left=uncounted,
        tables=[
            (text("my_games.by_game"), group_games(ended, lambda ended_game: title_of(ended_game.row.game, language))),
            (
                text("my_games.by_seat"),
                group_games(ended, lambda ended_game: text("report.seat", seat=ended_game.seat + 1)),
            ),
            (
                text("my_games.by_players"),
                group_games(ended, lambda ended_game: text("report.player_counts", count=ended_game.row.players)),
            ),
        ],
        places=range(1, MAX_PLACES + 1)
        if any(ended_game.place == MAX_PLACES for ended_game in ended)
        else range(1, MAX_PLACES),
        latest=[
            {
                "id": ended_game.row.id,
                "title": table_title(ended_game.row, language),
                "names": ", ".join(seat.name for seat in ended_game.row.seats),
                "place": ended_game.place,
                "sides": len(ended_game.result.places),
                "points": ended_game.result.points[ended_game.seat],
            }
            for ended_game in ended[:MAX_LATEST_TABLES]
        ],
        decimal="." if language == "en" else ",",
    )


def group_games(ended: Sequence[FinishedGame], name: Callable[[FinishedGame], str]) -> list[GroupFigures]:
    """Return the figures of games grouped by name, sorted by name."""
    groups: dict[str, list[FinishedGame]] = {}
    for ended_game in ended:
        groups.setdefault(name(ended_game), []).append(ended_game)
    counts = [
        {str(place): sum(ended_game.place == place for ended_game in group) for place in range(1, MAX_PLACES + 1)}
        for _, group in sorted(groups.items())
    ]
    drawn: list[Any] = bars(counts, MAX_BAR_LENGTH) if counts else []
    return [
        GroupFigures(
            name=label,
            games=len(group),
            wins=sum(ended_game.place == 1 for ended_game in group),
            place=sum(ended_game.place for ended_game in group) / len(group),
            points=sum(ended_game.result.points[ended_game.seat] for ended_game in group) / len(group),
            best=max(ended_game.result.points[ended_game.seat] for ended_game in group),
            bar=bar,
        )
        for (label, group), bar in zip(sorted(groups.items()), drawn, strict=True)
    ]


HANDLERS: Final = [show_my_games]
