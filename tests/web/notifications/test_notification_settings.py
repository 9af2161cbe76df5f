"""Notification settings: quiet hours, the hour of the daily email, and kinds of messages."""

import random
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from litestar import Litestar
from msgspec import structs
from sqlalchemy import select, update

from regnum.core.text.ledger import LANGUAGES
from regnum.web.db.schema import CHANNELS, DELIVERIES, NOTIFICATION_SETTINGS, NOTIFICATIONS, SEATS, TABLES
from regnum.web.notifications import delivery, messages
from regnum.web.notifications.messages import OPTIONAL_KINDS, Notification
from regnum.web.notifications.notification_settings import NotificationSettings
from regnum.web.notifications.transports.browser_push import push_body
from regnum.web.settings import Settings
from tests.support.server.push import Browser
from tests.support.server.webhook_receivers import Receiver
from tests.support.server.webhook_receivers import receiver as receiver
from tests.support.web.accounts import sign_up
from tests.support.web.apps import live_table, run_in_app, wait_for
from tests.support.web.guests import Guest, NewGuest
from tests.support.web.hidden import advance, open_table_with_friends
from tests.support.web.seating import answer_proposal

pytestmark = pytest.mark.own_app
HOUR = timedelta(hours=1)


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Settings for servers that notify at once and may contact this machine."""
    return replace(settings, allow_private_webhooks=True, notify_after=0.0, origin="http://testserver.local")


def read_rows(app: Litestar, query: Any) -> list[Any]:
    """Return the rows of a query on a server's database."""
    database = app.state.tables.store.database
    return list(run_in_app(app, database.read(lambda connection: connection.execute(query).all())))


def write_row(app: Litestar, statement: Any) -> None:
    """Run a statement on a server's database."""
    database = app.state.tables.store.database
    run_in_app(app, database.write(lambda connection: connection.execute(statement).close()))


def save_settings(guest: Guest, status: int = 303, **more: str) -> str:
    """Send the form with all kinds enabled and no quiet hours, except for `more`; return the page."""
    kinds = {f"tell_{kind}": "yes" for kind in OPTIONAL_KINDS}
    form = {"quiet_from": "22:00", "quiet_to": "07:00", "daily": "07:00", "zone": "UTC", **kinds, **more}
    response = guest.post("/notifications/settings", form)
    assert response.status_code == status, response.text
    return response.text


def begin_quiet_hours(guest: Guest) -> None:
    """Set quiet hours from an hour ago to an hour from now."""
    now = datetime.now(UTC)
    save_settings(guest, quiet="yes", quiet_from=f"{now - HOUR:%H:%M}", quiet_to=f"{now + HOUR:%H:%M}")


def add_browser(guest: Guest, receiver: Receiver, name: str = "one") -> Browser:
    """Add a browser channel for a guest."""
    browser = Browser(receiver, name)
    assert guest.post("/notifications/browser", browser.form).status_code == 204
    return browser


def read_messages(receiver: Receiver, browser: Browser, name: str = "one") -> list[str]:
    """Return the first sentences of the messages to a browser."""
    return [browser.read(got)["body"].partition(".")[0] for got in receiver.received if got.path == f"/push/{name}"]


def seated_guests(app: Litestar, table: str) -> list[str]:
    return [
        row[0] for row in read_rows(app, select(SEATS.c.guest).where(SEATS.c.table_id == table).order_by(SEATS.c.seat))
    ]


def guests_to_notify(app: Litestar, kind: str) -> set[str]:
    """Return the guests with a notification of this kind."""
    return {row[0] for row in read_rows(app, select(NOTIFICATIONS.c.guest).where(NOTIFICATIONS.c.kind == kind))}


# When.


