"""The games of a match, played in processes of this machine. What comes out is the same for any number of them."""

import signal
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from itertools import islice
from multiprocessing import get_context
from threading import current_thread, main_thread
from typing import Final, TypeVar

from regnum.arena.matches import Match, Seating
from regnum.arena.playing import Played, play_game
from regnum.core.option import OptionValue
from regnum.core.registry import find_game

Games = Generator[Played, None, None]
"""Games of a match as they end; closed, it ends those that are being played."""
Task = tuple[str, Seating, dict[str, OptionValue], bool]
"""The reference of the game, who plays which deal, the options, and whether the result shall hold what was done."""

_AHEAD: Final = 4
"""How many games wait for each process: enough that none is idle."""
A = TypeVar("A")
R = TypeVar("R")


class Lost(RuntimeError):
    """A game was lost with the process that played it; those that are over are not."""


def run_match(match: Match, jobs: int = 1, entries: bool = True) -> Games:
    """Play a match in `jobs` processes; the games come in order.

    `entries`: the results hold what was done, else nothing. Games and bots that only this process knows (`add_game`,
    `add_player`) need `jobs` 1.
    """
    return in_order(run_games(match, range(match.games), jobs, entries), {})


def run_games(match: Match, numbers: Iterable[int], jobs: int = 1, entries: bool = True) -> Games:
    """Play these games of a match in `jobs` processes; each comes as soon as it is over. Lost if a process dies."""
    yield from in_processes(play_task, tasks_of(match, numbers, entries), jobs)


def in_processes(work: Callable[[A], R], tasks: Iterator[A], jobs: int) -> Generator[R, None, None]:
    """Do work in `jobs` processes; each result comes as soon as it is there. Lost if a process dies."""
    if jobs <= 1:
        yield from map(work, tasks)
        return
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))
    running: set[Future[R]] = set()
    try:
        while True:
            with _undisturbed():
                running |= {pool.submit(work, task) for task in islice(tasks, _AHEAD * jobs - len(running))}
            if not running:
                return
            over, running = wait(running, return_when=FIRST_COMPLETED)
            for done in over:
                yield done.result()
    except BrokenProcessPool:
        raise Lost("a process died: it was killed, or short of memory") from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def in_order(games: Games, known: Mapping[int, Played]) -> Games:
    """Yield the games of a match from number 0 on, those that are played with those that are known already.

    Whoever closes it ends what is being played.
    """
    waiting = dict(known)
    number = 0
    with closing(games):
        while True:
            while number in waiting:
                yield waiting.pop(number)
                number += 1
            played = next(games, None)
            if played is None:
                return
            waiting[played.number] = played


def tasks_of(match: Match, numbers: Iterable[int], entries: bool) -> Iterator[Task]:
    """Yield what a process has to know to play each of these games."""
    for number in numbers:
        yield match.game.reference, match.seating(number), match.options, entries


def play_task(task: Task) -> Played:
    """Play one game of a match."""
    game, seating, options, entries = task
    played = play_game(find_game(game), seating.seats, seating.seed, options, seating.number)
    return played if entries else played._replace(entries=())


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Start processes that never hear Ctrl-C; hear it here once they stand: this process ends them in order."""
    if current_thread() is not main_thread():
        yield  # Ctrl-C is the main thread's business
        return
    heard: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    masked = hasattr(signal, "pthread_sigmask")  # what is blocked here is blocked in what is started here
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if masked else set()
    try:
        yield
    finally:
        if masked:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, handler)
    if heard:
        raise KeyboardInterrupt
