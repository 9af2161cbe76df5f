"""The scheduler: from stored tables to the delivery queue, without a server."""

from collections.abc import Callable, Coroutine
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

from msgspec.structs import replace
from sqlalchemy import Connection, select, update

from regnum.games import find_game
from regnum.web.db.engine import utc
from regnum.web.db.schema import CHANNELS, LAST_SEEN, NOTIFICATIONS, TABLES
from regnum.web.notifications import messages
from regnum.web.notifications.channels import DAILY, Channel, Channels
from regnum.web.notifications.delivery import DeliveryQueue
from regnum.web.notifications.last_seen import LastSeen
from regnum.web.notifications.messages import Notification
from regnum.web.notifications.notification_settings import NotificationSettings, SettingsStore
from regnum.web.notifications.scheduler import IMPORTANCE, KEPT, Scheduler
from regnum.web.tables.limits import RowLimits
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import ABANDONED, PLAYING, Entry
from regnum.web.tables.store import TableStore
from tests.support.live_tables import table_of
from tests.support.stores import with_store

MINUTE = timedelta(minutes=1)


class FakeDeliveryQueue:
    """Records enqueued notifications with the channel's owner or its table."""

    def __init__(self) -> None:
        self.enqueued: list[tuple[str, Notification]] = []

    def enqueue(self, connection: Connection, channel: Channel, notification: Notification) -> None:
        self.enqueued.append((channel.table_id or channel.guest, notification))

    async def send_due(self) -> None: ...

    async def close(self) -> None: ...

    def take_enqueued(self) -> list[tuple[str, str]]:
        """Return the receivers and kinds that were enqueued since the last call."""
        given, self.enqueued = self.enqueued, []
        return sorted((to, notification.kind) for to, notification in given)


class Scenario:
    """A store with a table of three people, "0" to "2", and a scheduler."""

    def __init__(self, store: TableStore, after: float) -> None:
        self.store = store
        self.delivery_queue = FakeDeliveryQueue()
        self.channels = Channels(store.database, "key")
        self.last_seen = LastSeen(store.database)
        self.settings = SettingsStore(store.database, RowLimits(100))
        self.is_leader = True
        self.scheduler = Scheduler(
            store.database,
            self.table,
            lambda: self.is_leader,
            self.last_seen,
            self.settings,
            cast("DeliveryQueue", self.delivery_queue),
            after,
        )

    async def table(self, id_: str = "t") -> LiveTable | None:
        row = await self.store.table(id_)
        return None if row is None else LiveTable(row, await self.store.entries(id_))

    async def live_table(self) -> LiveTable:
        found = await self.table()
        assert found is not None
        return found

    async def act(self, table: LiveTable | None = None) -> int:
        """Let the player to act choose; return their seat."""
        live = table or await self.live_table()
        seat = live.state.players_to_act[0]
        text = str(live.view(seat).legal[0])
        entry = Entry(live.number + 1, seat, text, datetime.now(UTC))
        await self.store.append("t", live.version, entry, PLAYING, False)
        return seat

    async def add_webhook(self, guest: str, table: str = "") -> None:
        await self.channels.add_webhook(guest, table, "json", "https://a.example/", "en", "")

    async def run_scheduler(self) -> list[tuple[str, str]]:
        await self.scheduler.run_once()
        return self.delivery_queue.take_enqueued()

    async def write(self, statement: Any) -> None:
        await self.store.database.write(lambda connection: connection.execute(statement).close())

    async def read_rows(self, query: Any) -> list[Any]:
        return await self.store.database.read(lambda connection: list(connection.execute(query).all()))

    async def notifications(self) -> dict[tuple[str, str], Any]:
        """Return the stored notifications by kind and guest."""
        return {(row.kind, row.guest): row for row in await self.read_rows(select(NOTIFICATIONS))}


def run_scenario(
    tmp_path: Path, work: Callable[[Scenario], Coroutine[Any, Any, None]], after: float = 0.0, **row: Any
) -> None:
    async def whole(store: TableStore) -> None:
        assert await store.add_table(replace(table_of(find_game("brian_boru"), 3).row, **row))
        await work(Scenario(store, after))

    with_store(f"sqlite:///{tmp_path / 'test.db'}", whole)


