"""Notifications by browser, webhook and email: sent once, to people who have been away."""

import hashlib
import hmac
import json
import random
import re
import time
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from msgspec import structs
from sqlalchemy import select, update

from regnum.core.text.ledger import LANGUAGES
from regnum.web.clocks.countdown import first_countdown
from regnum.web.db.schema import CHANNELS, DELIVERIES, NOTIFICATIONS
from regnum.web.http.i18n import page_text
from regnum.web.notifications import delivery, messages, safe_http
from regnum.web.notifications.derivation import has_other_entries_since
from regnum.web.notifications.messages import Notification
from regnum.web.notifications.relevance import is_current
from regnum.web.notifications.transports import WEBHOOKS
from regnum.web.notifications.transports.browser_push import push_body
from regnum.web.rate_limit import RateLimit
from regnum.web.settings import Settings
from regnum.web.tables.events import PROPOSED, REMINDED, STAND_IN_BEGAN, STAND_IN_ENDED
from regnum.web.tables.row_changes import with_seats
from tests.support.server.push import Browser
from tests.support.server.webhook_receivers import Receiver
from tests.support.server.webhook_receivers import receiver as receiver
from tests.support.web.accounts import sign_in, sign_up
from tests.support.web.apps import create_app, live_table, run_in_app, wait_for
from tests.support.web.guests import Guest, NewGuest
from tests.support.web.hidden import advance, change_hidden_information, open_table_with_friends
from tests.support.web.seating import answer_proposal

pytestmark = pytest.mark.own_app
QUIET = 0.5
"""Seconds after which nothing more is pending: servers here look ten times as often."""


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Settings for servers that notify people at once unless they have a page open, and may contact this machine."""
    return replace(settings, allow_private_webhooks=True, notify_after=0.0, origin="http://testserver.local")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivery, "RETRY_DELAYS", (0.05, 0.05, 0.05))


def guest_to_act(app: Litestar, table: str, guests: list[Guest]) -> Guest:
    return guests[live_table(app, table).state.players_to_act[0]]


def make_move(app: Litestar, table: str, guests: list[Guest]) -> None:
    """Let the player to act make a move."""
    result = live_table(app, table)
    advance(result, guests, result.entry_count + 1, random.Random(3))


def read_rows(app: Litestar, query: Any) -> list[Any]:
    """Return the rows of a query on a server's database."""
    database = app.state.tables.store.database
    return list(run_in_app(app, database.read(lambda connection: connection.execute(query).all())))


# The player to act is notified once.


def test_browser_is_notified_once_for_each_move(new_guest: NewGuest, app: Litestar, receiver: Receiver) -> None:
    guests, table = open_table_with_friends(new_guest, 3, option_first_player="1")
    first = guest_to_act(app, table, guests)
    browser = Browser(receiver)
    assert first.post("/notifications/browser", browser.form).status_code == 204
    message = browser.read(receiver.wait(1)[0])
    assert message["title"] == "Brian Boru"
    assert message["url"] == f"/table/{table}"
    assert message["body"].startswith("It is your move. At the table: ")
    assert receiver.received[0].headers["topic"] == table
    time.sleep(QUIET)
    assert len(receiver.received) == 1
    make_move(app, table, guests)
    while guest_to_act(app, table, guests) is not first:
        make_move(app, table, guests)
    receiver.wait(2)
    time.sleep(QUIET)
    assert [browser.read(got)["body"].partition(".")[0] for got in receiver.received] == ["It is your move"] * 2
    assert {got.path for got in receiver.received} == {"/push/one"}, "nobody else is notified"


def test_user_with_an_open_page_is_not_notified(settings: Settings, receiver: Receiver) -> None:
    app = create_app(replace(settings, notify_after=1.0))
    with TestClient(app) as client:
        guests, table = open_table_with_friends(lambda: Guest(client), 3, option_first_player="1")
        first = guest_to_act(app, table, guests)
        assert first.post("/notifications/browser", Browser(receiver).form).status_code == 204
        for _ in range(8):
            first.get("/waiting")
            time.sleep(0.25)
        assert receiver.received == []
        receiver.wait(1)


