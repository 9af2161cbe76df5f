"""The uncertainty of results, as 95% confidence intervals."""

from collections.abc import Sequence
from math import fsum, sqrt
from typing import Final, NamedTuple

__all__ = ["Interval", "mean_interval", "rounds_interval", "share_interval", "student_quantile"]

Z95: Final = 1.959964
"""The 97.5% quantile of the standard normal distribution, for two-sided 95% intervals."""


class Interval(NamedTuple):
    """An estimate, with the bounds that contain the true value with 95% confidence.

    Attributes:
        value: The estimate.
        low: The lower bound.
        high: The upper bound.
    """

    value: float
    low: float
    high: float


def share_interval(wins: float, games: float) -> Interval:
    """Return the share of games won, with its Wilson interval, which is valid for few games and shares near 0 or 1.

    Args:
        wins: The number of wins. A shared win counts as a fraction.
        games: The number of games.

    Raises:
        ValueError: If there are no games, or more wins than games.
    """
    if games < 1 or not 0 <= wins <= games:
        raise ValueError(f"{wins} wins in {games} games")
    share = wins / games
    weight = Z95 * Z95 / games
    middle = (share + weight / 2) / (1 + weight)
    reach = Z95 * sqrt(share * (1 - share) / games + weight / (4 * games)) / (1 + weight)
    low, high = max(0.0, middle - reach), min(1.0, middle + reach)
    return Interval(share, min(share, low), max(share, high))  # rounding must not put the share itself outside


def rounds_interval(rounds: Sequence[tuple[float, int]]) -> Interval:
    """Return the share of games won, with an interval that takes correlated games into account.

    Games on one deal may be correlated, and then carry less information than the same number of games on different
    deals. The design effect is estimated from the variance of the rounds, and limited to the range from 1 to the number
    of games in a round.

    Args:
        rounds: The number of wins and the number of games of each round.

    Raises:
        ValueError: If there are no games.
    """
    wins, games = fsum(won for won, _ in rounds), sum(count for _, count in rounds)
    if games < 1:
        raise ValueError("no games")
    share = min(wins / games, 1.0)
    effect = worst = float(max(count for _, count in rounds))
    if len(rounds) > 1 and 0 < share < 1:
        apart = sum((won - share * count) ** 2 for won, count in rounds) * len(rounds) / (len(rounds) - 1)
        effect = min(max(apart / (games * share * (1 - share)), 1.0), worst)
    return share_interval(share * games / effect, games / effect)


def mean_interval(values: Sequence[float]) -> Interval:
    """Return the mean with its interval, which is unbounded for a single value.

    Raises:
        ValueError: If there are no values.
    """
    count = len(values)
    if not count:
        raise ValueError("no values")
    mean = sum(values) / count
    if count == 1:
        return Interval(mean, float("-inf"), float("inf"))
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    reach = student_quantile(count - 1) * sqrt(variance / count)
    return Interval(mean, mean - reach, mean + reach)


_STUDENT: Final = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)


def student_quantile(freedom: int) -> float:
    """Return the 97.5% quantile of Student's t-distribution for these degrees of freedom, to about three digits."""
    if freedom <= len(_STUDENT):
        return _STUDENT[freedom - 1]
    # Fisher's expansion in 1 / freedom
    z3, z5 = Z95**3, Z95**5
    return Z95 + (z3 + Z95) / (4 * freedom) + (5 * z5 + 16 * z3 + 3 * Z95) / (96 * freedom * freedom)
