"""Limits of the operating system as operators meet them: a full disk and missing rights."""

import ctypes
import os
import resource
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.support.command import PATIENCE, Done, environment

_DROP = 24  # PR_CAPBSET_DROP
_OVERRIDE = (1, 2)  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH


def _without_rights() -> None:
    """Make root subject to file permissions like other users, from the next program on."""
    if os.geteuid() == 0:
        library = ctypes.CDLL(None, use_errno=True)
        for right in _OVERRIDE:
            if library.prctl(_DROP, right, 0, 0, 0):
                raise OSError(ctypes.get_errno(), "the rights of root cannot be dropped")


def _without_room() -> None:
    """Let no file grow: every write fails as on a full disk."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def regnum_without(
    what: str,
    *arguments: str,
    env: Mapping[str, str] | None = None,
    out: int = subprocess.PIPE,
    cwd: Path | None = None,
) -> Done:
    """Run the command in a process of its own without `rights`, `room` or (`nothing`) any limit.

    Its coverage is not measured: that would need room, too.
    """
    variables = {name: value for name, value in environment(**(env or {})).items() if not name.startswith("COVERAGE_")}
    process = subprocess.run(
        [sys.executable, "-m", "regnum", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=out,
        stderr=subprocess.PIPE,
        env=variables,
        cwd=cwd,
        preexec_fn={"rights": _without_rights, "room": _without_room, "nothing": None}[what],
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    return Done(process.returncode, process.stdout or "", process.stderr)


@contextmanager
def no_room() -> Iterator[None]:
    """Let no file of this process grow."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
