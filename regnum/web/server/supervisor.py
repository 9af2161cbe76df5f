"""Several server processes on one port: a parent starts them and restarts any that exits unexpectedly."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Final, NoReturn

STOP_TIMEOUT: Final = 10
"""Seconds that the servers have to stop before they are killed."""
MIN_RESTART_INTERVAL: Final = 1.0
"""The minimum number of seconds between two starts of the same server."""


def supervise(count: int, work: Callable[[bool], None], on_exit: Callable[[int], None] = lambda _: None) -> None:
    """Run `work` in `count` processes until this process is stopped.

    `work` gets True in the first process that is started, and False in all others. `on_exit` is called with the id of
    each process that has ended. The processes stop when this one ends. They are forked from it, so the caller must not
    have started threads.
    """
    Supervisor(count, work, on_exit).run()


class Supervisor:
    """The parent process of the servers."""

    def __init__(self, count: int, work: Callable[[bool], None], on_exit: Callable[[int], None]) -> None:
        self._count: Final = count
        self._on_exit: Final = on_exit
        self._work: Final = work
        self._children: Final[dict[int, float]] = {}
        """When each process was started, by its id."""
        self._lifeline, self._held = os.pipe()
        self._stopping = False

    def run(self) -> None:
        """Start all processes and restart any that ends, until stopped."""
        before = {number: signal.signal(number, self._stop) for number in (signal.SIGTERM, signal.SIGINT)}
        before[signal.SIGALRM] = signal.signal(signal.SIGALRM, self._kill)
        try:
            for number in range(self._count):
                self._start(first=number == 0)
            while self._children:
                self._await_child()
        finally:
            signal.alarm(0)
            for number, handler in before.items():
                signal.signal(number, handler)
            os.close(self._lifeline)
            os.close(self._held)

    def _start(self, first: bool = False) -> None:
        signals = (signal.SIGTERM, signal.SIGINT)
        signal.pthread_sigmask(signal.SIG_BLOCK, signals)  # they wait until the child has reset its handlers
        child = os.fork()
        if child == 0:
            for number in (*signals, signal.SIGALRM):
                signal.signal(number, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, signals)
            self._run_child(first)
        self._children[child] = time.monotonic()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, signals)

    def _run_child(self, first: bool) -> NoReturn:
        code = 1
        try:
            os.close(self._held)
            threading.Thread(target=self._end_with_the_parent, daemon=True).start()
            self._work(first)
            code = 0
        except KeyboardInterrupt:
            code = 0
        except Exception as error:
            print(f"regnum: a server cannot start: {error}", file=sys.stderr, flush=True)
        finally:
            sys.stdout.flush()
            os._exit(code)

    def _end_with_the_parent(self) -> None:
        os.read(self._lifeline, 1)  # nobody writes to this pipe: the read returns when the parent ends
        os.kill(os.getpid(), signal.SIGTERM)

    def _await_child(self) -> None:
        child, status = os.waitpid(-1, 0)
        began = self._children.pop(child, None)
        self._on_exit(child)
        if self._stopping or began is None:
            return
        exit_signal = -os.waitstatus_to_exitcode(status)
        print(
            f"regnum: server {child} ended ({exit_signal or 'by itself'}), restarting it", file=sys.stderr, flush=True
        )
        time.sleep(max(began + MIN_RESTART_INTERVAL - time.monotonic(), 0))
        if not self._stopping:
            self._start()

    def _stop(self, number: int, frame: FrameType | None) -> None:
        """Stop all processes with SIGTERM; after Ctrl+C, a second SIGINT would end their connections immediately."""
        self._stopping = True
        signal.alarm(STOP_TIMEOUT)
        self._signal(signal.SIGTERM)

    def _kill(self, number: int, frame: FrameType | None) -> None:
        self._signal(signal.SIGKILL)

    def _signal(self, number: int) -> None:
        for child in list(self._children):
            os.kill(child, number)
