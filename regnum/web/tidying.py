"""Unused tables are removed after some days, if whoever runs the server wants that: never begun, or left alone.

Finished ones are kept. The server that leads does it, now and then.
"""

import asyncio
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Final

from regnum.web.errors import Taken
from regnum.web.lobby import Lobby
from regnum.web.periodic import Sweep, repeat
from regnum.web.store import Store

AGAIN: Final = 3600.0
"""How often it is looked for such tables, in seconds."""


class Tidying:
    """Removes tables at which nothing has happened for so many days; none, if `days` is 0."""

    def __init__(self, store: Store, lobby: Lobby, days: int) -> None:
        self._store: Final = store
        self._lobby: Final = lobby
        self._days: Final = days
        self._sweep: Final = Sweep("removing unused tables")

    async def work(self, leading: asyncio.Event) -> None:
        """Tidy again and again, as long as this server leads."""
        if self._days:
            await repeat(self.tidy, AGAIN, "removing unused tables", leading)

    async def tidy(self) -> int:
        """Remove what is unused by now; return how many tables that were."""
        before = datetime.now(UTC) - timedelta(days=self._days)
        removed = 0
        while self._days:
            went = await self._sweep.over(await self._lobby.unused(before), lambda one: one[0], self._remove)
            removed += went
            if not went:
                break
        return removed

    async def _remove(self, unused: tuple[str, int]) -> None:
        with suppress(Taken):  # somebody has come back to it
            await self._lobby.remove(*unused)
