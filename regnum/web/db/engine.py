"""The database: SQLite with a single writer thread, or PostgreSQL. Calls retry while it is busy or unreachable."""

import asyncio
import errno
import fcntl
import logging
import os
import sqlite3
import stat
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import uniform
from typing import Any, Final, Protocol, TypeVar
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from regnum.core.atomic_files import refuse_foreign_link
from regnum.web.db.schema import METADATA
from regnum.web.errors import Busy, Gone

T = TypeVar("T")

TIMEOUT: Final = 5.0
"""Seconds that a read or a write waits for a busy or unavailable database."""
PREPARE_TIMEOUT: Final = 60.0
"""Seconds that a server waits while another one upgrades the database."""
LOCK_TIMEOUT: Final = 0.2
"""Seconds that one attempt waits for SQLite's lock."""
MAX_PAUSE: Final = 0.5
"""The longest pause between two attempts, in seconds; the first ones are shorter."""
POLL_INTERVAL: Final = 0.04
"""Seconds between checks whether another process has written to SQLite."""
PING_INTERVAL: Final = 1.0
"""Seconds between checks of the connection that receives news, and between attempts to become the leader."""
READERS: Final = 2
LOG: Final = logging.getLogger("regnum.web")
CHANNEL: Final = "regnum"
MIGRATING: Final = 7_340_911
LEADING: Final = 7_340_912
"""The advisory locks of PostgreSQL: for upgrading the database, and for the leader."""

SQLITE_FILES: Final = ("", "-wal", "-shm", "-journal", ".leader")
"""The suffixes of a database's files."""
_O_PATH: Final = getattr(os, "O_PATH", 0)
NO_ROOM: Final = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR})
_FORBIDDEN: Final = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM})
"""SQLite error codes: no room (a limit of the file system, a quota, a broken disk), and no permission to write."""

DRIVERS: Final = {
    "sqlite": "sqlite",
    "sqlite+aiosqlite": "sqlite",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}
"""SQLAlchemy's driver for each scheme of a database URL."""


class Unwritable(Busy):
    """The database cannot be written, and an immediate retry would not help. Nothing has changed.

    `full`: whether its disk is full or fails; otherwise it is read-only, or this user may not write to it.
    """

    def __init__(self, reason: str, full: bool) -> None:
        super().__init__(reason)
        self.full: Final = full


class NewsListener(Protocol):
    """A listener for the news that servers announce through a database."""

    def receive_news(self, payload: str) -> None:
        """Handle news that a server, possibly this one, has announced and committed."""

    async def resync(self) -> None:
        """Read the database again: anything may have changed since the last news."""

    def set_leading(self, now: bool) -> None:
        """Handle a change of leadership; `now`: whether this server is the leader."""


class Database(ABC):
    """A database, read and written by functions that get a connection, each in its own transaction."""

    where: str
    """Its URL without the password."""
    folder: Path | None = None
    files: tuple[Path, ...] = ()
    """The paths of its files, if they are on this machine."""

    def create(self) -> str:
        """Create the database's file if it does not exist; return a warning about an existing file, or "".

        Raises OSError if the file cannot be created or must not be used.
        """
        return ""

    def secure(self) -> None:
        """Restrict the permissions of this user's database files to their owner; raises OSError if it fails."""
        return

    def must_exist(self) -> None:
        """Raise FileNotFoundError if its file does not exist."""
        return

    def reason(self, error: Exception) -> str:
        """Return why the database could not be used, in one line."""
        return (str(getattr(error, "orig", None) or error).splitlines() or [type(error).__name__])[0]

    def foreign_tables(self, connection: Connection) -> list[str]:
        """Return the names of the tables that, without a schema revision, must belong to another program."""
        return sorted(set(inspect(connection).get_table_names()) - {"alembic_version"})

    @abstractmethod
    def probe(self, connection: Connection) -> None:
        """Make a write without effect, which fails if the database cannot be written."""

    @abstractmethod
    def block_writers(self, connection: Connection) -> None:
        """Block other writers until the transaction ends."""

    @abstractmethod
    async def read(self, work: Callable[[Connection], T]) -> T:
        """Return the result of `work`, which only reads; raises Busy if the database is unavailable."""

    @abstractmethod
    async def write(self, work: Callable[[Connection], T], single_statement: bool = False) -> T:
        """Return the result of `work` after its changes were committed; raises Busy if the database is unavailable.

        Raises Gone if `work` refers to a row that does not exist. `work` may run again after a commit whose answer was
        lost. `single_statement`: `work` has only one write statement, which can be its own transaction where that is
        faster.
        """

    @abstractmethod
    async def snapshot(self, work: Callable[[Connection], T]) -> T:
        """Return the result of `work`, which reads a consistent snapshot while others may write; it has no timeout."""

    @abstractmethod
    async def prepare(self, work: Callable[[Connection], T]) -> T:
        """Return the result of `work`, run in one transaction while no other server prepares the database."""

    @abstractmethod
    def announce(self, connection: Connection, news: str) -> None:
        """Send news to all servers when this transaction commits."""

    @abstractmethod
    async def subscribe(self, listener: NewsListener) -> None:
        """Pass news to `listener` until cancelled."""

    @abstractmethod
    async def close(self) -> None:
        """Close all connections."""