@pytest.mark.parametrize(
    ("at", "end"),
    [
        ("2027-01-10T20:59", "2027-01-10T20:59"),  # 21:59 in Berlin
        ("2027-01-10T21:00", "2027-01-11T06:00"),
        ("2027-01-11T05:59", "2027-01-11T06:00"),
        ("2027-01-11T06:00", "2027-01-11T06:00"),
        ("2027-03-28T00:30", "2027-03-28T05:00"),  # that night the clocks are put forward,
        ("2027-10-30T23:30", "2027-10-31T06:00"),  # and that night back
    ],
)
def test_quiet_hours_follow_local_time(at: str, end: str) -> None:
    user_settings = NotificationSettings("Europe/Berlin", (22 * 60, 7 * 60))
    assert user_settings.quiet_until(datetime.fromisoformat(at + "+00:00")) == datetime.fromisoformat(end + "+00:00")
    assert NotificationSettings().quiet_until(datetime.fromisoformat(at + "+00:00")) == datetime.fromisoformat(
        at + "+00:00"
    )


@pytest.mark.parametrize(
    ("zone", "written", "due"),
    [
        ("", "", "2027-03-28T07:00"),
        ("Europe/Berlin", "", "2027-03-28T05:00"),  # the clocks were put forward in the night
        ("Europe/Berlin", "2027-03-27T06:00", "2027-03-28T05:00"),
        ("Europe/Berlin", "2027-03-28T00:30", "2027-03-29T05:00"),  # at another hour that was chosen before
        ("America/New_York", "2027-03-27T23:00", "2027-03-28T11:00"),
        ("Asia/Tokyo", "2027-03-27T16:00", "2027-03-28T22:00"),  # there it is the 28th already
    ],
)
def test_daily_email_is_due_once_a_day_at_its_hour(zone: str, written: str, due: str) -> None:
    last = datetime.fromisoformat(written + "+00:00") if written else None
    now = datetime.fromisoformat("2027-03-28T02:00+00:00")
    assert NotificationSettings(zone, last_daily_email_at=last).next_daily_email(now) == datetime.fromisoformat(
        due + "+00:00"
    )


def test_notifications_in_quiet_hours_are_deferred_while_current(
    new_guest: NewGuest, app: Litestar, receiver: Receiver
) -> None:
    guests, table = open_table_with_friends(new_guest, 3, option_first_player="1")
    browsers = [add_browser(guest, receiver, str(at)) for at, guest in enumerate(guests)]
    live = live_table(app, table)
    first = live.state.players_to_act[0]
    wait_for(lambda: "It is your move" in read_messages(receiver, browsers[first], str(first)))
    for guest in guests:
        begin_quiet_hours(guest)

    def pass_on(*but: int) -> int:
        """Let everybody act until another seat is to act; return it."""
        while len(acting := live.state.players_to_act) != 1 or acting[0] in but:
            advance(live, guests, live.entry_count + 1, random.Random(3))
        return acting[0]

    second = pass_on(first)
    later = datetime.now(UTC) + HOUR / 2

    def waits_for(seat: int) -> bool:
        rows = read_rows(
            app, select(NOTIFICATIONS.c.guest, NOTIFICATIONS.c.send_at).where(NOTIFICATIONS.c.kind == messages.MOVE)
        )
        waiting = {row[0] for row in rows if row[1] is not None and row[1].replace(tzinfo=UTC) > later}
        return waiting == {seated_guests(app, table)[seat]}

    wait_for(lambda: waits_for(second))
    third = pass_on(first, second)
    wait_for(lambda: waits_for(third))
    for guest in guests:
        save_settings(guest)  # the quiet hours are over
    wait_for(lambda: "It is your move" in read_messages(receiver, browsers[third], str(third)))
    assert "It is your move" not in read_messages(receiver, browsers[second], str(second)), "they have moved since"
    assert read_messages(receiver, browsers[first], str(first)).count("It is your move") == 1


