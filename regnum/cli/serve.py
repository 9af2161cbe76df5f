"""`regnum serve`: the table in the browser."""

import argparse

from regnum.cli.arguments import Parser, UsageError, whole_number

NAME = "serve"
MISSING = "the table in the browser needs more packages ({}): pip install 'regnum[web]'"
EPILOG = """\
The server is for this machine alone unless --host says otherwise. Games are kept in an SQLite file in the data folder
(REGNUM_DATA in the environment, else the user's own data folder), or in the database that --database names.
Links for friends begin with the address by which the page was opened, or with --origin (REGNUM_ORIGIN).

examples:
  regnum serve                               http://127.0.0.1:8000/
  regnum serve --port 8080 --open            another port; opens the page
  regnum serve --host 0.0.0.0                for everybody in the same network
  regnum serve --origin https://games.example   behind a web server; links for friends begin so
  regnum serve --database sqlite:///games.db
"""


def add(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(NAME, help="open the table in the browser", description=__doc__, epilog=EPILOG)
    parser.add_argument("--host", metavar="H", default="127.0.0.1", help="address to listen on (default: 127.0.0.1)")
    parser.add_argument(
        "--port", metavar="P", type=whole_number(0, 65535), default=8000, help="port (default: 8000; 0: any free one)"
    )
    parser.add_argument("--database", metavar="URL", help="where games are kept (default: SQLite in the data folder)")
    parser.add_argument("--origin", metavar="URL", help="address with which links for friends begin")
    parser.add_argument("--open", action="store_true", help="open the page in a browser")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Serve until the process is told to end."""
    try:
        from regnum.web import CannotServe, serve
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "regnum":
            raise
        raise UsageError(MISSING.format(error.name)) from None
    try:
        serve(given.host, given.port, given.database, given.open, given.origin)
    except CannotServe as error:
        raise UsageError(str(error)) from None
    return 0
