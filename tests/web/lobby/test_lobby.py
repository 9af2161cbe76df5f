"""The lobby: finding, removing and hiding tables, and the cleanup of unused ones."""

import asyncio
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from msgspec import structs

from regnum.web.db.ids import new_id
from regnum.web.errors import ConflictError
from regnum.web.housekeeping.service import HousekeepingService
from regnum.web.lobby.listing import LobbyFilter
from regnum.web.lobby.removal import TableRemovalStore
from regnum.web.play.stream import stream_updates, waiting_at
from regnum.web.services import Services
from regnum.web.settings import Settings
from regnum.web.tables.invitation_store import Invitation
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import GUEST, OPEN
from regnum.web.tables.new_table import NewTable
from regnum.web.tables.table_settings import TableSettings
from tests.support.store.finished_games import play_to_the_end
from tests.support.store.stores import open_store
from tests.support.web.apps import create_app, live_table, run_in_app, run_in_thread, wait_for
from tests.support.web.guests import Guest, NewGuest
from tests.support.web.seating import lobby_titles, open_table_for_two
from tests.support.web.tables import open_table, seat_rows

pytestmark = pytest.mark.own_app


# The lobby.


def test_lobby_contains_open_tables_only(new_guest: NewGuest) -> None:
    host, other = new_guest(), new_guest()
    assert "No table is waiting" in other.get("/lobby")
    host.open_table("me", "open", "bot:random")
    host.open_table("me", "bot:random", "bot:random", listed="yes")
    listed = host.open_table("me", "open", "open", listed="yes", clock_preset="daily")
    assert lobby_titles(other) == ["Brian Boru"]
    assert lobby_titles(host) == [], "own tables are in the own list"
    page = other.get("/lobby")
    assert "2 of 3 seats free" in page
    assert "1 day per turn" in page
    for expected in (1, 0):
        path = re.findall(r'href="(/join/[^"]+)"', new_guest().get("/lobby"))[0]
        assert new_guest().join(path, f"Guest {expected}").status_code == 303
        assert len(lobby_titles(new_guest())) == expected
    assert "/lobby" in other.get("/")
    assert listed in host.get("/tables")


def test_lobby_can_be_filtered(new_guest: NewGuest) -> None:
    ann, ben, other = new_guest("en"), new_guest("de"), new_guest()
    ann.open_table("me", "open", "open", listed="yes")
    ben.open_table("me", "open", game="khan", listed="yes", clock_preset="calm")
    both = ["Brian Boru", "Khan"]
    for query, actual in {
        "": both,
        "?game=khan": ["Khan"],
        "?players=3": ["Brian Boru"],
        "?language=de": ["Khan"],
        "?time_limits=days": ["Khan"],
        "?time_limits=live": ["Brian Boru"],
        "?game=khan&time_limits=live": [],
        "?game=nothing&players=x&language=xx&pace=soon": both,
    }.items():
        assert sorted(lobby_titles(other, query)) == actual, query
    assert "No table matches your choice" in other.get("/lobby?game=khan&time_limits=live")


# Removing and hiding tables.


def test_host_can_remove_a_waiting_table(new_guest: NewGuest, app: Litestar) -> None:
    table, ann, bob = open_table_for_two(new_guest, app, "open")
    id_ = table.row.id
    ann.post(f"/table/{id_}/invite", {"seat": "2", "name": "Bob"})
    assert bob.post(f"/table/{id_}/remove", {}).status_code == 409

    async def stream() -> list[bytes]:
        stream = stream_updates(
            app.state.tables, app.state.chat, table, str(table.row.seats[1].guest), "en", waiting_at(table), 0.5
        )
        first = await anext(stream)
        assert await asyncio.to_thread(lambda: ann.post(f"/table/{id_}/remove", {}).status_code) == 303
        return [first, await anext(stream)]

    assert b"reload" in run_in_app(app, stream())[1]
    for guest in (ann, bob, new_guest()):
        guest.get(f"/table/{id_}", status=404)
        assert id_ not in guest.get("/tables")


