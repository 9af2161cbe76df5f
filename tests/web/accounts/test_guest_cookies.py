"""Who sends a request, by its cookies, and which cookies the response renews."""

import asyncio
from datetime import UTC, datetime
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest

from regnum.web.accounts.middleware import GuestMiddleware
from regnum.web.errors import BusyError
from regnum.web.http.cookies import GUEST, KNOWN, MONTH, NAME, SESSION, cookie_name, session_owner, sign_cookie
from regnum.web.http.identity import Account, SignedIn
from tests.support.web.apps import settings_in

ANN, BOB, ACCOUNT, KEY = "a" * 32, "b" * 32, "c" * 32, "k" * 32
SIGNED_IN = SignedIn(Account(ACCOUNT, "Ann", datetime(2026, 6, 1, tzinfo=UTC), "en"), "session id")


class Fakes:
    """The middleware before an application: what it passed on, and the response."""

    def __init__(self, tmp_path: Path) -> None:
        settings = settings_in(tmp_path)
        self.secret = settings.secret
        self.is_busy = False
        any_app: Any = self
        self.middleware = GuestMiddleware(self.answer, settings, any_app, self.refuse)
        self.response_headers: list[tuple[bytes, bytes]] = []
        self.state: dict[str, Any] = {}
        self.looked_up: list[str] = []

    async def find(self, key: str) -> SignedIn | None:
        self.looked_up.append(key)
        if self.is_busy:
            raise BusyError
        return SIGNED_IN if key == KEY else None

    async def answer(self, scope: Any, receive: Any, send: Any) -> None:
        self.state = scope["state"]
        await send({"type": "http.response.start", "status": 200, "headers": self.response_headers})
        await send({"type": "http.response.body", "body": b""})

    async def refuse(self, scope: Any, receive: Any, send: Any, status: int, name: str) -> None:
        await send({"type": "http.response.start", "status": status, "headers": []})

    def name(self, kind: str, secure: bool = False) -> str:
        return cookie_name(kind, self.secret, secure)

    def request(
        self, cookies: dict[str, str] | None = None, path: str = "/", method: str = "GET", scheme: str = "http"
    ) -> tuple[int, dict[str, str]]:
        """Return the status and the cookies that the response sets."""
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        text = "; ".join(f"{name}={value}" for name, value in (cookies or {}).items())
        scope: Any = {
            "type": "http",
            "path": path,
            "method": method,
            "scheme": scheme,
            "headers": [(b"host", b"a.example"), (b"cookie", text.encode())],
            "state": {},
        }
        nothing: Any = None
        asyncio.run(self.middleware(scope, nothing, send))
        renewed = SimpleCookie()
        for name, value in sent[0]["headers"]:
            if name == b"set-cookie":
                renewed.load(value.decode())
        return sent[0]["status"], {name: one.value for name, one in renewed.items()}

    def guest_cookies(self, guest: str, secure: bool = False) -> dict[str, str]:
        month = f"{datetime.now(UTC):%Y-%m}"
        return {self.name(GUEST, secure): sign_cookie(guest, self.secret), self.name(MONTH, secure): month}


@pytest.fixture
def fakes(tmp_path: Path) -> Fakes:
    return Fakes(tmp_path)


def test_new_guest_gets_a_random_number_and_its_cookies(fakes: Fakes) -> None:
    _, cookies = fakes.request()
    guest = fakes.state["guest"]
    assert (
        len(guest),
        fakes.state["browser"],
        fakes.state["pages"],
        fakes.state["signed_in"],
    ) == (32, guest, guest, None)
    assert cookies == fakes.guest_cookies(guest)
    fakes.request()
    assert fakes.state["guest"] != guest
    fakes.response_headers = [(b"cache-control", b"public, max-age=9")]
    assert fakes.request()[1] == {}, "a cache would give the cookie to others"
    fakes.response_headers = [(b"cache-control", b"no-store"), (b"x-note", b"public")]
    assert len(fakes.request()[1]) == 2


