"""Who is at the other end, and the token of his pages.

A guest is known by a random number in a signed cookie; somebody who has signed in by the key of a session in another
one, and plays as the guest of his account.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final
from urllib.parse import urlsplit

from litestar import Request
from litestar.datastructures import Cookie
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from regnum.web.accounts.sessions import Sessions
from regnum.web.errors import Busy
from regnum.web.http import i18n, preferences
from regnum.web.http.limits import Refuse
from regnum.web.http.problems import is_api
from regnum.web.settings import Settings

YEAR: Final = 365 * 24 * 3600
GUEST: Final = "guest"
SESSION: Final = "session"
NAME: Final = "name"
KNOWN: Final = "known"
"""A browser in which somebody has signed in: strangers' wrong passwords do not shut it out."""
MONTH: Final = "month"
"""When a browser got its guest's cookie the last time, so that it never ends while it is used."""
_HEX: Final = re.compile(r"[0-9a-f]{32}")
_VALUES: Final = {GUEST: _HEX, SESSION: re.compile(r"[\w-]{32}", re.ASCII), KNOWN: _HEX}


def sign(value: str, secret: str, kind: str = GUEST) -> str:
    """Return the cookie of a guest, or of a session: the number or key, a dot and its signature."""
    return f"{value}.{_mark(f'{kind}:{value}', secret)}"


def read(cookie: str, secret: str, kind: str = GUEST) -> str | None:
    """Return the guest of a cookie, or the key of a session; None if the signature is not ours."""
    value = cookie.partition(".")[0]
    known = _VALUES[kind].fullmatch(value) and hmac.compare_digest(sign(value, secret, kind).encode(), cookie.encode())
    return value if known else None


def known_browser(guest: str) -> str:
    """Return what the cookie of a browser holds in which this guest has signed in; it does not tell the guest."""
    return hashlib.sha256(f"{KNOWN}:{guest}".encode()).hexdigest()[:32]


def page_token(whose: str, secret: str) -> str:
    """Return what every form of somebody's pages carries: no page of anybody else, server or site can know it.

    `whose`: a guest, or `session_pages` of a session.
    """
    return _mark(f"page:{whose}", secret)


def session_pages(session: str) -> str:
    """Return to whom pages belong that are shown in a session."""
    return f"{SESSION}:{session}"


@cache
def cookie_name(kind: str, secret: str) -> str:
    """Return the name of a cookie: a host has one jar for all its ports, so it says whose server it belongs to."""
    return f"regnum_{kind}_{_mark('instance', secret)[:8]}"


def own_cookies(secret: str) -> frozenset[str]:
    """Return the names of all cookies that this server reads, those of versions up to 0.1 among them."""
    kinds = (GUEST, SESSION, NAME, KNOWN, MONTH)
    return frozenset(
        {
            i18n.COOKIE,
            preferences.COOKIE,
            *(cookie_name(kind, secret) for kind in kinds),
            *(f"regnum_{kind}" for kind in kinds),
        }
    )


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
    """Gives every request a guest, and every new guest a cookie; whoever has signed in, it finds in the store.

    A guest of an older version's cookie gets today's beside it; the old one may be another server's, so it stays.
    """

    def __init__(self, app: ASGIApp, settings: Settings, sessions: Sessions, refuse: Refuse) -> None:
        self._app: Final = app
        self._settings: Final = settings
        self._sessions: Final = sessions
        self._refuse: Final = refuse
        self._guest: Final = cookie_name(GUEST, settings.secret)
        self._session: Final = cookie_name(SESSION, settings.secret)
        self._known: Final = cookie_name(KNOWN, settings.secret)
        self._month: Final = cookie_name(MONTH, settings.secret)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Find out who asks before anything else does."""
        if scope["type"] != ScopeType.HTTP or is_api(scope["path"]):  # programs have tokens
            await self._app(scope, receive, send)
            return
        secret = self._settings.secret
        cookies = Request[Any, Any, Any](scope).cookies
        known = read(cookies.get(self._guest, ""), secret)
        guest = known or read(cookies.get("regnum_guest", ""), secret) or secrets.token_hex(16)
        state = scope["state"]
        state.update(guest=guest, browser=guest, pages=guest, signed_in=None)
        given = cookies.get(self._session, "")
        if given and not scope["path"].startswith(_STATIC):
            key = read(given, secret, SESSION)
            try:
                signed_in = await self._sessions.of(key) if key else None
            except Busy:
                await self._refuse(scope, receive, send, 503, "busy")
                return
            if signed_in is not None:
                state.update(guest=signed_in.person.guest, pages=session_pages(signed_in.session), signed_in=signed_in)

        async def greet(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message["headers"])
                if not any(name == b"cache-control" and b"public" in value for name, value in headers):
                    secure = is_secure(scope, self._settings)
                    values = {self._guest: sign(guest, secret), self._month: month}
                    if state["signed_in"] is not None:
                        values |= {key: cookies[key] for key in (self._session, self._known) if key in cookies}
                    sent = [own_cookie(key, value, secure).to_encoded_header() for key, value in values.items()]
                    message["headers"] = [*headers, *sent]
            await send(message)

        month = f"{datetime.now(UTC):%Y-%m}"
        fresh = known and cookies.get(self._month) == month
        await self._app(scope, receive, send if fresh or scope["method"] != "GET" else greet)


_STATIC: Final = "/static/"


def own_cookie(key: str, value: str, secure: bool) -> Cookie:
    """Return a cookie that says who somebody is: no script sees it, no other site sends it; "" takes it away."""
    age = YEAR if value else 0
    return Cookie(key=key, value=value, max_age=age, httponly=True, samesite="lax", secure=secure)
