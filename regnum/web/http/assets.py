"""Addresses of static files, each with a checksum of the file's content, so that browsers can cache it.

Page modules import each other by relative addresses, which cannot contain a checksum. Instead, the address of their
folder has a checksum of all modules. During an update, a page gets modules of a single version or none at all.
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
    """Return the address of a static file."""
    path = STATIC / name
    if path.is_relative_to(MODULES):
        return f"{modules()}/{path.relative_to(MODULES).as_posix()}"
    return f"/static/{name}?v={_mark(path)}"


@cache
def modules() -> str:
    """Return the address of the modules' folder."""
    return f"/js/{_mark(*sorted(MODULES.rglob('*.js')))}"


@cache
def board_file(game: Game, name: str) -> str:
    """Return the address of a game's `board.css` or `board.js`, or "" if its view has none."""
    path = view_of(game).folder / name
    return f"/drawing/{game.id}/{name}?v={_mark(path)}" if path.is_file() else ""


@cache
def emblem(game: Game) -> str:
    """Return a game's emblem as inline SVG, or the default one."""
    own = view_of(game).folder / "emblem.svg"
    return (own if own.is_file() else EMBLEM).read_text(encoding="utf-8")


@cache
def option_picture(game: Game, name: str) -> str:
    """Return the picture of an option as inline SVG; "" if the game's view has none."""
    path = view_of(game).folder / "options" / f"{name}.svg"
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def _mark(*paths: Path) -> str:
    mark = 0
    for path in paths:
        mark = zlib.crc32(path.read_bytes(), mark)
    return f"{mark:08x}"
