"""Tables in memory: loading, upgrading, catching up with the store, and dropping those that nobody watches."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec.structs import replace

from regnum.games import find_game
from regnum.web.errors import BusyError, ConflictError, GoneError, UnplayableError
from regnum.web.tables import cache as cache_module
from regnum.web.tables.cache import MAX_ATTEMPTS, TableCache
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import BOT, Entry, TableRow, TableUpdate
from tests.support.web.live_tables import live_table_of

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


class Store:
    """Rows and entries, with a list of what was asked and written."""

    def __init__(self, *rows: TableRow) -> None:
        self.rows = {row.id: row for row in rows}
        self.entries = self
        self.stored_entries: dict[str, list[Entry]] = {}
        self.asked: list[str] = []
        self.written: list[tuple[TableRow, int]] = []
        self.cleared: list[tuple[str, int]] = []
        self.conflicts = 0

    async def table(self, id_: str) -> TableRow | None:
        self.asked.append(f"row {id_}")
        return self.rows.get(id_)

    async def version(self, id_: str) -> int | None:
        self.asked.append(f"version {id_}")
        row = self.rows.get(id_)
        return None if row is None else row.version

    async def versions(self, ids: Any) -> dict[str, int]:
        return {id_: self.rows[id_].version for id_ in ids if id_ in self.rows}

    async def dated_of_table(self, id_: str, after: int = 0) -> list[Entry]:
        return self.stored_entries.get(id_, [])[after:]

    async def of_table(self, id_: str) -> list[tuple[int, str]]:
        return [(entry.player, entry.text) for entry in self.stored_entries.get(id_, [])]

    async def write_upgraded_rules(self, row: TableRow, version: int) -> None:
        if self.conflicts:
            self.conflicts -= 1
            raise ConflictError("another server was faster")
        self.written.append((row, version))

    async def clear_awaits_bot(self, id_: str, version: int) -> None:
        self.cleared.append((id_, version))


ROW = replace(live_table_of(find_game("khan"), 3).row, version=4)
LEGAL = live_table_of(find_game("khan"), 3)
SEAT = LEGAL.state.players_to_act[0]
ENTRY = Entry(1, SEAT, LEGAL.state.legal_actions(SEAT)[0].text, NOON)


def run(store: Store, work: Callable[[TableCache], Awaitable[None]]) -> list[str]:
    """Run work with a cache; return the tables whose bots were woken. The bots of "busy" are about to act."""
    woken: list[str] = []
    any_store: Any = store
    cache = TableCache(any_store, lambda table: woken.append(table.row.id), lambda table: table.row.id == "busy")

    async def working() -> None:
        await work(cache)

    asyncio.run(working())
    return woken


async def found(cache: TableCache, id_: str = "t", version: int | None = None) -> LiveTable:
    table = await cache.get(id_, version)
    assert table is not None
    return table


def test_table_is_loaded_once_and_wakes_its_bots() -> None:
    store = Store(ROW)
    store.stored_entries["t"] = [ENTRY]

    async def work(cache: TableCache) -> None:
        table = await found(cache)
        assert (table.version, table.entry_count, table.times) == (4, 1, {1: NOON})
        assert await cache.get("none") is None
        store.asked.clear()
        assert await found(cache) is table
        assert store.asked == ["version t"]
        assert await found(cache, version=4) is table
        assert store.asked == ["version t"], "the version was known"

    assert run(store, work) == ["t", "t", "t"]
    assert store.cleared == []


def test_table_that_need_not_be_checked_is_marked() -> None:
    store = Store(replace(ROW, awaits_bot=True))

    async def work(cache: TableCache) -> None:
        await found(cache)

    run(store, work)
    assert store.cleared == [("t", 4)]
    seats = tuple(replace(seat, kind=BOT, guest=None, bot="greedy") for seat in ROW.seats)
    waiting = Store(replace(ROW, awaits_bot=True, seats=seats))
    run(waiting, work)
    assert waiting.cleared == [], "a bot is to act"


@pytest.mark.parametrize("conflicts", [0, 2])
def test_table_of_older_rules_is_upgraded_at_its_next_version(conflicts: int) -> None:
    store = Store(replace(ROW, rules_version=ROW.rules_version - 1))
    store.conflicts = conflicts

    async def work(cache: TableCache) -> None:
        table = await found(cache)
        assert (table.version, table.row.rules_version) == (5, ROW.rules_version)

    run(store, work)
    ((written, version),) = store.written
    assert (written.rules_version, version) == (ROW.rules_version, 4)


def test_table_that_keeps_changing_is_busy() -> None:
    store = Store(replace(ROW, rules_version=ROW.rules_version - 1))
    store.conflicts = MAX_ATTEMPTS

    async def work(cache: TableCache) -> None:
        with pytest.raises(BusyError):
            await cache.get("t")
        store.conflicts = MAX_ATTEMPTS - 1
        assert await cache.get("t") is not None

    run(store, work)


def test_changed_table_is_read_from_the_store() -> None:
    store = Store(ROW)

    async def work(cache: TableCache) -> None:
        table = await found(cache)
        store.stored_entries["t"] = [ENTRY]
        store.rows["t"] = replace(ROW, version=5)
        assert await found(cache) is table
        assert (table.version, table.entry_count) == (5, 1)
        store.stored_entries["t"] = []
        store.rows["t"] = replace(ROW, version=2)
        await found(cache)
        assert (table.version, table.entry_count) == (2, 0), "an older state was restored"
        store.rows["t"] = replace(ROW, version=6, rules_version=ROW.rules_version + 1)
        with pytest.raises(UnplayableError):
            await cache.get("t")
        assert "t" not in cache.live

    run(store, work)


def test_removed_table_is_forgotten() -> None:
    store = Store(ROW)

    async def work(cache: TableCache) -> None:
        table = await found(cache)
        change = table.next_change()
        del store.rows["t"]
        assert await cache.get("t") is None
        assert (table.is_removed, change.is_set(), dict(cache.live)) == (True, True, {})

    run(store, work)


@pytest.mark.parametrize(
    ("update", "read"),
    [
        (TableUpdate("t", 5, False, entry=ENTRY), False),
        (TableUpdate("t", 6, False, entry=ENTRY), True),
        (TableUpdate("t", 5, False, entry=replace(ENTRY, number=2)), True),
        (TableUpdate("t", 5, False), True),
        (None, True),
    ],
)
def test_next_entry_is_taken_from_the_message_and_all_else_from_the_store(
    update: TableUpdate | None, read: bool
) -> None:
    store = Store(ROW)

    async def work(cache: TableCache) -> None:
        table = await found(cache)
        store.stored_entries["t"] = [ENTRY]
        store.rows["t"] = replace(ROW, version=5)
        store.asked.clear()
        await cache.catch_up(table, update)
        assert (table.version, table.entry_count) == (5, 1)
        assert store.asked == (["row t"] if read else [])
        store.asked.clear()
        await cache.catch_up(table, TableUpdate("t", 5, False))
        assert store.asked == [], "it is up to date"

    assert run(store, work) == ["t", "t", "t"]


def test_all_changed_tables_catch_up_after_lost_messages() -> None:
    store = Store(ROW, replace(ROW, id="other"))

    async def work(cache: TableCache) -> None:
        tables = [await found(cache, id_) for id_ in ("t", "other")]
        store.rows["t"] = replace(ROW, version=5)
        store.asked.clear()
        await cache.catch_up_all()
        assert [table.version for table in tables] == [5, 4]
        assert store.asked == ["row t"]

    run(store, work)


def test_least_recently_used_tables_that_nobody_needs_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_module, "MAX_TABLES", 3)
    names = ("watched", "busy", "a", "b", "c")
    store = Store(*(replace(ROW, id=name) for name in names))

    async def work(cache: TableCache) -> None:
        (await found(cache, "watched")).watchers = 1
        for name in ("busy", "a"):
            await found(cache, name)
        assert list(cache.live) == ["watched", "busy", "a"]
        await found(cache, "b")
        assert list(cache.live) == ["watched", "busy", "b"]
        await found(cache, "busy")
        await found(cache, "c")
        assert list(cache.live) == ["watched", "busy", "c"]

    run(store, work)


def test_turn_of_a_table_is_known_without_loading_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_module, "MAX_STATUSES", 2)
    rows = [ROW, replace(ROW, id="a"), replace(ROW, id="b")]
    store = Store(*rows)
    store.stored_entries["t"] = [ENTRY]

    async def work(cache: TableCache) -> None:
        status = await cache.turn_status(ROW)
        table = await found(cache)
        assert (status.version, status.acting) == (4, table.state.players_to_act)
        assert status.last_entry_times == dict.fromkeys((None, 0, 1, 2), NOON)
        assert await cache.seats_to_act(ROW) == status.acting
        cache.live.clear()
        store.asked.clear()
        assert await cache.turn_status(ROW) == status
        assert store.asked == []
        await cache.turn_status(rows[1])
        await cache.turn_status(ROW)
        await cache.turn_status(rows[2])
        cache.live.clear()
        store.asked.clear()
        for row in (ROW, rows[2], rows[1]):
            await cache.turn_status(row)
        assert store.asked == ["row a"], "the least recently asked one was dropped"
        store.rows["t"] = replace(ROW, version=5)
        assert (await cache.turn_status(store.rows["t"])).version == 5

    run(store, work)


def test_turn_of_a_removed_table_is_empty() -> None:
    async def work(cache: TableCache) -> None:
        status = await cache.turn_status(ROW)
        assert (status.version, status.acting, status.last_entry_times) == (4, (), {})

    run(Store(), work)


def test_change_is_repeated_after_changes_of_other_servers() -> None:
    store = Store(ROW)

    async def work(cache: TableCache) -> None:
        table = await found(cache)
        versions: list[int] = []

        async def change() -> str:
            versions.append(table.version)
            if len(versions) < MAX_ATTEMPTS:
                store.rows["t"] = replace(ROW, version=table.version + 1)
                raise ConflictError("changed")
            return "done"

        assert await cache.change(table, change) == "done"
        assert versions == list(range(4, 4 + MAX_ATTEMPTS))

        async def conflict() -> None:
            raise ConflictError("changed")

        with pytest.raises(BusyError):
            await cache.change(table, conflict)
        del store.rows["t"]
        with pytest.raises(GoneError):
            await cache.change(table, conflict)

    run(store, work)
