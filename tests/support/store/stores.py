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
    """Run work with a store in this database."""

    async def run() -> T:
        store = await open_store(database)
        try:
            return await work(store)
        finally:
            await store.database.close()

    return run_in_thread(lambda: asyncio.run(run()))
