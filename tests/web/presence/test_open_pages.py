"""Presence: open pages at this server and at others over the same store."""

import asyncio
import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from litestar import Litestar
from sqlalchemy import delete, insert, select

from regnum.web.board.render import render_for_seat
from regnum.web.db.schema import PRESENCE
from regnum.web.play.stream import stream_updates
from regnum.web.presence.open_pages import EXCHANGE_INTERVAL, RELOAD_SECONDS, REPORT_TIMEOUT, PresenceService
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.store import TableStore
from tests.support.store.stores import open_store, with_store
from tests.support.web.apps import live_table, run_in_app, run_in_thread
from tests.support.web.guests import NewGuest


def absent_players(panel: str) -> list[bool]:
    """Return for each player in the strip whether they are shown as away."""
    strip = panel.partition('id="strip"')[2].partition("</section>")[0]
    return ['title="away"' in side for side in strip.split("<div")[1:]]


@pytest.fixture
def table(new_guest: NewGuest, app: Litestar) -> LiveTable:
    """A table of two people and a bot."""
    ann, bob = new_guest(), new_guest()
    id_ = ann.open_table("me", "open", "bot:random")
    assert bob.join(ann.invitations(id_)[0], "Bob").status_code == 303
    return live_table(app, id_)


def guest_of(table: LiveTable, seat: int) -> str:
    return str(table.row.seats[seat].guest)


def test_player_with_an_open_page_and_bots_are_present(app: Litestar, table: LiveTable) -> None:
    tables = app.state.tables
    tables.presence._grace = 0.0

    async def come_and_go() -> None:
        assert absent_players(render_for_seat(table, 0, "en").panel) == [False, True, False], (
            "the viewer is never shown as away"
        )
        mine = stream_updates(tables, app.state.chat, table, guest_of(table, 0), "en", table.known_entry_count(0), 60)
        await anext(mine)
        theirs = stream_updates(tables, app.state.chat, table, guest_of(table, 1), "en", table.known_entry_count(1), 60)
        await anext(theirs)
        frame = (await anext(mine)).decode()
        assert absent_players(frame) == [False, False, False]
        assert "event: parts" in frame
        assert 'id="board"' not in frame, "only the strip is sent"
        await theirs.aclose()  # type: ignore[attr-defined]
        assert not table.away_seats(0), "a closed page may be reloaded"
        await tables.presence.exchange()
        assert absent_players((await anext(mine)).decode()) == [False, True, False]
        await mine.aclose()  # type: ignore[attr-defined]
        await tables.presence.exchange()

    run_in_app(app, come_and_go())


def test_outdated_page_is_updated_at_once(app: Litestar, table: LiveTable) -> None:
    async def look() -> bytes:
        mine = stream_updates(
            app.state.tables,
            app.state.chat,
            table,
            guest_of(table, 0),
            "en",
            table.known_entry_count(0),
            60,
            shown=(frozenset(), False, table.status_digest),
        )
        await anext(mine)
        frame = await anext(mine)
        await mine.aclose()  # type: ignore[attr-defined]
        return frame

    assert absent_players(run_in_app(app, look()).decode()) == [False, True, False]


def test_page_knows_whom_it_shows_as_away(new_guest: NewGuest) -> None:
    ann = new_guest()
    id_ = ann.open_table("me", "open", "bot:random")
    new_guest().join(ann.invitations(id_)[0], "Bob")
    page = ann.get(f"/table/{id_}")
    assert re.search(r'/events\?since=\d+&amp;away=1&amp;status=ppp"', page)
    assert absent_players(page) == [False, True, False]


def test_presence_is_shared_among_servers(database: str, table: LiveTable) -> None:
    async def two_servers() -> None:
        stores = [await open_store(database), await open_store(database)]
        one, other = (PresenceService(store.database, {table.row.id: table}, grace=0.0) for store in stores)
        table.watchers = 1
        one.page_opened(table, 1)
        await one.exchange()
        table.present = frozenset()
        await other.exchange()
        assert table.present == {1}
        other.page_opened(table, 0)
        assert table.present == {0, 1}
        one.page_closed(table, 1)
        await one.exchange()
        await other.exchange()
        assert table.present == {0}
        for store in stores:
            await store.database.close()

    run_in_thread(lambda: asyncio.run(two_servers()))


