"""`regnum report`: statistics of many games, as a page with charts and as JSON."""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from regnum.arena.game_runner import GameResult, record_of
from regnum.arena.match import Match
from regnum.arena.match_runner import LostGameError, run_match
from regnum.arena.report import GameStats, figures, game_stats
from regnum.cli import arguments
from regnum.cli.arguments import Parser, UsageError, add_facts, add_game, add_options, add_time_limit
from regnum.cli.hosting import with_web
from regnum.cli.output import Output, progress
from regnum.cli.standings import write_faults
from regnum.core.atomic_files import check_writable, save_whole
from regnum.core.game import Game
from regnum.core.record.record import Record
from regnum.core.text.ledger import LANGUAGES

NAME = "report"
BOT_ALIASES = {"steady": "greedy"}
"""The names of bots on web tables that differ from the bots' own names."""
EPILOG = """\
It covers seats, points and their sources, lengths, and game-specific counts: leaders, cards, tiles. For a folder, all
its *.jsonl files are read. Without records, bots play: the same command gives the same report everywhere, and each
deal is played from all seats, so the number of games is rounded up. The page is self-contained; the figures are in a
file of the same name that ends in .json. A game that a bot loses because of a fault (see regnum arena) counts for the
bots only, and the exit code is 1.

examples:
  regnum report khan records/ one-more.jsonl
  regnum report rurik --games 200 --players 3 --bots steady --out rurik.html
  regnum report brian_boru --games 40 --bots steady,gentle,random --lang uk
"""


def add(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(NAME, help="statistics of many games", description=__doc__, epilog=EPILOG)
    add_game(parser)
    parser.add_argument("files", metavar="FILE", nargs="*", help="records, or folders of records (default: bots play)")
    parser.add_argument(
        "--games", metavar="K", type=arguments.positive_number, help="number of games that bots play (default: 20)"
    )
    parser.add_argument(
        "--players", metavar="N", type=arguments.positive_number, help="number of players (default: one per bot, or 4)"
    )
    parser.add_argument(
        "--bots", metavar="BOT,...", help="the bots; if too few, each plays several seats (default: steady)"
    )
    parser.add_argument("--seed", metavar="S", type=arguments.seed, help="seed of the first deal (default: 0)")
    parser.add_argument(
        "--jobs", metavar="J", type=arguments.whole_number(1, 256), help="processes (default: one per processor)"
    )
    add_time_limit(parser)
    add_options(parser)
    parser.add_argument("--out", metavar="FILE", help="page to write (default: report-GAME.html)")
    parser.add_argument(
        "--lang", "--language", choices=LANGUAGES, help="language of the page (default: see regnum rules)"
    )
    add_facts(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the report; return 1 if any game is faulty, or 0 otherwise."""
    game = arguments.find_game(args.game)
    out = Path(args.out or f"report-{game.id}.html")
    if out.suffix != ".html":
        raise UsageError(f"--out {out}: the page's name must end in .html")
    try:
        check_writable(out, is_ours=_is_page)
        check_writable(out.with_suffix(".json"), is_ours=_are_figures)
    except OSError as error:
        raise UsageError(f"{error.filename}: cannot be written: {error.strerror}") from None
    with with_web():
        from regnum.web.stats.report_page import page
    excluded: list[Path] = []
    all_results: list[GameResult] = []
    all_games = list(
        _stats_of_records(game, args, excluded) if args.files else _stats_of_bot_games(game, args, all_results)
    )
    faulty = [result for result in all_results if result.fault]
    if not all_games:
        reason = (
            f"broken: {faulty[0].fault}"
            if faulty
            else "all of these games continue from a position, so they do not count"
        )
        raise UsageError(reason)
    statistics = figures(game.id, all_games, [result for result in faulty if result.at_fault is not None])
    try:
        save_whole(out, page(game, statistics, arguments.language(args.lang)).encode(), _is_page)
        figures_json = f"{json.dumps(statistics, ensure_ascii=False, indent=2)}\n".encode()
        save_whole(out.with_suffix(".json"), figures_json, _are_figures)
    except OSError as error:
        raise UsageError(f"--out {out}: cannot be written: {error.strerror}") from None
    left_out = f" ({len(excluded)} that continue from a position do not count)" if excluded else ""
    output = Output()
    output.line(f"{len(all_games)} games{left_out}: {out}, {out.with_suffix('.json')}")
    write_faults(output, all_results)
    return 1 if faulty else 0


def _is_page(head: bytes) -> bool:
    return head.lstrip().startswith(b"<!doctype html>") and b"Regnum</title>" in head


def _are_figures(head: bytes) -> bool:
    return head.startswith(b'{\n  "game":')


def _stats_of_records(game: Game, args: argparse.Namespace, excluded: list[Path]) -> Iterator[GameStats]:
    """Yield the statistics of records; raises UsageError for a record that is invalid or of another game.

    Records that begin at a position are added to `excluded` instead.
    """
    for name in ("games", "players", "bots", "seed", "jobs"):
        if getattr(args, name) is not None:
            raise UsageError(f"--{name} is for games that bots play, not for records")
    if args.options:
        raise UsageError("-o is for games that bots play, not for records")
    paths = list(_paths(args.files))
    for path in progress(paths, len(paths), f"{game.title}: records"):
        try:
            record = Record.load(path)
        except OSError as error:
            raise UsageError(f"{path}: {error.strerror}") from None
        except ValueError as error:
            raise UsageError(str(error)) from None
        if record.game.id != game.id:
            raise UsageError(f"{path}: a record of {record.game.id}, not of {game.id}")
        if record.start is not None:
            excluded.append(path)
            continue
        try:
            yield game_stats(record)
        except ValueError as error:
            raise UsageError(f"{path}: {error}") from None


def _paths(files: Sequence[str]) -> Iterator[Path]:
    for name in files:
        path = Path(name)
        if not path.is_dir():
            yield path
            continue
        inside = sorted(path.glob("*.jsonl"))
        if not inside:
            raise UsageError(f"{name}: no *.jsonl in this folder")
        yield from inside


def _stats_of_bot_games(game: Game, args: argparse.Namespace, results: list[GameResult]) -> Iterator[GameStats]:
    """Play games between bots and yield the statistics of those without faults; all games are added to `results`."""
    names = [BOT_ALIASES.get(name.strip(), name.strip()) for name in (args.bots or "steady").split(",")]
    bots = arguments.read_seats(game, ",".join(names))
    players = args.players or arguments.count_players(game, None, bots if len(bots) > 1 else None)
    if len(bots) > players:
        raise UsageError(f"--bots names {len(bots)} for {players} players")
    seats = [bots[at % len(bots)] for at in range(players)]
    seed = args.seed or 0
    options = arguments.check_setup(game, players, seed, arguments.read_options(args.options))
    with arguments.raise_usage_errors():
        match = Match(game, seats, args.games or 20, seed, options, players)
    run_options = arguments.run_options(args, match.bots, match.games)
    games = run_match(match, run_options.jobs, True, run_options.limit, run_options.supervised)
    try:
        for result in progress(games, match.games, f"{game.title}: games"):
            results.append(result._replace(entries=()))
            if not result.fault:
                yield game_stats(record_of(game, result, match.options), result.seats)
    except LostGameError as error:
        raise UsageError(str(error)) from None
