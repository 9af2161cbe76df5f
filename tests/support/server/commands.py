"""The commands of the command line, run in this process."""

import pytest

from regnum.cli import main
from tests.support.web.apps import run_in_thread


def command(*arguments: str) -> int:
    """Run the command and return its exit code."""
    return run_in_thread(lambda: main(arguments))


def run_doctor(capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    capsys.readouterr()
    code = command("doctor")
    return code, capsys.readouterr().out.splitlines()
