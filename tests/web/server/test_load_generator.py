"""The load generator plays on a server that it starts itself."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "benchmarks.load", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=120
    )


@pytest.mark.full
def test_simulated_people_play_all_games_and_see_every_move() -> None:
    process = run("--tables", "4", "--streams", "16", "--seconds", "2", "--warm-up", "0", "--rate", "20", "--json")
    assert process.returncode == 0, process.stderr
    assert process.stderr == ""
    actual = json.loads(process.stdout)
    assert actual["moves"] >= 5
    assert actual["updates"] >= actual["moves"]
    assert (actual["refused"], actual["not seen in time"]) == (0, 0)
    assert actual["bytes of an update, median"] > 0


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--tables", "0"], "--tables: '0' is not a whole number from 1 to 10000"),
        (["--tables", "5", "--streams", "14"], "--streams: 5 tables need 15 at least, three to each"),
        (["--processes", "2"], "--processes: several servers need the --database URL of a PostgreSQL"),
    ],
)
def test_invalid_arguments_are_reported_in_one_line(arguments: list[str], complaint: str) -> None:
    process = run(*arguments)
    assert process.returncode == 2
    assert complaint in process.stderr.splitlines()[-1]


def test_server_that_does_not_start_is_reported() -> None:
    process = run("--tables", "1", "--database", "sqlite:////nowhere/at/all.db")
    assert process.returncode == 1
    assert process.stderr.startswith("benchmarks.load: the server did not start: ")
