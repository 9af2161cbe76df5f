"""A match in worker processes: independent of their number, and none is left running."""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from multiprocessing import active_children
from multiprocessing.process import BaseProcess

import pytest

import regnum
from regnum.arena.game_runner import GameResult, Supervision
from regnum.arena.match import Match
from regnum.arena.match_runner import LostGameError, RunOptions, in_order, run_games, run_match, run_tasks
from regnum.arena.worker_pool import OnGameOver
from tests.support.command import environment

GAME = regnum.game("brian_boru")
BOTS = "tests.support.bots:"


def without_time(games: list[GameResult]) -> list[GameResult]:
    return [played._replace(seconds=0.0, thoughts=()) for played in games]


Started = Callable[[], set[BaseProcess]]


@pytest.fixture
def new_processes() -> Started:
    """Return a function that yields the running processes of a test; other tests may have processes, too."""
    before = set(active_children())
    return lambda: set(active_children()) - before


def test_result_is_independent_of_the_number_of_processes() -> None:
    match = Match(GAME, ["greedy", "random", "random", "random"], 12, seed=3)
    alone = without_time(list(run_match(match)))
    assert without_time(list(run_match(match, jobs=3))) == alone
    assert [played.number for played in alone] == list(range(12))
    assert [played.seed for played in alone] == [3] * 4 + [4] * 4 + [5] * 4
    assert all(not played.fault for played in alone)


def test_abandoned_match_ends_its_processes(new_processes: Started) -> None:
    games = run_match(Match(GAME, ["random"] * 3, 500), jobs=2)
    next(games)
    assert new_processes()
    games.close()
    assert not new_processes()


@pytest.mark.parametrize("jobs", [1, 2])
def test_custom_bot_is_named_by_its_import_path(jobs: int) -> None:
    bots = [f"{BOTS}FirstAction", "random", f"{BOTS}LastAction:back=1"]
    assert all(not game.fault and not game.entries for game in run_match(Match(GAME, bots, 4), jobs, entries=False))


@pytest.mark.parametrize("jobs", [1, 2])
def test_parameters_reach_the_bots_in_every_process(jobs: int) -> None:
    def scores(bot: str) -> list[tuple[int, ...]]:
        return [game.scores for game in run_match(Match(GAME, [f"{BOTS}{bot}"] * 3, 3), jobs)]

    assert scores("LastAction:back=0") == scores("LastAction") != scores("LastAction:back=1")


@pytest.mark.parametrize("jobs", [1, 2])
def test_bot_that_exits_its_process_loses_and_the_match_continues(new_processes: Started, jobs: int) -> None:
    match = Match(GAME, [f"{BOTS}Killer", "random", "random"], 3)
    games = list(run_match(match, jobs, supervised=True))
    assert [played.number for played in games] == [0, 1, 2]
    for played in games:
        seat = played.seats.index(f"{BOTS}Killer")
        assert played.fault == f"the bot of player {seat} ended its process"
        assert played.ranking == tuple(3 if other == seat else 1 for other in range(3))
    assert not new_processes()


def test_bot_that_never_answers_loses_and_the_match_continues(
    new_processes: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regnum.arena.worker_pool.KILL_GRACE_SECONDS", 0.1)
    match = Match(GAME, ["random", f"{BOTS}Sleeper", "random"], 3)
    games = list(run_match(match, jobs=2, limit=0.5))
    assert [played.seed for played in games] == [0, 0, 0]
    for played in games:
        assert played.fault == f"the bot of player {played.seats.index(f'{BOTS}Sleeper')} took longer than 0.5 s"
        assert played.at_fault == f"{BOTS}Sleeper"
    assert not new_processes()


def die(task: int, finished_games: Sequence[GameResult], supervision: Supervision, on_game_over: OnGameOver) -> int:
    """End the process, like work that does so outside of bots."""
    os._exit(task)


def test_few_tasks_are_shared_by_all_processes() -> None:
    match = Match(GAME, ["random"] * 3, 3)
    actual = list(run_tasks(tell_process, iter([1, 2]), match, RunOptions(2), queue_size=2))
    assert len({process for _, process in actual}) == 2
    assert {task for task, _ in actual} == {1, 2}


def tell_process(
    task: int, finished_games: Sequence[GameResult], supervision: Supervision, on_game_over: OnGameOver
) -> tuple[int, int]:
    """Return the task and the process that runs it."""
    return task, os.getpid()


def test_process_that_dies_between_moves_is_nobodys_fault(new_processes: Started) -> None:
    match = Match(GAME, ["random"] * 3, 3)
    with pytest.raises(LostGameError, match="a process died"):
        list(run_tasks(die, iter([1, 2]), match, RunOptions(1, supervised=True)))
    assert not new_processes()


def test_abandoned_games_do_not_prevent_exit() -> None:
    script = f"""
import regnum
from regnum.arena import Match, run_match
if __name__ == "__main__":
    games = run_match(Match(regnum.game("khan"), ["random", "{BOTS}FirstAction"], 500), jobs=2)
    next(games)
"""
    process = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False, env=environment()
    )
    assert (process.returncode, process.stderr) == (0, "")


def test_games_are_ordered_including_known_ones() -> None:
    match = Match(GAME, ["random"] * 3, 9)
    games = list(run_match(match, entries=False))
    new_games = run_games(match, [8, 2, 5, 0], entries=False)
    finished = {number: games[number] for number in (1, 3, 4, 6, 7)}
    assert without_time(list(in_order(new_games, finished))) == without_time(games)


def test_missing_game_ends_the_order() -> None:
    match = Match(GAME, ["random"] * 3, 3)
    assert [played.number for played in in_order(run_games(match, [0, 2]), {})] == [0]
