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
from regnum.web.db.database import Database, UnwritableError
from regnum.web.db.sqlite import sqlite_code
from regnum.web.db.urls import database_at, sqlite_url
from regnum.web.errors import BusyError
from tests.support.web.apps import run_in_thread


def open_database(path: Path) -> Database:
    return database_at(sqlite_url(path))


def sqlite_error(name: str) -> sqlite3.OperationalError:
    """Return an SQLite error with this code."""
    error = sqlite3.OperationalError(name)
    error.sqlite_errorcode = getattr(sqlite3, name)
    return error


def wrap_error(original: Exception, **more: Any) -> DBAPIError:
    return OperationalError("SELECT 1", {}, original, **more)


def test_database_path_may_contain_any_characters(tmp_path: Path) -> None:
    path = tmp_path / "100 % games?#.db"
    database = open_database(path)
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


def test_database_errors_say_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    database = open_database(path)
    other = PermissionError(13, "no", str(tmp_path / "other"))
    said = {
        f"{path} is not an SQLite database": sqlite_error("SQLITE_NOTADB"),
        f"{path} is damaged": sqlite_error("SQLITE_CORRUPT"),
        f"there is no room left for {path}": sqlite_error("SQLITE_FULL"),
        f"this user may not write {path}": sqlite_error("SQLITE_READONLY"),
        f"this user may not write {tmp_path / 'other'}": other,
        f"there is no file {path}": FileNotFoundError(),
        "something else": RuntimeError("something else\nand more"),
        "RuntimeError": RuntimeError(),
    }
    for begins, error in said.items():
        assert database.reason(error).startswith(begins)
    assert database.reason(wrap_error(sqlite_error("SQLITE_CORRUPT"))).startswith(f"{path} is damaged")
    assert database.reason(UnwritableError("x", full=True)).startswith("there is no room")
    assert database.reason(UnwritableError("x", full=False)).startswith("this user may not")
    assert (
        open_database(tmp_path / "none" / "games.db").reason(sqlite_error("SQLITE_CORRUPT"))
        == f"there is no folder {tmp_path / 'none'}"
    )


def test_error_code_of_sqlite_ignores_extended_bits() -> None:
    assert sqlite_code(sqlite_error("SQLITE_READONLY_DBMOVED")) == sqlite3.SQLITE_READONLY
    assert sqlite_code(wrap_error(sqlite_error("SQLITE_FULL"))) == sqlite3.SQLITE_FULL
    assert sqlite_code(RuntimeError()) == 0


async def run(path: Path, work: Any) -> Any:
    database = open_database(path)
    try:
        return await work(database)
    finally:
        await database.close()


def test_failed_transaction_leaves_nothing(tmp_path: Path) -> None:
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

    run_in_thread(lambda: asyncio.run(run(path, work)))


def pragma(name: str, connection: Connection) -> Any:
    return connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()


PRAGMAS = {"journal_mode": "wal", "foreign_keys": 1, "synchronous": 2}


def test_locked_file_is_distinguished_from_an_unwritable_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.db"
    monkeypatch.setattr(retry, "DATABASE_TIMEOUT", 0.3)

    async def work(database: Database) -> None:
        await database.write(lambda c: c.exec_driver_sql("CREATE TABLE a (b INTEGER)").close())
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(BusyError, match="it is locked"):
            await database.write(lambda c: None)
        assert await database.read(lambda c: 5) == 5, "reads still work"
        other.execute("ROLLBACK")
        other.close()
        assert await database.write(lambda c: 6) == 6
        for name, full in (("SQLITE_FULL", True), ("SQLITE_READONLY", False)):

            def fail(_: Connection, name: str = name) -> None:
                raise wrap_error(sqlite_error(name))

            with pytest.raises(UnwritableError) as error:
                await database.write(fail)
            assert error.value.full is full

    run_in_thread(lambda: asyncio.run(run(path, work)))


class Follower:
    """Records its callbacks; `changed` is set each time."""

    def __init__(self, changed: asyncio.Event) -> None:
        self.told: list[object] = []
        self.changed = changed

    def receive_message(self, payload: str) -> None: ...

    async def resync(self) -> None:
        self.told.append("look")
        self.changed.set()

    def set_leading(self, is_leader: bool) -> None:
        self.told.append(is_leader)
        self.changed.set()


def test_one_follower_becomes_the_leader_and_all_notice_changes(
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
        assert first.told == [True, "look"], "a new follower looks at everything once"
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

    run_in_thread(lambda: asyncio.run(run(path, work)))
