"""The record entries of tables in the database: an append-only log of actions and undos."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import Connection, func, insert, select, text

from regnum.web.db.database import Database
from regnum.web.db.postgres import CHANNEL
from regnum.web.db.schema import ENTRIES
from regnum.web.errors import ConflictError
from regnum.web.tables.models import Entry, TableRow, TableUpdate
from regnum.web.tables.table_columns import clock_columns
from regnum.web.tables.versions import encode_update, raise_version


class EntryStore:
    """The entries in the database. Every method may raise BusyError, which means that nothing has changed."""

    def __init__(self, database: Database) -> None:
        self._database: Final = database

    async def last_times(self, table_ids: Iterable[str]) -> dict[str, datetime]:
        """Return the times of the last entries of many tables, by id; tables without entries are missing."""
        query = (
            select(ENTRIES.c.table_id, func.max(ENTRIES.c.created_at))
            .where(ENTRIES.c.table_id.in_(list(table_ids)))
            .group_by(ENTRIES.c.table_id)
        )
        return await self._database.read(lambda connection: {row[0]: row[1] for row in connection.execute(query)})

    async def of_table(self, table_id: str, after: int = 0) -> list[tuple[int, str]]:
        """Return the player and text of each entry of a table's record in order, without the first `after` entries."""
        return [(entry.player, entry.text) for entry in await self.dated_of_table(table_id, after)]

    async def dated_of_table(self, table_id: str, after: int = 0) -> list[Entry]:
        """Return the entries of a table's record in order, with their times, without the first `after` entries."""
        where = (ENTRIES.c.table_id == table_id) & (ENTRIES.c.number > after)
        columns = (ENTRIES.c.number, ENTRIES.c.player, ENTRIES.c.text, ENTRIES.c.created_at)
        query = select(*columns).where(where).order_by(ENTRIES.c.number)
        return await self._database.read(lambda connection: [Entry(*row) for row in connection.execute(query)])

    async def append(
        self,
        table_id: str,
        version: int,
        entry: Entry,
        phase: str,
        awaits_bot: bool,
        with_clocks: TableRow | None = None,
    ) -> None:
        """Commit an entry, the phase after it, and whether a bot has to act then.

        `with_clocks`: the table with its updated clocks, if it has any. Raises ConflictError if it is not at `version`.
        """
        clocks = {"clocks": None, "next_check_at": None} if with_clocks is None else clock_columns(with_clocks)
        at = entry.created_at or datetime.now(UTC)
        values = {
            "table_id": table_id,
            "number": entry.number,
            "player": entry.player,
            "text": entry.text,
            "created_at": at,
        }
        this_entry = (ENTRIES.c.table_id == table_id) & (ENTRIES.c.number == entry.number)
        existing = select(ENTRIES).where(this_entry)

        def work(connection: Connection) -> None:
            try:
                if connection.dialect.name == "postgresql":
                    message = TableUpdate(table_id, version + 1, awaits_bot, entry)
                    parameters = {
                        "version": version,
                        "phase": phase,
                        "awaits_bot": awaits_bot,
                        "channel": CHANNEL,
                        "message": encode_update(message),
                    }
                    if connection.execute(_APPEND_ENTRY, {**values, **parameters, **clocks}).first() is None:
                        raise ConflictError(f"the table is not at version {version}")
                else:
                    raise_version(
                        self._database,
                        connection,
                        table_id,
                        version,
                        entry,
                        phase=phase,
                        awaits_bot=awaits_bot,
                        **clocks,
                    )
                    connection.execute(insert(ENTRIES).values(**values))
            except ConflictError:
                row = connection.execute(existing).mappings().first()
                if row is None or dict(row) != values:
                    raise
                # The entry is ours: an earlier attempt was committed, but its response was lost.

        await self._database.write(work, single_statement=True)


_APPEND_ENTRY: Final = text("""
    WITH advanced AS (
        UPDATE tables SET version = version + 1, phase = :phase, awaits_bot = :awaits_bot,
            clocks = CAST(:clocks AS text), next_check_at = CAST(:next_check_at AS timestamptz)
        WHERE id = :table_id AND version = :version RETURNING id
    ), entered AS (
        INSERT INTO entries (table_id, number, player, text, created_at)
        SELECT id, CAST(:number AS integer), CAST(:player AS integer), :text, CAST(:created_at AS timestamptz)
        FROM advanced
    )
    SELECT pg_notify(:channel, :message) FROM advanced
""")
"""Increments the version and inserts the entry in one round trip: PostgreSQL allows writes in a WITH clause."""
