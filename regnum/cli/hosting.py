"""Helpers for the commands that need the server: the packages for the web, and the database in the arguments."""

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TypeVar

from regnum.cli.arguments import Parser, UsageError, raise_usage_errors

if TYPE_CHECKING:
    from regnum.web.db.upgrade import UpgradableDatabase

MISSING = "the table in the browser needs more packages ({}): pip install 'regnum[web]'"
T = TypeVar("T")


@contextmanager
def with_web() -> Iterator[None]:
    """Raise a UsageError with installation advice if packages for the web are missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "regnum":
            raise
        raise UsageError(MISSING.format(error.name)) from None


def add_database(parser: Parser) -> None:
    """Add the option that names the database."""
    parser.add_argument(
        "--database",
        metavar="URL",
        help="database with the games (default: REGNUM_DATABASE, else SQLite in the data folder)",
    )


def with_database(
    args: argparse.Namespace, work: "Callable[[UpgradableDatabase], Awaitable[T]]", unopened: bool = False
) -> T:
    """Run `work` with the database in the arguments and return its result.

    Raises UsageError if the database cannot be used. Unless `unopened` is true, the schema is upgraded first, after
    copying an older database.
    """
    from sqlalchemy.exc import SQLAlchemyError

    from regnum.web.db.upgrade import UpgradableDatabase
    from regnum.web.errors import BusyError
    from regnum.web.settings import data_folder, database_url, find_key

    async def run() -> T:
        key = ""
        with suppress(ValueError):  # the restore command may be about to replace a damaged key
            key = find_key()
        database = UpgradableDatabase(database_url(args.database), data_folder(), key)
        try:
            if not unopened:
                await database.open()
                for remark in database.messages:
                    print(f"regnum {args.command}: {remark}", file=sys.stderr)
            return await work(database)
        except (BusyError, SQLAlchemyError, FileNotFoundError) as error:
            raise UsageError(
                f"cannot use the database {database.location}: {database.database.reason(error)}"
            ) from None
        finally:
            await database.close()

    with raise_usage_errors():
        return asyncio.run(run())
