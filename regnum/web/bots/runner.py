"""The turns of bots, which think in workers, one per table at a time, with only their seat's observation."""

import asyncio
import hmac
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import uniform
from typing import Final

from regnum.web.bots.worker_pool import WorkerPool
from regnum.web.errors import RefusedError
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import GUEST, PACES

Act = Callable[[LiveTable, int, str, int], Awaitable[int]]
"""A function that takes an action for a seat, with its text and how many entries the seat knew of.

Raises RefusedError.
"""

STOP_TIMEOUT: Final = 2.0
"""Seconds in which bots can finish their actions when the server stops."""

FIRST_RETRY_DELAY: Final = 0.02
MAX_RETRY_DELAY: Final = 5.0
"""Seconds before a bot's retry: up to twice the first delay at first, then doubling up to the maximum."""
WARNING_INTERVAL: Final = 5.0
"""The minimum number of seconds between log entries about retrying bots, which usually all have the same cause."""

LOG: Final = logging.getLogger("regnum.web")


UNWATCHED_GROUP: Final = "unwatched"
"""The group of all tables with people that no page has open; it takes turns with the addresses of watched tables."""
MAX_TOTAL_DELAYS: Final = 12
"""The maximum total of a table's delays until a person's next turn, in full delays."""
REPEAT_SHARE: Final = 0.5
"""The fraction of a full delay between two actions of the same bot."""
SIMULTANEOUS_SHARE: Final = 0.25
"""The fraction of a full delay while several players decide simultaneously, when no action is visible."""


class BotRunner:
    """Plays the turns of the bots at all tables while `playing` is set.

    `delay`: the seconds before each action, so that people can follow; each table scales it by its pace.
    """

    def __init__(self, act: Act, closing: asyncio.Event, delay: float, secret: str) -> None:
        self._act: Final = act
        self._closing: Final = closing
        self._delay: Final = delay
        self._secret: Final = secret.encode()
        self.playing = False
        self._workers: Final = WorkerPool()
        self._tasks: Final[dict[str, asyncio.Task[None]]] = {}
        self._warned = -WARNING_INTERVAL

    def wake(self, table: LiveTable) -> None:
        """Start the bots of a table, which act while it is their turn."""
        if self.playing and table.bots_to_act() and not self.is_busy(table) and not self._closing.is_set():
            self._tasks[table.row.id] = asyncio.create_task(self._play(table))

    def is_busy(self, table: LiveTable) -> bool:
        """Return whether a bot of this table is about to act."""
        task = self._tasks.get(table.row.id)
        return task is not None and not task.done()

    async def close(self) -> None:
        """Let every bot finish its current action, then stop."""
        if self._tasks:
            _, late = await asyncio.wait(list(self._tasks.values()), timeout=STOP_TIMEOUT)
            for task in late:
                task.cancel()
        self._workers.close()

    async def _sleep(self, seconds: float) -> None:
        """Wait for the given number of seconds, or until the server stops."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._closing.wait()

    async def _wait_for_people(self, table: LiveTable, seconds: float) -> None:
        """Wait so that people can follow, at most until a player skips the delays or the server stops."""
        clock = asyncio.get_running_loop().time
        end = clock() + seconds
        while table.has_bot_delays and not self._closing.is_set() and (remaining := end - clock()) > 0:
            change = table.next_change()
            with suppress(TimeoutError):
                async with asyncio.timeout(remaining):
                    await change.wait()

    async def _play(self, table: LiveTable) -> None:
        failures = 0
        delays = Delays(table, self._delay)
        try:
            while self.playing and (seats := table.bots_to_act()):
                if failures:
                    await self._sleep(min(FIRST_RETRY_DELAY * 2.0**failures, MAX_RETRY_DELAY) * uniform(0.5, 1.0))
                if self._closing.is_set():
                    return
                try:
                    await self._turn(table, seats[0], delays.before(seats[0]))
                    failures = 0
                except RefusedError:  # another action came first: check again
                    failures += 1
                except Exception as error:  # such as an error of the store
                    failures += 1
                    self._warn(table, error)
        finally:
            self._tasks.pop(table.row.id, None)

    def _warn(self, table: LiveTable, error: Exception) -> None:
        now = asyncio.get_running_loop().time()
        if now - self._warned > WARNING_INTERVAL:
            self._warned = now
            LOG.warning("a bot of table %s tries again: %s", table.row.id, type(error).__name__)

    async def _turn(self, table: LiveTable, seat: int, delay: float) -> None:
        """Let a bot think during its delay and then act; in a tutorial, take the scripted action instead."""
        view = table.view(seat, is_stand_in=True)
        script_entry = table.next_script_entry()
        if script_entry is not None:
            await self._wait_for_people(table, delay)
            if not self._closing.is_set() and not script_entry.waits:  # it may be a person's turn now
                await self._act(table, seat, script_entry.texts[0], view.entry_count)
            return
        key = (table.row.id, seat)
        bot = table.row.seats[seat].bot or "random"
        waiting = asyncio.create_task(self._wait_for_people(table, delay))
        try:
            groups, last = scheduling_groups(table)
            seed = seed_of(self._secret, key)
            action = await self._workers.choose(key, bot, seed, view.seen, view.legal, *groups, last=last)
            await waiting
        finally:
            waiting.cancel()
        if not self._closing.is_set():
            await self._act(table, seat, str(action), view.entry_count)


def scheduling_groups(table: LiveTable) -> tuple[tuple[str, ...], bool]:
    """Return a table's groups for `FairQueue`, and whether its bots come after all others.

    Client addresses take turns, and so do the hosts at an address, since anyone can become a new guest. Tables without
    people come last.
    """
    row = table.row
    groups = (row.client_address, row.host)
    if not any(seat.kind == GUEST and not seat.absent for seat in row.seats):
        return groups, True
    return (groups if table.watchers or table.present else (UNWATCHED_GROUP, *groups)), False


class Delays:
    """The delays of a table's bots before each action, which get shorter the longer people wait."""

    def __init__(self, table: LiveTable, whole: float) -> None:
        """`whole`: the server's full delay, in seconds."""
        self._table: Final = table
        self._whole: Final = whole * PACES.get(table.row.pace, 1.0)
        self._waited = 0.0
        self._people = table.last_human_entry
        self._seat = -1

    def before(self, seat: int) -> float:
        """Return the delay in seconds before this seat's next action."""
        table = self._table
        if table.last_human_entry != self._people:
            self._people, self._waited, self._seat = table.last_human_entry, 0.0, -1
        elif not any(row.kind == GUEST for row in table.row.seats):
            self._waited = 0.0  # no person is waiting to act
        if self._whole <= 0 or not table.has_bot_delays:
            return 0.0
        share = (
            SIMULTANEOUS_SHARE if len(table.state.players_to_act) > 1 else REPEAT_SHARE if seat == self._seat else 1.0
        )
        delay = share * self._whole * (1.0 - self._waited / (MAX_TOTAL_DELAYS * self._whole))
        self._seat = seat
        self._waited += delay
        return delay


def seed_of(secret: bytes, key: tuple[str, int]) -> int:
    """Return the seed of a table's bot, derived from the server's secret key and never from the game's own seed."""
    return int.from_bytes(hmac.digest(secret, f"bot:{key}".encode(), "sha256")[:7])
