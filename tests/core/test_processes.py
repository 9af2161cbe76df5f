"""Processes that work for this one."""

import subprocess
import sys

CODE = """
from multiprocessing import get_context

from regnum.core.processes import deaf_to_interrupts

DEAF = "import signal; print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []), flush=True)"
with deaf_to_interrupts():
    process = get_context("spawn").Process(target=exec, args=(DEAF,))
    process.start()
process.join()
exec(DEAF)
"""


def test_the_first_process_does_not_hear_ctrl_c_and_this_one_still_does() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True)
    assert done.stdout == "True\nFalse\n"
