"""One bad row holds up nobody else: each sweep over many people's things, with a table that is damaged or too old."""

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
from regnum.web.bots.runner import Bots
from regnum.web.db.schema import CHANNELS, DELIVERIES, NOTIFICATIONS, OUTCOMES, REVIEWS, TABLES
from regnum.web.errors import Busy
from regnum.web.notifications.channels import DAILY
from regnum.web.periodic import SKIP_SECONDS, Sweep, repeat
from regnum.web.settings import Settings
from regnum.web.tables.models import ReviewDue
from regnum.web.tables.service import Tables
from tests.support.apps import create_app
from tests.support.finished_games import play_to_the_end
from tests.support.guests import Guest

POISONS: dict[str, dict[str, Any]] = {
    "damaged": {"options": "{"},
    "of another shape": {"options": "[]"},
    "of older rules": {"rules": 0, "mark": "0 nothing"},
    "of a game that is gone": {"game": "nogame"},
    "of no phase": {"phase": "zzz"},
    "without a seed": {"seed": "none"},
    "of no time": {"made": text("'never'")},
}
poisoned = pytest.mark.parametrize("poison", POISONS)


class House:
    """An application that does nothing by itself, not even bots' moves, and two tables of one guest."""

    def __init__(self, door: TestClient[Litestar]) -> None:
        self.door = door
        self.state: Any = door.app.state
        self.tables: Tables = door.app.state.tables
        self.ann = Guest(door)
        self.bad = self.ann.open_table("me", "bot:random", game="khan")
        self.good = self.ann.open_table("me", "bot:random", game="khan")

    def do(self, work: Callable[[], Awaitable[Any]]) -> Any:
        return self.door.blocking_portal.call(work)

    def rows(self, query: Any) -> list[Any]:
        return list(self.do(lambda: self.tables.store.database.read(lambda c: c.execute(query).all())))

    def write(self, *changes: Any) -> None:
        def work(connection: Connection) -> None:
            for change in changes:
                connection.execute(change)

        self.do(lambda: self.tables.store.database.write(work))

    def both(self, **values: Any) -> None:
        self.write(update(TABLES).values(**values))

    def spoil(self, poison: str) -> None:
        """Spoil one of the tables, and forget both, as after a new start."""
        self.tables.cache.live.clear()
        self.write(update(TABLES).where(TABLES.c.id == self.bad).values(**POISONS[poison]))

    def guest_id(self) -> str:
        return str(self.rows(select(TABLES.c.host))[0][0])


