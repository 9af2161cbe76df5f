"""`regnum restore`: restore the games of a backup to a server's store, even while it is running."""

import argparse
import os
from pathlib import Path

from regnum.cli.arguments import Parser, raise_usage_errors
from regnum.cli.hosting import add_database, with_database, with_web

NAME = "restore"
EPILOG = """\
The file is read and checked first; then everything is restored, or nothing. If tables already exist, this requires
--replace: the backup then replaces all existing data. The key of the backup becomes the file secret in the data folder
(REGNUM_DATA), which is created if missing; an existing key is kept next to it as secret-DATE.

examples:
  regnum restore games.backup
  regnum restore games.backup --replace --database postgresql://regnum@127.0.0.1/regnum
"""


def add(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(NAME, help="restore the games of a backup", description=__doc__, epilog=EPILOG)
    parser.add_argument("file", metavar="FILE", type=Path, help="a file written by regnum backup")
    parser.add_argument("--replace", action="store_true", help="replace all existing tables; they are lost")
    add_database(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Restore the backup."""
    with with_web():
        from regnum.web.server.backup import restore
        from regnum.web.settings import data_folder, make_data_folder
    with raise_usage_errors():
        make_data_folder(data_folder())
    restored = with_database(args, lambda database: restore(database, args.file, args.replace, data_folder()))
    print(f"{args.file}: {restored.rows} rows restored, {key_message(restored.key)}")
    return 0


def key_message(key: str) -> str:
    """Return a message about the key of a backup; `key`: "none", "new", or another value for the existing key."""
    from regnum.web.settings import data_folder

    path = data_folder() / "secret"
    secret = os.environ.get("REGNUM_SECRET")
    if key == "none":
        return "without a key: people get their seats back only with the key of the server that was backed up"
    if secret and secret != path.read_text(encoding="ascii").strip():
        return f"but REGNUM_SECRET is a different key: start the server with the one in {path}"
    return f"the key is in {path}" + (": restart the server if it runs" if key == "new" else "")
