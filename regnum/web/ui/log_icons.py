"""Small icons for kinds of log lines: `LogKeys.icons` assigns them in each game."""

from functools import cache
from typing import Final

from markupsafe import Markup

_FACE: Final = "M17.5 10a7.5 7.5 0 1 1-15 0a7.5 7.5 0 0 1 15 0z"
SHAPES: Final = {
    "agree": "M3 10.5l4.5 5L17 4.5",
    "battle": "M4 3l12 12M16 3L4 15M2.5 12l4.5 4.5M17.5 12L13 16.5",
    "build": "M3 9.5L10 3.5l7 6M5 8v8.5h10V8M8.5 16.5V12h3v4.5",
    "card": "M5.5 2.5h9v15h-9zM8 6h4M8 9h4",
    "church": "M10 2.5v15M5.5 7h9",
    "coin": "M17 10a7 7 0 1 1-14 0a7 7 0 0 1 14 0zM10 6.5v7",
    "crown": "M3 15.5L2 6l4.5 3.5L10 3.5l3.5 6L18 6l-1 9.5zM3.5 18h13",
    "goods": "M3.5 6.5L10 3l6.5 3.5v7L10 17l-6.5-3.5zM3.5 6.5L10 10l6.5-3.5M10 10v7",
    "heart": "M10 17C4 12.5 2.5 9.5 2.5 7a3.7 3.7 0 0 1 7.5-1.2A3.7 3.7 0 0 1 17.5 7c0 2.5-1.5 5.5-7.5 10z",
    "laugh": f"{_FACE}M6 7.8l1.5-1 1.5 1M11 7.8l1.5-1 1.5 1M6 11.5h8a4 4 0 0 1-8 0z",
    "look": "M1.5 10C5 4 15 4 18.5 10C15 16 5 16 1.5 10zM12.5 10a2.5 2.5 0 1 1-5 0a2.5 2.5 0 0 1 5 0z",
    "move": "M2.5 10h14M11 4.5l5.5 5.5-5.5 5.5",
    "place": "M5 17.5V3h10.5l-3 3.5 3 3.5H5",
    "points": "M10 2.5l2.3 4.9 5.2.7-3.8 3.7.9 5.3-4.6-2.6-4.6 2.6.9-5.3L2.5 8.1l5.2-.7z",
    "ring": "M16 11.5a6 6 0 1 1-12 0a6 6 0 0 1 12 0zM8 5.5L7 2.5h6l-1 3",
    "sad": f"{_FACE}M7.3 7.3v1M12.7 7.3v1M6.5 14c1-2.5 6-2.5 7 0",
    "chat": "M3 3.5h14v10H9.5l-4 4v-4H3zM6.5 7h7M6.5 10h4.5",
    "unrest": "M10.5 2.5c.5 3.5 4.5 5 4.5 9.5a5 5 0 0 1-10 0c0-2 1-3 2-4.5.3 1.5.8 2.2 1.7 2.7C8.5 7.5 9 5 10.5 2.5z",
    "wow": f"{_FACE}M7 7v1M13 7v1M12 13a2 2 0 1 1-4 0a2 2 0 0 1 4 0z",
}
"""The icons as SVG paths in a square of 20."""


@cache
def symbols() -> Markup:
    """Return the icons as SVG symbols, which `log_icon` refers to on the same page."""
    shapes = Markup("").join(
        Markup('<symbol id="log-icon-{}" viewBox="0 0 20 20"><path d="{}"/></symbol>').format(name, path)
        for name, path in SHAPES.items()
    )
    return Markup('<svg class="faces" aria-hidden="true">{}</svg>').format(shapes)


@cache
def log_icon(name: str) -> Markup:
    """Return an icon ("" for none) on a page with the `symbols`."""
    return (
        Markup('<svg class="log-icon" aria-hidden="true"><use href="#log-icon-{}"/></svg>').format(name)
        if name
        else Markup("")
    )
