"""SQLite: one thread writes while others read, and processes poll for the writes of others."""

import asyncio
import errno
import fcntl
import logging
import os
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError

from regnum.core.atomic_files import refuse_foreign_link
from regnum.web.db import retry
from regnum.web.db.database import PREPARE_TIMEOUT, Database, DatabaseListener, UnwritableError
from regnum.web.db.file_permissions import restrict_permissions
from regnum.web.errors import BusyError, GoneError

T = TypeVar("T")

LOCK_TIMEOUT: Final = 0.2
"""Seconds that one attempt waits for SQLite's lock."""
POLL_INTERVAL: Final = 0.04
"""Seconds between checks whether another process has written to the file."""
READER_THREADS: Final = 2
"""The number of threads that read."""
SQLITE_FILES: Final = ("", "-wal", "-shm", "-journal", ".leader")
"""The suffixes of a database's files."""
DISK_FULL_CODES: Final = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR})
_FORBIDDEN: Final = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM})
"""SQLite error codes: no room (a limit of the file system, a quota, a broken disk), and no permission to write."""
LOG: Final = logging.getLogger("regnum.web")


class Sqlite(Database):
    """An SQLite file. One thread writes, in the order of the calls, while others read.

    Other processes on this machine may use it as well. It polls for their writes every POLL_INTERVAL seconds.
    """

    def __init__(self, url: URL) -> None:
        self.location = url.render_as_string(hide_password=True)
        self.path: Final = Path(str(url.database))
        self.folder = self.path.absolute().parent
        self.files = tuple(self.path.with_name(self.path.name + end) for end in SQLITE_FILES)
        self._engine: Final = create_engine(url, pool_size=READER_THREADS, max_overflow=0, hide_parameters=True)
        self._writing: Final = create_engine(url, pool_size=1, max_overflow=0, hide_parameters=True)
        for engine, begin in ((self._engine, "BEGIN"), (self._writing, "BEGIN IMMEDIATE")):
            event.listen(engine, "connect", _set_pragmas)
            if engine is self._writing:
                event.listen(engine, "connect", _enable_write_ahead_log)
            event.listen(engine, "begin", _begin_with(begin))
        self._readers: Final = ThreadPoolExecutor(READER_THREADS, "store-read")
        self._writer: Final = ThreadPoolExecutor(1, "store-write")

    def create(self) -> str:
        """Create the file, readable by its owner only, if it does not exist; return a warning about an existing one.

        SQLite gives the -wal and -shm files the permissions of the database file. Raises PermissionError if one of
        these files is a symbolic link: SQLite would write through it, which for root could be anywhere.
        """
        for path in self.files[1:]:
            if path.is_symlink():
                raise PermissionError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
        refuse_foreign_link(self.path)
        try:
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        except FileExistsError:
            if not self.path.stat().st_size:
                return f"{self.path} was an empty file: if it had games, stop this server and restore a backup"
        return ""

    def secure(self) -> None:
        """Restrict this user's files to their owner; raises OSError if the leader's lock file cannot be opened."""
        os.close(self._open_leader_lock())
        for path in self.files:
            restrict_permissions(path)

    def must_exist(self) -> None:
        """Raise FileNotFoundError if the file does not exist."""
        refuse_foreign_link(self.path)
        self.path.stat()

    def reason(self, error: Exception) -> str:
        """Return why the file could not be used, in one line, with a remedy if there is one."""
        path = self.path
        with suppress(OSError):
            if not path.parent.is_dir():
                return f"there is no folder {path.parent}"
        if isinstance(error, PermissionError) and error.filename:
            path = Path(error.filename)
        if isinstance(error, FileNotFoundError):
            return f"there is no file {path}"
        code = sqlite_code(error)
        if code == sqlite3.SQLITE_NOTADB:
            return f"{path} is not an SQLite database"
        if code == sqlite3.SQLITE_CORRUPT:
            return f"{path} is damaged: keep a copy of it, then restore a backup"
        if code in DISK_FULL_CODES or (isinstance(error, UnwritableError) and error.full):
            return f"there is no room left for {path}, or its disk fails"
        if code in _FORBIDDEN or isinstance(error, UnwritableError | PermissionError):
            return f"this user may not write {path}, or not in its folder: give both to this user"
        return super().reason(error)

    def probe(self, connection: Connection) -> None:
        """Change the user version of the file, which nothing else uses."""
        number = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
        connection.exec_driver_sql(f"PRAGMA user_version = {(number + 1) % 1000}")

    def block_writers(self, connection: Connection) -> None:
        """Do nothing: a write transaction excludes other writers."""

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Return the result of `work`, which only reads; raises BusyError if the file stays locked."""
        return await self._run(self._readers, self._engine, work, retry.DATABASE_TIMEOUT)

    async def write(self, work: Callable[[Connection], T], single_statement: bool = False) -> T:
        """Return the result of `work` after its changes were committed; raises BusyError if the file stays locked."""
        return await self._run(self._writer, self._writing, work, retry.DATABASE_TIMEOUT)

    async def snapshot(self, work: Callable[[Connection], T]) -> T:
        """Return the result of `work`, which only reads: an SQLite transaction always reads one snapshot."""
        return await self.read(work)

    async def prepare(self, work: Callable[[Connection], T]) -> T:
        """Run `work` as `write` does, but with a longer timeout; no other process can write during it."""
        return await self._run(self._writer, self._writing, work, PREPARE_TIMEOUT)

    async def _run(self, thread: Executor, engine: Engine, work: Callable[[Connection], T], seconds: float) -> T:
        """Run `work` in a thread, retrying while the file is locked. Time in the queue counts towards `seconds`."""
        late = time.monotonic() + seconds

        def attempts() -> T:
            tries = 0
            while time.monotonic() < late:
                try:
                    with engine.begin() as connection:
                        return work(connection)
                except DBAPIError as error:
                    code = sqlite_code(error)
                    if code in DISK_FULL_CODES or code in _FORBIDDEN:
                        raise UnwritableError(str(error.orig), code in DISK_FULL_CODES) from None
                    if retry.is_missing_reference(error):
                        raise GoneError from None
                    if "is locked" not in str(error.orig):
                        raise
                time.sleep(retry.compute_retry_delay(tries))
                tries += 1
            raise BusyError("it is locked")

        return await asyncio.get_running_loop().run_in_executor(thread, attempts)

    def announce(self, connection: Connection, message: str) -> None:
        """Do nothing: followers poll."""

    async def subscribe(self, listener: DatabaseListener) -> None:
        """Poll for writes by other connections, and become the leader when there is none."""
        loop = asyncio.get_running_loop()
        handle = self._open_leader_lock()
        leading = False
        known_version = -1
        try:
            while True:
                if not leading and _try_lock(handle):
                    leading = True
                    listener.set_leading(True)
                try:
                    version = await loop.run_in_executor(self._writer, self._data_version)
                    if version != known_version:
                        await listener.resync()
                        known_version = version
                except Exception as error:
                    LOG.warning("listening to the database failed: %s", type(error).__name__)
                    await asyncio.sleep(retry.MAX_RETRY_DELAY)
                await asyncio.sleep(POLL_INTERVAL)
        finally:
            os.close(handle)
            listener.set_leading(False)

    def _open_leader_lock(self) -> int:
        """Open the file that the leader locks and return its descriptor."""
        return os.open(f"{self.path}.leader", os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)

    def _data_version(self) -> int:
        """Return a number that changes when a connection other than the writer's has written."""
        connection = self._writing.raw_connection()
        try:
            cursor = connection.cursor()
            cursor.execute("PRAGMA data_version")
            return int(cursor.fetchone()[0])  # type: ignore[index]
        finally:
            connection.close()

    async def close(self) -> None:
        """Close all connections after the pending writes."""
        await asyncio.to_thread(self._writer.shutdown)
        await asyncio.to_thread(self._readers.shutdown)
        self._writing.dispose()
        self._engine.dispose()


def sqlite_code(error: Exception) -> int:
    """Return the primary SQLite code of an error, or 0 if it is not an SQLite error."""
    return int(getattr(getattr(error, "orig", error), "sqlite_errorcode", 0)) & 0xFF


def _try_lock(handle: int) -> bool:
    """Try to lock a file exclusively until it is closed or the process ends; return whether that succeeded."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _set_pragmas(connection: Any, _: Any) -> None:
    """Configure a new connection, with explicit transactions only."""
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout={int(LOCK_TIMEOUT * 1000)}")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")


def _enable_write_ahead_log(connection: Any, _: Any) -> None:
    """Switch the file to write-ahead logging if needed; reading the current mode does not change the file."""
    if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        connection.execute("PRAGMA journal_mode=WAL")


def _begin_with(statement: str) -> Callable[[Connection], None]:
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(statement)

    return begin