def test_guest_keeps_their_number_and_gets_cookies_once_a_month(fakes: Fakes) -> None:
    cookies = fakes.guest_cookies(ANN)
    assert fakes.request(cookies) == (200, {})
    assert fakes.state["guest"] == ANN
    assert fakes.request({**cookies, fakes.name(MONTH): "2026-05"})[1] == cookies
    assert fakes.request({fakes.name(GUEST): sign_cookie(ANN, "forged")})[1] != {}
    assert fakes.state["guest"] != ANN
    assert fakes.request(method="POST")[1] == {}, "a page was loaded before"


def test_old_cookies_are_used_until_there_are_prefixed_ones(fakes: Fakes) -> None:
    old = {"regnum_guest": sign_cookie(BOB, fakes.secret)}
    assert fakes.request(old)[1] == fakes.guest_cookies(BOB)
    plain = {
        fakes.name(GUEST): sign_cookie(ANN, fakes.secret),
        fakes.name(NAME): "Ann",
        fakes.name(KNOWN): "mark",
    }
    fakes.request({**old, **plain})
    assert fakes.state["guest"] == ANN
    _, cookies = fakes.request({**old, **plain}, scheme="https")
    names = {fakes.name(NAME, secure=True): "Ann", fakes.name(KNOWN, secure=True): "mark"}
    assert (fakes.state["guest"], cookies) == (
        ANN,
        {**fakes.guest_cookies(ANN, secure=True), **names},
    )
    prefixed = fakes.guest_cookies(ACCOUNT, secure=True)
    assert fakes.request({**old, **plain, **prefixed}, scheme="https")[1] == {}
    assert fakes.state["guest"] == ACCOUNT
    later = {
        **prefixed,
        fakes.name(MONTH, secure=True): "2026-05",
        fakes.name(NAME, secure=True): "Ann",
    }
    assert fakes.request(later, scheme="https")[1] == prefixed, "the name is there"
    assert len(fakes.request({fakes.name(NAME): "Ann"})[1]) == 2
    broken = {fakes.name(GUEST, secure=True): "broken"}
    fakes.request({**old, **plain, **broken}, scheme="https")
    assert fakes.state["guest"] not in (ANN, BOB), "plain ones may come from other subdomains"


def test_person_who_has_signed_in_plays_as_the_guest_of_the_account(fakes: Fakes) -> None:
    session = {
        fakes.name(SESSION): sign_cookie(KEY, fakes.secret, SESSION),
        fakes.name(KNOWN): "mark",
    }
    cookies = {**fakes.guest_cookies(ANN), **session}
    assert fakes.request(cookies) == (200, {})
    assert (fakes.state["guest"], fakes.state["browser"]) == (ACCOUNT, ANN)
    assert (fakes.state["pages"], fakes.state["signed_in"]) == (
        session_owner("session id"),
        SIGNED_IN,
    )
    assert fakes.request({**cookies, fakes.name(MONTH): "2026-05"})[1] == cookies
    other = sign_cookie("x" * 32, fakes.secret, SESSION)
    _, renewed = fakes.request({**cookies, fakes.name(SESSION): other, fakes.name(MONTH): "2026-05"})
    assert (fakes.state["guest"], fakes.state["signed_in"]) == (ANN, None)
    assert renewed == fakes.guest_cookies(ANN), "the session has ended"


def test_session_is_looked_up_only_where_it_is_needed(fakes: Fakes) -> None:
    session = {fakes.name(SESSION): sign_cookie(KEY, fakes.secret, SESSION)}
    fakes.request(session, "/static/page.css")
    assert (fakes.looked_up, fakes.state["signed_in"]) == ([], None)
    fakes.request({fakes.name(SESSION): "forged"})
    fakes.request()
    assert fakes.looked_up == []
    fakes.request(session, "/api/games")
    assert (fakes.looked_up, fakes.state) == ([], {}), "programs have tokens"
    fakes.is_busy = True
    assert fakes.request(session) == (503, {})
    assert fakes.looked_up == [KEY]
