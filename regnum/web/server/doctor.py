"""Checks that find problems in a data folder and a store, without changing anything, and give advice."""

import asyncio
import json
import os
import shutil
import sqlite3
import stat
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal
from urllib.parse import quote

import msgspec
from alembic.util.exc import CommandError
from sqlalchemy import Connection, select
from sqlalchemy.exc import SQLAlchemyError

from regnum.web.db.database import Database
from regnum.web.db.schema import ENTRIES, METADATA, SEATS, TABLES
from regnum.web.db.sqlite import DISK_FULL_CODES, Sqlite, sqlite_code
from regnum.web.db.upgrade import UpgradableDatabase
from regnum.web.db.urls import sqlite_url
from regnum.web.errors import BusyError, UnplayableError
from regnum.web.server.backup import InvalidBackupError, back_up, restore
from regnum.web.settings import (
    Settings,
    data_folder,
    describe_missing_key,
    describe_wrong_key,
    find_key,
    has_key,
    key_from_environment,
    read_key,
)
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import ABANDONED, FINISHED, OPEN, PLAYING, WAITING, TableRow
from regnum.web.tables.rules_upgrade import is_outdated, upgrade_rules
from regnum.web.tables.store import TableStore

MIN_FREE_BYTES: Final = 200 << 20
"""The number of free bytes below which a disk counts as nearly full."""


class Finding(msgspec.Struct, frozen=True):
    """A finding: its severity (`wrong`: games fail or will fail), a description, and advice ("" for none)."""

    severity: Literal["fine", "note", "wrong"]
    description: str
    advice: str = ""


CORRECTION_ADVICE: Final = "correct it: regnum serve does not start"


def _ok(description: str) -> Finding:
    return Finding("fine", description)


def check_settings() -> Iterator[Finding]:
    """Yield the finding about the settings in the environment: whether `regnum serve` accepts them."""
    try:
        Settings.read(data_folder(), key_from_environment())
    except ValueError as error:
        yield Finding("wrong", str(error), CORRECTION_ADVICE)
    else:
        yield _ok("settings")


