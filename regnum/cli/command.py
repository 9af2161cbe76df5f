"""The `regnum` command as a whole: its parser, and the handling of errors in a run."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from regnum import __version__
from regnum.cli import (
    accounts,
    arena,
    backup,
    bench,
    doctor,
    facts,
    games,
    play,
    ratings,
    replay,
    report,
    restore,
    rules,
    serve,
    simulate,
)
from regnum.cli.arguments import Parser, UsageError, load_games, one_line
from regnum.cli.output import use_any_text

COMMANDS = (
    games,
    serve,
    play,
    simulate,
    replay,
    arena,
    bench,
    report,
    rules,
    facts,
    backup,
    restore,
    doctor,
    accounts,
    ratings,
)
WRONG, USAGE, INTERRUPTED = 1, 2, 130

DESCRIPTION = (
    "Four area-majority board games, following their rulebooks exactly: play them, simulate them, look up their rules."
)
EPILOG = """\
examples:
  regnum games                                     list the games and their options
  regnum serve --open                              the table in the browser
  regnum play brian_boru --seats human,greedy,greedy
  regnum simulate brian_boru --players 4 --games 100 --seed 7 --json
  regnum rules brian_boru --coverage
  regnum facts khan                                facts you may correct, for --facts

exit codes:
  0  done
  1  the run found something wrong (a record that does not verify, a clause without a test, a broken game)
  2  bad arguments; one line on standard error says which
"""


def parser() -> Parser:
    """Return the parser of the whole command."""
    top = Parser(prog="regnum", description=DESCRIPTION, epilog=EPILOG)
    top.add_argument("--version", action="version", version=f"regnum {__version__}")
    commands = top.add_subparsers(metavar="COMMAND", dest="command", title="commands", parser_class=Parser)
    for module in COMMANDS:
        module.add(commands)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    is_closed = sys.stdout is None
    use_any_text()
    top = parser()
    command = ""
    try:
        try:
            args = top.parse_args(arguments)
            command = args.command
            load_games(getattr(args, "facts", None))
            if args.command is None:
                top.error(f"choose a command: {', '.join(module.NAME for module in COMMANDS)}")
            code = int(args.run(args))
        finally:
            sys.stdout.flush()
        if is_closed and command != serve.NAME:
            raise UsageError("standard output is closed: the output is lost")
    except UsageError as error:
        sys.stderr.write(f"regnum {command}: {one_line(str(error))}\n")
        return USAGE
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has closed the pipe, as `| head` does. Discard the rest of the buffer.
        _drop_output()
        return 0
    except OSError as error:
        try:
            sys.stdout.flush()
        except OSError:
            _drop_output()
        prefix = f"{error.filename}: " if error.filename else ""
        sys.stderr.write(f"{f'regnum {command}'.strip()}: {one_line(f'{prefix}{error.strerror or error}')}\n")
        return USAGE
    return code


def _drop_output() -> None:
    """Discard the rest of the buffer, which Python would try to write again at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
