"""Showing the outcome of a match, as tables or as JSON."""

from collections import Counter
from collections.abc import Sequence
from math import isfinite
from typing import Any, Final, NamedTuple

from regnum import __version__
from regnum.arena.bot_results import BotResult
from regnum.arena.game_runner import GameResult
from regnum.arena.intervals import Interval
from regnum.arena.match import Match
from regnum.arena.match_runner import RunOptions
from regnum.arena.result_file import result_to_json
from regnum.arena.sequential_testing import SequentialTest
from regnum.cli.arguments import facts_entry
from regnum.cli.output import Output
from regnum.core.text.narrator import Grid


class MatchReport(NamedTuple):
    """A finished match and its results."""

    match: Match
    games: list[GameResult]
    table: list[BotResult]
    run_options: RunOptions
    seconds: float
    sequential_test: SequentialTest | None
    on_cluster: bool

    @property
    def faulty(self) -> list[GameResult]:
        """The games with faults."""
        return [result for result in self.games if result.fault]

    @property
    def has_stopped_early(self) -> bool:
        """Whether the match ended early because the result was certain."""
        return len(self.games) < self.match.games


def show(out: Output, report: MatchReport) -> None:
    """Write the standings, the times and the faults."""
    match, games = report.match, report.games
    title = f"{match.game.title} for {match.players}, {len(games)} games from seed {match.seed}"
    out.table(Grid(title, list(_COLUMNS), [_row(result) for result in report.table]))
    out.line()
    rows = [_time_row(result) for result in report.table]
    out.table(Grid("", ["bot", "score", "95%", "mean place", "moves", "ms a move", "slowest ms"], rows))
    out.line()
    if report.sequential_test is not None:
        out.line(_verdict(report, report.sequential_test))
    jobs = report.run_options.jobs
    workers = "on Ray's machines" if report.on_cluster else f"with {jobs} process{'es' if jobs > 1 else ''}"
    out.line(f"{len(games)} games in {report.seconds:.1f} s {workers}")
    write_faults(out, games)


def count_faults(games: Sequence[GameResult]) -> Counter[str]:
    """Return the number of games that each bot has lost because of its own faults."""
    return Counter(result.at_fault for result in games if result.at_fault is not None)


def write_faults(out: Output, games: Sequence[GameResult], game: str = "the game") -> None:
    """Write the games that were lost because of a bot's fault or broken, and the number of faults of each bot."""
    faulty = [result for result in games if result.fault]
    for result in faulty[:MAX_FAULTS_LISTED]:
        seated, bot = ",".join(result.seats), result.at_fault
        outcome_text = "broken" if bot is None else f"lost because of a fault of {bot}"
        out.line(f"{outcome_text}: {game} with seed {result.seed}, seats {seated}: {result.fault}", "bold red")
    if len(faulty) > MAX_FAULTS_LISTED:
        out.line(f"and {len(faulty) - MAX_FAULTS_LISTED} more games with faults: --json has them all", "bold red")
    for bot, count in count_faults(faulty).items():
        played_games = sum(bot in result.seats for result in games)
        out.line(f"{bot} has lost {count} of {played_games} games because of faults", "bold red")


MAX_FAULTS_LISTED: Final = 20
"""The maximum number of games with faults that are listed individually."""
_COLUMNS = ("bot", "games", "wins", "win share", "95%", "fair share", "", "faults", "rating", "+-")


def _row(result: BotResult) -> list[str]:
    rating = result.rating
    return [
        result.bot,
        str(result.games),
        f"{result.wins:.1f}",
        f"{result.share.value:.1%}",
        f"{result.share.low:.1%} to {result.share.high:.1%}",
        f"{result.fair_share:.1%}",
        result.verdict,
        str(result.faults),
        f"{rating.mu:.1f}" if rating else "-",
        f"{2 * rating.sigma:.1f}" if rating else "-",
    ]


def _time_row(result: BotResult) -> list[str]:
    thinking_time, score = result.thinking_time, result.score
    return [
        result.bot,
        f"{score.value:.2f}",
        f"{score.low:.2f} to {score.high:.2f}" if isfinite(score.high) else "-",
        f"{result.place:.2f}",
        str(thinking_time.moves),
        f"{1000 * thinking_time.seconds / max(thinking_time.moves, 1):.3f}",
        f"{1000 * thinking_time.slowest:.1f}",
    ]


def _verdict(report: MatchReport, sequential_test: SequentialTest) -> str:
    bot = sequential_test.bot
    verdict = next((result.verdict for result in report.table if result.bot == bot), "even")
    if verdict == "even":
        return f"not sure whether {bot} is better or worse than its fair share after {len(report.games)} games"
    return f"sure after {len(report.games)} games: {bot} is {verdict} than its fair share"


def describe(report: MatchReport) -> dict[str, Any]:
    """Return the match and its results as JSON values."""
    match, games = report.match, report.games
    return {
        "version": __version__,
        "game": match.game.id,
        **facts_entry(match.game),
        "players": match.players,
        "options": match.options,
        "seed": match.seed,
        "games": len(games),
        "jobs": report.run_options.jobs,
        "time_limit": report.run_options.limit,
        "seconds": round(report.seconds, 3),
        "decisions": sum(result.decisions for result in games),
        "faults": sum(count_faults(games).values()),
        **(
            {"until_sure": {"bot": report.sequential_test.bot, "stopped": report.has_stopped_early}}
            if report.sequential_test
            else {}
        ),
        "bots": [
            {
                "bot": result.bot,
                "games": result.games,
                "seats": result.seats,
                "wins": result.wins,
                "faults": result.faults,
                "win_share": _interval(result.share),
                "fair_share": result.fair_share,
                "verdict": result.verdict,
                "score": _interval(result.score),
                "mean_place": result.place,
                "rating": result.rating._asdict() if result.rating else None,
                "time": result.thinking_time._asdict(),
            }
            for result in report.table
        ],
        "results": [result_to_json(result) for result in games],
    }


def _interval(interval: Interval) -> dict[str, float | None]:
    """Return an interval as JSON values, with None for infinity."""
    return {name: value if abs(value) != float("inf") else None for name, value in interval._asdict().items()}
