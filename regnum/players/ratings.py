"""Ratings of bots and people who have played in different company, by openskill (Plackett and Luce's model)."""

from collections.abc import Iterable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

MISSING_OPENSKILL = "regnum: no ratings, because openskill is not installed: pip install 'regnum[cli]'"
RULES = " the rules"
"""What a side that the rules play is rated as; no bot has such a name."""


Game = tuple[Sequence[str], Sequence[int]]
"""A game that was played: the names by seat, and the places; sides without a seat come last."""


class Rating(NamedTuple):
    """How strong somebody is among those that played, 25 being the middle, and the standard deviation of that."""

    mu: float
    sigma: float


def can_rate() -> bool:
    """Tell whether openskill is installed."""
    return find_spec("openskill") is not None


def rate(games: Iterable[Game]) -> dict[str, Rating]:
    """Return everybody's rating after these games, in their order; nothing where openskill is not installed.

    Each seat of a bot that has several is rated as if it were alone, and the bot takes the mean of them.
    """
    if not can_rate():
        return {}
    model: Any = import_module("openskill.models").PlackettLuce()
    known: dict[str, Any] = {}
    for seats, ranking in games:
        sides = [*seats, *[RULES] * (len(ranking) - len(seats))]
        before = [[known[name] if name in known else model.rating()] for name in sides]
        after: dict[str, list[Any]] = {}
        for name, [rating] in zip(sides, model.rate(before, ranks=list(ranking)), strict=True):
            after.setdefault(name, []).append(rating)
        for name, found in after.items():
            mu = sum(rating.mu for rating in found) / len(found)
            known[name] = model.rating(mu=mu, sigma=sum(rating.sigma for rating in found) / len(found))
    return {name: Rating(rating.mu, rating.sigma) for name, rating in known.items() if name != RULES}
