"""Confidence intervals: compared with published tables and by simulation."""

from math import inf
from random import Random

import pytest

from regnum.arena.intervals import mean_interval, rounds_interval, share_interval, student_quantile


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_wilson_interval_matches_known_values(wins: int, games: int, low: float, high: float) -> None:
    actual = share_interval(wins, games)
    assert actual.value == wins / games
    assert actual.low == pytest.approx(low, abs=1e-4)
    assert actual.high == pytest.approx(high, abs=1e-4)


@pytest.mark.parametrize(("wins", "games"), [(0, 0), (3, 2), (-1, 4)])
def test_impossible_shares_are_refused(wins: int, games: int) -> None:
    with pytest.raises(ValueError, match="wins"):
        share_interval(wins, games)


def test_mean_interval_matches_known_values() -> None:
    actual = mean_interval([1.0, 2.0, 3.0, 4.0])
    assert actual.value == 2.5
    assert actual.high - 2.5 == pytest.approx(3.182 * 1.290994 / 2, abs=1e-3)
    assert mean_interval([7.0]) == (7.0, -inf, inf)
    with pytest.raises(ValueError, match="no values"):
        mean_interval([])


@pytest.mark.parametrize(("freedom", "value"), [(1, 12.706), (10, 2.228), (11, 2.201), (30, 2.042), (1000, 1.962)])
def test_student_quantiles_match_known_values(freedom: int, value: float) -> None:
    assert student_quantile(freedom) == pytest.approx(value, abs=3e-3)


def test_intervals_cover_the_truth_nineteen_times_out_of_twenty() -> None:
    dice = Random(1)
    shares = [share_interval(sum(dice.random() < 0.25 for _ in range(40)), 40) for _ in range(2000)]
    means = [mean_interval([dice.gauss(3, 2) for _ in range(8)]) for _ in range(2000)]
    assert 0.93 < sum(result.low <= 0.25 <= result.high for result in shares) / 2000 < 0.97
    assert 0.93 < sum(result.low <= 3 <= result.high for result in means) / 2000 < 0.97


def test_correlated_games_of_a_deal_count_less() -> None:
    alone = share_interval(30, 60)
    apart = rounds_interval([(1.0, 3), (2.0, 3)] * 10)
    together = rounds_interval([(0.0, 3), (3.0, 3)] * 10)
    assert apart == alone
    assert together == share_interval(10, 20)
    assert rounds_interval([(2.0, 3)]) == share_interval(2 / 3, 1), "one deal alone says no more than one game"
    assert rounds_interval([(3.0, 3)] * 20).low == share_interval(20, 20).low
    with pytest.raises(ValueError, match="no games"):
        rounds_interval([])


def test_intervals_of_rounds_cover_the_truth() -> None:
    dice = Random(2)

    def one_round(alike: bool) -> tuple[float, int]:
        first = dice.random() < 0.3
        return float(sum(first if alike else dice.random() < 0.3 for _ in range(4))), 4

    for alike, low in ((True, 0.92), (False, 0.94)):
        result = [rounds_interval([one_round(alike) for _ in range(40)]) for _ in range(1000)]
        assert low < sum(interval.low <= 0.3 <= interval.high for interval in result) / 1000
