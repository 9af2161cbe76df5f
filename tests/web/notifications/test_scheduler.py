"""Who is called when: from the tables as they stand to what the courier is given, without a server."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from msgspec.structs import replace
from sqlalchemy import update

from regnum.web.db.schema import LAST_SEEN, NOTIFICATIONS, TABLES
from regnum.web.notifications import messages
from regnum.web.notifications.notification_settings import NotificationSettings
from regnum.web.notifications.pending import KEPT
from regnum.web.tables.models import ABANDONED
from tests.support.notified_tables import MINUTE, House, house


def test_whoever_is_to_act_is_called_once_by_their_channels_and_the_table_by_its_own(tmp_path: Path) -> None:
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


def test_nobody_is_called_who_has_no_channel_or_where_another_server_leads(tmp_path: Path) -> None:
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


def test_who_has_looked_lately_is_called_when_they_have_been_away_for_long_enough(tmp_path: Path) -> None:
    async def work(here: House) -> None:
        first = str((await here.live()).state.players_to_act[0])
        await here.hook(first)
        assert await here.look() == [], "a minute has not passed"
        (row,) = (await here.calls()).values()
        assert MINUTE - timedelta(seconds=20) < row.due - datetime.now(UTC) <= MINUTE
        here.sightings.record(first)
        await here.change(update(NOTIFICATIONS).values(due=datetime.now(UTC)))
        assert await here.look() == []
        (row,) = (await here.calls()).values()
        assert MINUTE - timedelta(seconds=20) < row.due - datetime.now(UTC) <= MINUTE
        here.sightings._here[first] -= 2 * MINUTE
        await here.change(update(LAST_SEEN).values(seen_at=datetime.now(UTC) - 2 * MINUTE))
        await here.change(update(NOTIFICATIONS).values(due=datetime.now(UTC)))
        assert await here.look() == [(first, "move")]

    house(tmp_path, work, after=60.0)


def test_news_are_not_told_to_who_has_looked_since(tmp_path: Path) -> None:
    async def work(here: House) -> None:
        for guest in "01":
            await here.hook(guest)
        await here.change(update(TABLES).values(notified_version=99))
        await here.calling.schedule("t", messages.RESIGNED, ["0", "1", ""])
        here.sightings.record("1")
        await here.change(update(NOTIFICATIONS).values(due=datetime.now(UTC)))
        await here.look()
        assert set(await here.calls()) == {("resigned", "0"), ("resigned", "")}

    house(tmp_path, work, after=60.0)


def test_the_end_of_a_game_is_told_to_all_and_once(tmp_path: Path) -> None:
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


def test_what_somebody_does_not_want_to_hear_is_not_told_and_in_quiet_hours_it_waits(tmp_path: Path) -> None:
    async def work(here: House) -> None:
        first = str((await here.live()).state.players_to_act[0])
        await here.hook(first)
        now = datetime.now(UTC)
        minute = now.hour * 60 + now.minute
        quiet = ((minute - 60) % 1440, (minute + 60) % 1440)
        await here.wishes.save(first, NotificationSettings("UTC", quiet), "home")
        assert await here.look() == []
        (row,) = (await here.calls()).values()
        assert timedelta(minutes=58) <= row.due - now <= timedelta(minutes=60)
        await here.wishes.save(first, NotificationSettings("UTC", disabled_kinds=frozenset({messages.MOVE})), "home")
        await here.change(update(NOTIFICATIONS).values(due=now))
        assert await here.look() == []
        (row,) = (await here.calls()).values()
        assert row.due is None, "it was to be told"

    house(tmp_path, work)


def test_a_call_with_another_mark_is_new_and_one_with_the_same_is_told(tmp_path: Path) -> None:
    async def work(here: House) -> None:
        await here.hook("0")
        await here.change(update(TABLES).values(notified_version=99))
        for mark, told in ((7, 1), (7, 0), (8, 1)):
            await here.calling.schedule("t", messages.TIME, ["0"], mark)
            assert len([call for call in (await here.calls()).values() if call.due is not None]) == told
            await here.change(update(NOTIFICATIONS).values(due=None))
        await here.calling.schedule("t", messages.START, [])
        assert set(await here.calls()) == {("time", "0")}
        await here.calling.schedule("t", messages.START, ["0"])
        await here.calling.schedule("t", messages.START, ["1"])
        calls = await here.calls()
        assert 0 <= calls["start", "0"].occasion < 2**31
        assert {("start", "0"), ("start", "1"), ("time", "0")} == set(calls)

    house(tmp_path, work)


def test_that_others_talk_is_told_once_until_one_has_looked_again(tmp_path: Path) -> None:
    async def work(here: House) -> None:
        await here.calling.schedule_chat("t", ["0", "1"])
        first = {guest: row.occasion for (_, guest), row in (await here.calls()).items()}
        assert set(first) == {"0", "1"}
        await here.change(update(NOTIFICATIONS).values(occasion=1))
        here.sightings.record("0")
        await here.calling.schedule_chat("t", ["0", "1"])
        again = {guest: row.occasion for (_, guest), row in (await here.calls()).items()}
        assert (again["0"] != 1, again["1"]) == (True, 1)

    house(tmp_path, work)


def test_who_has_had_their_turn_is_called_again_only_after_others_have_moved(tmp_path: Path) -> None:
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


def test_starts_and_ends_are_forgotten_after_three_days(tmp_path: Path) -> None:
    assert timedelta(days=3) == KEPT

    async def work(here: House) -> None:
        first = str((await here.live()).state.players_to_act[0])
        await here.hook(first)
        for mark, guest in ((1, "old"), (2, "young"), (3, "due")):
            await here.calling.schedule("t", messages.START, [guest], mark)
        old = update(NOTIFICATIONS).values(due=None, created_at=datetime.now(UTC) - KEPT - MINUTE)
        await here.change(old.where(NOTIFICATIONS.c.guest.in_(["old", "due"])))
        await here.change(update(NOTIFICATIONS).where(NOTIFICATIONS.c.guest == "young").values(due=None))
        await here.change(
            update(NOTIFICATIONS).where(NOTIFICATIONS.c.guest == "due").values(due=datetime.now(UTC) + MINUTE)
        )
        await here.look()
        assert {guest for _, guest in await here.calls()} == {"young", "due", first}

    house(tmp_path, work)


# Once a day.
