"""Identifies the sender of each request.

A guest is identified by a random number in a signed cookie. A person who has signed in is identified by a session
key in another cookie, and plays as the guest of their account.
"""

import secrets
from datetime import UTC, datetime
from typing import Any, Final

from litestar import Request
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from regnum.web.accounts.sessions import Sessions
from regnum.web.errors import Busy
from regnum.web.http.cookies import (
    GUEST,
    KNOWN,
    MONTH,
    SESSION,
    cookie_name,
    is_secure,
    own_cookie,
    read,
    session_pages,
    sign,
)
from regnum.web.http.gate import Refuse
from regnum.web.http.problems import is_api
from regnum.web.settings import Settings

_STATIC: Final = "/static/"


class Guests:
    """Assigns a guest to every request and a cookie to every new guest; looks up sessions in the store.

    A browser with an older version's cookie gets the current one as well. The old one stays: it may be another's.
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
        """Identify the sender before the request is handled."""
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

        async def send_with_cookies(message: Message) -> None:
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
        await self._app(scope, receive, send if fresh or scope["method"] != "GET" else send_with_cookies)
