"""Fixtures that run the command within the test process, in a temporary folder."""

from collections.abc import Callable
from pathlib import Path

import pytest

import regnum
import regnum.cli
from tests.support.command import Done, Run, whole_record
from tests.support.web.apps import run_in_thread


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, registered_pennies: None) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command; the result has the output since the last run."""

    def run_(*arguments: str) -> Done:
        capsys.readouterr()
        try:
            code = run_in_thread(lambda: regnum.cli.main(arguments))
        except SystemExit as end:  # argparse: --help, --version and its own complaints
            code = end.code if isinstance(end.code, int) else -1
        captured = capsys.readouterr()
        return Done(code, captured.out, captured.err)

    return run_


@pytest.fixture
def refused(run: Run, tmp_path: Path) -> Callable[..., str]:
    """Run a command that must be refused and return its one line; no file may have been written nearby."""

    def refused_(*arguments: str) -> str:
        before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
        process = run(*arguments)
        assert process.code == 2
        assert process.out == ""
        assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before
        return process.complaint

    return refused_


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Return the record of a whole game of Brian Boru for three."""
    path = tmp_path / "game.jsonl"
    whole_record().save(path)
    return path
