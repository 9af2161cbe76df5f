"""The Chromium of this machine."""

import subprocess
from pathlib import Path

FIND_BROWSER = Path(__file__).resolve().parents[3] / "scripts" / "browser.sh"


def find_browser(kind: str = "--find") -> str:
    """Return the path of this machine's Chromium; with "--whole" one with notifications; "" if there is none."""
    result = subprocess.run(["sh", FIND_BROWSER, kind], capture_output=True, text=True, check=False)
    return result.stdout.strip()
