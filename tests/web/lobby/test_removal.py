"""The unused tables that are removed."""

from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace
from sqlalchemy import update

from regnum.web.db.schema import TABLES
from regnum.web.errors import ConflictError
from regnum.web.lobby.removal import TableRemovalStore
from regnum.web.tables.models import (
    FINISHED,
    PLAYING,
    WAITING,
    Entry,
    Pause,
    Proposal,
)
from regnum.web.tables.store import TableStore
from regnum.web.timing.clock import Timing
from regnum.web.timing.wall_clock import HOUR
from tests.support.store.rows import NOON, add_rows, table_row
from tests.support.store.stores import with_store

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


def test_unused_tables_have_neither_past_nor_future_activity(sqlite_database: str) -> None:
    before = NOON
    ago = NOON - timedelta(days=1)

    async def work(store: TableStore) -> None:
        soon = datetime.now(UTC) + timedelta(days=1)
        waiting = Proposal("end", until=NOON + timedelta(seconds=1))
        await add_rows(
            store,
            table_row("waits", "ann", phase=WAITING, created_at=ago),
            table_row("plays", "ann", created_at=ago - timedelta(minutes=1)),
            table_row("over", "ann", phase=FINISHED, created_at=ago),
            table_row("new", "ann", created_at=NOON),
            table_row("pauses", "ann", created_at=ago, timing=Timing(HOUR), pause=Pause(ago)),
            table_row("rings", "ann", created_at=ago, next_check_at=soon),
            table_row("rang", "ann", created_at=ago - timedelta(minutes=2), next_check_at=NOON),
            table_row("decides", "ann", created_at=ago, proposal=waiting),
            table_row("decided", "ann", created_at=ago - timedelta(minutes=3), proposal=replace(waiting, until=NOON)),
            table_row("moved", "ann", created_at=ago),
            table_row("changed", "ann", created_at=ago),
        )
        await store.entries.append("moved", 0, Entry(1, 0, "move", NOON + timedelta(seconds=1)), PLAYING, False)
        await store.entries.append("plays", 0, Entry(1, 0, "move", NOON), PLAYING, False)
        late = update(TABLES).where(TABLES.c.id == "changed").values(changed_at=NOON)
        await store.database.write(lambda c: c.execute(late).close())
        removal = TableRemovalStore(store)
        assert await removal.find_unused_tables(before) == [("decided", 0), ("rang", 0), ("plays", 1), ("waits", 0)]
        assert await removal.find_unused_tables(LONG_AGO) == []
        with pytest.raises(ConflictError):
            await removal.remove("plays", 0)
        await removal.remove("plays", 1)
        assert await store.table("plays") is None
        assert await store.entries.of_table("plays") == []
        assert await store.entries.of_table("moved") != [], "only that one went"
        assert await store.table("waits") is not None

    with_store(sqlite_database, work)
