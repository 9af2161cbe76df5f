"""Who is at the other end: a guest, known by a random number in a signed cookie, and the token of his pages."""

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping
from functools import cache
from typing import Any, Final
from urllib.parse import urlsplit

from litestar import Request
from litestar.datastructures import Cookie
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from regnum.web.problems import is_api
from regnum.web.settings import Settings

YEAR: Final = 365 * 24 * 3600
_ID: Final = re.compile(r"[0-9a-f]{32}")


def sign(guest: str, secret: str) -> str:
    """Return the cookie of a guest: the number, a dot and its signature."""
    return f"{guest}.{_mark(f'guest:{guest}', secret)}"


def read(cookie: str, secret: str) -> str | None:
    """Return the guest of a cookie, or None if the signature is not ours."""
    guest = cookie.partition(".")[0]
    known = _ID.fullmatch(guest) and hmac.compare_digest(sign(guest, secret).encode(), cookie.encode())
    return guest if known else None


def page_token(guest: str, secret: str) -> str:
    """Return what every form of this guest's pages carries: no page of another guest, server or site can know it."""
    return _mark(f"page:{guest}", secret)


@cache
def cookie_name(kind: str, secret: str) -> str:
    """Return the name of a cookie: a host has one jar for all its ports, so it says whose server it belongs to."""
    return f"regnum_{kind}_{_mark('instance', secret)[:8]}"


def cookie_of(cookies: Mapping[str, str], kind: str, secret: str) -> str:
    """Return a cookie of ours, or "". The name without a mark of the server is that of versions up to 0.1."""
    return cookies.get(cookie_name(kind, secret)) or cookies.get(f"regnum_{kind}", "")


def is_secure(scope: Scope, settings: Settings) -> bool:
    """Tell whether the browser came by https, as far as we know: by itself, or by the origin that was set."""
    own = urlsplit(settings.origin)
    host = next((value for name, value in scope["headers"] if name == b"host"), b"").decode("latin-1")
    return scope["scheme"] == "https" or (own.scheme == "https" and host.lower() == own.netloc)


def _mark(what: str, secret: str) -> str:
    return hmac.new(secret.encode(), what.encode(), hashlib.sha256).hexdigest()


class Guests:
    """Gives every request a guest, and every new guest a cookie.

    A guest of an older version's cookie gets today's beside it; the old one may be another server's, so it stays.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app: Final = app
        self._settings: Final = settings
        self._cookie: Final = cookie_name("guest", settings.secret)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Find out who asks before anything else does."""
        if scope["type"] != ScopeType.HTTP or is_api(scope["path"]):  # programs have tokens
            await self._app(scope, receive, send)
            return
        secret = self._settings.secret
        cookies = Request[Any, Any, Any](scope).cookies
        known = read(cookies.get(self._cookie, ""), secret)
        guest = known or read(cookies.get("regnum_guest", ""), secret) or secrets.token_hex(16)
        scope["state"]["guest"] = guest

        async def greet(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message["headers"])
                if not any(name == b"cache-control" and b"public" in value for name, value in headers):
                    cookie = Cookie(
                        key=self._cookie,
                        value=sign(guest, secret),
                        max_age=YEAR,
                        httponly=True,
                        samesite="lax",
                        secure=is_secure(scope, self._settings),
                    )
                    message["headers"] = [*headers, cookie.to_encoded_header()]
            await send(message)

        await self._app(scope, receive, send if known or scope["method"] != "GET" else greet)
