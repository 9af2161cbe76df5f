"""The database: SQLite with one thread that writes, or PostgreSQL. Whoever finds it busy or away waits some seconds."""

import asyncio
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
from datetime import UTC, datetime
from pathlib import Path
from random import uniform
from typing import Any, Final, Protocol, TypeVar
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from regnum.web.db.schema import METADATA
from regnum.web.errors import Busy

T = TypeVar("T")

PATIENCE: Final = 5.0
"""Seconds that a read or a write waits for a database that is busy or away."""
PREPARING: Final = 60.0
"""Seconds that a server waits until another one has brought the database to today's shape."""
WAIT: Final = 0.2
"""Seconds that one attempt waits for SQLite's lock."""
PAUSE: Final = 0.5
"""The longest pause between two attempts, in seconds; the first ones are shorter."""
POLL: Final = 0.04
"""How often SQLite is asked whether another process has written, in seconds."""
PING: Final = 1.0
"""How often the connection on which news come is tried, and whether this server leads, in seconds."""
READERS: Final = 2
LOG: Final = logging.getLogger("regnum.web")
CHANNEL: Final = "regnum"
MIGRATING: Final = 7_340_911
LEADING: Final = 7_340_912
"""The advisory locks of PostgreSQL: for bringing the database to today's shape, and for the one server that leads."""

SQLITE_FILES: Final = ("", "-wal", "-shm", "-journal", ".leader")
"""How the names of a database's files end."""
NO_ROOM: Final = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR})
_FORBIDDEN: Final = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM})
"""Codes of SQLite: no room (a limit of the file system, a quota, a broken disk), and no right to write."""

DRIVERS: Final = {
    "sqlite": "sqlite",
    "sqlite+aiosqlite": "sqlite",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}
"""The drivers that are used, by what a URL may name."""


class Unwritable(Busy):
    """The database cannot be written, for this reason; trying again at once does not help. Nothing is half done.

    `full`: there is no room left for it, or its disk fails; else this user may not write it.
    """

    def __init__(self, reason: str, full: bool) -> None:
        super().__init__(reason)
        self.full: Final = full


class NewsListener(Protocol):
    """Who follows the news of a database."""

    def heard(self, news: str) -> None:
        """Hear what a server (this one, too) has announced and committed."""

    async def resync(self) -> None:
        """Look at the database anew: anything may have changed since the news were last heard."""

    def leads(self, now: bool) -> None:
        """Learn whether this server is the one that does what only one may do."""


class Database(ABC):
    """A database that is read and written by functions of a connection, each in a transaction of its own."""

    where: str
    """Its URL without the password."""
    folder: Path | None = None
    files: tuple[Path, ...] = ()
    """Where its files are, if they are on this machine."""

    def create(self) -> str:
        """Make its file, if there is none, and return what is strange about one that is there; OSError."""
        return ""

    def secure(self) -> None:
        """Let only its owner read the files that are there, as far as they are ours; OSError if one cannot be used."""
        return

    def must_exist(self) -> None:
        """FileNotFoundError if its file is not there."""
        return

    def reason(self, error: Exception) -> str:
        """Return what is wrong with the database, in one line, where it could not be used."""
        return (str(getattr(error, "orig", None) or error).splitlines() or [type(error).__name__])[0]

    def strangers(self, connection: Connection) -> list[str]:
        """Return the names of tables that cannot be there if Regnum has never used the database."""
        return sorted(set(inspect(connection).get_table_names()) - {"alembic_version"})

    @abstractmethod
    def probe(self, connection: Connection) -> None:
        """Write something that changes nothing: what cannot be written then fails now."""

    @abstractmethod
    def hold(self, connection: Connection) -> None:
        """Let others read only until the transaction ends."""

    @abstractmethod
    async def read(self, work: Callable[[Connection], T]) -> T:
        """Return what `work` reads; Busy if the database cannot be had."""

    @abstractmethod
    async def write(self, work: Callable[[Connection], T], alone: bool = False) -> T:
        """Return what `work` returns after it was committed; Busy if the database cannot be had.

        It may be done twice: the first time may have been committed, and only the answer lost. `alone`: one statement
        writes, and is a transaction by itself where that is quicker.
        """

    @abstractmethod
    async def snapshot(self, work: Callable[[Connection], T]) -> T:
        """Return what `work` reads, however long it takes: all as it was at one moment, while others write."""

    @abstractmethod
    async def prepare(self, work: Callable[[Connection], T]) -> T:
        """Do something for which no other server may be at work, all of it or nothing."""

    @abstractmethod
    def announce(self, connection: Connection, news: str) -> None:
        """Tell all servers with the commit of this transaction."""

    @abstractmethod
    async def follow(self, hearer: NewsListener) -> None:
        """Tell the news to `hearer` until this is cancelled."""

    @abstractmethod
    async def close(self) -> None:
        """Let go of all connections."""