@pytest.fixture
def house(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Any:
    async def nothing(*_: object, **__: object) -> None:
        await asyncio.Event().wait()

    for name in (
        "analysis.reviews",
        "bots.sweep",
        "clocks.service",
        "lobby.housekeeping",
        "notifications.scheduler",
        "replay.uploads",
        "stats.ratings",
        "tables.presence",
    ):
        monkeypatch.setattr(f"regnum.web.{name}.repeat", nothing)
    monkeypatch.setattr(Bots, "wake", lambda *_: None)
    with TestClient(create_app(replace(settings, ratings=True, remove_unused_after_days=1))) as door:
        yield House(door)


@poisoned
def test_clocks(house: House, poison: str) -> None:
    past = datetime.now(UTC) - timedelta(minutes=1)
    house.both(alarm=past)
    house.spoil(poison)
    looked: list[str] = []
    real = house.state.clocks.check_table

    async def ring(table: Any) -> None:
        looked.append(table.row.id)
        await real(table)

    house.state.clocks.check_table = ring
    house.do(house.state.clocks.check_due)
    assert looked == [house.good]


@poisoned
def test_bots(house: House, poison: str) -> None:
    house.both(due=True)
    house.spoil(poison)
    house.do(house.state.bot_sweep.wake_all)
    assert list(house.tables.cache.live) == [house.good]


@poisoned
def test_calls(house: House, poison: str) -> None:
    house.spoil(poison)
    calling = house.door.app.state.notifications.scheduler
    now = datetime.now(UTC)
    own = {"guest": house.guest_id(), "origin": "http://x", "language": "en", "failures": 0, "made": now, "said": ""}
    house.write(
        insert(CHANNELS).values(id="hook", kind="json", table_id="", address="http://a.example/x", key="k", **own),
        update(TABLES).values(told=-1),
    )
    house.do(calling._derive_pending)
    told = house.rows(select(TABLES.c.id).where(TABLES.c.told == TABLES.c.version))
    assert (house.good,) in [tuple(row) for row in told]
    house.write(update(NOTIFICATIONS).values(due=now - timedelta(seconds=1)))
    for table_id in (house.bad, house.good):
        house.write(
            insert(NOTIFICATIONS).values(table_id=table_id, kind="end", guest=house.guest_id(), mark=9, at=now, due=now)
        )
    house.do(calling._queue_due)
    assert any(f'"{house.good}"' in row[0] for row in house.rows(select(DELIVERIES.c.notice)))


@poisoned
def test_mails_of_the_day(house: House, poison: str) -> None:
    house.spoil(poison)
    now = datetime.now(UTC)
    own = {
        "table_id": "",
        "address": "",
        "key": "",
        "origin": "http://x",
        "language": "en",
        "failures": 0,
        "made": now,
        "said": "",
    }
    for guest, table_id in (("one", house.bad), ("other", house.good)):
        house.write(
            insert(CHANNELS).values(id=guest, guest=guest, kind=DAILY, due=now, **own),
            insert(NOTIFICATIONS).values(table_id=table_id, kind="move", guest=guest, mark=1, at=now, due=None),
        )
    house.do(house.door.app.state.notifications.scheduler._queue_daily_emails)
    assert [row[0] for row in house.rows(select(DELIVERIES.c.channel))] == ["other"]


def test_rows_without_a_readable_time_hold_up_no_notification(house: House) -> None:
    now, scheduler = datetime.now(UTC), house.state.notifications.scheduler
    daily = {"kind": DAILY, "address": "", "key": "", "origin": "http://x", "language": "en", "failures": 0, "said": ""}
    for guest, moment in (("bad", text("'0 bad'")), ("good", now)):
        house.write(
            insert(CHANNELS).values(id=guest, guest=guest, table_id="", made=now, due=moment, **daily),
            insert(NOTIFICATIONS).values(table_id="nowhere", kind="move", guest=guest, mark=1, at=now, due=moment),
            insert(DELIVERIES).values(id=f"old {guest}", channel="nobody", notice="{}", made=now, due=moment, tries=0),
        )
    due = {
        name: {row[0] for row in house.rows(select(column).where(moment <= now))}
        for name, column, moment in (
            ("daily", CHANNELS.c.id, CHANNELS.c.due),
            ("notifications", NOTIFICATIONS.c.guest, NOTIFICATIONS.c.due),
            ("deliveries", DELIVERIES.c.id, DELIVERIES.c.due),
        )
    }
    assert due == {
        "daily": {"bad", "good"},
        "notifications": {"bad", "good"},
        "deliveries": {"old bad", "old good"},
    }
    house.do(scheduler._queue_daily_emails)
    house.do(scheduler._queue_due)
    house.do(house.state.notifications._queue.send_due)
    house.do(house.state.notifications._queue.close)
    left = [str(row[0]) for row in house.rows(select(CHANNELS.c.id).where(CHANNELS.c.due <= now))]
    assert left == ["bad"]
    sent = select(NOTIFICATIONS.c.guest).where(NOTIFICATIONS.c.due.is_not(None))
    assert [row[0] for row in house.rows(sent)] == ["bad"]
    left = house.rows(select(DELIVERIES.c.id).where((DELIVERIES.c.channel == "nobody") & (DELIVERIES.c.due <= now)))
    assert [row[0] for row in left] == ["old bad"]


@poisoned
def test_reviews_outcomes_and_figures(house: House, poison: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "SEARCH_BUDGET", SearchBudget(iterations=6, worlds=3))
    for table_id in (house.bad, house.good):
        play_to_the_end(house.door.app.state.settings.data / "test.db", table_id)
        house.do(partial(house.state.reviews.store.request, ReviewDue(table_id)))
    house.spoil(poison)
    house.state.reviews.set_leading(True)
    house.do(house.state.reviews._process_requested)
    done = select(REVIEWS.c.due).where(REVIEWS.c.table_id == house.good)
    assert [tuple(row) for row in house.rows(done)] == [(False,)]
    assert house.state.ratings is not None
    house.do(house.state.ratings.store_missing_outcomes)
    assert (house.good,) in [tuple(row) for row in house.rows(select(OUTCOMES.c.table_id))]
    assert "Games" in house.ann.get("/me")


@poisoned
def test_tidying(house: House, poison: str) -> None:
    house.both(made=datetime.now(UTC) - timedelta(days=3))
    house.spoil(poison)
    house.do(house.state.housekeeping.remove_unused_tables)
    left = [house.bad] if poison in ("of no phase", "of no time") else []  # whether it is old cannot be known
    assert [row[0] for row in house.rows(select(TABLES.c.id))] == left


@poisoned
def test_catching_up(house: House, poison: str) -> None:
    for table_id in (house.bad, house.good):
        house.ann.get(f"/table/{table_id}")
    live = dict(house.tables.cache.live)
    house.write(update(TABLES).values(version=TABLES.c.version + 1, pace="slow"))
    house.write(update(TABLES).where(TABLES.c.id == house.bad).values(**POISONS[poison]))
    house.do(house.tables.cache.catch_up_all)
    assert live[house.good].row.pace == "slow"
    kept = poison == "of a game that is gone"  # its rules are loaded, and its options fit
    assert (house.bad in house.tables.cache.live) == kept


@poisoned
def test_pages(house: House, poison: str) -> None:
    house.spoil(poison)
    for path in ("/", "/tables", "/lobby", "/waiting", "/go", "/me", "/tokens"):
        page = house.ann.request("GET", path, follow_redirects=True)
        assert page.status_code == 200, path
        if path in ("/", "/tables", "/go"):
            assert f"/table/{house.good}" in page.text, path
    house.both(listed=True, phase="waiting")
    assert house.ann.request("GET", "/lobby").status_code == 200


def test_an_item_that_failed_rests_and_is_tried_again(caplog: pytest.LogCaptureFixture) -> None:
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


def test_a_job_goes_on_whatever_becomes_of_one_run(caplog: pytest.LogCaptureFixture) -> None:
    runs: list[int] = []

    async def job() -> None:
        runs.append(len(runs))
        if len(runs) == 1:
            raise Busy("away")
        if len(runs) == 2:
            raise KeyError("x")
        if len(runs) == 3:
            raise asyncio.CancelledError

    async def whole() -> None:
        with pytest.raises(asyncio.CancelledError):
            await repeat(job, 0.0, "running")

    asyncio.run(whole())
    assert runs == [0, 1, 2]
    assert caplog.text.count("running failed") == 1, "where the store is away, that is known already"
