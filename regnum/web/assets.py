"""Addresses of static files: each carries a mark of its content, so that browsers may keep it."""

import zlib
from functools import cache
from pathlib import Path
from typing import Final

from regnum.core.game import Game
from regnum.web.drawing import folder_of

STATIC: Final = Path(__file__).parent / "static"


@cache
def asset(name: str) -> str:
    """Return the address of a file of the page."""
    return f"/static/{name}?v={_mark(STATIC / name)}"


@cache
def board_css(game: Game) -> str:
    """Return the address of the styles of a game's drawing."""
    return f"/drawing/{game.id}/board.css?v={_mark(folder_of(game) / 'board.css')}"


@cache
def emblem(game: Game) -> str:
    """Return a game's emblem as SVG, to stand in a page."""
    return (folder_of(game) / "emblem.svg").read_text(encoding="utf-8")


def _mark(path: Path) -> str:
    return f"{zlib.crc32(path.read_bytes()):08x}"
