"""Who is called when: from the tables as they stand to what the courier is given, without a server."""

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
from tests.support.stores import at

MINUTE = timedelta(minutes=1)


class Postman:
    """Keeps what it is to bring: the channel's owner or its table, and the notice."""

    def __init__(self) -> None:
        self.given: list[tuple[str, Notification]] = []

    def enqueue(self, connection: Connection, channel: Channel, notification: Notification) -> None:
        self.given.append((channel.table_id or channel.guest, notification))

    async def send_due(self) -> None: ...

    async def close(self) -> None: ...

    def took(self) -> list[tuple[str, str]]:
        """Return what was given since the last time: to whom, and which kind."""
        given, self.given = self.given, []
        return sorted((to, notification.kind) for to, notification in given)


class House:
    """A store with a table of three people, "0" to "2", and those who call them."""

    def __init__(self, store: TableStore, after: float) -> None:
        self.store = store
        self.postman = Postman()
        self.channels = Channels(store.database, "key")
        self.sightings = LastSeen(store.database)
        self.wishes = SettingsStore(store.database, RowLimits(100))
        self.leads = True
        self.calling = Scheduler(
            store.database,
            self.table,
            lambda: self.leads,
            self.sightings,
            self.wishes,
            cast("DeliveryQueue", self.postman),
            after,
        )

    async def table(self, id_: str = "t") -> LiveTable | None:
        row = await self.store.table(id_)
        return None if row is None else LiveTable(row, await self.store.entries(id_))

    async def live(self) -> LiveTable:
        found = await self.table()
        assert found is not None
        return found

    async def act(self, table: LiveTable | None = None) -> int:
        """Let whoever is to act do so; return their seat."""
        live = table or await self.live()
        seat = live.state.players_to_act[0]
        text = str(live.view(seat).legal[0])
        entry = Entry(live.number + 1, seat, text, datetime.now(UTC))
        await self.store.append("t", live.version, entry, PLAYING, False)
        return seat

    async def hook(self, guest: str, table: str = "") -> None:
        await self.channels.add_webhook(guest, table, "json", "https://a.example/", "en", "")

    async def look(self) -> list[tuple[str, str]]:
        await self.calling.run_once()
        return self.postman.took()

    async def change(self, statement: Any) -> None:
        await self.store.database.write(lambda connection: connection.execute(statement).close())

    async def rows(self, query: Any) -> list[Any]:
        return await self.store.database.read(lambda connection: list(connection.execute(query).all()))

    async def calls(self) -> dict[tuple[str, str], Any]:
        """Return what is owed, by kind and guest."""
        return {(row.kind, row.guest): row for row in await self.rows(select(NOTIFICATIONS))}


def house(tmp_path: Path, work: Callable[[House], Coroutine[Any, Any, None]], after: float = 0.0, **row: Any) -> None:
    async def whole(store: TableStore) -> None:
        assert await store.add_table(replace(table_of(find_game("brian_boru"), 3).row, **row))
        await work(House(store, after))

    at(f"sqlite:///{tmp_path / 'test.db'}", whole)


def test_player_to_act_is_notified_once_and_so_is_the_table(tmp_path: Path) -> None:
    async def work(here: House) -> None:
        first = str((await here.live()).state.players_to_act[0])
        for guest in "012":
            await here.hook(guest)
        await here.hook("9", "t")
        assert await here.look() == [(first, "move"), ("t", "move")]
        assert await here.look() == []
        second = (await here.live()).state.players_to_act[0]
        await here.act()
        third = str((await here.live()).state.players_to_act[0])
        assert await here.look() == ([] if third == str(second) else [(third, "move"), ("t", "move")])
        assert {guest for kind, guest in await here.calls() if kind == "move"} <= {third}, "the move was made"

    house(tmp_path, work)


def test_guests_without_a_channel_or_leader_are_not_notified(tmp_path: Path) -> None:
    async def work(here: House) -> None:
        assert await here.look() == []
        assert await here.calls() == {}
        first = str((await here.live()).state.players_to_act[0])
        here.leads = False
        await here.hook(first)
        assert await here.look() == []
        here.leads = True
        assert await here.look() == [(first, "move")]

    house(tmp_path, work)


