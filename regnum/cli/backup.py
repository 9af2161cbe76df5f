"""`regnum backup`: write all games of a server to one file, even while it is running."""

import argparse
from pathlib import Path

from regnum.cli.arguments import Parser, raise_usage_errors
from regnum.cli.hosting import add_database, with_database, with_web

NAME = "backup"
EPILOG = """\
The file can be restored to SQLite or PostgreSQL, with this version and later ones. It contains the links of all seats
and the key of the server (the file secret, or REGNUM_SECRET), with which people get their seats back: keep it as safe
as the data folder. It is written completely or not at all, and only its owner may read it. The database is not
changed, even if an older version created it.

examples:
  regnum backup games.backup
  regnum backup games.backup --database postgresql://regnum@127.0.0.1/regnum
"""


def add(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(NAME, help="write all games to a file", description=__doc__, epilog=EPILOG)
    parser.add_argument("file", metavar="FILE", type=Path, help="the file to write; an older backup is replaced")
    parser.add_argument("--without-key", action="store_true", help="leave out the key; keep it elsewhere")
    add_database(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the backup file."""
    with with_web():
        from regnum.web.server.backup import back_up
        from regnum.web.settings import data_folder, find_key
    with raise_usage_errors():
        key = "" if args.without_key else find_key()
    rows = with_database(
        args, lambda database: back_up(database, args.file, key, data_folder(), args.without_key), unopened=True
    )
    without = "WITHOUT the key, which people need to get their seats back"
    print(f"{args.file}: {rows} rows, {'with the key' if key else without}")
    return 0
