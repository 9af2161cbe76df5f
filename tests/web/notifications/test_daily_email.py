"""Daily emails: at most one line for each table."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from msgspec.structs import replace
from sqlalchemy import select, update

from regnum.web.db.schema import CHANNELS
from regnum.web.notifications import messages
from regnum.web.notifications.channels import DAILY
from regnum.web.notifications.daily_email import IMPORTANCE, select_most_important
from regnum.web.notifications.notification_settings import NotificationSettings
from regnum.web.notifications.pending import PendingNotification
from regnum.web.tables.models import ABANDONED
from tests.support.notified_tables import House, house


def of_the_day(here: House) -> list[list[tuple[str, str]]]:
    given, here.postman.given = here.postman.given, []
    return [
        [(part.table, part.kind) for part in notification.parts]
        for _, notification in given
        if notification.kind == messages.DAY
    ]


def test_the_mail_of_the_day_tells_one_thing_of_each_table_once(tmp_path: Path) -> None:
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
        assert now < due[0] <= now + timedelta(days=2)
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


def test_of_a_game_that_is_over_the_mail_of_the_day_tells_its_end_only(tmp_path: Path) -> None:
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


def test_what_was_told_before_the_last_mail_is_not_told_again(tmp_path: Path) -> None:
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


def test_of_several_calls_the_one_that_says_most_is_told() -> None:
    order = "end abandoned replaced time proposal move clocks resigned start joined invite talk"
    assert tuple(order.split()) == IMPORTANCE


def test_a_mail_of_the_day_says_one_thing_of_each_table() -> None:
    """The foremost, and nothing that is over: a reminder of before his move, what was told the day before."""
    dawn = datetime(2027, 1, 2, 5, tzinfo=UTC)

    def told(*calls: tuple[str, float]) -> list[str]:
        """Return what is told of calls by their kinds and how many hours ago they were."""
        made = [PendingNotification("t", kind, "g", 0, dawn - timedelta(hours=hours)) for kind, hours in calls]
        return [call.kind for call in select_most_important(made, dawn - timedelta(days=1))]

    assert told(("start", 5), ("move", 5)) == ["move"]
    assert told(("move", 40)) == ["move"], "it is still his"
    assert told(("start", 40)) == []
    assert told(("move", 9), ("time", 3)) == ["time"]
    assert told(("time", 9), ("move", 3)) == ["move"]
    assert told(("time", 9)) == []
    assert told(("start", 9), ("end", 1)) == ["end"]
    assert told(("invite", 9), ("start", 2)) == ["start"]
