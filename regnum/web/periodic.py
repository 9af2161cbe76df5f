"""Helpers for work in the background: periodic jobs, jobs that process many items, and single tasks.

`repeat` runs a job until it is cancelled, even if some runs fail. A `Sweep` processes items one by one. It logs
items that fail and skips them for a while. `BackgroundTasks` runs work that nobody waits for.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any, Final, TypeVar

from regnum.web.errors import BusyError, UnplayableError

SKIP_SECONDS: Final = 600.0
"""Seconds for which a failed item is skipped."""

LOG: Final = logging.getLogger("regnum.web")

T = TypeVar("T")


async def attempt(job: Callable[[], Awaitable[object]], job_name: str) -> None:
    """Run a job once and log any exception except BusyError (the store is unavailable). `job_name`: for the log."""
    try:
        await job()
    except BusyError:
        pass
    except Exception as error:
        LOG.error("%s failed: %s", job_name, type(error).__name__)


async def repeat(
    job: Callable[[], Awaitable[object]],
    seconds: float,
    job_name: str,
    leading: asyncio.Event | None = None,
    pause_first: bool = False,
) -> None:
    """Run a job repeatedly, pausing for `seconds` in between, until cancelled.

    `job_name`: as in `attempt`. `leading`: run only while this is set. `pause_first`: begin with a pause.
    """
    while True:
        if pause_first:
            await asyncio.sleep(seconds)
        if leading is not None:
            await leading.wait()
        await attempt(job, job_name)
        if not pause_first:
            await asyncio.sleep(seconds)


class BackgroundTasks:
    """Work that nobody waits for. A failure is logged."""

    def __init__(self, failure: str) -> None:
        """`failure`: what a failure means, for the log."""
        self._failure: Final = failure
        self._tasks: Final[set[asyncio.Task[None]]] = set()

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine in the background."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._forget)

    def _forget(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            LOG.error("%s: %s", self._failure, type(error).__name__)

    def cancel(self) -> None:
        """Cancel all that is running."""
        for task in list(self._tasks):
            task.cancel()

    async def wait(self) -> None:
        """Wait until all that is running has ended."""
        await asyncio.gather(*self._tasks, return_exceptions=True)


class Sweep:
    """Processes many independent items and skips those that failed recently."""

    def __init__(self, job_name: str, clock: Callable[[], float] = time.monotonic) -> None:
        """`job_name`: the name of the job in the log."""
        self._job_name: Final = job_name
        self._clock: Final = clock
        self._skipped_until: Final[dict[str, float]] = {}

    @property
    def skipped_count(self) -> int:
        """The number of items that are skipped; a query for items should raise its limit by this number."""
        now = self._clock()
        for key in [key for key, until in self._skipped_until.items() if until <= now]:
            del self._skipped_until[key]
        return len(self._skipped_until)

    def is_skipped(self, key: str) -> bool:
        """Return whether an item is skipped now."""
        return self._skipped_until.get(key, 0.0) > self._clock()

    def skip(self, key: str, error: Exception) -> None:
        """Skip an item for SKIP_SECONDS, and log the error unless it is an UnplayableError."""
        if not isinstance(error, UnplayableError):
            LOG.error("%s: %s is left out: %s", self._job_name, key, type(error).__name__)
        self._skipped_until[key] = self._clock() + SKIP_SECONDS

    async def process(self, items: Iterable[T], key: Callable[[T], str], work: Callable[[T], Awaitable[object]]) -> int:
        """Process the items and return how many succeeded; raises BusyError as soon as the store is unavailable."""
        done = 0
        for item in items:
            if self.is_skipped(key(item)):
                continue
            try:
                await work(item)
            except BusyError:
                raise
            except Exception as error:
                self.skip(key(item), error)
            else:
                done += 1
        return done
