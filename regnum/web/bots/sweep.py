"""A sweep that wakes missed bots, such as those at the tables of a server that has stopped."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Final

from regnum.web.errors import BusyError, UnplayableError
from regnum.web.periodic import Sweep, repeat
from regnum.web.tables.cache import MAX_TABLES
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.store import TableStore

BOT_SWEEP_INTERVAL: Final = 3.0
"""Seconds between the leader's searches for tables with missed bots."""


class BotSweep:
    """Loads tables at which a bot has to act, which wakes the bot."""

    def __init__(
        self,
        store: TableStore,
        live: Mapping[str, LiveTable],
        load_table: Callable[[str], Awaitable[LiveTable | None]],
        are_bots_busy: Callable[[LiveTable], bool],
    ) -> None:
        """`live`: the tables in memory by id; `load_table`: loads a table by its id."""
        self._store: Final = store
        self._live: Final = live
        self._load_table: Final = load_table
        self._are_bots_busy: Final = are_bots_busy
        self._sweep: Final = Sweep("waking bots")

    async def run(self, leading: asyncio.Event) -> None:
        """Wake bots periodically while this server is the leader."""
        await repeat(self.wake_all, BOT_SWEEP_INTERVAL, "waking bots", leading)

    async def wake_all(self) -> None:
        """Wake all bots that have to act."""
        waiting = await self._store.tables_awaiting_bots(MAX_TABLES // 2 + self._sweep.skipped_count)
        quiet = [id_ for id_ in waiting if (table := self._live.get(id_)) is None or not self._are_bots_busy(table)]
        await self._sweep.process(quiet, str, self._load_table)

    async def wake(self, table_id: str) -> None:
        """Wake the bots of one table."""
        with suppress(BusyError, UnplayableError):  # the sweep tries again
            await self._load_table(table_id)
