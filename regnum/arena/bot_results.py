"""The results of a match: wins, scores and ratings of each bot."""

from collections.abc import Sequence
from math import fsum
from typing import NamedTuple

from regnum.arena.game_runner import GameResult, ThinkingTime
from regnum.arena.intervals import Interval, mean_interval, rounds_interval
from regnum.arena.match import Match
from regnum.arena.sequential_testing import cycle_shares, sequential_interval
from regnum.players.ratings import Rating, rate

__all__ = ["BotResult", "standings"]


class BotResult(NamedTuple):
    """The result of a bot in a match, over all its seats.

    Attributes:
        bot: The name of the bot.
        games: The number of its games that count.
        seats: The number of seats that it had in them.
        wins: The number of its wins; a shared win is divided.
        share: The share of games that it won.
        fair_share: The share that equally strong bots would win.
        score: Its mean score; 0 in games that it lost because of a fault. Games that others lost because of a fault do
            not count.
        place: Its mean place.
        rating: Its rating, or None if openskill is not installed.
        thinking_time: The time that it took.
        faults: The number of games that it lost because of a fault. They count for wins, place and rating like any
            other lost game.
    """

    bot: str
    games: int
    seats: int
    wins: float
    share: Interval
    fair_share: float
    score: Interval
    place: float
    rating: Rating | None
    thinking_time: ThinkingTime
    faults: int

    @property
    def verdict(self) -> str:
        """The verdict: "better" or "worse" if the win share differs significantly from the fair one, or "even"."""
        if self.share.low > self.fair_share:
            return "better"
        return "worse" if self.share.high < self.fair_share else "even"


def standings(match: Match, games: Sequence[GameResult], anytime_valid: bool = False) -> list[BotResult]:
    """Return the result of each bot, best first. A shared win is divided.

    Broken games for which no bot was at fault do not count.

    Args:
        match: The match.
        games: The results of its games, in order.
        anytime_valid: Whether the results were checked during the match, so that the intervals of the shares must be
            anytime-valid.
    """
    ranked_games = [result for result in games if result.ranking]
    ratings = rate((result.seats, result.ranking) for result in ranked_games)
    results: list[BotResult] = []
    for bot in dict.fromkeys(match.bots):
        played = [result for result in ranked_games if bot in result.seats]
        if not played:
            continue
        share = rounds_interval(_rounds(played, bot))
        if anytime_valid:
            shares = cycle_shares(match, games, bot)
            share = sequential_interval(shares) if shares else Interval(share.value, 0.0, 1.0)
        seats = [(result, seat) for result in played for seat, name in enumerate(result.seats) if name == bot]
        results.append(
            BotResult(
                bot,
                len(played),
                len(seats),
                fsum(result.wins(bot) for result in played),
                share,
                fsum(1 / len(result.ranking) for result, _ in seats) / len(played),
                _scores(played, bot),
                sum(result.ranking[seat] for result, seat in seats) / len(seats),
                ratings.get(bot),
                _total_thinking_time([result.thoughts[seat] for result, seat in seats]),
                sum(result.at_fault == bot for result in played),
            )
        )
    return sorted(results, key=lambda standing: standing.fair_share / max(standing.share.value, 1e-9))


def _rounds(games: Sequence[GameResult], bot: str) -> list[tuple[float, int]]:
    """Return a bot's wins and number of games for each deal."""
    rounds: dict[int, tuple[float, int]] = {}
    for result in games:
        wins, count = rounds.get(result.seed, (0.0, 0))
        rounds[result.seed] = wins + result.wins(bot), count + 1
    return list(rounds.values())


def _scores(games: Sequence[GameResult], bot: str) -> Interval:
    """Return a bot's mean score; 0 with infinite bounds if other bots were at fault in all its games."""
    scores = [_score(result, bot) for result in games if result.at_fault in (None, bot)]
    return mean_interval(scores) if scores else Interval(0.0, float("-inf"), float("inf"))


def _score(result: GameResult, bot: str) -> float:
    if not result.scores:
        return 0.0
    scores = [result.scores[seat] for seat, name in enumerate(result.seats) if name == bot]
    return sum(scores) / len(scores)


def _total_thinking_time(thoughts: Sequence[ThinkingTime]) -> ThinkingTime:
    slowest = max(thought.slowest for thought in thoughts)
    return ThinkingTime(
        sum(thought.moves for thought in thoughts), sum(thought.seconds for thought in thoughts), slowest
    )
