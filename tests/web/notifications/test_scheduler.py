"""The scheduler: from stored tables to the delivery queue, without a server."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from msgspec.structs import replace
from sqlalchemy import insert, select, update

from regnum.web.db.schema import LAST_SEEN, NOTIFICATIONS, TABLES
from regnum.web.notifications import messages
from regnum.web.notifications.notification_settings import NotificationSettings
from regnum.web.notifications.pending import NOTIFICATION_RETENTION
from regnum.web.tables.models import ABANDONED
from tests.support.web.notified_tables import MINUTE, Scenario, run_scenario


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


def test_notification_counts_the_tables_that_wait_for_its_receiver(tmp_path: Path) -> None:
    async def work(scenario: Scenario) -> None:
        first = str((await scenario.live_table()).state.players_to_act[0])
        await scenario.add_webhook(first)
        sent = {"occasion": 1, "created_at": datetime.now(UTC), "send_at": None}
        for table, kind, guest in (
            ("b", messages.MOVE, first),
            ("c", messages.MOVE, first),
            ("d", messages.END, first),
            ("b", messages.MOVE, "other"),
        ):
            await scenario.write(insert(NOTIFICATIONS).values(table_id=table, kind=kind, guest=guest, **sent))
        await scenario.scheduler.run_once()
        assert [(to, one.kind, one.count) for to, one in scenario.delivery_queue.enqueued] == [(first, "move", 3)]

    run_scenario(tmp_path, work)


def test_tables_are_polled_four_times_before_a_guest_counts_as_away_but_every_three_seconds(tmp_path: Path) -> None:
    async def work(scenario: Scenario) -> None:
        pauses = [Scenario(scenario.store, after).scheduler._pause for after in (60.0, 12.0, 8.0, 1.0, 0.4, 0.0)]
        assert pauses == [3.0, 3.0, 2.0, 0.25, 0.1, 0.1]

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
        assert MINUTE - timedelta(seconds=20) < row.send_at - datetime.now(UTC) <= MINUTE
        scenario.last_seen.record(first)
        await scenario.write(update(NOTIFICATIONS).values(send_at=datetime.now(UTC)))
        assert await scenario.run_scheduler() == []
        (row,) = (await scenario.notifications()).values()
        assert MINUTE - timedelta(seconds=20) < row.send_at - datetime.now(UTC) <= MINUTE
        scenario.last_seen._here[first] -= 2 * MINUTE
        await scenario.write(update(LAST_SEEN).values(seen_at=datetime.now(UTC) - 2 * MINUTE))
        await scenario.write(update(NOTIFICATIONS).values(send_at=datetime.now(UTC)))
        assert await scenario.run_scheduler() == [(first, "move")]

    run_scenario(tmp_path, work, after=60.0)


def test_news_are_dropped_for_users_who_were_seen_since(tmp_path: Path) -> None:
    async def work(scenario: Scenario) -> None:
        for guest in "01":
            await scenario.add_webhook(guest)
        await scenario.write(update(TABLES).values(notified_version=99))
        await scenario.scheduler.schedule("t", messages.RESIGNED, ["0", "1", ""])
        scenario.last_seen.record("1")
        await scenario.write(update(NOTIFICATIONS).values(send_at=datetime.now(UTC)))
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
        assert timedelta(minutes=58) <= row.send_at - now <= timedelta(minutes=60)
        await scenario.settings.save(
            first, NotificationSettings("UTC", disabled_kinds=frozenset({messages.MOVE})), "home"
        )
        await scenario.write(update(NOTIFICATIONS).values(send_at=now))
        assert await scenario.run_scheduler() == []
        (row,) = (await scenario.notifications()).values()
        assert row.send_at is None, "a notification was scheduled"

    run_scenario(tmp_path, work)


def test_occasion_is_notified_once(tmp_path: Path) -> None:
    async def work(scenario: Scenario) -> None:
        await scenario.add_webhook("0")
        await scenario.write(update(TABLES).values(notified_version=99))
        for mark, item in ((7, 1), (7, 0), (8, 1)):
            await scenario.scheduler.schedule("t", messages.TIME, ["0"], mark)
            assert len([call for call in (await scenario.notifications()).values() if call.send_at is not None]) == item
            await scenario.write(update(NOTIFICATIONS).values(send_at=None))
        await scenario.scheduler.schedule("t", messages.START, [])
        assert set(await scenario.notifications()) == {("time", "0")}
        await scenario.scheduler.schedule("t", messages.START, ["0"])
        await scenario.scheduler.schedule("t", messages.START, ["1"])
        notifications = await scenario.notifications()
        assert 0 <= notifications["start", "0"].occasion < 2**31
        assert {("start", "0"), ("start", "1"), ("time", "0")} == set(notifications)

    run_scenario(tmp_path, work)


def test_chat_is_notified_once_until_the_user_is_seen(tmp_path: Path) -> None:
    async def work(scenario: Scenario) -> None:
        await scenario.scheduler.schedule_chat("t", ["0", "1"])
        first = {guest: row.occasion for (_, guest), row in (await scenario.notifications()).items()}
        assert set(first) == {"0", "1"}
        await scenario.write(update(NOTIFICATIONS).values(occasion=1))
        scenario.last_seen.record("0")
        await scenario.scheduler.schedule_chat("t", ["0", "1"])
        again = {guest: row.occasion for (_, guest), row in (await scenario.notifications()).items()}
        assert (again["0"] != 1, again["1"]) == (True, 1)

    run_scenario(tmp_path, work)


def test_chat_at_another_table_and_other_notifications_are_independent(tmp_path: Path) -> None:
    async def work(scenario: Scenario) -> None:
        row = await scenario.store.table("t")
        assert row is not None
        await scenario.store.add_table(replace(row, id="second"))
        await scenario.scheduler.schedule("t", messages.START, ["1"])
        for table_id in ("t", "second"):
            await scenario.scheduler.schedule_chat(table_id, ["0", "1"])
        chat = select(NOTIFICATIONS.c.table_id, NOTIFICATIONS.c.guest).where(NOTIFICATIONS.c.kind == messages.CHAT)
        found = {(row.table_id, row.guest) for row in await scenario.read_rows(chat)}
        assert found == {("t", "0"), ("t", "1"), ("second", "0"), ("second", "1")}

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
    assert timedelta(days=3) == NOTIFICATION_RETENTION

    async def work(scenario: Scenario) -> None:
        first = str((await scenario.live_table()).state.players_to_act[0])
        await scenario.add_webhook(first)
        for mark, guest in ((1, "old"), (2, "young"), (3, "due")):
            await scenario.scheduler.schedule("t", messages.START, [guest], mark)
        old = update(NOTIFICATIONS).values(send_at=None, created_at=datetime.now(UTC) - NOTIFICATION_RETENTION - MINUTE)
        await scenario.write(old.where(NOTIFICATIONS.c.guest.in_(["old", "due"])))
        await scenario.write(update(NOTIFICATIONS).where(NOTIFICATIONS.c.guest == "young").values(send_at=None))
        await scenario.write(
            update(NOTIFICATIONS).where(NOTIFICATIONS.c.guest == "due").values(send_at=datetime.now(UTC) + MINUTE)
        )
        await scenario.run_scheduler()
        assert {guest for _, guest in await scenario.notifications()} == {"young", "due", first}

    run_scenario(tmp_path, work)


def test_player_to_act_is_not_also_notified_of_the_start(tmp_path: Path) -> None:
    async def work(scenario: Scenario) -> None:
        first = str((await scenario.live_table()).state.players_to_act[0])
        other = next(guest for guest in "012" if guest != first)
        for guest in (first, other):
            await scenario.add_webhook(guest)
        await scenario.scheduler.schedule("t", messages.START, [first, other])
        assert await scenario.run_scheduler() == sorted([(first, "move"), (other, "start")])
        no_moves = NotificationSettings(disabled_kinds=frozenset({messages.MOVE}))
        await scenario.settings.save(first, no_moves, "home")
        await scenario.scheduler.schedule("t", messages.START, [first, other], 1)
        assert await scenario.run_scheduler() == sorted([(first, "start"), (other, "start")])

    run_scenario(tmp_path, work)


# Once a day.