def check_folder() -> Iterator[Finding]:
    """Yield the findings about the data folder."""
    folder = data_folder()
    try:
        is_there = stat.S_ISDIR(folder.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        yield Finding("note", f"there is no data folder {folder} yet", "regnum serve creates it when it first starts")
        return
    except OSError as error:
        yield Finding("wrong", f"the data folder {folder} cannot be reached: {error.strerror}", "give it to this user")
        return
    if not is_there:
        yield Finding("wrong", f"the data folder {folder} is not a folder", "choose another folder in REGNUM_DATA")
        return
    if os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        yield _ok(f"data folder {folder}")
    else:
        yield Finding("wrong", f"the data folder {folder} cannot be read and written", "give it to this user")
    if folder.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        yield Finding("note", f"others may look into the data folder {folder}", f"chmod 700 {folder}")
    free = shutil.disk_usage(folder).free
    if free < MIN_FREE_BYTES:
        yield Finding("wrong", f"{free >> 20} MB are free on the disk of {folder}", "make room: moves need it")
    if not os.environ.get("REGNUM_SECRET"):
        yield from _check_key(folder / "secret")


def _check_key(path: Path) -> Iterator[Finding]:
    try:
        key = read_key(path)
    except ValueError as error:
        yield Finding("wrong", str(error), CORRECTION_ADVICE)
        return
    if not key:
        yield Finding("note", f"there is no key {path} yet", "regnum serve creates one if there are no tables")
    elif path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        yield Finding("note", f"others may read the key {path}", f"chmod 600 {path}")
    else:
        yield _ok(f"key {path}")


async def check_store(url: str) -> list[Finding]:
    """Return the findings about a database and every game in it, without changing it.

    An older database is checked in an upgraded copy, which also tests the upgrade.
    """
    try:
        database = UpgradableDatabase(url)
    except ValueError as error:
        return [Finding("wrong", str(error), "give --database a URL such as sqlite:///games.db")]
    findings: list[Finding] = []
    try:
        if isinstance(database.database, Sqlite):
            if not database.database.path.parent.is_dir() and database.database.path.parent != data_folder():
                description = f"there is no folder {database.database.path.parent} for the database"
                return [Finding("wrong", description, "create it, or choose another one in REGNUM_DATABASE")]
            findings += _check_file(database.database.path, database.database.files)
            if not _can_be_read(database.database.path):
                return findings
        with TemporaryDirectory() as folder:
            return [*findings, *await _check_contents(database, Path(folder))]
    except (BusyError, SQLAlchemyError, sqlite3.Error, OSError, CommandError, InvalidBackupError) as error:
        description = f"cannot look at the database {database.location}: {database.database.reason(error)}"
        return [*findings, Finding("wrong", description, _advice(error))]
    finally:
        await database.close()


async def _check_contents(database: UpgradableDatabase, folder: Path) -> list[Finding]:
    """Return the findings about the contents of a database.

    An SQLite database or an older one is checked as a copy in `folder`, which is temporary.
    """
    copy = UpgradableDatabase(sqlite_url(folder / "copy.db"))
    seen = database
    try:
        if isinstance(database.database, Sqlite):
            path = database.database.path
            if damage := await asyncio.to_thread(_copy_database, path, folder / "copy.db"):
                advice = "keep a copy of it; then regnum restore FILE into a new one, from a backup"
                return [Finding("wrong", f"the database {path} is damaged: {damage}", advice)]
            seen = copy
        revision = await seen.database.read(seen.revision)
        if revision is None:
            names = await seen.database.read(seen.database.foreign_tables)
            if not names:
                return [Finding("note", f"the database {database.location} is empty", "regnum serve fills it")]
            description = (
                f"the database {database.location} has tables ({', '.join(names[:3])}), but no version of Regnum"
            )
            return [Finding("wrong", description, "choose another database, or restore a backup into a new one")]
        if revision not in database.revisions:
            description = f"the database {database.location} was made by a newer version of Regnum"
            return [Finding("wrong", description, "update Regnum")]
        first = _ok(f"database {database.location}")
        if revision != max(database.revisions):
            description = f"the database {database.location} is of an older version; the rest is what an upgrade brings"
            first = Finding("note", description, "regnum serve copies it, then brings it to its shape")
            if seen is database:
                await back_up(database, folder / "older.backup")
                await copy.open()
                await restore(copy, folder / "older.backup")
                seen = copy
            else:
                await copy.database.prepare(copy.upgrade)
        lost = [Finding("wrong", *describe_missing_key())] if not has_key() and await seen.has_tables() else []
        other = [Finding("wrong", *describe_wrong_key())] if await seen.has_other_key(_server_key()) else []
        return [first, *lost, *other, *await _check_rows(seen.database), *await _check_games(TableStore(seen.database))]
    finally:
        await copy.close()


def _server_key() -> str:
    """Return the server's key, or "" if there is none or it is invalid, which `check_folder` reports."""
    with suppress(ValueError):
        return find_key()
    return ""


def _advice(error: Exception) -> str:
    """Return advice for a database that cannot be checked."""
    code = sqlite_code(error)
    if code == sqlite3.SQLITE_NOTADB:
        return "choose another file, or restore a backup into a new one"
    if code in DISK_FULL_CODES or isinstance(error, OSError):
        return "see that TMPDIR names a folder with room for a copy of it"
    return "see that it runs, and that this user may use it"


def _short_message(error: Exception) -> str:
    """Return an error's message as one line of at most 200 characters."""
    return " ".join(str(error).split())[:200]


def _can_be_read(path: Path) -> bool:
    return os.access(path, os.R_OK) and path.stat().st_size > 0


def _copy_database(path: Path, copy: Path) -> str:
    """Copy an SQLite database, which may be in use, without changing its files.

    Returns a description of the damage found in it, or "".
    """
    # In a read-only folder, SQLite cannot create -shm, and without -wal there is no writer.
    alone = not os.access(path.parent, os.W_OK) and not path.with_name(f"{path.name}-wal").exists()
    with (
        closing(sqlite3.connect(_uri(path, "immutable=1" if alone else "mode=ro"), uri=True)) as source,
        closing(sqlite3.connect(copy)) as target,
    ):
        try:
            source.backup(target)
            damage = str(target.execute("PRAGMA quick_check(1)").fetchone()[0])
        except sqlite3.DatabaseError as error:
            if sqlite_code(error) != sqlite3.SQLITE_CORRUPT:
                raise
            damage = str(error)
    return "" if damage == "ok" else damage


def _uri(path: Path, query: str) -> str:
    return f"file:{quote(str(path.absolute()))}?{query}"


def _check_file(path: Path, files: Iterable[Path]) -> Iterator[Finding]:
    """Yield the findings about an SQLite file. `files`: all files that belong to the database."""
    try:
        size = path.stat().st_size
    except (FileNotFoundError, NotADirectoryError):
        yield Finding("note", f"there is no database {path} yet", "regnum serve creates it when it first starts")
        return
    except OSError as error:
        yield Finding(
            "wrong", f"the database {path} cannot be reached: {error.strerror}", "give its folder to this user"
        )
        return
    if not os.access(path, os.R_OK):
        yield Finding("wrong", f"the database {path} cannot be read by this user", "give it to this user")
        return
    if not size:
        advice = "if it had games, restore a backup; else regnum serve fills it"
        yield Finding("note", f"the database {path} is an empty file", advice)
        return
    for place in (path.parent, *(file for file in files if file.exists())):
        if not os.access(place, os.W_OK):
            advice = "give it to this user, or look as the user of the server"
            yield Finding("wrong", f"{place} cannot be written by this user", advice)
    if path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        yield Finding("note", f"others may read the database {path}", f"chmod 600 {path}")


async def _check_rows(database: Database) -> list[Finding]:
    """Return the findings about unreadable rows in all database tables except those of games."""

    def work(connection: Connection) -> list[Finding]:
        findings = []
        for table in METADATA.sorted_tables:
            if table in (TABLES, SEATS, ENTRIES):
                continue
            try:
                for row in connection.execute(select(table)).mappings():
                    for name in _JSON.get(table.name, ()):
                        json.loads(row[name] or "null")
            except (ValueError, TypeError, RecursionError) as error:
                description = f"a row of {table.name} cannot be read: {error}"
                findings.append(Finding("wrong", description, "restore a backup, or remove that row"))
        return findings

    return await database.snapshot(work)


_JSON: Final = {"reviews": ("results",), "deliveries": ("notification",), "outcomes": ("ranking",)}
"""The columns with JSON, by table."""


async def _check_games(store: TableStore) -> list[Finding]:
    def all_ids(connection: Connection) -> list[tuple[str, str]]:
        return [(row[0], row[1]) for row in connection.execute(select(TABLES.c.id, TABLES.c.game))]

    findings: list[Finding] = []
    games = older = 0
    for table_id, game in await store.database.read(all_ids):
        result = await _check_table(store, table_id)
        if result is None:
            continue  # it was removed during the check
        problem, outdated = result
        games += 1
        older += outdated and not problem
        if problem:
            advice = "it cannot be played on and is shown as stopped; the rest can"
            findings.append(Finding("wrong", f"table {table_id} ({game}): {problem}", advice))
    if older:
        findings.insert(0, _ok(f"{older} tables of older rules continue with those of this version"))
    return [_ok(f"{games} tables"), *findings]


async def _check_table(store: TableStore, table_id: str) -> tuple[str, bool] | None:
    """Return the problem of a table ("" for none) and whether its rules are older, or None if it no longer exists."""
    try:
        row = await store.table(table_id)
        entries = [] if row is None else await store.entries.of_table(table_id)
    except (BusyError, SQLAlchemyError, OSError):
        raise
    except Exception as error:  # a damaged row can raise any error
        return f"its rows cannot be read: {_short_message(error)}", False
    if row is None:
        return None if await store.version(table_id) is None else ("its row cannot be read", False)
    try:
        return _replay_table(row, [(entry[0], entry[1]) for entry in entries])
    except Exception as error:  # a damaged row can raise any error
        return f"it cannot be opened: {type(error).__name__}: {_short_message(error)}", False


def _replay_table(row: TableRow, entries: list[tuple[int, str]]) -> tuple[str, bool]:
    """Return the problem of a table ("" for none) and whether its rules are older."""
    outdated = False
    try:
        outdated = is_outdated(row)
        table = LiveTable(upgrade_rules(row, entries, row.fingerprint) if outdated else row, entries)
    except UnplayableError as error:
        return str(error), outdated
    except ValueError:
        return "there is no such game here", outdated
    open_seats = any(seat.kind == OPEN for seat in row.seats)
    over = table.state.is_terminal
    if len(row.seats) != row.players:
        return f"{len(row.seats)} seats for {row.players} players", outdated
    expected_phase = WAITING if open_seats else FINISHED if over else PLAYING
    right = row.phase in (expected_phase, ABANDONED)
    return "" if right else f"it is said to be {row.phase}, but is {expected_phase}", outdated
