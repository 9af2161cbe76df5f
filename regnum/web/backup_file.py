"""The form of a backup: gzip of JSON Lines, with a head, the rows, table by table, and a foot that counts them.

The head has the key of the server as well: without it people do not get their seats back.
"""

import gzip
import json
import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec
from sqlalchemy import Connection, MetaData, select

from regnum.core.saving import check_writable
from regnum.web.schema import METADATA

FORMAT: Final = 1


class BadBackup(ValueError):
    """A backup cannot be written, read or restored; the message says why, in one line."""


class Head(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first line: the format, the shape of the tables, when it was made, and the key ("": it has none)."""

    regnum_backup: int
    revision: str
    made: datetime
    key: str = ""


def write_backup(connection: Connection, path: Path, draft: Path, revision: str, key: str) -> int:
    """Write all that a database of a revision, today's or an older one, holds to a file; return how many rows.

    The file is there whole or not at all: until then it is the `draft`. BadBackup if it cannot be written, or if it is
    a link, a device or a pipe.
    """
    try:
        check_writable(path)
        draft.unlink(missing_ok=True)  # of a start that was killed; its rights may be others
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            with gzip.open(file, "wt", encoding="utf-8") as lines:
                head = Head(FORMAT, revision, datetime.now(UTC), key)
                lines.write(msgspec.json.encode(head).decode() + "\n")
                rows = 0
                for line in _rows(connection):
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


def _rows(connection: Connection) -> Iterator[str]:
    """Yield the lines of all rows, as the tables are there: an older revision has fewer columns."""
    shape = MetaData()
    shape.reflect(connection, only=lambda name, _: name in METADATA.tables)
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
