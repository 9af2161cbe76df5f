"""Stores in a database."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from regnum.web.db.upgrade import UpgradableDatabase
from regnum.web.db.urls import database_at
from regnum.web.tables.store import TableStore
from tests.support.web.apps import run_in_thread

T = TypeVar("T")


def store_at(database: str) -> TableStore:
    """Return the store in a database that exists already; close `store.database` after use."""
    return TableStore(database_at(database))


async def open_store(database: str) -> TableStore:
    """Return the store in a database, which is upgraded first; close `store.database` after use."""
    upgradable = UpgradableDatabase(database)
    await upgradable.open()
    return TableStore(upgradable.database)


def with_store(database: str, work: Callable[[TableStore], Awaitable[T]]) -> T:
    """Run work with a store in this database, which is upgraded to the current schema."""

    async def opened(upgradable: UpgradableDatabase) -> T:
        await upgradable.open()
        return await work(TableStore(upgradable.database))

    return with_unopened_database(database, opened)


def with_unopened_database(database: str, work: Callable[[UpgradableDatabase], Awaitable[T]]) -> T:
    """Run work with a database, whose schema stays as it is."""

    async def run() -> T:
        upgradable = UpgradableDatabase(database)
        try:
            return await work(upgradable)
        finally:
            await upgradable.close()

    return run_in_thread(lambda: asyncio.run(run()))
