"""Fixtures for all tests: the browser that is there."""

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

FIND_BROWSER = Path(__file__).resolve().parent.parent / "scripts" / "browser.sh"


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the Chromium of this machine (REGNUM_BROWSER, else the first found), without calls outside."""
    path = os.environ.get("REGNUM_BROWSER")
    if not path:
        found = subprocess.run(["sh", FIND_BROWSER, "--find"], capture_output=True, text=True, check=False)
        path = found.stdout.strip()
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
