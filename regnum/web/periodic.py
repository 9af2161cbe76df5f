"""Helpers for periodic jobs, and for jobs that go over many items.

`repeat` runs a job until it is cancelled, even if single runs fail. A `Sweep` goes over items one by one. An item that
fails is logged and left out for a while, and the others are processed.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Final, TypeVar

from regnum.web.errors import Busy, Unplayable

REST: Final = 600.0
"""Seconds for which an item that failed is left out."""

LOG: Final = logging.getLogger("regnum.web")

T = TypeVar("T")


async def attempt(job: Callable[[], Awaitable[object]], what: str) -> None:
    """Run a job once and log any exception except Busy (the store is unavailable). `what` names the job in the log."""
    try:
        await job()
    except Busy:
        pass
    except Exception as error:
        LOG.error("%s failed: %s", what, type(error).__name__)


async def repeat(
    job: Callable[[], Awaitable[object]],
    seconds: float,
    what: str,
    leading: asyncio.Event | None = None,
    pause_first: bool = False,
) -> None:
    """Run a job again and again with pauses of so many seconds, until this is cancelled.

    `what`: as for `attempt`. `leading`: only while this is set. `pause_first`: begin with a pause.
    """
    while True:
        if pause_first:
            await asyncio.sleep(seconds)
        if leading is not None:
            await leading.wait()
        await attempt(job, what)
        if not pause_first:
            await asyncio.sleep(seconds)


class Sweep:
    """Goes over many items, each of which stands for itself."""

    def __init__(self, what: str, clock: Callable[[], float] = time.monotonic) -> None:
        """`what`: the job in words, for the log."""
        self._what: Final = what
        self._clock: Final = clock
        self._resting: Final[dict[str, float]] = {}

    @property
    def resting(self) -> int:
        """How many items are left out: a query with a limit asks for so many more."""
        now = self._clock()
        for key in [key for key, until in self._resting.items() if until <= now]:
            del self._resting[key]
        return len(self._resting)

    def rests(self, key: str) -> bool:
        """Whether an item is left out now."""
        return self._resting.get(key, 0.0) > self._clock()

    def rest(self, key: str, error: Exception) -> None:
        """Leave an item out for a while; a table that no version can play is nothing to log each time."""
        if not isinstance(error, Unplayable):
            LOG.error("%s: %s is left out: %s", self._what, key, type(error).__name__)
        self._resting[key] = self._clock() + REST

    async def over(self, items: Iterable[T], key: Callable[[T], str], work: Callable[[T], Awaitable[object]]) -> int:
        """Do something with each item and return with how many that went well; Busy ends it, for the store is away."""
        done = 0
        for item in items:
            if self.rests(key(item)):
                continue
            try:
                await work(item)
            except Busy:
                raise
            except Exception as error:
                self.rest(key(item), error)
            else:
                done += 1
        return done
