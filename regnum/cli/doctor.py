"""`regnum doctor`: check a server's settings, data folder, database and games. It changes nothing."""

import argparse
import asyncio

from regnum.cli.arguments import Parser, one_line
from regnum.cli.hosting import add_database, with_web

NAME = "doctor"
EPILOG = """\
Every game is replayed, so this takes a while if there are many. You may run it while the server is running, and with a
new version before an upgrade: an older database is checked in a copy (in TMPDIR), so you see which games would not
continue.

examples:
  regnum doctor
  REGNUM_DATA=/var/lib/regnum regnum doctor

exit codes: 0 no problems, 1 problems found; each line that begins with "wrong" says how to fix it.
"""


def add(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(NAME, help="check a server's data for problems", description=__doc__, epilog=EPILOG)
    add_database(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print all findings; return 1 if something is wrong, or 0 otherwise."""
    with with_web():
        from regnum.web.server.doctor import check_folder, check_settings, check_store
        from regnum.web.settings import database_url
    findings = [*check_settings(), *check_folder(), *asyncio.run(check_store(database_url(args.database)))]
    for finding in findings:
        print(
            f"{finding.severity:5}  "
            + one_line(finding.description + (f": {finding.advice}" if finding.advice else ""))
        )
    return 1 if any(finding.severity == "wrong" for finding in findings) else 0
