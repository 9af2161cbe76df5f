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
def board_file(game: Game, name: str) -> str:
    """Return the address of a game's `board.css` or `board.js`, or "" if its drawing brings none."""
    path = game.drawing.folder / name
    return f"/drawing/{game.id}/{name}?v={_mark(path)}" if path.is_file() else ""


@cache
def emblem(game: Game) -> str:
    """Return a game's emblem as SVG, to stand in a page; one for all games that have none of their own."""
    own = game.drawing.folder / "emblem.svg"
    return (own if own.is_file() else TEMPLATES / "any_game" / "emblem.svg").read_text(encoding="utf-8")


def _mark(path: Path) -> str:
    return f"{zlib.crc32(path.read_bytes()):08x}"
