"""`regnum restore`: put the games of a backup back into a server's store, while it runs or not."""

import argparse
from pathlib import Path

from regnum.cli.arguments import Parser
from regnum.cli.hosting import add_database, with_store, with_web

NAME = "restore"
EPILOG = """\
The file is read and checked first; then everything is put back, or nothing. Where there are tables already, that needs
--replace: it puts the backup in the place of everything that is there.

examples:
  regnum restore games.backup
  regnum restore games.backup --replace --database postgresql://regnum@127.0.0.1/regnum
"""


def add(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(NAME, help="put the games of a backup back", description=__doc__, epilog=EPILOG)
    parser.add_argument("file", metavar="FILE", type=Path, help="a file written by regnum backup")
    parser.add_argument("--replace", action="store_true", help="even if there are tables already: they are lost")
    add_database(parser)
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Put everything back."""
    with with_web():
        from regnum.web.backup import restore
    rows = with_store(given, lambda store: restore(store, given.file, given.replace))
    print(f"{given.file}: {rows} rows restored")
    return 0
