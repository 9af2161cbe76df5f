"""Which events at a table notify whom."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import replace as replace_settings
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from regnum.games import find_game
from regnum.web.notifications import messages
from regnum.web.notifications.notification_settings import NotificationSettings
from regnum.web.notifications.service import NotificationService
from regnum.web.tables import events
from regnum.web.tables.events import EventBus
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import BOT, OPEN
from tests.support.web.apps import settings_in
from tests.support.web.live_tables import live_table_of

CHATTING = NotificationSettings(disabled_kinds=frozenset())
SILENT = NotificationSettings(disabled_kinds=frozenset({messages.CHAT}))


@pytest.fixture
def table() -> LiveTable:
    """Return a table that "host" has opened, of "0", a bot, "2" and "3"."""
    result = live_table_of(find_game("khan"), 4)
    seats = list(result.row.seats)
    seats[1] = replace(seats[1], kind=BOT, guest=None, bot="greedy")
    result.row = replace(result.row, seats=tuple(seats), host="host")
    return result


class Fakes:
    """The notification service with what it scheduled, and who is present, has muted others or wants no chat."""

    def __init__(self, tmp_path: Path, is_mail_enabled: bool = True, **more: Any) -> None:
        self.scheduled: list[tuple[str, str, list[str]]] = []
        self.present: set[int] = set()
        self.muted_by: dict[str, frozenset[str]] = {}
        self.silent: set[str] = set()
        self.bus = EventBus()
        anything: Any = SimpleNamespace(database=None, presence=self, get=None, is_enabled=is_mail_enabled)
        settings = replace_settings(settings_in(tmp_path), **more)
        self.service = NotificationService(
            *(anything, anything, self.bus, anything, settings, anything, anything),
            asyncio.Event(), self.muted, self.address_of,
        )  # fmt: skip
        scheduler: Any = self.service.scheduler
        scheduler.schedule = self.schedule
        scheduler.schedule_chat = self.schedule_chat
        settings_store: Any = self.service.settings_store
        settings_store.get_many = self.get_many

    async def schedule(self, table_id: str, kind: str, guests: Iterable[str]) -> None:
        self.scheduled.append((table_id, kind, list(guests)))

    async def schedule_chat(self, table_id: str, guests: Iterable[str]) -> None:
        self.scheduled.append((table_id, messages.CHAT, list(guests)))

    async def seats_present(self, table_id: str) -> set[int]:
        assert table_id == "t"
        return self.present

    async def get_many(self, guests: Iterable[str]) -> dict[str, NotificationSettings]:
        return {guest: SILENT if guest in self.silent else CHATTING for guest in guests}

    async def muted(self, guests: Iterable[str]) -> dict[str, frozenset[str]]:
        return {guest: self.muted_by.get(guest, frozenset()) for guest in guests}

    async def address_of(self, guest: str) -> str | None:
        return f"{guest}@a.example"


@pytest.fixture
def fakes(tmp_path: Path) -> Fakes:
    return Fakes(tmp_path)


def scheduled(fakes: Fakes, publish: Callable[[], None]) -> list[tuple[str, str, list[str]]]:
    async def work() -> None:
        publish()
        for _ in range(5):
            await asyncio.sleep(0)

    fakes.scheduled = []
    asyncio.run(work())
    return fakes.scheduled


@pytest.mark.parametrize(
    ("event", "kind", "recipients"),
    [
        (events.JOINED, messages.JOINED, ["2", "3", "host"]),
        (events.GAME_BEGAN, messages.START, ["2", "3", "host", ""]),
        (events.STAND_IN_BEGAN, messages.STAND_IN_BEGAN, ["2", "3", ""]),
        (events.RESIGNED, messages.RESIGNED, ["2", "3", ""]),
        (events.PROPOSED, messages.PROPOSAL, ["2", "3", ""]),
        (events.CLOCKS_CHANGED, messages.CLOCKS, ["2", "3", ""]),
    ],
)
def test_event_is_notified_to_everybody_but_its_author(
    fakes: Fakes, table: LiveTable, event: str, kind: str, recipients: list[str]
) -> None:
    assert scheduled(fakes, lambda: fakes.bus.publish(table, event, 0, by="0")) == [("t", kind, recipients)]
    by_nobody = scheduled(fakes, lambda: fakes.bus.publish(table, event, 0))
    assert by_nobody == [("t", kind, ["0", *recipients])]


def test_reminder_and_invitation_are_notified_to_one_guest(fakes: Fakes, table: LiveTable) -> None:
    bus = fakes.bus
    assert scheduled(fakes, lambda: bus.publish(table, events.REMINDED, 2)) == [("t", messages.TIME, ["2"])]
    assert scheduled(fakes, lambda: bus.publish(table, events.INVITED, 1, "ann")) == [("t", messages.INVITE, ["ann"])]
    assert scheduled(fakes, lambda: bus.publish(table, events.REMINDED, 0)) == [("t", messages.TIME, ["0"])]
    assert scheduled(fakes, lambda: bus.publish(table, events.REMINDED, 1)) == [], "a bot"
    assert scheduled(fakes, lambda: bus.publish(table, events.REMINDED, None)) == []
    assert scheduled(fakes, lambda: bus.publish(table, events.STAND_IN_ENDED, 0)) == []


def test_chat_is_notified_to_absent_players_who_want_it(fakes: Fakes, table: LiveTable) -> None:
    def post(by: str = "0") -> None:
        fakes.bus.publish(table, events.MESSAGE_POSTED, None, by=by)

    assert scheduled(fakes, post) == [("t", messages.CHAT, ["2", "3"])]
    assert scheduled(fakes, lambda: post("x")) == [("t", messages.CHAT, ["0", "2", "3"])]
    fakes.present = {2}
    assert scheduled(fakes, post) == [("t", messages.CHAT, ["3"])]
    fakes.muted_by = {"3": frozenset({"0"})}
    assert scheduled(fakes, post) == []
    assert scheduled(fakes, lambda: post("2")) == [("t", messages.CHAT, ["0", "3"])]
    fakes.silent = {"0"}
    assert scheduled(fakes, lambda: post("2")) == [("t", messages.CHAT, ["3"])]


@pytest.mark.parametrize("enabled", [True, False])
def test_email_address_is_used_while_emails_are_sent(tmp_path: Path, enabled: bool) -> None:
    service = Fakes(tmp_path, is_mail_enabled=enabled).service
    assert asyncio.run(service.email_of("ann")) == ("ann@a.example" if enabled else None)


def test_channels_are_limited_to_a_fifth_of_the_posts(tmp_path: Path) -> None:
    limit = Fakes(tmp_path, writes_per_minute=20).service.channel_limit
    assert [limit.allows("address") for _ in range(5)] == [True] * 4 + [False]


def test_failure_to_schedule_is_logged_without_its_message(
    fakes: Fakes, table: LiveTable, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: Any) -> None:
        raise ValueError("secret")

    scheduler: Any = fakes.service.scheduler
    scheduler.schedule = fail
    assert scheduled(fakes, lambda: fakes.bus.publish(table, events.RESIGNED, 0)) == []
    assert [record.getMessage() for record in caplog.records] == ["a notification was not scheduled: ValueError"]


def test_seat_without_a_guest_is_not_notified(fakes: Fakes, table: LiveTable) -> None:
    seats = list(table.row.seats)
    seats[0] = replace(seats[0], kind=OPEN, guest="0")
    seats[2] = replace(seats[2], guest=None)
    table.row = replace(table.row, seats=tuple(seats))
    found = scheduled(fakes, lambda: fakes.bus.publish(table, events.RESIGNED, 1))
    assert found == [("t", messages.RESIGNED, ["3", ""])]
