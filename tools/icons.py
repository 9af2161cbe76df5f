"""Draw the app's images from its icon: `python -m tools.icons` (needs Chromium, like the browser tests).

Systems crop maskable icons, so these have no rounded corners, and their motif is small enough for a circle.
"""

import os
import re
import subprocess
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

ROOT: Final = Path(__file__).resolve().parent.parent
STATIC: Final = ROOT / "regnum" / "web" / "static"
GROUND: Final = re.compile(r"<rect[^>]*/>")


def pictures(icon: str) -> dict[str, tuple[int, str]]:
    """Return the side length in pixels and the SVG content of each image, by name."""
    inner = icon.partition(">")[2].removesuffix("</svg>\n").removesuffix("</svg>")
    crown = GROUND.sub("", inner)
    full = '<rect width="32" height="32" fill="#2b2722"/>'
    masked = f'{full}<g transform="translate(16 16) scale(.68) translate(-16 -16)">{crown}</g>'
    white = re.sub(r'fill="[^"]*"', 'fill="#fff"', crown)
    return {
        "icon-192": (192, inner),
        "icon-512": (512, inner),
        "icon-maskable-512": (512, masked),
        "icon-180": (180, f'{full}<g transform="translate(16 16) scale(.86) translate(-16 -16)">{crown}</g>'),
        "badge-96": (96, white),
    }


def main() -> None:
    """Draw all images into the static folder."""
    browser_path = subprocess.run(["sh", ROOT / "scripts" / "browser.sh"], capture_output=True, text=True, check=True)
    path = os.environ.get("REGNUM_BROWSER") or browser_path.stdout.strip()
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        for name, (side, inner) in pictures((STATIC / "favicon.svg").read_text(encoding="utf-8")).items():
            page = browser.new_page(viewport={"width": side, "height": side})
            drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="{side}">{inner}</svg>'
            page.set_content(f'<body style="margin:0;background:none">{drawing}')
            page.screenshot(path=STATIC / f"{name}.png", omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