def test_player_to_act_is_notified_once_and_so_is_the_table(tmp_path: Path) -> None:
    async def work(scenario: Scenario) -> None:
        first = str((await scenario.live_table()).state.players_to_act[0])
        for guest in "012":
            await scenario.add_webhook(guest)
        await scenario.add_webhook("9", "t")
        assert await scenario.run_scheduler() == [(first, "move"), ("t", "move")]
        assert await scenario.run_scheduler() == []
        second = (await scenario.live_table()).state.players_to_act[0]
        await scenario.act()
        third = str((await scenario.live_table()).state.players_to_act[0])
        assert await scenario.run_scheduler() == ([] if third == str(second) else [(third, "move"), ("t", "move")])
        assert {guest for kind, guest in await scenario.notifications() if kind == "move"} <= {third}, (
            "the move was made"
        )

    run_scenario(tmp_path, work)


def test_guests_without_a_channel_or_leader_are_not_notified(tmp_path: Path) -> None:
    async def work(scenario: Scenario) -> None:
        assert await scenario.run_scheduler() == []
        assert await scenario.notifications() == {}
        first = str((await scenario.live_table()).state.players_to_act[0])
        scenario.is_leader = False
        await scenario.add_webhook(first)
        assert await scenario.run_scheduler() == []
        scenario.is_leader = True
        assert await scenario.run_scheduler() == [(first, "move")]

    run_scenario(tmp_path, work)


def test_active_user_is_notified_after_a_minute_away(tmp_path: Path) -> None:
    async def work(scenario: Scenario) -> None:
        first = str((await scenario.live_table()).state.players_to_act[0])
        await scenario.add_webhook(first)
        assert await scenario.run_scheduler() == [], "a minute has not passed"
        (row,) = (await scenario.notifications()).values()
        assert MINUTE - timedelta(seconds=20) < utc(row.due) - datetime.now(UTC) <= MINUTE
        scenario.last_seen.record(first)
        await scenario.write(update(NOTIFICATIONS).values(due=datetime.now(UTC)))
        assert await scenario.run_scheduler() == []
        (row,) = (await scenario.notifications()).values()
        assert MINUTE - timedelta(seconds=20) < utc(row.due) - datetime.now(UTC) <= MINUTE
        scenario.last_seen._here[first] -= 2 * MINUTE
        await scenario.write(update(LAST_SEEN).values(at=datetime.now(UTC) - 2 * MINUTE))
        await scenario.write(update(NOTIFICATIONS).values(due=datetime.now(UTC)))
        assert await scenario.run_scheduler() == [(first, "move")]

    run_scenario(tmp_path, work, after=60.0)


def test_news_are_dropped_for_users_who_were_seen_since(tmp_path: Path) -> None:
    async def work(scenario: Scenario) -> None:
        for guest in "01":
            await scenario.add_webhook(guest)
        await scenario.write(update(TABLES).values(told=99))
        await scenario.scheduler.schedule("t", messages.RESIGNED, ["0", "1", ""])
        scenario.last_seen.record("1")
        await scenario.write(update(NOTIFICATIONS).values(due=datetime.now(UTC)))
        await scenario.run_scheduler()
        assert set(await scenario.notifications()) == {("resigned", "0"), ("resigned", "")}

    run_scenario(tmp_path, work, after=60.0)


def test_end_of_a_game_is_notified_once_to_everybody(tmp_path: Path) -> None:
    async def work(scenario: Scenario) -> None:
        for guest in "01":
            await scenario.add_webhook(guest)
        await scenario.add_webhook("9", "t")
        await scenario.run_scheduler()
        row = await scenario.store.table("t")
        assert row is not None
        await scenario.store.update_table(replace(row, phase=ABANDONED), row.version)
        assert await scenario.run_scheduler() == [("0", "abandoned"), ("1", "abandoned"), ("t", "abandoned")]
        await scenario.store.update_table(replace(row, phase=ABANDONED, title="Ours"), row.version + 1)
        assert await scenario.run_scheduler() == []

    run_scenario(tmp_path, work)


