"""What an attacker tries with accounts: to guess, to learn who is there, to use again what was used, to stay in."""

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
from regnum.web.errors import Refused
from regnum.web.http.cookies import cookie_name, session_pages, sign_cookie
from regnum.web.play.sse import stream_updates, waiting_at
from regnum.web.settings import Settings
from tests.support.accounts import (
    COOKIE,
    ORIGIN,
    OTHER,
    PASSWORD,
    QUICK,
    House,
    asked,
    house,
    is_in,
    link_in,
    rows,
    send,
    sign_in,
    sign_up,
)
from tests.support.accounts import box as box
from tests.support.accounts import here as here
from tests.support.accounts import quick as quick
from tests.support.apps import SECRET, apart
from tests.support.guests import Guest
from tests.support.smtp_server import Postbox, text_of, wait_until
from tests.support.tokens import token_of

GUEST = cookie_name("guest", SECRET)


def changed(here: House, statement: Any) -> None:
    asked(here, lambda app: app.state.tables.store.database.write(lambda connection: connection.execute(statement)))


def cookie(guest: Guest) -> str:
    return str(guest.cookies.get(COOKIE))


# Cookies.


def test_a_session_that_was_there_before_is_not_gone_on_with(here: House) -> None:
    mallory, victim = here.browser(), here.browser()
    sign_up(mallory, "Mallory")
    sign_up(here.browser(), "Ann")
    victim.cookies.set(COOKIE, cookie(mallory), domain="testserver.local", path="/")
    assert "Mallory" in victim.get("/account")
    assert sign_in(victim).status_code == 303
    assert cookie(victim) != cookie(mallory)
    assert "Ann" in victim.get("/account")
    assert not is_in(mallory), "whoever was signed in here before is not any more, wherever he has the cookie from"


def test_a_guest_that_was_there_before_gets_nothing(here: House) -> None:
    mallory, victim = here.browser(), here.browser()
    bait = mallory.open_table("me", "open", "open", name="Mallory")
    victim.cookies.set(GUEST, str(mallory.cookies.get(GUEST)))
    sign_up(victim)
    own = victim.open_table("me", "open", "open")
    assert not is_in(mallory)
    assert own not in mallory.get("/tables")
    assert 'name="action"' not in mallory.get(f"/table/{bait}")
    assert mallory.request("GET", f"/table/{bait}/seat").status_code == 409, "the seat has moved"


def test_links_to_a_seat_that_were_made_before_it_moved_do_not_open_it(here: House) -> None:
    guest, mallory = here.browser(), here.browser()
    table = guest.open_table("me", "open", "open")
    (link,) = re.findall(r"/seat/[\w-]+", guest.get(f"/table/{table}/seat"))
    mallory.get(link)
    sign_up(guest)
    mallory.get(link, 404)
    assert send(mallory, link).status_code == 404


def test_tokens_that_were_made_before_open_nothing_of_an_account(here: House) -> None:
    guest, mallory = here.browser(), here.browser()
    table = guest.open_table("me", "open", "open")
    mallory.cookies.set(GUEST, str(guest.cookies.get(GUEST)))
    (token,) = re.findall(r"regnum_[\w-]{43}", send(mallory, "/tokens", name="bait").text)
    headers = {"authorization": f"Bearer {token}"}
    assert mallory.request("GET", f"/api/tables/{table}", headers=headers).json()["seat"] == 0
    sign_up(guest)
    assert mallory.request("GET", "/api/tables", headers=headers).status_code == 401
    (own,) = re.findall(r"regnum_[\w-]{43}", send(guest, "/tokens", name="own").text)
    told = guest.request("GET", "/api/tables", headers={"authorization": f"Bearer {own}"}).json()
    assert [(one["id"], one["seat"]) for one in told] == [(table, 0)], "a token of an account is for all that it has"


