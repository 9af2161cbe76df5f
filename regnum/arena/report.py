"""Statistics of many games of one kind: seats, points and their sources, lengths, and the things that sides had."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from regnum.arena.playing import Played
from regnum.core.record.chronicle import retell, standing_entries
from regnum.core.record.record import Record

CLASSES: Final = 12
"""The approximate number of classes for the lengths."""
_WIDTHS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000)


class Told(NamedTuple):
    """The data of one game for a report; lists have one entry per side. `bots`: the players; () if unknown."""

    players: int
    bots: tuple[str, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    decisions: int
    reasons: tuple[Mapping[str, int], ...]
    had: tuple[Mapping[str, Sequence[str]], ...]
    facts: Mapping[str, int]
    families: Mapping[str, int]

    def win(self, side: int) -> float:
        """Return a side's share of the win; a shared win is divided."""
        return 1 / self.places.count(1) if self.places[side] == 1 else 0.0


def look_back(record: Record, bots: Sequence[str] = ()) -> Told:
    """Return the data of a game for a report; ValueError if its record does not fit or is not finished."""
    told = retell(record)
    entries = standing_entries(record)
    return Told(
        players=record.players,
        bots=tuple(bots),
        scores=tuple(told.end.scores()),
        places=tuple(told.end.ranking()),
        decisions=len(entries),
        reasons=tuple(told.sources),
        had=tuple(told.had),
        facts={fact.key: int(fact.params["count"]) for fact in told.facts},
        families=Counter(record.game.actions.parse(text).family for _, _, text in entries),
    )


class Share:
    """The results of a group of sides: their number, wins and points; `expected`: wins if all sides were equal.

    `scored`: how many of the sides had points.
    """

    def __init__(self) -> None:
        self.sides = 0
        self.scored = 0
        self.wins = 0.0
        self.points = 0
        self.expected = 0.0

    def count(self, game: Told, side: int) -> None:
        """Add a side of a game."""
        self.sides += 1
        self.scored += 1
        self.wins += game.win(side)
        self.points += game.scores[side]
        self.expected += 1 / len(game.scores)

    def count_fault(self, game: Played, side: int) -> None:
        """Add a side of a game that ended by a bot's fault: that bot has 0 points, the others' points do not count."""
        self.sides += 1
        self.scored += game.ranking[side] > 1
        self.wins += 0.0 if game.ranking[side] > 1 else 1 / game.ranking.count(1)
        self.expected += 1 / len(game.ranking)

    def told(self) -> dict[str, float]:
        """Return the figures; shares of wins are from 0 to 1."""
        return {
            "sides": self.sides,
            "win_share": round(self.wins / self.sides, 4),
            "expected_share": round(self.expected / self.sides, 4),
            "mean_points": round(self.points / max(1, self.scored), 3),
        }


def figures(game: str, games: Sequence[Told], faulty: Sequence[Played] = ()) -> dict[str, Any]:
    """Return all figures of at least one game, ready for JSON. Means of points and counts are per side and game.

    `faulty`: games that ended by a bot's fault. They count only for the bots, because the games were not finished.
    """
    sides = [(told, side) for told in games for side in range(len(told.scores))]
    winners = [(told, side) for told, side in sides if told.places[side] == 1]
    lengths = [told.decisions for told in games]
    points = [told.scores[side] for told, side in sides]
    return {
        "game": game,
        "games": len(games),
        "players": {str(count): number for count, number in sorted(Counter(told.players for told in games).items())},
        "decisions": {**_spread(lengths), "classes": classes(lengths)},
        "points": {**_spread(points), "reasons": _reasons(sides), "reasons_of_winners": _reasons(winners)},
        "seats": {str(seat + 1): share for seat, share in sorted(_shares((side, told, side) for told, side in sides))},
        "bots": _bots(sides, faulty),
        "had": {
            kind: _had(kind, sides)
            for kind in dict.fromkeys(kind for told in games for had in told.had for kind in had)
        },
        "facts": {
            key: {"games": len(counts), **_spread(counts)}
            for key in sorted({key for told in games for key in told.facts})
            for counts in [[told.facts[key] for told in games if key in told.facts]]
        },
        "actions": {
            family: round(sum(told.families.get(family, 0) for told in games) / len(games), 2)
            for family in sorted({family for told in games for family in told.families})
        },
    }


def classes(lengths: Sequence[int]) -> list[dict[str, int]]:
    """Return the number of games in each class of lengths: from `least` to below `below`, all equally wide."""
    low, high = min(lengths), max(lengths)
    width = next((width for width in _WIDTHS if (high - low) / width < CLASSES), high - low + 1)
    first = low // width
    counts = Counter(length // width for length in lengths)
    return [
        {"least": at * width, "below": (at + 1) * width, "games": counts[at]} for at in range(first, high // width + 1)
    ]


def _spread(numbers: Sequence[int]) -> dict[str, float]:
    return {"mean": round(sum(numbers) / len(numbers), 3), "least": min(numbers), "most": max(numbers)}


def _reasons(sides: Sequence[tuple[Told, int]]) -> dict[str, float]:
    """Return the mean points for each reason."""
    sums: Counter[str] = Counter()
    for told, side in sides:
        for reason, points in told.reasons[side].items():
            sums[reason] += points
    return {reason: round(total / len(sides), 3) for reason, total in sums.items()}


def _bots(sides: Sequence[tuple[Told, int]], faulty: Sequence[Played]) -> dict[str, dict[str, float]]:
    """Return the results of the bots, and the number of games that each lost by its own faults."""
    shares: dict[str, Share] = {}
    for told, side in sides:
        if side < len(told.bots):
            shares.setdefault(told.bots[side], Share()).count(told, side)
    for played in faulty:
        for side, bot in enumerate(played.seats):
            shares.setdefault(bot, Share()).count_fault(played, side)
    faults = Counter(played.at_fault for played in faulty)
    return {bot: {**share.told(), "faults": faults[bot]} for bot, share in sorted(shares.items())}


def _shares(found: Iterable[tuple[Any, Told, int]]) -> list[tuple[Any, dict[str, float]]]:
    shares: dict[Any, Share] = {}
    for key, told, side in found:
        shares.setdefault(key, Share()).count(told, side)
    return [(key, share.told()) for key, share in shares.items()]


def _had(kind: str, sides: Sequence[tuple[Told, int]]) -> dict[str, dict[str, float]]:
    """Return how often sides had each thing of a kind, and the results of those sides, most frequent first."""
    times: Counter[str] = Counter(thing for told, side in sides for thing in told.had[side].get(kind, ()))
    shares = dict(
        _shares((thing, told, side) for told, side in sides for thing in dict.fromkeys(told.had[side].get(kind, ())))
    )
    return {
        thing: {"times": count, **shares[thing]} for thing, count in sorted(times.items(), key=lambda t: (-t[1], t[0]))
    }
