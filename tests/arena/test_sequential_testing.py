"""Sequential tests: rarely wrong despite repeated looks, and quick where there is a difference."""

from random import Random

import pytest

import regnum
from regnum.arena.game_runner import GameResult, ThinkingTime
from regnum.arena.match import Match
from regnum.arena.sequential_testing import SequentialTest, cycle_shares, sequential_interval

GAME = regnum.game("khan")
MATCH = Match(GAME, ["greedy", "random"], 4000)


def played(number: int, first: bool, match: Match = MATCH, fault: str = "") -> GameResult:
    """Return a game that the first bot has won or lost."""
    seating = match.game_at(number)
    won = [(name == match.bots[0]) == first for name in seating.seats]
    places = tuple(1 if is_won else 2 for is_won in won)
    return GameResult(*seating, (1,) * len(won), places, 1, (), fault, 0.0, (ThinkingTime(0, 0.0, 0.0),) * len(won))


def sure_after(chance: float, seed: int, games: int, alike: float = 0.0) -> int | None:
    """Return the games until the verdict if the first bot wins with this chance; `alike`: how often a deal decides."""
    dice = Random(seed)
    watch = SequentialTest(MATCH)
    won = False
    for number in range(games):
        if number % 2 == 0 or dice.random() >= alike:
            won = dice.random() < chance
        if watch.add_game(played(number, won)):
            return number + 1
    return None


@pytest.mark.parametrize("alike", [0.0, 1.0])
def test_sequential_test_is_rarely_wrong(alike: float) -> None:
    wrong = sum(sure_after(0.5, seed, 400, alike) is not None for seed in range(200))
    assert wrong <= 13, "5 % of 200, and twice the deviation of that"


def test_difference_is_found_soon() -> None:
    ends = sorted(sure_after(0.7, seed, 2000) or 9999 for seed in range(40))
    assert ends[20] < 150
    assert ends[-1] < 600
    assert sure_after(1.0, 0, 100) is not None
    assert sure_after(0.0, 0, 100) is not None


def test_bounds_hold_at_all_times_simultaneously() -> None:
    misses = 0
    for seed in range(50):
        dice = Random(seed)
        shares: list[float] = []
        for _ in range(60):
            shares.append((int(dice.random() < 0.3) + int(dice.random() < 0.3)) / 2)
            result = sequential_interval(shares)
            assert 0 <= result.low <= result.value <= result.high <= 1
            if not result.low <= 0.3 <= result.high:
                misses += 1
                break
    assert misses <= 5


def test_verdict_follows_the_bounds() -> None:
    watch = SequentialTest(MATCH)
    games: list[GameResult] = []
    dice = Random(3)
    for number in range(2000):
        games.append(played(number, dice.random() < 0.62))
        sure = watch.add_game(games[-1])
        shares = cycle_shares(MATCH, games, "greedy")
        outside = bool(shares) and not (result := sequential_interval(shares)).low <= 0.5 <= result.high
        if number % 2 == 1:
            assert sure == outside
        if sure:
            return
    raise AssertionError("never sure")


def test_cycle_with_a_broken_game_is_left_out() -> None:
    watch = SequentialTest(MATCH)
    for number in range(400):
        game = played(number, True)
        assert not watch.add_game(game if number % 2 else game._replace(fault="broken", scores=(), ranking=()))


def test_faulty_games_count_for_the_verdict() -> None:
    """Cycles with a fault used to be dropped, so a bot that failed in half its games was "better"."""
    watch = SequentialTest(MATCH)
    for number in range(400):
        game = played(number, bool(number % 2))
        lost = game._replace(fault="failed", scores=())
        assert not watch.add_game(game if number % 2 else lost), "half of the games is its fair share"
    sure = [watch.add_game(played(number, False)._replace(fault="failed", scores=())) for number in range(400, 800)]
    assert any(sure)
    shares = cycle_shares(MATCH, [played(number, False)._replace(fault="failed") for number in range(4)], "greedy")
    assert shares == [0.0, 0.0]


def test_cycle_contains_all_line_ups_from_all_seats() -> None:
    match = Match(GAME, ["greedy", "random", "regnum.players.random:RandomPlayer"], 60, players=2)
    games = [played(number, True, match) for number in range(60)]
    assert cycle_shares(match, games, "greedy") == [1.0] * 10
    watch = SequentialTest(match)
    assert watch.fair == pytest.approx(1 / 2)
    sure = [number for number in range(60) if watch.add_game(games[number])]
    assert sure
    assert all(number % 6 == 5 for number in sure)


def test_sequential_test_requires_an_opponent() -> None:
    with pytest.raises(ValueError, match="nobody else"):
        SequentialTest(Match(GAME, ["random", "random"], 10))
    assert SequentialTest(Match(regnum.game("rurik"), ["random"], 10)).fair == 0.5, "but the rules"
