"""Bots at the table: they think apart, one at each table at a time, about what their seat may see and nothing else."""

import asyncio
import hmac
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import uniform
from typing import Final

from regnum.web.bots.worker_pool import WorkerPool
from regnum.web.errors import Refused
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import GUEST, PACES

Act = Callable[[LiveTable, int, str, int], Awaitable[int]]
"""Takes an action at a table: seat, text, and how many entries the seat knew of; raises Refused."""

GRACE: Final = 2.0
"""Seconds that the bots have to stop."""

FIRST_REST: Final = 0.02
LONGEST_REST: Final = 5.0
"""Seconds that a bot waits before it tries again: the first time twice FIRST_REST, then longer and longer."""
QUIET: Final = 5.0
"""Seconds between two lines in the log about bots that try again: what stops one stops all."""

LOG: Final = logging.getLogger("regnum.web")


UNWATCHED: Final = "unwatched"
"""The group of all tables of people that nobody has open: it takes turns with each address that watches one."""
PATIENCE: Final = 12
"""However much the bots do before a person is next, their pauses together are shorter than so many whole ones."""
GOES_ON: Final = 0.5
"""What of a pause there is before a bot goes on after an action of its own."""
AT_ONCE: Final = 0.25
"""And where several decide at once, so that nobody sees what they do."""


class Bots:
    """Plays for the bots of all tables, as long as it is `playing`.

    `pause` in seconds lets people follow; each table takes it in its own pace.
    """

    def __init__(self, act: Act, closing: asyncio.Event, pause: float, secret: str) -> None:
        self._act: Final = act
        self._closing: Final = closing
        self._pause: Final = pause
        self._secret: Final = secret.encode()
        self.playing = False
        self._thinking: Final = WorkerPool()
        self._tasks: Final[dict[str, asyncio.Task[None]]] = {}
        self._warned = -QUIET

    def wake(self, table: LiveTable) -> None:
        """See to it that the bots of a table act as long as it is their turn."""
        if self.playing and table.bots_to_act() and not self.busy(table) and not self._closing.is_set():
            self._tasks[table.row.id] = asyncio.create_task(self._play(table))

    def busy(self, table: LiveTable) -> bool:
        """Tell whether a bot of this table is about to act."""
        task = self._tasks.get(table.row.id)
        return task is not None and not task.done()

    async def close(self) -> None:
        """Let every bot finish what it is about to write, then stop."""
        if self._tasks:
            _, late = await asyncio.wait(list(self._tasks.values()), timeout=GRACE)
            for task in late:
                task.cancel()
        self._thinking.close()

    async def _rest(self, seconds: float) -> None:
        """Wait, but not for longer than the server goes on."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._closing.wait()

    async def _let_follow(self, table: LiveTable, seconds: float) -> None:
        """Give people so much time to see what happened; no longer if somebody tells the bots to go on."""
        clock = asyncio.get_running_loop().time
        end = clock() + seconds
        while table.paced and not self._closing.is_set() and (left := end - clock()) > 0:
            change = table.next_change()
            with suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await change.wait()

    async def _play(self, table: LiveTable) -> None:
        failures = 0
        pauses = Pauses(table, self._pause)
        try:
            while self.playing and (seats := table.bots_to_act()):
                if failures:
                    await self._rest(min(FIRST_REST * 2.0**failures, LONGEST_REST) * uniform(0.5, 1.0))
                if self._closing.is_set():
                    return
                try:
                    await self._turn(table, seats[0], pauses.before(seats[0]))
                    failures = 0
                except Refused:  # somebody was faster: look again
                    failures += 1
                except Exception as error:  # the store, say
                    failures += 1
                    self._warn(table, error)
        finally:
            self._tasks.pop(table.row.id, None)

    def _warn(self, table: LiveTable, error: Exception) -> None:
        now = asyncio.get_running_loop().time()
        if now - self._warned > QUIET:
            self._warned = now
            LOG.warning("a bot of table %s tries again: %s", table.row.id, type(error).__name__)

    async def _turn(self, table: LiveTable, seat: int, pause: float) -> None:
        """Let a bot think while people look, and then act; of a guided game it is written down what happens."""
        view = table.view(seat, stands_in=True)
        beat = table.beat()
        if beat is not None:
            await self._let_follow(table, pause)
            if not self._closing.is_set() and not beat.waits:  # it may be a person's by now
                await self._act(table, seat, beat.texts[0], view.number)
            return
        key = (table.row.id, seat)
        bot = table.row.seats[seat].bot or "random"
        looking = asyncio.create_task(self._let_follow(table, pause))
        try:
            groups, last = place_of(table)
            seed = seed_of(self._secret, key)
            action = await self._thinking.choose(key, bot, seed, view.seen, view.legal, *groups, last=last)
            await looking
        finally:
            looking.cancel()
        if not self._closing.is_set():
            await self._act(table, seat, str(action), view.number)


def place_of(table: LiveTable) -> tuple[tuple[str, ...], bool]:
    """Return the groups in which a table's bots take turns (see `Turns`), and whether they come after all others.

    Addresses take turns, in each of them its hosts: guests cost nothing. Where no person plays, nobody waits.
    """
    row = table.row
    groups = (row.home, row.host)
    if not any(seat.kind == GUEST and not seat.absent for seat in row.seats):
        return groups, True
    return (groups if table.watchers or table.present else (UNWATCHED, *groups)), False


class Pauses:
    """How long the bots of a table pause before each action: the shorter, the longer people have waited already."""

    def __init__(self, table: LiveTable, whole: float) -> None:
        """`whole`: the server's pause, in seconds."""
        self._table: Final = table
        self._whole: Final = whole * PACES.get(table.row.pace, 1.0)
        self._waited = 0.0
        self._people = table.last_of_people
        self._seat = -1

    def before(self, seat: int) -> float:
        """Return the seconds before the next action, which is this seat's."""
        table = self._table
        if table.last_of_people != self._people:
            self._people, self._waited, self._seat = table.last_of_people, 0.0, -1
        elif not any(row.kind == GUEST for row in table.row.seats):
            self._waited = 0.0  # nobody waits to act
        if self._whole <= 0 or not table.paced:
            return 0.0
        share = AT_ONCE if len(table.state.players_to_act) > 1 else GOES_ON if seat == self._seat else 1.0
        pause = share * self._whole * (1.0 - self._waited / (PATIENCE * self._whole))
        self._seat = seat
        self._waited += pause
        return pause


def seed_of(secret: bytes, key: tuple[str, int]) -> int:
    """Return the seed of a table's bot: from the server's key, which nobody knows, never from the game's own seed."""
    return int.from_bytes(hmac.digest(secret, f"bot:{key}".encode(), "sha256")[:7])
