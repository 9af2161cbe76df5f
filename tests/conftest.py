"""Fixtures for all tests: the browser that is there, the toy game."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from regnum.core import registry
from regnum.new_game.pennies import GAME
from regnum.players import player

FIND_BROWSER = Path(__file__).resolve().parent.parent / "scripts" / "browser.sh"


def find_browser(kind: str = "--find") -> str:
    """Return the path of this machine's Chromium; with "--whole" one that shows notifications; empty if none."""
    found = subprocess.run(["sh", FIND_BROWSER, kind], capture_output=True, text=True, check=False)
    return found.stdout.strip()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the Chromium of this machine (REGNUM_BROWSER, else the first found), without calls outside."""
    path = os.environ.get("REGNUM_BROWSER") or find_browser()
    if not path:
        pytest.fail("no Chromium here; `make test` installs one, REGNUM_BROWSER=/path/to/chromium names one")
    return {
        **browser_type_launch_args,
        "executable_path": path,
        "args": [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ],
    }


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the browser tests of a file go one after the other, and try each once more that fails.

    On a busy machine it may ask too early; pytest's summary names it.
    """
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=1))
            if not item.get_closest_marker("xdist_group"):
                item.add_marker(pytest.mark.xdist_group(item.path.stem))


@pytest.fixture(autouse=True)
def only_own_bots() -> Iterator[None]:
    """Forget at a test's end the bots that it made known."""
    known = player._KNOWN.copy()
    yield
    player._KNOWN.clear()
    player._KNOWN.update(known)


@pytest.fixture
def pennies_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the toy game be known as by `add_game`, until the test ends."""
    monkeypatch.setitem(registry._LOADED, GAME.id, GAME)
