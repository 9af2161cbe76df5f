"""Who is next where one is served at a time, as by a worker that thinks: no group waits for the many of another."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Final, NamedTuple

REMEMBERED: Final = 1000
"""Of so many groups it is known when they were served; those that were not for the longest are forgotten."""


class _Waiting(NamedTuple):
    """Somebody who waits: since when, in which groups, and what tells them that it is their turn."""

    arrival: int
    groups: tuple[str, ...]
    called: "asyncio.Future[None]"


class Turns:
    """Serves one at a time: first whose group was not served for the longest, in it the same by subgroup."""

    def __init__(self) -> None:
        self._busy = False
        self._waiting: Final[list[_Waiting]] = []
        self._served: Final[dict[tuple[str, ...], int]] = {}
        self._clock: Final = count()

    @asynccontextmanager
    async def turn(self, *groups: str) -> AsyncIterator[None]:
        """Wait for one's turn, and have it until this ends. `groups`: the group, a subgroup of it, and so on."""
        await self._wait(groups)
        try:
            yield
        finally:
            self._next()

    async def _wait(self, groups: tuple[str, ...]) -> None:
        if not self._busy:
            self._busy = True
            self._serve(groups)
            return
        waiting = _Waiting(next(self._clock), groups, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        try:
            await waiting.called
        except asyncio.CancelledError:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
            else:  # called just before
                self._next()
            raise

    def _next(self) -> None:
        first = min((one for one in self._waiting if not one.called.done()), key=self._rank, default=None)
        if first is None:
            self._busy = False
            return
        self._waiting.remove(first)
        self._serve(first.groups)
        first.called.set_result(None)

    def _rank(self, waiting: _Waiting) -> tuple[int, ...]:
        groups = waiting.groups
        return (*(self._served.get(groups[:level], -1) for level in range(1, len(groups) + 1)), waiting.arrival)

    def _serve(self, groups: tuple[str, ...]) -> None:
        for level in range(1, len(groups) + 1):
            self._served.pop(groups[:level], None)
            self._served[groups[:level]] = next(self._clock)
        while len(self._served) > REMEMBERED:
            del self._served[next(iter(self._served))]