def test_sign_out_removes_the_channel_of_the_browser(new_guest: NewGuest, app: Litestar, receiver: Receiver) -> None:
    guest, other = new_guest(), new_guest()
    sign_up(guest)
    sign_up(other, "Bob")
    browsers = [Browser(receiver, name) for name in ("one", "two")]
    for person, browser in zip((guest, other), browsers, strict=True):
        assert person.post("/notifications/browser", browser.form).status_code == 204
    for browser in browsers:
        guest.post("/sign-out", {"endpoint": browser.form["endpoint"]})
        sign_in(guest)
    assert "data-remove" not in guest.get("/notifications")
    assert "data-remove" in other.get("/notifications"), "the channels of others are not removed"


def test_failed_notification_is_not_retried_after_the_move(
    new_guest: NewGuest, app: Litestar, receiver: Receiver
) -> None:
    guests, table = open_table_with_friends(new_guest, 3, option_first_player="1")
    first = guest_to_act(app, table, guests)
    receiver.status = 503
    first.post("/notifications/browser", Browser(receiver).form)
    receiver.wait(1)
    make_move(app, table, guests)
    time.sleep(0.1)
    number = len(receiver.received)
    time.sleep(QUIET)
    assert len(receiver.received) <= number + 1, "a running delivery is not retried"


def test_start_and_end_are_notified_to_absent_players(new_guest: NewGuest, app: Litestar, receiver: Receiver) -> None:
    host, friend, last = new_guest(), new_guest("de"), new_guest()
    browser = Browser(receiver)
    friend.post("/notifications/browser", browser.form)
    table = host.open_table("me", "open", "open", game="khan")
    paths = host.invitations(table)
    friend.join(paths[0], "Ben")
    last.join(paths[1], "Cleo")
    message = [browser.read(got)["body"] for got in receiver.wait(1)]
    assert message[0].startswith(("Die Partie beginnt.", "Du bist am Zug."))
    advance(live_table(app, table), [host, friend, last], 10_000, random.Random(1))
    ended = "Die Partie ist zu Ende. Am Tisch: Ann und Cleo."
    wait_for(lambda: ended in [browser.read(got)["body"] for got in receiver.received])
    assert read_rows(app, select(NOTIFICATIONS).where(NOTIFICATIONS.c.kind == messages.MOVE)) == []


def test_other_slices_can_schedule_notifications(new_guest: NewGuest, app: Litestar, receiver: Receiver) -> None:
    """For example, each mark of a clock is notified once."""
    guests, table = open_table_with_friends(new_guest, 3, option_first_player="1")
    browser = Browser(receiver)
    guest_to_act(app, table, guests).post("/notifications/browser", browser.form)
    (row,) = read_rows(app, select(CHANNELS.c.guest))
    calling = app.state.notifications.scheduler
    for mark in (1, 1, 2):
        run_in_app(app, calling.schedule(table, messages.TIME, [row[0]], mark))
        time.sleep(QUIET)
    kinds = [browser.read(got)["body"].partition(".")[0] for got in receiver.received]
    assert kinds.count("Your time is nearly up") == 2


def test_time_reminders_and_invitations_are_notified(new_guest: NewGuest, app: Litestar, receiver: Receiver) -> None:
    guests, table = open_table_with_friends(new_guest, 3, option_first_player="1")
    live = live_table(app, table)
    seat = live.state.players_to_act[0]
    browser = Browser(receiver)
    guests[seat].post("/notifications/browser", browser.form)
    for kind in (REMINDED, STAND_IN_ENDED):
        guests[seat].client.blocking_portal.call(app.state.events.publish, live, kind, seat)  # type: ignore[attr-defined]
    other = guests[(seat + 1) % 3]
    more = other.open_table("me", "open", "bot:random", name="Zoe")
    assert other.post(f"/table/{more}/invite", {"seat": "1", "name": live.names[seat]}).status_code == 303
    receiver.wait(3)
    time.sleep(QUIET)
    message = sorted(browser.read(got)["body"].partition(".")[0] for got in receiver.received)
    assert message == ["It is your move", "Your time is nearly up", "Zoe invites you to a table"]


