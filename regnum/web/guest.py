"""Who is at the other end: a guest, known by a random number in a signed cookie."""

import hashlib
import hmac
import secrets
from typing import Any, Final

from litestar import Request
from litestar.datastructures import Cookie
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

COOKIE: Final = "regnum_guest"
YEAR: Final = 365 * 24 * 3600


def sign(guest: str, secret: str) -> str:
    """Return the cookie of a guest: the number, a dot and its signature."""
    mark = hmac.new(secret.encode(), f"guest:{guest}".encode(), hashlib.sha256).hexdigest()
    return f"{guest}.{mark}"


def read(cookie: str, secret: str) -> str | None:
    """Return the guest of a cookie, or None if the signature is not ours."""
    guest = cookie.partition(".")[0]
    return guest if hmac.compare_digest(sign(guest, secret).encode(), cookie.encode()) else None


class GuestMiddleware(ASGIMiddleware):
    """Gives every request a guest, and every new guest a cookie."""

    scopes = (ScopeType.HTTP,)

    def __init__(self, secret: str) -> None:
        self.secret: Final = secret

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Find out who asks before anything else does."""
        request: Request[Any, Any, Any] = Request(scope)
        known = read(request.cookies.get(COOKIE, ""), self.secret)
        guest = known or secrets.token_hex(16)
        scope["state"]["guest"] = guest
        if known is not None or request.method != "GET":
            await next_app(scope, receive, send)
            return

        async def greet(message: Message) -> None:
            if message["type"] == "http.response.start":
                cookie = Cookie(
                    key=COOKIE,
                    value=sign(guest, self.secret),
                    max_age=YEAR,
                    httponly=True,
                    samesite="lax",
                    secure=request.url.scheme == "https",
                )
                message["headers"] = [*message["headers"], cookie.to_encoded_header()]
            await send(message)

        await next_app(scope, receive, greet)
