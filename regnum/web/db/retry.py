"""Retrying reads and writes while the database is busy or unreachable, and the errors that are worth a retry."""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable
from random import uniform
from typing import Final, TypeVar

from sqlalchemy.exc import TimeoutError as PoolTimeout

from regnum.web.db.database import UnwritableError
from regnum.web.errors import BusyError, GoneError

T = TypeVar("T")

DATABASE_TIMEOUT: Final = 5.0
"""Seconds that a read or a write waits for a busy or unavailable database."""
MAX_RETRY_DELAY: Final = 0.5
"""The maximum delay between two attempts, in seconds; the first ones are shorter."""

DISK_FULL: Final = "53100"
PERMISSION_DENIED: Final = "42501"
READ_ONLY: Final = "25006"
MISSING_REFERENCE: Final = "23503"
"""SQL states: no room, no permission to write, a read-only server (a standby until it takes over), and a reference to
a row that does not exist."""
TEMPORARY_STATES: Final = ("08", "53", "57P", "57014", "40001", "40P01", "55P03", READ_ONLY, "25P03")
"""Prefixes of temporary SQL states: no connection, too many of them, shutdown, a deadlock, a lock."""


def compute_retry_delay(attempt: int) -> float:
    """Return the seconds to wait after a number of attempts: exponential backoff with jitter."""
    return min(0.02 * 2.0**attempt, MAX_RETRY_DELAY) * uniform(0.5, 1.0)


async def retry_while_busy(attempt: Callable[[], Awaitable[T]]) -> T:
    """Return the result of `attempt`, retried while the database is busy or unreachable.

    Raises BusyError after DATABASE_TIMEOUT seconds, and UnwritableError if the database cannot be written.
    """
    late = time.monotonic() + DATABASE_TIMEOUT
    tries = 0
    reason = "it does not answer"
    while True:
        try:
            async with asyncio.timeout_at(asyncio.get_running_loop().time() + max(late - time.monotonic(), 0.0)):
                return await attempt()
        except Exception as error:
            state = sql_state(error)
            if state in (DISK_FULL, PERMISSION_DENIED):
                raise UnwritableError(str(getattr(error, "orig", None) or error), state == DISK_FULL) from None
            if is_missing_reference(error):
                raise GoneError from None
            if not is_temporary(error):
                raise
            reason = str(getattr(error, "orig", None) or error) or reason
            if time.monotonic() > late:
                raise (UnwritableError(reason, False) if state == READ_ONLY else BusyError(reason)) from None
        await asyncio.sleep(compute_retry_delay(tries))
        tries += 1


def is_temporary(error: Exception) -> bool:
    """Return whether a retry may succeed after an error.

    The driver's own errors appear while connecting, or when the connection is cut off.
    """
    if isinstance(error, OSError | TimeoutError | PoolTimeout | BusyError):
        return True
    cut_off = type(error).__name__ in ("InternalClientError", "InternalError")  # a truncated response
    return cut_off or getattr(error, "connection_invalidated", False) or sql_state(error).startswith(TEMPORARY_STATES)


def is_missing_reference(error: Exception) -> bool:
    """Return whether a write failed because a row that it refers to does not exist, such as a removed table."""
    code = getattr(getattr(error, "orig", error), "sqlite_errorcode", 0)
    return code == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY or sql_state(error) == MISSING_REFERENCE


def sql_state(error: Exception) -> str:
    """Return the SQLSTATE of an error, or "" if it is not a PostgreSQL error."""
    return str(getattr(getattr(error, "orig", error), "sqlstate", None) or "")
