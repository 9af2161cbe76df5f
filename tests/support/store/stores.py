"""Stores in a database."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from regnum.web.tables.store import TableStore
from tests.support.web.apps import run_in_thread

T = TypeVar("T")


def with_store(database: str, work: Callable[[TableStore], Awaitable[T]]) -> T:
    """Run work with a store in this database."""

    async def run() -> T:
        store = TableStore(database)
        await store.open()
        try:
            return await work(store)
        finally:
            await store.close()

    return run_in_thread(lambda: asyncio.run(run()))
