"""The values on the page of the notification settings."""

import asyncio
from datetime import UTC, datetime
from typing import Any, cast

import pytest
from litestar.exceptions import ClientException
from msgspec.structs import replace

from regnum.games import find_game
from regnum.web.http.i18n import Text, page_text
from regnum.web.mail import Email, SendError
from regnum.web.notifications import messages, routes
from regnum.web.notifications.channels import DAILY, EMAIL_EACH, MAX_FAILURES, PUSH, Channel
from regnum.web.notifications.messages import Notification
from regnum.web.notifications.notification_settings import NotificationSettings
from regnum.web.notifications.transports import WEBHOOKS
from regnum.web.notifications.transports.base import DeliveryOutcome
from regnum.web.notifications.transports.email import EmailTransport
from regnum.web.tables.live_table import LiveTable
from tests.support.web.live_tables import live_table_of

MADE = datetime(2026, 6, 1, 12, 30, 59, tzinfo=UTC)
ADDRESS = "https://hooks.example/services/secret"


def channel(kind: str, **more: Any) -> Channel:
    values = {"address": ADDRESS, "key": "the key", "table_id": "", **more}
    return Channel(kind, "me", kind=kind, language="en", origin="", created_at=MADE, **values)


class Visitor:
    """A visitor whose pages are their values."""

    guest, language = "me", "en"

    def __init__(self) -> None:
        self.text: Text = page_text("en")

    def page(self, name: str, status: int, **values: Any) -> dict[str, Any]:
        return {"name": name, "status": status, **values}


class NotificationService:
    """Notifications of a guest with these channels."""

    def __init__(self, *channels: Channel, email: str | None = None) -> None:
        self.channels = self.settings_store = self.push = self
        self._channels = channels
        self._email = email
        self.asked: list[tuple[str, ...]] = []

    async def of_owner(self, guest: str, table_id: str) -> list[Channel]:
        self.asked.append((guest, table_id))
        return list(self._channels)

    async def get(self, guest: str) -> NotificationSettings:
        assert guest == "me"
        return NotificationSettings("Europe/Berlin")

    async def key(self) -> str:
        return "public key"

    async def email_of(self, guest: str) -> str | None:
        assert guest == "me"
        return self._email


def page(*channels: Channel, table: LiveTable | None = None, email: str | None = None, **more: Any) -> dict[str, Any]:
    visitor: Any = Visitor()
    notifications: Any = NotificationService(*channels, email=email)
    found: Any = asyncio.run(routes._settings_page(visitor, notifications, table, **more))
    assert notifications.asked[0] == ("me", "" if table is None else table.row.id)
    return dict(found)


@pytest.mark.parametrize(
    ("kinds", "email_kind"),
    [
        ([], ""),
        (["json", PUSH], ""),
        (["json", EMAIL_EACH], EMAIL_EACH),
        ([PUSH, DAILY, "json"], DAILY),
    ],
)
def test_page_sorts_channels_by_kind(kinds: list[str], email_kind: str) -> None:
    values = page(*[channel(kind) for kind in kinds])
    assert values["email_kind"] == email_kind
    assert [hook["id"] for hook in values["hooks"]] == [kind for kind in kinds if kind == "json"]
    assert [browser["id"] for browser in values["browsers"]] == [kind for kind in kinds if kind == PUSH]


def test_page_of_a_guest_offers_emails_if_they_have_an_address() -> None:
    values = page()
    assert (values["name"], values["status"], values["table"], values["title"]) == (
        "notifications/settings",
        200,
        None,
        "",
    )
    assert (values["key"], values["can_email"], values["email_kinds"]) == ("public key", False, ("", EMAIL_EACH, DAILY))
    assert (values["saved"], values["error"], values["typed"]) == (False, "", "")
    assert (values["tested"], values["outcome"]) == ("", "")
    assert values["chosen"] == NotificationSettings("Europe/Berlin").form
    assert page(email="me@example.org")["can_email"] is True
    refused = page(status=409, error="no", typed="x", chosen={"zone": "y"}, tested=("id", "well"), saved=True)
    assert (refused["status"], refused["error"], refused["typed"], refused["chosen"]) == (409, "no", "x", {"zone": "y"})
    assert (refused["tested"], refused["outcome"], refused["saved"]) == ("id", "well", True)


def test_page_says_that_settings_were_saved_after_they_were() -> None:
    table = live_table_of(find_game("khan"), 2)
    table.row = replace(table.row, host="me")
    show, show_of_table = (cast(Any, handler.fn) for handler in (routes.show_settings, routes.show_table_webhooks))
    for saved, expected in ((None, False), ("", True)):
        shown = [
            asyncio.run(show(Visitor(), NotificationService(), saved)),
            asyncio.run(show_of_table(Visitor(), NotificationService(), table, saved)),
        ]
        assert [values["saved"] for values in shown] == [expected] * 2
    table.row = replace(table.row, host="other")
    with pytest.raises(ClientException) as error:
        asyncio.run(show_of_table(Visitor(), NotificationService(), table, None))
    assert error.value.status_code == 403


