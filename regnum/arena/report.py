"""Statistics of many plays of one game: seats, points and their sources, lengths, and the possessions of sides."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from regnum.arena.game_runner import GameResult
from regnum.core.record.record import Record
from regnum.core.record.summary import effective_entries, summarize

MAX_CLASSES: Final = 12
"""The approximate maximum number of classes in the histogram of lengths."""
_CLASS_WIDTHS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000)


class GameStats(NamedTuple):
    """The statistics of one game for a report; lists have one entry per side. `bots`: the players, or () if unknown."""

    players: int
    bots: tuple[str, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    decisions: int
    reasons: tuple[Mapping[str, int], ...]
    possessions: tuple[Mapping[str, Sequence[str]], ...]
    highlights: Mapping[str, int]
    families: Mapping[str, int]

    def win(self, side: int) -> float:
        """Return a side's share of the win; a shared win is divided."""
        return 1 / self.places.count(1) if self.places[side] == 1 else 0.0


def game_stats(record: Record, bots: Sequence[str] = ()) -> GameStats:
    """Return the statistics of a game for a report; raises ValueError if its record does not fit or is not finished."""
    summary = summarize(record)
    entries = effective_entries(record)
    return GameStats(
        players=record.players,
        bots=tuple(bots),
        scores=tuple(summary.final_state.scores()),
        places=tuple(summary.final_state.ranking()),
        decisions=len(entries),
        reasons=tuple(summary.points_by_reason),
        possessions=tuple(summary.possessions),
        highlights={highlight.key: int(highlight.params["count"]) for highlight in summary.highlights},
        families=Counter(record.game.actions.parse(text).family for _, _, text in entries),
    )


class GroupStats:
    """The results of a group of sides: their number, wins and points; `expected`: wins if all sides were equal.

    `scored`: the number of sides whose points count.
    """

    def __init__(self) -> None:
        self.sides = 0
        self.scored = 0
        self.wins = 0.0
        self.points = 0
        self.expected = 0.0

    def add(self, game: GameStats, side: int) -> None:
        """Add a side of a game."""
        self.sides += 1
        self.scored += 1
        self.wins += game.win(side)
        self.points += game.scores[side]
        self.expected += 1 / len(game.scores)

    def add_fault(self, game: GameResult, side: int) -> None:
        """Add a side of a game that ended with a bot's fault: that bot gets 0 points, the others' do not count."""
        self.sides += 1
        self.scored += game.ranking[side] > 1
        self.wins += 0.0 if game.ranking[side] > 1 else 1 / game.ranking.count(1)
        self.expected += 1 / len(game.ranking)

    def figures(self) -> dict[str, float]:
        """Return the results as JSON values; shares of wins are from 0 to 1."""
        return {
            "sides": self.sides,
            "win_share": round(self.wins / self.sides, 4),
            "expected_share": round(self.expected / self.sides, 4),
            "mean_points": round(self.points / max(1, self.scored), 3),
        }


def figures(game_id: str, games: Sequence[GameStats], faulty: Sequence[GameResult] = ()) -> dict[str, Any]:
    """Return all statistics of one or more games as JSON values. Means of points and counts are per side and game.

    `faulty`: games that ended with a bot's fault. They count only for the bots, because they were not finished.
    """
    sides = [(game, side) for game in games for side in range(len(game.scores))]
    winners = [(game, side) for game, side in sides if game.places[side] == 1]
    lengths = [game.decisions for game in games]
    points = [game.scores[side] for game, side in sides]
    return {
        "game": game_id,
        "games": len(games),
        "players": {str(count): number for count, number in sorted(Counter(game.players for game in games).items())},
        "decisions": {**_spread(lengths), "classes": histogram(lengths)},
        "points": {**_spread(points), "reasons": _reasons(sides), "reasons_of_winners": _reasons(winners)},
        "seats": {str(seat + 1): share for seat, share in sorted(_shares((side, game, side) for game, side in sides))},
        "bots": _bots(sides, faulty),
        "possessions": {
            kind: _possession_stats(kind, sides)
            for kind in dict.fromkeys(
                kind for game in games for possessions in game.possessions for kind in possessions
            )
        },
        "highlights": {
            key: {"games": len(counts), **_spread(counts)}
            for key in sorted({key for game in games for key in game.highlights})
            for counts in [[game.highlights[key] for game in games if key in game.highlights]]
        },
        "actions": {
            family: round(sum(game.families.get(family, 0) for game in games) / len(games), 2)
            for family in sorted({family for game in games for family in game.families})
        },
    }


def histogram(lengths: Sequence[int]) -> list[dict[str, int]]:
    """Return the histogram of lengths, in classes of equal width: from `least` up to, but not including, `below`."""
    low, high = min(lengths), max(lengths)
    width = next((width for width in _CLASS_WIDTHS if (high - low) / width < MAX_CLASSES), high - low + 1)
    first = low // width
    counts = Counter(length // width for length in lengths)
    return [
        {"least": at * width, "below": (at + 1) * width, "games": counts[at]} for at in range(first, high // width + 1)
    ]


def _spread(numbers: Sequence[int]) -> dict[str, float]:
    return {"mean": round(sum(numbers) / len(numbers), 3), "least": min(numbers), "most": max(numbers)}


def _reasons(sides: Sequence[tuple[GameStats, int]]) -> dict[str, float]:
    """Return the mean points per side for each reason."""
    sums: Counter[str] = Counter()
    for game, side in sides:
        for reason, points in game.reasons[side].items():
            sums[reason] += points
    return {reason: round(total / len(sides), 3) for reason, total in sums.items()}


def _bots(sides: Sequence[tuple[GameStats, int]], faulty: Sequence[GameResult]) -> dict[str, dict[str, float]]:
    """Return the results of the bots, and the number of games that each lost because of its own faults."""
    shares: dict[str, GroupStats] = {}
    for game, side in sides:
        if side < len(game.bots):
            shares.setdefault(game.bots[side], GroupStats()).add(game, side)
    for result in faulty:
        for side, bot in enumerate(result.seats):
            shares.setdefault(bot, GroupStats()).add_fault(result, side)
    faults = Counter(result.at_fault for result in faulty)
    return {bot: {**share.figures(), "faults": faults[bot]} for bot, share in sorted(shares.items())}


def _shares(entries: Iterable[tuple[Any, GameStats, int]]) -> list[tuple[Any, dict[str, float]]]:
    shares: dict[Any, GroupStats] = {}
    for key, game, side in entries:
        shares.setdefault(key, GroupStats()).add(game, side)
    return [(key, share.figures()) for key, share in shares.items()]


def _possession_stats(kind: str, sides: Sequence[tuple[GameStats, int]]) -> dict[str, dict[str, float]]:
    """Return how often sides had each thing of a kind, and the results of those sides, most frequent first."""
    times: Counter[str] = Counter(
        possession for game, side in sides for possession in game.possessions[side].get(kind, ())
    )
    shares = dict(
        _shares(
            (possession, game, side)
            for game, side in sides
            for possession in dict.fromkeys(game.possessions[side].get(kind, ()))
        )
    )
    return {
        possession: {"times": count, **shares[possession]}
        for possession, count in sorted(times.items(), key=lambda t: (-t[1], t[0]))
    }
