"""Starts child processes that leave the handling of Ctrl-C to their parent."""

import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager
from multiprocessing import resource_tracker


@contextmanager
def ignoring_interrupts() -> Generator[None]:
    """Make child processes started in the block ignore Ctrl-C. This process handles it after the block."""
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    resource_tracker.ensure_running()  # if started later, with the first process, it would unblock Ctrl-C
    with _delaying_interrupts():
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)


@contextmanager
def _delaying_interrupts() -> Generator[None]:
    """Delay the handling of Ctrl-C to the end of the block, even if a thread that does not block it receives it."""
    if threading.current_thread() is not threading.main_thread():  # only the main thread runs signal handlers
        yield
        return
    interrupts: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, _: interrupts.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler or signal.SIG_DFL)
        if interrupts:
            signal.raise_signal(signal.SIGINT)
