"""`regnum serve`: run the server for playing in the browser."""

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from tempfile import TemporaryDirectory

from regnum.cli.arguments import Parser, add_facts, raise_usage_errors, whole_number
from regnum.cli.hosting import add_database, with_web

NAME = "serve"
MULTIPROCESS_DIR = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable that the Prometheus library reads when it is imported."""
EPILOG = """\
The server is reachable only from this machine unless --host says otherwise. Games are kept in an SQLite file in the
data folder (REGNUM_DATA in the environment, else the user's own data folder), or in the database given by --database.
Links for friends begin with the address at which the page was opened, or with --origin (REGNUM_ORIGIN). Behind a
reverse proxy, give its address as seen from this machine with --proxy (REGNUM_PROXY); only then are its headers about
clients trusted.

examples:
  regnum serve                               http://127.0.0.1:8000/
  regnum serve --port 8080 --open            another port; opens the page
  regnum serve --host 0.0.0.0                for everyone on the same network
  regnum serve --origin https://games.example --proxy 127.0.0.1   behind a reverse proxy; links use that address
  regnum serve --database sqlite:///games.db
  regnum serve --workers 4 --database postgresql://regnum@127.0.0.1/regnum   four processes, as one server
"""


def add(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(NAME, help="open the table in the browser", description=__doc__, epilog=EPILOG)
    parser.add_argument("--host", metavar="H", default="127.0.0.1", help="address to listen on (default: 127.0.0.1)")
    parser.add_argument(
        "--port", metavar="P", type=whole_number(0, 65535), default=8000, help="port (default: 8000; 0: any free one)"
    )
    add_database(parser)
    parser.add_argument("--origin", metavar="URL", help="address at the beginning of links for friends")
    parser.add_argument("--proxy", metavar="A", help="addresses of reverse proxies (default: none)")
    parser.add_argument(
        "--workers", metavar="N", type=whole_number(1, 64), default=1, help="processes that share the work (default: 1)"
    )
    parser.add_argument(
        "--new-key",
        action="store_true",
        help="create a new key if that of existing tables is lost; guests then need new links to their seats",
    )
    parser.add_argument("--open", action="store_true", help="open the page in a browser")
    add_facts(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the server until the process is stopped."""
    with shared_metrics_folder() if args.workers > 1 else nullcontext():
        with with_web():
            from regnum.web.server.run import serve
        with raise_usage_errors():
            serve(
                args.host,
                args.port,
                args.database,
                args.open,
                args.origin,
                args.workers,
                args.proxy,
                args.new_key,
            )
    return 0


@contextmanager
def shared_metrics_folder() -> Iterator[None]:
    """Provide a temporary folder in which several processes share their Prometheus counters."""
    with TemporaryDirectory() as folder:
        os.environ[MULTIPROCESS_DIR] = folder
        try:
            yield
        finally:
            del os.environ[MULTIPROCESS_DIR]
