"""A fair queue for groups that share a worker: no group waits for all the work of another."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Final, NamedTuple

MAX_REMEMBERED_GROUPS: Final = 1000
"""How many groups are remembered with their last turn; those served longest ago are forgotten first."""


class RoundRobin:
    """Remembers the order in which groups and their subgroups were last served."""

    def __init__(self) -> None:
        self._last: Final[dict[tuple[str, ...], int]] = {}
        self._clock: Final = count()

    def rank(self, groups: tuple[str, ...]) -> tuple[int, ...]:
        """Return when a group, its subgroup and so on were last served; the lowest rank is served next."""
        return tuple(self._last.get(groups[:level], -1) for level in range(1, len(groups) + 1))

    def serve(self, groups: tuple[str, ...]) -> None:
        """Record that a group and its subgroups are served now."""
        for level in range(1, len(groups) + 1):
            self._last.pop(groups[:level], None)
            self._last[groups[:level]] = next(self._clock)
        while len(self._last) > MAX_REMEMBERED_GROUPS:
            del self._last[next(iter(self._last))]


class _Waiter(NamedTuple):
    """A waiting caller: its arrival number, whether it comes after all others, its groups, and the future it awaits."""

    arrival: int
    last: bool
    groups: tuple[str, ...]
    woken: "asyncio.Future[None]"


class FairQueue:
    """Serves one caller at a time: first by least recently served group, then by least recently served subgroup."""

    def __init__(self) -> None:
        self._busy = False
        self._waiters: Final[list[_Waiter]] = []
        self._round_robin: Final = RoundRobin()
        self._arrivals: Final = count()

    @asynccontextmanager
    async def turn(self, *groups: str, last: bool = False) -> AsyncIterator[None]:
        """Wait for a turn, which lasts until the block ends. `groups`: the caller's group, a subgroup of it, and so on.

        `last`: wait until no caller without `last` is waiting.
        """
        await self._wait(groups, last)
        try:
            yield
        finally:
            self._next()

    async def _wait(self, groups: tuple[str, ...], last: bool) -> None:
        if not self._busy:
            self._busy = True
            self._round_robin.serve(groups)
            return
        waiter = _Waiter(next(self._arrivals), last, groups, asyncio.get_running_loop().create_future())
        self._waiters.append(waiter)
        try:
            await waiter.woken
        except asyncio.CancelledError:
            if waiter in self._waiters:
                self._waiters.remove(waiter)
            else:  # its turn had already begun
                self._next()
            raise

    def _next(self) -> None:
        first = min((waiter for waiter in self._waiters if not waiter.woken.done()), key=self._rank, default=None)
        if first is None:
            self._busy = False
            return
        self._waiters.remove(first)
        self._round_robin.serve(first.groups)
        first.woken.set_result(None)

    def _rank(self, waiter: _Waiter) -> tuple[bool, tuple[int, ...], int]:
        return waiter.last, self._round_robin.rank(waiter.groups), waiter.arrival
