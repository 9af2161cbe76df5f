"""Removal of unused data: stale rows of guests and, if the host of the server wants that, old unused tables.

Finished tables are kept, without the address that opened them. The leader does this periodically.
"""

import asyncio
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final

from regnum.web.errors import Conflict
from regnum.web.lobby.archive import Archive
from regnum.web.lobby.stale_rows import remove_stale_rows
from regnum.web.periodic import Sweep, attempt, repeat
from regnum.web.tables.store import TableStore

AGAIN: Final = 3600.0
"""Seconds between two rounds of the leader."""


class Housekeeping:
    """Removes tables at which nothing has happened for `days` days; none if `days` is 0."""

    def __init__(self, store: TableStore, archive: Archive, days: int) -> None:
        self._store: Final = store
        self._archive: Final = archive
        self._days: Final = days
        self._sweep: Final = Sweep("removing unused tables")

    async def run(self, leading: asyncio.Event) -> None:
        """Clean up periodically while this server is the leader."""
        await repeat(self.work_once, AGAIN, "removing what nobody uses", leading)

    async def work_once(self) -> None:
        """Clean up once."""
        await attempt(self.tidy, "removing unused tables")
        await attempt(self._store.forget_client_addresses, "forgetting addresses")
        await attempt(partial(remove_stale_rows, self._store.database), "removing what guests left behind")

    async def tidy(self) -> int:
        """Remove unused tables and return how many were removed."""
        before = datetime.now(UTC) - timedelta(days=self._days)
        removed = 0
        while self._days:
            went = await self._sweep.process(await self._archive.unused(before), lambda one: one[0], self._remove)
            removed += went
            if not went:
                break
        return removed

    async def _remove(self, unused: tuple[str, int]) -> None:
        with suppress(Conflict):  # the table is in use again
            await self._archive.remove(*unused)