@dataclass
class Row:
    """The row of a table, as far as presence needs it."""

    id: str


class WatchedTable:
    """A table in memory that counts its announcements."""

    def __init__(self, id_: str, watchers: int = 1) -> None:
        self.row = Row(id_)
        self.watchers = watchers
        self.present: frozenset[int] = frozenset()
        self.announced = 0

    def announce_change(self) -> None:
        self.announced += 1


def test_presence_intervals_match_the_documentation() -> None:
    assert (EXCHANGE_INTERVAL, RELOAD_SECONDS, REPORT_TIMEOUT) == (10.0, 15.0, 30.0)


def test_only_current_reports_of_other_servers_about_watched_tables_count(tmp_path: Path) -> None:
    one, other, unwatched = WatchedTable("one"), WatchedTable("other"), WatchedTable("unwatched", 0)
    tables = {table.row.id: table for table in (one, other, unwatched)}
    now = datetime.now(UTC)
    soon, past = now + timedelta(hours=1), now - timedelta(hours=1)

    async def work(store: TableStore) -> None:
        database = store.database
        here = PresenceService(database, tables, grace=0.0)
        reports = [
            ("there", "one", 0, soon),
            ("there", "one", 1, past),
            ("there", "unwatched", 2, soon),
            (here._server, "one", 3, soon),
            ("third", "other", 4, soon),
        ]
        columns = ("server", "table_id", "seat", "expires_at")
        rows: list[dict[str, object]] = [dict(zip(columns, report, strict=True)) for report in reports]
        await database.write(lambda connection: connection.execute(insert(PRESENCE), rows))
        assert [await here.seats_present(id_) for id_ in ("one", "other", "unwatched")] == [{0}, {4}, {2}]
        await here.exchange()
        assert [table.present for table in tables.values()] == [{0}, {4}, set()]
        assert [table.announced for table in tables.values()] == [1, 1, 0]
        left = await database.read(lambda connection: list(connection.execute(select(PRESENCE.c.seat)).scalars()))
        assert sorted(left) == [0, 2, 4], "expired reports and the server's own old ones are removed"
        await here.exchange()
        assert [table.announced for table in tables.values()] == [1, 1, 0], "nothing has changed"
        await database.write(lambda connection: connection.execute(delete(PRESENCE)))
        await here.exchange()
        assert [table.present for table in tables.values()] == [set(), set(), set()]

    with_store(f"sqlite:///{tmp_path / 'test.db'}", work)


def test_server_reports_the_seats_with_open_pages(tmp_path: Path) -> None:
    table = WatchedTable("one", watchers=0)

    async def work(store: TableStore) -> None:
        here = PresenceService(store.database, {"one": table}, grace=3600.0)

        async def reported() -> list[int]:
            query = select(PRESENCE.c.seat, PRESENCE.c.expires_at)
            rows = await store.database.read(lambda connection: connection.execute(query).all())
            late = datetime.now(UTC) + timedelta(seconds=REPORT_TIMEOUT)
            assert all(late - timedelta(minutes=5) < row.expires_at <= late for row in rows)
            return sorted(row.seat for row in rows)

        here.page_opened(table, None)
        await here.exchange()
        assert (await reported(), table.present, table.announced) == ([], frozenset(), 0), "spectators are not counted"
        here.page_opened(table, 2)
        here.page_opened(table, 2)
        here.page_opened(table, 0)
        assert (table.present, table.announced) == (frozenset({0, 2}), 2)
        await here.exchange()
        assert await reported() == [0, 2]
        here.page_closed(table, 2)
        here.page_closed(table, None)
        assert await here.seats_present("one") == {0, 2}, "one of two pages is still open"
        here.page_closed(table, 2)
        assert await here.seats_present("one") == {0}
        await here.exchange()
        assert await reported() == [0, 2], "the page may be reloaded"
        here._closed.clear()
        here.page_closed(table, 0)
        here._closed.clear()
        await here.exchange()
        assert await reported() == [], "the end is reported, too"

    with_store(f"sqlite:///{tmp_path / 'test.db'}", work)
