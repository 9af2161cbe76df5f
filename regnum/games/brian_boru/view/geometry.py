"""The geometry of Brian Boru's board: shapes, positions, and the sizes of names."""

from collections.abc import Mapping
from functools import cache
from math import hypot
from typing import Any, Final

from regnum.core.text.words import Words
from regnum.games.brian_boru import components as box
from regnum.view import read_layout

SIZE: Final = (1000, 1300)
"""Width and height of the map's view box."""
LAYOUT: Final[dict[str, Any]] = read_layout(box.PACKAGE)
_SMALL_FONT_SIZE: Final = 25
"""The font size of names on a small map, as in css/base_map.css."""
TOWNS_AT: Final[dict[str, tuple[int, int]]] = {town["id"]: (town["x"], town["y"]) for town in LAYOUT["towns"]}
TOKENS_AT: Final = {region["id"]: tuple(region["token"]) for region in LAYOUT["regions"]}


def with_printed_name(words: Words, region: Mapping[str, Any]) -> dict[str, Any]:
    """Return a region of the layout with its name as printed, or translated for a language with another alphabet."""
    text = words.name("on_map", region["id"])
    if text == region["id"]:
        return dict(region)
    lines = zip(region["lines"], text.split("|"), strict=True)
    return {**region, "lines": [{**line, "text": part} for line, part in lines]}


def _box(x: float, y: float, width: float, height: float, anchor: str = "middle") -> tuple[float, float, float, float]:
    left = x - width * {"start": 0, "middle": 0.5, "end": 1}[anchor]
    return left, y - height, left + width, y


@cache
def towns_named_on_small_map(words: Words) -> frozenset[str]:
    """Return the towns whose names fit on a small map without covering a town, a token or another name."""
    occupied = [_box(x, y + 34, 68, 68) for x, y in TOWNS_AT.values()]
    occupied += [_box(x, y + 32, 56, 66) for x, y in TOKENS_AT.values()]
    for region in LAYOUT["regions"]:
        for line in with_printed_name(words, region)["lines"]:
            occupied.append(_box(line["x"], line["y"], 0.75 * 27 * len(line["text"]), 27))
    towns: set[str] = set()
    for town in LAYOUT["towns"]:
        box_ = name_box(words, town, _SMALL_FONT_SIZE)
        x, y = TOWNS_AT[town["id"]]
        own_box = _box(x, y + 34, 68, 68)
        if box_[0] < 0 or box_[2] > SIZE[0]:
            continue
        if nearest_town(box_) == town["id"] and not any(
            _overlap(box_, other) for other in occupied if other != own_box
        ):
            towns.add(town["id"])
            occupied.append(box_)
    return frozenset(towns)


def name_box(words: Words, town: Mapping[str, Any], size: int) -> tuple[float, float, float, float]:
    """Return the approximate box (left, top, right, bottom) of a town's name at a font size."""
    at, name = town["name"], words.name("town", town["id"])
    return _box(at["x"], at["y"] + 0.2 * size, size * sum(map(_width, name)), 1.08 * size, at["anchor"])


def _width(letter: str) -> float:
    """Return the approximate width of a letter in ems."""
    return 0.35 if letter in "iíltfjі -" else 0.88 if letter in "mwшщжмюф" else 0.74 if letter.isupper() else 0.56


def nearest_town(box_: tuple[float, float, float, float]) -> str:
    """Return the id of the town nearest to a box."""
    left, top, right, bottom = box_

    def away(town: str) -> float:
        x, y = TOWNS_AT[town]
        return hypot(max(left - x, 0, x - right), max(top - y, 0, y - bottom))

    return min(TOWNS_AT, key=away)


def _overlap(first: tuple[float, float, float, float], second: tuple[float, float, float, float]) -> bool:
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]


@cache
def zoom_of(x: int, y: int) -> str:
    """Return the view box of a close-up of a town, half as wide and high as the map."""
    width, height = SIZE[0] // 2, SIZE[1] // 2
    return f"{min(max(x - width // 2, 0), width)} {min(max(y - height // 2, 0), height)} {width} {height}"


def strip_around(x: int, y: int) -> str:
    """Return the view box of a strip around a town, half as wide as the map."""
    width, height = SIZE[0] // 2, 150
    left, top = SIZE[0] - width, SIZE[1] - height
    return f"{min(max(x - width // 2, 0), left)} {min(max(y - height // 2, 0), top)} {width} {height}"
