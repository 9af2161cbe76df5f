"""Callers that ask the same at the same time share one query."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final, Generic, TypeVar

T = TypeVar("T")


class SingleFlight(Generic[T]):
    """A query by key of which only one per key is under way."""

    def __init__(self, query: Callable[[str], Coroutine[Any, Any, T]]) -> None:
        self._query: Final = query
        self._running: Final[dict[str, asyncio.Task[T]]] = {}

    async def __call__(self, key: str) -> T:
        """Return what the query returns, or raise what it raises. A caller who gives up does not stop it."""
        task = self._running.get(key)
        if task is None:
            task = self._running[key] = asyncio.create_task(self._query(key))
            task.add_done_callback(lambda _: self._running.pop(key, None))
        return await asyncio.shield(task)