def test_removed_table_is_gone_everywhere(new_guest: NewGuest, app: Litestar, monkeypatch: pytest.MonkeyPatch) -> None:
    table, ann, bob = open_table_for_two(new_guest, app, "open")
    id_, store = table.row.id, app.state.tables.store

    async def stale(table_id: str, version: int | None = None) -> LiveTable:
        return table  # each request has read the table before it was removed

    monkeypatch.setattr(app.state.tables.cache, "get", stale)
    assert ann.post(f"/table/{id_}/remove", {}).headers["location"] == "/tables"
    assert ann.post(f"/table/{id_}/remove", {}).headers["location"] == "/tables"
    assert ann.post(f"/table/{id_}/title", {"title": "Late"}).status_code == 404
    assert bob.post(f"/table/{id_}/tokens", {"name": "program"}).status_code == 404
    assert bob.post(f"/table/{id_}/notes", {"text": "Late"}).status_code == 404
    hook = {"kind": "json", "address": "https://a.example/x"}
    assert ann.post(f"/table/{id_}/webhooks", hook).status_code == 404
    assert run_in_app(app, store.table(id_)) is None


def test_finished_table_can_be_hidden(new_guest: NewGuest, app: Litestar, settings: Settings) -> None:
    table, ann, bob = open_table_for_two(new_guest, app)
    id_ = table.row.id
    assert ann.post(f"/table/{id_}/remove", {}).status_code == 409, "the game is not over"
    for guest in (ann, bob):
        guest.post(f"/table/{id_}/propose", {"kind": "end"})
    assert new_guest().post(f"/table/{id_}/remove", {}).status_code == 409
    assert ann.post(f"/table/{id_}/remove", {}).status_code == 303
    assert ann.post(f"/table/{id_}/remove", {}).status_code == 303
    assert id_ not in ann.get("/tables")
    assert id_ in bob.get("/tables")
    ann.get(f"/table/{id_}")


# Tidying.


def test_table_counts_as_used_while_people_join(settings: Settings, tmp_path: Path) -> None:
    app = create_app(settings)
    with TestClient(app) as client:
        host, friend = Guest(client), Guest(client)
        id_ = host.open_table("me", "open", "open")
        old = (datetime.now(UTC) - timedelta(days=40)).strftime("%Y-%m-%d %H:%M:%S.%f")

        def age() -> None:
            with closing(sqlite3.connect(tmp_path / "test.db", timeout=10)) as store, store:
                store.execute("UPDATE tables SET created_at = ?, changed_at = ?", [old, old])

        def tidied() -> int:
            tables = app.state.tables
            housekeeping = HousekeepingService(tables.store, TableRemovalStore(tables.store), 30)
            return run_in_app(app, housekeeping.remove_unused_tables())

        for guest, name in ((friend, "Bob"), (Guest(client), "Cleo")):
            age()
            guest.join(host.table_link(id_), name)
            assert tidied() == 0
        assert live_table(app, id_).phase == "playing"
        age()
        assert tidied() == 1


def test_unused_tables_are_removed_and_finished_ones_kept(settings: Settings, tmp_path: Path) -> None:
    app = create_app(settings)
    with TestClient(app) as client:
        guests = [Guest(client), Guest(client)]

        def new_guest() -> Guest:
            return Guest(client)

        waiting = guests[0].open_table("me", "open", "open")
        fresh = guests[0].open_table("me", "open", "open")
        left, done, moving = (open_table_for_two(new_guest, app)[0] for _ in range(3))
        for table in (left, done, moving):
            wait_for(lambda table=table: not table.bots_to_act())  # type: ignore[misc]
        run_in_thread(lambda: play_to_the_end(tmp_path / "test.db", done.row.id))
        old = (datetime.now(UTC) - timedelta(days=40)).strftime("%Y-%m-%d %H:%M:%S.%f")
        with closing(sqlite3.connect(tmp_path / "test.db", timeout=10)) as store, store:
            store.execute("UPDATE tables SET created_at = ?, changed_at = NULL WHERE id <> ?", [old, fresh])
            store.execute("UPDATE entries SET created_at = ? WHERE table_id <> ?", [old, moving.row.id])

        async def tidy(days: int) -> int:
            tables = app.state.tables
            return await HousekeepingService(tables.store, TableRemovalStore(tables.store), days).remove_unused_tables()

        assert run_in_app(app, tidy(0)) == 0, "as it is set"
        assert run_in_app(app, tidy(60)) == 0
        expected = 3 if moving.entry_count == 0 else 2
        assert run_in_app(app, tidy(30)) == expected
        watcher = Guest(client)
        for gone in (waiting, left.row.id):
            watcher.get(f"/table/{gone}", status=404)
        for kept in (fresh, done.row.id):
            watcher.get(f"/table/{kept}")


