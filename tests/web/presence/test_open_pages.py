"""Presence: open pages at this server and at others over the same store."""

import asyncio
import re

import pytest
from litestar import Litestar

from regnum.web.board.render import render_for_seat
from regnum.web.play.sse import stream_updates
from regnum.web.presence.open_pages import Presence
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.store import TableStore
from tests.support.web.apps import live_table, run_in_thread
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
        mine = stream_updates(tables, app.state.chat, table, guest_of(table, 0), "en", table.entries_known_to(0), 60)
        await anext(mine)
        theirs = stream_updates(tables, app.state.chat, table, guest_of(table, 1), "en", table.entries_known_to(1), 60)
        await anext(theirs)
        frame = (await anext(mine)).decode()
        assert absent_players(frame) == [False, False, False]
        assert "event: parts" in frame
        assert 'id="board"' not in frame, "only the strip is sent"
        await theirs.aclose()  # type: ignore[attr-defined]
        assert not table.away(0), "a closed page may be reloaded"
        await tables.presence.exchange()
        assert absent_players((await anext(mine)).decode()) == [False, True, False]
        await mine.aclose()  # type: ignore[attr-defined]
        await tables.presence.exchange()

    run_in_thread(lambda: asyncio.run(come_and_go()))


def test_outdated_page_is_updated_at_once(app: Litestar, table: LiveTable) -> None:
    async def look() -> bytes:
        mine = stream_updates(
            app.state.tables,
            app.state.chat,
            table,
            guest_of(table, 0),
            "en",
            table.entries_known_to(0),
            60,
            shown=(frozenset(), False, table.roster),
        )
        await anext(mine)
        frame = await anext(mine)
        await mine.aclose()  # type: ignore[attr-defined]
        return frame

    assert absent_players(run_in_thread(lambda: asyncio.run(look())).decode()) == [False, True, False]


def test_page_knows_whom_it_shows_as_away(new_guest: NewGuest) -> None:
    ann = new_guest()
    id_ = ann.open_table("me", "open", "bot:random")
    new_guest().join(ann.invitations(id_)[0], "Bob")
    page = ann.get(f"/table/{id_}")
    assert re.search(r'/events\?since=\d+&amp;away=1&amp;roster=ppp"', page)
    assert absent_players(page) == [False, True, False]


def test_presence_is_shared_among_servers(database: str, table: LiveTable) -> None:
    async def two_servers() -> None:
        stores = [TableStore(database), TableStore(database)]
        for store in stores:
            await store.open()
        one, other = (Presence(store.database, {table.row.id: table}, grace=0.0) for store in stores)
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
            await store.close()

    run_in_thread(lambda: asyncio.run(two_servers()))
