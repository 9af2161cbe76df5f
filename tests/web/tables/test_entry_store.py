"""The stored entries of records."""

from datetime import UTC, datetime, timedelta

import pytest

from regnum.web.errors import ConflictError
from regnum.web.tables.models import (
    PLAYING,
    Entry,
)
from regnum.web.tables.store import TableStore
from tests.support.store.rows import NOON, add_rows, table_row, waiting_row
from tests.support.store.stores import with_store


def test_entries_are_stored_once_in_order_with_times(sqlite_database: str) -> None:
    async def work(store: TableStore) -> None:
        await add_rows(store, table_row("one", "ann"), table_row("two", "bob"))
        for number in (1, 2, 3):
            entry = Entry(number, 0, f"move {number}", NOON + timedelta(minutes=number))
            await store.entries.append("one", number - 1, entry, PLAYING, number == 2)
            assert await store.tables_awaiting_bots(9) == (["one"] if number == 2 else [])
        await store.entries.append("one", 2, entry, PLAYING, False)  # only the answer was lost
        with pytest.raises(ConflictError):
            await store.entries.append("one", 2, Entry(3, 0, "another", NOON), PLAYING, False)
        assert await store.entries.of_table("one", after=1) == [(0, "move 2"), (0, "move 3")]
        assert [entry.number for entry in await store.entries.dated_of_table("one")] == [1, 2, 3]
        assert await store.entries.last_times(["one", "two"]) == {"one": NOON + timedelta(minutes=3)}
        assert await store.entries.of_table("two") == []

    with_store(sqlite_database, work)


def test_entry_is_written_once(database: str) -> None:
    table = waiting_row()

    async def work(store: TableStore) -> None:
        await store.add_table(table)
        await store.entries.append(table.id, 0, Entry(1, 0, "settle N1"), PLAYING, awaits_bot=True)
        with pytest.raises(ConflictError):
            await store.entries.append(table.id, 0, Entry(1, 1, "settle N2"), PLAYING, awaits_bot=False)
        await store.entries.append(table.id, 1, Entry(2, 1, "settle U1"), PLAYING, awaits_bot=False)
        assert await store.entries.of_table(table.id) == [(0, "settle N1"), (1, "settle U1")]
        assert await store.entries.of_table(table.id, after=1) == [(1, "settle U1")]
        assert await store.version(table.id) == 2
        (moved,) = (await store.entries.last_times([table.id, "another"])).values()
        assert abs(datetime.now(UTC) - moved) < timedelta(minutes=1)

    with_store(database, work)
