"""Who sends a request, by its cookies, and which cookies the response renews."""

import asyncio
from datetime import UTC, datetime
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest

from regnum.web.accounts.middleware import GuestMiddleware
from regnum.web.errors import Busy
from regnum.web.http.cookies import GUEST, KNOWN, MONTH, NAME, SESSION, cookie_name, session_owner, sign_cookie
from regnum.web.http.identity import Person, SignedIn
from tests.support.web.apps import settings_in

ANN, BOB, ACCOUNT, KEY = "a" * 32, "b" * 32, "c" * 32, "k" * 32
SIGNED_IN = SignedIn(Person(ACCOUNT, "Ann", datetime(2026, 6, 1, tzinfo=UTC), "en"), "session id")


class Site:
    """The middleware before an application: what it passed on, and the response."""

    def __init__(self, tmp_path: Path) -> None:
        settings = settings_in(tmp_path)
        self.secret = settings.secret
        self.is_busy = False
        any_site: Any = self
        self.middleware = GuestMiddleware(self.answer, settings, any_site, self.refuse)
        self.response_headers: list[tuple[bytes, bytes]] = []
        self.state: dict[str, Any] = {}
        self.looked_up: list[str] = []

    async def find(self, key: str) -> SignedIn | None:
        self.looked_up.append(key)
        if self.is_busy:
            raise Busy
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
def site(tmp_path: Path) -> Site:
    return Site(tmp_path)


def test_new_guest_gets_a_random_number_and_its_cookies(site: Site) -> None:
    _, cookies = site.request()
    guest = site.state["guest"]
    assert (len(guest), site.state["browser"], site.state["pages"], site.state["signed_in"]) == (32, guest, guest, None)
    assert cookies == site.guest_cookies(guest)
    site.request()
    assert site.state["guest"] != guest
    site.response_headers = [(b"cache-control", b"public, max-age=9")]
    assert site.request()[1] == {}, "a cache would give the cookie to others"
    site.response_headers = [(b"cache-control", b"no-store"), (b"x-note", b"public")]
    assert len(site.request()[1]) == 2


def test_guest_keeps_their_number_and_gets_cookies_once_a_month(site: Site) -> None:
    cookies = site.guest_cookies(ANN)
    assert site.request(cookies) == (200, {})
    assert site.state["guest"] == ANN
    assert site.request({**cookies, site.name(MONTH): "2026-05"})[1] == cookies
    assert site.request({site.name(GUEST): sign_cookie(ANN, "forged")})[1] != {}
    assert site.state["guest"] != ANN
    assert site.request(method="POST")[1] == {}, "a page was loaded before"


def test_old_cookies_are_used_until_there_are_prefixed_ones(site: Site) -> None:
    old = {"regnum_guest": sign_cookie(BOB, site.secret)}
    assert site.request(old)[1] == site.guest_cookies(BOB)
    plain = {site.name(GUEST): sign_cookie(ANN, site.secret), site.name(NAME): "Ann", site.name(KNOWN): "mark"}
    site.request({**old, **plain})
    assert site.state["guest"] == ANN
    _, cookies = site.request({**old, **plain}, scheme="https")
    names = {site.name(NAME, secure=True): "Ann", site.name(KNOWN, secure=True): "mark"}
    assert (site.state["guest"], cookies) == (ANN, {**site.guest_cookies(ANN, secure=True), **names})
    prefixed = site.guest_cookies(ACCOUNT, secure=True)
    assert site.request({**old, **plain, **prefixed}, scheme="https")[1] == {}
    assert site.state["guest"] == ACCOUNT
    later = {**prefixed, site.name(MONTH, secure=True): "2026-05", site.name(NAME, secure=True): "Ann"}
    assert site.request(later, scheme="https")[1] == prefixed, "the name is there"
    assert len(site.request({site.name(NAME): "Ann"})[1]) == 2
    broken = {site.name(GUEST, secure=True): "broken"}
    site.request({**old, **plain, **broken}, scheme="https")
    assert site.state["guest"] not in (ANN, BOB), "plain ones may come from other subdomains"


def test_person_who_has_signed_in_plays_as_the_guest_of_the_account(site: Site) -> None:
    session = {site.name(SESSION): sign_cookie(KEY, site.secret, SESSION), site.name(KNOWN): "mark"}
    cookies = {**site.guest_cookies(ANN), **session}
    assert site.request(cookies) == (200, {})
    assert (site.state["guest"], site.state["browser"]) == (ACCOUNT, ANN)
    assert (site.state["pages"], site.state["signed_in"]) == (session_owner("session id"), SIGNED_IN)
    assert site.request({**cookies, site.name(MONTH): "2026-05"})[1] == cookies
    other = sign_cookie("x" * 32, site.secret, SESSION)
    _, renewed = site.request({**cookies, site.name(SESSION): other, site.name(MONTH): "2026-05"})
    assert (site.state["guest"], site.state["signed_in"]) == (ANN, None)
    assert renewed == site.guest_cookies(ANN), "the session has ended"


def test_session_is_looked_up_only_where_it_is_needed(site: Site) -> None:
    session = {site.name(SESSION): sign_cookie(KEY, site.secret, SESSION)}
    site.request(session, "/static/page.css")
    assert (site.looked_up, site.state["signed_in"]) == ([], None)
    site.request({site.name(SESSION): "forged"})
    site.request()
    assert site.looked_up == []
    site.request(session, "/api/games")
    assert (site.looked_up, site.state) == ([], {}), "programs have tokens"
    site.is_busy = True
    assert site.request(session) == (503, {})
    assert site.looked_up == [KEY]