def test_unwanted_kind_is_dropped_and_quiet_hours_defer(tmp_path: Path) -> None:
    async def work(scenario: Scenario) -> None:
        first = str((await scenario.live_table()).state.players_to_act[0])
        await scenario.add_webhook(first)
        now = datetime.now(UTC)
        minute = now.hour * 60 + now.minute
        quiet = ((minute - 60) % 1440, (minute + 60) % 1440)
        await scenario.settings.save(first, NotificationSettings("UTC", quiet), "home")
        assert await scenario.run_scheduler() == []
        (row,) = (await scenario.notifications()).values()
        assert timedelta(minutes=58) <= utc(row.due) - now <= timedelta(minutes=60)
        await scenario.settings.save(
            first, NotificationSettings("UTC", disabled_kinds=frozenset({messages.MOVE})), "home"
        )
        await scenario.write(update(NOTIFICATIONS).values(due=now))
        assert await scenario.run_scheduler() == []
        (row,) = (await scenario.notifications()).values()
        assert row.due is None, "a notification was scheduled"

    run_scenario(tmp_path, work)


def test_occasion_is_notified_once(tmp_path: Path) -> None:
    async def work(scenario: Scenario) -> None:
        await scenario.add_webhook("0")
        await scenario.write(update(TABLES).values(told=99))
        for mark, item in ((7, 1), (7, 0), (8, 1)):
            await scenario.scheduler.schedule("t", messages.TIME, ["0"], mark)
            assert len([call for call in (await scenario.notifications()).values() if call.due is not None]) == item
            await scenario.write(update(NOTIFICATIONS).values(due=None))
        await scenario.scheduler.schedule("t", messages.START, [])
        assert set(await scenario.notifications()) == {("time", "0")}
        await scenario.scheduler.schedule("t", messages.START, ["0"])
        await scenario.scheduler.schedule("t", messages.START, ["1"])
        notifications = await scenario.notifications()
        assert 0 <= notifications["start", "0"].mark < 2**31
        assert {("start", "0"), ("start", "1"), ("time", "0")} == set(notifications)

    run_scenario(tmp_path, work)


def test_chat_is_notified_once_until_the_user_is_seen(tmp_path: Path) -> None:
    async def work(scenario: Scenario) -> None:
        await scenario.scheduler.schedule_chat("t", ["0", "1"])
        first = {guest: row.mark for (_, guest), row in (await scenario.notifications()).items()}
        assert set(first) == {"0", "1"}
        await scenario.write(update(NOTIFICATIONS).values(mark=1))
        scenario.last_seen.record("0")
        await scenario.scheduler.schedule_chat("t", ["0", "1"])
        again = {guest: row.mark for (_, guest), row in (await scenario.notifications()).items()}
        assert (again["0"] != 1, again["1"]) == (True, 1)

    run_scenario(tmp_path, work)


def test_next_turn_is_notified_after_others_have_moved(tmp_path: Path) -> None:
    async def work(scenario: Scenario) -> None:
        for guest in "012":
            await scenario.add_webhook(guest)
        marks: dict[str, list[int]] = {}
        for _ in range(9):
            for to, notification in [given for given in scenario.delivery_queue.enqueued if given[1].kind == "move"]:
                marks.setdefault(to, []).append(notification.occasion)
            scenario.delivery_queue.enqueued.clear()
            await scenario.scheduler.run_once()
            live = await scenario.live_table()
            acting = {str(seat) for seat in live.state.players_to_act}
            assert {
                to for to, notification in scenario.delivery_queue.enqueued if notification.kind == "move"
            } <= acting
            await scenario.act(live)
        for item in marks.values():
            assert item == sorted(set(item)), "each has its own mark"
        assert sum(map(len, marks.values())) >= 3

    run_scenario(tmp_path, work)


