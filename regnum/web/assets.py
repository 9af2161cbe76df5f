"""Addresses of static files: each carries a mark of its content, so that browsers may keep it."""

import zlib
from functools import cache
from pathlib import Path
from typing import Final

from regnum.core.game import Game

STATIC: Final = Path(__file__).parent / "static"
TEMPLATES: Final = Path(__file__).parent / "templates"


@cache
def asset(name: str) -> str:
    """Return the address of a file of the page."""
    return f"/static/{name}?v={_mark(STATIC / name)}"


@cache
def board_css(game: Game) -> str:
    """Return the address of the styles of a game's drawing; "" if it has none."""
    styles = game.drawing.folder / "board.css"
    return f"/drawing/{game.id}/board.css?v={_mark(styles)}" if styles.is_file() else ""


@cache
def emblem(game: Game) -> str:
    """Return a game's emblem as SVG, to stand in a page; one for all games that have none of their own."""
    own = game.drawing.folder / "emblem.svg"
    return (own if own.is_file() else TEMPLATES / "any_game" / "emblem.svg").read_text(encoding="utf-8")


def _mark(path: Path) -> str:
    return f"{zlib.crc32(path.read_bytes()):08x}"
