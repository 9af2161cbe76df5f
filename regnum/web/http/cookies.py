"""The cookies of a browser, and the token of its pages: signed, so that nobody can make up another one."""

import hashlib
import hmac
import re
from collections.abc import Mapping
from functools import cache
from typing import Final
from urllib.parse import urlsplit

from litestar.datastructures import Cookie
from litestar.types import Scope

from regnum.web.http import i18n, preferences
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


def own_cookie(key: str, value: str, secure: bool) -> Cookie:
    """Return a cookie that says who somebody is: no script sees it, no other site sends it; "" takes it away."""
    age = YEAR if value else 0
    return Cookie(key=key, value=value, max_age=age, httponly=True, samesite="lax", secure=secure)
