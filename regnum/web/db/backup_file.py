"""The format of a backup: gzipped JSON Lines with a header, the rows table by table, and a footer with their count.

The header also contains the server's key: without it guests cannot get their seats back.
"""

import gzip
import json
import os
import zlib
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec
from sqlalchemy import Connection, MetaData, select

from regnum.core.atomic_files import IDENTIFYING_BYTES, check_writable
from regnum.web.db.migrations.versions import v023_names
from regnum.web.db.schema import METADATA

BACKUP_FORMAT: Final = 1


class BadBackup(ValueError):
    """A backup cannot be written, read or restored; the message says why, in one line."""


class BackupHeader(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first line: the format, the schema revision, the time of the backup, and the key ("" for none)."""

    regnum_backup: int
    revision: str
    made: datetime
    key: str = ""


def write_backup(connection: Connection, path: Path, draft: Path, revision: str, key: str) -> int:
    """Write the contents of a database, of the current or an older revision, to a file; return the number of rows.

    The file is written atomically, through `draft`. Raises BadBackup if it cannot be written, if the path exists and is
    not a backup, or if a row cannot be read.
    """
    try:
        check_writable(path, is_ours=_is_backup)
        draft.unlink(missing_ok=True)  # left by a killed process; its permissions may differ
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            with gzip.open(file, "wt", encoding="utf-8") as lines:
                head = BackupHeader(BACKUP_FORMAT, revision, datetime.now(UTC), key)
                lines.write(msgspec.json.encode(head).decode() + "\n")
                rows = 0
                for line in _rows(connection, _table_names(revision)):
                    lines.write(line + "\n")
                    rows += 1
                lines.write(json.dumps({"rows": rows}) + "\n")
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        raise BadBackup(f"cannot write {path}: {error.strerror or error}") from None
    finally:
        with suppress(OSError):
            draft.unlink()
    return rows


def _is_backup(head: bytes) -> bool:
    try:
        return zlib.decompressobj(wbits=31).decompress(head, IDENTIFYING_BYTES).startswith(b'{"regnum_backup":')
    except zlib.error:
        return False


def check_apart(path: Path, own: Iterable[Path]) -> None:
    """Raise BadBackup if a path is a file of the server, under any name, or has the name of such a file.

    `own`: the files of the server, whether or not they exist.
    """
    for file in own:
        same = path.name == file.name and path.absolute().parent.resolve() == file.absolute().parent.resolve()
        with suppress(OSError):
            same = same or path.samefile(file)
        if same:
            raise BadBackup(f"cannot write {path}: the server keeps {file} itself: choose another file")


def _table_names(revision: str) -> frozenset[str]:
    """Return the names that tables of the schema have at a revision, which may not have all of them.

    The database may also contain tables of other programs.
    """
    names = frozenset(METADATA.tables)
    if revision < v023_names.revision:
        names = names - set(v023_names.TABLES.values()) | set(v023_names.TABLES)
    return names


def _rows(connection: Connection, tables: Collection[str]) -> Iterator[str]:
    """Yield the rows of tables as JSON lines, with the columns that exist: an older revision has fewer.

    Raises BadBackup if a row cannot be read.
    """
    shape = MetaData()
    shape.reflect(connection, only=lambda name, _: name in tables)
    for table in shape.sorted_tables:
        try:
            for row in connection.execute(select(table)).mappings():
                yield json.dumps([table.name, dict(row)], default=_moment)
        except (ValueError, TypeError) as error:
            raise BadBackup(f"a row of the table {table.name} cannot be read: {error}") from None


def _moment(value: object) -> str:
    if not isinstance(value, datetime):
        raise TypeError(type(value).__name__)
    return (value if value.tzinfo else value.replace(tzinfo=UTC)).isoformat()
