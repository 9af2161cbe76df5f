"""`regnum doctor`: what is wrong with a server's settings, data folder, database and games. It changes nothing."""

import argparse
import asyncio

from regnum.cli.arguments import Parser, one_line
from regnum.cli.hosting import add_database, with_web

NAME = "doctor"
EPILOG = """\
Every game is replayed, so with many it takes a while. It may be run while the server runs, and by a new version before
an upgrade: a database of an older one is looked at in a copy (in TMPDIR), so it is said what would not go on.

examples:
  regnum doctor
  REGNUM_DATA=/var/lib/regnum regnum doctor

exit codes: 0 nothing is wrong, 1 something is; each line that begins with "wrong" says what to do.
"""


def add(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(NAME, help="what is wrong with a server's data", description=__doc__, epilog=EPILOG)
    add_database(parser)
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Print all findings."""
    with with_web():
        from regnum.web.server.doctor import look_at_folder, look_at_settings, look_at_store
        from regnum.web.settings import database_url
    found = [*look_at_settings(), *look_at_folder(), *asyncio.run(look_at_store(database_url(given.database)))]
    for finding in found:
        print(f"{finding.how:5}  " + one_line(finding.what + (f": {finding.todo}" if finding.todo else "")))
    return 1 if any(finding.how == "wrong" for finding in found) else 0
