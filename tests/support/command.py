"""The command in a process of its own, with pipes or in a terminal."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from regnum.core.record.record import Record
from regnum.games import find_game

ROOT: Final = Path(__file__).resolve().parents[2]
PATIENCE: Final = 60.0


class Done(NamedTuple):
    """The result of a run."""

    code: int
    out: str
    err: str

    @property
    def complaint(self) -> str:
        """Return the only line on standard error; fail if there is not exactly one."""
        lines = self.err.splitlines()
        assert len(lines) == 1, f"not one line on standard error: {self.err!r}"
        assert self.err.endswith("\n")
        return lines[0]


Run = Callable[..., Done]
"""Runs the command in the test's own process: the fixture `run`."""


def environment(**more: str) -> dict[str, str]:
    """Return an environment that finds this checkout, in English, independent of the machine."""
    kept = {name: value for name, value in os.environ.items() if name not in ("LC_ALL", "LC_MESSAGES", "LANG")}
    return {**kept, "PYTHONPATH": os.environ.get("PYTHONPATH", str(ROOT)), "COLUMNS": "120", **more}


def regnum(*arguments: str, typed: str = "", cwd: Path | None = None, env: Mapping[str, str] | None = None) -> Done:
    """Run the command in a process of its own, with pipes."""
    process = subprocess.run(
        [sys.executable, "-m", "regnum", *arguments],
        input=typed,
        cwd=cwd,
        env=environment(**(env or {})),
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    return Done(process.returncode, process.stdout, process.stderr)


def in_terminal(
    *arguments: str, dialogue: Sequence[tuple[str, str]] = (), cwd: Path | None = None, code: str = ""
) -> Done:
    """Run the command in a terminal; type the second text of a pair whenever the first one is shown.

    `code`: Python to run in place of `-m regnum`, with the arguments in `sys.argv`.
    """
    process, terminal = pty.fork()
    if process == 0:
        if cwd is not None:
            os.chdir(cwd)
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell's background jobs ignore it
        start = ["-c", code] if code else ["-m", "regnum"]
        os.execve(sys.executable, [sys.executable, *start, *arguments], environment(TERM="xterm-256color"))
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 120, 0, 0))
    shown = ""
    read_to = 0
    to_type = list(dialogue)
    end = time.monotonic() + PATIENCE
    pending = b""
    while True:
        if time.monotonic() > end:
            os.killpg(process, signal.SIGKILL)
            raise AssertionError(f"no end; shown so far: {shown[-2000:]}")
        if to_type and to_type[0][0] in shown[read_to:]:
            read_to = shown.index(to_type[0][0], read_to) + len(to_type[0][0])
            time.sleep(0.1)  # people do not type before the prompt is out
            os.write(terminal, to_type.pop(0)[1].encode())
        if not select.select([terminal], [], [], 0.2)[0]:
            continue
        try:
            got = os.read(terminal, 65536)
        except OSError:  # Linux: the other side is gone
            got = b""
        if not got:
            break
        pending += got
        try:
            shown += pending.decode()
            pending = b""
        except UnicodeDecodeError:
            continue
    _, status = os.waitpid(process, 0)
    os.close(terminal)
    assert not to_type, f"never shown: {to_type[0][0]!r}"
    return Done(os.waitstatus_to_exitcode(status), shown, "")


def lines_of(record: Path) -> list[str]:
    """Return the lines of a record file."""
    return record.read_text(encoding="utf-8").splitlines()


def whole_record() -> Record:
    """Return the record of a game between random players."""
    written = Record("brian_boru", 3, 11)
    state = find_game("brian_boru").new_state(3, 11)
    seen = 0
    while not state.is_terminal:
        seat = state.players_to_act[0]
        legal = state.legal_actions(seat)
        seen = (seen * 31 + 7) % 1009
        action = legal[seen % len(legal)]
        written.append(seat, state.submit(action, seat))
    return written
