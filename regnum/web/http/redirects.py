"""Former addresses of pages and forms, which bookmarks, emails and open pages still use."""

import re
from typing import Final
from urllib.parse import quote

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

REDIRECTS: Final = {
    r"/me": "/my-games",
    r"/go": "/tables/next",
    r"/try/(.+)": r"/editor/\1",
    r"/notices": "/notifications",
    r"/notices/(browser|settings|remove|test)": r"/notifications/\1",
    r"/notices/mail": "/notifications/email",
    r"/notices/hook": "/notifications/webhook",
    r"/notices/off/([^/]+)": r"/unsubscribe/\1",
    r"/tokens/end": "/tokens/revoke",
    r"/account/mail": "/account/email",
    r"/table/([^/]+)/notices": r"/table/\1/webhooks",
    r"/table/([^/]+)/talk(|/reaction|/mute)": r"/table/\1/chat\2",
    r"/table/([^/]+)/ask": r"/table/\1/invite",
    r"/table/([^/]+)/send-away": r"/table/\1/remove-guest",
    r"/(table/[^/]+/replay|replay/[^/]+)/try": r"/\1/fork",
}
"""For each pattern of former paths, the current path."""
_PATTERNS: Final = [(re.compile(pattern), path) for pattern, path in REDIRECTS.items()]


def current_path(path: str) -> str | None:
    """Return the current path of a page or form; None if it has not moved."""
    return next((match.expand(moved) for pattern, moved in _PATTERNS if (match := pattern.fullmatch(path))), None)


class RedirectMiddleware:
    """Redirects requests for pages to their current address, and passes other requests on as if posted there.

    Posts are not redirected because the one-click unsubscription of mail programs must not be.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app: Final = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or redirect it permanently."""
        path = current_path(scope["path"])
        if path is None or scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
        elif scope["method"] not in ("GET", "HEAD"):
            scope["path"], scope["raw_path"] = path, quote(path).encode()
            await self._app(scope, receive, send)
        else:
            location = quote(path).encode() + (b"?" + scope["query_string"] if scope["query_string"] else b"")
            await send({"type": "http.response.start", "status": 301, "headers": [(b"location", location)]})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