def test_proposal_is_notified_until_it_is_answered(new_guest: NewGuest, app: Litestar, receiver: Receiver) -> None:
    ann, bob = new_guest(), new_guest()
    clocks = {"clock_preset": "daily", "title": "Fridays"}
    table = ann.open_table("me", "open", "bot:random", option_first_player="1", **clocks)
    bob.join(ann.invitations(table)[0], "Bob")
    live = live_table(app, table)
    wait_for(lambda: not live.bots_to_act())
    guests = [ann, bob]
    seat = 1 - live.state.players_to_act[0]
    browser = Browser(receiver)
    guests[seat].post("/notifications/browser", browser.form)
    assert guests[1 - seat].post(f"/table/{table}/propose", {"kind": "pause"}).status_code == 303

    def asked() -> list[str]:
        message = [browser.read(got) for got in receiver.received]
        return [one["title"] for one in message if "proposal for you to answer" in one["body"]]

    wait_for(lambda: asked() == ["Fridays (Brian Boru)"])
    names = live.names
    assert (
        f"{names[1 - seat]} proposes: Pause the clocks. Please answer by "
        in browser.read(receiver.received[-1])["body"]
    )
    assert answer_proposal(guests[seat], live, "yes").status_code == 303
    portal = guests[seat].client.blocking_portal  # type: ignore[attr-defined]
    portal.call(app.state.events.publish, live, PROPOSED, seat)
    time.sleep(QUIET)
    assert len(asked()) == 1, "the answer is no longer awaited"


def test_clock_changes_are_notified_to_people_and_webhooks(
    new_guest: NewGuest, app: Litestar, receiver: Receiver
) -> None:
    """The player to move is notified of the new deadline. Outdated changes are not notified."""
    ann, bob = new_guest(), new_guest()
    table = ann.open_table("me", "open", "bot:random", option_first_player="1", clock_preset="daily")
    bob.join(ann.invitations(table)[0], "Bob")
    live = live_table(app, table)
    wait_for(lambda: not live.bots_to_act())
    guests = [ann, bob]
    (acts,) = live.state.players_to_act
    browsers = {seat: Browser(receiver, str(seat)) for seat in (0, 1)}
    for seat, browser in browsers.items():
        assert guests[seat].post("/notifications/browser", browser.form).status_code == 204
    ann.post(f"/table/{table}/webhooks", {"kind": "json", "address": f"{receiver.address}/group"})

    def bodies(seat: int) -> list[str]:
        got = [got for got in receiver.received if got.path == f"/push/{seat}"]
        return [body for one in got if "clocks have changed" in (body := browsers[seat].read(one)["body"])]

    def is_so(notification: Notification, guest: str) -> bool:
        database = app.state.tables.store.database
        return bool(run_in_app(app, database.read(partial(is_current, notification=notification, guest=guest))))

    def group() -> list[str]:
        got = [json.loads(got.body) for got in receiver.received if got.path == "/group"]
        return [one["text"] for one in got if one["event"] == "clocks"]

    day = f"{datetime.now(UTC) + timedelta(days=9):%Y-%m-%d}"
    changes: list[tuple[str, dict[str, str], str]] = [
        ("pause", {"until": day}, f"The clocks are paused until {day} (UTC). After the pause: 1 day per turn."),
        ("resume", {}, "The clocks are running: 1 day per turn."),
        ("more", {"more": "2", "more_unit": "days"}, "The clocks are running: 1 day per turn."),
        ("clocks", {"clock_preset": "calm"}, "The clocks are running: 3 days per turn."),
        ("pause", {}, "The clocks are paused. After the pause: 3 days per turn."),
        ("clocks", {"clock_preset": "daily"}, "The clocks are paused. After the pause: 1 day per turn."),
        ("clocks", {"clock_preset": "live"}, "The game continues without clocks."),
    ]
    for count, (kind, more, said) in enumerate(changes, 1):
        assert ann.post(f"/table/{table}/propose", {"kind": kind, **more}).status_code == 303
        assert answer_proposal(bob, live, "yes").status_code == 303
        for item in (partial(bodies, 0), partial(bodies, 1), group):
            wait_for(lambda told=item, count=count: len(told()) == count)  # type: ignore[misc]
            assert said in item()[-1]
        clock = first_countdown(live.row, [acts], page_text("en"))
        deadline = "" if clock is None else f"{datetime.fromisoformat(clock.deadline):%Y-%m-%d %H:%M} UTC"
        assert deadline in bodies(acts)[-1]
        assert "runs out" not in bodies(1 - acts)[-1]
        assert is_so(Notification(messages.TIME, table), live.row.seats[acts].guest or "") == (live.row.pause is None)
    for guest, mark in read_rows(
        app, select(NOTIFICATIONS.c.guest, NOTIFICATIONS.c.occasion).where(NOTIFICATIONS.c.kind == messages.CLOCKS)
    ):
        for its in (mark, mark - 1):
            assert is_so(Notification(messages.CLOCKS, table, occasion=its), guest) == (its == mark)


