"""Concurrent callers with the same question share one query."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final, Generic, TypeVar

T = TypeVar("T")


class SingleFlight(Generic[T]):
    """A query by key that runs at most once per key at a time."""

    def __init__(self, query: Callable[[str], Coroutine[Any, Any, T]]) -> None:
        self._query: Final = query
        self._running: Final[dict[str, asyncio.Task[T]]] = {}

    async def __call__(self, key: str) -> T:
        """Return or raise the query's result. A cancelled caller does not stop the query."""
        task = self._running.get(key)
        if task is None:
            task = self._running[key] = asyncio.create_task(self._query(key))
            task.add_done_callback(lambda _: self._running.pop(key, None))
        return await asyncio.shield(task)
