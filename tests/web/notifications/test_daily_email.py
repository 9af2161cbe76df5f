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
from tests.support.web.notified_tables import Scenario, run_scenario


def daily_emails(scenario: Scenario) -> list[list[tuple[str, str]]]:
    enqueued, scenario.delivery_queue.enqueued = scenario.delivery_queue.enqueued, []
    return [
        [(part.table, part.kind) for part in notification.parts]
        for _, notification in enqueued
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
        await scenario.write(update(CHANNELS).values(next_daily_email_at=now))
        await scenario.scheduler.run_once()
        assert daily_emails(scenario) == [[("t", "move")]], "the own turn is more important than the start"
        (due,) = await scenario.read_rows(select(CHANNELS.c.next_daily_email_at))
        assert now < due[0] <= now + timedelta(days=2)
        assert (await scenario.settings.get(first)).last_daily_email_at is not None
        await scenario.write(update(CHANNELS).values(next_daily_email_at=now))
        await scenario.scheduler.run_once()
        assert daily_emails(scenario) == [[("t", "move")]], "it still is"
        await scenario.act()
        await scenario.write(update(CHANNELS).values(next_daily_email_at=datetime.now(UTC)))
        await scenario.scheduler.run_once()
        if str((await scenario.live_table()).state.players_to_act[0]) != first:
            assert daily_emails(scenario) == [], "there is nothing to tell"

    run_scenario(tmp_path, work)


def test_daily_email_contains_only_the_end_of_a_finished_game(tmp_path: Path) -> None:
    async def work(scenario: Scenario) -> None:
        first = str((await scenario.live_table()).state.players_to_act[0])
        await scenario.channels.set_email(first, DAILY, "en", "")
        await scenario.scheduler.run_once()
        await scenario.scheduler.schedule("t", messages.CHAT, [first])
        row = await scenario.store.table("t")
        assert row is not None
        await scenario.store.update_table(replace(row, phase=ABANDONED), row.version)
        await scenario.settings.save(first, NotificationSettings(disabled_kinds=frozenset()), "home")
        for expected in ([[("t", "abandoned")]], []):
            await scenario.write(update(CHANNELS).values(next_daily_email_at=datetime.now(UTC)))
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
            await scenario.write(update(CHANNELS).values(next_daily_email_at=datetime.now(UTC)))
            await scenario.scheduler.run_once()
            assert daily_emails(scenario) == expected

    run_scenario(tmp_path, work)


def test_importance_orders_the_kinds() -> None:
    order = "end abandoned replaced time proposal move clocks resigned start joined invite talk"
    assert tuple(order.split()) == IMPORTANCE


def test_daily_email_has_the_most_important_event_of_each_table() -> None:
    """It omits what is over, such as a reminder before a move or news of the day before."""
    dawn = datetime(2027, 1, 2, 5, tzinfo=UTC)

    def kinds_in_email(*calls: tuple[str, float]) -> list[str]:
        """Return the kinds in an email for notifications of these kinds, some hours ago."""
        made = [PendingNotification("t", kind, "g", 0, dawn - timedelta(hours=hours)) for kind, hours in calls]
        return [call.kind for call in select_most_important(made, dawn - timedelta(days=1))]

    assert kinds_in_email(("start", 5), ("move", 5)) == ["move"]
    assert kinds_in_email(("move", 40)) == ["move"], "it is still their turn"
    assert kinds_in_email(("start", 40)) == []
    assert [kinds_in_email(("start", hours)) for hours in (24, 23.9)] == [[], ["start"]], "the last email had it"
    assert kinds_in_email(("time", 3), ("move", 3)) == ["time"]
    assert kinds_in_email(("move", 9), ("time", 3)) == ["time"]
    assert kinds_in_email(("time", 9), ("move", 3)) == ["move"]
    assert kinds_in_email(("time", 9)) == []
    assert kinds_in_email(("start", 9), ("end", 1)) == ["end"]
    assert kinds_in_email(("invite", 9), ("start", 2)) == ["start"]
