"""Attacks on accounts: guessing, finding out names, reusing links and sessions."""

import asyncio
import re
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import update

from regnum.web.accounts import passwords, service, sessions
from regnum.web.accounts.one_time_links import INVITE, RESET
from regnum.web.db.schema import ACCOUNTS, ONE_TIME_LINKS, SESSIONS
from regnum.web.errors import RefusedError
from regnum.web.http.cookies import cookie_name, session_owner, sign_cookie
from regnum.web.play.stream import stream_updates, waiting_at
from regnum.web.settings import Settings
from tests.support.server.smtp_server import Mailbox, text_of, wait_until
from tests.support.web.accounts import (
    COOKIE,
    ORIGIN,
    OTHER,
    PASSWORD,
    QUICK,
    Site,
    find_link,
    is_signed_in,
    post_form,
    read_rows,
    run_site,
    sign_in,
    sign_up,
)
from tests.support.web.accounts import fast_hashing as fast_hashing
from tests.support.web.accounts import mailbox as mailbox
from tests.support.web.accounts import site as site
from tests.support.web.apps import SECRET, run_in_app
from tests.support.web.guests import Guest
from tests.support.web.tokens import token_of

GUEST = cookie_name("guest", SECRET)


def change_store(site: Site, statement: Any) -> None:
    database = site.app.state.tables.store.database
    run_in_app(site.app, database.write(lambda connection: connection.execute(statement)))


def session_cookie(guest: Guest) -> str:
    return str(guest.cookies.get(COOKIE))


# Cookies.


def test_sign_in_replaces_an_existing_session(site: Site) -> None:
    mallory, victim = site.browser(), site.browser()
    sign_up(mallory, "Mallory")
    sign_up(site.browser(), "Ann")
    victim.cookies.set(COOKIE, session_cookie(mallory), domain="testserver.local", path="/")
    assert "Mallory" in victim.get("/account")
    assert sign_in(victim).status_code == 303
    assert session_cookie(victim) != session_cookie(mallory)
    assert "Ann" in victim.get("/account")
    assert not is_signed_in(mallory), "the earlier session ends, even with a copied cookie"


def test_sign_up_replaces_an_existing_guest_cookie(site: Site) -> None:
    mallory, victim = site.browser(), site.browser()
    bait = mallory.open_table("me", "open", "open", name="Mallory")
    victim.cookies.set(GUEST, str(mallory.cookies.get(GUEST)))
    sign_up(victim)
    own = victim.open_table("me", "open", "open")
    assert not is_signed_in(mallory)
    assert own not in mallory.get("/tables")
    assert 'name="action"' not in mallory.get(f"/table/{bait}")
    assert mallory.request("GET", f"/table/{bait}/seat").status_code == 409, "the seat has moved"


def test_seat_links_issued_before_sign_up_are_invalid(site: Site) -> None:
    guest, mallory = site.browser(), site.browser()
    table = guest.open_table("me", "open", "open")
    (link,) = re.findall(r"/seat/[\w-]+", guest.get(f"/table/{table}/seat"))
    mallory.get(link)
    sign_up(guest)
    mallory.get(link, 404)
    assert post_form(mallory, link).status_code == 404


def test_tokens_issued_before_sign_up_are_invalid(site: Site) -> None:
    guest, mallory = site.browser(), site.browser()
    table = guest.open_table("me", "open", "open")
    mallory.cookies.set(GUEST, str(guest.cookies.get(GUEST)))
    (token,) = re.findall(r"regnum_[\w-]{43}", post_form(mallory, "/tokens", name="bait").text)
    headers = {"authorization": f"Bearer {token}"}
    assert mallory.request("GET", f"/api/tables/{table}", headers=headers).json()["seat"] == 0
    sign_up(guest)
    assert mallory.request("GET", "/api/tables", headers=headers).status_code == 401
    (own,) = re.findall(r"regnum_[\w-]{43}", post_form(guest, "/tokens", name="own").text)
    data = guest.request("GET", "/api/tables", headers={"authorization": f"Bearer {own}"}).json()
    assert [(one["id"], one["seat"]) for one in data] == [(table, 0)], (
        "a token of an account is valid for all its tables"
    )


