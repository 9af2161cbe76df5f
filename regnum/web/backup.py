"""Backups: all that a store holds in one file, which any store can take back, SQLite or PostgreSQL, now or later.

The file is gzip of JSON Lines: a head, the rows, table by table, and a foot that counts them. It holds the keys of all
seats: keep it as you keep the data folder.
"""

import asyncio
import gzip
import json
import os
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, DateTime, MetaData, Table, create_engine, insert, select
from sqlalchemy.exc import SQLAlchemyError

from regnum.web.schema import METADATA, TABLES
from regnum.web.store import Store

FORMAT: Final = 1
MANY: Final = 1000
"""Rows that are handed on at once."""


class BadBackup(ValueError):
    """A file cannot be used as a backup, or the store cannot take it; the message says why, in one line."""


class Head(msgspec.Struct, frozen=True):
    """The first line: the format, the shape of the tables, and when it was made."""

    regnum_backup: int
    revision: str
    made: datetime


async def back_up(store: Store, path: Path) -> int:
    """Write all that the store holds to a file and return how many rows; the file is there whole or not at all."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.part")

    def work(connection: Connection) -> int:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            with gzip.open(file, "wt", encoding="utf-8") as lines:
                rows = 0
                revision = store.revision(connection) or ""
                lines.write(msgspec.json.encode(Head(FORMAT, revision, datetime.now(UTC))).decode() + "\n")
                for table in METADATA.sorted_tables:
                    for row in connection.execute(select(table)).mappings():
                        lines.write(json.dumps([table.name, dict(row)], default=_moment) + "\n")
                        rows += 1
                lines.write(json.dumps({"rows": rows}) + "\n")
            file.flush()
            os.fsync(file.fileno())
        return rows

    try:
        rows = await store.database.snapshot(work)
        draft.replace(path)
    except OSError as error:
        raise BadBackup(f"cannot write {path}: {error.strerror or error}") from None
    finally:
        draft.unlink(missing_ok=True)
    return rows


async def restore(store: Store, path: Path, replace: bool = False) -> int:
    """Put what a file holds into an open store, all or nothing, and return how many rows; servers that run hear of it.

    BadBackup if the file is none, is damaged or too new, or if the store has tables and is not to be replaced. The file
    is read, checked and brought to today's shape beside the store first.
    """
    with TemporaryDirectory() as folder:
        beside = create_engine(f"sqlite:///{folder}/beside.db")

        def work(connection: Connection) -> None:
            if not replace and connection.execute(select(TABLES.c.id).limit(1)).first() is not None:
                raise BadBackup("there are tables in the store already; --replace puts the backup in their place")
            for table in reversed(METADATA.sorted_tables):
                connection.execute(table.delete())
            with beside.connect() as source:
                for table in METADATA.sorted_tables:
                    for some in source.execute(select(table)).mappings().partitions(MANY):
                        connection.execute(insert(table), [_in_utc(dict(row)) for row in some])
            store.database.announce(connection, "")

        try:
            with beside.begin() as connection:
                rows = await asyncio.to_thread(_read, store, path, connection)
            await store.database.prepare(work)
        finally:
            beside.dispose()
    return rows


def _read(store: Store, path: Path, connection: Connection) -> int:
    """Bring a file into an empty database, then that to today's shape."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            head = msgspec.json.decode(next(lines, ""), type=Head)
            if head.regnum_backup != FORMAT or head.revision not in store.revisions:
                raise BadBackup(f"{path} was made by a newer version of Regnum: update Regnum first")
            store.upgrade(connection, head.revision)
            shape = MetaData()
            shape.reflect(connection)
            waiting: dict[str, list[dict[str, Any]]] = {}
            for rows, line in enumerate(lines):
                told = json.loads(line)
                if isinstance(told, dict):
                    if told != {"rows": rows} or next(lines, None) is not None:
                        break
                    _insert(connection, shape, waiting)
                    store.upgrade(connection)
                    return rows
                name, row = told
                waiting.setdefault(name, []).append(_row(shape.tables[name], row))
                if rows % MANY == 0:
                    _insert(connection, shape, waiting)
    except BadBackup:
        raise
    except OSError as error:
        raise BadBackup(f"cannot read {path}: {error.strerror or error}") from None
    except (EOFError, ValueError, KeyError, TypeError, SQLAlchemyError):
        raise BadBackup(f"{path} is no backup of Regnum, or it is damaged") from None
    raise BadBackup(f"{path} does not end as it should: it is damaged")


def _insert(connection: Connection, shape: MetaData, waiting: dict[str, list[dict[str, Any]]]) -> None:
    for table in shape.sorted_tables:
        if some := waiting.pop(table.name, None):
            connection.execute(insert(table), some)


def _row(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    """Return a row of a file as the database takes it."""
    moments = [c.name for c in table.columns if isinstance(c.type, DateTime) and row[c.name] is not None]
    return {**row, **{name: datetime.fromisoformat(row[name]) for name in moments}}


def _in_utc(row: dict[str, Any]) -> dict[str, Any]:
    """Give moments their time zone back, which SQLite forgets."""
    return {n: v.replace(tzinfo=UTC) if isinstance(v, datetime) and v.tzinfo is None else v for n, v in row.items()}


def _moment(value: object) -> str:
    if not isinstance(value, datetime):
        raise TypeError(type(value).__name__)
    return (value if value.tzinfo else value.replace(tzinfo=UTC)).isoformat()
