"""When enough has been played: a test that may be looked at after every game.

It is a test by betting, with a mixture of stakes (Waudby-Smith and Ramdas, "Estimating means of bounded random
variables by betting", 2024). Somebody who doubts that a bot wins its fair share on average bets on the next cycle of
the match, at fair odds, a part of what he has. If the bot is worth its fair share, it is unlikely that he ever gets
rich: by Ville's inequality the chance that he ever has 1 / p times his first money is at most p, however often one
looks and whenever one stops. Who gets so rich has shown that the share is another one. Nothing is assumed of how wins
are spread, nor that games on one deal know nothing of each other; only that the deals are drawn without regard to what
came before.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import exp, fsum, log, log1p
from typing import Final

from regnum.arena.matches import Match
from regnum.arena.playing import Played
from regnum.arena.statistics import Interval

DOUBT: Final = 0.05
"""The chance of a wrong verdict, for both sides together."""
STAKES: Final = (0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 0.9)
"""The parts of his money that the doubter bets, each with as much of the money."""
_RICH: Final = log(2 / DOUBT)


def wealth(shares: Iterable[tuple[float, int]], mean: float) -> float:
    """Return the logarithm of what somebody has who bet that shares (each with how often it came) lie above `mean`."""
    logs = [fsum(count * log1p(stake * (share / mean - 1)) for share, count in shares) for stake in STAKES]
    most = max(logs)
    return most + log(fsum(exp(value - most) for value in logs) / len(logs))


def sequential_interval(shares: Sequence[float]) -> Interval:
    """Return the mean of shares between 0 and 1, with bounds that hold it with 95 % confidence at all times at once."""
    counted = list(Counter(shares).items())
    other = [(1 - share, count) for share, count in counted]
    mean = fsum(shares) / len(shares)
    return Interval(mean, _lowest(counted, mean), 1 - _lowest(other, 1 - mean))


def _lowest(counted: Sequence[tuple[float, int]], mean: float) -> float:
    """Return the lowest value that a doubter has not got rich from; what he has falls as the value rises."""
    low, high = 0.0, mean
    for _ in range(40):
        middle = (low + high) / 2
        if middle <= 0:
            break
        if wealth(counted, middle) >= _RICH:
            low = middle
        else:
            high = middle
    return low


class Watch:
    """Looks at the games of a match in order, until it is sure whether the bot that was named first is better.

    A game that was lost by a fault of a bot counts as lost; a cycle with a game that is broken otherwise is left out.
    """

    def __init__(self, match: Match) -> None:
        """ValueError if there is nothing to be sure of: nobody else plays."""
        self.bot: Final = match.bots[0]
        self._cycle: Final = match.cycle
        seats = [line_up.count(self.bot) for line_up in match.line_ups if self.bot in line_up]
        sides = match.game.sides(match.players)
        self.fair: Final = sum(seats) / (len(seats) * sides)
        if self.fair >= 1:
            raise ValueError(f"{self.bot} plays against nobody else: there is nothing to be sure of")
        self._games: Final[list[Played]] = []
        self._up: Final[Counter[float]] = Counter()
        self._down: Final[Counter[float]] = Counter()

    def sure(self, played: Played) -> bool:
        """Count the next game, and tell whether it is beyond doubt that the bot is better or worse than its share."""
        self._games.append(played)
        if len(self._games) < self._cycle:
            return False
        share = cycle_share(self._games, self.bot)
        self._games.clear()
        if share is None:
            return False
        self._up[share] += 1
        self._down[1 - share] += 1
        return max(wealth(self._up.items(), self.fair), wealth(self._down.items(), 1 - self.fair)) >= _RICH


def cycle_shares(match: Match, games: Sequence[Played], bot: str) -> list[float]:
    """Return a bot's share of the wins in each whole cycle without a broken game, of games in order."""
    cycles = [games[at : at + match.cycle] for at in range(0, len(games) - match.cycle + 1, match.cycle)]
    return [share for cycle in cycles if (share := cycle_share(cycle, bot)) is not None]


def cycle_share(games: Sequence[Played], bot: str) -> float | None:
    """Return a bot's share of the wins in those of the games that it played in; None if one of all is broken."""
    if not all(played.ranking for played in games):
        return None
    mine = [played for played in games if bot in played.seats]
    return min(1.0, fsum(played.wins(bot) for played in mine) / len(mine))
