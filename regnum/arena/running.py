"""The games of a match, played in processes of this machine. The results do not depend on their number."""

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from typing import Final, NamedTuple, TypeVar

from regnum.arena.matches import Match, Seating
from regnum.arena.playing import FREE, Played, Supervision, forfeit, play_game
from regnum.arena.workers import Lost as Lost
from regnum.arena.workers import Over, Work, in_watched
from regnum.core.rules.option import OptionValue
from regnum.games import find_game

Games = Generator[Played, None, None]
"""The games of a match as they end; closing it stops those in progress."""
Task = tuple[str, Seating, dict[str, OptionValue], bool]
"""The reference of the game, the seating, the options, and whether the result includes the entries."""

_AHEAD: Final = 2
"""Number of games given to each process: one waits, so that it is never idle, but no more, so that none waits long."""
A = TypeVar("A")
R = TypeVar("R")


class Running(NamedTuple):
    """The way in which a match is played.

    `jobs`: the number of worker processes. They are supervised: a bot that ends its process, or takes longer than
    `limit` seconds for a decision, loses its game, and the match continues. A single job runs in this process unless it
    is to be `watched`. There, a bot that takes too long loses only once it has decided, and one that never decides
    blocks the match. Games and bots known only to this process (`add_game`, `add_player`) have to be played there.
    """

    jobs: int = 1
    limit: float | None = None
    watched: bool = False


ALONE: Final = Running()


def run_match(
    match: Match, jobs: int = 1, entries: bool = True, limit: float | None = None, watched: bool = False
) -> Games:
    """Play a match as described in `Running`; the games are yielded in order. `entries`: include their entries."""
    return in_order(run_games(match, range(match.games), Running(jobs, limit, watched), entries), {})


def run_games(match: Match, numbers: Iterable[int], how: Running = ALONE, entries: bool = True) -> Games:
    """Play these games of a match; each is yielded once it is over. Lost if a process dies while no bot thinks."""
    yield from in_processes(play_task, tasks_of(match, numbers, entries), match, how, _AHEAD)


def in_processes(
    work: Work[A, R], tasks: Iterator[A], match: Match, how: Running, ahead: int = 1
) -> Generator[R, None, None]:
    """Run tasks on games of a match; each result is yielded as soon as it is available. Lost as for `run_games`.

    `ahead`: how many tasks are queued for each process.
    """
    jobs, limit, watched = how
    if jobs <= 1 and not watched:
        for task in tasks:
            yield work(task, (), Supervision(limit), _ignore)
        return

    def lost(number: int, seat: int, what: str) -> Played:
        _, seed, seats = match.seating(number)
        return forfeit(match.game, number, seats, seed, seat, what)

    yield from in_watched(work, tasks, jobs, ahead, limit, lost)


def _ignore(played: Played) -> None:
    """Ignore a finished game."""


def in_order(games: Games, known: Mapping[int, Played]) -> Games:
    """Yield the games of a match from number 0 on, both newly played and already known ones.

    Closing it stops the games in progress.
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
    """Yield the tasks for playing these games."""
    for number in numbers:
        yield match.game.id, match.seating(number), match.options, entries


def play_task(task: Task, known: Sequence[Played] = (), under: Supervision = FREE, over: Over = _ignore) -> Played:
    """Play one game of a match, unless its result is known."""
    if known:
        return known[0]
    game, seating, options, entries = task
    played = play_game(find_game(game), seating.seats, seating.seed, options, seating.number, under)
    return played if entries else played._replace(entries=())
