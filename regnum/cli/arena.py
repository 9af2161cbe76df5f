"""`regnum arena`: let bots play many games against each other and tell who is better."""

import argparse
import os
from time import perf_counter
from typing import Any

from regnum.arena.matches import Match, Played, Standing, run_match, standings
from regnum.arena.statistics import Interval
from regnum.cli import arguments
from regnum.cli.arguments import Parser, UsageError, add_game, add_json, add_options
from regnum.cli.output import Output, progress
from regnum.core.narrator import Grid

NAME = "arena"
EPILOG = """\
One bot per seat; they move on by one seat from game to game, so take a multiple of the number of players as --games.
A win that several share is divided among them. Intervals hold the true value with 95 % confidence. Game k (from 0) has
seed S + k; the number of processes changes nothing but the time it takes.

A bot of your own is named by its module and class (my_bots:Careful), looked for in the current folder too.

examples:
  regnum arena brian_boru --bots greedy,random,random,random --games 200
  regnum arena brian_boru --bots my_bots:Careful,greedy,greedy --games 300 --jobs 4 --json
"""


def add(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(NAME, help="compare bots", description=__doc__, epilog=EPILOG)
    add_game(parser)
    parser.add_argument("--bots", metavar="A,B,...", required=True, help="one bot per seat")
    parser.add_argument("--games", metavar="K", type=arguments.many, default=100, help="how many games (default: 100)")
    parser.add_argument(
        "--jobs", metavar="J", type=arguments.whole_number(1, 256), help="processes (default: one per processor)"
    )
    parser.add_argument(
        "--seed", metavar="S", type=arguments.seed, default=0, help="seed of the first game (default: 0)"
    )
    add_options(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Play the match."""
    game = arguments.find_game(given.game)
    bots = arguments.read_seats(given.bots)
    options = arguments.setup(game, len(bots), given.seed, arguments.read_options(given.options))
    try:
        match = Match(game, bots, given.games, given.seed, options)
    except ValueError as error:
        raise UsageError(str(error)) from None
    jobs = min(given.jobs or os.cpu_count() or 1, given.games)
    begin = perf_counter()
    games = list(progress(run_match(match, jobs, entries=False), match.games, f"{game.title}: games"))
    seconds = perf_counter() - begin
    table = standings(match, games)
    broken = [played for played in games if played.fault]
    out = Output()
    if given.json:
        out.json(describe(match, games, table, jobs, seconds))
    else:
        show(out, match, table)
        out.line(f"{len(games)} games in {seconds:.1f} s with {jobs} {'process' if jobs == 1 else 'processes'}")
        for played in broken:
            out.line(f"broken: the game with seed {played.seed}: {played.fault}", "bold red")
    return 1 if broken else 0


def show(out: Output, match: Match, table: list[Standing]) -> None:
    """Write the standings."""
    columns = ["bot", "seats", "wins", "win share", "95 %", "fair share", "", "score", "95 %", "mean place"]
    rows = [
        [
            standing.bot,
            str(standing.seats),
            f"{standing.wins:.1f}",
            f"{standing.share.value:.1%}",
            f"{standing.share.low:.1%} to {standing.share.high:.1%}",
            f"{standing.fair_share:.1%}",
            standing.verdict,
            f"{standing.score.value:.2f}",
            f"{standing.score.low:.2f} to {standing.score.high:.2f}",
            f"{standing.place:.2f}",
        ]
        for standing in table
    ]
    out.table(Grid(f"{match.game.title}, {match.games} games, seed {match.seed}", columns, rows))
    out.line()


def describe(match: Match, games: list[Played], table: list[Standing], jobs: int, seconds: float) -> dict[str, Any]:
    """Return the match and its results for programs."""
    return {
        "game": match.game.id,
        "players": len(match.bots),
        "options": match.options,
        "seed": match.seed,
        "games": match.games,
        "jobs": jobs,
        "seconds": round(seconds, 3),
        "decisions": sum(played.decisions for played in games),
        "bots": [
            {
                "bot": standing.bot,
                "seats": standing.seats,
                "wins": standing.wins,
                "win_share": _interval(standing.share),
                "fair_share": standing.fair_share,
                "verdict": standing.verdict,
                "score": _interval(standing.score),
                "mean_place": standing.place,
            }
            for standing in table
        ],
        "results": [
            {
                "seed": played.seed,
                "seats": list(played.seats),
                "scores": list(played.scores),
                "ranking": list(played.ranking),
                "decisions": played.decisions,
                **({"fault": played.fault} if played.fault else {}),
            }
            for played in games
        ],
    }


def _interval(found: Interval) -> dict[str, float | None]:
    """Return an interval for JSON, which has no infinity."""
    return {name: value if abs(value) != float("inf") else None for name, value in found._asdict().items()}
