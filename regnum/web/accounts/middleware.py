"""Middleware that identifies the sender of each request.

A guest is identified by a random number in a signed cookie. A person who has signed in is identified by a session
key in another cookie and plays as the guest of their account.
"""

import secrets
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import quote

from litestar import Request
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from regnum.web.accounts.sessions import SESSION_COOKIE_SECONDS, SessionStore
from regnum.web.errors import BusyError
from regnum.web.http.cookies import (
    GUEST,
    KNOWN,
    MONTH,
    NAME,
    SESSION,
    YEAR_SECONDS,
    cookie_name,
    has_prefixed_cookies,
    identity_cookie,
    is_secure,
    read_cookie,
    read_server_cookie,
    session_owner,
    sign_cookie,
)
from regnum.web.http.problems import is_api
from regnum.web.http.request_limits import Refuse
from regnum.web.settings import Settings

_STATIC: Final = "/static/"


class GuestMiddleware:
    """Assigns a guest to every request and a cookie to every new guest; looks up sessions in the store.

    A browser with cookies of an older version also gets the current ones, which identify it from then on. The old ones
    are kept, because they may belong to another server.
    """

    def __init__(self, app: ASGIApp, settings: Settings, sessions: SessionStore, refuse: Refuse) -> None:
        self._app: Final = app
        self._settings: Final = settings
        self._sessions: Final = sessions
        self._refuse: Final = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Identify the sender and pass the request on; respond with 503 if the store is unavailable."""
        if scope["type"] != ScopeType.HTTP or is_api(scope["path"]):  # programs send tokens instead
            await self._app(scope, receive, send)
            return
        secret, secure = self._settings.secret, is_secure(scope, self._settings)
        cookies = Request[Any, Any, Any](scope).cookies
        names = {kind: cookie_name(kind, secret, secure) for kind in (GUEST, SESSION, NAME, KNOWN, MONTH)}
        guest_cookie = read_cookie(cookies.get(names[GUEST], ""), secret)
        older = () if has_prefixed_cookies(cookies, secret, secure) else (cookie_name(GUEST, secret), "regnum_guest")
        guests = (read_cookie(cookies.get(name, ""), secret) for name in older)
        guest = guest_cookie or next((guest for guest in guests if guest), None) or secrets.token_hex(16)
        state = scope["state"]
        state.update(guest=guest, browser=guest, pages=guest, signed_in=None)
        session_cookie = read_server_cookie(cookies, SESSION, secret, secure)
        if session_cookie and not scope["path"].startswith(_STATIC):
            key = read_cookie(session_cookie, secret, SESSION)
            try:
                signed_in = await self._sessions.find(key) if key else None
            except BusyError:
                await self._refuse(scope, receive, send, 503, "busy")
                return
            if signed_in is not None:
                state.update(guest=signed_in.account.guest, pages=session_owner(signed_in.session), signed_in=signed_in)

        async def send_with_cookies(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message["headers"])
                if not any(name == b"cache-control" and b"public" in value for name, value in headers):
                    values = {names[GUEST]: sign_cookie(guest, secret), names[MONTH]: month}
                    kinds = [SESSION, KNOWN] if state["signed_in"] is not None else []
                    # The browser may still have these without the prefix.
                    kinds += [NAME, KNOWN] if secure and not guest_cookie else []
                    for kind in kinds:
                        if value := read_server_cookie(cookies, kind, secret, secure):
                            values[names[kind]] = quote(value, safe="")
                    ages = {names[SESSION]: SESSION_COOKIE_SECONDS}
                    renewed = [
                        identity_cookie(key, value, secure, ages.get(key, YEAR_SECONDS))
                        for key, value in values.items()
                    ]
                    message["headers"] = [*headers, *(cookie.to_encoded_header() for cookie in renewed)]
            await send(message)

        month = f"{datetime.now(UTC):%Y-%m}"
        is_recent = guest_cookie and cookies.get(names[MONTH]) == month
        await self._app(scope, receive, send if is_recent or scope["method"] != "GET" else send_with_cookies)