def test_cleanup_setting_is_read_and_validated(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("REGNUM_DATA", str(tmp_path))
    assert Settings.load().remove_unused_after_days == 0
    monkeypatch.setenv("REGNUM_REMOVE_UNUSED_AFTER_DAYS", "30")
    assert Settings.load().remove_unused_after_days == 30
    monkeypatch.setenv("REGNUM_REMOVE_UNUSED_AFTER_DAYS", "soon")
    with pytest.raises(ValueError, match="REGNUM_REMOVE_UNUSED_AFTER_DAYS"):
        Settings.load()
    assert replace(Settings(tmp_path, "", "x" * 20), remove_unused_after_days=3).remove_unused_after_days == 3


def test_store_finds_asks_and_removes_tables(database: str, settings: Settings) -> None:
    async def work() -> None:
        store = await open_store(database)
        services = Services(store.database, settings)
        tables, removal = services.tables, TableRemovalStore(store)
        table = await open_table(tables, GUEST, OPEN, GUEST)
        assert await services.lobby.find_tables(LobbyFilter(), "nobody") == []
        seats, options = seat_rows(GUEST, OPEN, GUEST), dict(table.state.options)
        listed = await tables.open(
            NewTable(table.game, 3, options, "g0", seats, settings=TableSettings(is_listed=True))
        )
        actual = await services.lobby.find_tables(
            LobbyFilter(game=table.game.id, players=3, time_limits="live"), "nobody"
        )
        assert [row.id for row in actual] == [listed]
        assert await services.lobby.find_tables(LobbyFilter(game=table.game.id, time_limits="days"), "nobody") == []
        assert await services.lobby.find_tables(LobbyFilter(), "g2") == []
        assert await tables.invitation_store.companions_named("g0", "p2") == {"g2"}
        await tables.invitation_store.invite(Invitation(listed, 1, "g7", "P7"))
        assert [row.id for row in await store.tables_of("g7")] == [listed]
        await removal.hide_table("g7", listed)
        await removal.hide_table("g7", listed)
        assert await store.tables_of("g7") == []
        await tables.invitation_store.remove_guest("g8", listed)
        assert await services.lobby.find_tables(LobbyFilter(), "g8") == []
        with pytest.raises(ConflictError):
            await removal.remove(actual[0].id, 5)
        await removal.remove(actual[0].id, 0)
        assert await store.table(listed) is None
        assert await tables.invitation_store.of_guest("g7") == []
        later = datetime.now(UTC) + timedelta(days=1)
        assert await removal.find_unused_tables(later) == [(table.row.id, 0)]
        assert await removal.find_unused_tables(later - timedelta(days=2)) == []
        await services.close()
        await store.database.close()

    run_in_thread(lambda: asyncio.run(work()))


def test_lobby_limits_tables_of_a_host_and_pages_contain_every_table(
    database: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regnum.web.lobby.listing.PAGE_SIZE", 4)

    async def work() -> None:
        store = await open_store(database)
        services = Services(store.database, settings)
        tables = services.tables
        table = await open_table(tables, GUEST, OPEN, GUEST)
        options = dict(table.state.options)

        async def open_for(host: str) -> str:
            seats = [structs.replace(seat, invitation_token=new_id()) for seat in seat_rows(OPEN, OPEN, OPEN)]
            return await tables.open(
                NewTable(table.game, 3, options, host, seats, settings=TableSettings(is_listed=True))
            )

        old = [await open_for(f"host {number}") for number in range(4)]
        new = [await open_for("flood") for _ in range(9)]
        first, second = [
            [row.id for row in await services.lobby.find_tables(LobbyFilter(), "nobody", page)] for page in (1, 2)
        ]
        assert [*first[:4], *second] == [*new[:-4:-1], *old[::-1]]
        assert first[4:] == second[:1], "it mentions another page"
        await services.close()
        await store.database.close()

    run_in_thread(lambda: asyncio.run(work()))


def test_lobby_is_paginated(new_guest: NewGuest, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("lobby.listing", "lobby.routes.listing"):
        monkeypatch.setattr(f"regnum.web.{name}.PAGE_SIZE", 1)
    for game in ("khan", "brian_boru"):
        new_guest().open_table("me", *["open"] * 2, listed="yes", game=game)
    seen = new_guest()
    assert lobby_titles(seen) == ["Brian Boru"]
    older = re.search(r'href="([^"]+)">Older tables', seen.get("/lobby?players=3"))
    assert older
    assert older[1] == "/lobby?players=3&amp;page=2"
    assert lobby_titles(seen, "?players=3&page=2") == ["Khan"]
    page = seen.get("/lobby?page=2")
    assert "Newer tables" in page
    assert "Older tables" not in page
    for strange in ("0", "-1", "x", "9" * 30):
        assert lobby_titles(seen, f"?page={strange}") == ["Brian Boru"]
