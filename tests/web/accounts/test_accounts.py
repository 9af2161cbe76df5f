"""Accounts: they take over tables of a guest; names, passwords and addresses change; people leave."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from argon2 import PasswordHasher
from sqlalchemy import insert, update

from regnum.core.text.ledger import LANGUAGES
from regnum.web.accounts import passwords
from regnum.web.accounts.one_time_links import INVITE
from regnum.web.accounts.service import EMAILS_PER_HOUR
from regnum.web.accounts.user_data import NOBODY
from regnum.web.db.schema import (
    ACCOUNTS,
    CHANNELS,
    CHAT_MESSAGES,
    DELIVERIES,
    METADATA,
    ONE_TIME_LINKS,
    SEATS,
    SESSIONS,
    TABLES,
)
from regnum.web.http.cookies import cookie_name, sign_cookie
from regnum.web.http.i18n import page_text
from regnum.web.settings import Settings
from regnum.web.tables.models import BOT, FINISHED, GUEST, OPEN, WAITING, TableRow
from tests.support.server.push import Browser
from tests.support.server.smtp_server import Mailbox, text_of, wait_until
from tests.support.server.webhook_receivers import Receiver
from tests.support.store.interrupted_starts import old
from tests.support.web.accounts import (
    OTHER,
    PASSWORD,
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
from tests.support.web.apps import SECRET, run_in_app, run_in_thread
from tests.support.web.guests import LINK, Guest
from tests.support.web.seating import clear_last_seen
from tests.support.web.uploads import file_bytes as file_of
from tests.support.web.uploads import record_lines, upload_record

OLD = "a" * 32
"""The guest who has tables in the store of an older version."""


@pytest.fixture
def site_on_any_database(settings: Settings, database: str, mailbox: Mailbox) -> Iterator[Site]:
    """Run a website on each kind of database."""
    with run_site(settings, mailbox, database=database) as site:
        yield site


@pytest.fixture
def old_site(settings: Settings, database: str) -> Iterator[Site]:
    """Run a website on a store of an older version: tables of all games, waiting, in play and finished."""
    run_in_thread(lambda: old(database))
    with run_site(settings, database=database) as site:
        yield site


def old_guest(site: Site) -> Guest:
    """Return the browser of a guest of the older version."""
    guest = site.browser()
    guest.cookies.set(cookie_name("guest", SECRET), sign_cookie(OLD, SECRET))
    return guest


def tables_in(guest: Guest) -> set[str]:
    """Return the ids of the tables on a guest's list."""
    return set(re.findall(r'href="/table/([\w-]+)"', guest.get("/tables")))


def guest_of_person(site: Site, name: str = "Ann") -> str:
    """Return the guest id of a person."""
    actual = run_in_app(site.app, site.app.state.accounts.store.account_by_name(name))
    assert actual is not None
    return str(actual.guest)


def tables_of(site: Site, guest: str) -> list[TableRow]:
    result: list[TableRow] = run_in_app(site.app, site.app.state.tables.store.tables_of(guest))
    return result


def play(guests: list[Guest], table: str) -> None:
    """Let the player to act choose, as soon as bots have acted."""
    wait_until(lambda: any(guest.choices(table) for guest in guests), 60)
    acting = next(guest for guest in guests if guest.choices(table))
    assert acting.act(table, acting.choices(table)[0]).status_code == 200


# Moving in.


def test_sign_up_takes_over_the_tables_of_a_guest(site_on_any_database: Site) -> None:
    laptop, phone = site_on_any_database.browser(), site_on_any_database.browser()
    table = laptop.open_table("me", "open", "open")
    upload = upload_record(laptop, file_of(record_lines("khan", 9))).headers["location"]
    assert "/sign-in" in laptop.get("/")
    sign_up(laptop)
    assert tables_in(laptop) == {table}
    assert len(laptop.invitations(table)) == 2, "the host is still the host"
    laptop.get(upload)
    assert not tables_in(phone)
    assert sign_in(phone).status_code == 303
    assert tables_in(phone) == {table}
    phone.get(upload)
    friends = [site_on_any_database.browser(), site_on_any_database.browser()]
    for at, path in enumerate(phone.invitations(table)):
        assert friends[at].join(path, f"Friend {at}").status_code == 303
    for one, other in ((laptop, phone), (phone, laptop)):
        acting = next(guest for guest in (one, *friends) if guest.choices(table))
        assert acting.act(table, acting.choices(table)[0]).status_code == 200
        assert one.entry_count(table) == other.entry_count(table)
    post_form(laptop, "/sign-out")
    assert tables_in(laptop) == set(), "the guest of this browser has no tables left"
    assert laptop.request("GET", upload, follow_redirects=False).status_code == 404
    assert tables_in(phone) == {table}