def test_deliveries_are_not_retried_in_quiet_hours(
    new_guest: NewGuest, app: Litestar, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "RETRY_DELAYS", (0.05,) * 2000)
    guests, table = open_table_with_friends(new_guest, 3, option_first_player="1")
    guest = guests[live_table(app, table).state.players_to_act[0]]
    receiver.status = 503
    browser = add_browser(guest, receiver)
    receiver.wait(1)
    begin_quiet_hours(guest)
    later = datetime.now(UTC) + HOUR / 2
    wait_for(lambda: read_rows(app, select(DELIVERIES.c.next_attempt_at))[0][0].replace(tzinfo=UTC) > later)
    receiver.status = 201
    write_row(app, update(DELIVERIES).values(next_attempt_at=datetime.now(UTC)))
    wait_for(lambda: read_rows(app, select(DELIVERIES.c.next_attempt_at))[0][0].replace(tzinfo=UTC) > later)
    receiver.received.clear()
    save_settings(guest)
    write_row(app, update(DELIVERIES).values(next_attempt_at=datetime.now(UTC)))
    receiver.wait(1)
    assert read_messages(receiver, browser) == ["It is your move"]


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"quiet": "yes", "quiet_to": "22:00"}, "begin and end at different times"),
        ({"quiet": "yes", "quiet_from": "noon"}, "“noon” is not a time of day"),
        ({"daily": "25:00"}, "“25:00” is not a time of day"),
        ({"zone": "Mars/Base"}, "There is no time zone “Mars/Base”"),
    ],
)
def test_invalid_settings_are_refused_and_not_stored(
    new_guest: NewGuest, app: Litestar, more: dict[str, str], says: str
) -> None:
    guest = new_guest()
    page = save_settings(guest, 409, **more)
    assert says in page
    assert all(f'value="{value}"' in page for name, value in more.items() if name != "quiet"), (
        "the typed values are kept"
    )
    assert read_rows(app, select(NOTIFICATION_SETTINGS)) == []
    assert guest.post("/notifications/settings", {}).status_code == 409


def test_page_shows_the_stored_settings(new_guest: NewGuest) -> None:
    guest = new_guest()
    page = guest.get("/notifications")
    assert re.findall(r'name="tell_(\w+)" value="yes"(?! checked)', page) == [messages.CHAT]
    assert 'name="quiet" value="yes" checked' not in page
    save_settings(guest, quiet="yes", quiet_from="21:30", daily="18:15", zone="Europe/Kyiv", tell_start="")
    page = guest.get("/notifications")
    assert re.findall(r'name="tell_(\w+)" value="yes"(?! checked)', page) == [messages.START]
    assert 'name="quiet" value="yes" checked' in page
    for value in ("21:30", "07:00", "18:15", "Europe/Kyiv"):
        assert f'value="{value}"' in page
    assert "Daily email at" not in page, "email is disabled"


def test_account_takes_over_the_settings_of_a_guest(new_guest: NewGuest, app: Litestar) -> None:
    guest = new_guest()
    guest.open_table("me", "open", "open")
    save_settings(guest, daily="18:15")
    sign_up(guest)
    assert 'value="18:15"' in guest.get("/notifications")
    assert len(read_rows(app, select(NOTIFICATION_SETTINGS))) == 1


def test_deadline_is_shown_in_the_chosen_zone() -> None:
    notification = Notification(messages.MOVE, "t", "khan", until="2027-07-01T12:30:00+00:00", zone="Europe/Berlin")
    assert "2027-07-01 14:30 Europe/Berlin" in push_body(notification, "en").decode()


def test_daily_email_in_quiet_hours_is_sent_at_their_end() -> None:
    night = NotificationSettings(quiet=(22 * 60, 7 * 60), daily=23 * 60 + 30)
    morning = datetime(2027, 1, 5, 7, tzinfo=UTC)
    assert night.next_daily_email(morning - 7 * HOUR) == morning
    assert structs.replace(night, last_daily_email_at=morning).next_daily_email(morning) == morning + 24 * HOUR


# Of what.


def test_people_at_a_waiting_table_are_notified_of_joins_and_the_start(
    new_guest: NewGuest, app: Litestar, receiver: Receiver
) -> None:
    """The person who sits down and those who opted out are not notified."""
    host, ben, cleo = new_guest(), new_guest(), new_guest()
    table = host.open_table("me", "open", "open", option_first_player="1")
    paths = host.invitations(table)
    browsers = {"ann": add_browser(host, receiver, "ann"), "cleo": add_browser(cleo, receiver, "cleo")}
    ben.join(paths[0], "Ben")
    ann_id, ben_id = seated_guests(app, table)[:2]
    joined = "Someone has joined; some seats are still open"
    wait_for(lambda: read_messages(receiver, browsers["ann"], "ann") == [joined])
    assert guests_to_notify(app, messages.JOINED) == {ann_id}
    cleo.join(paths[1], "Cleo")
    wait_for(lambda: guests_to_notify(app, messages.START) == {ann_id, ben_id, ""})
    wait_for(lambda: len(read_messages(receiver, browsers["ann"], "ann")) == 2)
    assert read_messages(receiver, browsers["ann"], "ann")[1] in ("The game has begun", "It is your move")
    assert "The game has begun" not in read_messages(receiver, browsers["cleo"], "cleo")


