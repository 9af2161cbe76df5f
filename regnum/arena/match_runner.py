"""Plays the games of a match in processes on this machine. The number of processes does not affect the results."""

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from typing import Final, NamedTuple, TypeVar

from regnum.arena.game_runner import UNSUPERVISED, GameResult, Supervision, forfeit, play_game
from regnum.arena.match import Match, ScheduledGame
from regnum.arena.worker_pool import LostGameError as LostGameError
from regnum.arena.worker_pool import OnGameOver, Work, run_supervised
from regnum.core.rules.option import OptionValue
from regnum.games import find_game

__all__ = ["Games", "RunOptions", "Task", "run_games", "run_match", "run_tasks"]

Games = Generator[GameResult, None, None]
"""Yields the games of a match as they end; closing it stops those in progress."""
Task = tuple[str, ScheduledGame, dict[str, OptionValue], bool]
"""A reference to the game, the scheduled game, the options, and whether the result includes the entries."""

_QUEUED_GAMES: Final = 2
"""The number of games given to each process: one in progress, and one queued so that the process is never idle."""
A = TypeVar("A")
R = TypeVar("R")


class RunOptions(NamedTuple):
    """How to run a match.

    Worker processes are supervised: a bot that ends its process, or takes too long, loses its game, and the match
    continues. In this process, a bot that takes too long loses only once it has decided, and one that never decides
    blocks the match. Games and bots known only to this process (`add_game`, `add_player`) must be played in it.

    Attributes:
        jobs: The number of worker processes. A single job runs in this process, unless `supervised`.
        limit: The seconds that a bot has for each decision, or None for no limit.
        supervised: Whether a single job also runs in a worker process.
    """

    jobs: int = 1
    limit: float | None = None
    supervised: bool = False


IN_THIS_PROCESS: Final = RunOptions()


def run_match(
    match: Match, jobs: int = 1, entries: bool = True, limit: float | None = None, supervised: bool = False
) -> Games:
    """Play a match and yield its games in order.

    Args:
        match: The match.
        jobs: The number of worker processes; see `RunOptions`.
        entries: Whether the results include the entries of the games.
        limit: The seconds that a bot has for each decision, or None for no limit.
        supervised: Whether a single job also runs in a worker process.

    Yields:
        The result of each game.
    """
    return in_order(run_games(match, range(match.games), RunOptions(jobs, limit, supervised), entries), {})


def run_games(
    match: Match, numbers: Iterable[int], run_options: RunOptions = IN_THIS_PROCESS, entries: bool = True
) -> Games:
    """Play some games of a match and yield each as soon as it is over.

    Args:
        match: The match.
        numbers: The numbers of the games, from 0.
        run_options: How to run them.
        entries: Whether the results include the entries of the games.

    Yields:
        The result of each game.

    Raises:
        LostGameError: If a process dies while no bot is thinking.
    """
    yield from run_tasks(play_task, tasks_of(match, numbers, entries), match, run_options, _QUEUED_GAMES)


def run_tasks(
    work: Work[A, R], tasks: Iterator[A], match: Match, run_options: RunOptions, queue_size: int = 1
) -> Generator[R, None, None]:
    """Run tasks on games of a match and yield each result as soon as it is available.

    Args:
        work: The function to call for each task.
        tasks: The tasks.
        match: The match.
        run_options: How to run them.
        queue_size: How many tasks are queued for each process.

    Yields:
        The result of each task.

    Raises:
        LostGameError: If a process dies while no bot is thinking.
    """
    jobs, limit, supervised = run_options
    if jobs <= 1 and not supervised:
        for task in tasks:
            yield work(task, (), Supervision(limit), _ignore_result)
        return

    def lost_game(number: int, seat: int, reason: str) -> GameResult:
        _, seed, seats = match.game_at(number)
        return forfeit(match.game, number, seats, seed, seat, reason)

    yield from run_supervised(work, tasks, jobs, queue_size, limit, lost_game)


def _ignore_result(result: GameResult) -> None:
    """Ignore a finished game."""


def in_order(games: Games, finished_games: Mapping[int, GameResult]) -> Games:
    """Yield the games of a match from number 0 on. Closing the generator stops the games in progress.

    Args:
        games: The games that are played now, in any order.
        finished_games: The results of earlier games, by number.

    Yields:
        The result of each game.
    """
    waiting = dict(finished_games)
    number = 0
    with closing(games):
        while True:
            while number in waiting:
                yield waiting.pop(number)
                number += 1
            result = next(games, None)
            if result is None:
                return
            waiting[result.number] = result


def tasks_of(match: Match, numbers: Iterable[int], entries: bool) -> Iterator[Task]:
    """Yield the tasks for playing these games."""
    for number in numbers:
        yield match.game.id, match.game_at(number), match.options, entries


def play_task(
    task: Task,
    finished_games: Sequence[GameResult] = (),
    supervision: Supervision = UNSUPERVISED,
    on_game_over: OnGameOver = _ignore_result,
) -> GameResult:
    """Play one game of a match, unless it is finished, and return the result."""
    if finished_games:
        return finished_games[0]
    game, seating, options, entries = task
    result = play_game(find_game(game), seating.seats, seating.seed, options, seating.number, supervision)
    return result if entries else result._replace(entries=())
