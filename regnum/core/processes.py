"""Child processes that work for this one."""

import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager
from multiprocessing import resource_tracker


@contextmanager
def deaf_to_interrupts() -> Generator[None]:
    """Start child processes that ignore Ctrl-C. This process handles it after their start and ends them in order."""
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    resource_tracker.ensure_running()  # if started with the first process, it would unblock Ctrl-C
    with _interrupts_delayed():
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)


@contextmanager
def _interrupts_delayed() -> Generator[None]:
    """Handle Ctrl-C at the end of the block: another thread, which blocks no signals, may receive it earlier."""
    if threading.current_thread() is not threading.main_thread():  # which alone runs the handlers of signals
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