def test_forged_cookies_cause_no_database_lookup(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = site.browser()
    sign_up(guest)
    key, _, mark = session_cookie(guest).partition(".")
    account = read_rows(site, ACCOUNTS)[0]["guest"]
    site.client.cookies = httpx.Cookies()
    monkeypatch.setattr(sessions.SessionStore, "find", lambda *_: pytest.fail("looked up"))
    forged = [
        key,
        f"{key}.",
        f"{key}.{mark[:-1]}{'1' if mark[-1] == '0' else '0'}",
        f"{key[:-1]}{'B' if key[-1] == 'A' else 'A'}.{mark}",
        sign_cookie(key, "the key of another server"),
        sign_cookie(key, SECRET),  # signed, but as another kind of cookie
        sign_cookie(account, SECRET, "guest"),
        read_rows(site, SESSIONS)[0]["id"],
        "é",
    ]
    for value in forged:
        response = site.client.get(
            "/account", headers=[(b"cookie", f"{COOKIE}={value}".encode())], follow_redirects=False
        )
        assert response.status_code == 303, value


def test_database_contains_no_usable_secrets(site: Site, mailbox: Mailbox) -> None:
    guest, mallory = site.browser(), site.browser()
    sign_up(guest, mail="ann@friends.example")
    post_form(guest, find_link(mailbox, 1))
    post_form(mallory, "/forgot", name="ann")
    mailbox.wait(2)
    (stored_link,) = read_rows(site, ONE_TIME_LINKS)
    (session,) = read_rows(site, SESSIONS)
    mallory.get(f"/reset/{stored_link['id']}", 404)
    for value in (sign_cookie(session["id"], SECRET, "session"), sign_cookie(session["id"][:32], SECRET, "session")):
        mallory.cookies.set(COOKIE, value)
        assert not is_signed_in(mallory)
    stored = repr([read_rows(site, table) for table in (ACCOUNTS, SESSIONS, ONE_TIME_LINKS)])
    for secret in (PASSWORD, session_cookie(guest).partition(".")[0], find_link(mailbox, 2).rpartition("/")[2]):
        assert secret not in stored


def test_cookies_are_http_only_same_site_and_secure(site: Site) -> None:
    guest = site.browser()
    guest.kept_token = ""
    form = {"_csrf_token": guest.token(), "name": "Ann", "password": PASSWORD}
    given = guest.request("POST", "/sign-up", data=form, follow_redirects=False).headers["set-cookie"]
    assert "HttpOnly" in given
    assert "SameSite=lax" in given
    assert "Secure" not in given
    guest.kept_token = ""
    form = {"_csrf_token": guest.token(), "name": "Ann", "password": PASSWORD}
    response = guest.request("POST", "https://testserver.local/sign-in", data=form, follow_redirects=False)
    assert "Secure" in response.headers["set-cookie"]


def test_unused_session_expires(site: Site) -> None:
    guest = site.browser()
    sign_up(guest)
    change_store(
        site, update(SESSIONS).values(seen_at=datetime.now(UTC) - sessions.SESSION_LIFETIME + timedelta(minutes=5))
    )
    assert is_signed_in(guest)
    assert is_signed_in(guest), "and it was just used"
    change_store(
        site, update(SESSIONS).values(seen_at=datetime.now(UTC) - sessions.SESSION_LIFETIME - timedelta(minutes=5))
    )
    assert not is_signed_in(guest)


def cookie_ages(response: httpx.Response) -> dict[str, timedelta]:
    """Return how long the browser keeps each cookie of a response."""
    found = (re.match(r"([^=]+)=.*max-age=(\d+)", cookie, re.I) for cookie in response.headers.get_list("set-cookie"))
    return {match[1]: timedelta(seconds=int(match[2])) for match in found if match}


def test_session_cookie_outlasts_an_unused_session_by_a_month(site: Site) -> None:
    guest = site.browser()
    form = {"_csrf_token": guest.token(), "name": "Ann", "password": PASSWORD}
    given = cookie_ages(guest.request("POST", "/sign-up", data=form, follow_redirects=False))
    known = cookie_name("known", SECRET)
    assert given == {COOKIE: sessions.SESSION_LIFETIME + timedelta(days=31), known: timedelta(days=365)}
    month = cookie_name("month", SECRET)
    guest.client.cookies = httpx.Cookies({**dict(guest.cookies), month: "2026-01"})
    renewed = cookie_ages(guest.client.get("/"))
    assert {name: renewed[name] for name in given} == given
    assert renewed[month] == timedelta(days=365)


# Pages.


def test_foreign_csrf_tokens_are_rejected(site: Site) -> None:
    laptop, phone, mallory = (site.browser() for _ in range(3))
    before = laptop.token()
    sign_up(laptop)
    sign_in(phone)
    sign_up(mallory, "Mallory")
    tokens = [before, phone.token(), mallory.token(), "", "x", session_owner(read_rows(site, SESSIONS)[0]["id"])]
    own = laptop.token()
    assert len({own, *tokens}) == 7
    for token in tokens:
        for path in ("/account/delete", "/account/name", "/account/sessions", "/sign-out", "/language"):
            form = {"_csrf_token": token, "password": PASSWORD, "name": "Eve", "session": "others", "language": "de"}
            assert laptop.request("POST", path, data=form, follow_redirects=False).status_code == 403
    for headers in ({"sec-fetch-site": "cross-site"}, {"origin": "https://evil.example"}):
        form = {"_csrf_token": own, "session": "others"}
        response = laptop.request("POST", "/account/sessions", data=form, headers=headers, follow_redirects=False)
        assert response.status_code == 403
    assert is_signed_in(phone)
    assert len(read_rows(site, ACCOUNTS)) == 2


def test_csrf_token_expires_with_its_session(site: Site) -> None:
    guest = site.browser()
    sign_up(guest)
    old = guest.token()
    post_form(guest, "/sign-out")
    sign_in(guest)
    form = {"_csrf_token": old, "session": "others"}
    assert guest.request("POST", "/account/sessions", data=form, follow_redirects=False).status_code == 403


def test_sign_in_requires_a_csrf_token(site: Site) -> None:
    sign_up(site.browser(), "Mallory")
    victim = site.browser()
    victim.get("/credits")
    for token in ("", "x"):
        form = {"_csrf_token": token, "name": "Mallory", "password": PASSWORD}
        assert victim.request("POST", "/sign-in", data=form, follow_redirects=False).status_code == 403
    assert not is_signed_in(victim)


@pytest.mark.parametrize("back", ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:x", "/\t/x"])
def test_sign_in_redirects_only_within_the_site(site: Site, back: str) -> None:
    guest = site.browser()
    response = post_form(guest, "/sign-up", name="Ann", password=PASSWORD, back=back)
    assert response.headers["location"] == "/account"
    assert "evil" not in site.browser().get("/sign-in", params={"back": back})


# Guessing.


@pytest.fixture
def strict_site(settings: Settings, mailbox: Mailbox) -> Iterator[Site]:
    """Run a website with the default limits, and people in it."""
    with run_site(settings, mailbox, sign_in_attempts_per_hour=5) as site:
        sign_up(site.browser(), mail="ann@friends.example")
        yield site


def test_sign_in_attempts_are_limited_equally_for_unknown_names(strict_site: Site) -> None:
    answers = {}
    for name in ("Ann", "Nobody"):
        answers[name] = [sign_in(strict_site.browser(), name, f"wrong {number} guess") for number in range(7)]
        assert [response.status_code for response in answers[name]] == [403] * 5 + [429] * 2
    for one, other in zip(answers["Ann"], answers["Nobody"], strict=True):
        assert visible_text(one.text) == visible_text(other.text)
    late = sign_in(strict_site.browser())
    assert late.status_code == 429, "the correct password is refused as well"
    assert visible_text(late.text) == visible_text(answers["Nobody"][-1].text)


def visible_text(page: str) -> str:
    """Return a page without the parts that are specific to a browser."""
    return re.sub(r'value="(Ann|Nobody|[0-9a-f]{64})"| data-now="\d+"', "", page)


def test_sign_in_attempts_with_many_names_are_limited(strict_site: Site) -> None:
    codes = [sign_in(strict_site.browser(), f"Name {number}").status_code for number in range(17)]
    assert codes == [403] * 15 + [429] * 2


def test_concurrent_sign_in_attempts_are_limited(strict_site: Site) -> None:
    accounts = strict_site.app.state.accounts

    async def guess() -> list[Any]:
        tries = [accounts.sign_in("ann", f"wrong {number} guess", "192.0.2.7") for number in range(20)]
        return list(await asyncio.gather(*tries, return_exceptions=True))

    error_keys = [getattr(error, "key", "") for error in run_in_app(strict_site.app, guess())]
    assert sorted(error_keys) == ["too_many_attempts"] * 15 + ["wrong_sign_in"] * 5


def test_account_forms_share_the_limit_of_sign_in_attempts(strict_site: Site) -> None:
    guest = strict_site.browser()
    sign_in(guest)
    parts = ("/account/name", "/account/password", "/account/email", "/account/delete")
    codes = [post_form(guest, path, password="wrong guess", name="X", fresh=OTHER).status_code for path in parts * 2]
    assert codes == [403] * 5 + [429] * 3
    assert len(read_rows(strict_site, ACCOUNTS)) == 1


def test_unknown_names_cost_as_much_hashing_as_known_ones(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    sign_up(site.browser())
    sign_in(site.browser(), "Nobody")
    done: list[str] = []

    class Counting:
        def __getattr__(self, name: str) -> Any:
            done.append(name)
            return getattr(QUICK, name)

    monkeypatch.setattr(passwords, "HASHER", Counting())
    work = []
    for name in ("Ann", "Nobody", "x\x00y", "\ud7ff" * 200):
        done.clear()
        sign_in(site.browser(), name, "wrong guess here")
        work.append([*done])
    assert work == [["verify"]] * 4


def test_password_reset_does_not_reveal_accounts(site: Site, mailbox: Mailbox) -> None:
    sign_up(site.browser(), mail="ann@friends.example")
    sign_up(site.browser(), "Ben")
    answers = [
        post_form(site.browser(), "/forgot", name=typed)
        for typed in ("Ann", "Ben", "Nobody", "ann@friends.example", "no@friends.example", "", "x\x00", "@", "é@é")
    ]
    assert {response.status_code for response in answers} == {200}
    assert len({visible_text(response.text) for response in answers}) == 1
    assert mailbox.emails[1:] == [], "the address was never confirmed"


def test_password_reset_responds_before_the_email_is_sent(
    site: Site, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = site.browser()
    sign_up(guest, mail="ann@friends.example")
    post_form(guest, find_link(mailbox, 1))
    gate = threading.Event()
    original = site.app.state.accounts.store.account_by_name

    async def slow(name: str) -> object:
        await asyncio.to_thread(gate.wait, 10)
        return await original(name)

    monkeypatch.setattr(site.app.state.accounts.store, "account_by_name", slow)
    assert post_form(site.browser(), "/forgot", name="Ann").status_code == 200
    assert len(mailbox.emails) == 1
    gate.set()
    mailbox.wait(2)


def test_emails_to_one_address_are_limited(site: Site, mailbox: Mailbox) -> None:
    guest = site.browser()
    sign_up(guest, mail="ann@friends.example")
    post_form(guest, find_link(mailbox, 1))
    for _ in range(6):
        assert post_form(site.browser(), "/forgot", name="Ann").status_code == 200
    codes = [
        post_form(guest, "/account/email", password=PASSWORD, mail="Victim@elsewhere.example").status_code
        for _ in range(4)
    ]
    assert 429 in codes
    mailbox.wait(1 + 3 + codes.count(303))
    assert [email["to"] for email in mailbox.emails].count("ann@friends.example") == 1 + 3


def test_sign_up_succeeds_when_the_email_limit_of_the_address_is_reached(site: Site, mailbox: Mailbox) -> None:
    stranger = site.browser()
    sign_up(stranger, name="Eve")
    codes = [
        post_form(stranger, "/account/email", password=PASSWORD, mail="ann@friends.example").status_code for _ in "1234"
    ]
    assert codes[-1] == 429
    guest = site.browser()
    sign_up(guest, mail="ann@friends.example")
    assert "Ann" in guest.get("/account"), "signed in, and asked for the address again"


# Links.


def request_reset_link(site: Site, mailbox: Mailbox) -> str:
    """Request a password reset and return its link."""
    guest = site.browser()
    sign_up(guest, mail="ann@friends.example")
    post_form(guest, find_link(mailbox, 1))
    post_form(site.browser(), "/forgot", name="ann")
    return find_link(mailbox, 2)


def test_reset_link_works_once(site: Site, mailbox: Mailbox) -> None:
    link = request_reset_link(site, mailbox)
    one, other = site.browser(), site.browser()
    for browser in (one, other):
        browser.get(link)
    assert post_form(one, link, password=OTHER).status_code == 303
    assert post_form(other, link, password="a third long password").status_code == 404
    assert sign_in(other, password=OTHER).status_code == 303


def test_one_of_concurrent_uses_of_a_link_succeeds(settings: Settings, database: str, mailbox: Mailbox) -> None:
    with run_site(settings, mailbox, database=database) as site:
        key = request_reset_link(site, mailbox).rpartition("/")[2]
        accounts = site.app.state.accounts

        async def use() -> list[Any]:
            tries = [accounts.reset_password(key, f"password number {number}") for number in range(6)]
            return list(await asyncio.gather(*tries, return_exceptions=True))

        error_keys = [getattr(error, "key", "used") for error in run_in_app(site.app, use())]
        assert sorted(error_keys) == ["link_expired"] * 5 + ["used"]


def test_reset_link_expires(site: Site, mailbox: Mailbox) -> None:
    link = request_reset_link(site, mailbox)
    change_store(site, update(ONE_TIME_LINKS).values(expires_at=datetime.now(UTC) - timedelta(seconds=1)))
    site.browser().get(link, 404)
    assert post_form(site.browser(), link, password=OTHER).status_code == 404
    assert sign_in(site.browser(), password=OTHER).status_code == 403


def test_link_works_for_its_purpose_only(site: Site, mailbox: Mailbox) -> None:
    key = request_reset_link(site, mailbox).rpartition("/")[2]
    guest = site.browser()
    guest.get(f"/confirm/{key}", 404)
    assert post_form(guest, f"/confirm/{key}").status_code == 404
    sign_in(guest)
    post_form(guest, "/account/email", password=PASSWORD, mail="mallory@evil.example")
    other = find_link(mailbox, 3).rpartition("/")[2]
    assert post_form(guest, f"/reset/{other}", password=OTHER).status_code == 404
    assert 'autocomplete="username" value="Ann"' in site.browser().get(f"/reset/{key}")


@pytest.mark.parametrize("change", ["password", "mail"])
def test_links_expire_when_the_password_or_address_changes(site: Site, mailbox: Mailbox, change: str) -> None:
    link = request_reset_link(site, mailbox)
    guest = site.browser()
    sign_in(guest)
    assert post_form(guest, f"/account/{change}", password=PASSWORD, fresh=OTHER, mail="").status_code == 303
    site.browser().get(link, 404)


def test_password_reset_cancels_a_pending_address_change(site: Site, mailbox: Mailbox) -> None:
    """An intruder who requested confirmation of their own address does not get the account that way."""
    link = request_reset_link(site, mailbox)
    mallory = site.browser()
    sign_in(mallory)
    post_form(mallory, "/account/email", password=PASSWORD, mail="mallory@evil.example")
    waiting = find_link(mailbox, 3)
    assert post_form(site.browser(), link, password=OTHER).status_code == 303
    assert post_form(mallory, waiting).status_code == 404
    assert not is_signed_in(mallory)
    assert read_rows(site, ACCOUNTS)[0]["email"] == "ann@friends.example"


def test_links_in_emails_ignore_the_host_header(site: Site, mailbox: Mailbox) -> None:
    request_reset_link(site, mailbox)
    guest = site.browser()
    form = {"_csrf_token": guest.token(), "name": "ann"}
    headers = {"host": "evil.example", "x-forwarded-host": "evil.example"}
    guest.request("POST", "/forgot", data=form, headers=headers)
    assert "evil" not in text_of(mailbox.wait(3))
    assert f"{ORIGIN}/reset/" in text_of(mailbox.emails[2])


def test_several_addresses_in_one_field_are_rejected(site: Site, mailbox: Mailbox) -> None:
    for typed in (
        "a@b.example\r\nBcc: eve@evil.example",
        "a@b.example, eve@evil.example",
        "<a@b.example>",
        "a@b\x00.example",
    ):
        assert post_form(site.browser(), "/sign-up", name="Ann", password=PASSWORD, mail=typed).status_code == 409
    assert read_rows(site, ACCOUNTS) == []


@pytest.mark.parametrize(
    "path", ["/sign-in", "/sign-up", "/sign-up/x", "/forgot", "/reset/x", "/confirm/x", "/account/name"]
)
def test_malformed_forms_are_rejected(site: Site, path: str) -> None:
    guest = site.browser()
    for form in ({}, {"name": "x" * 500}, {"name": "\x00", "password": "\x00" * 12}, {"password": "\u202e" * 12}):
        assert 200 <= post_form(guest, path, **form).status_code < 500
    for name in ("é" * 40, "%00", "x" * 300):
        assert guest.request("GET", f"{path}/{name}").status_code in (404, 403, 405, 200)


# The end of a session.


@pytest.fixture
def two_sites(settings: Settings, database: str) -> Iterator[tuple[Site, Site]]:
    """Two servers on one store."""
    with ExitStack() as stack:
        yield (
            stack.enter_context(run_site(settings, database=database)),
            stack.enter_context(run_site(settings, database=database)),
        )


def at_site(site: Site, guest: Guest) -> Guest:
    """Return the same browser at another server."""
    elsewhere = site.browser()
    elsewhere.cookies = guest.cookies
    return elsewhere


@pytest.mark.parametrize("how", ["sign out", "others", "password", "delete"])
def test_ended_session_is_invalid_on_every_server(two_sites: tuple[Site, Site], how: str) -> None:
    first, second = two_sites
    thief, owner = first.browser(), first.browser()
    sign_up(owner)
    table = owner.open_table("me", "open", "open")
    sign_in(thief)
    stolen = at_site(second, thief)
    assert is_signed_in(stolen)
    assert 'name="entry_count"' in stolen.get(f"/table/{table}") or stolen.invitations(table)
    if how == "sign out":
        post_form(thief, "/sign-out")
    else:
        part = {"others": "sessions", "password": "password", "delete": "delete"}[how]
        assert post_form(owner, f"/account/{part}", session="others", password=PASSWORD, fresh=OTHER).status_code < 400
    assert not is_signed_in(stolen)
    assert table not in stolen.get("/tables")
    assert stolen.request("GET", f"/table/{table}/seat").status_code == 409
    assert stolen.request("POST", "/account/name", data={"_csrf_token": "x"}).status_code == 403


def test_open_stream_stops_when_its_session_ends(two_sites: tuple[Site, Site]) -> None:
    first, second = two_sites
    thief, owner, friend = first.browser(), first.browser(), first.browser()
    sign_up(owner)
    table = owner.open_table("me", "open", "open")
    sign_in(thief)
    (session,) = [row["id"] for row in read_rows(first, SESSIONS) if row["id"] != session_handle(owner)]

    async def watch(seconds: float) -> list[bytes]:
        """Return what an open page receives at the second server."""
        tables, accounts = second.app.state.tables, second.app.state.accounts
        outcome = await tables.get(table)
        guest = str(outcome.row.host)
        recorded: list[bytes] = []
        async with asyncio.timeout(seconds):
            async for frame in stream_updates(
                tables,
                second.app.state.chat,
                outcome,
                guest,
                "en",
                waiting_at(outcome),
                0.2,
                is_signed_in=lambda: accounts.sessions.is_valid(session),
            ):
                recorded.append(frame)
        return recorded

    with ThreadPoolExecutor(1) as beside:
        result = beside.submit(lambda: run_in_app(second.app, watch(20)))
        wait_until(lambda: bool(second.app.state.tables.cache.live))
        post_form(owner, "/account/sessions", session="others")
        friend.join(owner.invitations(table)[0], "Ben")
        frames = result.result()
    assert b"event: reload" in frames[-1], "it expires without a request"
    assert b"Ben" not in b"".join(frames)


def session_handle(guest: Guest) -> str:
    return sessions.hash_key(session_cookie(guest).partition(".")[0])


def test_deleted_account_loses_its_seats(site: Site) -> None:
    laptop, phone = site.browser(), site.browser()
    table = laptop.open_table("me", "open", "open")
    sign_up(laptop)
    sign_in(phone)
    kept = session_cookie(phone)
    post_form(laptop, "/account/delete", password=PASSWORD)
    assert not is_signed_in(phone)
    assert phone.request("GET", f"/table/{table}/seat").status_code == 409
    sign_up(laptop)
    phone.cookies.set(COOKIE, kept, domain="testserver.local", path="/")
    assert not is_signed_in(phone), "nor by an account of the same name"


def test_reset_link_is_no_invitation_to_sign_up(settings: Settings) -> None:
    with run_site(settings, registration="invite") as site:
        key = run_in_app(site.app, site.app.state.accounts.links.issue(INVITE))
        guest = site.browser()
        assert post_form(guest, f"/sign-up/{key}", name="Ann", password=PASSWORD).status_code == 303
        account = read_rows(site, ACCOUNTS)[0]["guest"]
        other = run_in_app(site.app, site.app.state.accounts.links.issue(RESET, account))
        assert post_form(site.browser(), f"/sign-up/{other}", name="Ben", password=PASSWORD).status_code == 403


# Strangers cannot lock anybody out, and sessions end.


def test_failed_attempts_from_other_addresses_do_not_lock_out_the_owner(settings: Settings, mailbox: Mailbox) -> None:
    with run_site(settings, mailbox, sign_in_attempts_per_hour=5) as site:
        accounts = site.app.state.accounts
        known = site.browser()
        sign_up(known)
        assert post_form(known, "/sign-out").status_code == 303

        async def work() -> None:
            for number in range(8):
                with pytest.raises(RefusedError):
                    await accounts.sign_in("Ann", f"wrong {number} guess", "192.0.2.7")
            assert (await accounts.sign_in("Ann", PASSWORD, "198.51.100.2")).name == "Ann"
            for address in range(60):
                with pytest.raises(RefusedError):
                    await accounts.sign_in("Ann", "one more guess", f"203.0.113.{address}")
            with pytest.raises(RefusedError, match="too_many_attempts"):
                await accounts.sign_in("Ann", PASSWORD, "198.51.100.3")

        run_in_app(site.app, work())
        assert sign_in(site.browser(), "Ann", PASSWORD).status_code != 303
        for number in range(4):
            assert sign_in(known, "Ann", f"wrong {number} guess").status_code != 303
        assert sign_in(known, "Ann", PASSWORD).status_code == 303, "a returning browser is let in"
        post_form(known, "/sign-out")
        sign_up(known, "Ben")
        post_form(known, "/sign-out")
        assert sign_in(known, "Ann", PASSWORD).status_code != 303, "the browser no longer belongs to the account"


def test_signed_in_person_can_change_the_password_despite_failed_attempts_elsewhere(
    settings: Settings, mailbox: Mailbox
) -> None:
    with run_site(settings, mailbox, sign_in_attempts_per_hour=5) as site:
        ann = site.browser()
        sign_up(ann)
        for number in range(9):
            sign_in(site.browser(), "Ann", f"wrong {number} guess")
        for number in range(5):
            assert post_form(ann, "/account/password", password=f"wrong {number} guess", fresh=OTHER).status_code != 303
        assert post_form(ann, "/account/password", password=PASSWORD, fresh=OTHER).status_code == 429
    with run_site(settings, mailbox, sign_in_attempts_per_hour=5) as site:
        for number in range(9):
            sign_in(site.browser(), "Ann", f"wrong {number} guess")
        assert post_form(sign_in_at(site, ann), "/account/password", password=PASSWORD, fresh=OTHER).status_code == 303


def sign_in_at(site: Site, before: Guest) -> Guest:
    """Return a person's browser at another server over the same store."""
    again = site.browser()
    again.cookies = before.cookies
    return again


def test_api_tokens_expire_with_the_password(site: Site) -> None:
    for change in ("change", "remove"):
        ann = site.browser()
        sign_up(ann, f"Ann {change}")
        token = token_of(ann)
        headers = {"authorization": f"Bearer {token}"}
        assert site.browser().request("GET", "/api/tables", headers=headers).status_code == 200
        if change == "change":
            assert post_form(ann, "/account/password", password=PASSWORD, fresh=OTHER).status_code == 303
        else:
            assert post_form(ann, "/account/delete", password=PASSWORD).status_code in (200, 303)
        assert site.browser().request("GET", "/api/tables", headers=headers).status_code == 401


def test_sign_in_accepts_the_email_address_and_surrounding_spaces(site: Site, mailbox: Mailbox) -> None:
    ann = site.browser()
    sign_up(ann, "Dora May", mail="dora@friends.example")
    assert sign_in(site.browser(), "dora@friends.example").status_code == 403, "it is not confirmed"
    post_form(ann, find_link(mailbox, 1))
    for typed in (
        "dora@friends.example",
        " Dora@Friends.example ",
        "Dora May ",
        "dora  may",
        "Dora\u00a0May",
        "\tDora May",
    ):
        assert sign_in(site.browser(), typed).status_code == 303, repr(typed)


def test_correct_passwords_beyond_a_limit_count_as_attempts(
    settings: Settings, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MAX_CORRECT_PASSWORDS_PER_HOUR", 3)
    with run_site(settings, mailbox, sign_in_attempts_per_hour=5) as site:
        sign_up(site.browser())
        accounts = site.app.state.accounts

        async def work() -> None:
            for _ in range(3 + 5):
                await accounts.sign_in("Ann", PASSWORD, "192.0.2.7")
            with pytest.raises(RefusedError, match="too_many_attempts"):
                await accounts.sign_in("Ann", PASSWORD, "192.0.2.7")
            await accounts.sign_in("Ann", PASSWORD, "198.51.100.2")

        run_in_app(site.app, work())


def test_session_cookies_without_the_host_prefix_migrate_and_planted_ones_are_ignored(
    settings: Settings, mailbox: Mailbox
) -> None:
    safe = "https://testserver.local"
    with run_site(settings, mailbox, origin=safe) as site:
        people = {}
        for name in ("Ann", "Mallory"):
            guest = site.browser()
            site.client.base_url = httpx.URL(safe)
            sign_up(guest, name)
            people[name] = dict(guest.cookies)
        prefix = "__Host-"
        assert f"{prefix}{COOKIE}" in people["Ann"]
        older = site.browser()
        for name, value in people["Ann"].items():
            older.cookies.set(name.removeprefix(prefix), value, domain="testserver.local", path="/")
        assert "Ann" in older.get("/account")
        assert older.cookies[f"{prefix}{COOKIE}"] == people["Ann"][f"{prefix}{COOKIE}"]
        post_form(older, "/sign-out")
        for name, value in people["Mallory"].items():
            older.cookies.set(name.removeprefix(prefix), value, domain="testserver.local", path="/")
        assert older.request("GET", "/account", follow_redirects=False).status_code != 200