# Nothing is lost or notified twice.


def test_failed_delivery_is_retried_and_a_gone_channel_is_removed(
    new_guest: NewGuest, app: Litestar, receiver: Receiver
) -> None:
    guests, table = open_table_with_friends(new_guest, 3, option_first_player="1")
    first = guest_to_act(app, table, guests)
    answers = iter([500, 429, 201])
    receiver.status = lambda _: next(answers)
    first.post("/notifications/browser", Browser(receiver).form)
    receiver.wait(3)
    time.sleep(QUIET)
    assert len(receiver.received) == 3
    assert read_rows(app, select(DELIVERIES)) == []
    receiver.status = 410
    first.post("/notifications/browser", Browser(receiver, "two").form)
    make_move(app, table, guests)
    while guest_to_act(app, table, guests) is not first:
        make_move(app, table, guests)
    receiver.wait(5)
    deadline = time.monotonic() + 90
    while read_rows(app, select(CHANNELS)):
        assert time.monotonic() < deadline, "who is gone is forgotten"
        time.sleep(0.05)


def test_pending_deliveries_are_sent_once_after_a_restart(
    settings: Settings, database: str, receiver: Receiver
) -> None:
    settings = replace(settings, database=database)
    receiver.status = 503
    monkey = pytest.MonkeyPatch()
    monkey.setattr(delivery, "RETRY_DELAYS", (0.5, 0.5, 0.5, 0.5))
    app = create_app(settings)
    with TestClient(app) as client:
        guests, table = open_table_with_friends(lambda: Guest(client), 3, option_first_player="1")
        first = guest_to_act(app, table, guests)
        browser = Browser(receiver)
        first.post("/notifications/browser", browser.form)
        receiver.wait(1)
    tried = len(receiver.received)
    receiver.status = 201
    with ExitStack() as stack:
        for _ in range(2):  # two servers on one store: one of them notifies
            stack.enter_context(TestClient(create_app(settings)))
        receiver.wait(tried + 1)
        time.sleep(2 * QUIET)
    monkey.undo()
    assert len(receiver.received) == tried + 1
    assert browser.read(receiver.received[-1])["url"] == f"/table/{table}"


def test_push_key_is_generated_once(settings: Settings, database: str) -> None:
    keys = set()
    for _ in range(2):
        with TestClient(create_app(replace(settings, database=database))) as client:
            keys |= set(re.findall(r'data-key="([^"]{80,})"', Guest(client).get("/notifications")))
    assert len(keys) == 1


