"""The interface of a database, which SQLite and PostgreSQL implement."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol, TypeVar

from sqlalchemy import Connection, inspect

from regnum.web.errors import BusyError

T = TypeVar("T")

PREPARE_TIMEOUT: Final = 60.0
"""Seconds that a server waits while another one upgrades the database."""


class UnwritableError(BusyError):
    """The database cannot be written, and an immediate retry would not help. Nothing has changed.

    `full`: whether its disk is full or fails; otherwise it is read-only, or this user may not write to it.
    """

    def __init__(self, reason: str, full: bool) -> None:
        super().__init__(reason)
        self.full: Final = full


class DatabaseListener(Protocol):
    """A listener for the messages that servers announce through a database."""

    def receive_message(self, payload: str) -> None:
        """Handle a message that a server, possibly this one, has announced and committed."""

    async def resync(self) -> None:
        """Read the database again: anything may have changed since the last message."""

    def set_leading(self, is_leader: bool) -> None:
        """Handle a change of leadership; `is_leader`: whether this server is the leader."""


class Database(ABC):
    """A database, read and written by functions that get a connection, each in its own transaction."""

    location: str
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
        """Return the result of `work`, which only reads; raises BusyError if the database is unavailable."""

    @abstractmethod
    async def write(self, work: Callable[[Connection], T], single_statement: bool = False) -> T:
        """Return the result of `work` after its changes were committed.

        Raises BusyError if the database is unavailable. Raises GoneError if `work` refers to a row that does not exist.
        `work` may run again after a commit whose response was lost. `single_statement`: `work` has only one write
        statement, which can be its own transaction where that is faster.
        """

    @abstractmethod
    async def snapshot(self, work: Callable[[Connection], T]) -> T:
        """Return the result of `work`, which reads a consistent snapshot while others may write; it has no timeout."""

    @abstractmethod
    async def prepare(self, work: Callable[[Connection], T]) -> T:
        """Return the result of `work`, run in one transaction while no other server prepares the database."""

    @abstractmethod
    def announce(self, connection: Connection, message: str) -> None:
        """Send a message to all servers when this transaction commits."""

    @abstractmethod
    async def subscribe(self, listener: DatabaseListener) -> None:
        """Pass messages to `listener` until cancelled."""

    @abstractmethod
    async def close(self) -> None:
        """Close all connections."""
