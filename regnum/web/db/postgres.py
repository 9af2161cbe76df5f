"""PostgreSQL: a database that many servers may share, and which may be unreachable for a while."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, TypeVar

from sqlalchemy import URL, Connection, inspect, text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from regnum.web.db import retry
from regnum.web.db.database import PREPARE_TIMEOUT, Database, DatabaseListener
from regnum.web.db.migrations.versions import v023_names
from regnum.web.db.schema import METADATA

T = TypeVar("T")

PING_INTERVAL: Final = 1.0
"""Seconds between checks of the connection that receives messages, and between attempts to become the leader."""
CHANNEL: Final = "regnum"
"""The channel on which servers announce messages."""
UPGRADE_LOCK: Final = 7_340_911
LEADER_LOCK: Final = 7_340_912
"""The advisory locks: for upgrading the database, and for the leader."""
LOG: Final = logging.getLogger("regnum.web")


class Postgres(Database):
    """A PostgreSQL database, which many Regnum servers may share, and which may be unreachable for a while."""

    def __init__(self, url: URL) -> None:
        self.location = url.render_as_string(hide_password=True)
        self._engine: Final = _engine(
            url,
            2 * retry.DATABASE_TIMEOUT,
            lock_timeout=f"{retry.DATABASE_TIMEOUT:.0f}s",
            idle_in_transaction_session_timeout="20s",
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
        """Return only tables whose names Regnum uses, now or during the migrations.

        Other programs may have their own tables in the database.
        """
        names = METADATA.tables.keys() | v023_names.TABLES.keys()
        return [name for name in super().foreign_tables(connection) if name in names]

    def block_writers(self, connection: Connection) -> None:
        """Lock all tables against writers: a server of an older version may be running."""
        for table in inspect(connection).get_table_names():
            connection.execute(text(f"LOCK TABLE {connection.dialect.identifier_preparer.quote(table)} IN SHARE MODE"))

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Return the result of `work`, which only reads; raises BusyError if the database is unavailable."""

        async def attempt() -> T:
            async with self._single.connect() as connection:
                return await connection.run_sync(work)

        return await retry.retry_while_busy(attempt)

    async def write(self, work: Callable[[Connection], T], single_statement: bool = False) -> T:
        """Return the result of `work` after its changes were committed.

        Raises BusyError if the database is unavailable.
        """
        if single_statement:
            return await self.read(work)

        async def attempt() -> T:
            async with self._engine.begin() as connection:
                return await connection.run_sync(work)

        return await retry.retry_while_busy(attempt)

    async def snapshot(self, work: Callable[[Connection], T]) -> T:
        """Return the result of `work`, which reads in one REPEATABLE READ transaction."""
        async with self._dedicated.connect() as connection:
            await connection.execution_options(isolation_level="REPEATABLE READ")
            return await connection.run_sync(work)

    async def prepare(self, work: Callable[[Connection], T]) -> T:
        """Return the result of `work`, run once with a longer timeout while no other server prepares the database."""
        async with self._dedicated.begin() as connection:
            await connection.execute(text(f"SET LOCAL lock_timeout = '{PREPARE_TIMEOUT:.0f}s'"))
            await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": UPGRADE_LOCK})
            return await connection.run_sync(work)

    def announce(self, connection: Connection, message: str) -> None:
        """Send a message to all servers when this transaction commits."""
        connection.execute(_NOTIFY, {"channel": CHANNEL, "message": message})

    async def subscribe(self, listener: DatabaseListener) -> None:
        """Listen for messages and try to become the leader; reconnect whenever the connection is lost."""
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
                if not retry.is_temporary(error):
                    LOG.error("listening to the database failed: %s", type(error).__name__)
            await asyncio.sleep(retry.compute_retry_delay(attempt))
            attempt += 1

    async def _listen(self, driver: Any, listener: DatabaseListener) -> None:
        """Receive messages on an asyncpg connection, and become the leader if there is none, until it is lost."""
        lost = asyncio.Event()
        driver.add_termination_listener(lambda _: lost.set())
        await driver.add_listener(CHANNEL, lambda _c, _p, _ch, payload: listener.receive_message(payload))
        await listener.resync()
        leading = False
        while not lost.is_set():
            if leading:
                await driver.execute("SELECT 1", timeout=3 * PING_INTERVAL)
            elif await driver.fetchval("SELECT pg_try_advisory_lock($1)", LEADER_LOCK, timeout=3 * PING_INTERVAL):
                leading = True
                listener.set_leading(True)
            with suppress(TimeoutError):
                async with asyncio.timeout(PING_INTERVAL):
                    await lost.wait()

    async def close(self) -> None:
        """Close all connections."""
        await self._engine.dispose()
        await self._dedicated.dispose()


_NOTIFY: Final = text("SELECT pg_notify(:channel, :message)")


def _engine(url: URL, command_timeout: float | None, **settings: str) -> AsyncEngine:
    """Return an engine whose sessions have these PostgreSQL settings."""
    connect_args = {"timeout": retry.DATABASE_TIMEOUT, "command_timeout": command_timeout, "server_settings": settings}
    return create_async_engine(
        url,
        pool_size=8,
        max_overflow=8,
        pool_timeout=retry.DATABASE_TIMEOUT,
        hide_parameters=True,
        connect_args=connect_args,
    )
