"""Bots at the table: they think in one worker thread, one at a time, about what their seat may see and nothing else."""

import asyncio
import logging
import zlib
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Final

from regnum.core.action import Action
from regnum.core.state import State
from regnum.players import Player, make
from regnum.web.live import LiveTable, Refused

Act = Callable[[LiveTable, int, str, int], Awaitable[int]]
"""Takes an action at a table: seat, text, and how many entries the seat had seen; raises Refused."""

GRACE: Final = 2.0
"""Seconds that the bots have to stop."""

LOG: Final = logging.getLogger("regnum.web")


class Bots:
    """Plays for the bots of all tables. `pause` in seconds lets people follow."""

    def __init__(self, act: Act, closing: asyncio.Event, pause: float) -> None:
        self._act: Final = act
        self._closing: Final = closing
        self._pause: Final = pause
        self._thread: Final = ThreadPoolExecutor(1, "bots")
        self._tasks: Final[dict[str, asyncio.Task[None]]] = {}
        self._players: Final[dict[tuple[str, int], Player]] = {}

    def wake(self, table: LiveTable) -> None:
        """See to it that the bots of a table act as long as it is their turn."""
        if table.bots_to_act() and not self.busy(table) and not self._closing.is_set():
            self._tasks[table.row.id] = asyncio.create_task(self._play(table))

    def busy(self, table: LiveTable) -> bool:
        """Tell whether a bot of this table is about to act."""
        task = self._tasks.get(table.row.id)
        return task is not None and not task.done()

    def forget(self, table: LiveTable) -> None:
        """Let go of the bots of a table."""
        for seat in range(table.row.players):
            self._players.pop((table.row.id, seat), None)

    async def close(self) -> None:
        """Let every bot finish what it is about to write, then stop."""
        if self._tasks:
            _, late = await asyncio.wait(list(self._tasks.values()), timeout=GRACE)
            for task in late:
                task.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _rest(self, seconds: float) -> None:
        """Wait, but not for longer than the server goes on."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._closing.wait()

    async def _play(self, table: LiveTable) -> None:
        try:
            while seats := table.bots_to_act():
                crowd = len(table.state.players_to_act) > 1
                await self._rest(self._pause / 4 if crowd else self._pause)
                if self._closing.is_set():
                    return
                seat = seats[0]
                view = table.view(seat)
                if not view.legal:
                    continue  # the table moved on in the pause
                loop = asyncio.get_running_loop()
                player = self._player(table, seat)
                action = await loop.run_in_executor(self._thread, _choose, player, view.seen, view.legal)
                try:
                    await self._act(table, seat, str(action), view.number)
                except Refused:
                    continue  # somebody was faster: look again
        except Exception as error:  # the store, say; the next visit wakes the bots again
            LOG.error("the bots of table %s stopped: %s", table.row.id, type(error).__name__)
        finally:
            self._tasks.pop(table.row.id, None)

    def _player(self, table: LiveTable, seat: int) -> Player:
        key = (table.row.id, seat)
        if key not in self._players:
            # The seed comes from the table's id, which all may know, never from the game's own seed.
            self._players[key] = make(table.row.seats[seat].bot or "random", zlib.crc32(f"{key}".encode()))
        return self._players[key]


def _choose(player: Player, seen: State, legal: Sequence[Action]) -> Action:
    """Let a bot choose; one that fails does not hold up the table."""
    try:
        action = player.choose(seen, list(legal))
    except Exception as error:  # what it says may tell what the bot sees: only its name goes into the log
        kind, bot = type(error).__name__, type(player).__name__
        LOG.error("the bot %s failed at ply %d: %s; taking the first action", bot, seen.ply, kind)
        return legal[0]
    return action if action in legal else legal[0]
