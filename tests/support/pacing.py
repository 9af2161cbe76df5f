"""Clocks of tables that are set back."""

from datetime import timedelta
from typing import Any

import msgspec
from sqlalchemy import update

from regnum.web.db.schema import TABLES
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import TableRow
from regnum.web.tables.store import TableStore

OWN = {
    "clock_pace": "own",
    "clock_turn": "2",
    "clock_turn_unit": "hours",
    "clock_reserve": "1",
    "clock_reserve_unit": "hours",
}


async def age(database: str, table: LiveTable, seconds: float) -> None:
    """Let so much time pass at a table."""
    await age_row(database, table.row, seconds)


async def age_row(database: str, row: TableRow, seconds: float) -> None:
    """Let so much time pass at a table, as it was read from the store just now."""
    store, passed = TableStore(database), timedelta(seconds=seconds)
    clocks = [msgspec.structs.replace(clock, since=clock.since and clock.since - passed) for clock in row.clocks]
    pause, proposal = row.pause, row.proposal
    if pause is not None:
        pause = msgspec.structs.replace(pause, since=pause.since - passed, until=pause.until and pause.until - passed)
    if proposal is not None:
        proposal = msgspec.structs.replace(proposal, until=proposal.until - passed)
    values: dict[str, Any] = {
        name: None if not value else msgspec.json.encode(value).decode()
        for name, value in (("clocks", clocks), ("pause", pause), ("proposal", proposal))
    }
    values["alarm"] = row.next_check and row.next_check - passed
    change = update(TABLES).where(TABLES.c.id == row.id).values(version=TABLES.c.version + 1, **values)
    await store.database.write(lambda connection: connection.execute(change))
    await store.close()


SECOND = 1.1
"""Reminders are told apart by their seconds; where nobody lets time pass there are fifteen between them, or more."""
