"""The scripts in examples run, as small as they can be."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize("game", ["khan", "brian_boru"])
def test_the_first_agent_learns_and_plays(game: str) -> None:
    command = [sys.executable, str(ROOT / "examples" / "first_agent.py"), "12", game]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=None, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert "learned from" in done.stdout
    assert "learned against greedy: first in" in done.stdout
