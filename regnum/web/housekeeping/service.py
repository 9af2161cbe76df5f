"""Removing unused data: stale rows of guests and, if the operator wants that, unused tables.

Finished tables are kept, but not the addresses from which they were opened. This runs periodically on the leader.
"""

import asyncio
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final

from regnum.web.errors import ConflictError
from regnum.web.housekeeping.stale_rows import remove_stale_rows
from regnum.web.lobby.removal import TableRemovalStore
from regnum.web.periodic import Sweep, attempt, repeat
from regnum.web.tables.store import TableStore

HOUSEKEEPING_INTERVAL: Final = 3600.0
"""Seconds between two rounds of the leader."""


class HousekeepingService:
    """Removes stale rows, and unfinished tables without a change for `days` days; no tables if `days` is 0."""

    def __init__(self, store: TableStore, removal: TableRemovalStore, days: int) -> None:
        self._store: Final = store
        self._removal: Final = removal
        self._days: Final = days
        self._sweep: Final = Sweep("removing unused tables")

    async def run(self, leading: asyncio.Event) -> None:
        """Clean up periodically while this server is the leader."""
        await repeat(self.work_once, HOUSEKEEPING_INTERVAL, "housekeeping", leading)

    async def work_once(self) -> None:
        """Clean up once."""
        await attempt(self.remove_unused_tables, "removing unused tables")
        await attempt(self._store.forget_client_addresses, "forgetting addresses")
        await attempt(partial(remove_stale_rows, self._store.database), "removing stale rows")

    async def remove_unused_tables(self) -> int:
        """Remove unused tables and return how many were removed."""
        before = datetime.now(UTC) - timedelta(days=self._days)
        removed = 0
        while self._days:
            count = await self._sweep.process(
                await self._removal.find_unused_tables(before), lambda row: row[0], self._remove
            )
            removed += count
            if not count:
                break
        return removed

    async def _remove(self, unused: tuple[str, int]) -> None:
        with suppress(ConflictError):  # the table is in use again
            await self._removal.remove(*unused)
