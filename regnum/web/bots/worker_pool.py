"""Bots think in worker processes, so that they take no time from those who play: one for each core but one.

What goes to a worker is what the bot's seat may see, as a dict, and its legal actions as texts. A seat always thinks in
the same worker, where its player stays between two decisions; its choices depend on its seed and on what it saw, not on
the worker. A worker that dies is replaced. What a worker cannot find (a bot or a game that only this process has been
told of) thinks here, in a thread. Hints and reviews are thought out in workers of their own (`ask`), so that no bot
waits for them.
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

from regnum.core.processes import deaf_to_interrupts
from regnum.core.rules.action import Action
from regnum.core.rules.state import State
from regnum.games import find_game
from regnum.players import Player, make
from regnum.players.player import BUILT_IN
from regnum.web.bots.turns import Turns

KEPT: Final = 1000
"""How many players a worker remembers; those that did not choose for the longest go first."""
MODEST: Final = 10
"""By how much workers give way to the server when both want a core (see nice)."""
HERE: Final = -1

LOG: Final = logging.getLogger("regnum.web")

T = TypeVar("T")
A = TypeVar("A")
Seat = tuple[str, int]
"""A table's id, and a seat."""
Task = tuple[Seat, str, int, str, dict[str, Any], list[str]]
"""Whose turn it is, the kind of bot, its seed, the reference of the game, what it sees, and what it may do."""
_Answer = tuple[str, str]
"""The action that a player chose, and what went wrong; ("", "") where the player is not known."""

_PLAYERS: Final[dict[tuple[Seat, str, int], Player]] = {}


class WorkerPool:
    """The workers; none is started before a bot has something to think about."""

    def __init__(self, workers: int | None = None, modest: int = MODEST) -> None:
        """`workers`: how many; by default one for each core but one. `modest`: how much they give way."""
        for bot in BUILT_IN:
            make(bot, 0)  # found now, for later there may be no more files to read it from
        self._modest: Final = modest
        self._count: Final = workers or max((os.cpu_count() or 1) - 1, 1)
        self._pools: Final[dict[int, Executor]] = {}
        self._starting: Final[dict[int, asyncio.Lock]] = {}
        self._here: Final[set[tuple[str, str]]] = set()
        self._turns: Final[dict[int, Turns]] = {}

    async def choose(
        self, seat: Seat, bot: str, seed: int, seen: State, legal: Sequence[Action], *groups: str, last: bool = False
    ) -> Action:
        """Return what a bot of this kind and seed chooses; the first action if it fails.

        `groups`, `last`: as for `ask`.
        """
        task: Task = (seat, bot, seed, seen.game.id, seen.to_dict(), [action.text for action in legal])
        text, fault = await self._answer(task, groups, last)
        if fault:
            LOG.error("the bot %s at ply %d; taking the first action", fault, seen.ply)
        return next((action for action in legal if action.text == text), legal[0])

    async def _answer(self, task: Task, groups: tuple[str, ...], last: bool) -> _Answer:
        seat, bot, _, game, *_ = task
        if (game, bot) not in self._here:
            number = zlib.crc32(f"{seat}".encode()) % self._count
            answer = await self.ask(number, think, task, *groups, last=last)
            if answer is None:
                return "", f"{bot} ended its process"
            if answer != ("", ""):
                return answer
            self._here.add((game, bot))
        answer = await self.ask(HERE, think, task, *groups, last=last)
        return answer if answer not in (None, ("", "")) else ("", f"{bot} is not known")

    async def ask(self, number: int, work: Callable[[T], A], task: T, *groups: str, last: bool = False) -> A | None:
        """Let a worker do some work; once more in a new one if it dies, which may not be this work's fault; else None.

        Where no worker can start for now (no more processes, or no more files), it is done here. `groups`: whose work
        it is, see `Turns`: much work of one group keeps nobody else waiting. `last`: only while no other work waits.
        """
        async with self._turns.setdefault(number, Turns()).turn(*groups, last=last):
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
                    if number == HERE:
                        raise
                    break
            else:
                return None
        return await self.ask(HERE, work, task, *groups, last=last)

    async def _pool(self, number: int) -> Executor:
        """Return the worker of this number, started if need be. Raise BrokenProcessPool or OSError if it cannot be."""
        async with self._starting.setdefault(number, asyncio.Lock()):
            if number not in self._pools:
                pool = self._pools[number] = _new_pool(number, self._modest)
                try:
                    with deaf_to_interrupts():  # it is started here
                        begun = asyncio.get_running_loop().run_in_executor(pool, os.getpid)
                    await begun  # a child may fail after its start
                except BaseException:
                    self._drop(number, pool)
                    raise
            return self._pools[number]

    def _drop(self, number: int, pool: Executor) -> None:
        if self._pools.get(number) is pool:
            del self._pools[number]
            pool.shutdown(wait=False)

    def close(self) -> None:
        """Stop all workers, whatever they think about."""
        for pool in self._pools.values():
            processes = list((getattr(pool, "_processes", None) or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.terminate()
        self._pools.clear()


def _new_pool(number: int, modest: int) -> Executor:
    if number == HERE:
        return ThreadPoolExecutor(1, "bots")
    return ProcessPoolExecutor(1, get_context("spawn"), _begin, (modest,))


def _begin(modest: int) -> None:
    """Make this process a worker: it gives way, leaves it to the server to end it, and ends with the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Windows
    if hasattr(os, "nice"):
        os.nice(modest)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def think(task: Task) -> _Answer:
    """Let a bot choose. What fails is told by its kind only: its words may tell what the bot sees."""
    seat, bot, seed, game_id, seen, texts = task
    key = (seat, bot, seed)
    try:
        game = find_game(game_id)
        player = _PLAYERS.pop(key, None) or make(bot, seed)
    except ValueError:
        return "", ""
    _PLAYERS[key] = player
    while len(_PLAYERS) > KEPT:
        del _PLAYERS[next(iter(_PLAYERS))]
    legal = [game.actions.parse(text) for text in texts]
    try:
        chosen: object = player.choose(game.state_from_dict(seen), legal[:])
    except (Exception, SystemExit) as error:
        return texts[0], f"{type(player).__name__} failed ({type(error).__name__})"
    for action in legal:
        if action is chosen:  # by identity: whatever it is, it is not asked whether it is equal
            return action.text, ""
    return texts[0], f"{type(player).__name__} chose what it may not"
