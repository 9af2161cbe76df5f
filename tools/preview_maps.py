"""Look at the maps of Rurik and Wallenstein with a made-up position, as pages and as pictures. Developers only.

    pip install jinja2 playwright
    python -m tools.preview_maps --out DIRECTORY [--chromium /usr/bin/chromium]

Without a browser only the pages are written.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from random import Random
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from tools.dual_map import FONTS, ROOT, read

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
body{margin:0;background:#f6f1e5;display:grid;grid-template-columns:minmax(0,1fr) 360px}
.map{container-type:inline-size}
.map svg{max-height:100vh}
@media (max-width:700px){body{display:block}}
STYLE
</style></head>
<body><main class="map">LAND</main></body></html>
"""
GOODS: Final = {
    "wood": "novgorod kiev suzdal brest",
    "ore": "rostov polotsk murom",
    "fish": "volyn chernigov pskov azov",
    "honey": "smolensk galich",
    "fur": "pereyaslavl peresech",
}
SEAS: Final = {
    "en": {"baltic_sea": "Baltic Sea", "black_sea": "Black Sea", "north_sea": "North Sea"},
    "uk": {"baltic_sea": "Балтійське море", "black_sea": "Чорне море"},
}


def rurik(layout: dict[str, Any], state: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the two templates of Rurik need."""
    spec = read("rurik")
    dice = Random(11)
    goods = {region: good for good, regions in GOODS.items() for region in regions.split()}
    few, uk = state == "two", state == "ukrainian"
    full = state == "full"
    lands = {
        name: {"name": land.names[uk], "good": goods[name], "in_play": not few or land.group == "green"}
        for name, land in spec.lands.items()
    }
    pieces: dict[str, Any] = {k: [] for k in ("regions", "goods", "rebels", "buildings", "troops", "leaders")}
    homes = {0: "kiev", 1: "novgorod", 2: "kiev", 3: "chernigov"}
    for at in layout["lands"]:
        name = at["id"]
        in_play = lands[name]["in_play"]
        busy = in_play and state != "empty"
        seats = sorted(dice.sample(range(4), dice.choice([1, 1, 2, 2, 3]))) if busy else []
        if full and busy:
            seats = [0, 1, 2, 3]
        seats = sorted({*seats, *(s for s, h in homes.items() if h == name and busy)})
        counts = {s: dice.choice([1, 1, 2, 2, 3, 4]) + (9 if full and s == 2 else 0) for s in seats}
        best = [s for s in seats if counts[s] == max(counts.values())]
        target = busy and name in ("smolensk", "pereyaslavl", "volyn", "polotsk", "azov")
        pieces["regions"].append(
            {
                "id": name,
                "label": lands[name]["name"],
                "in_play": in_play,
                "ruler": best[0] if len(best) == 1 else None,
                "chosen": busy and name == "kiev",
                "target": f"move {name}" if target else None,
            }
        )
        for k, seat in enumerate(seats):
            x, y = at["troops"][str(len(seats))][k]
            pieces["troops"].append({"id": name, "owner": seat, "count": counts[seat], "x": x, "y": y})
            if homes[seat] == name or full:
                pieces["leaders"].append({"owner": seat, "alone": False, "x": x, "y": y})
        if busy and (full or dice.random() < 0.6):
            pieces["goods"].append({"id": name, "good": goods[name], "x": at["good"][0], "y": at["good"][1]})
        if busy and (full or dice.random() < 0.55):
            x, y = at["rebels"]
            pieces["rebels"].append({"id": name, "count": dice.choice([1, 1, 2]), "x": x, "y": y})
        for kind in ("church", "market", "stronghold"):
            if seats and (full or dice.random() < 0.3):
                x, y = at[kind]
                pieces["buildings"].append({"id": name, "kind": kind, "owner": dice.choice(seats), "x": x, "y": y})
    pieces["leaders"].sort(key=lambda leader: leader["owner"])
    return {"lands": lands, "seas": SEAS["uk" if uk else "en"], "title": "Map of the Rus"}, pieces


def wallenstein(layout: dict[str, Any], state: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the two templates of Wallenstein need."""
    spec = read("wallenstein")
    dice = Random(5)
    left_out = LEFT_OUT.split() if state == "three" else []
    lands = {
        name: {
            "name": " ".join(land.lines).replace("- ", "" if land.lines[-1][0].islower() else "-"),
            "tax": dice.randint(3, 7),
            "grain": dice.randint(2, 5),
            "in_play": name not in left_out,
        }
        for name, land in spec.lands.items()
    }
    pieces: dict[str, Any] = {k: [] for k in ("lands", "armies", "buildings", "unrest")}
    for at in layout["lands"]:
        name = at["id"]
        busy = state != "empty" and name not in left_out
        owner = dice.choice([0, 1, 2, 3, 4, None, *range(5)]) if busy else None
        if state == "full":
            owner = dice.randrange(5)
        target = busy and name in ("kursachsen", "boehmen", "vogtland", "lausitz", "mittelmark")
        pieces["lands"].append(
            {
                "id": name,
                "label": lands[name]["name"],
                "in_play": lands[name]["in_play"],
                "owner": owner,
                "chosen": busy and name == "anhalt",
                "target": f"attack {name}" if target else None,
            }
        )
        if owner is not None:
            x, y = at["army"]
            count = dice.randint(1, 6) + (8 if state == "full" and dice.random() < 0.3 else 0)
            pieces["armies"].append({"id": name, "owner": owner, "count": count, "x": x, "y": y})
            if state == "full" or dice.random() < 0.3:
                x, y = at["unrest"]
                pieces["unrest"].append({"id": name, "count": dice.choice([1, 1, 2]), "x": x, "y": y})
        kinds = dice.sample(["palace", "church", "trading_house"], len(at["sites"]))
        for k, (kind, (x, y)) in enumerate(zip(kinds, at["sites"], strict=True)):
            if busy and (state == "full" or dice.random() < 0.4):
                pieces["buildings"].append({"id": name, "kind": kind, "site": k, "x": x, "y": y})
    words = {"title": "Map of the Empire", "seas": SEAS["en"], "regions": PROVINCES}
    return {"lands": lands, **words}, pieces


LEFT_OUT: Final = "bremen holstein luettich burgund konstanz bayern steiermark tirol"
PROVINCES: Final = {
    "brandenburg": "Brandenburg",
    "sachsen": "Sachsen",
    "oesterreich": "Österreich",
    "bayern": "Bayern",
    "kurpfalz": "Kurpfalz",
}
BOARDS: Final = {"rurik": rurik, "wallenstein": wallenstein}
STATES: Final = {
    "rurik": ("empty", "midgame", "full", "two", "ukrainian"),
    "wallenstein": ("empty", "midgame", "full", "three"),
}


def page(game: str, state: str) -> str:
    """The whole page: the map in a wide area, and as wide as a phone on a narrow page."""
    folder = ROOT / "regnum" / "games" / game / "drawing"
    layout = json.loads((folder / "layout.json").read_text(encoding="utf-8"))
    words, position = BOARDS[game](layout, state)
    shelf = Environment(loader=FileSystemLoader(folder), autoescape=True, undefined=StrictUndefined)
    pieces = shelf.get_template("pieces.svg.jinja").render(**position)
    land = shelf.get_template("land.svg.jinja").render(layout=layout, pieces=Markup(pieces), **words)
    print(f"{game} {state}: land {len(land.encode()) - len(pieces.encode())} bytes, pieces {len(pieces.encode())}")
    style = (folder / "board.css").read_text(encoding="utf-8")
    return PAGE.replace("FACES", faces()).replace("STYLE", style).replace("LAND", land)


def faces() -> str:
    texts: list[str] = []
    ranges = {"latin": "U+0000-02FF,U+2000-20FF", "cyrillic": "U+0400-04FF"}
    for kind in ("serif-4", "sans-3"):
        for style in ("normal", "italic"):
            for alphabet, codes in ranges.items():
                file = FONTS / f"source-{kind}-{alphabet}-wght-{style}.woff2"
                if file.exists():
                    texts.append(
                        f"@font-face{{font-family:'Preview {kind[:-2]}';src:url('{file.as_uri()}');"
                        f"font-weight:200 900;font-style:{style};unicode-range:{codes}}}"
                    )
    return "".join(texts)


def pictures(out: Path, chromium: str, game: str) -> None:
    from playwright.sync_api import sync_playwright

    layout = json.loads((ROOT / "regnum" / "games" / game / "drawing" / "layout.json").read_text(encoding="utf-8"))
    zoomed = {"rurik": "kiev", "wallenstein": "kursachsen"}[game]
    box = next(land["zoom"] for land in layout["lands"] if land["id"] == zoomed)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        for name, width, height, scale in (("desktop", 1440, 900, 1), ("phone", 390, 844, 2), ("large", 1860, 1500, 1)):
            tab = browser.new_page(viewport={"width": width, "height": height}, device_scale_factor=scale)
            for state in STATES[game]:
                if name == "large" and state != "midgame":
                    continue
                tab.goto((out / f"{game}-{state}.html").as_uri())
                tab.evaluate("document.fonts.ready")
                tab.screenshot(path=out / f"{game}-{state}-{name}.png")
                if name == "phone" and state == "midgame":
                    tab.evaluate("b => document.querySelector('svg').setAttribute('viewBox', b)", box)
                    tab.evaluate("document.querySelector('svg').classList.add('zoomed')")
                    tab.keyboard.press("Tab")
                    tab.screenshot(path=out / f"{game}-{state}-{name}-zoomed.png")
        browser.close()


def main() -> int:
    parser = argparse.ArgumentParser(description="Look at the maps of Rurik and Wallenstein.")
    parser.add_argument("games", nargs="*", default=sorted(BOARDS), help="rurik, wallenstein, or both")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    for game in args.games:
        for state in STATES[game]:
            (args.out / f"{game}-{state}.html").write_text(page(game, state), encoding="utf-8")
        if Path(args.chromium).exists():
            pictures(args.out, args.chromium, game)
    return 0


if __name__ == "__main__":
    sys.exit(main())