def sqlite_url(path: Path) -> str:
    """Return the URL of an SQLite file, with its path escaped."""
    return f"sqlite:///{quote(str(path))}"


def database_at(url: str) -> Database:
    """Return the database at a URL such as sqlite:///games.db; raises ValueError if the URL cannot be used."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise ValueError(f"cannot use the database {url!r}: not a URL such as sqlite:///games.db") from None
    driver = DRIVERS.get(parsed.drivername)
    parsed = parsed.set(drivername=driver or parsed.drivername)
    where = parsed.render_as_string(hide_password=True)
    if driver is None:
        raise ValueError(f"cannot use the database {where}: it must be SQLite or PostgreSQL")
    if driver == "sqlite" and parsed.database in (None, "", ":memory:"):
        raise ValueError(f"cannot use the database {where}: give it a file, such as sqlite:///games.db")
    try:
        return Sqlite(parsed) if driver == "sqlite" else Postgres(parsed)
    except ModuleNotFoundError as error:
        raise ValueError(f"PostgreSQL needs one more package ({error.name}): pip install 'regnum[postgres]'") from None
    except (SQLAlchemyError, ImportError) as error:
        raise ValueError(f"cannot use the database {where}: {str(error).splitlines()[0]}") from None


def _pause(attempt: int) -> float:
    """Return the seconds to wait after a number of attempts: exponential backoff with jitter."""
    return min(0.02 * 2.0**attempt, MAX_PAUSE) * uniform(0.5, 1.0)


class Sqlite(Database):
    """An SQLite file. One thread writes, in the order of the calls, while others read.

    Other processes on this machine may use it as well. It polls for their writes every POLL_INTERVAL seconds.
    """

    def __init__(self, url: URL) -> None:
        self.where = url.render_as_string(hide_password=True)
        self.path: Final = Path(str(url.database))
        self.folder = self.path.absolute().parent
        self.files = tuple(self.path.with_name(self.path.name + end) for end in SQLITE_FILES)
        self._engine: Final = create_engine(url, pool_size=READERS, max_overflow=0, hide_parameters=True)
        self._writing: Final = create_engine(url, pool_size=1, max_overflow=0, hide_parameters=True)
        for engine, begin in ((self._engine, "BEGIN"), (self._writing, "BEGIN IMMEDIATE")):
            event.listen(engine, "connect", _set_pragmas)
            if engine is self._writing:
                event.listen(engine, "connect", _enable_write_ahead_log)
            event.listen(engine, "begin", _begin_with(begin))
        self._readers: Final = ThreadPoolExecutor(READERS, "store-read")
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
        if code in NO_ROOM or (isinstance(error, Unwritable) and error.full):
            return f"there is no room left for {path}, or its disk fails"
        if code in _FORBIDDEN or isinstance(error, Unwritable | PermissionError):
            return f"this user may not write {path}, or not in its folder: give both to this user"
        return super().reason(error)

    def probe(self, connection: Connection) -> None:
        """Change the user version of the file, which nothing else uses."""
        number = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
        connection.exec_driver_sql(f"PRAGMA user_version = {(number + 1) % 1000}")

    def block_writers(self, connection: Connection) -> None:
        """Do nothing: a write transaction excludes other writers."""

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Return the result of `work`, which only reads; raises Busy if the file stays locked."""
        return await self._run(self._readers, self._engine, work, TIMEOUT)

    async def write(self, work: Callable[[Connection], T], single_statement: bool = False) -> T:
        """Return the result of `work` after its changes were committed; raises Busy if the file stays locked."""
        return await self._run(self._writer, self._writing, work, TIMEOUT)

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
                    if code in NO_ROOM or code in _FORBIDDEN:
                        raise Unwritable(str(error.orig), code in NO_ROOM) from None
                    if is_missing_reference(error):
                        raise Gone from None
                    if "is locked" not in str(error.orig):
                        raise
                time.sleep(_pause(tries))
                tries += 1
            raise Busy("it is locked")

        return await asyncio.get_running_loop().run_in_executor(thread, attempts)

    def announce(self, connection: Connection, news: str) -> None:
        """Do nothing: followers poll."""

    async def subscribe(self, listener: NewsListener) -> None:
        """Poll for writes by other connections, and become the leader when there is none."""
        loop = asyncio.get_running_loop()
        handle = self._open_leader_lock()
        leading = False
        known = -1
        try:
            while True:
                if not leading and _try_lock(handle):
                    leading = True
                    listener.set_leading(True)
                try:
                    version = await loop.run_in_executor(self._writer, self._data_version)
                    if version != known:
                        await listener.resync()
                        known = version
                except Exception as error:
                    LOG.warning("listening to the database failed: %s", type(error).__name__)
                    await asyncio.sleep(MAX_PAUSE)
                await asyncio.sleep(POLL_INTERVAL)
        finally:
            os.close(handle)
            listener.set_leading(False)

    def _open_leader_lock(self) -> int:
        """Open the file that the leader locks, and return its descriptor."""
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