def sqlite_url(path: Path) -> str:
    """Return the URL of an SQLite file, whatever letters its path has."""
    return f"sqlite:///{quote(str(path))}"


def database_at(url: str) -> Database:
    """Return the database at a URL such as sqlite:///games.db; ValueError if it is not one that can be used."""
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
    """Return how long to wait after so many attempts, in seconds: longer and longer, and never in step with others."""
    return min(0.02 * 2.0**attempt, PAUSE) * uniform(0.5, 1.0)


class Sqlite(Database):
    """A file. One thread writes, in the order of asking; reading goes on meanwhile.

    Other processes of this machine may use it, too: what they wrote is noticed by asking every POLL seconds.
    """

    def __init__(self, url: URL) -> None:
        self.where = url.render_as_string(hide_password=True)
        self.path: Final = Path(str(url.database))
        self.folder = self.path.absolute().parent
        self.files = tuple(self.path.with_name(self.path.name + end) for end in SQLITE_FILES)
        self._engine: Final = create_engine(url, pool_size=READERS, max_overflow=0, hide_parameters=True)
        self._writing: Final = create_engine(url, pool_size=1, max_overflow=0, hide_parameters=True)
        for engine, begin in ((self._engine, "BEGIN"), (self._writing, "BEGIN IMMEDIATE")):
            event.listen(engine, "connect", _manners)
            if engine is self._writing:
                event.listen(engine, "connect", _writes_ahead)
            event.listen(engine, "begin", _begins(begin))
        self._readers: Final = ThreadPoolExecutor(READERS, "store-read")
        self._writer: Final = ThreadPoolExecutor(1, "store-write")

    def create(self) -> str:
        """Make the file, readable by its owner only, if there is none; return what is strange about one that is there.

        SQLite gives -wal and -shm the rights of the file that they belong to.
        """
        try:
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        except FileExistsError:
            if not self.path.stat().st_size:
                return f"{self.path} was an empty file: if it had games, stop this server and restore a backup"
        return ""

    def secure(self) -> None:
        """Take others' rights to the files that are ours; OSError if this user cannot lead here."""
        os.close(self._open_lead())
        for path in self.files:
            restrict_permissions(path)

    def must_exist(self) -> None:
        """FileNotFoundError if the file is not there."""
        self.path.stat()

    def reason(self, error: Exception) -> str:
        """Return what is wrong with the file, in one line, and what to do about it."""
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
            return f"{path} is no SQLite database"
        if code == sqlite3.SQLITE_CORRUPT:
            return f"{path} is damaged: keep a copy of it, then restore a backup"
        if code in NO_ROOM or (isinstance(error, Unwritable) and error.full):
            return f"there is no room left for {path}, or its disk fails"
        if code in _FORBIDDEN or isinstance(error, Unwritable | PermissionError):
            return f"this user may not write {path}, or not in its folder: give both to this user"
        return super().reason(error)

    def probe(self, connection: Connection) -> None:
        """Write a number that nobody reads."""
        number = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
        connection.exec_driver_sql(f"PRAGMA user_version = {(number + 1) % 1000}")

    def hold(self, connection: Connection) -> None:
        """Do nothing: one that may write is alone."""

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Return what `work` reads; Busy if the database cannot be had."""
        return await self._run(self._readers, self._engine, work, PATIENCE)

    async def write(self, work: Callable[[Connection], T], alone: bool = False) -> T:
        """Return what `work` returns after it was committed; Busy if the database was locked for too long."""
        return await self._run(self._writer, self._writing, work, PATIENCE)

    async def snapshot(self, work: Callable[[Connection], T]) -> T:
        """Return what `work` reads; in a transaction SQLite shows it as it was when that began."""
        return await self.read(work)

    async def prepare(self, work: Callable[[Connection], T]) -> T:
        """Do what `write` does, with more patience: nobody else writes meanwhile."""
        return await self._run(self._writer, self._writing, work, PREPARING)

    async def _run(self, thread: Executor, engine: Engine, work: Callable[[Connection], T], patience: float) -> T:
        """Do something in a thread, again and again while the file is locked. To wait in line counts, too."""
        late = time.monotonic() + patience

        def attempts() -> T:
            tried = 0
            while time.monotonic() < late:
                try:
                    with engine.begin() as connection:
                        return work(connection)
                except DBAPIError as error:
                    code = sqlite_code(error)
                    if code in NO_ROOM or code in _FORBIDDEN:
                        raise Unwritable(str(error.orig), code in NO_ROOM) from None
                    if "is locked" not in str(error.orig):
                        raise
                time.sleep(_pause(tried))
                tried += 1
            raise Busy("it is locked")

        return await asyncio.get_running_loop().run_in_executor(thread, attempts)

    def announce(self, connection: Connection, news: str) -> None:
        """Tell nobody: whoever follows asks."""

    async def follow(self, hearer: NewsListener) -> None:
        """Ask again and again whether somebody else has written, and whether the last leader has gone."""
        loop = asyncio.get_running_loop()
        handle = self._open_lead()
        leading = False
        known = -1
        try:
            while True:
                if not leading and _locks(handle):
                    leading = True
                    hearer.leads(True)
                try:
                    version = await loop.run_in_executor(self._writer, self._data_version)
                    if version != known:
                        await hearer.resync()
                        known = version
                except Exception as error:
                    LOG.warning("the news of the database cannot be had: %s", type(error).__name__)
                    await asyncio.sleep(PAUSE)
                await asyncio.sleep(POLL)
        finally:
            os.close(handle)
            hearer.leads(False)

    def _open_lead(self) -> int:
        """Open the file that the leader locks."""
        return os.open(f"{self.path}.leader", os.O_RDWR | os.O_CREAT, 0o600)

    def _data_version(self) -> int:
        """Return a number that changes when another connection than the writing one has written."""
        connection = self._writing.raw_connection()
        try:
            cursor = connection.cursor()
            cursor.execute("PRAGMA data_version")
            return int(cursor.fetchone()[0])  # type: ignore[index]
        finally:
            connection.close()

    async def close(self) -> None:
        """Let go of all connections, when what was to be written is written."""
        await asyncio.to_thread(self._writer.shutdown)
        await asyncio.to_thread(self._readers.shutdown)
        self._writing.dispose()
        self._engine.dispose()


def restrict_permissions(path: Path) -> None:
    """Take the rights of others to a file, if it is there and ours; root gives it to the owner of its folder."""
    with suppress(OSError):
        found = path.stat()
        if found.st_uid != os.geteuid():
            return
        if found.st_mode & 0o077:
            path.chmod(stat.S_IMODE(found.st_mode) & ~0o077)
        folder = path.resolve().parent.stat()
        if os.geteuid() == 0 and folder.st_uid != 0:
            os.chown(path, folder.st_uid, folder.st_gid)


def sqlite_code(error: Exception) -> int:
    """Return SQLite's primary code of an error; 0 if it is none of SQLite's."""
    return int(getattr(getattr(error, "orig", error), "sqlite_errorcode", 0)) & 0xFF


def _locks(handle: int) -> bool:
    """Try to have a file for oneself until it is closed or the process ends."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _manners(connection: Any, _: Any) -> None:
    """Teach a fresh connection: it begins when it is told to."""
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout={int(WAIT * 1000)}")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")


