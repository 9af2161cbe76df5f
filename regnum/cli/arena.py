"""`regnum arena`: let bots play many games against each other and show which is better."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from time import perf_counter

from regnum.arena.bot_results import standings
from regnum.arena.game_runner import GameResult
from regnum.arena.match import Match
from regnum.arena.match_runner import Games, LostGameError, RunOptions, in_order, run_games
from regnum.arena.ray_cluster import RayUnavailableError, run_games_on_cluster
from regnum.arena.result_file import ResultFile
from regnum.arena.sequential_testing import SequentialTest
from regnum.cli import arguments
from regnum.cli.arguments import Parser, UsageError, add_facts, add_game, add_json, add_options, add_time_limit
from regnum.cli.data_arguments import (
    MatchInterruptedError,
    add_data,
    add_machines,
    check_data,
    collect_games,
    folder_of,
)
from regnum.cli.output import Output, progress
from regnum.cli.standings import MatchReport, describe, show
from regnum.players.ratings import MISSING_OPENSKILL, can_rate

NAME = "arena"
EPILOG = """\
Each deal (a seed) is played once per seat, and the bots move one seat further each time, so no bot profits from a
good seat or a good deal. Deal k (from 0) has the seed S + k. --games is rounded up to whole deals, and the seating
order is drawn at random for each deal. With more bots than seats, all line-ups take turns, each on its own deals;
all have played equally often once the number of games is the number of line-ups times the number of seats.
The number of processes or machines affects only the running time.

A shared win is divided among the winners. Intervals contain the true value with 95% confidence; they account for the
correlation of games on the same deal. Ratings are openskill's, and 25 is average: they compare bots that met
different opponents. Times are those of the bots alone: the mean per move, and the slowest move.

A bot that fails, chooses an illegal action, exceeds --time-limit or ends its process loses its game: all its seats
share the last place, and the others share the first. Such faults are counted, and the exit code is 1.

--until-sure ends the match as soon as it is certain that the first bot wins more or less than its fair share, and
after --games at the latest. The result may be checked at any time: the test is wrong in at most 5 of 100 cases, and
the intervals in the table are wider, because they are valid at all times at once.

Name a bot of your own by its module and class (my_bots:Careful); modules are also searched in the current folder.
Parameters follow, each after a colon (my_bots:Careful:depth=2). See docs/bots.md.

examples:
  regnum arena brian_boru --bots greedy,random,random,random --games 200
  regnum arena khan --bots greedy,random,random --until-sure --games 3000
  regnum arena khan --bots my_bots:Careful:depth=2,my_bots:Careful:depth=3,greedy,random,random --output khan.jsonl
  regnum arena khan --bots my_bots:Careful:depth=2,my_bots:Careful:depth=3,greedy,random,random --resume khan.jsonl
  regnum arena khan --bots greedy,random,random --games 3000 --data khan/
"""


def add(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(NAME, help="compare bots", description=__doc__, epilog=EPILOG)
    add_game(parser)
    parser.add_argument("--bots", metavar="A,B,...", required=True, help="one bot per seat, or more")
    parser.add_argument(
        "--players",
        metavar="N",
        type=arguments.positive_number,
        help="seats at the table (default: one per bot, else 4)",
    )
    parser.add_argument(
        "--games", metavar="K", type=arguments.positive_number, default=100, help="number of games (default: 100)"
    )
    parser.add_argument("--until-sure", action="store_true", help="stop once the first bot is clearly better or worse")
    add_machines(parser)
    add_time_limit(parser)
    parser.add_argument(
        "--seed", metavar="S", type=arguments.seed, default=0, help="seed of the first deal (default: 0)"
    )
    file = parser.add_mutually_exclusive_group()
    file.add_argument("--output", metavar="FILE", help="write each result to this new file as soon as its game ends")
    file.add_argument("--resume", metavar="FILE", help="continue the match in this file: play the missing games")
    add_data(parser)
    add_options(parser)
    add_facts(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the match, show its results, and return the exit code."""
    check_data(args)
    match = read_match(args)
    begin = perf_counter()
    with arguments.raise_usage_errors():
        sequential_test = SequentialTest(match) if args.until_sure else None
    run_options = arguments.run_options(args, match.bots, match.games)
    try:
        games = (
            play_into_folder(args, match)
            if args.data is not None
            else play_match(args, match, run_options, sequential_test)
        )
    except RayUnavailableError as error:
        raise UsageError(f"--ray: {error}") from None
    except (MatchInterruptedError, LostGameError) as error:
        path = args.output or args.resume
        hint = f"; continue with regnum arena --resume {path}" if path else ""
        sys.stderr.write(f"regnum arena: {error}{hint}\n")
        return 1
    table = standings(match, games, args.until_sure)
    report = MatchReport(
        match, games, table, run_options, perf_counter() - begin, sequential_test, args.ray is not None
    )
    out = Output()
    if args.json:
        out.json(describe(report))
    else:
        if not can_rate():
            sys.stderr.write(f"{MISSING_OPENSKILL}\n")
        show(out, report)
    return 1 if report.faulty else 0