def test_slow_webhook_does_not_delay_moves(
    new_guest: NewGuest, app: Litestar, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(safe_http, "REQUEST_TIMEOUT", 60.0)
    receiver.answering.clear()
    guests, table = open_table_with_friends(new_guest, 3, option_first_player="1")
    for name in "abcdefghij":
        response = guests[0].post(f"/table/{table}/webhooks", {"kind": "json", "address": f"{receiver.address}/{name}"})
        assert response.status_code == 303, response.text
    make_move(app, table, guests)
    receiver.wait(delivery.MAX_PER_GUEST)
    waiting = read_rows(app, select(DELIVERIES.c.id, DELIVERIES.c.attempts))
    assert len(waiting) >= delivery.MAX_PER_GUEST
    make_move(app, table, guests)
    assert set(waiting) <= set(read_rows(app, select(DELIVERIES.c.id, DELIVERIES.c.attempts))), "none has ended"


# Webhooks.


def test_webhooks_of_a_table_receive_start_and_moves(new_guest: NewGuest, app: Litestar, receiver: Receiver) -> None:
    guests = [new_guest() for _ in range(3)]
    table = guests[0].open_table("me", "open", "open", option_first_player="1")
    for kind in WEBHOOKS:
        response = guests[0].post(f"/table/{table}/webhooks", {"kind": kind, "address": f"{receiver.address}/{kind}"})
        assert response.status_code == 303
    for number, path in enumerate(guests[0].invitations(table)):
        guests[number + 1].join(path, f"Friend {number}")
    receiver.wait(8)  # the beginning, and whose move it is
    time.sleep(QUIET)
    assert len(receiver.received) == 8
    seat = live_table(app, table).state.players_to_act[0]
    name = live_table(app, table).row.seats[seat].name
    by_path = {kind: [json.loads(got.body) for got in receiver.received if got.path == f"/{kind}"] for kind in WEBHOOKS}
    link = f"http://testserver.local/table/{table}"
    plain = {item["event"]: item for item in by_path["json"]}
    assert set(plain) == {"start", "move"}
    assert plain["move"]["names"] == [name]
    assert (plain["move"]["text"], plain["move"]["url"]) == (f"{name} is to move.", link)
    assert any(entry["content"] == f"**Brian Boru**: {name} is to move\\.\n<{link}>" for entry in by_path["discord"])
    assert all(line["allowed_mentions"] == {"parse": []} for line in by_path["discord"])
    assert any(result["text"] == f"Brian Boru: {name} is to move.\n<{link}>" for result in by_path["slack"])
    assert any(link in values["html"] for values in by_path["matrix"])
    key = re.findall(r"<code>([^<]+)</code>", guests[0].get(f"/table/{table}/webhooks"))[0]
    for got in receiver.received:
        if got.path == "/json":
            at, mark = re.findall("t=([0-9]+),v1=([0-9a-f]{64})", got.headers["regnum-signature"])[0]
            assert mark == hmac.new(key.encode(), at.encode() + b"." + got.body, hashlib.sha256).hexdigest()
            assert got.headers["regnum-call"]


def test_outdated_notifications_are_dropped(new_guest: NewGuest, app: Litestar, receiver: Receiver) -> None:
    """A daily email keeps its remaining parts."""
    guests, table = open_table_with_friends(new_guest, 3, option_first_player="1")
    other = next(guest for guest in guests if guest is not guest_to_act(app, table, guests))
    other.post("/notifications/browser", Browser(receiver).form)
    owner = str(read_rows(app, select(CHANNELS.c.guest))[0][0])
    (channel,) = run_in_app(app, app.state.notifications.channels.of_owner(owner))
    current = app.state.notifications._queue._without_outdated

    def rest(notification: Notification) -> Any:
        return run_in_app(app, current(channel, notification))

    kinds = (
        messages.MOVE,
        messages.TIME,
        messages.INVITE,
        messages.JOINED,
        messages.STAND_IN_BEGAN,
        messages.PROPOSAL,
        messages.CLOCKS,
    )
    false = tuple(Notification(kind, table, occasion=1) for kind in kinds)
    true = tuple(Notification(kind, table) for kind in (messages.START, messages.END, messages.CHAT))
    for notification in false:
        assert rest(notification) is None, notification.kind
    for notification in true:
        assert rest(notification) == notification
    assert rest(Notification(messages.DAY, count=9, parts=(*false, *true))) == Notification(
        messages.DAY, count=3, parts=true
    )
    assert rest(Notification(messages.DAY, count=6, parts=false)) is None


def test_stand_in_is_notified_to_the_player_and_the_webhooks(
    new_guest: NewGuest, app: Litestar, receiver: Receiver
) -> None:
    guests, table = open_table_with_friends(new_guest, 3, option_first_player="1")
    live = live_table(app, table)
    seat = live.state.players_to_act[0]
    browser = Browser(receiver)
    guests[seat].post("/notifications/browser", browser.form)
    guests[0].post(f"/table/{table}/webhooks", {"kind": "json", "address": f"{receiver.address}/group"})

    async def take_over() -> None:
        def decide() -> Any:
            row = structs.replace(live.row.seats[seat], bot="random")
            return with_seats(live, [row], datetime.now(UTC)), [row]

        await app.state.tables.change_table(live, decide)
        app.state.events.publish(live, STAND_IN_BEGAN, seat)

    guests[seat].client.blocking_portal.call(take_over)  # type: ignore[attr-defined]
    wait_for(lambda: any(b'"replaced"' in got.body for got in receiver.received if got.path == "/group"))
    group = next(json.loads(got.body) for got in receiver.received if b'"replaced"' in got.body)
    assert group["text"].startswith(f"A bot is playing for {live.names[seat]}.")
    wait_for(
        lambda: any(
            "A bot is playing for you" in browser.read(got)["body"] for got in receiver.received if got.path != "/group"
        )
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_webhook_payload_contains_the_deadline(language: str) -> None:
    message = str(
        WEBHOOKS["json"].payload(Notification("move", "t", "khan", until="2026-03-01T12:30:00+00:00"), language, "")[
            "text"
        ]
    )
    assert "2026-03-01 12:30 UTC" in message


@pytest.mark.parametrize("kind", list(WEBHOOKS))
def test_names_in_webhooks_mention_nobody_and_link_to_nothing(kind: str) -> None:
    evil = "@everyone <!channel> [x](http://evil.example) <b>&"
    message = WEBHOOKS[kind].payload(Notification("move", "t", "khan", names=(evil,)), "en", "https://games.example")
    if kind == "discord":
        assert "\\[x\\]\\(http\\://evil\\.example\\)" in str(message["content"])
        assert "\\@everyone" in str(message["content"])
    if kind == "slack":
        assert "&lt;!channel&gt;" in str(message["text"])
    if kind == "matrix":
        assert "&lt;b&gt;&amp;" in str(message["html"])
        assert "\\" not in str(message["text"])
    if kind in ("slack", "matrix"):
        assert "evil.example" not in str(message)
        assert "http://evil" not in str(message)


def test_test_notification_reports_its_result(new_guest: NewGuest, receiver: Receiver) -> None:
    guest = new_guest()
    guest.post("/notifications/webhook", {"kind": "json", "address": f"{receiver.address}/a/long/secret/path"})
    page = guest.get("/notifications")
    assert "secret" not in page, "who looks over a shoulder does not learn the address"
    (id_,) = re.findall('name="id" value="([^"]+)"', page)
    assert "The test arrived." in guest.post("/notifications/test", {"id": id_}).text
    assert json.loads(receiver.received[0].body)["event"] == "test"
    receiver.status = 403
    assert "The server responded with 403." in guest.post("/notifications/test", {"id": id_}).text
    assert "The server responded with 403." in guest.get("/notifications")
    assert guest.post("/notifications/remove", {"id": id_}).status_code == 303
    assert 'name="id"' not in guest.get("/notifications")


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({"kind": "json", "address": "ftp://x"}, "begins with https://"),
        ({"kind": "json", "address": ""}, "begins with https://"),
        ({"kind": "smoke", "address": "https://a.example/"}, "begins with https://"),
        ({"kind": "json", "address": "https://user:pw@a.example/"}, "begins with https://"),
    ],
)
def test_invalid_channel_is_refused(new_guest: NewGuest, form: dict[str, str], says: str) -> None:
    response = new_guest().post("/notifications/webhook", form)
    assert response.status_code == 409
    assert says in response.text
    assert new_guest().post("/notifications/webhook", {"address": "https://a.example/"}).status_code == 400
    for keys in ({"p256dh": "AAAA", "auth": "AAAA"}, {"p256dh": "", "auth": ""}):
        assert new_guest().post("/notifications/browser", {"endpoint": "https://a.example/", **keys}).status_code == 400


