"""Clocks of tables that are set back."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import Connection, select, update

from regnum.web.db.schema import TABLES
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import TableRow
from tests.support.store.stores import store_at
from tests.support.web.apps import run_in_thread, wait_for

OWN = {
    "clock_preset": "own",
    "clock_turn": "2",
    "clock_turn_unit": "hours",
    "clock_reserve": "1",
    "clock_reserve_unit": "hours",
}


async def age_table(database: str, table: LiveTable, seconds: float) -> int:
    """Let time pass at a table; return the version of the table with this change."""
    return await age_row(database, table.row, seconds)


async def age_row(database: str, row: TableRow, seconds: float) -> int:
    """Let time pass at a table as just read from the store; return its new version."""
    store, passed = store_at(database), timedelta(seconds=seconds)
    clocks = [
        msgspec.structs.replace(clock, started_at=clock.started_at and clock.started_at - passed)
        for clock in row.clocks
    ]
    pause, proposal = row.pause, row.proposal
    if pause is not None:
        pause = msgspec.structs.replace(
            pause, started_at=pause.started_at - passed, until=pause.until and pause.until - passed
        )
    if proposal is not None:
        proposal = msgspec.structs.replace(proposal, until=proposal.until - passed)
    values: dict[str, Any] = {
        name: None if not value else msgspec.json.encode(value).decode()
        for name, value in (("clocks", clocks), ("pause", pause), ("proposal", proposal))
    }
    values["next_check_at"] = row.next_check_at and row.next_check_at - passed
    is_row = TABLES.c.id == row.id
    change = update(TABLES).where(is_row).values(version=TABLES.c.version + 1, **values)

    def write(connection: Connection) -> int:
        connection.execute(change)
        return int(connection.execute(select(TABLES.c.version).where(is_row)).scalar_one())

    version = await store.database.write(write)
    await store.database.close()
    return version


def let_time_pass(database: str, table: LiveTable, seconds: float) -> None:
    """Let time pass at a table, and wait until the live table and the clocks have noticed.

    Another change can raise the table's version in between, such as a bot's move.
    """
    wait_for(lambda: not table.bots_to_act())
    version = run_in_thread(lambda: asyncio.run(age_table(database, table, seconds)))
    wait_for(lambda: table.version >= version)
    wait_for(lambda: table.row.next_check_at is None or table.row.next_check_at > datetime.now(UTC))


SECOND = 1.1
"""Reminders are distinguished by their seconds; without passing time at least fifteen seconds lie between them."""
