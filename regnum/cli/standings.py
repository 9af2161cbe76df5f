"""How the outcome of a match is shown: as tables, or for programs."""

from typing import Any, NamedTuple

from regnum.arena.files import described
from regnum.arena.matches import Match
from regnum.arena.playing import Played
from regnum.arena.results import Standing
from regnum.arena.sequential import Watch
from regnum.arena.statistics import Interval
from regnum.cli.arguments import told_facts
from regnum.cli.output import Output
from regnum.core.narrator import Grid


class Outcome(NamedTuple):
    """A match that was played, and what came out."""

    match: Match
    games: list[Played]
    table: list[Standing]
    jobs: int
    seconds: float
    watch: Watch | None
    spread: bool

    @property
    def broken(self) -> list[Played]:
        """Return the games that something was wrong with."""
        return [played for played in self.games if played.fault]

    @property
    def stopped(self) -> bool:
        """Tell whether the match was ended before all games were played, because the result was sure."""
        return len(self.games) < self.match.games


def show(out: Output, outcome: Outcome) -> None:
    """Write the standings, what they cost and what went wrong."""
    match, games = outcome.match, outcome.games
    title = f"{match.game.title} for {match.players}, {len(games)} games from seed {match.seed}"
    out.table(Grid(title, list(_COLUMNS), [_row(standing) for standing in outcome.table]))
    out.line()
    rows = [_cost(standing) for standing in outcome.table]
    out.table(Grid("", ["bot", "score", "95 %", "mean place", "moves", "ms a move", "slowest ms"], rows))
    out.line()
    if outcome.watch is not None:
        out.line(_verdict(outcome, outcome.watch))
    where = "on Ray's machines" if outcome.spread else f"with {outcome.jobs} process{'es' if outcome.jobs > 1 else ''}"
    out.line(f"{len(games)} games in {outcome.seconds:.1f} s {where}")
    for played in outcome.broken:
        seated = ",".join(played.seats)
        out.line(f"broken: the game with seed {played.seed}, seats {seated}: {played.fault}", "bold red")


_COLUMNS = ("bot", "games", "wins", "win share", "95 %", "fair share", "", "rating", "+-")


def _row(standing: Standing) -> list[str]:
    rating = standing.rating
    return [
        standing.bot,
        str(standing.games),
        f"{standing.wins:.1f}",
        f"{standing.share.value:.1%}",
        f"{standing.share.low:.1%} to {standing.share.high:.1%}",
        f"{standing.fair_share:.1%}",
        standing.verdict,
        f"{rating.mu:.1f}" if rating else "-",
        f"{2 * rating.sigma:.1f}" if rating else "-",
    ]


def _cost(standing: Standing) -> list[str]:
    thought = standing.thought
    return [
        standing.bot,
        f"{standing.score.value:.2f}",
        f"{standing.score.low:.2f} to {standing.score.high:.2f}",
        f"{standing.place:.2f}",
        str(thought.moves),
        f"{1000 * thought.seconds / max(thought.moves, 1):.3f}",
        f"{1000 * thought.slowest:.1f}",
    ]


def _verdict(outcome: Outcome, watch: Watch) -> str:
    verdict = next((standing.verdict for standing in outcome.table if standing.bot == watch.bot), "even")
    if verdict == "even":
        return f"not sure whether {watch.bot} is better or worse than its fair share after {len(outcome.games)} games"
    return f"sure after {len(outcome.games)} games: {watch.bot} is {verdict} than its fair share"


def describe(outcome: Outcome) -> dict[str, Any]:
    """Return the match and its results for programs."""
    match, games = outcome.match, outcome.games
    return {
        "game": match.game.id,
        **told_facts(match.game),
        "players": match.players,
        "options": match.options,
        "seed": match.seed,
        "games": len(games),
        "jobs": outcome.jobs,
        "seconds": round(outcome.seconds, 3),
        "decisions": sum(played.decisions for played in games),
        **({"until_sure": {"bot": outcome.watch.bot, "stopped": outcome.stopped}} if outcome.watch else {}),
        "bots": [
            {
                "bot": standing.bot,
                "games": standing.games,
                "seats": standing.seats,
                "wins": standing.wins,
                "win_share": _interval(standing.share),
                "fair_share": standing.fair_share,
                "verdict": standing.verdict,
                "score": _interval(standing.score),
                "mean_place": standing.place,
                "rating": standing.rating._asdict() if standing.rating else None,
                "time": standing.thought._asdict(),
            }
            for standing in outcome.table
        ],
        "results": [described(played) for played in games],
    }


def _interval(found: Interval) -> dict[str, float | None]:
    """Return an interval for JSON, which has no infinity."""
    return {name: value if abs(value) != float("inf") else None for name, value in found._asdict().items()}
