"""Stores in a database."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from regnum.web.tables.store import TableStore
from tests.support.web.apps import run_in_thread

T = TypeVar("T")


def with_store(database: str, work: Callable[[TableStore], Awaitable[T]]) -> T:
    """Run work with a store in this database, which is upgraded to the current schema."""

    async def opened(store: TableStore) -> T:
        await store.open()
        return await work(store)

    return with_unopened_store(database, opened)


def with_unopened_store(database: str, work: Callable[[TableStore], Awaitable[T]]) -> T:
    """Run work with a store in this database, whose schema stays as it is."""

    async def run() -> T:
        store = TableStore(database)
        try:
            return await work(store)
        finally:
            await store.close()

    return run_in_thread(lambda: asyncio.run(run()))