# What others must not do.


def test_private_addresses_are_not_contacted(settings: Settings, receiver: Receiver) -> None:
    app = create_app(replace(settings, allow_private_webhooks=False))
    port = receiver.address.rpartition(":")[2]
    with TestClient(app) as client:
        guests, table = open_table_with_friends(lambda: Guest(client), 3, option_first_player="1")
        assert guests[0].post("/notifications/browser", Browser(receiver).form).status_code == 400, "not https"
        for host in ("127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1", "0"):
            form = {"kind": "json", "address": f"http://{host}:{port}/"}
            for path in (f"/table/{table}/webhooks", "/notifications/webhook"):
                assert guests[0].post(path, form).status_code == 303
        page = guests[0].get("/notifications")
        for id_ in re.findall('name="id" value="([^"]+)"', page):
            response = guests[0].post("/notifications/test", {"id": id_}).text
            assert (
                "is not allowed to send notifications to that address" in response
                or "The server did not respond" in response
            )
        time.sleep(2 * QUIET)
    assert receiver.received == []


def test_new_channels_and_tests_are_limited_by_address(
    new_guest: NewGuest, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app.state.notifications, "channel_limit", RateLimit(2, seconds=3600.0))
    hook = {"kind": "json", "address": "https://a.example/x"}
    guest = new_guest()
    assert guest.post("/notifications/webhook", hook).status_code == 303
    (id_,) = re.findall('name="id" value="([^"]+)"', guest.get("/notifications"))[:1]
    assert guest.post("/notifications/test", {"id": id_}).status_code == 200
    for path, form in (("/notifications/webhook", hook), ("/notifications/test", {"id": id_})):
        assert guest.post(path, form).status_code == 429
    assert new_guest().post("/notifications/webhook", hook).status_code == 429


