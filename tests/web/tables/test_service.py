"""Live tables as a cache over the store: other servers, evicted tables, and streams."""

import asyncio
import random
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import Connection

from regnum.web.errors import RefusedError, UnplayableError
from regnum.web.http.sse import RETRY_EVENT
from regnum.web.play.stream import stream_updates, waiting_at
from regnum.web.services import Services
from regnum.web.settings import Settings
from regnum.web.tables import cache
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import GUEST, OPEN
from regnum.web.tables.service import TableService
from tests.support.store.stores import open_store
from tests.support.web.apps import run_in_thread
from tests.support.web.tables import move_randomly, open_table

BEAT = re.compile(rb"event: beat\ndata: \d+\n\n")


def with_services(settings: Settings, work: Callable[[Services], Awaitable[None]]) -> None:
    """Run work with the services of a server."""

    async def all_of_it() -> None:
        store = await open_store(settings.database)
        services = Services(store.database, settings)
        try:
            await work(services)
        finally:
            await services.close()
            await store.database.close()

    run_in_thread(lambda: asyncio.run(all_of_it()))


def test_two_servers_at_one_table_do_not_overwrite_each_other(settings: Settings) -> None:
    async def work(services: Services) -> None:
        tables = services.tables
        table = await open_table(tables, GUEST, GUEST, GUEST)
        elsewhere = Services(tables.store.database, settings).tables
        same = await elsewhere.get(table.row.id)
        assert same is not None
        dice = random.Random(1)
        await move_randomly(elsewhere, same, dice)
        seat = table.state.players_to_act[0]
        action = str(table.state.legal_actions(seat)[-1])
        with pytest.raises(RefusedError, match="stale"):
            await tables.act(table, seat, action, table.entry_count)
        assert table.state == same.state
        assert await tables.store.entries.of_table(table.row.id) == same.play.record.entries
        await move_randomly(tables, table, dice)

    with_services(settings, work)


