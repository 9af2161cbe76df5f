"""Commands whose output goes to a closed pipe, such as `regnum rules khan | head`."""

import subprocess
import sys

import pytest

from tests.support.command import environment


@pytest.mark.parametrize(
    "arguments",
    [
        ["rules", "brian_boru"],
        ["games"],
        ["--help"],
        ["simulate", "brian_boru", "--games", "40", "--json"],
        ["play", "brian_boru", "--seats", "random,random,random"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_closed_pipe_is_not_an_error(arguments: list[str]) -> None:
    run = subprocess.Popen(
        [sys.executable, "-m", "regnum", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        text=True,
    )
    assert run.stdout is not None
    assert run.stderr is not None
    run.stdout.close()
    assert run.stderr.read() == ""
    assert run.wait(60) == 0
