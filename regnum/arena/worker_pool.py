"""Supervised worker processes: a bot that ends its process or exceeds the time limit loses its game, not the match.

A process runs one task after another. While a bot thinks, the process records the bot's seat and when it began. If the
process dies then, or exceeds the time limit and is killed, that bot is at fault. The task continues in a new process,
which gets the finished games, including the lost one. No game is played twice.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from time import monotonic
from typing import Any, Final, Generic, TypeVar
from weakref import finalize

from regnum.arena.game_runner import GameResult, Supervision, ThinkingMark, timeout_fault
from regnum.core.processes import ignoring_interrupts

KILL_GRACE_SECONDS: Final = 1.0
"""Seconds beyond the time limit before a process is killed; until then, it can report the slow bot itself."""
_SPAWN: Final = get_context("spawn")

A = TypeVar("A")
R = TypeVar("R")

OnGameOver = Callable[[GameResult], None]
Work = Callable[[A, Sequence[GameResult], Supervision, OnGameOver], R]
"""Runs a task, given its already finished games, and reports each further game as soon as it is over."""
Forfeit = Callable[[int, int, str], GameResult]
"""Returns a lost game, given its number, the seat of the bot at fault, and a description of the fault."""


class LostGameError(RuntimeError):
    """Raised if a game is lost with the process that played it; finished games are kept."""


class _Task(Generic[A]):
    """A task, and its finished games."""

    def __init__(self, content: A) -> None:
        self.content: Final = content
        self.finished_games: Final[list[GameResult]] = []


class _Worker(Generic[A, R]):
    """A worker process, as seen by its supervisor. `tasks` is its queue."""

    def __init__(self, work: Work[A, R], limit: float | None, tasks: Iterable[_Task[A]] = ()) -> None:
        cells = _SPAWN.RawArray("d", 3)
        own_end, worker_end = _SPAWN.Pipe()
        self.limit: Final = limit
        self.mark: Final = ThinkingMark(cells)
        self.connection: Final[Connection[Any, Any]] = own_end
        self.process: Final[SpawnProcess] = _SPAWN.Process(target=_run_worker, args=(worker_end, cells, work, limit))
        self.process.start()
        finalize(self, self.process.kill)  # even if Python exits before the match ends
        worker_end.close()
        self.tasks: Final[deque[_Task[A]]] = deque()
        for task in tasks:
            self.assign(task)

    def assign(self, task: _Task[A]) -> None:
        """Add a task to the queue."""
        self.tasks.append(task)
        with suppress(OSError):  # the process has died; its supervisor notices that later
            self.connection.send((task.content, task.finished_games))

    @property
    def deadline(self) -> float | None:
        """When (in monotonic time) the process must be killed if its bot is still thinking, or None for no limit."""
        thinking = self.mark.thinking()
        return None if thinking is None or self.limit is None else thinking[2] + self.limit + KILL_GRACE_SECONDS

    @property
    def overdue(self) -> bool:
        """Whether the process must be killed now."""
        deadline = self.deadline
        return deadline is not None and monotonic() >= deadline

    def end(self) -> None:
        """Kill the process."""
        self.process.kill()
        self.process.join()

    def results(self) -> Generator[R, None, None]:
        """Yield the available results; raise the error of a task that has failed."""
        try:
            while self.tasks and self.connection.poll():
                kind, message = self.connection.recv()
                if kind == "over":
                    self.tasks[0].finished_games.append(message)
                    continue
                self.tasks.popleft()
                if kind == "failed":
                    raise message
                yield message
        except (EOFError, ConnectionError):
            self.process.join()  # the process has closed its end because it is dying


def _run_worker(connection: "Connection[Any, Any]", cells: Any, work: Work[Any, Any], limit: float | None) -> None:
    """Run tasks one after another in a worker process, until the supervisor closes the connection."""
    supervision = Supervision(limit, ThinkingMark(cells))
    while True:
        try:
            task, finished_games = connection.recv()
        except (EOFError, OSError):
            return
        try:
            message = (
                "done",
                work(task, finished_games, supervision, lambda played: connection.send(("over", played))),
            )
        except Exception as error:
            message = ("failed", error)
        with suppress(OSError):  # the supervisor has stopped listening
            connection.send(message)


def run_supervised(
    work: Work[A, R],
    tasks: Iterator[A],
    jobs: int,
    queue_size: int,
    limit: float | None,
    forfeit: Forfeit,
) -> Generator[R, None, None]:
    """Run tasks in `jobs` processes and yield each result as soon as it is ready.

    `queue_size`: how many tasks a process has at a time, so that it is never idle (1 for large tasks). Raises
    LostGameError if a process dies while no bot is thinking.
    """
    workers: list[_Worker[A, R]] = []
    remaining = map(_Task, tasks)

    def start(tasks: Iterable[_Task[A]]) -> None:
        with ignoring_interrupts():
            workers.append(_Worker(work, limit, tasks))

    try:
        while True:
            while len(workers) < jobs and (first := next(remaining, None)) is not None:
                start([first])
            _deal_tasks(workers, remaining, queue_size)
            busy = [worker for worker in workers if worker.tasks]
            if not busy:
                return
            _wait(busy, limit)
            for worker in busy:
                reason = yield from _receive_results(worker, limit)
                if reason:
                    workers.remove(worker)
                    worker.end()
                    if worker.tasks:
                        start(_remaining_tasks(worker, reason, forfeit))
    finally:
        for worker in workers:
            worker.end()


def _deal_tasks(workers: Sequence[_Worker[A, R]], remaining: Iterator[_Task[A]], queue_size: int) -> None:
    """Give each process up to `queue_size` tasks, in turns, so that the last few tasks are shared evenly."""
    for most in range(1, queue_size + 1):
        for worker in workers:
            if len(worker.tasks) < most and (task := next(remaining, None)) is not None:
                worker.assign(task)


def _receive_results(worker: _Worker[A, R], limit: float | None) -> Generator[R, None, str]:
    """Yield a process's results; kill it if it is overdue. Return why it ended, or "" while it runs."""
    reason = "" if worker.process.is_alive() else "ended its process"
    yield from worker.results()
    if not reason and worker.overdue and limit is not None:
        reason = timeout_fault(limit)
        worker.end()
        yield from worker.results()
    return reason


def _wait(busy: Sequence[_Worker[A, R]], limit: float | None) -> None:
    """Wait until a process reports or dies, or a bot may have exceeded the time limit."""
    timeout = None
    if limit is not None:
        now = monotonic()
        timeout = max(0.0, min(worker.deadline or now + limit + KILL_GRACE_SECONDS for worker in busy) - now)
    wait([waitable for worker in busy for waitable in (worker.connection, worker.process.sentinel)], timeout)


def _remaining_tasks(worker: _Worker[A, R], reason: str, forfeit: Forfeit) -> list[_Task[A]]:
    """Return the remaining tasks of a dead process, with the game in progress added as lost.

    Raises LostGameError if no bot was thinking.
    """
    thinking = worker.mark.thinking()
    if thinking is None:
        raise LostGameError("a process died: it was killed, or short of memory")
    number, seat, _ = thinking
    worker.tasks[0].finished_games.append(forfeit(number, seat, reason))
    return list(worker.tasks)