def test_active_user_is_notified_after_a_minute_away(tmp_path: Path) -> None:
    async def work(here: House) -> None:
        first = str((await here.live()).state.players_to_act[0])
        await here.hook(first)
        assert await here.look() == [], "a minute has not passed"
        (row,) = (await here.calls()).values()
        assert MINUTE - timedelta(seconds=20) < utc(row.due) - datetime.now(UTC) <= MINUTE
        here.sightings.record(first)
        await here.change(update(NOTIFICATIONS).values(due=datetime.now(UTC)))
        assert await here.look() == []
        (row,) = (await here.calls()).values()
        assert MINUTE - timedelta(seconds=20) < utc(row.due) - datetime.now(UTC) <= MINUTE
        here.sightings._here[first] -= 2 * MINUTE
        await here.change(update(LAST_SEEN).values(at=datetime.now(UTC) - 2 * MINUTE))
        await here.change(update(NOTIFICATIONS).values(due=datetime.now(UTC)))
        assert await here.look() == [(first, "move")]

    house(tmp_path, work, after=60.0)


def test_news_are_dropped_for_users_who_were_seen_since(tmp_path: Path) -> None:
    async def work(here: House) -> None:
        for guest in "01":
            await here.hook(guest)
        await here.change(update(TABLES).values(told=99))
        await here.calling.schedule("t", messages.RESIGNED, ["0", "1", ""])
        here.sightings.record("1")
        await here.change(update(NOTIFICATIONS).values(due=datetime.now(UTC)))
        await here.look()
        assert set(await here.calls()) == {("resigned", "0"), ("resigned", "")}

    house(tmp_path, work, after=60.0)


def test_end_of_a_game_is_notified_once_to_everybody(tmp_path: Path) -> None:
    async def work(here: House) -> None:
        for guest in "01":
            await here.hook(guest)
        await here.hook("9", "t")
        await here.look()
        row = await here.store.table("t")
        assert row is not None
        await here.store.update_table(replace(row, phase=ABANDONED), row.version)
        assert await here.look() == [("0", "abandoned"), ("1", "abandoned"), ("t", "abandoned")]
        await here.store.update_table(replace(row, phase=ABANDONED, title="Ours"), row.version + 1)
        assert await here.look() == []

    house(tmp_path, work)


def test_unwanted_kind_is_dropped_and_quiet_hours_defer(tmp_path: Path) -> None:
    async def work(here: House) -> None:
        first = str((await here.live()).state.players_to_act[0])
        await here.hook(first)
        now = datetime.now(UTC)
        minute = now.hour * 60 + now.minute
        quiet = ((minute - 60) % 1440, (minute + 60) % 1440)
        await here.wishes.save(first, NotificationSettings("UTC", quiet), "home")
        assert await here.look() == []
        (row,) = (await here.calls()).values()
        assert timedelta(minutes=58) <= utc(row.due) - now <= timedelta(minutes=60)
        await here.wishes.save(first, NotificationSettings("UTC", disabled_kinds=frozenset({messages.MOVE})), "home")
        await here.change(update(NOTIFICATIONS).values(due=now))
        assert await here.look() == []
        (row,) = (await here.calls()).values()
        assert row.due is None, "it was to be told"

    house(tmp_path, work)


def test_occasion_is_notified_once(tmp_path: Path) -> None:
    async def work(here: House) -> None:
        await here.hook("0")
        await here.change(update(TABLES).values(told=99))
        for mark, told in ((7, 1), (7, 0), (8, 1)):
            await here.calling.schedule("t", messages.TIME, ["0"], mark)
            assert len([call for call in (await here.calls()).values() if call.due is not None]) == told
            await here.change(update(NOTIFICATIONS).values(due=None))
        await here.calling.schedule("t", messages.START, [])
        assert set(await here.calls()) == {("time", "0")}
        await here.calling.schedule("t", messages.START, ["0"])
        await here.calling.schedule("t", messages.START, ["1"])
        calls = await here.calls()
        assert 0 <= calls["start", "0"].mark < 2**31
        assert {("start", "0"), ("start", "1"), ("time", "0")} == set(calls)

    house(tmp_path, work)


def test_chat_is_notified_once_until_the_user_is_seen(tmp_path: Path) -> None:
    async def work(here: House) -> None:
        await here.calling.schedule_chat("t", ["0", "1"])
        first = {guest: row.mark for (_, guest), row in (await here.calls()).items()}
        assert set(first) == {"0", "1"}
        await here.change(update(NOTIFICATIONS).values(mark=1))
        here.sightings.record("0")
        await here.calling.schedule_chat("t", ["0", "1"])
        again = {guest: row.mark for (_, guest), row in (await here.calls()).items()}
        assert (again["0"] != 1, again["1"]) == (True, 1)

    house(tmp_path, work)


