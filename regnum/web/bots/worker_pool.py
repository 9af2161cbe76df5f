"""Worker processes in which bots think, so that they do not slow down the server.

A worker gets the observation of the bot's seat as a dict, and its legal actions as texts. A seat always uses the
same worker, which keeps its player between decisions. The player's choices depend on its seed and its observations,
not on the worker. A worker that dies is replaced. If a bot or game was registered only in this process, a worker
cannot find it, and its work runs here in a thread. Hints and reviews use pools of their own (`ask`), so that bots do
not wait for them.
"""

import asyncio
import logging
import os
import signal
import threading
import zlib
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from typing import Any, Final, TypeVar

from regnum.core.processes import ignoring_interrupts
from regnum.core.rules.action import Action
from regnum.core.rules.state import State
from regnum.games import find_game
from regnum.players import Player, make_player
from regnum.players.player import BUILT_IN
from regnum.web.bots.fair_queue import FairQueue

MAX_CACHED_PLAYERS: Final = 1000
"""The maximum number of players that a worker keeps; the least recently used ones are dropped first."""
WORKER_NICENESS: Final = 10
"""The niceness of workers, so that the server has priority."""
IN_PROCESS: Final = -1

LOG: Final = logging.getLogger("regnum.web")

T = TypeVar("T")
A = TypeVar("A")
Seat = tuple[str, int]
"""A table's id, and a seat."""
Task = tuple[Seat, str, int, str, dict[str, Any], list[str]]
"""The seat, the kind of bot, its seed, the reference of the game, the observation, and the legal actions."""
_Answer = tuple[str, str]
"""The chosen action and an error message; ("", "") if the player or game is unknown."""

_PLAYERS: Final[dict[tuple[Seat, str, int], Player]] = {}


class WorkerPool:
    """A pool of workers, each of which starts on first use."""

    def __init__(self, workers: int | None = None, niceness: int = WORKER_NICENESS) -> None:
        """Make a pool.

        `workers`: the number of workers; by default, one fewer than there are cores. `niceness`: that of the workers.
        """
        for bot in BUILT_IN:
            make_player(bot, 0)  # import them now, because the process may have no file handles left later
        self._niceness: Final = niceness
        self._count: Final = workers or max((os.cpu_count() or 1) - 1, 1)
        self._pools: Final[dict[int, Executor]] = {}
        self._starting: Final[dict[int, asyncio.Lock]] = {}
        self._in_process_only: Final[set[tuple[str, str]]] = set()
        self._queues: Final[dict[int, FairQueue]] = {}

    async def choose(
        self, seat: Seat, bot: str, seed: int, seen: State, legal: Sequence[Action], *groups: str, last: bool = False
    ) -> Action:
        """Return the choice of a bot of this kind and seed; the first legal action if the bot fails.

        `groups`, `last`: as in `ask`.
        """
        task: Task = (seat, bot, seed, seen.game.id, seen.to_dict(), [action.text for action in legal])
        text, fault = await self._answer(task, groups, last)
        if fault:
            LOG.error("the bot %s at ply %d; taking the first action", fault, seen.ply)
        return next((action for action in legal if action.text == text), legal[0])

    async def _answer(self, task: Task, groups: tuple[str, ...], last: bool) -> _Answer:
        seat, bot, _, game, *_ = task
        if (game, bot) not in self._in_process_only:
            number = zlib.crc32(f"{seat}".encode()) % self._count
            answer = await self.ask(number, think, task, *groups, last=last)
            if answer is None:
                return "", f"{bot} ended its process"
            if answer != ("", ""):
                return answer
            self._in_process_only.add((game, bot))
        answer = await self.ask(IN_PROCESS, think, task, *groups, last=last)
        return answer if answer not in (None, ("", "")) else ("", f"{bot} is not known")

    async def ask(self, number: int, work: Callable[[T], A], task: T, *groups: str, last: bool = False) -> A | None:
        """Run work in a worker. If the worker dies, retry once in a new one; return None if that dies as well.

        If no worker can start (no processes or file handles left), the work runs here. `groups`: the owners of the
        work, see `FairQueue`, so that no group delays the others. `last`: run it only when no other work is waiting.
        """
        async with self._queues.setdefault(number, FairQueue()).turn(*groups, last=last):
            for _ in range(2):
                try:
                    pool = await self._pool(number)
                except (BrokenProcessPool, OSError):
                    break
                try:
                    return await asyncio.get_running_loop().run_in_executor(pool, work, task)
                except BrokenProcessPool:
                    self._drop(number, pool)
                except OSError:
                    self._drop(number, pool)
                    if number == IN_PROCESS:
                        raise
                    break
            else:
                return None
        return await self.ask(IN_PROCESS, work, task, *groups, last=last)

    async def _pool(self, number: int) -> Executor:
        """Return the worker with this number, started if needed; raises an error if it cannot start."""
        async with self._starting.setdefault(number, asyncio.Lock()):
            if number not in self._pools:
                pool = self._pools[number] = _new_pool(number, self._niceness)
                try:
                    with ignoring_interrupts():  # the process starts here
                        started = asyncio.get_running_loop().run_in_executor(pool, os.getpid)
                    await started  # a child may fail after its start
                except BaseException:
                    self._drop(number, pool)
                    raise
            return self._pools[number]

    def _drop(self, number: int, pool: Executor) -> None:
        if self._pools.get(number) is pool:
            del self._pools[number]
            pool.shutdown(wait=False)

    def close(self) -> None:
        """Terminate all workers and discard their work."""
        for pool in self._pools.values():
            processes = list((getattr(pool, "_processes", None) or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.terminate()
        self._pools.clear()


def _new_pool(number: int, niceness: int) -> Executor:
    if number == IN_PROCESS:
        return ThreadPoolExecutor(1, "bots")
    return ProcessPoolExecutor(1, get_context("spawn"), _init_worker, (niceness,))


def _init_worker(niceness: int) -> None:
    """Set up this process as a worker: it has low priority, ignores interrupts, and ends with the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # needed on Windows
    if hasattr(os, "nice"):
        os.nice(niceness)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def think(task: Task) -> _Answer:
    """Return a bot's choice as text, with an error message or ""; ("", "") if the bot or game is unknown.

    Only the type of an error is reported, because its message may reveal the observation.
    """
    seat, bot, seed, game_id, seen, texts = task
    key = (seat, bot, seed)
    try:
        game = find_game(game_id)
        player = _PLAYERS.pop(key, None) or make_player(bot, seed)
    except ValueError:
        return "", ""
    _PLAYERS[key] = player
    while len(_PLAYERS) > MAX_CACHED_PLAYERS:
        del _PLAYERS[next(iter(_PLAYERS))]
    legal = [game.actions.parse(text) for text in texts]
    try:
        chosen: object = player.choose(game.state_from_dict(seen), legal[:])
    except (Exception, SystemExit) as error:
        return texts[0], f"{type(player).__name__} failed ({type(error).__name__})"
    for action in legal:
        if action is chosen:  # by identity, without calling the bot's own __eq__
            return action.text, ""
    return texts[0], f"{type(player).__name__} chose what it may not"