def test_sign_up_takes_over_the_tables_of_an_older_store(old_site: Site) -> None:
    guest = old_guest(old_site)
    before = {row.id: row for row in tables_of(old_site, OLD)}
    assert len(before) == 12
    sign_up(guest)
    mine = guest_of_person(old_site)
    after = {row.id: row for row in tables_of(old_site, mine)}
    assert after.keys() == before.keys()
    assert tables_of(old_site, OLD) == []
    for id_, row in after.items():
        assert row.version > before[id_].version
        assert row.host == (mine if before[id_].host == OLD else before[id_].host)
        for seat, was in zip(row.seats, before[id_].seats, strict=True):
            assert seat.guest == (mine if was.guest == OLD else was.guest)
            assert (seat.name, seat.kind) == (was.name, was.kind)


def test_sign_in_does_not_merge_two_seats_at_one_table(site: Site) -> None:
    host, other = site.browser(), site.browser()
    sign_up(other)
    table = host.open_table("me", "open", "open", name="Hot seat")
    other.join(host.invitations(table)[0], "Ann")
    assert sign_in(host).status_code == 303
    (row,) = tables_of(site, guest_of_person(site))
    assert [seat.name for seat in row.seats if seat.guest == guest_of_person(site)] == ["Ann"]
    post_form(host, "/sign-out")
    assert len(host.invitations(table)) == 1, "the guest keeps the seat and remains the host"


def test_sign_up_can_leave_the_tables_of_the_guest(site: Site) -> None:
    browser = site.browser()
    table = browser.open_table("me", "open", "open")
    sign_up(browser, take="")
    assert tables_in(browser) == set()
    post_form(browser, "/sign-out")
    assert tables_in(browser) == {table}


def test_take_over_is_offered_only_to_guests_with_tables(site: Site) -> None:
    browser = site.browser()
    assert 'name="take"' not in browser.get("/sign-up")
    browser.open_table("me", "open", "open")
    assert 'name="take"' in browser.get("/sign-up")
    assert 'name="take"' in browser.get("/sign-in")


def test_sign_in_returns_to_the_previous_page(site: Site) -> None:
    browser = site.browser()
    sign_up(browser)
    post_form(browser, "/sign-out")
    table = browser.open_table("me", "open", "open")
    assert f"/sign-in?back=/table/{table}" in browser.get(f"/table/{table}")
    response = post_form(browser, "/sign-in", name="Ann", password=PASSWORD, back=f"/table/{table}")
    assert response.headers["location"] == f"/table/{table}"
    assert "Ann" in browser.get("/")
    assert browser.request("GET", "/sign-in", follow_redirects=False).headers["location"] == "/account"


# Names and passwords.


WRONG = [
    ("", PASSWORD, "Please enter your name"),
    ("A" * 25, PASSWORD, "too long"),
    ("Ann", "xy5", "at least 10"),
    ("Ann", "x" * 201, "at most 200"),
    ("Ann", "aaaaaaaaaaaa", "too easy"),
    ("Annabell and", "annabell AND", "too easy"),
    ("Ben", PASSWORD, "already an account called Ben"),
    ("BEN", PASSWORD, "already an account called"),
    ("Вen", PASSWORD, "already an account called"),
]


def test_invalid_names_and_passwords_are_explained(site: Site) -> None:
    sign_up(site.browser(), "Ben")
    browser = site.browser()
    for name, password, item in WRONG:
        response = post_form(browser, "/sign-up", name=name, password=password)
        assert (response.status_code, item in response.text) == (409, True), response.text[-900:]
        assert password not in response.text
    assert not is_signed_in(browser)


def test_names_match_regardless_of_case_and_normalization(site: Site) -> None:
    sign_up(site.browser(), "Änne Müller")
    for typed in ("änne müller", "ÄNNE MÜLLER", "A\u0308nne Mu\u0308ller"):
        assert sign_in(site.browser(), typed).status_code == 303


