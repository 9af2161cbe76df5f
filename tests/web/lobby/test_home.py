"""Which of a guest's tables the home page shows, and what it says of them."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from regnum.games import find_game
from regnum.web.errors import BusyError, UnplayableError
from regnum.web.http.i18n import Text, page_text
from regnum.web.lobby.routes import home
from regnum.web.lobby.routes.home import INVITED, YOUR_TURN, TableStatus
from regnum.web.tables.cache import TurnStatus
from regnum.web.tables.invitation_store import Invitation
from regnum.web.tables.models import ABANDONED, FINISHED, OPEN, PLAYING, STOPPED, WAITING, Pause, TableRow
from tests.support.web.live_tables import live_table_of


class Visitor:
    """A visitor whose pages are their values."""

    guest, language = "me", "en"

    def __init__(self) -> None:
        self.text: Text = page_text("en")

    def page(self, name: str, **values: Any) -> dict[str, Any]:
        return {"name": name, **values}


def show(monkeypatch: pytest.MonkeyPatch, handler: Any, *phases: str) -> tuple[dict[str, Any], int]:
    """Return the values of a page for tables in these phases, and how many tables were asked for."""
    limits: list[int] = []

    async def own_tables(tables: object, visitor: Visitor, limit: int) -> list[dict[str, Any]]:
        limits.append(limit)
        return [{"id": at, "phase": phase} for at, phase in enumerate(phases)]

    monkeypatch.setattr(home, "_own_tables", own_tables)
    values: dict[str, Any] = asyncio.run(handler.fn(Visitor(), None))
    (asked,) = limits
    return values, asked


@pytest.mark.parametrize(
    ("phases", "shown", "more", "waiting"),
    [
        ([], [], False, 0),
        ([YOUR_TURN, PLAYING, WAITING, STOPPED], [0, 1, 2, 3], False, 1),
        ([YOUR_TURN, FINISHED, ABANDONED], [0], True, 1),
        ([YOUR_TURN] * 8, list(range(8)), False, 8),
        ([YOUR_TURN] * 9, list(range(8)), True, 9),
        ([YOUR_TURN, INVITED, PLAYING], [0, 2, 1], False, 1),
        ([INVITED] * 3, [0, 1, 2], False, 0),
        ([INVITED] * 4, [0, 1, 2], True, 0),
        ([INVITED] * 4 + [PLAYING] * 9, [*range(4, 12), 0, 1, 2], True, 0),
    ],
)
def test_home_page_shows_eight_running_tables_and_three_invitations(
    monkeypatch: pytest.MonkeyPatch, phases: list[str], shown: list[int], more: bool, waiting: int
) -> None:
    values, limit = show(monkeypatch, home.show_home, *phases)
    assert (values["name"], limit) == ("lobby/home", 30)
    assert [table["id"] for table in values["mine"]] == shown
    assert (values["more"], values["waiting"]) == (more, waiting)


def test_list_of_own_tables_has_a_hundred(monkeypatch: pytest.MonkeyPatch) -> None:
    values, limit = show(monkeypatch, home.show_my_tables, YOUR_TURN, FINISHED, YOUR_TURN)
    assert (values["name"], limit, values["waiting"], len(values["mine"])) == ("lobby/my_tables", 100, 2, 3)


# The values of a table.

MADE = datetime(2026, 6, 1, 12, 30, 59, tzinfo=UTC)
LATER = datetime(2026, 6, 2, tzinfo=UTC)


@pytest.fixture
def row() -> TableRow:
    """Return the row of a running table of "me" and "other", which "host" has opened."""
    found = live_table_of(find_game("khan"), 2).row
    seats = (replace(found.seats[0], name="Me", guest="me"), replace(found.seats[1], name="Other", guest="other"))
    return replace(found, id="id", host="host", seats=seats, title="Evening", created_at=MADE)


def values_of(
    row: TableRow, phase: str = PLAYING, acting: Sequence[int] = (), invited: int | None = None
) -> dict[str, Any]:
    visitor: Any = Visitor()
    return home._table_values(visitor, row, TableStatus(phase, [row.seats[seat] for seat in acting], MADE), invited)


def test_table_in_a_list_says_who_is_to_act(row: TableRow) -> None:
    assert values_of(row, acting=[0, 1]) == {
        "id": "id",
        "title": "Evening (Khan)",
        "is_tutorial": False,
        "is_from_position": False,
        "names": "Me, Other",
        "phase": YOUR_TURN,
        "link": "/table/id",
        "has_stand_in": False,
        "clock": None,
        "paused": False,
        "acting": "Me, Other",
        "at": "2026-06-01T12:30:59+00:00",
        "date": "2026-06-01 12:30 UTC",
    }
    assert (values_of(row, acting=[1])["phase"], values_of(row, acting=[1])["acting"]) == (PLAYING, "Other")
    assert values_of(row)["acting"] == ""
    paused = replace(row, pause=Pause(MADE))
    assert values_of(paused)["paused"]
    assert not values_of(replace(paused, phase=FINISHED), FINISHED)["paused"]


def test_replaced_player_is_not_to_act(row: TableRow) -> None:
    seats = (replace(row.seats[0], bot="greedy"), row.seats[1])
    absent = values_of(replace(row, seats=seats), acting=[0])
    assert (absent["phase"], absent["has_stand_in"]) == (PLAYING, True)
    assert not values_of(replace(row, seats=seats, phase=FINISHED), FINISHED)["has_stand_in"]
    other = values_of(replace(row, seats=(row.seats[0], replace(row.seats[1], bot="greedy"))), acting=[1])
    assert (other["phase"], other["has_stand_in"]) == (PLAYING, False)


def test_invitation_leads_to_the_open_seat_of_a_waiting_table(row: TableRow) -> None:
    opened = replace(row.seats[1], kind=OPEN, name="", guest=None, invitation_token="token")
    waiting = replace(row, seats=(row.seats[0], opened), phase=WAITING)
    asked = values_of(waiting, WAITING, invited=1)
    assert (asked["phase"], asked["link"], asked["names"]) == (INVITED, "/join/token", "Me")
    own = values_of(waiting, WAITING)
    assert (own["phase"], own["link"]) == (WAITING, "/table/id")
    begun = values_of(row, invited=1)
    assert (begun["phase"], begun["link"]) == (PLAYING, "/table/id")


def test_own_tables_are_those_of_host_seats_and_claims(row: TableRow) -> None:
    claimed = replace(row, seats=(row.seats[0], replace(row.seats[1], claimant="claimant")))
    assert [home._is_own_table(guest, claimed) for guest in ("me", "other", "host", "claimant", "x")] == [
        True,
        True,
        True,
        True,
        False,
    ]


def test_moves_are_awaited_from_present_players_of_running_games(
    row: TableRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    absent = (replace(row.seats[0], bot="greedy"), row.seats[1])
    rows = [
        replace(row, id="mine"),
        replace(row, id="absent", seats=absent),
        replace(row, id="over", phase=FINISHED),
    ]

    async def status(tables: object, row: TableRow, guest: str) -> TableStatus:
        return TableStatus(PLAYING, list(row.seats), LATER)

    monkeypatch.setattr(home, "_table_status", status)
    nothing: Any = None

    def times(guest: str, rows: Sequence[TableRow]) -> dict[str, datetime]:
        return asyncio.run(home._last_move_times(nothing, guest, rows))

    assert times("me", rows) == {"mine": LATER}
    assert times("other", rows) == {"mine": LATER, "absent": LATER}
    assert times("x", rows) == {}


class Rows:
    """A store, a cache and invitations with made-up rows: turns are known of those in `turns`."""

    def __init__(
        self, rows: Sequence[TableRow], turns: dict[str, TurnStatus | Exception], *invited: Invitation
    ) -> None:
        self.store = self.entries = self.cache = self.invitation_store = self
        self._rows, self._turns, self._invited = rows, turns, invited

    async def tables_of(self, guest: str, limit: int) -> list[TableRow]:
        return list(self._rows)

    async def of_guest(self, guest: str) -> Sequence[Invitation]:
        return self._invited

    async def last_times(self, ids: Sequence[str]) -> dict[str, datetime]:
        assert all(id_.startswith("ended") for id_ in ids), "others are not asked for"
        return dict.fromkeys(ids, LATER)

    async def has_table(self, guest: str) -> bool:
        return bool(self._rows)

    async def running_seats(self, guest: str, limit: int) -> list[Any]:
        return [SimpleNamespace(id=row.id, seat=0) for row in self._rows]

    async def turn_status(self, row: TableRow) -> TurnStatus:
        result = self._turns[row.id]
        if isinstance(result, Exception):
            raise result
        return result


def listed(rows: Rows) -> list[tuple[str, str, str]]:
    """Return the id, the phase and the date of each listed table."""
    tables: Any = rows
    visitor: Any = Visitor()
    values = asyncio.run(home._own_tables(tables, visitor, 100))
    return [(table["id"], table["phase"], table["date"][:10]) for table in values]


def test_own_tables_are_sorted_by_phase_and_latest_known_entry(row: TableRow) -> None:
    own = TurnStatus(1, (0,), {0: MADE, None: LATER})
    others = TurnStatus(1, (1,), {0: LATER})
    rows = [
        replace(row, id="waits for others", host="x"),
        replace(row, id="own turn"),
        replace(row, id="no entry yet"),
        replace(row, id="ended", phase=FINISHED),
        replace(row, id="waiting", phase=WAITING),
        replace(row, id="stopped"),
        replace(row, id="busy"),
        replace(row, id="invited", phase=WAITING, seats=(replace(row.seats[0], guest="x"), row.seats[1])),
        replace(row, id="of others", host="x", seats=row.seats[1:]),
    ]
    turns: dict[str, TurnStatus | Exception] = {
        "waits for others": others,
        "own turn": own,
        "no entry yet": TurnStatus(1, (1,), {0: None}),
        "stopped": UnplayableError("no"),
        "busy": BusyError(),
    }
    assert listed(Rows(rows, turns, Invitation("invited", 0, "me", "Me"))) == [
        ("own turn", YOUR_TURN, "2026-06-01"),
        ("invited", INVITED, "2026-06-01"),
        ("waits for others", PLAYING, "2026-06-02"),
        ("no entry yet", PLAYING, "2026-06-01"),
        ("busy", PLAYING, "2026-06-01"),
        ("waiting", WAITING, "2026-06-01"),
        ("stopped", STOPPED, "2026-06-01"),
        ("ended", FINISHED, "2026-06-02"),
    ]


def test_tables_that_wait_for_a_guest_are_counted_without_the_open_one(row: TableRow) -> None:
    rows = [replace(row, id=id_) for id_ in ("one", "two", "of others", "stopped", "busy", "broken")]
    own, other = TurnStatus(1, (0,), {}), TurnStatus(1, (1,), {})
    turns = {"one": own, "two": own, "of others": other}
    failing = {"stopped": UnplayableError("no"), "busy": BusyError(), "broken": ValueError("no")}
    seen: list[str] = []
    last_seen = SimpleNamespace(record=seen.append)

    def count(rows: Sequence[TableRow], except_table: str) -> tuple[str, str]:
        handler: Any = home.count_waiting_tables
        tables = Rows(rows, {**turns, **failing})
        response = asyncio.run(handler.fn(Visitor(), tables, last_seen, except_table))
        return response.content, response.headers["regnum-waiting"]

    text = page_text("en")
    assert count(rows, "") == (text("nav.waiting", count=2), "2")
    assert count(rows, "one") == (text("nav.waiting", count=1), "2")
    assert count(rows, "of others") == (text("nav.waiting", count=2), "2")
    assert count(rows[:1], "one") == ("", "1")
    assert seen == ["me"] * 4
    assert count([], "") == ("", "0")
    assert len(seen) == 4, "a guest without tables is never notified"


def test_next_table_is_the_one_that_has_waited_longest(row: TableRow) -> None:
    rows = [replace(row, id=id_) for id_ in ("later", "first", "of others")]
    rows.append(replace(row, id="waiting", phase=WAITING))
    turns: dict[str, TurnStatus | Exception] = {
        "later": TurnStatus(1, (0,), {0: LATER}),
        "first": TurnStatus(1, (0, 1), {0: MADE}),
        "of others": TurnStatus(1, (1,), {0: MADE}),
    }

    def following(rows: Sequence[TableRow], except_table: str = "") -> str:
        handler: Any = home.redirect_to_next_table
        response = asyncio.run(handler.fn(Visitor(), Rows(rows, turns), except_table))
        assert response.status_code == 303
        return str(response.url)

    assert following(rows) == "/table/first"
    assert following(rows, "first") == "/table/later"
    assert following(rows[:1], "later") == "/"
    absent = [replace(row, seats=(replace(row.seats[0], bot="greedy"), row.seats[1])) for row in rows]
    assert following(absent) == "/"
