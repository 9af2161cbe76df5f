"""An SQLite file: what is wrong with it, reading and writing, and the leader."""

import asyncio
import sqlite3
import stat
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, OperationalError

from regnum.web.db import retry, sqlite
from regnum.web.db.database import Database, Unwritable
from regnum.web.db.sqlite import sqlite_code
from regnum.web.db.urls import database_at, sqlite_url
from regnum.web.errors import Busy
from tests.support.apps import apart


def at(path: Path) -> Database:
    return database_at(sqlite_url(path))


def failed(name: str) -> sqlite3.OperationalError:
    """Return an error with one of SQLite's codes."""
    error = sqlite3.OperationalError(name)
    error.sqlite_errorcode = getattr(sqlite3, name)
    return error


def wrapped(original: Exception, **more: Any) -> DBAPIError:
    return OperationalError("SELECT 1", {}, original, **more)


def test_a_file_is_found_whatever_letters_its_path_has(tmp_path: Path) -> None:
    path = tmp_path / "100 % games?#.db"
    database = at(path)
    assert database.folder == tmp_path
    assert {file.name.removeprefix(path.name) for file in database.files} == {"", "-wal", "-shm", "-journal", ".leader"}
    assert database.create() == ""
    assert path.exists()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert "an empty file" in database.create()
    path.write_bytes(b"x")
    assert database.create() == ""
    database.must_exist()
    path.unlink()
    with pytest.raises(FileNotFoundError):
        database.must_exist()


def test_what_is_wrong_with_a_file_is_said_with_what_to_do_about_it(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    database = at(path)
    other = PermissionError(13, "no", str(tmp_path / "other"))
    said = {
        f"{path} is not an SQLite database": failed("SQLITE_NOTADB"),
        f"{path} is damaged": failed("SQLITE_CORRUPT"),
        f"there is no room left for {path}": failed("SQLITE_FULL"),
        f"this user may not write {path}": failed("SQLITE_READONLY"),
        f"this user may not write {tmp_path / 'other'}": other,
        f"there is no file {path}": FileNotFoundError(),
        "something else": RuntimeError("something else\nand more"),
        "RuntimeError": RuntimeError(),
    }
    for begins, error in said.items():
        assert database.reason(error).startswith(begins)
    assert database.reason(wrapped(failed("SQLITE_CORRUPT"))).startswith(f"{path} is damaged")
    assert database.reason(Unwritable("x", full=True)).startswith("there is no room")
    assert database.reason(Unwritable("x", full=False)).startswith("this user may not")
    assert (
        at(tmp_path / "none" / "games.db").reason(failed("SQLITE_CORRUPT")) == f"there is no folder {tmp_path / 'none'}"
    )


def test_a_code_is_sqlites_own_whatever_is_added_to_it() -> None:
    assert sqlite_code(failed("SQLITE_READONLY_DBMOVED")) == sqlite3.SQLITE_READONLY
    assert sqlite_code(wrapped(failed("SQLITE_FULL"))) == sqlite3.SQLITE_FULL
    assert sqlite_code(RuntimeError()) == 0


async def run(path: Path, work: Any) -> Any:
    database = at(path)
    try:
        return await work(database)
    finally:
        await database.close()


def test_what_fails_in_a_transaction_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "games.db"

    def make(connection: Connection) -> None:
        connection.exec_driver_sql("CREATE TABLE a (b INTEGER)")
        connection.exec_driver_sql("INSERT INTO a VALUES (1)")

    def fail(connection: Connection) -> None:
        connection.exec_driver_sql("INSERT INTO a VALUES (2)")
        raise KeyError

    def count(connection: Connection) -> int:
        return int(connection.exec_driver_sql("SELECT count(*) FROM a").scalar_one())

    async def work(database: Database) -> None:
        await database.write(make)
        with pytest.raises(KeyError):
            await database.write(fail)
        assert await database.read(count) == 1
        assert await database.snapshot(count) == 1
        before = await database.read(lambda c: c.exec_driver_sql("PRAGMA user_version").scalar_one())
        await database.write(database.probe)
        after = await database.read(lambda c: c.exec_driver_sql("PRAGMA user_version").scalar_one())
        assert after == before + 1
        assert await database.read(database.foreign_tables) == ["a"]
        for name, value in PRAGMAS.items():
            assert await database.read(partial(pragma, name)) == value
        await database.write(lambda c: c.exec_driver_sql("PRAGMA user_version = 999").close())
        await database.write(database.probe)
        assert await database.read(lambda c: c.exec_driver_sql("PRAGMA user_version").scalar_one()) == 0

    apart(lambda: asyncio.run(run(path, work)))


def pragma(name: str, connection: Connection) -> Any:
    return connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()


PRAGMAS = {"journal_mode": "wal", "foreign_keys": 1, "synchronous": 2}


def test_a_file_that_others_lock_for_long_is_busy_and_one_that_cannot_be_written_is_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.db"
    monkeypatch.setattr(retry, "TIMEOUT", 0.3)

    async def work(database: Database) -> None:
        await database.write(lambda c: c.exec_driver_sql("CREATE TABLE a (b INTEGER)").close())
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Busy, match="it is locked"):
            await database.write(lambda c: None)
        assert await database.read(lambda c: 5) == 5, "reading goes on"
        other.execute("ROLLBACK")
        other.close()
        assert await database.write(lambda c: 6) == 6
        for name, full in (("SQLITE_FULL", True), ("SQLITE_READONLY", False)):

            def fail(_: Connection, name: str = name) -> None:
                raise wrapped(failed(name))

            with pytest.raises(Unwritable) as error:
                await database.write(fail)
            assert error.value.full is full

    apart(lambda: asyncio.run(run(path, work)))


class Follower:
    """Keeps what it is told; `changed` is set each time."""

    def __init__(self, changed: asyncio.Event) -> None:
        self.told: list[object] = []
        self.changed = changed

    def receive_news(self, payload: str) -> None: ...

    async def resync(self) -> None:
        self.told.append("look")
        self.changed.set()

    def set_leading(self, now: bool) -> None:
        self.told.append(now)
        self.changed.set()


def test_one_of_several_followers_leads_and_each_notices_what_others_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.db"
    monkeypatch.setattr(sqlite, "POLL_INTERVAL", 0.01)

    async def work(database: Database) -> None:
        changed = asyncio.Event()
        first, second = Follower(changed), Follower(changed)

        async def until(done: Callable[[], bool]) -> None:
            while not done():
                changed.clear()
                await changed.wait()

        await database.write(lambda c: c.exec_driver_sql("CREATE TABLE a (b INTEGER)").close())
        one = asyncio.create_task(database.subscribe(first))
        await until(lambda: len(first.told) == 2)
        assert first.told == [True, "look"], "whoever begins looks at everything once"
        two = asyncio.create_task(database.subscribe(second))
        await until(lambda: second.told == ["look"])
        other = sqlite3.connect(path)
        other.execute("INSERT INTO a VALUES (1)")
        other.commit()
        other.close()
        await until(lambda: len(first.told) == 3 and len(second.told) == 2)
        one.cancel()
        await asyncio.gather(one, return_exceptions=True)
        assert first.told[-1] is False
        await until(lambda: True in second.told)
        two.cancel()
        await asyncio.gather(two, return_exceptions=True)
        assert second.told[-1] is False

    apart(lambda: asyncio.run(run(path, work)))
