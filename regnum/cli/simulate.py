"""`regnum simulate`: play many games between bots and report the results."""

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

import regnum
from regnum import __version__
from regnum.arena.game_runner import GameResult, record_of
from regnum.arena.match import Match
from regnum.arena.match_runner import LostGameError, run_match
from regnum.cli import arguments
from regnum.cli.arguments import (
    Parser,
    UsageError,
    add_facts,
    add_game,
    add_json,
    add_options,
    add_time_limit,
    facts_entry,
)
from regnum.cli.data_arguments import (
    MatchInterruptedError,
    add_data,
    add_machines,
    check_data,
    collect_games,
    data_entry,
    folder_of,
)
from regnum.cli.output import Output, progress
from regnum.cli.standings import count_faults, write_faults
from regnum.core.record.record import Record
from regnum.core.text.narrator import Grid

NAME = "simulate"
MAX_GAMES_SHOWN = 20
"""The maximum number of games that are shown individually."""
SEAT_COLUMNS = ["seat", "bot", "wins", "mean score"]
EPILOG = """\
Game k (from 0) has seed S + k, so the same command gives the same results on every machine.
A game that reaches an impossible position, or that a bot loses because of a fault (it fails, chooses an illegal
action, exceeds --time-limit or ends its process), is reported with its seed, and the exit code is 1.

examples:
  regnum simulate brian_boru --players 4 --games 100 --seed 7
  regnum simulate brian_boru --seats greedy,random,random --games 50 --seed 1 --json
  regnum simulate brian_boru --players 5 --games 10 --seed 3 -o tricks_with_five=4 --record records/
  regnum simulate khan --seats greedy,greedy,random --games 1000000 --data khan/ --observe --ray
"""


