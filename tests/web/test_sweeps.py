"""One bad row blocks nobody else: each sweep, with a damaged or outdated table."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from sqlalchemy import Connection, insert, select, text, update

from regnum.players.review import SearchBudget
from regnum.web.analysis import reviews
from regnum.web.analysis.store import PendingReview
from regnum.web.bots.runner import BotRunner
from regnum.web.db.schema import CHANNELS, DELIVERIES, NOTIFICATIONS, OUTCOMES, REVIEWS, TABLES
from regnum.web.errors import BusyError
from regnum.web.notifications.channels import DAILY
from regnum.web.periodic import SKIP_SECONDS, Sweep, repeat
from regnum.web.settings import Settings
from regnum.web.tables.service import TableService
from tests.support.store.finished_games import play_to_the_end
from tests.support.web.apps import create_app
from tests.support.web.guests import Guest

FAULTS: dict[str, dict[str, Any]] = {
    "damaged": {"options": "{"},
    "of another shape": {"options": "[]"},
    "of older rules": {"rules_version": 0, "fingerprint": "0 nothing"},
    "of a game that is gone": {"game": "nogame"},
    "of no phase": {"phase": "zzz"},
    "without a seed": {"seed": "none"},
    "of no time": {"created_at": text("'never'")},
}
with_each_fault = pytest.mark.parametrize("fault", FAULTS)


class TwoTables:
    """An application without automatic jobs, including bots, and two tables of one guest."""

    def __init__(self, client: TestClient[Litestar]) -> None:
        self.client = client
        self.state: Any = client.app.state
        self.tables: TableService = client.app.state.tables
        self.ann = Guest(client)
        self.bad = self.ann.open_table("me", "bot:random", game="khan")
        self.good = self.ann.open_table("me", "bot:random", game="khan")

    def run(self, work: Callable[[], Awaitable[Any]]) -> Any:
        return self.client.blocking_portal.call(work)

    def read_rows(self, query: Any) -> list[Any]:
        return list(self.run(lambda: self.tables.store.database.read(lambda c: c.execute(query).all())))

    def write(self, *changes: Any) -> None:
        def work(connection: Connection) -> None:
            for change in changes:
                connection.execute(change)

        self.run(lambda: self.tables.store.database.write(work))

    def update_both(self, **values: Any) -> None:
        self.write(update(TABLES).values(**values))

    def damage(self, fault: str) -> None:
        """Damage one of the tables and evict both, as after a restart."""
        self.tables.cache.live.clear()
        self.write(update(TABLES).where(TABLES.c.id == self.bad).values(**FAULTS[fault]))

    def guest_id(self) -> str:
        return str(self.read_rows(select(TABLES.c.host))[0][0])


@pytest.fixture
def two_tables(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Any:
    async def nothing(*_: object, **__: object) -> None:
        await asyncio.Event().wait()

    for name in (
        "analysis.reviews",
        "bots.sweep",
        "clocks.service",
        "housekeeping.service",
        "notifications.scheduler",
        "replay.uploads",
        "stats.ratings",
        "presence.open_pages",
    ):
        monkeypatch.setattr(f"regnum.web.{name}.repeat", nothing)
    monkeypatch.setattr(BotRunner, "wake", lambda *_: None)
    with TestClient(create_app(replace(settings, ratings=True, remove_unused_after_days=1))) as client:
        yield TwoTables(client)


@with_each_fault
def test_clock_sweep_skips_a_failing_table(two_tables: TwoTables, fault: str) -> None:
    past = datetime.now(UTC) - timedelta(minutes=1)
    two_tables.update_both(next_check_at=past)
    two_tables.damage(fault)
    looked: list[str] = []
    original = two_tables.state.clocks.check_table

    async def ring(table: Any) -> None:
        looked.append(table.row.id)
        await original(table)

    two_tables.state.clocks.check_table = ring
    two_tables.run(two_tables.state.clocks.check_due)
    assert looked == [two_tables.good]


@with_each_fault
def test_bot_sweep_skips_a_failing_table(two_tables: TwoTables, fault: str) -> None:
    two_tables.update_both(awaits_bot=True)
    two_tables.damage(fault)
    two_tables.run(two_tables.state.bot_sweep.wake_all)
    assert list(two_tables.tables.cache.live) == [two_tables.good]


@with_each_fault
def test_notification_sweep_skips_a_failing_row(two_tables: TwoTables, fault: str) -> None:
    two_tables.damage(fault)
    calling = two_tables.client.app.state.notifications.scheduler
    now = datetime.now(UTC)
    own = {
        "guest": two_tables.guest_id(),
        "origin": "http://x",
        "language": "en",
        "failures": 0,
        "created_at": now,
        "last_result": "",
    }
    two_tables.write(
        insert(CHANNELS).values(id="hook", kind="json", table_id="", address="http://a.example/x", key="k", **own),
        update(TABLES).values(notified_version=-1),
    )
    two_tables.run(calling.derivation.run_once)
    rows = two_tables.read_rows(select(TABLES.c.id).where(TABLES.c.notified_version == TABLES.c.version))
    assert (two_tables.good,) in [tuple(row) for row in rows]
    two_tables.write(update(NOTIFICATIONS).values(send_at=now - timedelta(seconds=1)))
    for table_id in (two_tables.bad, two_tables.good):
        two_tables.write(
            insert(NOTIFICATIONS).values(
                table_id=table_id, kind="end", guest=two_tables.guest_id(), occasion=9, created_at=now, send_at=now
            )
        )
    two_tables.run(calling.queue_due)
    assert any(f'"{two_tables.good}"' in row[0] for row in two_tables.read_rows(select(DELIVERIES.c.notification)))


@with_each_fault
def test_daily_email_sweep_skips_a_failing_channel(two_tables: TwoTables, fault: str) -> None:
    two_tables.damage(fault)
    now = datetime.now(UTC)
    own = {
        "table_id": "",
        "address": "",
        "key": "",
        "origin": "http://x",
        "language": "en",
        "failures": 0,
        "created_at": now,
        "last_result": "",
    }
    for guest, table_id in (("one", two_tables.bad), ("other", two_tables.good)):
        two_tables.write(
            insert(CHANNELS).values(id=guest, guest=guest, kind=DAILY, next_daily_email_at=now, **own),
            insert(NOTIFICATIONS).values(
                table_id=table_id, kind="move", guest=guest, occasion=1, created_at=now, send_at=None
            ),
        )
    two_tables.run(two_tables.client.app.state.notifications.scheduler.daily_emails.queue_due)
    assert [row[0] for row in two_tables.read_rows(select(DELIVERIES.c.channel_id))] == ["other"]


def test_rows_with_unreadable_times_do_not_block_notifications(two_tables: TwoTables) -> None:
    now, scheduler = datetime.now(UTC), two_tables.state.notifications.scheduler
    daily = {
        "kind": DAILY,
        "address": "",
        "key": "",
        "origin": "http://x",
        "language": "en",
        "failures": 0,
        "last_result": "",
    }
    for guest, moment in (("bad", text("'0 bad'")), ("good", now)):
        two_tables.write(
            insert(CHANNELS).values(
                id=guest, guest=guest, table_id="", created_at=now, next_daily_email_at=moment, **daily
            ),
            insert(NOTIFICATIONS).values(
                table_id="nowhere", kind="move", guest=guest, occasion=1, created_at=now, send_at=moment
            ),
            insert(DELIVERIES).values(
                id=f"old {guest}",
                channel_id="nobody",
                notification="{}",
                created_at=now,
                next_attempt_at=moment,
                attempts=0,
            ),
        )
    due = {
        name: {row[0] for row in two_tables.read_rows(select(column).where(moment <= now))}
        for name, column, moment in (
            ("daily", CHANNELS.c.id, CHANNELS.c.next_daily_email_at),
            ("notifications", NOTIFICATIONS.c.guest, NOTIFICATIONS.c.send_at),
            ("deliveries", DELIVERIES.c.id, DELIVERIES.c.next_attempt_at),
        )
    }
    assert due == {
        "daily": {"bad", "good"},
        "notifications": {"bad", "good"},
        "deliveries": {"old bad", "old good"},
    }
    two_tables.run(scheduler.daily_emails.queue_due)
    two_tables.run(scheduler.queue_due)
    two_tables.run(two_tables.state.notifications._queue.send_due)
    two_tables.run(two_tables.state.notifications._queue.close)
    left = [
        str(row[0]) for row in two_tables.read_rows(select(CHANNELS.c.id).where(CHANNELS.c.next_daily_email_at <= now))
    ]
    assert left == ["bad"]
    sent = select(NOTIFICATIONS.c.guest).where(NOTIFICATIONS.c.send_at.is_not(None))
    assert [row[0] for row in two_tables.read_rows(sent)] == ["bad"]
    left = two_tables.read_rows(
        select(DELIVERIES.c.id).where((DELIVERIES.c.channel_id == "nobody") & (DELIVERIES.c.next_attempt_at <= now))
    )
    assert [row[0] for row in left] == ["old bad"]


@with_each_fault
def test_sweeps_of_reviews_outcomes_and_results_skip_failing_tables(
    two_tables: TwoTables, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "SEARCH_BUDGET", SearchBudget(iterations=6, worlds=3))
    for table_id in (two_tables.bad, two_tables.good):
        play_to_the_end(two_tables.client.app.state.settings.data / "test.db", table_id)
        two_tables.run(partial(two_tables.state.reviews.store.request, PendingReview(table_id)))
    two_tables.damage(fault)
    two_tables.state.reviews.set_leading(True)
    two_tables.run(two_tables.state.reviews._process_requested)
    done = select(REVIEWS.c.is_pending).where(REVIEWS.c.table_id == two_tables.good)
    assert [tuple(row) for row in two_tables.read_rows(done)] == [(False,)]
    assert two_tables.state.ratings is not None
    two_tables.run(two_tables.state.ratings.store_missing_outcomes)
    assert (two_tables.good,) in [tuple(row) for row in two_tables.read_rows(select(OUTCOMES.c.table_id))]
    assert "Games" in two_tables.ann.get("/my-games")


@with_each_fault
def test_cleanup_skips_a_failing_table(two_tables: TwoTables, fault: str) -> None:
    two_tables.update_both(created_at=datetime.now(UTC) - timedelta(days=3))
    two_tables.damage(fault)
    two_tables.run(two_tables.state.housekeeping.remove_unused_tables)
    left = [two_tables.bad] if fault in ("of no phase", "of no time") else []  # whether it is old cannot be known
    assert [row[0] for row in two_tables.read_rows(select(TABLES.c.id))] == left


@with_each_fault
def test_follower_skips_a_failing_table(two_tables: TwoTables, fault: str) -> None:
    for table_id in (two_tables.bad, two_tables.good):
        two_tables.ann.get(f"/table/{table_id}")
    live = dict(two_tables.tables.cache.live)
    two_tables.write(update(TABLES).values(version=TABLES.c.version + 1, pace="slow"))
    two_tables.write(update(TABLES).where(TABLES.c.id == two_tables.bad).values(**FAULTS[fault]))
    two_tables.run(two_tables.tables.cache.catch_up_all)
    assert live[two_tables.good].row.pace == "slow"
    kept = fault == "of a game that is gone"  # its rules are loaded, and its options fit
    assert (two_tables.bad in two_tables.tables.cache.live) == kept


@with_each_fault
def test_page_skips_a_failing_table(two_tables: TwoTables, fault: str) -> None:
    two_tables.damage(fault)
    for path in ("/", "/tables", "/lobby", "/waiting", "/tables/next", "/my-games", "/tokens"):
        page = two_tables.ann.request("GET", path, follow_redirects=True)
        assert page.status_code == 200, path
        if path in ("/", "/tables", "/tables/next"):
            assert f"/table/{two_tables.good}" in page.text, path
    two_tables.update_both(is_listed=True, phase="waiting")
    assert two_tables.ann.request("GET", "/lobby").status_code == 200


def test_failed_item_is_retried_after_a_rest(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    sweep = Sweep("counting", lambda: now[0])
    seen: list[str] = []

    async def work(item: str) -> None:
        seen.append(item)
        if item == "bad":
            raise KeyError(item)

    async def over() -> int:
        return await sweep.process(["bad", "good"], str, work)

    assert asyncio.run(over()) == 1
    assert "counting: bad is left out: KeyError" in caplog.text
    assert sweep.skipped_count == 1
    assert asyncio.run(over()) == 1
    assert seen == ["bad", "good", "good"]
    now[0] = SKIP_SECONDS + 1
    assert sweep.skipped_count == 0
    asyncio.run(over())
    assert seen[3:] == ["bad", "good"]


def test_job_continues_after_a_failed_run(caplog: pytest.LogCaptureFixture) -> None:
    runs: list[int] = []

    async def job() -> None:
        runs.append(len(runs))
        if len(runs) == 1:
            raise BusyError("away")
        if len(runs) == 2:
            raise KeyError("x")
        if len(runs) == 3:
            raise asyncio.CancelledError

    async def whole() -> None:
        with pytest.raises(asyncio.CancelledError):
            await repeat(job, 0.0, "running")

    asyncio.run(whole())
    assert runs == [0, 1, 2]
    assert caplog.text.count("running failed") == 1, "an unavailable store is not reported here"