def test_uncommitted_changes_are_not_shown(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(services: Services) -> None:
        tables = services.tables
        table = await open_table(tables, GUEST, GUEST, GUEST)
        before = table.state.to_dict()

        async def broken(*_: object, **__: object) -> None:
            assert table.state.to_dict() == before, "the store comes first"
            raise OSError("the disk is full")

        monkeypatch.setattr(tables.store.entries, "append", broken)
        with pytest.raises(OSError, match="disk"):
            await move_randomly(tables, table, random.Random(1))
        assert table.state.to_dict() == before
        assert table.play.record.entries == []

    with_services(settings, work)


def test_evicted_tables_are_loaded_again(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MAX_TABLES", 3)

    async def work(services: Services) -> None:
        tables = services.tables
        first = await open_table(tables, GUEST, GUEST, GUEST)
        await move_randomly(tables, first, random.Random(1))
        first.watchers = 1
        second = await open_table(tables, GUEST, GUEST, GUEST)
        await move_randomly(tables, second, random.Random(1))
        for _ in range(5):
            await open_table(tables, GUEST, GUEST, GUEST)
        assert len(tables.cache.live) == 3
        assert await tables.get(first.row.id) is first, "it has a watcher"
        again = await tables.get(second.row.id)
        assert again is not None
        assert again is not second
        assert again.state == second.state

    with_services(settings, work)


def test_unplayable_table_says_so(settings: Settings) -> None:
    async def work(services: Services) -> None:
        tables = services.tables
        table = await open_table(tables, GUEST, GUEST, GUEST)
        with pytest.raises(UnplayableError, match="rules version 999"):
            LiveTable(msgspec.structs.replace(table.row, rules_version=999), [])
        with pytest.raises(UnplayableError) as error:
            LiveTable(table.row, [(0, "keep 7")])
        assert "keep 7" not in str(error.value), "not even the log may tell a hidden card"
        assert error.value.__cause__ is None

    with_services(settings, work)


def test_table_follows_restored_and_broken_rows(settings: Settings) -> None:
    async def change(tables: TableService, *statements: str) -> None:
        def work(connection: Connection) -> None:
            for statement in statements:
                connection.exec_driver_sql(statement)

        await tables.store.database.write(work)

    async def work(services: Services) -> None:
        tables = services.tables
        table = await open_table(tables, GUEST, GUEST, GUEST)
        dice = random.Random(1)
        states = [table.state]
        for _ in range(3):
            await move_randomly(tables, table, dice)
            states.append(table.state)
        await change(tables, "DELETE FROM entries WHERE number = 3", "UPDATE tables SET version = 2")
        assert await tables.get(table.row.id) is table
        assert (table.entry_count, table.state) == (2, states[2])
        await move_randomly(tables, table, random.Random(2))
        await change(
            tables,
            f"INSERT INTO entries VALUES ('{table.row.id}', 4, 0, 'nonsense', '2026-01-01')",
            "UPDATE tables SET version = 4",
        )
        for _ in range(2):
            with pytest.raises(UnplayableError):
                await tables.get(table.row.id)
        await change(tables, "DELETE FROM entries", "DELETE FROM seats", "DELETE FROM tables")
        assert await tables.get(table.row.id) is None

    with_services(settings, work)


def test_stream_skips_to_the_newest_of_many_moves(settings: Settings) -> None:
    async def work(services: Services) -> None:
        tables = services.tables
        table = await open_table(tables, GUEST, GUEST, GUEST)
        dice = random.Random(1)
        stream = stream_updates(tables, services.chat, table, "nobody", "en", 0, 5)
        assert await anext(stream) == RETRY_EVENT
        waiting = asyncio.ensure_future(anext(stream))
        await asyncio.sleep(0)
        for _ in range(3):
            await move_randomly(tables, table, dice)
        frame = (await waiting).decode()
        assert frame.count("event: parts") == 1
        first = int(frame.partition("id: ")[2].partition("\n")[0])
        later = [first]
        while later[-1] < 3:
            later.append(int((await anext(stream)).decode().partition("id: ")[2].partition("\n")[0]))
        assert later[-1] == 3
        assert table.watchers == 1
        await stream.aclose()  # type: ignore[attr-defined]
        assert table.watchers == 0

    with_services(settings, work)


def test_quiet_stream_has_a_heartbeat_and_ends_with_the_server(settings: Settings) -> None:
    async def work(services: Services) -> None:
        tables = services.tables
        table = await open_table(tables, GUEST, GUEST, GUEST)
        stream = stream_updates(tables, services.chat, table, "g0", "en", 0, 0.01)
        received = [await anext(stream) for _ in range(3)]
        assert received[0] == RETRY_EVENT
        assert all(BEAT.fullmatch(item) for item in received[1:]), received
        tables.close_streams()
        assert all([BEAT.fullmatch(entry) async for entry in stream])

    with_services(settings, work)


def test_waiting_page_is_updated_when_a_person_sits_down(settings: Settings) -> None:
    async def work(services: Services) -> None:
        tables = services.tables
        table = await open_table(tables, GUEST, OPEN, OPEN)
        before = waiting_at(table)
        stream = stream_updates(tables, services.chat, table, "g0", "en", before, 5)
        assert await anext(stream) == RETRY_EVENT
        waiting = asyncio.ensure_future(anext(stream))
        await asyncio.sleep(0.01)
        assert not waiting.done()
        await services.seating.join(table, 1, "new", "Ben")
        assert (await waiting).decode().startswith("event: reload")
        late = stream_updates(tables, services.chat, table, "g0", "en", before, 5)
        assert [await anext(late), (await anext(late))[:13]] == [RETRY_EVENT, b"event: reload"]

    with_services(settings, work)


def test_data_folder_contains_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGNUM_DATA", str(tmp_path))
    settings = Settings.load()
    assert settings.database == f"sqlite:///{tmp_path / 'regnum.db'}"

    async def work(services: Services) -> None:
        tables = services.tables
        await open_table(tables, GUEST, GUEST, GUEST)

    with_services(settings, work)
    assert {path.name for path in tmp_path.iterdir()} >= {"regnum.db", "secret"}