def test_page_of_a_table_has_its_webhooks_only() -> None:
    table = live_table_of(find_game("khan"), 2)
    table.row = replace(table.row, title="Evening")
    values = page(channel("json", table_id="t"), table=table, email="me@example.org")
    assert (values["table"], values["title"], values["key"], values["can_email"]) == (
        table.row,
        "Evening (Khan)",
        "",
        False,
    )


def test_channel_shows_enough_to_be_recognized() -> None:
    (hook,) = page(channel("json"))["hooks"]
    assert hook == {
        "id": "json",
        "service": WEBHOOKS["json"].name,
        "address": "https://hooks.example/…cret",
        "key": "the key",
        "created_at": "2026-06-01T12:30:59+00:00",
        "date": "2026-06-01 12:30 UTC",
        "result": "",
        "is_disabled": False,
    }
    unsigned = next(kind for kind, webhook in WEBHOOKS.items() if not webhook.signed)
    assert page(channel(unsigned))["hooks"][0]["key"] == ""
    (browser,) = page(channel(PUSH))["browsers"]
    assert (browser["service"], browser["key"]) == ("", "")


@pytest.mark.parametrize(
    ("path", "hint"), [("/123456789", "…6789"), ("/12345678", "…"), ("/1", "…"), ("", "…"), ("/a/b/c/d/e/f", "…/e/f")]
)
def test_path_of_an_address_is_hidden(path: str, hint: str) -> None:
    assert routes._address_hint(f"https://a.example{path}") == f"https://a.example/{hint}"


def test_last_failure_is_shown_in_words() -> None:
    text = page_text("en")
    for result, shown in (
        ("500", text("notification_settings.answered", status="500")),
        ("timeout", "timeout"),
        ("too_many", text("notification_settings.too_many")),
    ):
        (hook,) = page(channel("json", failures=1, last_result=result))["hooks"]
        assert (hook["result"], hook["is_disabled"]) == (shown, False)
    (fine,) = page(channel("json", failures=0, last_result="500"))["hooks"]
    assert fine["result"] == ""
    for failures, disabled in ((MAX_FAILURES - 1, False), (MAX_FAILURES, True)):
        (hook,) = page(channel("json", failures=failures, last_result="500"))["hooks"]
        assert hook["is_disabled"] is disabled


@pytest.mark.parametrize(
    ("chosen", "zone", "saved"),
    [("", "Asia/Tokyo", "Asia/Tokyo"), ("UTC", "Asia/Tokyo", ""), ("", "Nowhere", ""), ("", "", "")],
)
def test_time_zone_of_a_browser_is_kept_if_none_was_chosen(chosen: str, zone: str, saved: str) -> None:
    kept: list[str] = []

    class Settings:
        """Settings with a chosen time zone."""

        def __init__(self) -> None:
            self.settings_store = self

        async def get(self, guest: str) -> NotificationSettings:
            return NotificationSettings(chosen, quiet=(1, 2))

        async def save(self, guest: str, settings: NotificationSettings, client_address: str) -> None:
            assert (guest, settings.quiet, client_address) == ("me", (1, 2), "address")
            kept.append(settings.zone)

    visitor: Any = Visitor()
    visitor.client_address = "address"
    notifications: Any = Settings()
    asyncio.run(routes._propose_zone(notifications, visitor, zone))
    assert kept == ([saved] if saved else [])


@pytest.mark.parametrize(
    ("to", "is_enabled", "error", "outcome"),
    [
        (None, True, None, DeliveryOutcome(False, "no_mail", is_permanent=True)),
        ("a@example.org", False, None, DeliveryOutcome(False, "no_mail", is_permanent=True)),
        ("a@example.org", True, SendError(True), DeliveryOutcome(False, "no_answer")),
        ("a@example.org", True, SendError(False), DeliveryOutcome(False, "no_answer", is_permanent=True)),
        ("a@example.org", True, None, DeliveryOutcome(True, "sent")),
    ],
)
def test_email_is_sent_to_people_with_an_address(
    to: str | None, is_enabled: bool, error: SendError | None, outcome: DeliveryOutcome
) -> None:
    class Context:
        """A mailer and the address of a guest."""

        def __init__(self) -> None:
            self.mailer = self.channels = self
            self.is_enabled = is_enabled

        async def email_of(self, guest: str) -> str | None:
            return to

        def unsubscribe_link(self, channel: Channel) -> str:
            return "https://a.example/off"

        async def deliver(self, email: Email) -> None:
            assert (email.to, email.unsubscribe) == (to, "https://a.example/off")
            if error is not None:
                raise error

    context: Any = Context()
    notification = Notification(kind=messages.MOVE, table="t", game="khan", names=("Ann",))
    assert asyncio.run(EmailTransport().send(context, channel(EMAIL_EACH), notification, "id")) == outcome


def test_tests_are_limited_to_ten_per_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes.TEST_LIMIT, "_clock", lambda: 0.0)
    routes.TEST_LIMIT.forget("a guest")
    assert [routes.TEST_LIMIT.allows("a guest") for _ in range(11)] == [True] * 10 + [False]
    routes.TEST_LIMIT.forget("a guest")
