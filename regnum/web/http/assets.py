"""Addresses of static files, each with a checksum of the file's content, so that browsers can cache it.

Page modules import each other by relative addresses, which cannot contain a checksum. Instead, the address of their
folder has a checksum of all modules. During an update, a page gets modules of a single version or none at all.

Styles are in small files by purpose. A page loads a few bundles of them, so that it needs few requests.
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

_TABLE: Final = ("strip", "turn", "events_to_read", "table_narrow", "playback_layout", "table_wide")
"""The style sheets of every page with a table."""

BUNDLES: Final = {
    "css/base.css": (
        "tokens",
        "elements",
        "buttons",
        "top_bar",
        "pages",
        "forms",
        "new_table",
        "clauses",
        "inspect_card",
        "board",
        "panel",
        "choices",
        "standings",
        "unavailable",
        "undo",
        "players",
        "log",
        "event_summaries",
        "final_scoring",
        "recap",
        "playback",
        "hint",
        "review",
        "narrow",
        "reduced_motion",
        "tutorial",
        "record",
        "notifications",
    ),
    "css/table.css": (*_TABLE, "rulebook", "chat"),
    "css/replay_page.css": (*_TABLE, "replay"),
    "css/editor_page.css": (*_TABLE, "replay", "position_editor"),
}
"""The style sheets in each bundle, by its path. Their order matters: later rules override earlier ones."""


@cache
def bundle(name: str) -> bytes:
    """Return the content of a bundle: its style sheets, one after the other."""
    return b"\n".join(path.read_bytes() for path in _bundle_files(name))


@cache
def asset(name: str) -> str:
    """Return the address of a static file or bundle."""
    if name in BUNDLES:
        return f"/static/{name}?v={_fingerprint(*_bundle_files(name))}"
    path = STATIC / name
    if path.is_relative_to(MODULES):
        return f"{modules()}/{path.relative_to(MODULES).as_posix()}"
    return f"/static/{name}?v={_fingerprint(path)}"


@cache
def modules() -> str:
    """Return the address of the modules' folder."""
    return f"/js/{_fingerprint(*sorted(MODULES.rglob('*.js')))}"


@cache
def board_styles(game: Game) -> str:
    """Return the address of a game's `board.css`, or "" if its view has no styles."""
    paths = _board_styles(game)
    return f"/drawing/{game.id}/board.css?v={_fingerprint(*paths)}" if paths else ""


@cache
def board_styles_content(game: Game) -> bytes:
    """Return the content of a game's `board.css`, which joins its style sheets; b"" if it has none."""
    return b"\n".join(path.read_bytes() for path in _board_styles(game))


@cache
def board_modules(game: Game) -> str:
    """Return the address of the folder with the modules of a game's view."""
    return f"/drawing/{game.id}/{_fingerprint(*_board_modules(game))}"


@cache
def board_script(game: Game) -> str:
    """Return the address of a game's `board.js`, which may import other modules of its view; "" if it has none."""
    return f"{board_modules(game)}/board.js" if (view_of(game).folder / "board.js").is_file() else ""


@cache
def board_modules_content(game: Game) -> dict[str, bytes]:
    """Return the content of each module of a game's view, by file name."""
    return {path.name: path.read_bytes() for path in _board_modules(game)}


@cache
def emblem(game: Game) -> str:
    """Return a game's emblem as inline SVG, or the default one."""
    own = view_of(game).folder / "emblem.svg"
    return (own if own.is_file() else EMBLEM).read_text(encoding="utf-8")


@cache
def option_picture(game: Game, name: str) -> str:
    """Return the picture of an option as inline SVG, or "" if the game's view has none."""
    path = view_of(game).folder / "options" / f"{name}.svg"
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def _bundle_files(name: str) -> list[Path]:
    return [STATIC / "css" / f"{part}.css" for part in BUNDLES[name]]


def _board_styles(game: Game) -> list[Path]:
    return [path for path in view_of(game).styles if path.is_file()]


def _board_modules(game: Game) -> list[Path]:
    return sorted(view_of(game).folder.glob("*.js"))


def _fingerprint(*paths: Path) -> str:
    fingerprint = 0
    for path in paths:
        fingerprint = zlib.crc32(path.read_bytes(), fingerprint)
    return f"{fingerprint:08x}"