def test_channels_of_others_are_inaccessible(new_guest: NewGuest, app: Litestar, receiver: Receiver) -> None:
    guests, table = open_table_with_friends(new_guest, 3)
    mine, thief = new_guest(), guests[1]
    mine.post("/notifications/webhook", {"kind": "json", "address": f"{receiver.address}/mine"})
    guests[0].post(f"/table/{table}/webhooks", {"kind": "json", "address": f"{receiver.address}/table"})
    receiver.received.clear()
    for owner, page in ((mine, "/notifications"), (guests[0], f"/table/{table}/webhooks")):
        (id_,) = re.findall('name="id" value="([^"]+)"', owner.get(page))
        key = re.findall("<code>([^<]+)</code>", owner.get(page))[0]
        assert key not in thief.get("/notifications")
        for path in ("/notifications/test", "/notifications/remove"):
            assert thief.post(path, {"id": id_}).status_code == 404
        assert id_ in owner.get(page)
    thief.get(f"/table/{table}/webhooks", status=403)
    refused = thief.post(f"/table/{table}/webhooks", {"kind": "json", "address": f"{receiver.address}/thief"})
    assert refused.status_code == 403
    assert not [got for got in receiver.received if b'"test"' in got.body or got.path == "/thief"]
    browser = Browser(receiver)
    mine.post("/notifications/browser", browser.form)
    assert len(read_rows(app, select(CHANNELS).where(CHANNELS.c.kind == "push"))) == 1
    thief.post("/notifications/browser", browser.form)
    assert len(read_rows(app, select(CHANNELS).where(CHANNELS.c.kind == "push"))) == 1, "a browser is one person's"
    assert "/push" not in mine.get("/notifications")


