"""The cookies of a browser and the CSRF token of its pages, signed so that they cannot be forged."""

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

YEAR_SECONDS: Final = 365 * 24 * 3600
GUEST: Final = "guest"
SESSION: Final = "session"
NAME: Final = "name"
KNOWN: Final = "known"
"""Marks a browser in which a person has signed in, so that strangers' wrong passwords do not lock it out."""
MONTH: Final = "month"
"""The month in which a browser last got its guest cookie, which is renewed so that it never expires while in use."""
_HEX: Final = re.compile(r"[0-9a-f]{32}")
_VALUES: Final = {GUEST: _HEX, SESSION: re.compile(r"[\w-]{32}", re.ASCII), KNOWN: _HEX}


def sign_cookie(value: str, secret: str, kind: str = GUEST) -> str:
    """Return a signed cookie: the value, a dot and the signature."""
    return f"{value}.{_signature(f'{kind}:{value}', secret)}"


def read_cookie(cookie: str, secret: str, kind: str = GUEST) -> str | None:
    """Return the value in a signed cookie, or None if its format or signature is invalid."""
    value = cookie.partition(".")[0]
    is_valid = _VALUES[kind].fullmatch(value) and hmac.compare_digest(
        sign_cookie(value, secret, kind).encode(), cookie.encode()
    )
    return value if is_valid else None


def known_browser_value(guest: str) -> str:
    """Return the value of the KNOWN cookie after this guest has signed in: a hash that does not reveal the guest."""
    return hashlib.sha256(f"{KNOWN}:{guest}".encode()).hexdigest()[:32]


def page_token(owner: str, secret: str) -> str:
    """Return the CSRF token of a visitor's forms, which no other person, server or site can know.

    `owner`: a guest, or `session_owner` of a session.
    """
    return _signature(f"page:{owner}", secret)


def session_owner(session: str) -> str:
    """Return the owner, as in `page_token`, of the pages of a session."""
    return f"{SESSION}:{session}"


@cache
def cookie_name(kind: str, secret: str, secure: bool = False) -> str:
    """Return the name of a cookie, with a hash that identifies the server, as all ports of a host share cookies.

    `secure`: whether the browser uses https; then the prefix makes it reject cookies that other subdomains set.
    """
    return f"{'__Host-' if secure else ''}regnum_{kind}_{_signature('instance', secret)[:8]}"


def server_cookie_names(secret: str) -> frozenset[str]:
    """Return the names of all cookies that this server reads, including those of versions up to 0.1."""
    kinds = (GUEST, SESSION, NAME, KNOWN, MONTH)
    return frozenset(
        {
            i18n.COOKIE,
            preferences.COOKIE,
            *(cookie_name(kind, secret, secure) for kind in kinds for secure in (False, True)),
            *(f"regnum_{kind}" for kind in kinds),
        }
    )


def read_server_cookie(cookies: Mapping[str, str], kind: str, secret: str, secure: bool) -> str:
    """Return the value of one of this server's cookies, or "" if it is missing.

    Over https, names without the prefix are accepted only until the browser has a guest cookie with the prefix, which
    it gets with its first page.
    """
    cookie = cookies.get(cookie_name(kind, secret, secure), "")
    if cookie or has_prefixed_cookies(cookies, secret, secure):
        return cookie
    return cookies.get(cookie_name(kind, secret), "")


def read_current_or_old_cookie(cookies: Mapping[str, str], kind: str, secret: str, secure: bool) -> str:
    """Return a cookie as `read_server_cookie` does, but also accept the name without a hash, used up to version 0.1."""
    older = "" if has_prefixed_cookies(cookies, secret, secure) else cookies.get(f"regnum_{kind}", "")
    return read_server_cookie(cookies, kind, secret, secure) or older


def has_prefixed_cookies(cookies: Mapping[str, str], secret: str, secure: bool) -> bool:
    """Return whether a browser that uses https has the cookies with the prefix."""
    return secure and cookie_name(GUEST, secret, secure) in cookies


def is_secure(scope: Scope, settings: Settings) -> bool:
    """Return whether the browser used https, judging by the request or the configured origin."""
    own = urlsplit(settings.origin)
    host = next((value for name, value in scope["headers"] if name == b"host"), b"").decode("latin-1")
    return scope["scheme"] == "https" or (own.scheme == "https" and host.lower() == own.netloc)


def _signature(text: str, secret: str) -> str:
    return hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()


def identity_cookie(key: str, value: str, secure: bool, age: int = YEAR_SECONDS) -> Cookie:
    """Return an identity cookie, hidden from scripts and not sent with posts from other sites; "" deletes it.

    `age`: for how many seconds the browser keeps it.
    """
    return Cookie(key=key, value=value, max_age=age if value else 0, httponly=True, samesite="lax", secure=secure)
