"""Addresses of static files: each carries a mark of its content, so that browsers may keep it.

The modules of the page import each other by relative addresses, on which no mark can stand: so it stands on their
folder, and is one of them all. A page gets modules that belong together, or, in the moment of an update, none.
"""

import zlib
from functools import cache
from pathlib import Path
from typing import Final

from regnum.core.game import Game
from regnum.view import view_of

STATIC: Final = Path(__file__).parent.parent / "static"
MODULES: Final = STATIC / "js"
EMBLEM: Final = Path(__file__).parent.parent / "ui" / "templates" / "any_game" / "emblem.svg"


@cache
def asset(name: str) -> str:
    """Return the address of a file of the page."""
    path = STATIC / name
    if path.is_relative_to(MODULES):
        return f"{modules()}/{path.relative_to(MODULES).as_posix()}"
    return f"/static/{name}?v={_mark(path)}"


@cache
def modules() -> str:
    """Return the address of the folder of modules."""
    return f"/js/{_mark(*sorted(MODULES.rglob('*.js')))}"


@cache
def board_file(game: Game, name: str) -> str:
    """Return the address of a game's `board.css` or `board.js`, or "" if its view has none."""
    path = view_of(game).folder / name
    return f"/drawing/{game.id}/{name}?v={_mark(path)}" if path.is_file() else ""


@cache
def emblem(game: Game) -> str:
    """Return a game's emblem as SVG, to stand in a page; one for all games that have none of their own."""
    own = view_of(game).folder / "emblem.svg"
    return (own if own.is_file() else EMBLEM).read_text(encoding="utf-8")


@cache
def option_picture(game: Game, name: str) -> str:
    """Return the picture of an option as SVG, to stand in a page; "" if its view has none."""
    path = view_of(game).folder / "options" / f"{name}.svg"
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def _mark(*paths: Path) -> str:
    mark = 0
    for path in paths:
        mark = zlib.crc32(path.read_bytes(), mark)
    return f"{mark:08x}"