def test_number_of_channels_is_limited(new_guest: NewGuest, receiver: Receiver) -> None:
    guest = new_guest()
    for number in range(20):
        guest.post("/notifications/webhook", {"kind": "json", "address": f"{receiver.address}/{number}"})
    response = guest.post("/notifications/webhook", {"kind": "json", "address": f"{receiver.address}/more"})
    assert (response.status_code, "too many already" in response.text) == (409, True)


# What is hidden.


@pytest.mark.parametrize(("game", "entries"), [("wallenstein", 0), ("brian_boru", 20), ("khan", 8), ("rurik", 14)])
def test_notification_is_independent_of_hidden_information(
    new_guest: NewGuest, app: Litestar, receiver: Receiver, game: str, entries: int
) -> None:
    """Other hands and other secret plans do not change a single character."""
    guests, table_id = open_table_with_friends(new_guest, 3, game)
    table = live_table(app, table_id)

    def others() -> list[int]:
        """Return the seats to act that have not just acted."""
        return [seat for seat in table.state.players_to_act if seat != table.play.record.entries[-1][0]]

    while table.entry_count < max(entries, 1) or not others() or (not entries and len(table.state.players_to_act) < 3):
        advance(table, guests, table.entry_count + 1, random.Random(4))
    guests[0].post(f"/table/{table_id}/webhooks", {"kind": "json", "address": f"{receiver.address}/table"})
    browser = Browser(receiver)
    seat = others()[-1]
    guests[seat].post("/notifications/browser", browser.form)
    receiver.wait(1)
    database = app.state.tables.store.database

    def told_again() -> list[str]:
        time.sleep(QUIET)
        receiver.received.clear()
        again = update(NOTIFICATIONS).values(send_at=datetime.now(UTC) - timedelta(seconds=1))
        run_in_app(app, database.write(lambda connection: connection.execute(again)))
        receiver.wait(2)
        time.sleep(QUIET)
        return words(receiver, browser)

    before = told_again()
    change_hidden_information(table, seat, table.state, 77)
    assert told_again() == before


def words(receiver: Receiver, browser: Browser) -> list[str]:
    """Return all messages in the order of their names."""
    message = [browser.read(got) if got.path.startswith("/push") else json.loads(got.body) for got in receiver.received]
    return sorted({json.dumps(one, sort_keys=True) for one in message})


def test_secret_decisions_of_others_cause_no_notification(new_guest: NewGuest, app: Litestar) -> None:
    """A player who left during a secret decision must not learn from a notification that others continued."""
    guests, table_id = open_table_with_friends(new_guest, 3, "wallenstein")
    table = live_table(app, table_id)
    while len(table.state.players_to_act) < 3:
        advance(table, guests, table.entry_count + 1, random.Random(4))
    mine = table.state.legal_actions(0)[0]
    assert guests[0].act(table_id, str(mine), table.known_entry_count(0)).status_code == 200
    own = table.entry_count
    assert 0 in table.state.players_to_act
    theirs = table.state.legal_actions(1)[0]
    assert guests[1].act(table_id, str(theirs), table.known_entry_count(1)).status_code == 200
    assert table.entry_count == own + 1
    assert not has_other_entries_since(table, 0, own)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_has_a_text_in_every_language(language: str) -> None:
    kinds = (
        messages.MOVE,
        messages.START,
        messages.END,
        messages.TIME,
        messages.INVITE,
        messages.PROPOSAL,
        messages.TEST,
    )
    for kind in kinds:
        data = json.loads(push_body(Notification(kind, "t", "khan", others=("Ann", "Ben"), count=3), language))
        assert "?" not in data["body"]
        assert data["title"] == json.loads(push_body(Notification(kind, "t", "khan"), language))["title"]
    for kind in (messages.MOVE, messages.TIME, messages.STAND_IN_BEGAN):
        for names in (("Ann",), ("Ann", "Ben")):
            assert "Ann" in str(WEBHOOKS["json"].payload(Notification(kind, "t", "khan", names), language, "")["text"])