def _writes_ahead(connection: Any, _: Any) -> None:
    """Let the file be written ahead of its log from now on; to read it as it is does not change it."""
    if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        connection.execute("PRAGMA journal_mode=WAL")


def _begins(statement: str) -> Callable[[Connection], None]:
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(statement)

    return begin


class Postgres(Database):
    """A server of databases, which may be away for a while; many of our servers may use it at once."""

    def __init__(self, url: URL) -> None:
        self.where = url.render_as_string(hide_password=True)
        self._engine: Final = _engine(
            url, 2 * PATIENCE, lock_timeout=f"{PATIENCE:.0f}s", idle_in_transaction_session_timeout="20s"
        )
        self._single: Final = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        # Where the other side has gone without a word, both sides notice within some seconds.
        self._alone: Final = _engine(
            url, None, tcp_keepalives_idle="3", tcp_keepalives_interval="1", tcp_keepalives_count="3"
        )

    def probe(self, connection: Connection) -> None:
        """Write a row that is there, as it is."""
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")

    def strangers(self, connection: Connection) -> list[str]:
        """Return only those that are named like ours: other programs may have tables of theirs in the database."""
        return [name for name in super().strangers(connection) if name in METADATA.tables]

    def hold(self, connection: Connection) -> None:
        """Lock all tables against writers: a server of an older version may be at work."""
        for table in inspect(connection).get_table_names():
            connection.execute(text(f"LOCK TABLE {connection.dialect.identifier_preparer.quote(table)} IN SHARE MODE"))

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Return what `work` reads; Busy if the database cannot be had."""

        async def attempt() -> T:
            async with self._single.connect() as connection:
                return await connection.run_sync(work)

        return await _retry_while_busy(attempt)

    async def write(self, work: Callable[[Connection], T], alone: bool = False) -> T:
        """Return what `work` returns after it was committed; Busy if the database cannot be had."""
        if alone:
            return await self.read(work)

        async def attempt() -> T:
            async with self._engine.begin() as connection:
                return await connection.run_sync(work)

        return await _retry_while_busy(attempt)

    async def snapshot(self, work: Callable[[Connection], T]) -> T:
        """Return what `work` reads in one transaction that sees nothing of later ones."""
        async with self._alone.connect() as connection:
            await connection.execution_options(isolation_level="REPEATABLE READ")
            return await connection.run_sync(work)

    async def prepare(self, work: Callable[[Connection], T]) -> T:
        """Do what `write` does, with more patience and one attempt; no other server prepares meanwhile."""
        async with self._alone.begin() as connection:
            await connection.execute(text(f"SET LOCAL lock_timeout = '{PREPARING:.0f}s'"))
            await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
            return await connection.run_sync(work)

    def announce(self, connection: Connection, news: str) -> None:
        """Tell all servers with the commit of this transaction."""
        connection.execute(_NOTIFY, {"channel": CHANNEL, "news": news})

    async def follow(self, hearer: NewsListener) -> None:
        """Listen, and try to become the leader; connect anew whenever the connection is lost."""
        attempt = 0
        while True:
            try:
                async with self._alone.connect() as connection:
                    driver: Any = (await connection.get_raw_connection()).driver_connection
                    try:
                        attempt = 0
                        await self._listen(driver, hearer)
                    finally:
                        hearer.leads(False)
                        driver.terminate()
                        await connection.invalidate()
            except Exception as error:
                if not will_pass(error):
                    LOG.error("the news of the database cannot be had: %s", type(error).__name__)
            await asyncio.sleep(_pause(attempt))
            attempt += 1

    async def _listen(self, driver: Any, hearer: NewsListener) -> None:
        """Follow the news on an asyncpg connection until it is lost."""
        lost = asyncio.Event()
        driver.add_termination_listener(lambda _: lost.set())
        await driver.add_listener(CHANNEL, lambda _c, _p, _ch, news: hearer.heard(news))
        await hearer.resync()
        leading = False
        while not lost.is_set():
            if leading:
                await driver.execute("SELECT 1", timeout=3 * PING)
            elif await driver.fetchval("SELECT pg_try_advisory_lock($1)", LEADING, timeout=3 * PING):
                leading = True
                hearer.leads(True)
            with suppress(TimeoutError):
                async with asyncio.timeout(PING):
                    await lost.wait()

    async def close(self) -> None:
        """Let go of all connections."""
        await self._engine.dispose()
        await self._alone.dispose()


_NOTIFY: Final = text("SELECT pg_notify(:channel, :news)")


def _engine(url: URL, command_timeout: float | None, **settings: str) -> AsyncEngine:
    """Return an engine whose sessions have these settings."""
    given = {"timeout": PATIENCE, "command_timeout": command_timeout, "server_settings": settings}
    return create_async_engine(
        url, pool_size=8, max_overflow=8, pool_timeout=PATIENCE, hide_parameters=True, connect_args=given
    )


async def _retry_while_busy(attempt: Callable[[], Awaitable[T]]) -> T:
    """Try something again and again while the database is busy or away; Busy after PATIENCE seconds."""
    late = time.monotonic() + PATIENCE
    tried = 0
    reason = "it does not answer"
    while True:
        try:
            async with asyncio.timeout_at(asyncio.get_running_loop().time() + max(late - time.monotonic(), 0.0)):
                return await attempt()
        except Exception as error:
            state = sql_state(error)
            if state in (DISK_FULL, NO_RIGHT):
                raise Unwritable(str(getattr(error, "orig", None) or error), state == DISK_FULL) from None
            if not will_pass(error):
                raise
            reason = str(getattr(error, "orig", None) or error) or reason
            if time.monotonic() > late:
                raise (Unwritable(reason, False) if state == READ_ONLY else Busy(reason)) from None
        await asyncio.sleep(_pause(tried))
        tried += 1


DISK_FULL: Final = "53100"
NO_RIGHT: Final = "42501"
READ_ONLY: Final = "25006"
"""SQL states: no room, no right to write, and a server that does not write (a standby, until it takes over)."""
PASSING: Final = ("08", "53", "57P", "57014", "40001", "40P01", "55P03", READ_ONLY, "25P03")
"""What SQL states begin with that pass by themselves: no connection, too many of them, stopped, a deadlock, a lock."""


def will_pass(error: Exception) -> bool:
    """Tell whether it helps to try again. The driver's own errors come through when it connects, or is cut off."""
    if isinstance(error, OSError | TimeoutError | PoolTimeout | Busy):
        return True
    cut_off = type(error).__name__ in ("InternalClientError", "InternalError")  # an answer that ends in its middle
    return cut_off or getattr(error, "connection_invalidated", False) or sql_state(error).startswith(PASSING)


def sql_state(error: Exception) -> str:
    """Return PostgreSQL's code of an error; "" if it is none of PostgreSQL's."""
    return str(getattr(getattr(error, "orig", error), "sqlstate", None) or "")


def utc(moment: datetime) -> datetime:
    """Return a moment with its time zone: SQLite forgets it."""
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
