"""Removing stale rows: mainly those of guests who have had no table, account or invitation for a while."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Final

from sqlalchemy import Column, ColumnElement, Connection, Table, delete, exists, select, tuple_

from regnum.web.db.database import Database
from regnum.web.db.schema import (
    ACCOUNTS,
    CHANNELS,
    DELIVERIES,
    HIDDEN_TABLES,
    INVITATIONS,
    MUTES,
    NOTES,
    NOTIFICATION_SETTINGS,
    REMOVED_GUESTS,
    SEATS,
    TABLES,
    TOKENS,
)
from regnum.web.tables.models import WAITING

ROW_LIFETIME: Final = timedelta(days=30)
"""How long rows of such guests are kept."""
BATCH_SIZE: Final = 500
"""The maximum number of rows removed in one transaction."""


def _is_at_a_table(guest: Column[Any]) -> ColumnElement[bool]:
    """Return the SQL condition that a guest has a seat, may take one back, has opened a table or is invited to one."""
    return (
        exists().where(SEATS.c.guest == guest)
        | exists().where(SEATS.c.claimant == guest)
        | exists().where(TABLES.c.host == guest)
        | exists().where(INVITATIONS.c.guest == guest)
    )


def _belongs_to_table(table: Table) -> ColumnElement[bool]:
    """Return the SQL condition that a row's guest has a seat at its table, may take one back, or opened the table."""
    seat = (SEATS.c.table_id == table.c.table_id) & (
        (SEATS.c.guest == table.c.guest) | (SEATS.c.claimant == table.c.guest)
    )
    return exists().where(seat) | exists().where((TABLES.c.id == table.c.table_id) & (TABLES.c.host == table.c.guest))


def _stale_conditions(before: datetime) -> Sequence[tuple[Table, ColumnElement[bool]]]:
    """Return the database tables with stale rows, each with the SQL condition for these rows.

    Rows that belong to no table are stale only if they were made before `before`.
    """

    def is_idle(table: Table) -> ColumnElement[bool]:
        account = exists().where(ACCOUNTS.c.guest == table.c.guest)
        return (table.c.created_at < before) & ~_is_at_a_table(table.c.guest) & ~account

    def is_unreachable(table: Table) -> ColumnElement[bool]:
        return is_idle(table) & ~exists().where(CHANNELS.c.guest == table.c.guest)

    has_begun = exists().where((TABLES.c.id == REMOVED_GUESTS.c.table_id) & (TABLES.c.phase != WAITING))
    return (
        (CHANNELS, is_idle(CHANNELS)),
        *((table, is_unreachable(table)) for table in (NOTIFICATION_SETTINGS, TOKENS, MUTES)),
        (NOTES, ~_belongs_to_table(NOTES)),  # only players with a seat read them
        (HIDDEN_TABLES, ~_belongs_to_table(HIDDEN_TABLES)),
        (REMOVED_GUESTS, has_begun),  # such a table has no seats to take
    )


async def remove_stale_rows(database: Database, now: datetime | None = None) -> int:
    """Remove the rows that are stale at `now`, by default the current time, and return their number."""
    before = (now or datetime.now(UTC)) - ROW_LIFETIME
    removed = 0
    for table, condition in _stale_conditions(before):
        while removed_count := await database.write(partial(_remove, table=table, condition=condition)):
            removed += removed_count
    return removed


def _remove(connection: Connection, table: Table, condition: ColumnElement[bool]) -> int:
    """Remove up to BATCH_SIZE matching rows of a table and return how many were removed."""
    keys = list(table.primary_key.columns)
    rows = [tuple(row) for row in connection.execute(select(*keys).where(condition).limit(BATCH_SIZE))]
    if rows and table is CHANNELS:
        connection.execute(delete(DELIVERIES).where(DELIVERIES.c.channel_id.in_([row[0] for row in rows])))
    if rows:
        connection.execute(delete(table).where(tuple_(*keys).in_(rows)))
    return len(rows)
