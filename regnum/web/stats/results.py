"""The results of a person's finished games, computed once from each record and cached."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from time import monotonic
from typing import Final

import msgspec

from regnum.web.errors import BusyError, UnplayableError
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import FINISHED, TableRow
from regnum.web.tables.store import TableStore

MAX_RESULTS: Final = 5000
"""The maximum number of cached results."""
RESULTS_TIME_LIMIT: Final = 1.5
"""Seconds spent on computing results for one page; the rest is computed for later requests."""


class Result(msgspec.Struct, frozen=True):
    """The result of a game: the place and the points of each side."""

    places: tuple[int, ...]
    points: tuple[int, ...]


class ResultService:
    """The results of finished tables."""

    def __init__(self, store: TableStore) -> None:
        self.store: Final = store
        self._cache: Final[OrderedDict[tuple[str, int], Result | None]] = OrderedDict()

    async def load_results(self, rows: Sequence[TableRow]) -> tuple[dict[str, Result], int]:
        """Return the results of finished tables by id, and the number of tables left out for lack of time.

        Tables whose games cannot be replayed have no result.
        """
        until = monotonic() + RESULTS_TIME_LIMIT
        results: dict[str, Result] = {}
        remaining = 0
        for row in rows:
            key = (row.id, row.version)
            if key not in self._cache:
                if monotonic() > until:
                    remaining += 1
                    continue
                self._cache[key] = await self._compute(row)
                if len(self._cache) > MAX_RESULTS:
                    self._cache.popitem(last=False)
            result = self._cache[key]
            if result is not None:
                results[row.id] = result
        return results, remaining

    async def _compute(self, row: TableRow) -> Result | None:
        try:
            table = await asyncio.to_thread(LiveTable, row, await self.store.entries.of_table(row.id))
        except (UnplayableError, BusyError):
            return None
        state = table.state
        return Result(tuple(state.ranking()), tuple(state.scores())) if table.phase == FINISHED else None