def play_match(
    args: argparse.Namespace, match: Match, run_options: RunOptions, sequential_test: SequentialTest | None
) -> list[GameResult]:
    """Play the match, with an optional result file, and return its games.

    Raises RayUnavailableError or LostGameError if that fails.
    """
    with result_file(args, match) as file:
        finished = (
            {number: result for number, result in file.finished_games.items() if number < match.games} if file else {}
        )
        missing = [number for number in range(match.games) if number not in finished]
        new_games = run_games(match, missing, run_options, False)
        if args.ray is not None:
            new_games = run_games_on_cluster(match, missing, args.ray, args.jobs, False, run_options.limit)
        return play(write_games(match, new_games, len(missing), file), finished, sequential_test)


def play_into_folder(args: argparse.Namespace, match: Match) -> list[GameResult]:
    """Play the match into a folder of Parquet files and return its games in order.

    Raises MatchInterruptedError if a process is lost.
    """
    if args.until_sure or args.output or args.resume:
        raise UsageError("--data cannot be combined with --until-sure, --output or --resume: choose one of them")
    return sorted(collect_games(args, folder_of(args, match)))


def read_match(args: argparse.Namespace) -> Match:
    """Return the match from the arguments; raises UsageError if they are invalid."""
    game = arguments.find_game(args.game)
    bots = arguments.read_seats(game, args.bots)
    with arguments.raise_usage_errors():
        return Match(game, bots, args.games, args.seed, arguments.read_options(args.options), args.players)


@contextmanager
def result_file(args: argparse.Namespace, match: Match) -> Iterator[ResultFile | None]:
    """Open the result file, or yield None if none is given; raises UsageError if that fails."""
    path = args.resume or args.output
    if path is None:
        yield None
        return
    option = "--resume" if args.resume else "--output"
    try:
        file = ResultFile(path, match, resume=option == "--resume")
    except FileExistsError:
        raise UsageError(f"--output {path}: already exists; continue it with --resume {path}") from None
    except OSError as error:
        raise UsageError(f"{option} {path}: {error.strerror}") from None
    except ValueError as error:
        raise UsageError(f"{option} {path}: {error}") from None
    with file:
        yield file


def write_games(match: Match, new_games: Games, total: int, file: ResultFile | None) -> Games:
    """Yield the games as they arrive, write them to the file, and update a progress bar."""
    with closing(new_games):
        for result in progress(new_games, match.games, f"{match.game.title}: games", match.games - total):
            if file is not None:
                file.add(result)
            yield result


def play(new_games: Games, finished: dict[int, GameResult], sequential_test: SequentialTest | None) -> list[GameResult]:
    """Return the games of a match in order, up to the one that makes `sequential_test` certain, if it is given."""
    games: list[GameResult] = []
    with closing(in_order(new_games, finished)) as all_games:
        for result in all_games:
            games.append(result)
            if sequential_test is not None and sequential_test.add_game(result):
                break
    return games
