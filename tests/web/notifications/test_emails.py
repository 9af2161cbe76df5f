"""Notification emails through a real SMTP server: immediate, daily, and unsubscribed."""

import json
import re
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec
import pytest
from sqlalchemy import update

from regnum.core.text.ledger import LANGUAGES
from regnum.web.db.schema import CHANNELS, NOTIFICATION_SETTINGS, NOTIFICATIONS
from regnum.web.http.i18n import page_text
from regnum.web.notifications import messages
from regnum.web.notifications.messages import OPTIONAL_KINDS, Notification
from regnum.web.notifications.transports.browser_push import push_body
from regnum.web.notifications.transports.email import email_of
from regnum.web.settings import Settings
from tests.support.server.smtp_server import Mailbox, text_of
from tests.support.web.accounts import ORIGIN, Site, find_link, post_form, read_rows, run_site, sign_up
from tests.support.web.accounts import fast_hashing as fast_hashing
from tests.support.web.accounts import mailbox as mailbox
from tests.support.web.apps import run_in_app, wait_for
from tests.support.web.guests import Guest

QUIET = 0.8
"""Seconds after which nothing more is pending: servers here look ten times a second."""
OFF = re.compile(rf"{ORIGIN}(/unsubscribe/\S+)")


@pytest.fixture
def site(settings: Settings, mailbox: Mailbox) -> Iterator[Site]:
    """Run a website that notifies people at once unless they have a page open."""
    with run_site(replace(settings, notify_after=0.0), mailbox) as site:
        yield site


def sign_up_with_email(site: Site, mailbox: Mailbox, name: str, mail: str, language: str = "en") -> Guest:
    """Return a guest with an account, a confirmed address and email notifications; the mailbox is then empty."""
    guest = site.browser()
    guest.language = language
    sign_up(guest, name, mail="ann@friends.example")
    assert post_form(guest, find_link(mailbox, 1)).status_code == 200
    assert post_form(guest, "/notifications/email", mail=mail).status_code == 303
    mailbox.emails.clear()
    return guest


def open_table_at_turn(site: Site, ann: Guest) -> tuple[str, Guest]:
    """Return a table at which Ann is to act, and Ben, who also plays there."""
    ben = site.browser()
    table = ann.open_table("me", "open", "bot:random", option_first_player="1", name="Ann")
    assert ben.join(ann.invitations(table)[0], "Ben").status_code == 303
    return table, ben


def act_until_next_turn(ann: Guest, ben: Guest, table: str) -> None:
    while ann.choices(table):
        assert ann.act(table, ann.choices(table)[0]).status_code == 200
    while not ann.choices(table):
        if offered := ben.choices(table):
            assert ben.act(table, offered[0]).status_code == 200
        time.sleep(0.02)


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_and_titles_are_not_links_or_headlines_in_emails(language: str) -> None:
    """Names and titles do not become links, and an invitation begins with its sender."""
    evil = "Your account is locked: http://evil.example"
    said = {language: f"{evil} proposes: Pause the clocks."}
    invited = Notification(messages.INVITE, "t", "khan", names=("Mallory",), others=(evil,), title=evil, details=said)
    for notification in (
        invited,
        msgspec.structs.replace(invited, kind=messages.PROPOSAL, names=(evil,)),
        Notification(messages.DAY, count=2, parts=(invited, msgspec.structs.replace(invited, kind=messages.MOVE))),
    ):
        email = email_of(notification, "ann@friends.example", language, ORIGIN, f"{ORIGIN}/off")
        assert "Your account is locked" in email.text
        assert "evil.example" not in email.subject + email.text
        assert "http://evil" not in email.subject + email.text
        assert f"{ORIGIN}/table/t" in email.text
    email = email_of(invited, "ann@friends.example", language, ORIGIN, f"{ORIGIN}/off")
    first = page_text(language)("notification.invite_of", names="Mallory", count=1)
    assert email.subject.endswith(f": {first}")
    assert "account" not in email.subject
    assert email.text.index("Mallory") < email.text.index("Your account")
    data = json.loads(push_body(invited, language))
    assert "account" not in data["title"]
    assert data["body"].startswith(first)