def restrict_permissions(path: Path) -> None:
    """Restrict a file of this user to its owner, if it exists; root gives it to the owner of its folder.

    Symbolic links are not followed: the owner of the folder could point them at a file of root. For the same reason,
    root does not give away files with several hard links.
    """
    with suppress(OSError):
        # O_PATH, because closing a readable descriptor would release SQLite's locks on the file.
        handle = os.open(path, _O_PATH | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            found = os.fstat(handle)
            if not stat.S_ISREG(found.st_mode) or found.st_uid != os.geteuid():
                return
            same: int | str = f"/proc/self/fd/{handle}" if _O_PATH else handle
            if found.st_mode & 0o077:
                os.chmod(same, stat.S_IMODE(found.st_mode) & ~0o077)
            folder = path.parent.stat()
            if os.geteuid() == 0 and folder.st_uid != 0 and found.st_nlink == 1:
                os.chown(same, folder.st_uid, folder.st_gid)
        finally:
            os.close(handle)


def sqlite_code(error: Exception) -> int:
    """Return the primary SQLite code of an error; 0 if it is not an SQLite error."""
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


class Postgres(Database):
    """A PostgreSQL database, which many Regnum servers may share, and which may be unreachable for a while."""

    def __init__(self, url: URL) -> None:
        self.where = url.render_as_string(hide_password=True)
        self._engine: Final = _engine(
            url, 2 * TIMEOUT, lock_timeout=f"{TIMEOUT:.0f}s", idle_in_transaction_session_timeout="20s"
        )
        self._single: Final = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        # With keepalives, each side notices within seconds that the other has disappeared.
        self._dedicated: Final = _engine(
            url, None, tcp_keepalives_idle="3", tcp_keepalives_interval="1", tcp_keepalives_count="3"
        )

    def probe(self, connection: Connection) -> None:
        """Update an existing row without changing it."""
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")

    def foreign_tables(self, connection: Connection) -> list[str]:
        """Return only tables with the names of Regnum's: other programs may have their own tables in the database."""
        return [name for name in super().foreign_tables(connection) if name in METADATA.tables]

    def block_writers(self, connection: Connection) -> None:
        """Lock all tables against writers: a server of an older version may be running."""
        for table in inspect(connection).get_table_names():
            connection.execute(text(f"LOCK TABLE {connection.dialect.identifier_preparer.quote(table)} IN SHARE MODE"))

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Return the result of `work`, which only reads; raises Busy if the database is unavailable."""

        async def attempt() -> T:
            async with self._single.connect() as connection:
                return await connection.run_sync(work)

        return await _retry_while_busy(attempt)

    async def write(self, work: Callable[[Connection], T], single_statement: bool = False) -> T:
        """Return the result of `work` after its changes were committed; raises Busy if the database is unavailable."""
        if single_statement:
            return await self.read(work)

        async def attempt() -> T:
            async with self._engine.begin() as connection:
                return await connection.run_sync(work)

        return await _retry_while_busy(attempt)

    async def snapshot(self, work: Callable[[Connection], T]) -> T:
        """Return the result of `work`, which reads in one REPEATABLE READ transaction."""
        async with self._dedicated.connect() as connection:
            await connection.execution_options(isolation_level="REPEATABLE READ")
            return await connection.run_sync(work)

    async def prepare(self, work: Callable[[Connection], T]) -> T:
        """Return the result of `work`, run once with a longer timeout while no other server prepares the database."""
        async with self._dedicated.begin() as connection:
            await connection.execute(text(f"SET LOCAL lock_timeout = '{PREPARE_TIMEOUT:.0f}s'"))
            await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
            return await connection.run_sync(work)

    def announce(self, connection: Connection, news: str) -> None:
        """Send news to all servers when this transaction commits."""
        connection.execute(_NOTIFY, {"channel": CHANNEL, "news": news})

    async def subscribe(self, listener: NewsListener) -> None:
        """Listen for news and try to become the leader; reconnect whenever the connection is lost."""
        attempt = 0
        while True:
            try:
                async with self._dedicated.connect() as connection:
                    driver: Any = (await connection.get_raw_connection()).driver_connection
                    try:
                        attempt = 0
                        await self._listen(driver, listener)
                    finally:
                        listener.set_leading(False)
                        driver.terminate()
                        await connection.invalidate()
            except Exception as error:
                if not is_temporary(error):
                    LOG.error("listening to the database failed: %s", type(error).__name__)
            await asyncio.sleep(_pause(attempt))
            attempt += 1

    async def _listen(self, driver: Any, listener: NewsListener) -> None:
        """Receive news on an asyncpg connection, and become the leader if there is none, until it is lost."""
        lost = asyncio.Event()
        driver.add_termination_listener(lambda _: lost.set())
        await driver.add_listener(CHANNEL, lambda _c, _p, _ch, payload: listener.receive_news(payload))
        await listener.resync()
        leading = False
        while not lost.is_set():
            if leading:
                await driver.execute("SELECT 1", timeout=3 * PING_INTERVAL)
            elif await driver.fetchval("SELECT pg_try_advisory_lock($1)", LEADING, timeout=3 * PING_INTERVAL):
                leading = True
                listener.set_leading(True)
            with suppress(TimeoutError):
                async with asyncio.timeout(PING_INTERVAL):
                    await lost.wait()

    async def close(self) -> None:
        """Close all connections."""
        await self._engine.dispose()
        await self._dedicated.dispose()


_NOTIFY: Final = text("SELECT pg_notify(:channel, :news)")


def _engine(url: URL, command_timeout: float | None, **settings: str) -> AsyncEngine:
    """Return an engine whose sessions have these PostgreSQL settings."""
    given = {"timeout": TIMEOUT, "command_timeout": command_timeout, "server_settings": settings}
    return create_async_engine(
        url, pool_size=8, max_overflow=8, pool_timeout=TIMEOUT, hide_parameters=True, connect_args=given
    )


async def _retry_while_busy(attempt: Callable[[], Awaitable[T]]) -> T:
    """Return the result of `attempt`, retried while the database is busy or unreachable.

    Raises Busy after TIMEOUT seconds, and Unwritable if the database cannot be written.
    """
    late = time.monotonic() + TIMEOUT
    tries = 0
    reason = "it does not answer"
    while True:
        try:
            async with asyncio.timeout_at(asyncio.get_running_loop().time() + max(late - time.monotonic(), 0.0)):
                return await attempt()
        except Exception as error:
            state = sql_state(error)
            if state in (DISK_FULL, NO_RIGHT):
                raise Unwritable(str(getattr(error, "orig", None) or error), state == DISK_FULL) from None
            if is_missing_reference(error):
                raise Gone from None
            if not is_temporary(error):
                raise
            reason = str(getattr(error, "orig", None) or error) or reason
            if time.monotonic() > late:
                raise (Unwritable(reason, False) if state == READ_ONLY else Busy(reason)) from None
        await asyncio.sleep(_pause(tries))
        tries += 1


DISK_FULL: Final = "53100"
NO_RIGHT: Final = "42501"
READ_ONLY: Final = "25006"
MISSING_REFERENCE: Final = "23503"
"""SQL states: no room, no permission to write, a read-only server (a standby until it takes over), and a reference to
a row that does not exist."""
TEMPORARY_STATES: Final = ("08", "53", "57P", "57014", "40001", "40P01", "55P03", READ_ONLY, "25P03")
"""Prefixes of temporary SQL states: no connection, too many of them, shutdown, a deadlock, a lock."""


def is_temporary(error: Exception) -> bool:
    """Return whether a retry may succeed after an error.

    The driver's own errors appear while connecting, or when the connection is cut off.
    """
    if isinstance(error, OSError | TimeoutError | PoolTimeout | Busy):
        return True
    cut_off = type(error).__name__ in ("InternalClientError", "InternalError")  # a truncated answer
    return cut_off or getattr(error, "connection_invalidated", False) or sql_state(error).startswith(TEMPORARY_STATES)


def is_missing_reference(error: Exception) -> bool:
    """Return whether a write failed because a row that it refers to does not exist, such as a removed table."""
    code = getattr(getattr(error, "orig", error), "sqlite_errorcode", 0)
    return code == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY or sql_state(error) == MISSING_REFERENCE


def sql_state(error: Exception) -> str:
    """Return the SQLSTATE of an error; "" if it is not a PostgreSQL error."""
    return str(getattr(getattr(error, "orig", error), "sqlstate", None) or "")
