"""Removing unused tables, and hiding tables from people's lists."""

from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

import msgspec
from sqlalchemy import Connection, delete, func, select

from regnum.web.db.schema import HIDDEN_TABLES, METADATA, TABLES
from regnum.web.tables.invitation_store import insert_once
from regnum.web.tables.models import PLAYING, WAITING, Proposal
from regnum.web.tables.store import TableStore
from regnum.web.tables.versions import raise_version

MAX_REMOVED: Final = 50
"""The maximum number of unused tables removed at once."""


class TableRemovalStore:
    """Removes tables and hides them from a guest's lists."""

    def __init__(self, store: TableStore) -> None:
        self._store: Final = store

    async def hide_table(self, guest: str, table_id: str) -> None:
        """Hide a table from a guest's lists."""
        await self._store.database.write(lambda connection: insert_once(connection, HIDDEN_TABLES, guest, table_id))

    async def remove(self, table_id: str, version: int) -> None:
        """Remove a table and everything that belongs to it.

        Raises ConflictError if its version is no longer `version`.
        """

        def work(connection: Connection) -> None:
            raise_version(self._store.database, connection, table_id, version)
            for table in reversed(METADATA.sorted_tables):
                if "table_id" in table.columns:
                    connection.execute(delete(table).where(table.c.table_id == table_id))
            connection.execute(delete(TABLES).where(TABLES.c.id == table_id))

        await self._store.database.write(work)

    async def find_unused_tables(self, before: datetime) -> list[tuple[str, int]]:
        """Return the ids and versions of unfinished tables without a move, a new player or a departure since `before`.

        Paused tables are left out, as are tables whose next check is ahead and those with a proposal open after
        `before`.
        """
        no_check_ahead = TABLES.c.next_check_at.is_(None) | (TABLES.c.next_check_at <= datetime.now(UTC))
        changed = func.coalesce(TABLES.c.changed_at, TABLES.c.created_at)
        old = TABLES.c.phase.in_((WAITING, PLAYING)) & (changed < before) & no_check_ahead & TABLES.c.pause.is_(None)
        columns = (TABLES.c.id, TABLES.c.version, TABLES.c.proposal)
        query = select(*columns).where(old).order_by(TABLES.c.created_at).limit(20 * MAX_REMOVED)
        rows = await self._store.database.read(
            lambda connection: [
                (str(row[0]), int(row[1])) for row in connection.execute(query) if _proposal_deadline(row[2]) <= before
            ]
        )
        moved = await self._store.entries.last_times([row[0] for row in rows])
        return [row for row in rows if moved.get(row[0], before) <= before][:MAX_REMOVED]


def _proposal_deadline(proposal: str | None) -> datetime:
    """Return the deadline for answering a proposal; the distant past if there is none or it cannot be decoded."""
    with suppress(msgspec.MsgspecError):
        if proposal is not None:
            return msgspec.json.decode(proposal, type=Proposal).until
    return datetime.min.replace(tzinfo=UTC)
