"""A match in processes: the same for any number of them, and none stays behind."""

from multiprocessing import active_children

import pytest

import regnum
from regnum.arena.matches import Match
from regnum.arena.playing import Played
from regnum.arena.running import Lost, in_order, run_games, run_match

GAME = regnum.game("brian_boru")
BOTS = "tests.support.bots:"


def without_time(games: list[Played]) -> list[Played]:
    return [played._replace(seconds=0.0, thoughts=()) for played in games]


def test_the_number_of_processes_changes_nothing() -> None:
    match = Match(GAME, ["greedy", "random", "random", "random"], 12, seed=3)
    alone = without_time(list(run_match(match)))
    assert without_time(list(run_match(match, jobs=3))) == alone
    assert [played.number for played in alone] == list(range(12))
    assert [played.seed for played in alone] == [3] * 4 + [4] * 4 + [5] * 4
    assert all(not played.fault for played in alone)


def test_a_match_that_is_left_ends_its_processes() -> None:
    games = run_match(Match(GAME, ["random"] * 3, 500), jobs=2)
    next(games)
    assert active_children()
    games.close()
    assert not active_children()


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bot_of_ones_own_is_named_by_where_it_is(jobs: int) -> None:
    bots = [f"{BOTS}First", "random", f"{BOTS}Last:back=1"]
    assert all(not game.fault and not game.entries for game in run_match(Match(GAME, bots, 4), jobs, entries=False))


@pytest.mark.parametrize("jobs", [1, 2])
def test_parameters_reach_the_bots_of_any_process(jobs: int) -> None:
    def scores(bot: str) -> list[tuple[int, ...]]:
        return [game.scores for game in run_match(Match(GAME, [f"{BOTS}{bot}"] * 3, 3), jobs)]

    assert scores("Last:back=0") == scores("Last") != scores("Last:back=1")


def test_a_bot_that_ends_its_process_ends_the_match() -> None:
    with pytest.raises(Lost, match="a process died"):
        list(run_match(Match(GAME, [f"{BOTS}Killer", "random", "random"], 3), jobs=2))
    assert not active_children()


def test_games_come_in_order_with_those_that_are_known() -> None:
    match = Match(GAME, ["random"] * 3, 9)
    games = list(run_match(match, entries=False))
    fresh = run_games(match, [8, 2, 5, 0], entries=False)
    known = {number: games[number] for number in (1, 3, 4, 6, 7)}
    assert without_time(list(in_order(fresh, known))) == without_time(games)


def test_a_game_that_is_missing_ends_the_order() -> None:
    match = Match(GAME, ["random"] * 3, 3)
    assert [played.number for played in in_order(run_games(match, [0, 2]), {})] == [0]
