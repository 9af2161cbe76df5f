"""The database: URLs, faulty files, temporary errors, and owners of files."""

import asyncio
import os
import sqlite3
import stat
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from regnum.web.db import engine
from regnum.web.db.engine import (
    Database,
    Unwritable,
    database_at,
    is_temporary,
    restrict_permissions,
    sql_state,
    sqlite_code,
    sqlite_url,
    utc,
)
from regnum.web.errors import Busy
from regnum.web.settings import read_key
from tests.support.apps import run_in_thread


def open_database(path: Path) -> Database:
    return database_at(sqlite_url(path))


def sqlite_error(name: str) -> sqlite3.OperationalError:
    """Return an SQLite error with this code."""
    error = sqlite3.OperationalError(name)
    error.sqlite_errorcode = getattr(sqlite3, name)
    return error


def wrap_error(original: Exception, **more: Any) -> DBAPIError:
    return OperationalError("SELECT 1", {}, original, **more)


# What a URL may be.


@pytest.mark.parametrize(
    ("url", "wrong"),
    [
        ("games.db", "not a URL such as"),
        ("mysql://localhost/x", "it must be SQLite or PostgreSQL"),
        ("sqlite://", "give it a file"),
        ("sqlite:///", "give it a file"),
        ("sqlite:///:memory:", "give it a file"),
        ("sqlite+aiosqlite:///:memory:", "give it a file"),
    ],
)
def test_unusable_database_is_reported_without_its_password(url: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        database_at(url)
    with pytest.raises(ValueError, match="it must be SQLite") as error:
        database_at("mysql://ann:geheim@localhost/x")
    assert "geheim" not in str(error.value)


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


# What is wrong.


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
    assert database.reason(Unwritable("x", full=True)).startswith("there is no room")
    assert database.reason(Unwritable("x", full=False)).startswith("this user may not")
    assert (
        open_database(tmp_path / "none" / "games.db").reason(sqlite_error("SQLITE_CORRUPT"))
        == f"there is no folder {tmp_path / 'none'}"
    )


def test_error_code_of_sqlite_ignores_extended_bits() -> None:
    assert sqlite_code(sqlite_error("SQLITE_READONLY_DBMOVED")) == sqlite3.SQLITE_READONLY
    assert sqlite_code(wrap_error(sqlite_error("SQLITE_FULL"))) == sqlite3.SQLITE_FULL
    assert sqlite_code(RuntimeError()) == 0


class ServerError(Exception):
    def __init__(self, state: str | None) -> None:
        super().__init__(state)
        self.sqlstate = state


class InternalClientError(Exception):
    """Has the name of the driver's own error."""


@pytest.mark.parametrize("state", ["08006", "53300", "57P01", "57014", "40001", "40P01", "55P03", "25006", "25P03"])
def test_errors_of_a_busy_or_unreachable_server_are_temporary(state: str) -> None:
    assert is_temporary(ServerError(state))
    assert is_temporary(wrap_error(ServerError(state)))
    assert sql_state(wrap_error(ServerError(state))) == state


def test_connection_errors_are_temporary() -> None:
    passing = (OSError(), TimeoutError(), PoolTimeout(), Busy("x"), InternalClientError())
    assert [is_temporary(error) for error in passing] == [True] * len(passing)
    assert is_temporary(wrap_error(ServerError("42P01"), connection_invalidated=True))
    lasting = (ServerError("42P01"), ServerError("23505"), ServerError(None), ServerError("57000"), ValueError())
    assert [is_temporary(error) for error in lasting] == [False] * len(lasting)
    assert [sql_state(error) for error in (ServerError(None), ValueError())] == ["", ""]


def test_naive_times_are_utc() -> None:
    noon = datetime(2026, 6, 1, 12)
    assert utc(noon) == noon.replace(tzinfo=UTC)
    there = noon.replace(tzinfo=timezone(timedelta(hours=2)))
    assert utc(there) is there


# Whose the files are.


def test_access_rights_of_others_are_removed(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    for mode, tightened in ((0o644, 0o600), (0o750, 0o700), (0o601, 0o600), (0o600, 0o600), (0o400, 0o400)):
        path.unlink(missing_ok=True)
        path.touch()
        path.chmod(mode)
        restrict_permissions(path)
        assert stat.S_IMODE(path.stat().st_mode) == tightened
    restrict_permissions(tmp_path / "none")


def test_foreign_files_stay_and_root_passes_files_to_the_folder_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "secret"
    path.touch()
    path.chmod(0o644)
    given: list[tuple[object, ...]] = []
    monkeypatch.setattr(os, "chown", lambda *whom: given.append(whom))
    monkeypatch.setattr(os, "geteuid", lambda: path.stat().st_uid + 1)
    restrict_permissions(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    assert given == []
    real, mine = Path.stat, os.fstat

    class Owned:
        def __init__(self, uid: int, mode: int, names: int = 1) -> None:
            self.st_uid, self.st_gid, self.st_mode, self.st_nlink = uid, 7, mode, names

    for user, folder, names, gives in ((0, 5, 1, True), (0, 5, 2, False), (0, 0, 1, False), (5, 5, 1, False)):
        given.clear()
        monkeypatch.setattr(os, "geteuid", lambda user=user: user)
        own, above = Owned(user, stat.S_IFREG | 0o600, names), Owned(folder, stat.S_IFDIR | 0o700)
        monkeypatch.setattr(os, "fstat", lambda handle, own=own: own)
        monkeypatch.setattr(
            Path, "stat", lambda self, above=above, **more: above if self == tmp_path else real(self, **more)
        )
        restrict_permissions(path)
        monkeypatch.setattr(os, "fstat", mine)
        assert [whom[1:] for whom in given] == ([(5, 7)] if gives else [])


def test_symbolic_link_next_to_the_database_is_not_followed(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.touch()
    other.chmod(0o644)
    (tmp_path / "link").symlink_to(other)
    restrict_permissions(tmp_path / "link")
    assert stat.S_IMODE(other.stat().st_mode) == 0o644
    for end in ("-wal", "-shm", "-journal", ".leader"):
        link = tmp_path / f"games.db{end}"
        link.symlink_to(tmp_path / "elsewhere")
        with pytest.raises(PermissionError, match=link.name):
            database_at(sqlite_url(tmp_path / "games.db")).create()
        link.unlink()
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a link away")
@pytest.mark.parametrize("name", ["games.db", "secret"])
def test_root_does_not_follow_symbolic_links_of_others(tmp_path: Path, name: str) -> None:
    """Otherwise the owner of a data folder could make root read, replace or give away any file."""
    (tmp_path / "other").write_text("a file that only root may read")
    link = tmp_path / name
    link.symlink_to(tmp_path / "other")
    os.chown(link, 12345, 12345, follow_symlinks=False)
    with pytest.raises((PermissionError, ValueError), match="symbolic links"):
        database_at(sqlite_url(link)).create() if name == "games.db" else read_key(link)


# Reading and writing.


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
    monkeypatch.setattr(engine, "TIMEOUT", 0.3)

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
                raise wrap_error(sqlite_error(name))

            with pytest.raises(Unwritable) as error:
                await database.write(fail)
            assert error.value.full is full

    run_in_thread(lambda: asyncio.run(run(path, work)))


class Follower:
    """Records its callbacks; `changed` is set each time."""

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


def test_one_follower_becomes_the_leader_and_all_notice_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.db"
    monkeypatch.setattr(engine, "POLL_INTERVAL", 0.01)

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
