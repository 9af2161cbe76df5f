"""A cache of live tables, kept up to date with the store."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Final, TypeVar

import msgspec

from regnum.web.errors import BusyError, ConflictError, GoneError, UnplayableError
from regnum.web.tables.live_table import LiveTable, times_of
from regnum.web.tables.models import Entry, RunningSeat, TableRow, TableUpdate
from regnum.web.tables.rules_upgrade import is_outdated, upgrade_rules
from regnum.web.tables.store import TableStore
from regnum.web.tables.stored_table import StoredTable
from regnum.web.telemetry import TABLES_IN_MEMORY

MAX_TABLES: Final = 400
"""When more tables than this are in memory, those without watchers are dropped."""
MAX_STATUSES: Final = 10 * MAX_TABLES
"""The maximum number of cached turn statuses, which do not need their tables in memory."""
MAX_ATTEMPTS: Final = 50
"""The maximum number of attempts at a change while other servers keep changing the table first."""

LOG: Final = logging.getLogger("regnum.web")

T = TypeVar("T")


class TurnStatus(msgspec.Struct, frozen=True):
    """The turn at a version of a table: the seats to act, and the time of the last entry known to each seat.

    The seat None is a spectator; the time None means that there is no such entry.
    """

    version: int
    acting: tuple[int, ...]
    last_entry_times: Mapping[int | None, datetime | None]


class TableCache:
    """The live tables: loaded from the store, kept while in use, and updated when other servers change them.

    Getting a table wakes its bots.
    """

    def __init__(
        self, store: TableStore, wake_bots: Callable[[LiveTable], None], are_bots_busy: Callable[[LiveTable], bool]
    ) -> None:
        """`wake_bots`: lets the bots of a table act.

        `are_bots_busy`: returns whether a bot is about to act; such tables are kept.
        """
        self.live: Final[OrderedDict[str, LiveTable]] = OrderedDict()
        self._store: Final = store
        self._wake_bots: Final = wake_bots
        self._are_bots_busy: Final = are_bots_busy
        self._loading: Final[dict[str, asyncio.Lock]] = {}
        self._statuses: Final[OrderedDict[str, TurnStatus]] = OrderedDict()

    async def get(self, table_id: str, version: int | None = None) -> LiveTable | None:
        """Return a live table in its stored state, or None if the id is unknown.

        `version`: the table's version if it was just read from the store, which saves a query.
        Raises UnplayableError if its game cannot continue here, and BusyError if the store is unavailable.
        """
        table = self.live.get(table_id)
        if table is None:
            lock = self._loading.setdefault(table_id, asyncio.Lock())
            try:
                async with lock:
                    table = self.live.get(table_id) or await self._load(table_id)
            finally:
                self._loading.pop(table_id, None)
        elif (version if version is not None else await self._store.version(table_id)) != table.version:
            await self.catch_up(table)
            table = self.live.get(table_id)
        if table is not None:
            self.live.move_to_end(table_id)
            self._wake_bots(table)
        return table

    async def get_stored(self, table_id: str) -> StoredTable | None:
        """Return a live table, or only its rows if its game cannot continue here, or None if the id is unknown.

        Raises BusyError if the store is unavailable.
        """
        try:
            return await self.get(table_id)
        except UnplayableError:
            row = await self._store.table(table_id)
            return None if row is None else StoredTable(row)

    async def seats_to_act(self, row: TableRow) -> tuple[int, ...]:
        """Return the seats to act at a table; raises UnplayableError and BusyError as `get` does."""
        return (await self.turn_status(row)).acting

    async def turn_status(self, row: TableRow | RunningSeat) -> TurnStatus:
        """Return the turn status of a table and load the table only if the status at its version is not cached.

        Raises UnplayableError and BusyError as `get` does.
        """
        status = self._statuses.get(row.id)
        if status is not None and status.version == row.version:
            self._statuses.move_to_end(row.id)
            return status
        table = await self.get(row.id, row.version)
        if table is None:
            return TurnStatus(row.version, (), {})
        seats = (None, *range(row.players))
        times = {seat: table.last_entry_time(seat) for seat in seats}
        status = self._statuses[row.id] = TurnStatus(table.version, table.state.players_to_act, times)
        if len(self._statuses) > MAX_STATUSES:
            self._statuses.popitem(last=False)
        return status

    async def _load(self, table_id: str) -> LiveTable | None:
        for _ in range(MAX_ATTEMPTS):
            row = await self._store.table(table_id)
            if row is None:
                return None
            dated = await self._store.entries.dated_of_table(table_id)
            if is_outdated(row):
                try:
                    row = await self._upgrade_rules(row, dated)
                except ConflictError:  # another server was faster, or a seat or the chat has changed
                    continue
            load = partial(LiveTable, row, [(entry.player, entry.text) for entry in dated], times_of(dated))
            table = await asyncio.to_thread(load)  # a long record takes a second to replay
            self.add(table)
            if row.awaits_bot and not table.bots_to_act():
                await self._store.clear_awaits_bot(row.id, row.version)
            return table
        raise BusyError("the table keeps changing")

    async def _upgrade_rules(self, row: TableRow, dated: Sequence[Entry]) -> TableRow:
        """Upgrade a table of older rules to the current ones and return its row.

        Raises UnplayableError if its record does not fit them, and ConflictError if its row has changed since it was
        read.
        """
        entries = [(entry.player, entry.text) for entry in dated]
        upgraded = await asyncio.to_thread(upgrade_rules, row, entries, row.fingerprint)
        await self._store.write_upgraded_rules(upgraded, row.version)
        return msgspec.structs.replace(upgraded, version=row.version + 1)

    def add(self, table: LiveTable) -> None:
        """Keep a table in memory and drop others without watchers if there are more than MAX_TABLES."""
        self.live[table.row.id] = table
        self._evict(len(self.live) - MAX_TABLES)
        TABLES_IN_MEMORY.set(len(self.live))

    def _evict(self, excess: int) -> None:
        """Drop up to `excess` tables that have no watchers and no bot about to act, the least recently used first."""
        idle = [id_ for id_, table in self.live.items() if not table.watchers and not self._are_bots_busy(table)]
        for id_ in idle[: max(excess, 0)]:
            del self.live[id_]

    async def catch_up(self, table: LiveTable, message: TableUpdate | None = None) -> None:
        """Update a table to its stored state and wake its bots; raises UnplayableError and BusyError as `get` does.

        `message`: the message about the change, which can save a query.
        """
        async with table.lock:
            await self.catch_up_locked(table, message)
        self._wake_bots(table)

    async def catch_up_locked(self, table: LiveTable, message: TableUpdate | None = None) -> None:
        """Update a table to its stored state while the caller holds its lock; arguments and errors as in `catch_up`."""
        try:
            plain = table.row.timing is None  # otherwise its clocks have changed as well
            if (
                message is not None
                and message.entry is not None
                and plain
                and _is_next(table, message.version, message.entry)
            ):
                table.apply_entries(message.version, [message.entry])
            elif message is None or message.version > table.version:
                await self._read_stored(table)
        except UnplayableError:
            self.live.pop(table.row.id, None)
            raise

    async def catch_up_all(self) -> None:
        """Update all tables in memory that have changed in the store, because messages may have been lost.

        Raises BusyError if the store is unavailable.
        """
        self._statuses.clear()
        stored = await self._store.versions(self.live)
        for table in [table for id_, table in self.live.items() if stored.get(id_) != table.version]:
            try:
                await self.catch_up(table)
            except BusyError:
                raise
            except Exception as error:  # the table is loaded again when it is next requested
                self.live.pop(table.row.id, None)
                if not isinstance(error, UnplayableError):
                    LOG.error("updating table %s failed: %s", table.row.id, type(error).__name__)

    async def _read_stored(self, table: LiveTable) -> None:
        row = await self._store.table(table.row.id)
        if row is None:
            self.live.pop(table.row.id, None)
            table.is_removed = True
            table.announce_change()
        elif row.rules_version != table.row.rules_version:
            raise UnplayableError("a newer server plays on by other rules")
        elif row.version > table.version:
            table.apply_entries(row.version, await self._store.entries.dated_of_table(row.id, table.entry_count), row)
        elif row.version < table.version:  # an older state was restored
            table.restart(row, await self._store.entries.of_table(row.id))

    async def change(self, table: LiveTable, change: Callable[[], Awaitable[T]]) -> T:
        """Run `change`, which checks and writes a change, under the table's lock, and return its result.

        It is retried when another server has changed the table first. Raises BusyError after MAX_ATTEMPTS attempts.
        """
        async with table.lock:
            for _ in range(MAX_ATTEMPTS):
                try:
                    return await change()
                except ConflictError:
                    await self.catch_up_locked(table)
                    if table.is_removed:
                        raise GoneError from None
        raise BusyError


def _is_next(table: LiveTable, version: int, entry: Entry) -> bool:
    """Return whether both a version and an entry are the next ones of a table.

    A table read from the store may have entries that are newer than its version.
    """
    return (version, entry.number) == (table.version + 1, table.entry_count + 1)
