"""The values on the page of the lobby: filters, links to other pages, and what it says of a table."""

import asyncio
from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec.structs import replace

from regnum.games import all_games, find_game
from regnum.web.http.i18n import Text, page_text
from regnum.web.lobby.listing import PAGE_SIZE, LobbyFilter
from regnum.web.lobby.routes import listing
from regnum.web.tables.invitation_store import Invitation
from regnum.web.tables.models import OPEN, WAITING, TableRow
from tests.support.web.live_tables import live_table_of

MADE = datetime(2026, 6, 1, 12, 30, 59, tzinfo=UTC)


def waiting(id_: str = "id", **more: Any) -> TableRow:
    """Return the row of a public table of Ann with two open seats."""
    row = live_table_of(find_game("khan"), 3).row
    opened = [
        replace(seat, kind=OPEN, name="", guest=None, invitation_token=f"token {seat.seat}") for seat in row.seats[1:]
    ]
    seats = (replace(row.seats[0], name="Ann"), *opened)
    return replace(row, id=id_, seats=seats, phase=WAITING, title="Evening", created_at=MADE, **more)


class Visitor:
    """A visitor whose pages are their values."""

    guest, language = "me", "en"

    def __init__(self) -> None:
        self.text: Text = page_text("en")

    def page(self, name: str, **values: Any) -> dict[str, Any]:
        return {"name": name, **values}


class Fakes:
    """A request with a query, tables with invitations, and a lobby that notes what it was asked."""

    def __init__(self, rows: list[TableRow], invited: list[Invitation], query: dict[str, str]) -> None:
        self.query_params = query
        self.invitation_store = self
        self._rows, self._invited = rows, invited
        self.asked: tuple[LobbyFilter, str, int] | None = None

    async def of_tables(self, ids: list[str]) -> list[Invitation]:
        return [invitation for invitation in self._invited if invitation.table_id in ids]

    async def find_tables(self, wanted: LobbyFilter, guest: str, page: int) -> list[TableRow]:
        self.asked = wanted, guest, page
        return self._rows


def show(*rows: TableRow, invited: tuple[tuple[str, int], ...] = (), **query: str) -> tuple[Fakes, dict[str, Any]]:
    invitations = [Invitation(table_id, seat, "x", "X") for table_id, seat in invited]
    fakes, handler = Fakes(list(rows), invitations, query), listing.show_lobby
    function: Any = handler.fn
    values: dict[str, Any] = asyncio.run(function(fakes, Visitor(), fakes, fakes))
    return fakes, values


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ({}, LobbyFilter()),
        (
            {"game": "khan", "players": "3", "language": "de", "time_limits": "live"},
            LobbyFilter("khan", 3, "de", "live"),
        ),
        ({"game": "chess", "players": "1", "language": "xx", "time_limits": "soon"}, LobbyFilter()),
        ({"players": "99", "time_limits": "days"}, LobbyFilter(time_limits="days")),
    ],
)
def test_unknown_filters_are_ignored(query: dict[str, str], wanted: LobbyFilter) -> None:
    given: dict[str, Any] = dict(query)
    fakes, values = show(**given)
    assert fakes.asked == (wanted, "me", 1)
    assert values["wanted"] == wanted
    assert values["anything"] == (wanted == LobbyFilter())
    assert [game for game, _ in values["games"]] == [game.id for game in all_games()]
    assert values["counts"] == sorted({count for game in all_games() for count in game.player_counts} - {1})


@pytest.mark.parametrize(
    ("asked", "page"),
    [("", 1), ("0", 1), ("1", 1), ("2", 2), ("-2", 1), ("9999", 9999), ("10000", 1), ("x", 1)],
)
def test_page_is_a_number_of_four_digits(asked: str, page: int) -> None:
    fakes, _ = show(page=asked)
    assert fakes.asked == (LobbyFilter(), "me", page)


def test_pages_are_linked_with_the_filters() -> None:
    full = [waiting(str(number)) for number in range(PAGE_SIZE)]
    assert show(*full)[1]["links"] == {}
    _, values = show(*full, waiting("one more"))
    assert values["links"] == {"older": "/lobby?page=2"}
    assert [table["id"] for table in values["found"]] == [row.id for row in full]
    _, values = show(*full, waiting("one more"), page="3", players="2", game="khan")
    assert values["links"] == {
        "newer": "/lobby?game=khan&players=2&page=2",
        "older": "/lobby?game=khan&players=2&page=4",
    }
    assert show(page="2")[1]["links"] == {"newer": "/lobby?page=1"}


def test_table_in_the_lobby_has_its_open_seats() -> None:
    _, values = show(waiting(language="de", spectators_allowed=False))
    assert values["found"] == [
        {
            "id": "id",
            "title": "Evening (Khan)",
            "names": "Ann",
            "players": 3,
            "free": 2,
            "join": "token 1",
            "language": "Deutsch",
            "code": "de",
            "time_limits": values["found"][0]["time_limits"],
            "at": "2026-06-01T12:30:59+00:00",
            "date": "2026-06-01 12:30 UTC",
            "spectators_allowed": False,
        }
    ]
    _, values = show(waiting(), invited=(("id", 1), ("other", 2)))
    assert [(table["free"], table["join"], table["language"]) for table in values["found"]] == [(1, "token 2", "")]
    _, values = show(waiting(), invited=(("id", 1), ("id", 2)))
    assert values["found"] == []
