"""Unused tables are removed after some days, if whoever runs the server wants that: never begun, or left alone.

Finished ones are kept. The server that leads does it, now and then.
"""

import asyncio
import logging
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Final

from regnum.web.lobby import Lobby
from regnum.web.store import Store, Taken

AGAIN: Final = 3600.0
"""How often it is looked for such tables, in seconds."""

LOG: Final = logging.getLogger("regnum.web")


class Tidying:
    """Removes tables at which nothing has happened for so many days; none, if `days` is 0."""

    def __init__(self, store: Store, lobby: Lobby, days: int) -> None:
        self._store: Final = store
        self._lobby: Final = lobby
        self._days: Final = days

    async def work(self, leading: asyncio.Event) -> None:
        """Tidy again and again, as long as this server leads."""
        while self._days:
            await leading.wait()
            try:
                await self.tidy()
            except Exception as error:
                LOG.warning("unused tables cannot be removed: %s", type(error).__name__)
            await asyncio.sleep(AGAIN)

    async def tidy(self) -> int:
        """Remove what is unused by now; return how many tables that were."""
        before = datetime.now(UTC) - timedelta(days=self._days)
        removed = 0
        while self._days and (unused := await self._lobby.unused(before)):
            for table_id, version in unused:
                row = await self._store.table(table_id)
                if row is not None:
                    with suppress(Taken):  # somebody has come back to it
                        await self._lobby.remove(row, version)
                        removed += 1
        return removed
