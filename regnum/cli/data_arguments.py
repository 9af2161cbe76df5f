"""`--data`: writing the games of a match to a folder of Parquet files, in many processes or on many machines."""

import argparse
from collections.abc import Iterator
from typing import Any, Final

from regnum.arena.game_runner import GameResult
from regnum.arena.match import Match
from regnum.arena.match_runner import LostGameError
from regnum.arena.ray_cluster import RayUnavailableError
from regnum.arena.shards import DEFAULT_SHARD_SIZE, ShardFolder
from regnum.cli import arguments
from regnum.cli.arguments import Parser, UsageError
from regnum.cli.output import progress

_MAX_SHARD_SIZE: Final = 100_000


class MatchInterruptedError(Exception):
    """Raised if a match is interrupted before all games are played; the message is one line."""


def add_data(parser: Parser) -> None:
    """Add the arguments for writing games as Parquet files."""
    parser.add_argument(
        "--data",
        metavar="DIR",
        help="write the games into this folder as Parquet, or continue: play the missing games (see docs/data.md)",
    )
    parser.add_argument(
        "--observe", action="store_true", help="with --data: also record observations and legal actions"
    )
    parser.add_argument(
        "--shard",
        metavar="K",
        type=arguments.whole_number(1, _MAX_SHARD_SIZE),
        help=f"with --data: number of games per file (default: {DEFAULT_SHARD_SIZE})",
    )


def add_machines(parser: Parser) -> None:
    """Add the arguments for parallel processes and machines."""
    parser.add_argument(
        "--jobs", metavar="J", type=arguments.whole_number(1, 256), help="processes (default: one per processor)"
    )
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        nargs="?",
        const="",
        help="play on the machines of a Ray cluster (without ADDRESS: the one that Ray finds, else this machine)",
    )


def check_data(args: argparse.Namespace, *needing: str) -> None:
    """Raise a UsageError if options that require --data, including those in `needing`, are given without it."""
    if args.data is None:
        for name in ("observe", "shard", *needing):
            if getattr(args, name) not in (None, False):
                raise UsageError(f"--{name} requires --data DIR")


def folder_of(args: argparse.Namespace, match: Match) -> ShardFolder:
    """Return the folder of --data; raises UsageError if it is not usable."""
    try:
        return ShardFolder(args.data, match, args.shard or DEFAULT_SHARD_SIZE, args.observe)
    except OSError as error:
        raise UsageError(f"--data {args.data}: {error.strerror}") from None
    except ValueError as error:
        raise UsageError(f"--data {args.data}: {error}") from None


def collect_games(args: argparse.Namespace, folder: ShardFolder) -> Iterator[GameResult]:
    """Yield the games of a folder, shard by shard: first the existing games, then newly played ones.

    Raises UsageError if Ray is unavailable or a file cannot be written, and MatchInterruptedError if a process is lost.
    """
    missing = folder.missing()
    for shard in range(folder.count):
        if shard not in missing:
            yield from folder.games_of(shard)
    run_options = arguments.run_options(args, folder.match.bots, max(len(missing), 1))
    shards = folder.play(missing, run_options, args.ray, args.jobs)
    try:
        for results in progress(
            shards, folder.count, f"{folder.match.game.title}: shards", folder.count - len(missing)
        ):
            yield from results
    except RayUnavailableError as error:
        raise UsageError(f"--ray: {error}") from None
    except OSError as error:
        raise UsageError(f"--data {args.data}: cannot write: {error.strerror}") from None
    except LostGameError as error:
        raise MatchInterruptedError(f"{error}; run the same command to continue") from None


def data_entry(folder: ShardFolder) -> dict[str, Any]:
    """Return the entry for the folder in JSON output."""
    return {"data": {"folder": str(folder.path), "shards": folder.count, "bytes": folder.bytes()}}
