"""The tables that are in memory, each as it stands in the store."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Final, TypeVar

import msgspec

from regnum.web.errors import Busy, Conflict, Unplayable
from regnum.web.tables.live_table import LiveTable, StoredTable, times_of
from regnum.web.tables.models import Entry, News, TableRow
from regnum.web.tables.store import Store
from regnum.web.tables.upgrade import carried_over, is_outdated
from regnum.web.telemetry import TABLES

KEPT: Final = 400
"""How many tables stay in memory while nobody watches them."""
MINDED: Final = 10 * KEPT
"""Of so many tables it is known whose move it is, without having them in memory."""
TRIES: Final = 50
"""How often a change is checked anew because another server was faster."""

LOG: Final = logging.getLogger("regnum.web")

T = TypeVar("T")


class TurnStatus(msgspec.Struct, frozen=True):
    """The turn at a version of a table: the seats to act, and when the last entry that each seat knows of was made."""

    version: int
    acting: tuple[int, ...]
    moved: Mapping[int | None, datetime | None]


class TableCache:
    """The live tables: brought from the store, kept while they are used, caught up with what others have changed.

    What brings one here wakes its bots.
    """

    def __init__(self, store: Store, wake: Callable[[LiveTable], None], busy: Callable[[LiveTable], bool]) -> None:
        """`wake`: lets the bots of a table act; `busy`: tells whether one is about to, so that the table is kept."""
        self.live: Final[OrderedDict[str, LiveTable]] = OrderedDict()
        self._store: Final = store
        self._wake: Final = wake
        self._busy: Final = busy
        self._loading: Final[dict[str, asyncio.Lock]] = {}
        self._statuses: Final[OrderedDict[str, TurnStatus]] = OrderedDict()

    async def get(self, table_id: str, version: int | None = None) -> LiveTable | None:
        """Return a table as it stands in the store; None if there is none of this id.

        `version`: what the store has just told, so that it need not be asked again.
        Unplayable if it cannot be played on any more. Busy if the store cannot be asked.
        """
        table = self.live.get(table_id)
        if table is None:
            lock = self._loading.setdefault(table_id, asyncio.Lock())
            async with lock:
                table = self.live.get(table_id) or await self._load(table_id)
            self._loading.pop(table_id, None)
        elif (version if version is not None else await self._store.version(table_id)) != table.version:
            await self.catch_up(table)
            table = self.live.get(table_id)
        if table is not None:
            self.live.move_to_end(table_id)
            self._wake(table)
        return table

    async def stored(self, table_id: str) -> StoredTable | None:
        """Return a table, of one that cannot be played on what its rows tell; None, Busy: as `get`."""
        try:
            return await self.get(table_id)
        except Unplayable:
            row = await self._store.table(table_id)
            return None if row is None else StoredTable(row)

    async def acting(self, row: TableRow) -> tuple[int, ...]:
        """Return the seats whose move it is at a version of a table; Unplayable, Busy: as `get`."""
        return (await self.turn_status(row)).acting

    async def turn_status(self, row: TableRow) -> TurnStatus:
        """Return the turn status at a version of a table, without loading the table if it is known.

        Unplayable, Busy: as `get`.
        """
        known = self._statuses.get(row.id)
        if known is not None and known.version == row.version:
            self._statuses.move_to_end(row.id)
            return known
        table = await self.get(row.id, row.version)
        if table is None:
            return TurnStatus(row.version, (), {})
        seats = (None, *range(row.players))
        moved = {seat: table.moved(seat) for seat in seats}
        known = self._statuses[row.id] = TurnStatus(table.version, table.state.players_to_act, moved)
        if len(self._statuses) > MINDED:
            self._statuses.popitem(last=False)
        return known

    async def _load(self, table_id: str) -> LiveTable | None:
        row = await self._store.table(table_id)
        if row is None:
            return None
        dated = await self._store.dated(table_id)
        if is_outdated(row):
            row = await self._carry_over(row, dated)
        made = partial(LiveTable, row, [(entry.player, entry.text) for entry in dated], times_of(dated))
        table = await asyncio.to_thread(made)  # a long record takes a second
        self.keep(table)
        if row.due and not table.bots_to_act():
            await self._store.not_due(row.id, row.version)
        return table

    async def _carry_over(self, row: TableRow, dated: Sequence[Entry]) -> TableRow:
        """Let a table of older rules go on by today's; Unplayable if its record does not fit them."""
        entries = [(entry.player, entry.text) for entry in dated]
        moved = await asyncio.to_thread(carried_over, row, entries, row.mark)
        try:
            await self._store.carry_over(moved, row.version)
        except Conflict:  # another server was as quick, or something was said to the old one: look again
            raise Busy("the table has changed") from None
        return msgspec.structs.replace(moved, version=row.version + 1)

    def keep(self, table: LiveTable) -> None:
        """Have a table in memory from now on; what nobody watches makes room."""
        self.live[table.row.id] = table
        self._forget(len(self.live) - KEPT)
        TABLES.set(len(self.live))

    def _forget(self, excess: int) -> None:
        """Let go of so many tables that nobody watches, those first that were not asked for the longest."""
        idle = [id_ for id_, table in self.live.items() if not table.watchers and not self._busy(table)]
        for id_ in idle[: max(excess, 0)]:
            del self.live[id_]

    async def catch_up(self, table: LiveTable, told: News | None = None) -> None:
        """Bring a table to where it stands in the store; what was `told` spares looking it up."""
        async with table.lock:
            await self.catch_up_here(table, told)
        self._wake(table)

    async def catch_up_here(self, table: LiveTable, told: News | None = None) -> None:
        """Do so where the table's lock is held. Unplayable, Busy: as `get`."""
        try:
            plain = table.row.timing is None  # else its clocks have changed, too
            if told is not None and told.entry is not None and plain and _is_next(table, told.version, told.entry):
                table.follow(told.version, [told.entry])
            elif told is None or told.version > table.version:
                await self._look_up(table)
        except Unplayable:
            self.live.pop(table.row.id, None)
            raise

    async def catch_up_all(self) -> None:
        """Look at all tables anew: news may have been lost. Busy if the store cannot be asked."""
        self._statuses.clear()
        stored = await self._store.versions(self.live)
        for table in [table for id_, table in self.live.items() if stored.get(id_) != table.version]:
            try:
                await self.catch_up(table)
            except Busy:
                raise
            except Exception as error:  # it is brought from the store anew when somebody asks for it
                self.live.pop(table.row.id, None)
                if not isinstance(error, Unplayable):
                    LOG.error("table %s cannot be brought up to date: %s", table.row.id, type(error).__name__)

    async def _look_up(self, table: LiveTable) -> None:
        row = await self._store.table(table.row.id)
        if row is None:
            self.live.pop(table.row.id, None)
            table.gone = True
            table.tell()
        elif row.rules != table.row.rules:
            raise Unplayable("a newer server plays on by other rules")
        elif row.version > table.version:
            table.follow(row.version, await self._store.dated(row.id, table.number), row)
        elif row.version < table.version:  # an older state was restored
            table.restart(row, await self._store.entries(row.id))

    async def change(self, table: LiveTable, change: Callable[[], Awaitable[T]]) -> T:
        """Check and write something while nobody else here does, and anew as long as another server is faster."""
        async with table.lock:
            for _ in range(TRIES):
                try:
                    return await change()
                except Conflict:
                    await self.catch_up_here(table)
        raise Busy


def _is_next(table: LiveTable, version: int, entry: Entry) -> bool:
    """Tell whether a table lacks nothing before this entry, nor has it already: entries are read after the version."""
    return (version, entry.number) == (table.version + 1, table.number + 1)
