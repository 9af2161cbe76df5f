"""Plays the games of a match on many machines with Ray (`pip install 'regnum[ray]'`).

Every machine needs the same version of Regnum; the modules of custom bots are sent to them.
"""

import sys
from collections.abc import Generator, Iterable, Iterator
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from socket import create_connection
from typing import Any, Final, TypeVar

from regnum.arena.game_runner import Supervision
from regnum.arena.match import Match
from regnum.arena.match_runner import Games, LostGameError, play_task, tasks_of
from regnum.arena.worker_pool import Work
from regnum.players.player import split_name

ANSWER_TIMEOUT: Final = 10.0
"""Seconds within which a cluster must answer."""
_QUEUED_GAMES: Final = 2
"""The number of games queued for each processor."""
A = TypeVar("A")
R = TypeVar("R")


class RayUnavailableError(ValueError):
    """Raised if Ray is not installed, or its machines are not available."""


def run_games_on_cluster(
    match: Match,
    numbers: Iterable[int],
    address: str,
    jobs: int | None = None,
    entries: bool = True,
    limit: float | None = None,
) -> Games:
    """Play these games of a match on a Ray cluster and yield each as soon as it is over.

    Raises RayUnavailableError if Ray is unavailable, and LostGameError if a game is lost repeatedly.
    `address`: the address of a cluster, or "" for one that Ray finds, or else this machine with `jobs` processes.
    """
    yield from run_tasks_on_cluster(play_task, tasks_of(match, numbers, entries), match.bots, address, jobs, limit)


def run_tasks_on_cluster(
    work: Work[A, R],
    tasks: Iterator[A],
    bots: Iterable[str],
    address: str,
    jobs: int | None = None,
    limit: float | None = None,
) -> Generator[R, None, None]:
    """Run tasks on a Ray cluster, which gets the modules of these bots, and yield each result once it is available.

    The other parameters and the errors are those of `run_games_on_cluster`.
    """
    ray = _start(bots, address, jobs)
    try:
        remote = ray.remote(max_retries=3)(work)
        most = max(1, int(ray.cluster_resources().get("CPU", 1))) * _QUEUED_GAMES
        running: list[Any] = []
        while True:
            running += [remote.remote(task, (), Supervision(limit)) for task in islice(tasks, most - len(running))]
            if not running:
                return
            ready, running = ray.wait(running)
            yield from ray.get(ready)
    except ray.exceptions.RayError as error:
        raise LostGameError(f"Ray lost a game: {' '.join(str(error).split())[:200]}") from None
    finally:
        ray.shutdown()


def _start(bots: Iterable[str], address: str, jobs: int | None) -> Any:
    """Return the module `ray`, connected to a cluster; raises RayUnavailableError if that fails."""
    if find_spec("ray") is None:
        raise RayUnavailableError("Ray is not installed: pip install 'regnum[ray]'")
    _check_address(address)
    ray = import_module("ray")
    options: dict[str, Any] = {"address": address} if address else {"num_cpus": jobs}
    modules = bot_modules(bots)
    if modules:
        options["runtime_env"] = {"py_modules": modules}
    try:
        ray.init(log_to_driver=False, logging_level="ERROR", include_dashboard=False, **options)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise RayUnavailableError(f"Ray cannot be had: {' '.join(str(error).split())[:200]}") from None
    return ray


def _check_address(address: str) -> None:
    """Raise RayUnavailableError if an address does not answer: Ray itself would retry for minutes."""
    host, colon, port = address.rpartition("//")[2].rpartition(":")
    if colon and port.isdigit():
        try:
            create_connection((host, int(port)), ANSWER_TIMEOUT).close()
        except (OSError, OverflowError):
            raise RayUnavailableError(f"nobody answers at {address}") from None


def bot_modules(bots: Iterable[str]) -> list[str]:
    """Return the paths of custom bots' modules: the file, or the folder of the whole package."""
    modules: set[str] = set()
    for bot in bots:
        module, colon, _ = split_name(bot)[0].partition(":")
        if colon and module.partition(".")[0] != "regnum":
            top = import_module(module.partition(".")[0])
            file = getattr(sys.modules[top.__name__], "__file__", None)
            if file is None:  # a folder without __init__.py
                modules.update(str(Path(path)) for path in list(top.__path__)[:1])
            else:
                modules.add(str(Path(file).parent if hasattr(top, "__path__") else Path(file)))
    return sorted(modules)