def test_notification_of_a_join_is_dropped_when_its_receiver_leaves(
    new_guest: NewGuest, app: Litestar, receiver: Receiver
) -> None:
    host, ben = new_guest(), new_guest()
    table = host.open_table("me", "open", "open", "open")
    paths = host.invitations(table)
    ben.join(paths[0], "Ben")
    ben_id = seated_guests(app, table)[1]
    browser = add_browser(ben, receiver)
    begin_quiet_hours(ben)
    new_guest().join(paths[1], "Cleo")
    here = (NOTIFICATIONS.c.kind == messages.JOINED) & (NOTIFICATIONS.c.guest == ben_id)
    later = datetime.now(UTC) + HOUR / 2
    wait_for(
        lambda: (
            [row[0].replace(tzinfo=UTC) > later for row in read_rows(app, select(NOTIFICATIONS.c.send_at).where(here))]
            == [True]
        )
    )
    assert ben.post(f"/table/{table}/leave", {}).status_code == 303
    save_settings(ben)
    wait_for(lambda: [row[0] for row in read_rows(app, select(NOTIFICATIONS.c.send_at).where(here))] == [None])
    assert read_messages(receiver, browser) == []
    assert read_rows(app, select(DELIVERIES)) == []


def test_disabled_kind_is_not_sent(new_guest: NewGuest, app: Litestar, receiver: Receiver) -> None:
    host, ben = new_guest(), new_guest()
    table = host.open_table("me", "open", "open", "open")
    paths = host.invitations(table)
    browser = add_browser(host, receiver)
    save_settings(host, tell_joined="")
    ben.join(paths[0], "Ben")
    joined = select(NOTIFICATIONS.c.send_at).where(NOTIFICATIONS.c.kind == messages.JOINED)
    wait_for(lambda: [row[0] for row in read_rows(app, joined)] == [None])
    save_settings(host)
    new_guest().join(paths[1], "Cleo")
    receiver.wait(1)
    assert len(read_messages(receiver, browser)) == 1


def test_chat_notification_is_sent_once_to_those_who_want_it(
    new_guest: NewGuest, app: Litestar, receiver: Receiver
) -> None:
    """The writer, open pages and those who muted the writer get none; spectators' chat notifies no player."""
    guests, table = open_table_with_friends(new_guest, 4)
    ids = seated_guests(app, table)
    new = "There are new messages at the table"
    browsers = [add_browser(guest, receiver, str(at)) for at, guest in enumerate(guests)]
    for guest in guests:
        only_talk: dict[str, Any] = {f"tell_{kind}": "" for kind in OPTIONAL_KINDS if kind != messages.CHAT}
        save_settings(guest, **only_talk)

    def say(guest: Guest, text: str) -> None:
        assert guest.post(f"/table/{table}/chat", {"text": text}, live=True).status_code == 200

    say(new_guest(), "From aside")
    say(guests[0], "Hello")
    wait_for(lambda: guests_to_notify(app, messages.CHAT) == set(ids[1:]))
    say(guests[0], "Anybody there?")
    for at in (1, 2, 3):
        wait_for(lambda at=at: read_messages(receiver, browsers[at], str(at)).count(new) == 1)  # type: ignore[misc]
    key = re.findall(r'id="message-(\w+)"', guests[3].get(f"/table/{table}/chat"))[0]
    guests[3].post(f"/table/{table}/chat/mute", {"message": key, "on": "yes"}, live=True)
    guests[2].client.blocking_portal.call(app.state.tables.presence.page_opened, live_table(app, table), 2)  # type: ignore[attr-defined]
    for guest in guests[1:]:
        guest.get("/waiting")  # they have looked since
    receiver.received.clear()
    say(guests[0], "Once more")
    receiver.wait(1)
    wait_for(lambda: read_rows(app, select(DELIVERIES)) == [])
    assert read_messages(receiver, browsers[1], "1") == [new]
    assert len(receiver.received) == 1
    assert b"Once more" not in b"".join(got.body for got in receiver.received)


