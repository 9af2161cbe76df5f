"""Several servers on one machine and one port: a parent starts them, and starts anew whichever ends by itself."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Final, NoReturn

LATE: Final = 10
"""Seconds that the servers have to stop before they are killed."""
QUICK: Final = 1.0
"""Seconds between two starts of the same server."""


def supervise(count: int, work: Callable[[bool], None], ended: Callable[[int], None] = lambda _: None) -> None:
    """Do `work` in `count` processes of their own until this one is told to stop. `work` gets True in the very first.

    `ended` is told the number of each process that has ended.
    They stop when this process has gone. The caller must not have started threads: the processes are its copies.
    """
    Parent(count, work, ended).run()


class Parent:
    """The process that looks after the others."""

    def __init__(self, count: int, work: Callable[[bool], None], ended: Callable[[int], None]) -> None:
        self._count: Final = count
        self._ended: Final = ended
        self._work: Final = work
        self._children: Final[dict[int, float]] = {}
        """When each of them was started, by its process id."""
        self._lifeline, self._held = os.pipe()
        self._stopping = False

    def run(self) -> None:
        """Start all, and again whichever ends, until told to stop."""
        before = {number: signal.signal(number, self._stop) for number in (signal.SIGTERM, signal.SIGINT)}
        before[signal.SIGALRM] = signal.signal(signal.SIGALRM, self._kill)
        try:
            for number in range(self._count):
                self._start(first=number == 0)
            while self._children:
                self._await_one()
        finally:
            signal.alarm(0)
            for number, handler in before.items():
                signal.signal(number, handler)
            os.close(self._lifeline)
            os.close(self._held)

    def _start(self, first: bool = False) -> None:
        signals = (signal.SIGTERM, signal.SIGINT)
        signal.pthread_sigmask(signal.SIG_BLOCK, signals)  # a child that is just being made hears of them, too
        child = os.fork()
        if child == 0:
            for number in (*signals, signal.SIGALRM):
                signal.signal(number, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, signals)
            self._be_a_child(first)
        self._children[child] = time.monotonic()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, signals)

    def _be_a_child(self, first: bool) -> NoReturn:
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
        os.read(self._lifeline, 1)  # nobody writes: it returns when the parent has gone
        os.kill(os.getpid(), signal.SIGTERM)

    def _await_one(self) -> None:
        child, status = os.waitpid(-1, 0)
        began = self._children.pop(child, None)
        self._ended(child)
        if self._stopping or began is None:
            return
        how = -os.waitstatus_to_exitcode(status)
        print(f"regnum: server {child} ended ({how or 'by itself'}), starting it anew", file=sys.stderr, flush=True)
        time.sleep(max(began + QUICK - time.monotonic(), 0))
        if not self._stopping:
            self._start()

    def _stop(self, number: int, frame: FrameType | None) -> None:
        """Tell all to stop. Ctrl+C has told them already: another one would cut them off."""
        self._stopping = True
        signal.alarm(LATE)
        self._tell(signal.SIGTERM)

    def _kill(self, number: int, frame: FrameType | None) -> None:
        self._tell(signal.SIGKILL)

    def _tell(self, number: int) -> None:
        for child in list(self._children):
            os.kill(child, number)