def test_next_turn_is_notified_after_others_have_moved(tmp_path: Path) -> None:
    async def work(here: House) -> None:
        for guest in "012":
            await here.hook(guest)
        marks: dict[str, list[int]] = {}
        for _ in range(9):
            for to, notification in [given for given in here.postman.given if given[1].kind == "move"]:
                marks.setdefault(to, []).append(notification.occasion)
            here.postman.given.clear()
            await here.calling.run_once()
            live = await here.live()
            acting = {str(seat) for seat in live.state.players_to_act}
            assert {to for to, notification in here.postman.given if notification.kind == "move"} <= acting
            await here.act(live)
        for told in marks.values():
            assert told == sorted(set(told)), "each has its own mark"
        assert sum(map(len, marks.values())) >= 3

    house(tmp_path, work)


def test_start_and_end_rows_are_removed_after_three_days(tmp_path: Path) -> None:
    assert timedelta(days=3) == KEPT

    async def work(here: House) -> None:
        first = str((await here.live()).state.players_to_act[0])
        await here.hook(first)
        for mark, guest in ((1, "old"), (2, "young"), (3, "due")):
            await here.calling.schedule("t", messages.START, [guest], mark)
        old = update(NOTIFICATIONS).values(due=None, at=datetime.now(UTC) - KEPT - MINUTE)
        await here.change(old.where(NOTIFICATIONS.c.guest.in_(["old", "due"])))
        await here.change(update(NOTIFICATIONS).where(NOTIFICATIONS.c.guest == "young").values(due=None))
        await here.change(
            update(NOTIFICATIONS).where(NOTIFICATIONS.c.guest == "due").values(due=datetime.now(UTC) + MINUTE)
        )
        await here.look()
        assert {guest for _, guest in await here.calls()} == {"young", "due", first}

    house(tmp_path, work)


# Once a day.


def of_the_day(here: House) -> list[list[tuple[str, str]]]:
    given, here.postman.given = here.postman.given, []
    return [
        [(part.table, part.kind) for part in notification.parts]
        for _, notification in given
        if notification.kind == messages.DAY
    ]


def test_daily_email_contains_each_table_once(tmp_path: Path) -> None:
    async def work(here: House) -> None:
        first = str((await here.live()).state.players_to_act[0])
        await here.channels.set_email(first, DAILY, "en", "")
        await here.calling.run_once()
        assert of_the_day(here) == [], "it is not due"
        assert set(await here.calls()) == {("move", first)}
        now = datetime.now(UTC)
        await here.calling.schedule("t", messages.START, [first])
        await here.change(update(CHANNELS).values(due=now))
        await here.calling.run_once()
        assert of_the_day(here) == [[("t", "move")]], "that it is one's move says more than that it has begun"
        (due,) = await here.rows(select(CHANNELS.c.due))
        assert now < utc(due[0]) <= now + timedelta(days=2)
        assert (await here.wishes.of(first)).last_daily_email_at is not None
        await here.change(update(CHANNELS).values(due=now))
        await here.calling.run_once()
        assert of_the_day(here) == [[("t", "move")]], "it still is"
        await here.act()
        await here.change(update(CHANNELS).values(due=datetime.now(UTC)))
        await here.calling.run_once()
        if str((await here.live()).state.players_to_act[0]) != first:
            assert of_the_day(here) == [], "there is nothing to tell"

    house(tmp_path, work)


def test_daily_email_contains_only_the_end_of_a_finished_game(tmp_path: Path) -> None:
    async def work(here: House) -> None:
        first = str((await here.live()).state.players_to_act[0])
        await here.channels.set_email(first, DAILY, "en", "")
        await here.calling.run_once()
        await here.calling.schedule("t", messages.TALK, [first])
        row = await here.store.table("t")
        assert row is not None
        await here.store.update_table(replace(row, phase=ABANDONED), row.version)
        await here.wishes.save(first, NotificationSettings(disabled_kinds=frozenset()), "home")
        for expected in ([[("t", "abandoned")]], []):
            await here.change(update(CHANNELS).values(due=datetime.now(UTC)))
            await here.calling.run_once()
            assert of_the_day(here) == expected

    house(tmp_path, work)


def test_daily_email_does_not_repeat_earlier_news(tmp_path: Path) -> None:
    async def work(here: House) -> None:
        other = str((await here.live()).state.players_to_act[0])
        guest = next(guest for guest in "012" if guest != other)
        await here.channels.set_email(guest, DAILY, "en", "")
        await here.calling.schedule("t", messages.START, [guest])
        for expected in ([[("t", "start")]], []):
            await here.change(update(CHANNELS).values(due=datetime.now(UTC)))
            await here.calling.run_once()
            assert of_the_day(here) == expected

    house(tmp_path, work)


def test_importance_orders_the_kinds() -> None:
    order = "end abandoned replaced time proposal move clocks resigned start joined invite talk"
    assert tuple(order.split()) == IMPORTANCE