def test_cookies_that_are_not_ours_are_not_even_looked_up(here: House, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = here.browser()
    sign_up(guest)
    key, _, mark = cookie(guest).partition(".")
    person = rows(here, ACCOUNTS)[0]["guest"]
    here.door.cookies = httpx.Cookies()
    monkeypatch.setattr(sessions.Sessions, "find", lambda *_: pytest.fail("looked up"))
    forged = [
        key,
        f"{key}.",
        f"{key}.{mark[:-1]}{'1' if mark[-1] == '0' else '0'}",
        f"{key[:-1]}{'B' if key[-1] == 'A' else 'A'}.{mark}",
        sign_cookie(key, "the key of another server"),
        sign_cookie(key, SECRET),  # signed, but as another kind of cookie
        sign_cookie(person, SECRET, "guest"),
        rows(here, SESSIONS)[0]["id"],
        "é",
    ]
    for value in forged:
        answer = here.door.get("/account", headers=[(b"cookie", f"{COOKIE}={value}".encode())], follow_redirects=False)
        assert answer.status_code == 303, value


def test_what_the_store_knows_opens_nothing(here: House, box: Postbox) -> None:
    guest, mallory = here.browser(), here.browser()
    sign_up(guest, mail="ann@friends.example")
    send(guest, link_in(box, 1))
    send(mallory, "/forgot", name="ann")
    box.wait(2)
    (ticket,) = rows(here, ONE_TIME_LINKS)
    (session,) = rows(here, SESSIONS)
    mallory.get(f"/reset/{ticket['id']}", 404)
    for value in (sign_cookie(session["id"], SECRET, "session"), sign_cookie(session["id"][:32], SECRET, "session")):
        mallory.cookies.set(COOKIE, value)
        assert not is_in(mallory)
    stored = repr([rows(here, table) for table in (ACCOUNTS, SESSIONS, ONE_TIME_LINKS)])
    for secret in (PASSWORD, cookie(guest).partition(".")[0], link_in(box, 2).rpartition("/")[2]):
        assert secret not in stored


def test_cookies_are_kept_from_scripts_and_other_sites(here: House) -> None:
    guest = here.browser()
    guest.kept_token = ""
    form = {"_csrf_token": guest.token(), "name": "Ann", "password": PASSWORD}
    given = guest.request("POST", "/sign-up", data=form, follow_redirects=False).headers["set-cookie"]
    assert "HttpOnly" in given
    assert "SameSite=lax" in given
    assert "Secure" not in given
    guest.kept_token = ""
    form = {"_csrf_token": guest.token(), "name": "Ann", "password": PASSWORD}
    answer = guest.request("POST", "https://testserver.local/sign-in", data=form, follow_redirects=False)
    assert "Secure" in answer.headers["set-cookie"]


def test_a_session_ends_after_a_time_without_use(here: House) -> None:
    guest = here.browser()
    sign_up(guest)
    changed(here, update(SESSIONS).values(seen=datetime.now(UTC) - sessions.LIFETIME + timedelta(minutes=5)))
    assert is_in(guest)
    assert is_in(guest), "and was used now"
    changed(here, update(SESSIONS).values(seen=datetime.now(UTC) - sessions.LIFETIME - timedelta(minutes=5)))
    assert not is_in(guest)


# Pages.


def test_a_page_of_a_guest_or_another_session_changes_nothing(here: House) -> None:
    laptop, phone, mallory = (here.browser() for _ in range(3))
    before = laptop.token()
    sign_up(laptop)
    sign_in(phone)
    sign_up(mallory, "Mallory")
    tokens = [before, phone.token(), mallory.token(), "", "x", session_pages(rows(here, SESSIONS)[0]["id"])]
    own = laptop.token()
    assert len({own, *tokens}) == 7
    for token in tokens:
        for path in ("/account/delete", "/account/name", "/account/sessions", "/sign-out", "/language"):
            form = {"_csrf_token": token, "password": PASSWORD, "name": "Eve", "session": "others", "language": "de"}
            assert laptop.request("POST", path, data=form, follow_redirects=False).status_code == 403
    for headers in ({"sec-fetch-site": "cross-site"}, {"origin": "https://evil.example"}):
        form = {"_csrf_token": own, "session": "others"}
        answer = laptop.request("POST", "/account/sessions", data=form, headers=headers, follow_redirects=False)
        assert answer.status_code == 403
    assert is_in(phone)
    assert len(rows(here, ACCOUNTS)) == 2


def test_the_token_of_a_session_ends_with_it(here: House) -> None:
    guest = here.browser()
    sign_up(guest)
    old = guest.token()
    send(guest, "/sign-out")
    sign_in(guest)
    form = {"_csrf_token": old, "session": "others"}
    assert guest.request("POST", "/account/sessions", data=form, follow_redirects=False).status_code == 403


def test_nobody_signs_somebody_in_from_elsewhere(here: House) -> None:
    sign_up(here.browser(), "Mallory")
    victim = here.browser()
    victim.get("/credits")
    for token in ("", "x"):
        form = {"_csrf_token": token, "name": "Mallory", "password": PASSWORD}
        assert victim.request("POST", "/sign-in", data=form, follow_redirects=False).status_code == 403
    assert not is_in(victim)


@pytest.mark.parametrize("back", ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:x", "/\t/x"])
def test_who_signs_in_is_sent_nowhere_else(here: House, back: str) -> None:
    guest = here.browser()
    answer = send(guest, "/sign-up", name="Ann", password=PASSWORD, back=back)
    assert answer.headers["location"] == "/account"
    assert "evil" not in here.browser().get("/sign-in", params={"back": back})


# Guessing.


@pytest.fixture
def strict(settings: Settings, box: Postbox) -> Iterator[House]:
    """A house with the limits that hold where nobody sets others, and people in it."""
    with house(settings, box, sign_in_attempts_per_hour=5) as here:
        sign_up(here.browser(), mail="ann@friends.example")
        yield here


def test_guessing_ends_soon_and_alike_for_names_that_nobody_has(strict: House) -> None:
    answers = {}
    for name in ("Ann", "Nobody"):
        answers[name] = [sign_in(strict.browser(), name, f"wrong {number} guess") for number in range(7)]
        assert [answer.status_code for answer in answers[name]] == [403] * 5 + [429] * 2
    for one, other in zip(answers["Ann"], answers["Nobody"], strict=True):
        assert shown(one.text) == shown(other.text)
    late = sign_in(strict.browser())
    assert late.status_code == 429, "not even the right one, else it would be a guess"
    assert shown(late.text) == shown(answers["Nobody"][-1].text)


def shown(page: str) -> str:
    """Return a page without what every browser has of its own."""
    return re.sub(r'value="(Ann|Nobody|[0-9a-f]{64})"| data-now="\d+"', "", page)


def test_guessing_at_many_names_ends_as_well(strict: House) -> None:
    codes = [sign_in(strict.browser(), f"Name {number}").status_code for number in range(17)]
    assert codes == [403] * 15 + [429] * 2


def test_many_guesses_at_once_are_not_more(strict: House) -> None:
    accounts = strict.app.state.accounts

    async def guess() -> list[Any]:
        tries = [accounts.sign_in("ann", f"wrong {number} guess", "192.0.2.7") for number in range(20)]
        return list(await asyncio.gather(*tries, return_exceptions=True))

    told = [getattr(error, "key", "") for error in asked(strict, lambda _: guess())]
    assert sorted(told) == ["too_many_tries"] * 15 + ["wrong_sign_in"] * 5


def test_a_password_that_is_asked_for_again_is_guessed_no_better(strict: House) -> None:
    guest = strict.browser()
    sign_in(guest)
    parts = ("/account/name", "/account/password", "/account/mail", "/account/delete")
    codes = [send(guest, path, password="wrong guess", name="X", fresh=OTHER).status_code for path in parts * 2]
    assert codes == [403] * 5 + [429] * 3
    assert len(rows(strict, ACCOUNTS)) == 1


def test_as_much_work_is_done_for_names_that_nobody_has(here: House, monkeypatch: pytest.MonkeyPatch) -> None:
    sign_up(here.browser())
    sign_in(here.browser(), "Nobody")
    done: list[str] = []

    class Counting:
        def __getattr__(self, name: str) -> Any:
            done.append(name)
            return getattr(QUICK, name)

    monkeypatch.setattr(passwords, "HASHER", Counting())
    work = []
    for name in ("Ann", "Nobody", "x\x00y", "\ud7ff" * 200):
        done.clear()
        sign_in(here.browser(), name, "wrong guess here")
        work.append([*done])
    assert work == [["verify"]] * 4


def test_nobody_learns_who_is_there_from_a_forgotten_password(here: House, box: Postbox) -> None:
    sign_up(here.browser(), mail="ann@friends.example")
    sign_up(here.browser(), "Ben")
    answers = [
        send(here.browser(), "/forgot", name=typed)
        for typed in ("Ann", "Ben", "Nobody", "ann@friends.example", "no@friends.example", "", "x\x00", "@", "é@é")
    ]
    assert {answer.status_code for answer in answers} == {200}
    assert len({shown(answer.text) for answer in answers}) == 1
    assert box.letters[1:] == [], "the address was never confirmed"


def test_an_answer_does_not_wait_for_the_letter(here: House, box: Postbox, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = here.browser()
    sign_up(guest, mail="ann@friends.example")
    send(guest, link_in(box, 1))
    gate = threading.Event()
    real = here.app.state.accounts.store.person_by_name

    async def slow(name: str) -> object:
        await asyncio.to_thread(gate.wait, 10)
        return await real(name)

    monkeypatch.setattr(here.app.state.accounts.store, "person_by_name", slow)
    assert send(here.browser(), "/forgot", name="Ann").status_code == 200
    assert len(box.letters) == 1
    gate.set()
    box.wait(2)


def test_a_mailbox_is_not_filled_by_others(here: House, box: Postbox) -> None:
    guest = here.browser()
    sign_up(guest, mail="ann@friends.example")
    send(guest, link_in(box, 1))
    for _ in range(6):
        assert send(here.browser(), "/forgot", name="Ann").status_code == 200
    codes = [
        send(guest, "/account/mail", password=PASSWORD, mail="Victim@elsewhere.example").status_code for _ in range(4)
    ]
    assert 429 in codes
    box.wait(1 + 3 + codes.count(303))
    assert [letter["to"] for letter in box.letters].count("ann@friends.example") == 1 + 3


def test_who_signs_up_has_an_account_though_strangers_had_letters_sent_to_the_address(
    here: House, box: Postbox
) -> None:
    stranger = here.browser()
    sign_up(stranger, name="Eve")
    codes = [send(stranger, "/account/mail", password=PASSWORD, mail="ann@friends.example").status_code for _ in "1234"]
    assert codes[-1] == 429
    guest = here.browser()
    sign_up(guest, mail="ann@friends.example")
    assert "Ann" in guest.get("/account"), "signed in, and asked for the address again"


# Links.


def known_link(here: House, box: Postbox) -> str:
    """Return a link for a new password."""
    guest = here.browser()
    sign_up(guest, mail="ann@friends.example")
    send(guest, link_in(box, 1))
    send(here.browser(), "/forgot", name="ann")
    return link_in(box, 2)


def test_a_link_works_once(here: House, box: Postbox) -> None:
    link = known_link(here, box)
    one, other = here.browser(), here.browser()
    for browser in (one, other):
        browser.get(link)
    assert send(one, link, password=OTHER).status_code == 303
    assert send(other, link, password="a third long password").status_code == 404
    assert sign_in(other, password=OTHER).status_code == 303


def test_of_many_at_once_one_uses_a_link(settings: Settings, database: str, box: Postbox) -> None:
    with house(settings, box, database=database) as here:
        ticket = known_link(here, box).rpartition("/")[2]
        accounts = here.app.state.accounts

        async def use() -> list[Any]:
            tries = [accounts.reset(ticket, f"password number {number}") for number in range(6)]
            return list(await asyncio.gather(*tries, return_exceptions=True))

        told = [getattr(error, "key", "used") for error in asked(here, lambda _: use())]
        assert sorted(told) == ["link_over"] * 5 + ["used"]


def test_a_link_ends_after_a_time(here: House, box: Postbox) -> None:
    link = known_link(here, box)
    changed(here, update(ONE_TIME_LINKS).values(until=datetime.now(UTC) - timedelta(seconds=1)))
    here.browser().get(link, 404)
    assert send(here.browser(), link, password=OTHER).status_code == 404
    assert sign_in(here.browser(), password=OTHER).status_code == 403


def test_a_link_is_for_one_thing(here: House, box: Postbox) -> None:
    key = known_link(here, box).rpartition("/")[2]
    guest = here.browser()
    guest.get(f"/confirm/{key}", 404)
    assert send(guest, f"/confirm/{key}").status_code == 404
    sign_in(guest)
    send(guest, "/account/mail", password=PASSWORD, mail="mallory@evil.example")
    other = link_in(box, 3).rpartition("/")[2]
    assert send(guest, f"/reset/{other}", password=OTHER).status_code == 404
    assert 'autocomplete="username" value="Ann"' in here.browser().get(f"/reset/{key}")


@pytest.mark.parametrize("change", ["password", "mail"])
def test_links_of_before_end_with_what_they_were_for(here: House, box: Postbox, change: str) -> None:
    link = known_link(here, box)
    guest = here.browser()
    sign_in(guest)
    assert send(guest, f"/account/{change}", password=PASSWORD, fresh=OTHER, mail="").status_code == 303
    here.browser().get(link, 404)


def test_an_address_that_waits_ends_with_a_new_password(here: House, box: Postbox) -> None:
    """Somebody was in, and has asked for his own address to be confirmed: he does not get the account by that."""
    link = known_link(here, box)
    mallory = here.browser()
    sign_in(mallory)
    send(mallory, "/account/mail", password=PASSWORD, mail="mallory@evil.example")
    waiting = link_in(box, 3)
    assert send(here.browser(), link, password=OTHER).status_code == 303
    assert send(mallory, waiting).status_code == 404
    assert not is_in(mallory)
    assert rows(here, ACCOUNTS)[0]["mail"] == "ann@friends.example"


def test_links_lead_to_this_server_whatever_the_request_says(here: House, box: Postbox) -> None:
    known_link(here, box)
    guest = here.browser()
    form = {"_csrf_token": guest.token(), "name": "ann"}
    headers = {"host": "evil.example", "x-forwarded-host": "evil.example"}
    guest.request("POST", "/forgot", data=form, headers=headers)
    assert "evil" not in text_of(box.wait(3))
    assert f"{ORIGIN}/reset/" in text_of(box.letters[2])


def test_an_address_is_one_address(here: House, box: Postbox) -> None:
    for typed in (
        "a@b.example\r\nBcc: eve@evil.example",
        "a@b.example, eve@evil.example",
        "<a@b.example>",
        "a@b\x00.example",
    ):
        assert send(here.browser(), "/sign-up", name="Ann", password=PASSWORD, mail=typed).status_code == 409
    assert rows(here, ACCOUNTS) == []


@pytest.mark.parametrize(
    "path", ["/sign-in", "/sign-up", "/sign-up/x", "/forgot", "/reset/x", "/confirm/x", "/account/name"]
)
def test_nonsense_is_refused_politely(here: House, path: str) -> None:
    guest = here.browser()
    for form in ({}, {"name": "x" * 500}, {"name": "\x00", "password": "\x00" * 12}, {"password": "\u202e" * 12}):
        assert 200 <= send(guest, path, **form).status_code < 500
    for name in ("é" * 40, "%00", "x" * 300):
        assert guest.request("GET", f"{path}/{name}").status_code in (404, 403, 405, 200)


# The end of a session.


@pytest.fixture
def two(settings: Settings, database: str) -> Iterator[tuple[House, House]]:
    """Two servers on one store."""
    with ExitStack() as stack:
        yield (
            stack.enter_context(house(settings, database=database)),
            stack.enter_context(house(settings, database=database)),
        )


def at(here: House, guest: Guest) -> Guest:
    """Return the same browser as it comes to another server."""
    elsewhere = here.browser()
    elsewhere.cookies = guest.cookies
    return elsewhere


@pytest.mark.parametrize("how", ["sign out", "others", "password", "delete"])
def test_the_end_of_a_session_holds_at_once_at_every_server(two: tuple[House, House], how: str) -> None:
    first, second = two
    thief, owner = first.browser(), first.browser()
    sign_up(owner)
    table = owner.open_table("me", "open", "open")
    sign_in(thief)
    stolen = at(second, thief)
    assert is_in(stolen)
    assert 'name="ply"' in stolen.get(f"/table/{table}") or stolen.invitations(table)
    if how == "sign out":
        send(thief, "/sign-out")
    else:
        part = {"others": "sessions", "password": "password", "delete": "delete"}[how]
        assert send(owner, f"/account/{part}", session="others", password=PASSWORD, fresh=OTHER).status_code < 400
    assert not is_in(stolen)
    assert table not in stolen.get("/tables")
    assert stolen.request("GET", f"/table/{table}/seat").status_code == 409
    assert stolen.request("POST", "/account/name", data={"_csrf_token": "x"}).status_code == 403


def test_a_page_that_is_open_is_told_nothing_more(two: tuple[House, House]) -> None:
    first, second = two
    thief, owner, friend = first.browser(), first.browser(), first.browser()
    sign_up(owner)
    table = owner.open_table("me", "open", "open")
    sign_in(thief)
    (session,) = [row["id"] for row in rows(first, SESSIONS) if row["id"] != handle(owner)]

    async def watch(seconds: float) -> list[bytes]:
        """Return what a page gets that stays open at the second server."""
        tables, accounts = second.app.state.tables, second.app.state.accounts
        found = await tables.get(table)
        guest = str(found.row.host)
        told: list[bytes] = []
        async with asyncio.timeout(seconds):
            async for frame in stream_updates(
                tables,
                second.app.state.chat,
                found,
                guest,
                "en",
                waiting_at(found),
                0.2,
                is_signed_in=lambda: accounts.sessions.is_valid(session),
            ):
                told.append(frame)
        return told

    with ThreadPoolExecutor(1) as beside:
        told = beside.submit(lambda: asked(second, lambda _: watch(20)))
        wait_until(lambda: bool(second.app.state.tables.cache.live))
        send(owner, "/account/sessions", session="others")
        friend.join(owner.invitations(table)[0], "Ben")
        frames = told.result()
    assert b"event: reload" in frames[-1], "it ends by itself, without a request"
    assert b"Ben" not in b"".join(frames)


def handle(guest: Guest) -> str:
    return sessions.hash_key(cookie(guest).partition(".")[0])


def test_who_has_no_account_any_more_has_no_seat(here: House) -> None:
    laptop, phone = here.browser(), here.browser()
    table = laptop.open_table("me", "open", "open")
    sign_up(laptop)
    sign_in(phone)
    kept = cookie(phone)
    send(laptop, "/account/delete", password=PASSWORD)
    assert not is_in(phone)
    assert phone.request("GET", f"/table/{table}/seat").status_code == 409
    sign_up(laptop)
    phone.cookies.set(COOKIE, kept, domain="testserver.local", path="/")
    assert not is_in(phone), "nor by an account of the same name"


def test_an_invitation_is_no_other_ticket(settings: Settings) -> None:
    with house(settings, registration="invite") as here:
        key = asked(here, lambda app: app.state.accounts.links.issue(INVITE))
        guest = here.browser()
        assert send(guest, f"/sign-up/{key}", name="Ann", password=PASSWORD).status_code == 303
        person = rows(here, ACCOUNTS)[0]["guest"]
        other = asked(here, lambda app: app.state.accounts.links.issue(RESET, person))
        assert send(here.browser(), f"/sign-up/{other}", name="Ben", password=PASSWORD).status_code == 403


# Nobody is shut out by strangers, and nobody stays in.


def test_the_tries_of_a_stranger_elsewhere_shut_nobody_out(settings: Settings, box: Postbox) -> None:
    with house(settings, box, sign_in_attempts_per_hour=5) as here:
        accounts = here.app.state.accounts
        known = here.browser()
        sign_up(known)
        assert send(known, "/sign-out").status_code == 303

        async def work() -> None:
            for number in range(8):
                with pytest.raises(Refused):
                    await accounts.sign_in("Ann", f"wrong {number} guess", "192.0.2.7")
            assert (await accounts.sign_in("Ann", PASSWORD, "198.51.100.2")).name == "Ann"
            for address in range(60):
                with pytest.raises(Refused):
                    await accounts.sign_in("Ann", "one more guess", f"203.0.113.{address}")
            with pytest.raises(Refused, match="too_many_tries"):
                await accounts.sign_in("Ann", PASSWORD, "198.51.100.3")

        apart(lambda: asyncio.run(work()))
        assert sign_in(here.browser(), "Ann", PASSWORD).status_code != 303
        for number in range(4):
            assert sign_in(known, "Ann", f"wrong {number} guess").status_code != 303
        assert sign_in(known, "Ann", PASSWORD).status_code == 303, "who has been here before is let in"
        send(known, "/sign-out")
        sign_up(known, "Ben")
        send(known, "/sign-out")
        assert sign_in(known, "Ann", PASSWORD).status_code != 303, "it is the account's browser no more"


def test_who_has_signed_in_changes_his_password_whatever_strangers_try(settings: Settings, box: Postbox) -> None:
    with house(settings, box, sign_in_attempts_per_hour=5) as here:
        ann = here.browser()
        sign_up(ann)
        for number in range(9):
            sign_in(here.browser(), "Ann", f"wrong {number} guess")
        for number in range(5):
            assert send(ann, "/account/password", password=f"wrong {number} guess", fresh=OTHER).status_code != 303
        assert send(ann, "/account/password", password=PASSWORD, fresh=OTHER).status_code == 429
    with house(settings, box, sign_in_attempts_per_hour=5) as here:
        for number in range(9):
            sign_in(here.browser(), "Ann", f"wrong {number} guess")
        assert send(ann_in(here, ann), "/account/password", password=PASSWORD, fresh=OTHER).status_code == 303


def ann_in(here: House, before: Guest) -> Guest:
    """Return somebody's browser at another server over the same store."""
    again = here.browser()
    again.cookies = before.cookies
    return again


def test_tokens_of_programs_end_with_the_password(here: House) -> None:
    for change in ("change", "remove"):
        ann = here.browser()
        sign_up(ann, f"Ann {change}")
        token = token_of(ann)
        headers = {"authorization": f"Bearer {token}"}
        assert here.browser().request("GET", "/api/tables", headers=headers).status_code == 200
        if change == "change":
            assert send(ann, "/account/password", password=PASSWORD, fresh=OTHER).status_code == 303
        else:
            assert send(ann, "/account/delete", password=PASSWORD).status_code in (200, 303)
        assert here.browser().request("GET", "/api/tables", headers=headers).status_code == 401


def test_people_sign_in_with_their_address_and_with_spaces_about_their_name(here: House, box: Postbox) -> None:
    ann = here.browser()
    sign_up(ann, "Dora May", mail="dora@friends.example")
    assert sign_in(here.browser(), "dora@friends.example").status_code == 403, "it is not confirmed"
    send(ann, link_in(box, 1))
    for typed in (
        "dora@friends.example",
        " Dora@Friends.example ",
        "Dora May ",
        "dora  may",
        "Dora\u00a0May",
        "\tDora May",
    ):
        assert sign_in(here.browser(), typed).status_code == 303, repr(typed)


def test_right_passwords_beyond_a_limit_count_as_tries(
    settings: Settings, box: Postbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "CORRECT_PER_HOUR", 3)
    with house(settings, box, sign_in_attempts_per_hour=5) as here:
        sign_up(here.browser())
        accounts = here.app.state.accounts

        async def work() -> None:
            for _ in range(3 + 5):
                await accounts.sign_in("Ann", PASSWORD, "192.0.2.7")
            with pytest.raises(Refused, match="too_many_tries"):
                await accounts.sign_in("Ann", PASSWORD, "192.0.2.7")
            await accounts.sign_in("Ann", PASSWORD, "198.51.100.2")

        apart(lambda: asyncio.run(work()))


def test_who_signed_in_before_cookies_had_their_prefix_stays_so_and_a_planted_session_is_ignored(
    settings: Settings, box: Postbox
) -> None:
    safe = "https://testserver.local"
    with house(settings, box, origin=safe) as here:
        people = {}
        for name in ("Ann", "Mallory"):
            guest = here.browser()
            here.door.base_url = httpx.URL(safe)
            sign_up(guest, name)
            people[name] = dict(guest.cookies)
        prefix = "__Host-"
        assert f"{prefix}{COOKIE}" in people["Ann"]
        older = here.browser()
        for name, value in people["Ann"].items():
            older.cookies.set(name.removeprefix(prefix), value, domain="testserver.local", path="/")
        assert "Ann" in older.get("/account")
        assert older.cookies[f"{prefix}{COOKIE}"] == people["Ann"][f"{prefix}{COOKIE}"]
        send(older, "/sign-out")
        for name, value in people["Mallory"].items():
            older.cookies.set(name.removeprefix(prefix), value, domain="testserver.local", path="/")
        assert older.request("GET", "/account", follow_redirects=False).status_code != 200
