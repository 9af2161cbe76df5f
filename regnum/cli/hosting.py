"""What the commands for whoever runs a server share: the packages of the web, and the store that is meant."""

import argparse
import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from regnum.cli.arguments import Parser, UsageError, checked

if TYPE_CHECKING:
    from regnum.web.store import Store

MISSING = "the table in the browser needs more packages ({}): pip install 'regnum[web]'"
T = TypeVar("T")


@contextmanager
def with_web() -> Iterator[None]:
    """Say what to install where packages of the web are missing."""
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
        help="where games are kept (default: REGNUM_DATABASE, else SQLite in the data folder)",
    )


def database_of(given: argparse.Namespace) -> str:
    """Return the URL of the database that is meant."""
    from regnum.web.settings import data_folder

    return given.database or os.environ.get("REGNUM_DATABASE") or f"sqlite:///{data_folder() / 'regnum.db'}"


def with_store(given: argparse.Namespace, work: "Callable[[Store], Awaitable[T]]") -> T:
    """Do something with the store that is meant, brought to today's shape; UsageError if it cannot be used."""
    from regnum.web.store import Busy, Store

    async def run() -> T:
        store = Store(database_of(given))
        try:
            await store.open()
            return await work(store)
        except Busy as busy:
            raise UsageError(f"the database {store.where} does not answer: {busy}") from None
        finally:
            await store.close()

    with checked():
        return asyncio.run(run())
