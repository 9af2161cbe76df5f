"""Workers of bots that outlive the application which started them: the next one need not wait for a new process."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, Final, ParamSpec, TypeVar

from regnum.web import thinking

P = ParamSpec("P")
T = TypeVar("T")

START: Final = thinking._new_pool
_IDLE: Final[dict[tuple[int, int], list[Executor]]] = {}


class Lent(Executor):
    """A worker, until its borrower shuts it down. One that still thinks then, or has died, is not lent again."""

    def __init__(self, number: int, modest: int) -> None:
        self._idle: Final = _IDLE.setdefault((number, modest), [])
        self._pool: Final = self._idle.pop() if self._idle else START(number, modest)
        self._undone: Final[set[Future[Any]]] = set()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **more: P.kwargs) -> Future[T]:
        future = self._pool.submit(fn, *args, **more)
        self._undone.add(future)
        future.add_done_callback(self._undone.discard)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        if not self._undone and not getattr(self._pool, "_broken", False):
            self._idle.append(self._pool)
            return
        processes = list((getattr(self._pool, "_processes", None) or {}).values())
        self._pool.shutdown(wait, cancel_futures=cancel_futures)
        for process in processes:
            process.terminate()


def end_idle() -> None:
    """End all that nobody has borrowed."""
    while _IDLE:
        for pool in _IDLE.popitem()[1]:
            pool.shutdown()
