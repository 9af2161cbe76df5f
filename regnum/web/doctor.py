"""What is wrong with a data folder and a store: looked at without changing anything, each finding with what to do."""

import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

import msgspec
from sqlalchemy import Connection, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from regnum.web.live import LiveTable, Unplayable
from regnum.web.rows import ABANDONED, FINISHED, OPEN, PLAYING, WAITING, TableRow
from regnum.web.schema import TABLES
from regnum.web.settings import SECRET_LEAST, data_folder
from regnum.web.store import Busy, Store

LITTLE_SPACE: Final = 200 << 20
"""Bytes: below that a disk is nearly full."""


class Finding(msgspec.Struct, frozen=True):
    """How something is (`wrong` stops games or will), what it is, and what to do about it ("": nothing)."""

    how: Literal["fine", "note", "wrong"]
    what: str
    todo: str = ""


def _fine(what: str) -> Finding:
    return Finding("fine", what)


def look_at_folder(secret: str) -> Iterator[Finding]:
    """Yield what there is to say of the data folder; `secret`: the key that the environment gives, or ""."""
    folder = data_folder()
    if not folder.is_dir():
        yield Finding("note", f"there is no data folder {folder} yet", "the first start of regnum serve makes it")
        return
    if os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        yield _fine(f"data folder {folder}")
    else:
        yield Finding("wrong", f"the data folder {folder} cannot be read and written", "give it to this user")
    free = shutil.disk_usage(folder).free
    if free < LITTLE_SPACE:
        yield Finding("wrong", f"{free >> 20} MB are free on the disk of {folder}", "make room: moves need it")
    if not secret:
        yield from _look_at_key(folder / "secret")


def _look_at_key(path: Path) -> Iterator[Finding]:
    try:
        key, mode = path.read_text(encoding="ascii").strip(), path.stat().st_mode
    except FileNotFoundError:
        yield Finding(
            "note", f"there is no key {path} yet", "regnum serve makes one; without the old one seats are lost"
        )
        return
    except (OSError, UnicodeDecodeError):
        yield Finding("wrong", f"the key {path} cannot be read", "put it back from a copy, or give it to this user")
        return
    if len(key) < SECRET_LEAST:
        yield Finding("wrong", f"the key {path} has fewer than {SECRET_LEAST} characters", "put it back from a copy")
    elif mode & (stat.S_IRWXG | stat.S_IRWXO):
        yield Finding("note", f"others may read the key {path}", f"chmod 600 {path}")
    else:
        yield _fine(f"key {path}")


async def look_at_store(url: str) -> list[Finding]:
    """Return what there is to say of a database and of every game in it."""
    try:
        store = Store(url)
    except ValueError as error:
        return [Finding("wrong", str(error), "give --database a URL such as sqlite:///games.db")]
    if url.startswith("sqlite") and (finding := _look_at_file(Path(make_url(url).database or ""))):
        return [finding]
    try:
        stands_at = await store.database.read(store.revision)
        if stands_at is None or stands_at not in store.revisions:
            new = stands_at is not None
            what = "was made by a newer version of Regnum" if new else "is empty"
            todo = "update Regnum" if new else "regnum serve fills it"
            return [Finding("wrong" if new else "note", f"the database {store.where} {what}", todo)]
        if stands_at != max(store.revisions):
            todo = "regnum serve brings it to its shape"
            return [Finding("note", f"the database {store.where} is of an older version", todo)]
        return [_fine(f"database {store.where}"), *await _look_at_games(store)]
    except (Busy, SQLAlchemyError, OSError) as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        return [Finding("wrong", f"the database {store.where} does not answer: {reason}", "see that it runs")]
    finally:
        await store.close()


def _look_at_file(path: Path) -> Finding | None:
    """Return what there is to say against SQLite's file, if anything."""
    if not path.exists():
        return Finding("note", f"there is no database {path} yet", "the first start of regnum serve makes it")
    try:
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        try:
            said = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
        finally:
            connection.close()
    except sqlite3.Error as error:
        said = str(error)
    todo = "keep a copy of it; then regnum restore FILE into a new one, from a backup"
    return None if said == "ok" else Finding("wrong", f"the database {path} is damaged: {said}", todo)


async def _look_at_games(store: Store) -> list[Finding]:
    def all_ids(connection: Connection) -> list[str]:
        return list(connection.execute(select(TABLES.c.id)).scalars())

    found: list[Finding] = []
    games = 0
    for table_id in await store.database.read(all_ids):
        row = await store.table(table_id)
        if row is None:
            continue  # it went while we looked
        games += 1
        fault = _fault(row, [(entry[0], entry[1]) for entry in await store.entries(table_id)])
        if fault:
            found.append(
                Finding("wrong", f"table {table_id} ({row.game}): {fault}", "it cannot be played on; the rest can")
            )
    return [_fine(f"{games} tables"), *found]


def _fault(row: TableRow, entries: list[tuple[int, str]]) -> str:
    """Return what is wrong with a table, or ""."""
    try:
        table = LiveTable(row, entries)
    except Unplayable as error:
        return str(error)
    except ValueError:
        return "there is no such game here"
    open_seats = any(seat.kind == OPEN for seat in row.seats)
    over = table.state.is_terminal
    if len(row.seats) != row.players:
        return f"{len(row.seats)} seats for {row.players} players"
    wanted = WAITING if open_seats else FINISHED if over else PLAYING
    return "" if row.phase in (wanted, ABANDONED) else f"it is said to be {row.phase}, but is {wanted}"
