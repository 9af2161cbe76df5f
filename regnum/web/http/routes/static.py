"""Styles, scripts, fonts and their licences, served from memory: no requested path is used as a file name."""

from functools import cache
from typing import Final

from litestar import Response
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from regnum.web.http.assets import (
    BUNDLES,
    MODULES,
    STATIC,
    board_modules,
    board_modules_content,
    board_styles_content,
    bundle,
    modules,
)
from regnum.web.http.deps import GameDep
from regnum.web.http.request_limits import LIGHT
from regnum.web.http.visitor import get

TYPES: Final = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
}
"""The media types by file extension; all others are plain text."""


@cache
def _files() -> dict[str, tuple[bytes, str]]:
    """Return content and type of each file and bundle, by its path in the folder."""
    files = {
        path.relative_to(STATIC).as_posix(): (path.read_bytes(), TYPES.get(path.suffix, "text/plain"))
        for path in STATIC.rglob("*")
        if path.is_file()
    }
    return files | {name: (bundle(name), "text/css") for name in BUNDLES}


@get("/static/{place:path}", cost=LIGHT)
async def serve_static_file(place: FromPath[str]) -> Response[bytes]:
    """Serve a static file."""
    return _file_response(place.removeprefix("/"))


@get("/js/{fingerprint:str}/{place:path}", cost=LIGHT)
async def serve_module(fingerprint: FromPath[str], place: FromPath[str]) -> Response[bytes]:
    """Serve a module; 404 under an outdated checksum."""
    if f"/js/{fingerprint}" != modules():
        raise NotFoundException
    return _file_response(f"{MODULES.name}{place}")


def _file_response(place: str) -> Response[bytes]:
    file = _files().get(place)
    if file is None:
        raise NotFoundException
    return _cacheable_response(*file)


@get("/drawing/{game_id:str}/board.css", cost=LIGHT)
async def serve_view_styles(game: GameDep) -> Response[bytes]:
    """Serve the styles of a game's view; 404 if it has none."""
    content = board_styles_content(game)
    if not content:
        raise NotFoundException
    return _cacheable_response(content, "text/css")


@get("/drawing/{game_id:str}/{fingerprint:str}/{file:str}", cost=LIGHT)
async def serve_view_module(game: GameDep, fingerprint: FromPath[str], file: FromPath[str]) -> Response[bytes]:
    """Serve a module of a game's view; 404 under an outdated checksum."""
    content = board_modules_content(game).get(file)
    if content is None or f"/drawing/{game.id}/{fingerprint}" != board_modules(game):
        raise NotFoundException
    return _cacheable_response(content, "text/javascript")


def _cacheable_response(content: bytes, kind: str) -> Response[bytes]:
    return Response(content, media_type=kind, headers={"cache-control": "public, max-age=86400"})


HANDLERS: Final = [serve_static_file, serve_module, serve_view_styles, serve_view_module]
