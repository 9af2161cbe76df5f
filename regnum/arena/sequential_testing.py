"""Sequential testing: a test that may be checked after every game to decide whether enough games have been played.

It is a test by betting, with a mixture of stakes (Waudby-Smith and Ramdas, "Estimating means of bounded random
variables by betting", 2024). A sceptic who doubts that a bot wins its fair share on average bets part of their money on
the next cycle of the match, at fair odds. If the bot does win its fair share, the sceptic is unlikely to get rich: by
Ville's inequality, the probability of ever having 1 / p times the initial money is at most p, however often the test is
checked and whenever it stops. A sceptic who does get that rich has shown that the share is different. The test does not
assume any distribution of wins, or that games on one deal are independent. It only assumes that the deals are drawn
independently of earlier results.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import exp, fsum, log, log1p
from typing import Final

from regnum.arena.game_runner import GameResult
from regnum.arena.intervals import Interval
from regnum.arena.match import Match

__all__ = [
    "ERROR_PROBABILITY",
    "STAKES",
    "SequentialTest",
    "cycle_share",
    "cycle_shares",
    "log_wealth",
    "sequential_interval",
]

ERROR_PROBABILITY: Final = 0.05
"""The probability of a wrong verdict, for both sides together."""
STAKES: Final = (0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 0.9)
"""The fractions of the money that the sceptic bets, each with an equal part of the money."""
_WEALTH_LIMIT: Final = log(2 / ERROR_PROBABILITY)


def log_wealth(shares: Iterable[tuple[float, int]], mean: float) -> float:
    """Return the log wealth, initially 0, of a sceptic who bet that shares exceed a mean.

    Args:
        shares: The shares, each with the number of times it occurred.
        mean: The mean that the sceptic doubts.
    """
    logs = [fsum(count * log1p(stake * (share / mean - 1)) for share, count in shares) for stake in STAKES]
    most = max(logs)
    return most + log(fsum(exp(value - most) for value in logs) / len(logs))


def sequential_interval(shares: Sequence[float]) -> Interval:
    """Return the mean of shares between 0 and 1, with anytime-valid 95% confidence bounds."""
    share_counts = list(Counter(shares).items())
    inverse_counts = [(1 - share, count) for share, count in share_counts]
    mean = fsum(shares) / len(shares)
    return Interval(mean, _lower_bound(share_counts, mean), 1 - _lower_bound(inverse_counts, 1 - mean))


def _lower_bound(share_counts: Sequence[tuple[float, int]], mean: float) -> float:
    """Return the lowest value at which the sceptic has not got rich; the wealth falls as the value rises."""
    low, high = 0.0, mean
    for _ in range(40):
        middle = (low + high) / 2
        if middle <= 0:
            break
        if log_wealth(share_counts, middle) >= _WEALTH_LIMIT:
            low = middle
        else:
            high = middle
    return low


class SequentialTest:
    """Tests, game by game, whether the first bot of a match is better or worse than its fair share.

    A game lost because of a bot's fault counts as lost; a cycle with an otherwise broken game is left out.
    """

    def __init__(self, match: Match) -> None:
        """Begin the test of a match.

        Raises:
            ValueError: If no other bot plays, so that there is nothing to test.
        """
        self.bot: Final = match.bots[0]
        self._cycle: Final = match.cycle
        seats = [line_up.count(self.bot) for line_up in match.line_ups if self.bot in line_up]
        sides = match.game.sides(match.players)
        self.fair: Final = sum(seats) / (len(seats) * sides)
        if self.fair >= 1:
            raise ValueError(f"{self.bot} plays against nobody else: there is nothing to be sure of")
        self._games: Final[list[GameResult]] = []
        self._up: Final[Counter[float]] = Counter()
        self._down: Final[Counter[float]] = Counter()

    def add_game(self, result: GameResult) -> bool:
        """Add the next game and return whether it is certain that the bot is better or worse than its fair share."""
        self._games.append(result)
        if len(self._games) < self._cycle:
            return False
        share = cycle_share(self._games, self.bot)
        self._games.clear()
        if share is None:
            return False
        self._up[share] += 1
        self._down[1 - share] += 1
        return (
            max(log_wealth(self._up.items(), self.fair), log_wealth(self._down.items(), 1 - self.fair)) >= _WEALTH_LIMIT
        )


def cycle_shares(match: Match, games: Sequence[GameResult], bot: str) -> list[float]:
    """Return a bot's share of the wins in each complete cycle without a broken game, from games in order."""
    cycles = [games[at : at + match.cycle] for at in range(0, len(games) - match.cycle + 1, match.cycle)]
    return [share for cycle in cycles if (share := cycle_share(cycle, bot)) is not None]


def cycle_share(games: Sequence[GameResult], bot: str) -> float | None:
    """Return a bot's share of the wins in the games that it played, or None if any game is broken."""
    if not all(result.ranking for result in games):
        return None
    played = [result for result in games if bot in result.seats]
    return min(1.0, fsum(result.wins(bot) for result in played) / len(played))