def test_chat_notification_is_disabled_by_default(new_guest: NewGuest, app: Litestar) -> None:
    guests, table = open_table_with_friends(new_guest, 3)
    save_settings(guests[2])
    assert guests[0].post(f"/table/{table}/chat", {"text": "Hello"}, live=True).status_code == 200
    wait_for(lambda: guests_to_notify(app, messages.CHAT) == {seated_guests(app, table)[2]})


def test_opponents_are_notified_of_resignations_and_end_proposals(
    new_guest: NewGuest, app: Litestar, receiver: Receiver
) -> None:
    guests, table = open_table_with_friends(new_guest, 3)
    names = live_table(app, table).names
    browser = add_browser(guests[1], receiver)
    save_settings(guests[1], tell_move="")
    guests[0].post(f"/table/{table}/webhooks", {"kind": "json", "address": f"{receiver.address}/group"})
    ids = seated_guests(app, table)

    def hears(sentence: str) -> None:
        wait_for(lambda: sentence in read_messages(receiver, browser))
        wait_for(lambda: any(sentence.encode() in got.body for got in receiver.received if got.path == "/group"))

    assert guests[2].post(f"/table/{table}/propose", {"kind": "end"}).status_code == 303
    wait_for(lambda: "There is a proposal for you to answer" in read_messages(receiver, browser))
    wait_for(lambda: any(f"{names[2]} proposes: End the game" in str(got.body) for got in receiver.received))
    assert guests_to_notify(app, messages.PROPOSAL) == {"", ids[0], ids[1]}
    assert guests[2].post(f"/table/{table}/leave", {}).status_code == 303
    hears(f"{names[2]} has resigned: a bot takes over")
    assert guests_to_notify(app, messages.RESIGNED) == {"", ids[0], ids[1]}
    for guest in guests[:2]:
        assert answer_proposal(guest, live_table(app, table), "yes").status_code == 303
    hears("The game has ended without a result")


def test_daily_email_leaves_out_finished_tables(new_guest: NewGuest, app: Litestar, receiver: Receiver) -> None:
    """This includes games that ended after the email was composed."""
    guests, table = open_table_with_friends(new_guest, 3, option_first_player="1")
    seat = live_table(app, table).state.players_to_act[0]
    by = seated_guests(app, table)[seat]
    guests[seat].post("/notifications/webhook", {"kind": "json", "address": f"{receiver.address}/x"})
    wait_for(lambda: by in guests_to_notify(app, messages.MOVE))
    ((id_,), *_) = read_rows(app, select(CHANNELS.c.id))
    day = Notification(messages.DAY, parts=(Notification(messages.MOVE, table), Notification(messages.START, table)))

    async def left() -> Any:
        calls = app.state.notifications
        return await calls._queue._without_outdated(await calls.channels.find(id_), day)

    assert run_in_app(app, left()).parts == day.parts
    write_row(app, update(TABLES).where(TABLES.c.id == table).values(phase="abandoned"))
    assert run_in_app(app, left()) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_optional_kinds_have_a_text_in_every_language(new_guest: NewGuest, language: str) -> None:
    for kind in (*OPTIONAL_KINDS, messages.ABANDONED):
        for names in ((), ("Ann",), ("Ann", "Ben")):
            if (names or kind not in (messages.RESIGNED, messages.PROPOSAL)) and (
                not names or kind in (messages.RESIGNED, messages.PROPOSAL, messages.STAND_IN_BEGAN)
            ):
                text = push_body(Notification(kind, "t", "khan", names), language).decode()
                assert "notification." not in text
                assert "?" not in text
    assert new_guest(language).get("/notifications")
