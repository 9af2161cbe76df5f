"""The versions of tables, which each change increments in its own transaction.

A change names the version that it is based on and fails at any other, so everything that was checked against that
version (seats, moves) is still valid. Each change is announced to all servers.
"""

from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec
from sqlalchemy import Connection, select, update

from regnum.web.db.database import Database
from regnum.web.db.schema import TABLES
from regnum.web.errors import ConflictError
from regnum.web.tables.models import Entry, TableUpdate


def raise_version(
    database: Database,
    connection: Connection,
    table_id: str,
    version: int,
    entry: Entry | None = None,
    **values: object,
) -> None:
    """Increment a table's version, store other columns (`values`) and announce the change.

    `entry`: the entry that is appended, if any. Raises ConflictError if the table is not at `version`.
    """
    where = (TABLES.c.id == table_id) & (TABLES.c.version == version)
    if entry is None:
        values["changed_at"] = datetime.now(UTC)
    change = update(TABLES).where(where).values(version=version + 1, **values)
    if connection.execute(change).rowcount != 1:
        raise ConflictError(f"the table is not at version {version}")
    announce_update(database, connection, TableUpdate(table_id, version + 1, bool(values.get("awaits_bot")), entry))


def raise_versions(database: Database, connection: Connection, table_ids: Sequence[str]) -> None:
    """Increment the versions of tables without a check, for seat changes that follow in this transaction."""
    where = TABLES.c.id.in_(table_ids)
    connection.execute(update(TABLES).where(where).values(version=TABLES.c.version + 1))
    for table_id, version in connection.execute(select(TABLES.c.id, TABLES.c.version).where(where)).all():
        announce_update(database, connection, TableUpdate(table_id, version, False))


def announce_update(database: Database, connection: Connection, message: TableUpdate) -> None:
    """Send a message about a change of a table to all servers when this transaction commits."""
    database.announce(connection, encode_update(message))


def encode_update(message: TableUpdate) -> str:
    """Return the text of a message about a change of a table."""
    return msgspec.json.encode(message).decode()
