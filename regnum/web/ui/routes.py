"""The installable app: its manifest, its service worker, and its offline page."""

from typing import Final

from litestar import MediaType, Response
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Template

from regnum.core.text.ledger import LANGUAGES
from regnum.web.http.assets import STATIC, asset
from regnum.web.http.deps import VisitorDep
from regnum.web.http.i18n import page_text
from regnum.web.http.request_limits import LIGHT
from regnum.web.http.visitor import get

ICONS: Final = (
    ("favicon.svg", "any", "image/svg+xml", "any"),
    ("icon-192.png", "192x192", "image/png", "any"),
    ("icon-512.png", "512x512", "image/png", "any"),
    ("icon-maskable-512.png", "512x512", "image/png", "maskable"),
)
NOT_FOR_ROBOTS: Final = (
    "/account", "/api/", "/confirm/", "/editor/", "/join/", "/my-games", "/new/", "/notifications", "/replay",
    "/reset/", "/seat/", "/settings", "/sign-", "/table/", "/tables", "/tokens", "/unsubscribe/", "/waiting",
)  # fmt: skip
"""Prefixes of the paths that search engines must not index, because they are personal."""
_WORKER: Final = (STATIC / "sw.js").read_bytes()


@get("/manifest.webmanifest")
async def serve_manifest(visitor: VisitorDep) -> Response[dict[str, object]]:
    """Return the web app manifest: the app's name, appearance and start page."""
    text = visitor.text
    content: dict[str, object] = {
        "id": "/",
        "name": "Regnum",
        "short_name": "Regnum",
        "description": text("home.lead"),
        "lang": text.language,
        "start_url": "/tables/next",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f7f2e6",
        "theme_color": "#2b2722",
        "categories": ["games"],
        "icons": [
            {"src": asset(name), "sizes": sizes, "type": kind, "purpose": purpose}
            for name, sizes, kind, purpose in ICONS
        ],
        "shortcuts": [{"name": text("nav.tables"), "url": "/tables"}],
    }
    headers = {"cache-control": "public, no-cache", "vary": "cookie, accept-language"}
    return Response(content, media_type="application/manifest+json", headers=headers)


@get("/sw.js", cost=LIGHT)
async def serve_service_worker() -> Response[bytes]:
    """Return the service worker; browsers check it for updates with each page."""
    return Response(_WORKER, media_type="text/javascript", headers={"cache-control": "public, no-cache"})


@get("/offline/{language:str}")
async def show_offline_page(language: FromPath[str]) -> Template:
    """Return the offline page, which is the same for all users because browsers cache it."""
    if language not in LANGUAGES:
        raise NotFoundException
    return Template(
        "ui/offline.html.jinja",
        context={"text": page_text(language), "asset": asset},
        media_type=MediaType.HTML,
        headers={"cache-control": "public, max-age=86400"},
    )


@get("/robots.txt")
async def serve_robots_file() -> Response[str]:
    """Return robots.txt, which lets search engines index public pages, but not tables or people."""
    text = "User-agent: *\n" + "".join(f"Disallow: {path}\n" for path in NOT_FOR_ROBOTS)
    return Response(text, media_type="text/plain", headers={"cache-control": "public, max-age=86400"})


HANDLERS: Final = [serve_manifest, serve_service_worker, show_offline_page, serve_robots_file]
