"""Matches: seats rotate, results do not depend on the number of processes, ties are shared, bots see their own only."""

from collections import Counter
from multiprocessing import active_children

import pytest

import regnum
from regnum.arena.matches import Match, Played, bot_seed, play_game, run_match, standings
from regnum.core.action import Action
from regnum.core.state import State
from regnum.players import Player, player

GAME = regnum.game("brian_boru")


def test_every_bot_sits_on_every_seat_equally_often() -> None:
    match = Match(GAME, ["greedy", "random", "random"], 6)
    assert [match.seats(k) for k in range(3)] == [
        ("greedy", "random", "random"),
        ("random", "greedy", "random"),
        ("random", "random", "greedy"),
    ]
    assert Counter(match.seats(k).index("greedy") for k in range(6)) == {0: 2, 1: 2, 2: 2}


def without_time(games: list[Played]) -> list[Played]:
    return [played._replace(seconds=0.0) for played in games]


def test_the_number_of_processes_changes_nothing() -> None:
    match = Match(GAME, ["greedy", "random", "random", "random"], 9, seed=3)
    alone = without_time(list(run_match(match)))
    assert without_time(list(run_match(match, jobs=3))) == alone
    assert [played.seed for played in alone] == list(range(3, 12))
    assert all(not played.fault for played in alone)


def test_a_match_that_is_left_ends_its_processes() -> None:
    games = run_match(Match(GAME, ["random"] * 3, 500), jobs=2)
    next(games)
    assert active_children()
    games.close()  # type: ignore[attr-defined]  # it is a generator
    assert not active_children()


@pytest.mark.parametrize(
    ("bots", "games", "seed", "options", "says"),
    [
        (["random"] * 2, 1, 0, {}, "3, 4, 5"),
        (["random"] * 3, 0, 0, {}, "games 0"),
        (["random"] * 3, 1, -1, {}, "seed -1"),
        (["random"] * 3, 2, 2**64 - 1, {}, "2\\*\\*64"),
        (["random"] * 3, 1, 0, {"sugar": 1}, "sugar"),
        (["random", "random", "nobody"], 1, 0, {}, "nobody"),
    ],
)
def test_a_match_that_cannot_be(bots: list[str], games: int, seed: int, options: dict[str, object], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Match(GAME, bots, games, seed, options)


def played(seats: str, scores: tuple[int, ...], ranking: tuple[int, ...], fault: str = "") -> Played:
    return Played(0, tuple(seats.split()), scores, ranking, 1, (), fault, 0.0)


def test_a_side_that_the_rules_play_has_its_share() -> None:
    match = Match(regnum.game("rurik"), ["random"], 1)
    assert standings(match, [played("random", (3, 9), (2, 1))])[0].fair_share == pytest.approx(1 / 2)


def test_standings_share_ties_and_count_all_seats_of_a_bot() -> None:
    match = Match(GAME, ["greedy", "random", "random"], 4)
    table = standings(
        match,
        [
            played("greedy random random", (30, 20, 10), (1, 2, 3)),
            played("random greedy random", (20, 20, 10), (1, 1, 3)),
            played("random random greedy", (9, 9, 5), (1, 1, 3)),
            played("greedy random random", (0, 0, 0), (1, 1, 1)),
            played("greedy random random", (), (), "broken"),
        ],
    )
    assert [standing.bot for standing in table] == ["greedy", "random"]
    greedy, random = table
    assert greedy.wins == pytest.approx(1 + 1 / 2 + 0 + 1 / 3)
    assert random.wins == pytest.approx(0 + 1 / 2 + 1 + 2 / 3)
    assert greedy.share.value + random.share.value == pytest.approx(1)
    assert greedy.fair_share == pytest.approx(1 / 3)
    assert random.fair_share == pytest.approx(2 / 3)
    assert greedy.score.value == pytest.approx((30 + 20 + 5 + 0) / 4)
    assert greedy.place == pytest.approx((1 + 1 + 3 + 1) / 4)


@pytest.mark.parametrize("games", range(1, 101))
def test_whoever_plays_alone_is_neither_better_nor_worse(games: int) -> None:
    win = played("random random random", (30, 20, 10), (1, 2, 3))
    assert [standing.verdict for standing in standings(Match(GAME, ["random"] * 3, 1), [win] * games)] == ["even"]


def test_verdicts_need_more_than_a_few_games() -> None:
    match = Match(GAME, ["greedy", "random", "random"], 1)
    win = played("greedy random random", (30, 20, 10), (1, 2, 3))
    assert [standing.verdict for standing in standings(match, [win])] == ["even", "even"]
    assert [standing.verdict for standing in standings(match, [win] * 40)] == ["better", "worse"]
    assert standings(match, [win._replace(fault="broken")]) == []


class Watcher(Player):
    """Takes what comes first, and notes whose eyes it looks through."""

    def choose(self, state: State, legal: list[Action]) -> Action:
        WATCHED.append((state.observer, state.seed, state.draws))
        return legal[0]


WATCHED: list[tuple[int, int, int]] = []


def test_bots_see_their_own_seat_only_and_not_the_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(player._KNOWN, "watcher", Watcher)
    WATCHED.clear()
    game = play_game(GAME, ["watcher"] * 4, 99, GAME.read_setup(4, 99, {}))
    assert game.fault == ""
    assert [seat for seat, _, _ in WATCHED] == [seat for seat, _ in game.entries]
    assert {(seed, draws) for _, seed, draws in WATCHED} == {(0, 0)}


class Stubborn(Player):
    """Always chooses the same, or fails."""

    def choose(self, state: State, legal: list[Action]) -> Action:
        if state.ply:
            raise KeyError("no plan")
        return state.game.actions[0]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bot_of_ones_own_is_named_by_where_it_is(jobs: int) -> None:
    bots = ["tests.arena.test_matches:Watcher", "random", "tests.arena.test_matches:Watcher"]
    assert all(not game.fault and not game.entries for game in run_match(Match(GAME, bots, 4), jobs, entries=False))


def test_a_bot_that_fails_is_told_in_the_result() -> None:
    bot = "tests.arena.test_matches:Stubborn"
    faults = [game.fault for game in run_match(Match(GAME, [bot, "random", "random"], 6))]
    assert all("which is not legal" in fault or "failed: KeyError: 'no plan'" in fault for fault in faults)
    assert any("failed" in fault for fault in faults)


@pytest.mark.parametrize(
    ("bot", "says"),
    [
        ("nowhere:Bot", "No module named 'nowhere'"),
        ("regnum:Bot", "has no attribute 'Bot'"),
        ("regnum:Game", "not a class of regnum.players.Player"),
        (":Bot", "no bot ':Bot'"),
    ],
)
def test_a_bot_that_is_not_there(bot: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Match(GAME, [bot, "random", "random"], 1)


def test_bots_have_seeds_of_their_own() -> None:
    seeds = {bot_seed(seed, seat) for seed in range(50) for seat in range(5)}
    assert len(seeds) == 250
    assert not seeds & set(range(100))