def test_start_and_end_rows_are_removed_after_three_days(tmp_path: Path) -> None:
    assert timedelta(days=3) == KEPT

    async def work(scenario: Scenario) -> None:
        first = str((await scenario.live_table()).state.players_to_act[0])
        await scenario.add_webhook(first)
        for mark, guest in ((1, "old"), (2, "young"), (3, "due")):
            await scenario.scheduler.schedule("t", messages.START, [guest], mark)
        old = update(NOTIFICATIONS).values(due=None, at=datetime.now(UTC) - KEPT - MINUTE)
        await scenario.write(old.where(NOTIFICATIONS.c.guest.in_(["old", "due"])))
        await scenario.write(update(NOTIFICATIONS).where(NOTIFICATIONS.c.guest == "young").values(due=None))
        await scenario.write(
            update(NOTIFICATIONS).where(NOTIFICATIONS.c.guest == "due").values(due=datetime.now(UTC) + MINUTE)
        )
        await scenario.run_scheduler()
        assert {guest for _, guest in await scenario.notifications()} == {"young", "due", first}

    run_scenario(tmp_path, work)


# Once a day.


def daily_emails(scenario: Scenario) -> list[list[tuple[str, str]]]:
    given, scenario.delivery_queue.enqueued = scenario.delivery_queue.enqueued, []
    return [
        [(part.table, part.kind) for part in notification.parts]
        for _, notification in given
        if notification.kind == messages.DAY
    ]


def test_daily_email_contains_each_table_once(tmp_path: Path) -> None:
    async def work(scenario: Scenario) -> None:
        first = str((await scenario.live_table()).state.players_to_act[0])
        await scenario.channels.set_email(first, DAILY, "en", "")
        await scenario.scheduler.run_once()
        assert daily_emails(scenario) == [], "it is not due"
        assert set(await scenario.notifications()) == {("move", first)}
        now = datetime.now(UTC)
        await scenario.scheduler.schedule("t", messages.START, [first])
        await scenario.write(update(CHANNELS).values(due=now))
        await scenario.scheduler.run_once()
        assert daily_emails(scenario) == [[("t", "move")]], "the own turn is more important than the start"
        (due,) = await scenario.read_rows(select(CHANNELS.c.due))
        assert now < utc(due[0]) <= now + timedelta(days=2)
        assert (await scenario.settings.of(first)).last_daily_email_at is not None
        await scenario.write(update(CHANNELS).values(due=now))
        await scenario.scheduler.run_once()
        assert daily_emails(scenario) == [[("t", "move")]], "it still is"
        await scenario.act()
        await scenario.write(update(CHANNELS).values(due=datetime.now(UTC)))
        await scenario.scheduler.run_once()
        if str((await scenario.live_table()).state.players_to_act[0]) != first:
            assert daily_emails(scenario) == [], "there is nothing to tell"

    run_scenario(tmp_path, work)


def test_daily_email_contains_only_the_end_of_a_finished_game(tmp_path: Path) -> None:
    async def work(scenario: Scenario) -> None:
        first = str((await scenario.live_table()).state.players_to_act[0])
        await scenario.channels.set_email(first, DAILY, "en", "")
        await scenario.scheduler.run_once()
        await scenario.scheduler.schedule("t", messages.TALK, [first])
        row = await scenario.store.table("t")
        assert row is not None
        await scenario.store.update_table(replace(row, phase=ABANDONED), row.version)
        await scenario.settings.save(first, NotificationSettings(disabled_kinds=frozenset()), "home")
        for expected in ([[("t", "abandoned")]], []):
            await scenario.write(update(CHANNELS).values(due=datetime.now(UTC)))
            await scenario.scheduler.run_once()
            assert daily_emails(scenario) == expected

    run_scenario(tmp_path, work)


def test_daily_email_does_not_repeat_earlier_news(tmp_path: Path) -> None:
    async def work(scenario: Scenario) -> None:
        other = str((await scenario.live_table()).state.players_to_act[0])
        guest = next(guest for guest in "012" if guest != other)
        await scenario.channels.set_email(guest, DAILY, "en", "")
        await scenario.scheduler.schedule("t", messages.START, [guest])
        for expected in ([[("t", "start")]], []):
            await scenario.write(update(CHANNELS).values(due=datetime.now(UTC)))
            await scenario.scheduler.run_once()
            assert daily_emails(scenario) == expected

    run_scenario(tmp_path, work)


def test_importance_orders_the_kinds() -> None:
    order = "end abandoned replaced time proposal move clocks resigned start joined invite talk"
    assert tuple(order.split()) == IMPORTANCE
