"""A query that concurrent calls with the same key share."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final, Generic, TypeVar

T = TypeVar("T")


class SingleFlight(Generic[T]):
    """An asynchronous query by key, which runs at most once at a time for each key."""

    def __init__(self, query: Callable[[str], Coroutine[Any, Any, T]]) -> None:
        self._query: Final = query
        self._running: Final[dict[str, asyncio.Task[T]]] = {}

    async def __call__(self, key: str) -> T:
        """Return the result of the query, or raise its error. A cancelled caller does not stop the query."""
        task = self._running.get(key)
        if task is None:
            task = self._running[key] = asyncio.create_task(self._query(key))
            task.add_done_callback(lambda _: self._running.pop(key, None))
        return await asyncio.shield(task)