def add(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(NAME, help="play many games between bots", description=__doc__, epilog=EPILOG)
    add_game(parser)
    parser.add_argument(
        "--players",
        metavar="N",
        type=arguments.positive_number,
        help="number of players (default: as many as --seats, else 4)",
    )
    parser.add_argument(
        "--games", metavar="K", type=arguments.positive_number, default=1, help="number of games (default: 1)"
    )
    parser.add_argument(
        "--seed", metavar="S", type=arguments.seed, default=0, help="seed of the first game (default: 0)"
    )
    parser.add_argument(
        "--seats", metavar="BOT,...", help="a bot for each seat; your own as module:Class (default: random for all)"
    )
    add_options(parser)
    add_facts(parser)
    add_json(parser)
    parser.add_argument("--record", metavar="DIR", help="write a record of each game to this folder, and replay it")
    add_data(parser)
    add_machines(parser)
    add_time_limit(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Simulate the games, show the results, and return the exit code."""
    check_data(args, "jobs", "ray")
    match = read_match(args)
    if args.data is not None:
        return simulate_into_folder(args, match)
    folder = make_folder(args.record, match) if args.record is not None else None
    results: list[dict[str, Any]] = []
    game_results: list[GameResult] = []
    seconds = 0.0
    run_options = arguments.run_options(args, match.bots, 1)
    try:
        games = run_match(match, run_options.jobs, True, run_options.limit, run_options.supervised)
        for game_result in progress(games, match.games, f"{match.game.title}: games"):
            game_results.append(game_result._replace(entries=()))
            seconds += game_result.seconds
            results.append(result_of(match, game_result, folder))
    except LostGameError as error:
        sys.stderr.write(f"regnum simulate: {error}\n")
        return 1
    decisions = sum(result["decisions"] for result in results)
    summary: dict[str, Any] = {
        "version": __version__,
        "game": match.game.id,
        **facts_entry(match.game),
        "players": len(match.bots),
        "options": match.options,
        "seats": list(match.bots),
        "seed": match.seed,
        "games": match.games,
        "decisions": decisions,
        "seconds": round(seconds, 6),
        "decisions_per_second": round(decisions / seconds, 1) if seconds else 0.0,
        "faults": sum(count_faults(game_results).values()),
        "results": results,
    }
    out = Output()
    if args.json:
        out.json(summary)
    else:
        show(out, summary)
        write_faults(out, game_results)
        for result in results:
            if "misfit" in result:
                out.line(f"broken: the game with seed {result['seed']}: {result['misfit']}", "bold red")
    return 1 if any("fault" in result or "misfit" in result for result in results) else 0


def simulate_into_folder(args: argparse.Namespace, match: Match) -> int:
    """Simulate games into a folder of Parquet files, write the totals, and return the exit code."""
    if args.record is not None:
        raise UsageError("choose either --record or --data; the files of --data contain the whole games")
    begin = perf_counter()
    folder = folder_of(args, match)
    seats = [_SideTotals() for _ in range(match.game.sides(match.players))]
    games: list[GameResult] = []
    decisions = 0
    try:
        for result in collect_games(args, folder):
            games.append(result)
            decisions += result.decisions
            for side, seat in enumerate(seats if result.ranking else ()):
                seat.add(result, side)
    except MatchInterruptedError as error:
        sys.stderr.write(f"regnum simulate: {error}\n")
        return 1
    faulty = [result for result in games if result.fault]
    summary: dict[str, Any] = {
        "version": __version__,
        "game": match.game.id,
        **facts_entry(match.game),
        "players": match.players,
        "options": match.options,
        "seats": list(match.bots),
        "seed": match.seed,
        "games": match.games,
        "decisions": decisions,
        "seconds": round(perf_counter() - begin, 6),
        "wins": [round(seat.wins, 6) for seat in seats],
        "mean_scores": [round(seat.points / max(1, seat.scored), 6) for seat in seats],
        "faults": sum(count_faults(games).values()),
        "broken": [{"seed": result.seed, "fault": result.fault, "at_fault": result.at_fault} for result in faulty],
        **data_entry(folder),
    }
    out = Output()
    if args.json:
        out.json(summary)
    else:
        rows = zip(_sides(summary), summary["wins"], summary["mean_scores"], strict=True)
        rows_text = [[str(at + 1), bot, f"{wins:.1f}", f"{mean:.2f}"] for at, (bot, wins, mean) in enumerate(rows)]
        out.table(Grid("", SEAT_COLUMNS, rows_text))
        out.line()
        out.line(
            f"{match.games} games, {decisions} decisions in {summary['seconds']:.2f} s: "
            f"{summary['data']['bytes']} bytes in {folder.path}"
        )
        write_faults(out, games)
    return 1 if faulty else 0


class _SideTotals:
    """The totals of a side over many games."""

    def __init__(self) -> None:
        self.wins = 0.0
        self.points = 0
        self.scored = 0

    def add(self, result: GameResult, side: int) -> None:
        """Add a game; if a bot was at fault, its side gets 0 points, and the points of the others do not count."""
        if not result.fault or result.ranking[side] > 1:
            self.points += result.scores[side] if result.scores else 0
            self.scored += 1
        if result.ranking[side] == 1:
            self.wins += 1 / result.ranking.count(1)


def read_match(args: argparse.Namespace) -> Match:
    """Return the match from the arguments; raises UsageError if they are invalid."""
    game = arguments.find_game(args.game)
    seats = arguments.read_seats(game, args.seats) if args.seats is not None else None
    players = arguments.count_players(game, args.players, seats)
    options = arguments.check_setup(game, players, args.seed, arguments.read_options(args.options))
    with arguments.raise_usage_errors():
        return Match(game, seats or ["random"] * players, args.games, args.seed, options, players, rotate=False)


def make_folder(name: str, match: Match) -> Path:
    """Return the folder for records, created if missing.

    Raises UsageError if it is unusable or already has such a record.
    """
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        existing = set(os.listdir(folder))
    except OSError as error:
        raise UsageError(f"--record {name}: not a folder to write into: {error.strerror}") from None
    for number in range(match.games):
        if file_name(match, number) in existing:
            raise UsageError(f"--record {name}: {file_name(match, number)} already exists; choose another folder")
    return folder


def file_name(match: Match, number: int) -> str:
    """Return the name of the record of game `number` (from 0)."""
    return f"{match.game.id}-{len(match.bots)}p-{match.seed + number}.jsonl"


def result_of(match: Match, game_result: GameResult, folder: Path | None) -> dict[str, Any]:
    """Return the result of a game as JSON values, with any faults. Write its record if `folder` is given."""
    result: dict[str, Any] = {
        "seed": game_result.seed,
        "scores": list(game_result.scores),
        "ranking": list(game_result.ranking),
        "decisions": game_result.decisions,
    }
    mismatch = ""
    if folder is not None:
        path = folder / file_name(match, game_result.seed - match.seed)
        try:
            mismatch = write_record(record_of(match.game, game_result, match.options), path, game_result)
        except OSError as error:
            raise UsageError(f"--record {folder}: cannot write {path.name}: {error.strerror}") from None
        result["record"] = path.name
    if game_result.fault:
        result["fault"] = game_result.fault
        result["at_fault"] = game_result.at_fault
    if mismatch:
        result["misfit"] = mismatch
    return result


def write_record(record: Record, path: Path, result: GameResult) -> str:
    """Write a record, read it back and replay it; return the mismatch, or "" if there is none.

    The record of a faulty game is not replayed.
    """
    record.save(path)
    reloaded = Record.load(path)
    if result.fault:
        return ""
    mismatch = reloaded.verify()
    if mismatch is not None:
        return f"{path.name}: {mismatch}"
    final_state = reloaded.replay()
    if (
        not final_state.is_terminal
        or tuple(final_state.scores()) != result.scores
        or tuple(final_state.ranking()) != result.ranking
    ):
        return (
            f"{path.name}: the replayed game ends differently: {final_state.scores()} instead of {list(result.scores)}"
        )
    return ""


def show(out: Output, summary: dict[str, Any]) -> None:
    """Write the results: the individual games if they are few or recorded, the results by seat, and the totals."""
    results: list[dict[str, Any]] = summary["results"]
    if len(results) <= MAX_GAMES_SHOWN or "record" in results[0]:
        scores = [f"{seat + 1} {bot}" for seat, bot in enumerate(_sides(summary))]
        record = ["record"] if "record" in results[0] else []
        columns = ["seed", *scores, "first", "decisions", *record]
        out.table(Grid("", columns, [_row(summary, game) for game in results]))
        out.line()
    out.table(Grid("", SEAT_COLUMNS, list(_seats(summary))))
    out.line()
    out.line(
        f"{summary['games']} games, {summary['decisions']} decisions in {summary['seconds']:.2f} s: "
        f"{summary['decisions_per_second']:.0f} decisions per second"
    )


def _sides(summary: dict[str, Any]) -> list[str]:
    """Return the player of each side: the bots, then "rules" for a side that the rules play."""
    game = regnum.game(summary["game"])
    return [*summary["seats"], *["rules"] * (game.sides(summary["players"]) - summary["players"])]


def _row(summary: dict[str, Any], result: dict[str, Any]) -> list[str]:
    points = [str(score) for score in result["scores"]] or ["-"] * len(_sides(summary))
    first = " ".join(str(seat + 1) for seat, place in enumerate(result["ranking"]) if place == 1)
    row = [str(result["seed"]), *points, first or "-", str(result["decisions"])]
    return row + ([result["record"]] if "record" in result else [])


def _seats(summary: dict[str, Any]) -> Iterator[list[str]]:
    ranked_games = [result for result in summary["results"] if result["ranking"]]
    for seat, bot in enumerate(_sides(summary)):
        wins = sum(1 / game["ranking"].count(1) for game in ranked_games if game["ranking"][seat] == 1)
        scored = [game for game in ranked_games if game["scores"] or game["ranking"][seat] > 1]
        mean = sum(game["scores"][seat] if game["scores"] else 0 for game in scored) / max(1, len(scored))
        yield [str(seat + 1), bot, f"{wins:.1f}", f"{mean:.2f}"]
