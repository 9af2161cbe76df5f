"""When guests were last seen, in the database and on this server."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, select

from regnum.web.db.schema import LAST_SEEN
from regnum.web.presence import last_seen
from regnum.web.presence.last_seen import ABSENT_AFTER, LAST_SEEN_RETENTION, WRITE_INTERVAL, LastSeenStore
from regnum.web.tables.store import TableStore
from tests.support.store.stores import with_store

HOUR = timedelta(hours=1)


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(last_seen, "time", clock)
    return clock


def run(tmp_path: Path, work: Callable[[TableStore, LastSeenStore, list[list[str]]], Awaitable[None]]) -> None:
    """Run work with a store, times, and a list of the guests of each write."""

    async def opened(store: TableStore) -> None:
        written: list[list[str]] = []

        def on_seen(_connection: Connection, guests: list[str]) -> None:
            written.append(guests)

        await work(store, LastSeenStore(store.database, on_seen), written)

    with_store(f"sqlite:///{tmp_path / 'test.db'}", opened)


async def add(store: TableStore, **times: datetime) -> None:
    rows = [{"guest": guest, "seen_at": seen_at} for guest, seen_at in times.items()]
    await store.database.write(lambda connection: connection.execute(insert(LAST_SEEN), rows).close())


async def stored(store: TableStore) -> set[str]:
    return await store.database.read(lambda connection: set(connection.execute(select(LAST_SEEN.c.guest)).scalars()))


def test_times_are_written_at_intervals_and_only_if_there_are_new_ones(tmp_path: Path, clock: Clock) -> None:
    async def work(store: TableStore, times: LastSeenStore, written: list[list[str]]) -> None:
        await times.write()
        assert written == []
        for guest in ("bob", "ann", "bob"):
            times.record(guest)
        await times.write()
        assert written == [["ann", "bob"]]
        assert await stored(store) == {"ann", "bob"}
        times.record("eve")
        clock.now += WRITE_INTERVAL - 1
        await times.write()
        assert len(written) == 1
        clock.now += 1
        await times.write()
        assert written[1:] == [["eve"]]
        clock.now += WRITE_INTERVAL
        await times.write()
        assert len(written) == 2

    run(tmp_path, work)


def test_times_older_than_their_retention_are_deleted(tmp_path: Path, clock: Clock) -> None:
    async def work(store: TableStore, times: LastSeenStore, written: list[list[str]]) -> None:
        now = datetime.now(UTC)
        await add(
            store,
            old=now - LAST_SEEN_RETENTION - HOUR,
            young=now - LAST_SEEN_RETENTION + HOUR,
            ann=now - LAST_SEEN_RETENTION,
        )
        times.record("ann")
        await times.write()
        assert await stored(store) == {"young", "ann"}
        assert (await times.times_of(["ann"]))["ann"] >= now

    run(tmp_path, work)


def test_latest_time_counts_wherever_a_guest_was_seen(tmp_path: Path, clock: Clock) -> None:
    async def work(store: TableStore, times: LastSeenStore, written: list[list[str]]) -> None:
        now = datetime.now(UTC)
        await add(store, ann=now + HOUR, bob=now - HOUR, eve=now, other=now)
        times.record("ann")
        times.record("bob")
        times.record("here")
        times.record("elsewhere")
        found = await times.times_of(["ann", "bob", "eve", "here", "never"])
        assert set(found) == {"ann", "bob", "eve", "here"}
        assert (found["ann"], found["eve"]) == (now + HOUR, now)
        assert found["bob"] >= now
        assert found["here"] >= now

    run(tmp_path, work)


def test_times_stay_recorded_if_another_server_stores_the_guest_first(tmp_path: Path, clock: Clock) -> None:
    """The insert then violates the primary key."""

    async def work(store: TableStore, times: LastSeenStore, written: list[list[str]]) -> None:
        def too_late(connection: Connection, guests: list[str]) -> None:
            connection.execute(insert(LAST_SEEN).values(guest=guests[0], seen_at=datetime.now(UTC)))

        failing = LastSeenStore(store.database, too_late)
        failing.record("ann")
        await failing.write()
        assert await stored(store) == set()
        assert set(await failing.times_of(["ann"])) == {"ann"}

    run(tmp_path, work)


def test_time_until_absence_matches_the_documentation() -> None:
    assert timedelta(minutes=15) == ABSENT_AFTER
