"""`regnum backup`: all games of a server in one file, while it runs."""

import argparse
from pathlib import Path

from regnum.cli.arguments import Parser
from regnum.cli.hosting import add_database, with_store, with_web

NAME = "backup"
EPILOG = """\
The file can be restored into SQLite or PostgreSQL, by this version and later ones. It holds the keys of all seats: keep
it as safe as the data folder. It is written whole or not at all.

examples:
  regnum backup games.backup
  regnum backup games.backup --database postgresql://regnum@127.0.0.1/regnum
"""


def add(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(NAME, help="write all games to a file", description=__doc__, epilog=EPILOG)
    parser.add_argument("file", metavar="FILE", type=Path, help="the file to write; one that is there is replaced")
    add_database(parser)
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Write the file."""
    with with_web():
        from regnum.web.backup import back_up
    rows = with_store(given, lambda store: back_up(store, given.file))
    print(f"{given.file}: {rows} rows")
    return 0
