"""Worker processes."""

import signal
import subprocess
import sys
import threading

from regnum.core.processes import ignoring_interrupts

CODE = """
from multiprocessing import get_context

from regnum.core.processes import ignoring_interrupts

DEAF = "import signal; print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []), flush=True)"
with ignoring_interrupts():
    process = get_context("spawn").Process(target=exec, args=(DEAF,))
    process.start()
process.join()
exec(DEAF)
"""


def test_first_process_ignores_ctrl_c_and_the_parent_does_not() -> None:
    process = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True)
    assert process.stdout == "True\nFalse\n"


def test_ctrl_c_in_another_thread_waits_until_the_process_has_started() -> None:
    done: list[str] = []
    before = signal.signal(signal.SIGINT, lambda *_: done.append("interrupted"))
    try:
        with ignoring_interrupts():
            other = threading.Thread(target=signal.raise_signal, args=(signal.SIGINT,))
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})  # as in a thread that began earlier
            other.start()
            other.join()
            done.append("started")
    finally:
        signal.signal(signal.SIGINT, before)
    assert done == ["started", "interrupted"]
