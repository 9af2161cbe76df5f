"""Notification rules: settings, channels, responses and retries."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import aiosmtplib
import pytest
from msgspec import structs
from sqlalchemy import insert, select, update

from regnum.web import mail
from regnum.web.db.database import Database
from regnum.web.db.schema import CHANNELS, DELIVERIES
from regnum.web.errors import RefusedError
from regnum.web.mail import Email, Mailer, SendError
from regnum.web.notifications import channels as module
from regnum.web.notifications import delivery, messages, safe_http
from regnum.web.notifications.channels import DAILY, EMAIL_EACH, Channel, ChannelStore, TooManyChannelsError
from regnum.web.notifications.delivery import DeliveryQueue
from regnum.web.notifications.messages import OPTIONAL_KINDS, Notification
from regnum.web.notifications.notification_settings import NotificationSettings, settings_from_form
from regnum.web.notifications.safe_http import Response, url_error
from regnum.web.notifications.transports.base import DeliveryOutcome
from regnum.web.periodic import repeat
from regnum.web.settings import Settings
from regnum.web.tables.store import TableStore
from tests.support.store import rows
from tests.support.store.stores import with_store

FORM = {"quiet_from": "22:00", "quiet_to": "07:00", "daily": "08:30", "zone": " UTC "}


def with_temporary_store(tmp_path: Path, work: Callable[[TableStore], Coroutine[Any, Any, None]]) -> None:
    """Run work with a temporary store."""
    with_store(f"sqlite:///{tmp_path / 'test.db'}", work)


# Choices.


def test_default_settings_have_no_quiet_hours_and_no_chat() -> None:
    user_settings = NotificationSettings()
    assert (user_settings.quiet, user_settings.daily, user_settings.zone_name) == ((0, 0), 7 * 60, "UTC")
    assert [kind for kind in OPTIONAL_KINDS if not user_settings.wants(kind)] == [messages.CHAT]
    assert user_settings.form == {
        "quiet": "",
        "quiet_from": "22:00",
        "quiet_to": "07:00",
        "daily": "07:00",
        "zone": "",
        **{f"tell_{kind}": "yes" for kind in OPTIONAL_KINDS if kind != messages.CHAT},
    }


def test_settings_survive_the_form() -> None:
    actual = settings_from_form({**FORM, "tell_move": "yes"})
    assert actual == NotificationSettings("UTC", (0, 0), 8 * 60 + 30, frozenset(OPTIONAL_KINDS) - {messages.MOVE})
    quiet = settings_from_form({**FORM, "quiet": "yes"})
    assert (quiet.quiet, quiet.disabled_kinds) == ((22 * 60, 7 * 60), frozenset(OPTIONAL_KINDS))
    for user_settings in (actual, quiet):
        assert settings_from_form(user_settings.form) == user_settings
    midnight = settings_from_form({**FORM, "quiet": "yes", "quiet_from": "00:00", "quiet_to": "00:01"})
    assert midnight.form["quiet"] == "yes"


@pytest.mark.parametrize(
    ("wrong", "refused"),
    [
        ({"quiet": "yes", "quiet_to": "22:00"}, "empty_quiet_hours"),
        ({"quiet": "yes", "quiet_to": ""}, "invalid_time_of_day"),
        ({"daily": "25:00"}, "invalid_time_of_day"),
        ({"zone": "Middle/Earth"}, "unknown_time_zone"),
    ],
)
def test_invalid_form_is_refused(wrong: dict[str, str], refused: str) -> None:
    with pytest.raises(RefusedError) as error:
        settings_from_form({**FORM, **wrong})
    assert error.value.key == refused
    assert settings_from_form({**FORM, "quiet": "", "quiet_from": "", "quiet_to": ""}).quiet == (0, 0), (
        "it is not looked at"
    )


def test_abandoned_game_counts_as_an_end() -> None:
    assert not NotificationSettings(disabled_kinds=frozenset({messages.END})).wants(messages.ABANDONED)
    assert NotificationSettings(disabled_kinds=frozenset({messages.ABANDONED})).wants(messages.ABANDONED)


# Channels.


def test_guest_and_table_can_have_twenty_channels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert module.MAX_CHANNELS == 20
    monkeypatch.setattr(module, "MAX_CHANNELS", 2)

    async def work(store: TableStore) -> None:
        channels = ChannelStore(store.database, "key")
        await rows.add_rows(store, rows.table_row("one", "ann"), rows.table_row("two", "ann"))
        for table in ("", "one", "two"):
            for number in range(2):
                await channels.add_webhook("ann", table, "json", f"https://a.example/{number}", "en", "")
            with pytest.raises(TooManyChannelsError):
                await channels.add_webhook("ann", table, "json", "https://a.example/more", "en", "")
        assert len(await channels.of_owner("ann")) == 2
        assert [channel.address[-1] for channel in await channels.of_owner("bob", "one")] == ["0", "1"], "all see them"
        assert await channels.of_owner("bob") == []
        await channels.add_browser("bob", "https://push.example/1", "keys", "de", "")
        await channels.add_browser("eve", "https://push.example/1", "keys", "de", "")
        assert await channels.of_owner("bob") == [], "a browser is one person's"
        assert [channel.kind for channel in await channels.of_owner("eve")] == ["push"]

    with_temporary_store(tmp_path, work)


def test_channel_is_disabled_after_five_failures_until_a_success(tmp_path: Path) -> None:
    async def work(store: TableStore) -> None:
        channels = ChannelStore(store.database, "key")
        for guest in ("ann", "bob"):
            await channels.add_webhook(guest, "", "json", "https://a.example/", "en", "")
        ((ann,), (bob,)) = [await channels.of_owner(guest) for guest in ("ann", "bob")]
        for tries in range(1, 6):
            await channels.record_result(ann.id, "x" * 70, succeeded=False)
            (ann,) = await channels.of_owner("ann")
            assert (ann.failures, ann.is_disabled, ann.last_result) == (tries, tries == 5, "x" * 64)
        await channels.record_result(ann.id, "200", succeeded=True)
        (ann,) = await channels.of_owner("ann")
        assert (ann.failures, ann.is_disabled, ann.last_result) == (0, False, "200")
        assert await channels.of_owner("bob") == [bob]

    with_temporary_store(tmp_path, work)


def test_email_channel_is_immediate_daily_or_absent(tmp_path: Path) -> None:
    async def work(store: TableStore) -> None:
        channels = ChannelStore(store.database, "key")
        await channels.set_email("bob", EMAIL_EACH, "en", "")
        for kind in (EMAIL_EACH, DAILY, DAILY):
            await channels.set_email("ann", kind, "en", "https://a.example")
            (channel,) = await channels.of_owner("ann")
            assert (channel.kind, channel.next_daily_email_at is not None) == (kind, kind == DAILY)
        assert channel.next_daily_email_at is not None
        assert timedelta() < channel.next_daily_email_at - datetime.now(UTC) <= timedelta(days=1)
        assert (channel.next_daily_email_at.hour, channel.next_daily_email_at.minute) == (7, 0)
        link = channels.unsubscribe_link(channel)
        assert link.startswith(f"https://a.example/unsubscribe/{channel.id}.")
        token = link.rpartition("/")[2]
        assert await channels.channel_of_unsubscribe_link(token) == channel
        assert await channels.channel_of_unsubscribe_link(token[:-1]) is None
        assert await ChannelStore(store.database, "another key").channel_of_unsubscribe_link(token) is None
        await channels.set_email("ann", "", "en", "")
        assert await channels.of_owner("ann") == []
        assert await channels.channel_of_unsubscribe_link(token) is None
        assert len(await channels.of_owner("bob")) == 1

    with_temporary_store(tmp_path, work)


# Calls.


@pytest.mark.parametrize(
    ("status", "taken", "gone"),
    [
        *((status, True, False) for status in (200, 204, 299)),
        *((status, False, True) for status in (404, 410)),
        *((status, False, False) for status in (199, 300, 403, 405, 409, 411, 500)),
    ],
)
def test_response_status_tells_success_and_gone_channels(status: int, taken: bool, gone: bool) -> None:
    assert (Response(status).is_success, Response(status).is_gone) == (taken, gone)


def test_url_is_limited_to_a_thousand_characters() -> None:
    start = "https://hooks.example/"
    assert url_error(start + "a" * (1000 - len(start))) == ""
    assert url_error(start + "a" * (1001 - len(start))) == "bad_address"
    assert url_error("https://hooks.example/ü") == url_error("https://hooks.example/a b") == "bad_address"
    assert url_error("https://:word@hooks.example/") == url_error("https://hooks.example/\\") == "bad_address"
    assert url_error("ftp://hooks.example/", secure=True) == "bad_address"


class FakeHttpClient:
    """Responds with given status codes."""

    def __init__(self, *answers: int, later: float | None = None) -> None:
        self.answers = list(answers)
        self.later = later

    async def post(self, *_: object) -> Response:
        return Response(self.answers.pop(0), self.later)


def delivery_queue(database: Database, http_client: Any, channels: ChannelStore) -> DeliveryQueue:
    return DeliveryQueue(database, channels, Any, http_client, http_client, Any, Any)  # type: ignore[arg-type]


WEBHOOK = Channel("hook", "ann", "one", "json", "https://a.example/", "k", "en", "", datetime(2026, 6, 1, tzinfo=UTC))


@pytest.mark.parametrize(
    ("status", "succeeded", "is_permanent"),
    [
        *((status, True, False) for status in (200, 299)),
        *((status, False, True) for status in (300, 400, 499)),
        *((status, False, False) for status in (408, 425, 429, 500, 503)),
    ],
)
def test_only_temporary_failures_are_retried(status: int, succeeded: bool, is_permanent: bool) -> None:
    async def work() -> None:
        one = delivery_queue(Any, FakeHttpClient(status, later=3.0), Any)  # type: ignore[arg-type]
        outcome = await one.send(WEBHOOK, Notification(messages.TEST), "id")
        assert outcome == DeliveryOutcome(succeeded, str(status), False, is_permanent, 3.0)

    asyncio.run(work())


def test_failed_delivery_is_retried_with_growing_delays_and_then_dropped(tmp_path: Path) -> None:
    assert delivery.RETRY_DELAYS == (5.0, 30.0, 120.0, 600.0, 3600.0)

    async def work(store: TableStore) -> None:
        channels = ChannelStore(store.database, "key")
        http_client = FakeHttpClient(*[503] * 6)
        queue = DeliveryQueue(store.database, channels, Any, http_client, http_client, Any, Any)  # type: ignore[arg-type]
        await rows.add_rows(store, rows.table_row("one", "ann"))
        await channels.add_webhook("ann", "one", "json", "https://a.example/", "en", "")
        (hook,) = await channels.of_owner("ann", "one")
        await store.database.write(lambda c: queue.enqueue(c, hook, Notification(messages.TEST)))
        for pause in (timedelta(seconds=seconds) for seconds in delivery.RETRY_DELAYS):
            begun = datetime.now(UTC)
            await queue.send_due()
            await queue.close()
            (due,) = await store.database.read(
                lambda c: list(c.execute(select(DELIVERIES.c.next_attempt_at)).scalars())
            )
            assert begun + pause <= due <= datetime.now(UTC) + pause
            await store.database.write(
                lambda c: c.execute(update(DELIVERIES).values(next_attempt_at=datetime.now(UTC))).close()
            )
        await queue.send_due()
        await queue.close()
        assert await store.database.read(lambda c: c.execute(select(DELIVERIES)).first()) is None
        (hook,) = await channels.of_owner("ann", "one")
        assert (hook.failures, hook.last_result) == (1, "503")

    with_temporary_store(tmp_path, work)


def test_channel_queues_thirty_deliveries_unless_disabled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (delivery.MAX_QUEUED_PER_CHANNEL, delivery.MAX_QUEUED) == (30, 5000)
    monkeypatch.setattr(delivery, "MAX_QUEUED_PER_CHANNEL", 2)

    async def work(store: TableStore) -> None:
        channels = ChannelStore(store.database, "key")
        queue = delivery_queue(store.database, FakeHttpClient(), channels)
        await rows.add_rows(store, rows.table_row("one", "ann", "bob"))
        for guest in ("ann", "bob"):
            await channels.add_webhook(guest, "one", "json", f"https://{guest}.example/", "en", "")
        ann, bob = await channels.of_owner("ann", "one")
        for number, channel in enumerate((ann, bob, ann, ann)):
            notification = Notification(messages.TEST, count=number)
            await store.database.write(partial(queue.enqueue, channel=channel, notification=notification))
        actual = await store.database.read(
            lambda c: c.execute(
                select(DELIVERIES.c.channel_id, DELIVERIES.c.notification).order_by(DELIVERIES.c.created_at)
            ).all()
        )
        assert [
            (row.channel_id == ann.id, '"count":2' in row.notification, '"count":3' in row.notification)
            for row in actual
        ] == [
            (False, False, False),
            (True, True, False),
            (True, False, True),
        ], "the oldest of Ann's is dropped"
        tired = structs.replace(ann, failures=5)
        await store.database.write(lambda c: c.execute(insert(CHANNELS).values(**row_of("tired"))).close())
        await store.database.write(lambda c: queue.enqueue(c, tired, Notification(messages.TEST)))
        assert await store.database.read(lambda c: len(c.execute(select(DELIVERIES)).all())) == 3

    with_temporary_store(tmp_path, work)


def row_of(id_: str) -> dict[str, Any]:
    return structs.asdict(WEBHOOK) | {"id": id_}


# Mail.


@pytest.mark.parametrize(
    ("error", "passing"),
    [
        (aiosmtplib.SMTPAuthenticationError(535, "no"), True),
        (aiosmtplib.SMTPResponseException(499, "later"), True),
        (aiosmtplib.SMTPResponseException(500, "never"), False),
        (aiosmtplib.SMTPRecipientsRefused([aiosmtplib.SMTPRecipientRefused(499, "later", "a")]), True),
        (aiosmtplib.SMTPRecipientsRefused([aiosmtplib.SMTPRecipientRefused(500, "never", "a")]), False),
        (aiosmtplib.SMTPConnectError("away"), True),
        (ValueError("no letter"), False),
    ],
)
def test_email_is_retried_after_temporary_errors_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, passing: bool
) -> None:
    async def send(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(aiosmtplib, "send", send)
    mailer = Mailer(Settings(tmp_path, "", "", smtp="smtp://mail.example", mail_from="a@b.example"))
    with pytest.raises(SendError) as refused:
        asyncio.run(mailer.deliver(Email("ann@b.example", "Hello", "Hello")))
    assert refused.value.is_temporary is passing


@pytest.mark.parametrize(
    ("smtp", "sent"),
    [
        ("smtp://mail.example", {"port": 587, "use_tls": False, "start_tls": None, "username": None, "password": None}),
        ("smtps://mail.example", {"port": 465, "use_tls": True, "start_tls": None}),
        ("smtps://a:b@mail.example:99", {"port": 99, "use_tls": True, "start_tls": None, "username": "a"}),
        ("smtp://a%40x:p%3A@mail.example", {"start_tls": True, "username": "a@x", "password": "p:"}),
        ("smtp://a:b@localhost:25", {"port": 25, "start_tls": None, "password": "b"}),
    ],
)
def test_password_is_sent_to_another_machine_only_when_encrypted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, smtp: str, sent: dict[str, object]
) -> None:
    seen_values: dict[str, object] = {}

    async def send(*_: object, **how: object) -> None:
        seen_values.update(how)

    monkeypatch.setattr(aiosmtplib, "send", send)
    mailer = Mailer(Settings(tmp_path, "", "", smtp=smtp, mail_from="Regnum <a@b.example>"))
    asyncio.run(mailer.deliver(Email("ann@b.example", "Hello", "Hello")))
    assert {name: seen_values[name] for name in sent} == sent
    assert seen_values["timeout"] == 15.0
    assert mail.RETRY_DELAYS == (5.0, 60.0, 300.0), "an email is retried after these delays"
    assert (mail.MAX_QUEUED, mail.MAX_PARALLEL, mail.CLOSE_TIMEOUT) == (500, 3, 2.0)


def test_delivery_limits_match_the_documentation() -> None:
    assert (safe_http.REQUEST_TIMEOUT, safe_http.CONNECT_TIMEOUT, safe_http.MAX_RESPONSE_BYTES) == (10.0, 4.0, 4096)
    assert (delivery.MAX_PARALLEL, delivery.MAX_PER_GUEST, delivery.MAX_UNRELIABLE, delivery.SLOW_SECONDS) == (
        8,
        2,
        4,
        2.0,
    )


# Jobs.


def test_job_runs_on_the_leader_at_once_or_after_a_pause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real, order, mine = asyncio.sleep, list[str](), threading.get_ident()

    async def sleep(seconds: float) -> None:
        here = threading.get_ident() == mine  # otherwise an application of other tests pauses
        order.extend(["pause"] if here else [])
        await real(0 if here else seconds)

    async def job() -> None:
        order.append("job")
        if order.count("job") == 2:
            raise asyncio.CancelledError

    monkeypatch.setattr(asyncio, "sleep", sleep)
    for pause_first, expected in ((False, ["job", "pause", "job"]), (True, ["pause", "job", "pause", "job"])):
        order.clear()
        with pytest.raises(asyncio.CancelledError):
            asyncio.run(repeat(job, 1.0, "running", pause_first=pause_first))
        assert order == expected

    async def led() -> None:
        order.clear()
        leading = asyncio.Event()
        task = asyncio.create_task(repeat(job, 1.0, "running", leading))
        for _ in range(5):
            await real(0)
        assert order == []
        leading.set()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert order == ["job", "pause", "job"]

    asyncio.run(led())
