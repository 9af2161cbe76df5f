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
    done = run("--tables", "4", "--streams", "16", "--seconds", "2", "--warm-up", "0", "--rate", "20", "--json")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    found = json.loads(done.stdout)
    assert found["moves"] >= 5
    assert found["updates"] >= found["moves"]
    assert (found["refused"], found["not seen in time"]) == (0, 0)
    assert found["bytes of an update, median"] > 0


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--tables", "0"], "--tables: '0' is not a whole number from 1 to 10000"),
        (["--tables", "5", "--streams", "14"], "--streams: 5 tables need 15 at least, three to each"),
        (["--processes", "2"], "--processes: several servers need the --database URL of a PostgreSQL"),
    ],
)
def test_invalid_arguments_are_reported_in_one_line(arguments: list[str], complaint: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert complaint in done.stderr.splitlines()[-1]


def test_server_that_does_not_start_is_reported() -> None:
    done = run("--tables", "1", "--database", "sqlite:////nowhere/at/all.db")
    assert done.returncode == 1
    assert done.stderr.startswith("benchmarks.load: the server did not start: ")
