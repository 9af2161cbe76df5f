"""What many games of one kind have in common: seats, points and where they came from, lengths, and what sides had."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from regnum.arena.playing import Played
from regnum.core.record.chronicle import retell, standing_entries
from regnum.core.record.record import Record

CLASSES: Final = 12
"""Into about so many classes the lengths are parted."""
_WIDTHS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000)


class Told(NamedTuple):
    """What a report needs to know of one game; lists have one entry per side. `bots`: who played; () is not known."""

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
        """Return how much of the win a side has; a shared one is divided."""
        return 1 / self.places.count(1) if self.places[side] == 1 else 0.0


def look_back(record: Record, bots: Sequence[str] = ()) -> Told:
    """Return what a report needs to know of a game; ValueError if its record does not fit or is not over."""
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
    """Who was how good: how many sides, what they had of the wins, their points; `expected`: wins if all were equal.

    `scored`: how many of the sides had points.
    """

    def __init__(self) -> None:
        self.sides = 0
        self.scored = 0
        self.wins = 0.0
        self.points = 0
        self.expected = 0.0

    def count(self, game: Told, side: int) -> None:
        """Count a side of a game."""
        self.sides += 1
        self.scored += 1
        self.wins += game.win(side)
        self.points += game.scores[side]
        self.expected += 1 / len(game.scores)

    def count_fault(self, game: Played, side: int) -> None:
        """Count a side of a game that ended by a fault of a bot: it has 0 points, and the others are not measured."""
        self.sides += 1
        self.scored += game.ranking[side] > 1
        self.wins += 0.0 if game.ranking[side] > 1 else 1 / game.ranking.count(1)
        self.expected += 1 / len(game.ranking)

    def told(self) -> dict[str, float]:
        """Return the figures: shares of wins are from 0 to 1."""
        return {
            "sides": self.sides,
            "win_share": round(self.wins / self.sides, 4),
            "expected_share": round(self.expected / self.sides, 4),
            "mean_points": round(self.points / max(1, self.scored), 3),
        }


def figures(game: str, games: Sequence[Told], faulty: Sequence[Played] = ()) -> dict[str, Any]:
    """Return all figures of at least one game, ready for JSON. Means of points and counts are per side and game.

    `faulty`: games that ended by a fault of a bot. They count for the bots alone: nothing else in them came to an end.
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
    """Return how many lengths are in which class: from `least` to below `below`, all equally wide."""
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
    """Return how the bots did, and how many of their games they lost by faults of their own."""
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
    """Return for each thing of a kind how often sides had it, and how those did: what came most often first."""
    times: Counter[str] = Counter(thing for told, side in sides for thing in told.had[side].get(kind, ()))
    shares = dict(
        _shares((thing, told, side) for told, side in sides for thing in dict.fromkeys(told.had[side].get(kind, ())))
    )
    return {
        thing: {"times": count, **shares[thing]} for thing, count in sorted(times.items(), key=lambda t: (-t[1], t[0]))
    }
