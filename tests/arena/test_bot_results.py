"""Standings: shared ties, all seats of a bot, and verdicts after enough deals."""

import sys
from random import Random

import pytest

import regnum
from regnum.arena.bot_results import standings
from regnum.arena.game_runner import GameResult, ThinkingTime
from regnum.arena.match import Match

GAME = regnum.game("brian_boru")


def played(
    seats: str, scores: tuple[int, ...], ranking: tuple[int, ...], fault: str = "", number: int = 0
) -> GameResult:
    names = tuple(seats.split())
    thoughts = tuple(ThinkingTime(10, 0.5 + seat, 0.25 + seat) for seat in range(len(names)))
    return GameResult(number, number, names, scores, ranking, 1, (), fault, 0.0, thoughts)


def repeated(game: GameResult, times: int) -> list[GameResult]:
    return [game._replace(number=number, seed=number) for number in range(times)]


def test_side_played_by_the_rules_has_a_share() -> None:
    match = Match(regnum.game("rurik"), ["random"], 1)
    [standing] = standings(match, [played("random", (3, 9), (2, 1))])
    assert standing.fair_share == pytest.approx(1 / 2)
    assert standing.rating is not None
    assert standing.rating.mu < 25, "the rules' side has won"


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
    assert (greedy.games, greedy.seats, random.seats) == (4, 4, 8)
    assert (greedy.thinking_time.moves, greedy.thinking_time.slowest) == (40, 2.25)
    assert greedy.thinking_time.seconds == pytest.approx(0.5 * 4 + 0 + 1 + 2 + 0)


def test_game_with_a_fault_counts_as_lost() -> None:
    match = Match(GAME, ["greedy", "random", "random"], 4)
    table = standings(
        match,
        [
            played("greedy random random", (30, 20, 10), (1, 2, 3)),
            played("random greedy random", (), (1, 3, 1), "the bot of player 1 failed"),
            played("random random greedy", (), (3, 3, 1), "the bot of player 0 failed"),
        ],
    )
    greedy, random = (next(result for result in table if result.bot == bot) for bot in ("greedy", "random"))
    assert (greedy.games, greedy.wins, greedy.faults) == (3, 1 + 0 + 1, 1)
    assert (random.games, random.wins, random.faults) == (3, 0 + 1 + 0, 1)
    assert greedy.score.value == pytest.approx((30 + 0) / 2), "0 where it is at fault, nothing where others are"
    assert random.score.value == pytest.approx((15 + 0) / 2)
    assert greedy.place == pytest.approx((1 + 3 + 1) / 3)
    if greedy.rating is not None and random.rating is not None:
        alone = standings(match, [played("greedy random random", (30, 20, 10), (1, 2, 3))])[0].rating
        assert alone is not None
        assert greedy.rating != alone


def test_bot_whose_games_were_lost_by_faults_of_others_has_no_score() -> None:
    match = Match(GAME, ["greedy", "random", "random"], 4)
    [greedy, random] = standings(match, [played("greedy random random", (), (1, 3, 3), "failed")])
    assert (greedy.score.low, greedy.score.high) == (float("-inf"), float("inf"))
    assert (random.score.value, random.faults, greedy.wins, random.wins) == (0, 1, 1, 0)


def test_bot_is_measured_by_the_games_it_played() -> None:
    match = Match(GAME, ["random", "greedy", "random", "greedy"], 1, players=3)
    table = {
        standing.bot: standing
        for standing in standings(
            match,
            [
                played("greedy random random", (3, 2, 1), (1, 2, 3)),
                played("greedy greedy random", (3, 2, 1), (1, 2, 3), number=1),
                played("random random random", (3, 2, 1), (1, 2, 3), number=2),
            ],
        )
    }
    assert (table["greedy"].games, table["random"].games) == (2, 3)
    assert table["greedy"].share.value == 1
    assert table["greedy"].fair_share == pytest.approx((1 / 3 + 2 / 3) / 2)
    assert table["random"].fair_share == pytest.approx((2 / 3 + 1 / 3 + 1) / 3)


@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize("games", [*range(1, 12), 100])
def test_bot_that_plays_alone_is_neither_better_nor_worse(games: int, looked: bool) -> None:
    win = played("random random random", (30, 20, 10), (1, 2, 3))
    table = standings(Match(GAME, ["random"] * 3, 1), repeated(win, games), looked)
    assert [standing.verdict for standing in table] == ["even"]


def test_verdicts_need_more_than_a_few_deals() -> None:
    match = Match(GAME, ["greedy", "random", "random"], 1)
    win = played("greedy random random", (30, 20, 10), (1, 2, 3))
    assert [standing.verdict for standing in standings(match, [win])] == ["even", "even"]
    assert [standing.verdict for standing in standings(match, [win] * 40)] == ["even", "even"], "one deal only"
    assert [standing.verdict for standing in standings(match, repeated(win, 40))] == ["better", "worse"]
    assert standings(match, [win._replace(fault="broken", scores=(), ranking=())]) == []


def test_interim_looks_widen_intervals() -> None:
    match = Match(GAME, ["greedy", "random", "random"], 1)
    win = played("greedy random random", (30, 20, 10), (1, 2, 3))
    loss = played("random random greedy", (30, 20, 10), (1, 2, 3))
    dice = Random(5)
    games = [(win if dice.random() < 0.6 else loss)._replace(number=at, seed=at // 3) for at in range(300)]
    once, often = standings(match, games)[0].share, standings(match, games, anytime_valid=True)[0].share
    assert once.value == pytest.approx(often.value)
    assert often.low < once.low
    assert often.high > once.high


def test_ratings_rise_with_wins_against_strong_bots() -> None:
    match = Match(GAME, ["random", "greedy", "regnum.players.random:RandomPlayer"], 1)
    one, two, three = match.bots
    games = repeated(played(f"{one} {two} {three}", (1, 2, 3), (3, 2, 1)), 20)
    rated = {standing.bot: standing.rating for standing in standings(match, games)}
    low, middle, high = (rated[bot] for bot in match.bots)
    assert low is not None
    assert middle is not None
    assert high is not None
    assert low.mu < middle.mu < high.mu
    assert high.sigma < 25 / 3


def test_ratings_are_missing_without_openskill(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("regnum.players.ratings.find_spec", lambda name: None)
    monkeypatch.setitem(sys.modules, "openskill", None)
    table = standings(
        Match(GAME, ["greedy", "random", "random"], 1), [played("greedy random random", (3, 2, 1), (1, 2, 3))]
    )
    assert [standing.rating for standing in table] == [None, None]
