"""The geometry of Wallenstein's board: shapes, positions, and the sizes of names."""

from collections.abc import Mapping
from typing import Any, Final

from regnum.core.text.words import Words
from regnum.games.wallenstein import components as box
from regnum.games.wallenstein.state import WallensteinState
from regnum.view import read_layout

LAYOUT: Final[dict[str, Any]] = read_layout(box.PACKAGE)
"""The drawn positions of everything on the map."""
CODES: Final[dict[str, str]] = {land["id"]: land["code"] for land in LAYOUT["lands"]}
"""The three-letter code of each land, as printed."""
_WIDE: Final = frozenset("mwжмфшщюы")
_NARROW: Final = frozenset("iltjfії. ")


def lines_of(words: Words, land: Mapping[str, Any]) -> list[str]:
    """Return the lines of a land's name on the map: as printed, or translated for a language with another alphabet."""
    text = words.name("on_map", land["id"])
    return [line["text"] for line in land["lines"]] if text == land["id"] else text.split("|")


def code_of(words: Words, land: str) -> str:
    """Return the three-letter code of a land, as on the map in this language."""
    code = words.name("code", land)
    return CODES[land] if code == land else code


def with_printed_name(words: Words, land: Mapping[str, Any]) -> dict[str, Any]:
    """Return a land of the layout with its name and code in the language's alphabet."""
    x, y = land["name"]
    lines, size = lines_of(words, land), land["size"]
    top = y + size / 3 - 0.48 * size * (len(lines) - 1)
    placed_lines = [{"text": text, "x": x, "y": int(top + 0.96 * size * at)} for at, text in enumerate(lines)]
    return {**land, "code": code_of(words, land["id"]), "lines": placed_lines}


def name_width_css(name: str) -> str:
    """Return CSS variables with the widths of a name and its widest word in ems, so that it can be made to fit."""
    word = max(_width(part) for part in name.replace("-", "- ").split())
    return f"--word:{word:.2f};--name:{_width(name):.2f}"


def _width(text: str) -> float:
    """Return an estimate of a text's width in ems, which may be up to a seventh too large."""
    wide_count, narrow_count = (sum(letter in kind for letter in text.lower()) for kind in (_WIDE, _NARROW))
    return 0.23 + 0.61 * len(text) + 0.23 * wide_count - 0.24 * narrow_count


LANDS_AT: Final[list[dict[str, Any]]] = sorted(LAYOUT["lands"], key=lambda land: box.LANDS.index(land["id"]))


def spot_of(land: int, slot: str) -> dict[str, int]:
    """Return the position of an element of a land, such as "army" or "unrest"."""
    x, y = LANDS_AT[land][slot]
    return {"x": x, "y": y}


def sites_of(s: WallensteinState, land: int) -> list[tuple[int, list[int]]]:
    """Return the buildings of a land with the positions of their sites, which are filled in order."""
    buildings = [building for building in range(len(box.BUILDINGS)) if s.buildings[building] >> land & 1]
    return list(zip(buildings, LANDS_AT[land]["sites"], strict=False))
