"""Stores whose first start or migration is killed, for `tests.commands.kill_servers` and the tests of migrations."""

import asyncio
import os
import random
import shutil
import signal
import sqlite3
import time
from collections.abc import Callable
from datetime import UTC, datetime
from multiprocessing.process import BaseProcess
from pathlib import Path

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, MetaData

from regnum.web.db.schema import ENTRIES, METADATA, SEATS, TABLES
from regnum.web.server.probe import probe_now
from regnum.web.tables.store import TableStore
from tests.support.server.server_process import FORKED

OLD = Path(__file__).parent / "data" / "revision_002.sqlite"
"""Tables of all four games, waiting, in play and finished, as the version before `v003_versions` stored them."""


def old_rows() -> dict[str, list[tuple[object, ...]]]:
    """Return the rows of the old store by table."""
    with sqlite3.connect(OLD) as old:
        return {name: old.execute(f"SELECT * FROM {name}").fetchall() for name in ("tables", "seats", "entries")}


def empty_database(url: str) -> None:
    """Empty a database."""
    if url.startswith("sqlite"):
        for path in (Path(url.removeprefix("sqlite:///") + end) for end in ("", "-wal", "-shm")):
            path.unlink(missing_ok=True)
    else:
        _run(url, lambda connection: _each(connection, "DROP SCHEMA public CASCADE", "CREATE SCHEMA public"))


def old(url: str) -> None:
    """Fill an empty database with the old store."""
    if url.startswith("sqlite"):
        shutil.copy(OLD, url.removeprefix("sqlite:///"))
    else:
        _run(url, _fill)


def _fill(connection: Connection) -> None:
    config = TableStore("sqlite:///nowhere.db").alembic
    config.attributes["connection"] = connection
    command.upgrade(config, "002")
    shape = MetaData()
    shape.reflect(connection)
    for name, rows in old_rows().items():
        columns = shape.tables[name].columns.keys()
        values = [dict(zip(columns, map(_moment, row), strict=True)) for row in rows]
        connection.execute(shape.tables[name].insert(), values)


def _moment(value: object) -> object:
    """Return the time that SQLite has stored as text, or the value if it is none."""
    try:
        return datetime.fromisoformat(str(value)).replace(tzinfo=UTC) if len(str(value)) == 26 else value
    except ValueError:
        return value


def _each(connection: Connection, *statements: str) -> None:
    for statement in statements:
        connection.exec_driver_sql(statement)


def _run(url: str, work: Callable[[Connection], None]) -> None:
    async def run() -> None:
        store = TableStore(url)
        await store.database.prepare(work)
        await store.close()

    asyncio.run(run())


def start_migration(url: str) -> BaseProcess:
    """Migrate a database in a process of its own."""
    process = FORKED.Process(target=probe_now, args=(url,))
    process.start()
    return process


def run_killed_starts(url: str, kills: int, dice: random.Random) -> int:
    """Kill starts on empty and old databases at random moments, and check that the next start completes each.

    Return how many were killed before they had ended.
    """
    longest = 0.1
    hit = 0
    for number in range(kills):
        empty_database(url)
        if number % 2:
            old(url)
        process = start_migration(url)
        began = time.monotonic()
        process.join(dice.uniform(0, longest))
        if process.exitcode is None and process.pid is not None:
            os.kill(process.pid, signal.SIGKILL)
            hit += 1
        process.join()
        rivals = [start_migration(url), start_migration(url)]
        for rival in rivals:
            rival.join()
        longest = 0.9 * longest + 0.1 * (time.monotonic() - began)
        assert [rival.exitcode for rival in rivals] == [0, 0], f"kill {number}: the next start failed"
        _run(url, _is_whole if number % 2 else _is_of_today)
    return hit


def _is_of_today(connection: Connection) -> None:
    assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def _is_whole(connection: Connection) -> None:
    _is_of_today(connection)
    for table in (TABLES, SEATS, ENTRIES):
        assert len(connection.execute(table.select()).all()) == len(old_rows()[table.name])
