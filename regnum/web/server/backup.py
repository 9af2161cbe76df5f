"""Backups: all data of a store in one file, which can be restored into any store, SQLite or PostgreSQL.

The file contains the server's key and the links to all seats: protect it like the data folder. Its format is described
in `regnum/web/db/backup_file.py`.
"""

import asyncio
import gzip
import json
import os
import zlib
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Literal

import msgspec
from sqlalchemy import Connection, DateTime, MetaData, Table, create_engine, insert, select
from sqlalchemy.exc import SQLAlchemyError

from regnum.core.atomic_files import check_writable
from regnum.web.db.backup_file import BACKUP_FORMAT, BackupHeader, check_apart, write_backup
from regnum.web.db.backup_file import BadBackup as BadBackup
from regnum.web.db.fingerprint import fingerprint_in, has_tables_in, is_other_key, store_fingerprint
from regnum.web.db.schema import METADATA, TABLES
from regnum.web.db.sqlite import DISK_FULL_CODES, sqlite_code
from regnum.web.db.urls import sqlite_url
from regnum.web.settings import MIN_SECRET_LENGTH, describe_wrong_key, draft_key, place_key
from regnum.web.tables.store import TableStore

ROWS_PER_INSERT: Final = 1000
"""The number of rows inserted at once."""


NO_KEY: Final = (
    "the server's key is not here, and people need it to get their seats back: "
    "set REGNUM_DATA or REGNUM_SECRET as for serve, or leave the key out by --without-key"
)


async def back_up(
    store: TableStore, path: Path, key: str = "", data: Path | None = None, without_key: bool = True
) -> int:
    """Write the data of a store and the key to a file, all or nothing, and return the number of rows.

    The store may have an older revision, which it keeps. `data`: the data folder. Raises BadBackup if the store is
    empty, or the file is one of the server's own or cannot be written. The same error is raised if the tables in the
    store have another key, or if there are tables but no key, unless `without_key` is set.
    """
    check_apart(path, store.own_files(data) if data is not None else store.database.files)

    def work(connection: Connection) -> int:
        revision = store.known_revision(connection)
        if revision is None:
            raise BadBackup(f"{store.location} holds no games of Regnum")
        if not (key or without_key) and has_tables_in(connection):
            raise BadBackup(NO_KEY)
        if is_other_key(connection, key):
            raise BadBackup(f"{describe_wrong_key()[0]}: give the server's key, or leave it out by --without-key")
        draft = path.parent / f"{path.name}.{os.getpid()}.part"
        return write_backup(connection, path, draft, revision, key)

    store.database.must_exist()
    return await store.database.snapshot(work)


class RestoreResult(msgspec.Struct, frozen=True):
    """The result of a restore: the number of rows, and what happened to the key.

    `key`: "none" if the file has no key, "new" if its key has become the server's key, and "same" otherwise.
    """

    rows: int
    key: Literal["none", "same", "new"]


async def restore(store: TableStore, path: Path, replace: bool = False, data: Path | None = None) -> RestoreResult:  # noqa: C901
    """Restore a backup into an open store, all or nothing, and notify running servers.

    `data`: the data folder, which gets the key of the backup; an existing key is kept there under another name.
    The backup is first read, checked and upgraded to the current schema in a temporary database. Raises BadBackup if
    it is not a backup, is damaged or too new, or if the store has tables and `replace` is false.
    """
    try:
        folder = TemporaryDirectory()
    except OSError as error:
        raise BadBackup(f"cannot make a temporary folder: {error.strerror or error}") from None
    with folder:
        temporary_engine = create_engine(sqlite_url(Path(folder.name) / "beside.db"), hide_parameters=True)

        def work(connection: Connection) -> None:
            if not replace and connection.execute(select(TABLES.c.id).limit(1)).first() is not None:
                raise BadBackup("there are tables in the store already; --replace puts the backup in their place")
            for table in reversed(METADATA.sorted_tables):
                connection.execute(table.delete())
            with temporary_engine.connect() as source:
                for table in METADATA.sorted_tables:
                    for some in source.execute(select(table)).mappings().partitions(ROWS_PER_INSERT):
                        connection.execute(insert(table), [dict(row) for row in some])
            if head.key and fingerprint_in(connection) is None:
                store_fingerprint(connection, head.key)
            store.database.announce(connection, "")

        try:
            with temporary_engine.begin() as connection:
                head, rows = await asyncio.to_thread(_read, store, path, connection)
            draft = draft_key(data, head.key) if data is not None and head.key else None
            try:
                await store.database.prepare(work)
                if draft is not None and data is not None:
                    place_key(draft, data / "secret")
            finally:
                if draft is not None:
                    draft.unlink(missing_ok=True)
        except SQLAlchemyError as error:
            if sqlite_code(error) in DISK_FULL_CODES:
                raise BadBackup("there is no room left on the disk; nothing was restored") from None
            raise
        except OSError as error:
            raise BadBackup(f"cannot write the key in {data}: {error.strerror or error}") from None
        finally:
            temporary_engine.dispose()
    return RestoreResult(rows, "none" if not head.key else "same" if draft is None else "new")