def test_sign_in_rehashes_the_password_when_the_cost_changes(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    sign_up(site.browser())
    before = read_rows(site, ACCOUNTS)[0]["password"]
    assert before.startswith("$argon2id$")
    monkeypatch.setattr(passwords, "HASHER", PasswordHasher(time_cost=2, memory_cost=16, parallelism=1))
    assert sign_in(site.browser()).status_code == 303
    after = read_rows(site, ACCOUNTS)[0]["password"]
    assert "m=16,t=2" in after
    assert sign_in(site.browser()).status_code == 303
    assert read_rows(site, ACCOUNTS)[0]["password"] == after


def test_name_can_be_changed(site_on_any_database: Site) -> None:
    browser = site_on_any_database.browser()
    sign_up(browser)
    sign_up(site_on_any_database.browser(), "Ben")
    assert post_form(browser, "/account/name", name="Cleo", password=OTHER).status_code == 403
    assert "already" in post_form(browser, "/account/name", name="ben", password=PASSWORD).text
    assert post_form(browser, "/account/name", name="Cleo", password=PASSWORD).status_code == 303
    assert "Cleo" in browser.get("/account?saved=name")
    assert sign_in(site_on_any_database.browser(), "Ann").status_code == 403
    assert sign_in(site_on_any_database.browser(), "Cleo").status_code == 303


def test_new_password_signs_out_other_sessions(site_on_any_database: Site) -> None:
    laptop, phone = site_on_any_database.browser(), site_on_any_database.browser()
    sign_up(laptop)
    sign_in(phone)
    assert post_form(laptop, "/account/password", password=OTHER, fresh=OTHER).status_code == 403
    assert post_form(laptop, "/account/password", password=PASSWORD, fresh="short").status_code == 409
    assert is_signed_in(phone)
    assert post_form(laptop, "/account/password", password=PASSWORD, fresh=OTHER).status_code == 303
    assert (is_signed_in(laptop), is_signed_in(phone)) == (True, False)
    assert sign_in(phone).status_code == 403
    assert sign_in(phone, password=OTHER).status_code == 303


def test_new_password_invalidates_seat_links(site_on_any_database: Site) -> None:
    laptop, phone = site_on_any_database.browser(), site_on_any_database.browser()
    sign_up(laptop)
    table = laptop.open_table("me", "bot:random", "bot:random")
    (known,) = LINK.findall(laptop.get(f"/table/{table}/seat"))
    assert post_form(laptop, "/account/password", password=PASSWORD, fresh=OTHER).status_code == 303
    assert phone.post(known, {}).status_code == 404
    (link,) = LINK.findall(laptop.get(f"/table/{table}/seat"))
    assert link != known
    assert phone.post(link, {}).status_code == 303


def test_sessions_are_listed_and_can_be_ended(site_on_any_database: Site) -> None:
    laptop, phone, old_one = (site_on_any_database.browser() for _ in range(3))
    sign_up(laptop)
    firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    for guest in (phone, old_one):
        guest.kept_token = ""
        form = {"name": "Ann", "password": PASSWORD, "_csrf_token": guest.token()}
        guest.request("POST", "/sign-in", data=form, headers={"user-agent": firefox}, follow_redirects=False)
    page = laptop.get("/account")
    assert page.count("Firefox, Linux</span>") == 4, "each with its button"
    handles = re.findall(r'name="session" value="(\w{16})"', page)
    assert len(handles) == 2
    assert post_form(laptop, "/account/sessions", session=handles[0]).status_code == 303
    assert sorted([is_signed_in(phone), is_signed_in(old_one)]) == [False, True]
    assert post_form(laptop, "/account/sessions", session="others").status_code == 303
    assert [is_signed_in(guest) for guest in (laptop, phone, old_one)] == [True, False, False]


# Mail.


def test_name_is_not_a_link_in_an_email(site_on_any_database: Site, mailbox: Mailbox) -> None:
    """Anybody can have an email with their name sent to somebody else's address."""
    sign_up(site_on_any_database.browser(), "http://evil.example", mail="ann@friends.example")
    text = text_of(mailbox.wait())
    assert "Hello http:" in text
    assert "evil.example" not in text


def test_email_address_is_confirmed_and_can_be_changed(site_on_any_database: Site, mailbox: Mailbox) -> None:
    browser = site_on_any_database.browser()
    sign_up(browser, mail="Ann@Friends.example")
    assert mailbox.wait()["to"] == "Ann@friends.example"
    assert "You have no confirmed email address" in browser.get("/account"), "not before it is confirmed"
    link = find_link(mailbox, 1)
    elsewhere = site_on_any_database.browser()
    page = elsewhere.get(link)
    assert "Ann@friends.example" in page
    assert 'method="post"' in page.partition("<main")[2], "a button confirms it"
    assert read_rows(site_on_any_database, ACCOUNTS)[0]["email"] is None, "opening the link changes nothing"
    assert "is now linked to your account" in post_form(elsewhere, link).text
    assert "We send emails to Ann@friends.example" in browser.get("/account")
    assert post_form(browser, "/account/email", mail="nonsense", password=PASSWORD).status_code == 409
    assert post_form(browser, "/account/email", mail="ann@new.example", password=OTHER).status_code == 403
    assert post_form(browser, "/account/email", mail="ann@new.example", password=PASSWORD).status_code == 303
    assert mailbox.wait(2)["to"] == "ann@new.example"
    assert "We send emails to Ann@friends.example" in browser.get("/account")
    post_form(elsewhere, find_link(mailbox, 2))
    assert mailbox.wait(3)["to"] == "Ann@friends.example", "the old address is notified"
    assert "We send emails to ann@new.example" in browser.get("/account")
    assert post_form(browser, "/account/email", mail="", password=PASSWORD).status_code == 303
    assert mailbox.wait(4)["to"] == "ann@new.example"
    assert read_rows(site_on_any_database, ACCOUNTS)[0]["email"] is None


def test_forgotten_password_can_be_reset(site_on_any_database: Site, mailbox: Mailbox) -> None:
    browser, elsewhere = site_on_any_database.browser(), site_on_any_database.browser()
    sign_up(browser, mail="ann@friends.example")
    post_form(browser, find_link(mailbox, 1))
    refused = post_form(elsewhere, "/forgot", name="x" * 401)
    assert (refused.status_code, "on its way" in refused.text) == (409, False)
    assert "on its way" in post_form(elsewhere, "/forgot", name="ann").text
    unused = find_link(mailbox, 2)
    assert "on its way" in post_form(elsewhere, "/forgot", name="ANN@friends.example").text
    link = find_link(mailbox, 3)
    elsewhere.get(unused, 404)
    assert "Ann" in elsewhere.get(link)
    assert post_form(elsewhere, link, password="short").status_code == 409
    assert is_signed_in(browser)
    response = post_form(elsewhere, link, password=OTHER)
    assert response.headers["location"] == "/sign-in"
    assert not is_signed_in(browser), "other sessions end"
    assert sign_in(elsewhere).status_code == 403
    assert sign_in(elsewhere, password=OTHER).status_code == 303
    assert "was changed" in mailbox.wait(4)["subject"]


def test_reset_emails_are_limited_by_person(site_on_any_database: Site, mailbox: Mailbox) -> None:
    browser = site_on_any_database.browser()
    sign_up(browser, mail="ann@friends.example")
    post_form(browser, find_link(mailbox, 1))
    for number, typed in enumerate(["ann", "Ann", "ann@friends.example", " ANN@friends.example"] * 3):
        assert "on its way" in post_form(site_on_any_database.browser(), "/forgot", name=typed).text
        mailbox.wait(2 + min(number, EMAILS_PER_HOUR - 1))
    assert len(mailbox.emails) == 1 + EMAILS_PER_HOUR


def test_pages_say_that_the_server_sends_no_mail(settings: Settings) -> None:
    with run_site(settings) as site:
        browser = site.browser()
        assert 'name="mail"' not in browser.get("/sign-up")
        assert "/forgot" not in browser.get("/sign-in")
        sign_up(browser, mail="ann@friends.example")
        assert "does not send email" in browser.get("/account")
        assert post_form(browser, "/account/email", mail="ann@friends.example", password=PASSWORD).status_code == 409
        assert read_rows(site, ONE_TIME_LINKS) == []


# Leaving.


def test_account_deletion_removes_the_name_from_all_tables(old_site: Site) -> None:
    guest, phone = old_guest(old_site), old_site.browser()
    sign_up(guest, "Somebody")
    sign_in(phone, "Somebody")
    mine = guest_of_person(old_site, "Somebody")
    before = {row.id: row for row in tables_of(old_site, mine)}
    assert post_form(guest, "/account/delete", password=OTHER).status_code == 403
    assert post_form(guest, "/account/delete", password=PASSWORD).status_code == 200
    assert (is_signed_in(guest), is_signed_in(phone)) == (False, False)
    assert [read_rows(old_site, table) for table in (ACCOUNTS, SESSIONS, ONE_TIME_LINKS)] == [[], [], []]
    assert tables_of(old_site, mine) == []
    for id_, was in before.items():
        row = run_in_app(old_site.app, old_site.app.state.tables.store.table(id_))
        assert mine not in repr(row)
        others = [seat.guest for seat in was.seats if seat.guest not in (None, mine)]
        for seat, earlier in zip(row.seats, was.seats, strict=True):
            if earlier.guest != mine:
                assert seat == earlier
            elif was.phase == WAITING:
                assert (seat.kind, seat.name) == (OPEN, "")
                assert seat.invitation_token
            else:
                assert (seat.name, seat.personal_token, seat.offer_token) == (f"{NOBODY} {seat.seat + 1}", None, None)
                goes_on = was.phase != FINISHED and bool(others)
                assert seat.bot == (was.substitute if goes_on else earlier.bot)
                assert (seat.kind == BOT) == goes_on
        assert row.host == (was.host if was.host != mine else next(iter(others), ""))
    assert sign_in(guest, "Somebody").status_code == 403
    sign_up(guest, "Somebody")


def test_account_deletion_leaves_no_personal_data(site_on_any_database: Site, mailbox: Mailbox) -> None:
    """No row of any table contains the name, the address, the messages, or the channels."""
    ann, ben, cleo = (site_on_any_database.browser() for _ in range(3))
    sign_up(ann, "Annabelle", mail="annabelle@friends.example")
    post_form(ann, find_link(mailbox, 1))
    sign_up(ben, "Ben")
    sign_up(cleo, "Cleo")
    table = ann.open_table("me", "open", "open", name="Annabelle", option_first_player="1")
    waiting = ben.open_table("me", "open", "open", name="Ben")
    for guest, path, name in zip((ben, cleo), ann.invitations(table), ("Ben", "Cleo"), strict=True):
        assert guest.join(path, name).status_code == 303
    assert post_form(ben, f"/table/{waiting}/invite", seat="1", name="Annabelle").status_code == 303
    assert post_form(ann, "/notifications/email", mail="daily").status_code == 303
    service = Receiver()
    service.address = "https://push.example"
    assert post_form(ann, "/notifications/browser", **Browser(service, "annabelles").form).status_code == 204
    post_form(ann, "/notifications/webhook", kind="json", address="https://hooks.example/annabelles")
    post_form(ann, f"/table/{table}/webhooks", kind="slack", address="https://hooks.example/table")
    post_form(ann, "/tokens", name="annabelles bot")
    post_form(ann, f"/table/{table}/chat", text="annabelle says so")
    post_form(ben, f"/table/{table}/chat", text="Ben says no")
    post_form(ann, f"/table/{table}/chat/reaction", message="p2", reaction="heart")
    post_form(ann, f"/table/{table}/notes", text="annabelle thinks so")
    post_form(ann, f"/table/{table}/chat/mute", message="p2", on="yes")
    post_form(ben, f"/table/{table}/chat/mute", message="p1", on="yes")
    post_form(ann, "/forgot", name="Annabelle")
    mine = guest_of_person(site_on_any_database, "Annabelle")
    channels = [one["id"] for one in read_rows(site_on_any_database, CHANNELS) if one["guest"] == mine]
    assert len(channels) == 4
    now = datetime.now(UTC)
    late = {
        "id": "late",
        "channel_id": channels[0],
        "notification": "{}",
        "created_at": now,
        "next_attempt_at": now + timedelta(hours=1),
    }
    write_to_store(site_on_any_database, insert(DELIVERIES).values(**late, attempts=1))

    def found(*what: str) -> set[str]:
        everything = {
            table.name: repr(read_rows(site_on_any_database, table)).casefold() for table in METADATA.sorted_tables
        }
        return {name for name, item in everything.items() for one in what if one in item}

    holding = {
        "accounts",
        "seats",
        "channels",
        "chat_messages",
        "notes",
        "mutes",
        "invitations",
        "tables",
        "sessions",
        "one_time_links",
    }
    assert holding <= found(mine, "annabelle")
    assert post_form(ann, "/account/delete", password=PASSWORD).status_code == 200
    assert found(mine, "annabelle", *channels) == set()
    assert [line["text"] for line in read_rows(site_on_any_database, CHAT_MESSAGES)] == ["Ben says no"]
    seat = next(one for one in read_rows(site_on_any_database, SEATS) if (one["table_id"], one["seat"]) == (table, 0))
    assert (seat["name"], seat["kind"]) == (f"{NOBODY} 1", BOT)
    wait_until(lambda: page_text("en")("email.deleted") in [email["subject"] for email in mailbox.emails])
    assert "annabelle" not in ben.get(f"/table/{table}").casefold()
    assert "annabelle" not in ben.get(f"/table/{table}/chat").casefold()


def write_to_store(site: Site, change: Any) -> None:
    """Change the store directly, without its server."""
    database = site.app.state.tables.store.database
    run_in_app(site.app, database.write(lambda connection: connection.execute(change).close()))


def test_bot_takes_over_the_seats_of_a_deleted_account(site: Site) -> None:
    host, *friends = (site.browser() for _ in range(3))
    table = host.open_table("me", "open", "open")
    for at, path in enumerate(host.invitations(table)):
        friends[at].join(path, f"Friend {at}")
    sign_up(host)
    sign_in(host)
    post_form(host, "/account/delete", password=PASSWORD)
    page = friends[0].get(f"/table/{table}")
    assert f"{NOBODY} 1" in page
    assert "Ann" not in page
    for _ in range(3):  # every player's turn comes, including the deleted one's
        play(friends, table)


@pytest.mark.parametrize(("begun", "known"), [(True, False), (False, False), (True, True)])
def test_seat_of_a_deleted_account_returns_to_its_claimant(site: Site, begun: bool, known: bool) -> None:
    """The seat returns under the claimant's name; older versions did not store it: `known` if it is stored."""
    host, ben, new = (site.browser() for _ in range(3))
    table = host.open_table("me", "open", "bot:random" if begun else "open")
    assert ben.join(host.invitations(table)[0], "Ben").status_code == 303
    mine = next(row["guest"] for row in read_rows(site, SEATS) if row["name"] == "Ben")
    clear_last_seen(host)
    assert host.post(f"/table/{table}/offer", {"seat": "1", "create": "yes"}).status_code == 303
    assert new.post(LINK.findall(host.get(f"/table/{table}/seat"))[-1], {"name": "Dora"}).status_code == 303
    if not known:
        write_to_store(site, update(SEATS).values(claimant_name=None))
    if begun:
        assert post_form(new, f"/table/{table}/propose", kind="end").status_code == 303
    sign_up(new, "Dora")
    sign_in(new, "Dora")
    post_form(new, "/account/delete", password=PASSWORD)
    seat = next(row for row in read_rows(site, SEATS) if row["seat"] == 1)
    assert (seat["kind"], seat["guest"], seat["claimant"], seat["bot"] is not None) == (GUEST, mine, None, begun)
    assert seat["name"] == ("Ben" if known else f"{NOBODY} 2")
    if begun:
        assert '"agreed":[]' in read_rows(site, TABLES)[0]["proposal"], "there is no answer for Ben"
        assert ben.post(f"/table/{table}/return", {}).status_code == 303


def test_data_export_contains_only_own_data(site: Site) -> None:
    guest, *friends = (site.browser() for _ in range(3))
    table = guest.open_table("me", "open", "open", option_first_player="1")
    for at, path in enumerate(guest.invitations(table)):
        friends[at].join(path, f"Friend {at}")
    for _ in range(5):
        play([guest, *friends], table)
    sign_up(guest)
    upload_record(guest, file_of(record_lines("khan", 9)))
    post_form(guest, f"/table/{table}/chat", text="Who takes Dublin?")
    post_form(friends[0], f"/table/{table}/chat", text="Not I")
    post_form(guest, f"/table/{table}/notes", text="I fear her cards")
    post_form(friends[0], f"/table/{table}/notes", text="He bluffs")
    post_form(guest, "/notifications/webhook", kind="json", address="https://hooks.example/mine")
    post_form(guest, f"/table/{table}/webhooks", kind="slack", address="https://hooks.example/ours")
    post_form(friends[0], "/notifications/webhook", kind="json", address="https://hooks.example/theirs")
    response = guest.request("GET", "/account/data")
    assert response.headers["content-disposition"].startswith("attachment")
    data = json.loads(response.text)
    assert (data["name"], data["email"], len(data["sessions"])) == ("Ann", None, 1)
    (mine,) = data["tables"]
    assert (mine["id"], mine["seat"], data["opened"]) == (table, 0, [table])
    entries = run_in_app(site.app, site.app.state.tables.store.entries.of_table(table))
    assert [entry["text"] for entry in mine["entries"]] == [text for player, text in entries if player == 0]
    assert 0 < len(mine["entries"]) < len(entries)
    assert len(data["uploads"]) == 1
    assert [line["text"] for line in data["chat_messages"]] == ["Who takes Dublin?"]
    assert data["notes"] == [{"table_id": table, "text": "I fear her cards"}]
    addresses = {(one["kind"], one["table_id"], one["address"]) for one in data["channels"]}
    assert addresses == {
        ("json", "", "https://hooks.example/mine"),
        ("slack", table, "https://hooks.example/ours"),
    }
    assert "Not I" not in response.text
    assert "bluffs" not in response.text
    assert "theirs" not in response.text
    assert not [one["key"] for one in read_rows(site, CHANNELS) if one["key"] in response.text]
    (row,) = tables_of(site, guest_of_person(site))
    for secret in (
        row.seed,
        row.salt,
        guest_of_person(site),
        read_rows(site, ACCOUNTS)[0]["password"],
        read_rows(site, SESSIONS)[0]["id"],
    ):
        assert str(secret) not in response.text
    stranger = site.browser()
    assert stranger.request("GET", "/account/data").status_code == 403


# Who may come.


def test_closed_registration_refuses_new_accounts(settings: Settings) -> None:
    with run_site(settings, registration="closed") as site:
        browser = site.browser()
        assert "/sign-up" not in browser.get("/sign-in")
        assert 'name="password"' not in browser.get("/sign-up")
        response = post_form(browser, "/sign-up", name="Ann", password=PASSWORD)
        assert response.status_code == 403
        assert read_rows(site, ACCOUNTS) == []
        browser.open_table("me", "open", "open")


def test_invitation_to_sign_up_works_once(settings: Settings, database: str) -> None:
    with run_site(settings, registration="invite", database=database) as site:
        key = run_in_app(site.app, site.app.state.accounts.links.issue(INVITE))
        browser, other = site.browser(), site.browser()
        assert post_form(browser, "/sign-up", name="Ann", password=PASSWORD).status_code == 403
        assert post_form(browser, "/sign-up/nonsense", name="Ann", password=PASSWORD).status_code == 403
        assert 'name="password"' in browser.get(f"/sign-up/{key}")
        assert post_form(browser, f"/sign-up/{key}", name="Ann", password="short").status_code == 409
        assert post_form(browser, f"/sign-up/{key}", name="Ann", password=PASSWORD).status_code == 303
        assert "has been used or has expired" in other.get(f"/sign-up/{key}")
        assert post_form(other, f"/sign-up/{key}", name="Ben", password=PASSWORD).status_code == 403
        assert [row["name"] for row in read_rows(site, ACCOUNTS)] == ["Ann"]


def test_account_pages_and_emails_are_translated(site: Site, mailbox: Mailbox) -> None:
    pages = {"/sign-in": "sign_in.lead", "/sign-up": "sign_in.sign_up_lead", "/forgot": "sign_in.forgot_password_lead"}
    for number, language in enumerate(LANGUAGES, 1):
        browser = site.browser()
        browser.language = language
        text = page_text(language)
        for path, key in pages.items():
            assert text(key) in browser.get(path)
        sign_up(browser, f"Ann {number}", mail=f"ann{number}@friends.example")
        assert text("account.delete_account_lead") in browser.get("/account")
        assert mailbox.wait(number)["subject"] == text("email.confirm")
        assert text("sign_in.confirm_address") in browser.get(find_link(mailbox, number))
        assert text("account_error.link_expired") in browser.get("/reset/nonsense", 404)