@pytest.mark.parametrize("language", LANGUAGES)
def test_email_is_sent_for_each_notification_and_its_link_unsubscribes(
    site: Site, mailbox: Mailbox, language: str
) -> None:
    ann = sign_up_with_email(site, mailbox, "Ann", "each", language)
    table, ben = open_table_at_turn(site, ann)
    text = page_text(language)
    email, message = mailbox.wait(1), text_of(mailbox.wait(1))
    assert text("notification.move") in str(email["subject"])
    assert str(email["to"]) == "ann@friends.example"
    assert f"{ORIGIN}/table/{table}" in message
    assert "Ben" in message
    actual = OFF.search(message)
    assert actual
    assert email["list-unsubscribe"] == f"<{ORIGIN}{actual[1]}>"
    time.sleep(QUIET)
    assert len(mailbox.emails) == 1, "once for each move"
    act_until_next_turn(ann, ben, table)
    mailbox.wait(2)

    stranger = site.browser()
    stranger.get(actual[1][:-1] + ("0" if actual[1][-1] != "0" else "1"), status=404)
    assert 'method="post"' in stranger.get(actual[1]).partition("<main")[2]
    assert read_rows(site, CHANNELS), "a program that looks at links ends nothing"
    one_click = {"data": {"List-Unsubscribe": "One-Click"}}
    answer = site.browser().request("POST", actual[1], **one_click)
    assert (answer.status_code, 'role="status"' in answer.text) == (200, True)
    assert read_rows(site, CHANNELS) == []
    stranger.get(actual[1], status=404)
    act_until_next_turn(ann, ben, table)
    time.sleep(QUIET)
    assert len(mailbox.emails) == 2


def test_daily_email_lists_all_waiting_tables(site: Site, mailbox: Mailbox) -> None:
    ann = sign_up_with_email(site, mailbox, "Ann", "daily")
    assert "Daily email at" in ann.get("/notifications")
    tables = [open_table_at_turn(site, ann)[0] for _ in range(2)]
    time.sleep(QUIET)
    assert mailbox.emails == [], "it is not morning yet"

    def morning() -> None:
        due = update(CHANNELS).values(next_daily_email_at=datetime.now(UTC) - timedelta(seconds=1))
        database = site.app.state.tables.store.database
        run_in_app(site.app, database.write(lambda connection: connection.execute(due).close()))

    morning()
    email = mailbox.wait(1)
    assert email["subject"] == "2 tables have news for you"
    message = text_of(email)
    assert all(f"{ORIGIN}/table/{table}\n" in message for table in tables)
    assert OFF.search(message)
    time.sleep(QUIET)
    assert len(mailbox.emails) == 1
    (channel,) = read_rows(site, CHANNELS)
    assert channel["next_daily_email_at"].replace(tzinfo=UTC) > datetime.now(UTC)
    for table in tables:
        post_form(ann, f"/table/{table}/leave")
    time.sleep(QUIET)
    morning()
    time.sleep(QUIET)
    assert len([email for email in mailbox.emails if "It is your move" in text_of(email)]) == 1


def test_daily_email_is_sent_at_the_chosen_hour(site: Site, mailbox: Mailbox) -> None:
    ann = sign_up_with_email(site, mailbox, "Ann", "daily")

    def due() -> datetime:
        (channel,) = read_rows(site, CHANNELS)
        return channel["next_daily_email_at"].replace(tzinfo=UTC)  # type: ignore[no-any-return]

    def choose(daily: str, zone: str) -> None:
        kinds = {f"tell_{kind}": "yes" for kind in OPTIONAL_KINDS}
        assert post_form(ann, "/notifications/settings", daily=daily, zone=zone, **kinds).status_code == 303

    assert f"{due():%H:%M}" == "07:00"
    for zone in ("Europe/Kyiv", "Europe/Berlin"):
        assert post_form(ann, "/notifications/email", mail="daily", zone=zone).status_code == 303
        assert f"{due().astimezone(ZoneInfo('Europe/Kyiv')):%H:%M}" == "07:00", "only the first zone is taken over"
    choose("20:15", "Asia/Tokyo")
    assert f"{due():%H:%M}" == "11:15"
    open_table_at_turn(site, ann)
    wait_for(lambda: any(call["kind"] == "move" for call in read_rows(site, NOTIFICATIONS)))
    morning = update(CHANNELS).values(next_daily_email_at=datetime.now(UTC) - timedelta(seconds=1))
    database = site.app.state.tables.store.database
    run_in_app(site.app, database.write(lambda connection: connection.execute(morning).close()))
    mailbox.wait(1)
    (settings,) = read_rows(site, NOTIFICATION_SETTINGS)
    written = settings["last_daily_email_at"].replace(tzinfo=UTC)
    for hour in ("00:00", "12:00", "23:59"):
        choose(hour, "UTC")
        assert due().date() == (written + timedelta(days=1)).date()
        assert f"{due():%H:%M}" == hour
    assert post_form(ann, "/notifications/email", mail="daily").status_code == 303
    assert due().date() == (written + timedelta(days=1)).date()


def test_unconfirmed_address_gets_no_notifications(site: Site, mailbox: Mailbox) -> None:
    """There is no email without a confirmed address, and it stops when the address is removed."""
    guest = site.browser()
    assert post_form(guest, "/notifications/email", mail="each").status_code == 409
    sign_up(guest, "Cleo", mail="cleo@friends.example")
    assert post_form(guest, "/notifications/email", mail="each").status_code == 409, "it is not confirmed"
    mailbox.wait(1)
    mailbox.emails.clear()
    open_table_at_turn(site, guest)
    time.sleep(QUIET)
    assert mailbox.emails == []
