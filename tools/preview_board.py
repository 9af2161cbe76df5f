"""Look at the map of Brian Boru: land and a made-up position, as a page and as pictures. Developers only.

    pip install jinja2 playwright
    python tools/preview_board.py --out DIRECTORY [--fonts DIRECTORY] [--chromium /usr/bin/chromium]

The fonts directory holds woff2 files; the first
ones with "serif" and "sans" in their names are used. Without a browser only the page is written.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

GAME: Final = Path(__file__).resolve().parent.parent / "regnum" / "games" / "brian_boru"
FLAGS: Final = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PAGE: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Map</title>
<style>
FACES
:root{--serif:'Preview serif',Georgia,serif;--sans:'Preview sans',Arial,sans-serif}
body{margin:0;background:#f6f1e5;display:grid;grid-template-columns:1fr minmax(0,440px)}
.map{container-type:inline-size}
.map svg{max-height:100vh}
@media (max-width:700px){body{display:block}}
</style></head>
<body><main class="map">LAND</main></body></html>
"""
OWNERS: Final = {
    0: "N1 N3 B1 C2 M2 M9",
    1: "N7 U3 U4 S2 S4 L6",
    2: "C5 C7 C9 L8 D1 S6",
    3: "M5 M6 M8 U1 D2 L2",
    4: "L4 L5 S5 B4 C1 N6",
}
VIKINGS: Final = "U4 L8 D1 M9"
MONASTERIES: Final = "M2 L4 U3 C9 D1"
TARGETS: Final = "M10 C3 S1 B2 L7 C8 N5"
ACTIVE: Final = "L9"
CLAIMS: Final[dict[str, int | None]] = {
    "munster": 3,
    "connaught": 2,
    "ulaid": 1,
    "dubhlinn": None,
    "leinster": 4,
    "breifne": 0,
}


def page(data: dict[str, Any], fonts: Path | None, empty: bool) -> str:
    """The whole page: the map in a wide area, and as wide as a phone on a narrow page."""
    layout = json.loads((GAME / "drawing" / "layout.json").read_text(encoding="utf-8"))
    listed = tomllib.loads((GAME / "data" / "town_names.toml").read_text(encoding="utf-8"))["town"]
    names = {town["id"]: town["name"] for town in listed}
    colours = {town: colour for town, (_, colour) in data["towns"].items()}
    regions = {
        r["id"]: {**r, "title": f"{r['name']}: {r['points']} points, from {r['threshold']} towns"}
        for r in data["region"]
    }
    owner = {} if empty else {town: seat for seat, towns in OWNERS.items() for town in towns.split()}
    towns = [
        {
            "id": t["id"],
            "name": names[t["id"]],
            "label": f"{names[t['id']]}, {colours[t['id']]}",
            "colour": colours[t["id"]],
            "x": t["x"],
            "y": t["y"],
            "owner": owner.get(t["id"]),
            "viking": not empty and t["id"] in VIKINGS.split(),
            "monastery": not empty and t["id"] in MONASTERIES.split(),
            "active": not empty and t["id"] == ACTIVE,
            "target": f"town {t['id']}" if not empty and t["id"] in TARGETS.split() else None,
        }
        for t in layout["towns"]
    ]
    claims = [
        {
            "id": r["id"],
            "label": regions[r["id"]]["title"],
            "x": r["token"][0],
            "y": r["token"][1],
            "threshold": regions[r["id"]]["threshold"],
            "points": regions[r["id"]]["points"],
            "open": not empty and r["id"] in CLAIMS,
            "owner": None if empty else CLAIMS.get(r["id"]),
        }
        for r in layout["regions"]
    ]
    shelf = Environment(loader=FileSystemLoader(GAME / "drawing"), autoescape=True, undefined=StrictUndefined)
    pieces = shelf.get_template("pieces.svg.jinja").render(towns=towns, claims=claims)
    land = shelf.get_template("land.svg.jinja").render(
        layout=layout,
        towns={t: {"name": names[t], "colour": colours[t]} for t in names},
        regions=regions,
        title="Map of Ireland",
        pieces=Markup(pieces),
    )
    print(f"land {len(land.encode()) - len(pieces.encode())} bytes, pieces {len(pieces.encode())} bytes")
    faces = "".join(face(kind, fonts) for kind in ("serif", "sans")) if fonts else ""
    return PAGE.replace("FACES", faces).replace("LAND", land)


def face(kind: str, fonts: Path) -> str:
    file = next(iter(sorted(fonts.rglob(f"*{kind}*latin-wght-normal.woff2"))))
    return f"@font-face{{font-family:'Preview {kind}';src:url('{file.as_uri()}');font-weight:200 900}}"


def pictures(out: Path, chromium: str) -> None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        for name, width, height, scale in (
            ("desktop", 1440, 900, 1),
            ("phone", 390, 844, 2),
            ("large", 1840, 1840, 1),
        ):
            tab = browser.new_page(viewport={"width": width, "height": height}, device_scale_factor=scale)
            for state in ("empty", "midgame"):
                tab.goto((out / f"{state}.html").as_uri())
                tab.evaluate("document.fonts.ready")
                tab.screenshot(path=out / f"{state}-{name}.png")
        browser.close()


def main() -> int:
    parser = argparse.ArgumentParser(description="Look at the map of Brian Boru.")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--fonts", type=Path)
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    data = tomllib.loads((GAME / "data" / "map.toml").read_text(encoding="utf-8"))
    for state in ("empty", "midgame"):
        (args.out / f"{state}.html").write_text(page(data, args.fonts, state == "empty"), encoding="utf-8")
    if Path(args.chromium).exists():
        pictures(args.out, args.chromium)
    return 0


if __name__ == "__main__":
    sys.exit(main())
