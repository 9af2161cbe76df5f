"""Ratings of bots and people from games with varying opponents, computed by openskill (Plackett-Luce model)."""

from collections.abc import Iterable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

MISSING_OPENSKILL = "regnum: no ratings, because openskill is not installed: pip install 'regnum[cli]'"
RULES = " the rules"
"""The name under which a side played by the rules is rated; no bot has this name."""


Game = tuple[Sequence[str], Sequence[int]]
"""The result of a game: the names by seat, and the places; sides without a seat come last."""


class Rating(NamedTuple):
    """The estimated strength of a bot or person, 25 being average, and its standard deviation."""

    mu: float
    sigma: float


def can_rate() -> bool:
    """Return whether openskill is installed."""
    return find_spec("openskill") is not None


def rate(games: Iterable[Game]) -> dict[str, Rating]:
    """Return the ratings by name after these games, processed in order, or {} if openskill is not installed.

    If a bot has several seats, each is rated separately, and the bot's rating is their mean.
    """
    if not can_rate():
        return {}
    model: Any = import_module("openskill.models").PlackettLuce()
    ratings: dict[str, Any] = {}
    for seats, ranking in games:
        sides = [*seats, *[RULES] * (len(ranking) - len(seats))]
        old_ratings = [[ratings[name] if name in ratings else model.rating()] for name in sides]
        new_ratings: dict[str, list[Any]] = {}
        for name, [rating] in zip(sides, model.rate(old_ratings, ranks=list(ranking)), strict=True):
            new_ratings.setdefault(name, []).append(rating)
        for name, seat_ratings in new_ratings.items():
            mu = sum(rating.mu for rating in seat_ratings) / len(seat_ratings)
            ratings[name] = model.rating(mu=mu, sigma=sum(rating.sigma for rating in seat_ratings) / len(seat_ratings))
    return {name: Rating(rating.mu, rating.sigma) for name, rating in ratings.items() if name != RULES}
