"""Reading and checking command-line arguments: each error is one line that says what is wrong and what is allowed."""

import argparse
import math
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from typing import TYPE_CHECKING, NoReturn

import regnum
from regnum.arena.game_runner import DECISION_TIME_LIMIT
from regnum.arena.match_runner import RunOptions
from regnum.core.facts.active import FACTS_VARIABLE, WrongFactsError, load_facts, use_facts
from regnum.core.facts.corrections import Facts
from regnum.core.game import Game
from regnum.core.rules.option import Options
from regnum.core.rules.rng import SEED_LIMIT
from regnum.core.text.ledger import LANGUAGES
from regnum.players import make_player, player_names
from regnum.players.characters import check_characters
from regnum.players.player import split_name

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

HUMAN = "human"


class UsageError(Exception):
    """Invalid arguments, described in one line."""


@contextmanager
def raise_usage_errors() -> Iterator[None]:
    """Turn a ValueError about the arguments into a UsageError."""
    try:
        yield
    except ValueError as error:
        raise UsageError(str(error)) from None


class Parser(argparse.ArgumentParser):
    """A parser with one-line error messages, which preserves the line breaks of its help texts."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        kwargs.setdefault("allow_abbrev", False)
        kwargs.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # handed on as they come

    def _print_message(self, message: str, file: "SupportsWrite[str] | None" = None) -> None:
        """Write the help or version, without ignoring output errors as argparse does."""
        if message:
            (file or sys.stderr).write(message)

    def error(self, message: str) -> NoReturn:
        """Print the error and how to get help, in one line, and exit with code 2."""
        sys.stderr.write(f"{self.prog}: {one_line(message)} (see {self.prog} --help)\n")
        raise SystemExit(2)


def one_line(text: str) -> str:
    """Return a text as one line of printable characters."""
    return "".join(letter if letter.isprintable() else " " for letter in " ".join(text.split()))


def whole_number(low: int, high: int, limit: str = "") -> Callable[[str], int]:
    """Return a parser of whole numbers from `low` to `high`, as an argparse type; `limit`: `high` in messages."""

    def read(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,30}", text) or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {low} to {limit or high}")
        return int(text)

    return read


def seconds(text: str) -> float | None:
    """Return a number of seconds, or None for 0; an argparse type."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not math.isfinite(number) or number < 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds")
    return number or None


seed = whole_number(0, SEED_LIMIT - 1, "2**64 - 1")
positive_number = whole_number(1, 10**9)


def load_games(facts: str | None = None) -> None:
    """Load the games named in the environment (REGNUM_ADD_GAMES), and any corrected facts.

    `facts`: the file to use instead of REGNUM_FACTS. Raises UsageError for a missing game or invalid facts.
    """
    try:
        if facts is None:
            load_facts()
        else:
            use_facts(facts)
    except WrongFactsError as error:
        raise UsageError(f"{FACTS_VARIABLE if facts is None else '--facts'} {error}") from None
    with raise_usage_errors():
        regnum.games()


def find_game(name: str) -> Game:
    """Return the game with this id; raises UsageError for an unknown one."""
    with raise_usage_errors():
        return regnum.game(name)


def facts_entry(game: Game) -> dict[str, Facts]:
    """Return the entry for corrected facts in JSON output, or {} without corrections."""
    return {"facts": game.facts} if game.facts else {}


def read_options(texts: Sequence[str]) -> dict[str, str]:
    """Return the `-o option=value` arguments by name; raises UsageError for an invalid or repeated one."""
    options: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise UsageError(f"option {text!r} is not of the form option=value")
        if name in options:
            raise UsageError(f"option {name!r} is given twice")
        options[name] = value
    return options


def check_setup(game: Game, players: int, seed: int | None, options: Mapping[str, str]) -> Options:
    """Return all options of a game; raises UsageError for an invalid count, seed or option."""
    with raise_usage_errors():
        return game.read_setup(players, seed, options)


def read_seats(game: Game, text: str, extra_names: Sequence[str] = ()) -> list[str]:
    """Return the names in a comma-separated list: bots, custom ones as module:Class, and those in `extra_names`.

    Raises UsageError for any other name. Modules are also searched in the current folder.
    """
    allowed = [*extra_names, *player_names()]
    seats = [name.strip() for name in text.split(",")]
    for name in seats:
        if ":" in name:
            if os.getcwd() not in sys.path:
                sys.path.append(os.getcwd())
            with raise_usage_errors():
                make_player(name, 0)
        elif name not in allowed:
            available = f"{', '.join(allowed)}, and your own bots as module:Class"
            raise UsageError(f"unknown player {name!r}; available: {available}{did_you_mean(name, allowed)}")
    with raise_usage_errors():
        check_characters(game, seats)
    return seats


def count_players(game: Game, players: int | None, seats: Sequence[str] | None) -> int:
    """Return the number of players: as given, else the number of seats, else four, or the game's minimum.

    Raises UsageError if `players` and `seats` disagree.
    """
    if players is not None and seats is not None and len(seats) != players:
        raise UsageError(f"--seats names {len(seats)} players and --players says {players}: one name per player")
    if players is not None:
        return players
    if seats is not None:
        return len(seats)
    return 4 if 4 in game.player_counts else game.player_counts[0]


def language(value: str | None) -> str:
    """Return the given language, else that of the environment (LC_ALL, LC_MESSAGES, LANG), else English."""
    if value is not None:
        return value
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            return value[:2] if value[:2] in LANGUAGES and not value[2:3].isalpha() else "en"
    return "en"


def did_you_mean(wrong: str, allowed: Iterable[str]) -> str:
    """Return a suggestion to append to a message, or "" if no allowed word is similar."""
    similar = get_close_matches(wrong, list(allowed), 1)
    return f"; did you mean {similar[0]}?" if similar else ""


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add the argument for the game."""
    parser.add_argument("game", metavar="GAME", help="the id of a game (see: regnum games)")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the argument for the game's options."""
    parser.add_argument(
        "-o",
        metavar="option=value",
        dest="options",
        action="append",
        default=[],
        help="set an option of the game; may be given several times (see: regnum games)",
    )


def add_facts(parser: argparse.ArgumentParser) -> None:
    """Add the argument for corrected facts."""
    parser.add_argument(
        "--facts", metavar="FILE", help="corrected facts, in this TOML file (default: REGNUM_FACTS; see regnum facts)"
    )


def add_time_limit(parser: argparse.ArgumentParser) -> None:
    """Add the argument for the time limit of bots."""
    parser.add_argument(
        "--time-limit",
        metavar="SECONDS",
        type=seconds,
        default=DECISION_TIME_LIMIT,
        help="a bot that takes longer than this for a decision loses its game "
        f"(default: {DECISION_TIME_LIMIT:g}; 0: no limit)",
    )


def run_options(args: argparse.Namespace, bots: Iterable[str], max_jobs: int) -> RunOptions:
    """Return how to run a match of these bots, with at most `max_jobs` processes; custom bots are always supervised."""
    jobs = min(args.jobs or os.cpu_count() or 1, max_jobs)
    return RunOptions(jobs, args.time_limit, any(":" in split_name(bot)[0] for bot in bots))


def add_language(parser: argparse.ArgumentParser, content: str) -> None:
    """Add the argument for the language."""
    parser.add_argument(
        "--lang", choices=LANGUAGES, help=f"language of {content} (default: that of the environment, else en)"
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add the argument for output as JSON."""
    parser.add_argument("--json", action="store_true", help="print one JSON value instead of text")