def _read_header(store: TableStore, path: Path, line: str) -> BackupHeader:
    """Return the header from the first line of a backup.

    Raises BadBackup if a newer version of Regnum made it, and ValueError if it is not a valid header.
    """
    head = msgspec.json.decode(line, type=BackupHeader)
    if head.regnum_backup != BACKUP_FORMAT or head.revision not in store.revisions:
        raise BadBackup(f"{path} was made by a newer version of Regnum: update Regnum first")
    if head.key and not (head.key.isascii() and len(head.key) >= MIN_SECRET_LENGTH):
        raise ValueError("not a key")
    return head


def _read(store: TableStore, path: Path, connection: Connection) -> tuple[BackupHeader, int]:
    """Load a backup into an empty database and upgrade its schema; return the header and the number of rows.

    Raises BadBackup if the file is not a backup, is damaged or cannot be read.
    """
    try:
        check_writable(path, through_links=True)
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            head = _read_header(store, path, next(lines, ""))
            store.upgrade(connection, head.revision)
            shape = MetaData()
            shape.reflect(connection)
            shape.remove(shape.tables["alembic_version"])  # the upgrade has written it
            waiting: dict[str, list[dict[str, Any]]] = {}
            for rows, line in enumerate(lines):
                record = json.loads(line)
                if isinstance(record, dict):
                    if record != {"rows": rows} or next(lines, None) is not None:
                        break
                    _insert(connection, shape, waiting)
                    store.upgrade(connection)
                    if connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
                        break
                    return head, rows
                name, row = record
                waiting.setdefault(name, []).append(_row(shape.tables[name], row))
                if rows % ROWS_PER_INSERT == 0:
                    _insert(connection, shape, waiting)
    except BadBackup:
        raise
    except OSError as error:
        raise BadBackup(f"cannot read {path}: {error.strerror or error}") from None
    except (*_DAMAGE, SQLAlchemyError) as error:
        if sqlite_code(error) in DISK_FULL_CODES:
            raise BadBackup("there is no room for temporary files: set TMPDIR to a folder with free space") from None
        raise BadBackup(f"{path} is not a backup of Regnum, or it is damaged") from None
    raise BadBackup(f"{path} is damaged: its end, or a row that others refer to, is missing")


_DAMAGE: Final = (EOFError, zlib.error, ValueError, KeyError, TypeError, OverflowError, RecursionError)
"""What reading a damaged file can raise."""


def _insert(connection: Connection, shape: MetaData, waiting: dict[str, list[dict[str, Any]]]) -> None:
    for table in shape.sorted_tables:
        if some := waiting.pop(table.name, None):
            connection.execute(insert(table), some)


def _row(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    """Return a row of a backup with its timestamps parsed."""
    moments = [c.name for c in table.columns if isinstance(c.type, DateTime) and row[c.name] is not None]
    return {**row, **{name: datetime.fromisoformat(row[name]) for name in moments}}
