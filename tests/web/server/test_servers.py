"""Several servers on one store act as one: each sees the changes of the others at once."""

import asyncio
import random
import signal
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import httpx
import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from sqlalchemy import Connection

from regnum.web.clocks import service as clock_service
from regnum.web.db.postgres import PING_INTERVAL
from regnum.web.errors import ConflictError, RefusedError
from regnum.web.services import Services
from regnum.web.settings import Settings
from regnum.web.tables.models import GUEST, PLAYING, Entry, TableUpdate
from tests.support.server.server_process import Server
from tests.support.store.postgres import run_statements
from tests.support.store.stores import open_store, store_at
from tests.support.web.apps import create_app, live_table, run_in_thread, wait_for
from tests.support.web.clock_time import age_table
from tests.support.web.guests import LINK, Guest
from tests.support.web.tables import move_randomly, open_table

pytestmark = pytest.mark.full  # servers of their own, in processes of their own

T = TypeVar("T")
SOON = 0.1
"""Seconds within which an open page of another server follows."""


class TwoServers:
    """Two servers in this process, and guests whose browsers know both."""

    def __init__(self, settings: Settings, stack: ExitStack) -> None:
        self.apps: list[Litestar] = [create_app(settings) for _ in range(2)]
        self.clients: list[TestClient[Litestar]] = [stack.enter_context(TestClient(app)) for app in self.apps]

    def open_browsers(self) -> tuple[Guest, Guest]:
        """Return a guest at the first and at the second server, with the same cookies."""
        first, second = (Guest(client) for client in self.clients)
        first.get("/credits")
        second.cookies = first.cookies
        return first, second

    def open_full_table(self) -> tuple[str, list[tuple[Guest, Guest]]]:
        """Return a table with three people, and the people."""
        guests = [self.open_browsers() for _ in range(3)]
        table = guests[0][0].open_table("me", "open", "open", option_first_player="1")
        for at, path in enumerate(guests[0][0].invitations(table)):
            assert guests[at + 1][at % 2].join(path, f"Friend {at}").status_code == 303
        return table, guests


@pytest.fixture
def two_servers(settings: Settings, database: str) -> Iterator[TwoServers]:
    with ExitStack() as stack:
        yield TwoServers(replace(settings, database=database), stack)


class VersionWatcher:
    """Records when a table reaches its versions on a server."""

    def __init__(self, app: Litestar, table: str) -> None:
        self.table = live_table(app, table)
        self.seen: dict[int, float] = {}
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look)

    def _look(self) -> None:
        while not self._ended.wait(0.002):
            self.seen.setdefault(self.table.version, time.monotonic())

    def __enter__(self) -> "VersionWatcher":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()


def play(guests: list[tuple[Guest, Guest]], table: str, server: int) -> None:
    """Let the player to act choose on one of the servers."""
    acting = next(guest[server] for guest in guests if guest[server].choices(table))
    assert acting.act(table, acting.choices(table)[0]).status_code == 200


def test_moves_are_seen_on_the_other_server(two_servers: TwoServers) -> None:
    table, guests = two_servers.open_full_table()
    for server in (0, 1, 1, 0, 1, 0, 0):
        play(guests, table, server)
        pages = [[guest[at].entry_count(table) for guest in guests] for at in (1 - server, server)]
        assert pages[0] == pages[1], "the next request shows it"
    delays = []
    with VersionWatcher(two_servers.apps[1], table) as watcher:
        for _ in range(9):
            play(guests, table, 0)
            done, version = time.monotonic(), live_table(two_servers.apps[0], table).version
            wait_for(lambda version=version: version in watcher.seen)  # type: ignore[misc]
            delays.append(watcher.seen[version] - done)
    assert statistics.median(delays) < SOON, delays
    assert live_table(two_servers.apps[0], table).state == live_table(two_servers.apps[1], table).state
    assert (
        live_table(two_servers.apps[0], table).play.record.entries
        == live_table(two_servers.apps[1], table).play.record.entries
    )


def test_waiting_table_begins_on_all_servers(two_servers: TwoServers) -> None:
    host, elsewhere = two_servers.open_browsers()
    table = host.open_table("me", "bot:random", "open", option_first_player="1")
    assert "/join/" in elsewhere.get(f"/table/{table}")
    with VersionWatcher(two_servers.apps[1], table) as watcher:
        (path,) = host.invitations(table)
        assert two_servers.open_browsers()[0].join(path, "Ben").status_code == 303
        done = time.monotonic()
        wait_for(lambda: 1 in watcher.seen)
        assert watcher.seen[1] - done < 5 * SOON
    assert live_table(two_servers.apps[1], table).phase == "playing"
    assert "/join/" not in elsewhere.get(f"/table/{table}")


def test_seat_handed_over_on_one_server_is_gone_on_the_other(two_servers: TwoServers) -> None:
    table, guests = two_servers.open_full_table()
    (old, old_elsewhere), (new, new_elsewhere) = guests[0], two_servers.open_browsers()
    action = old_elsewhere.choices(table)[0]
    entry_count = old_elsewhere.entry_count(table)
    (link,) = LINK.findall(old.get(f"/table/{table}/seat"))[:1]
    assert new.post(link, {}).status_code == 303
    refused = old_elsewhere.act(table, action, entry_count)
    assert (refused.status_code, "continue there" in refused.text) == (409, True)
    assert "in use in another browser" in old_elsewhere.get(f"/table/{table}")
    assert new_elsewhere.act(table, action, entry_count).status_code == 200


def test_store_refuses_moves_for_a_seat_handed_over(database: str, settings: Settings) -> None:
    """The server has neither received a change nor looked: the check fails only when it writes."""

    async def work() -> None:
        stores = [await open_store(database), store_at(database)]
        services = Services(stores[0].database, settings)
        first_server, second_server = services.tables, Services(stores[1].database, settings).tables
        table = await open_table(first_server, GUEST, GUEST, GUEST)
        same = await second_server.get(table.row.id)
        assert same is not None
        seat = table.state.players_to_act[0]
        token = await stores[0].seats.personal_link(table.row.id, f"g{seat}")
        assert token is not None
        await first_server.get(table.row.id)
        await services.seat_transfers.transfer_seat(table, seat, token, "thief", None)
        assert same.seat_of(f"g{seat}") == seat, "the other server does not know yet"
        action = str(same.state.legal_actions(seat)[0])
        with pytest.raises(RefusedError, match="not_seated"):
            await second_server.act(same, seat, action, same.entry_count, f"g{seat}")
        assert await stores[1].entries.of_table(table.row.id) == []
        assert await second_server.act(same, seat, action, same.entry_count, "thief") == 1
        for store in stores:
            await store.database.close()

    run_in_thread(lambda: asyncio.run(work()))


def test_simultaneous_moves_on_two_servers_both_count(database: str, settings: Settings) -> None:
    """Players who decide simultaneously need not retry because of another server."""

    async def work() -> None:
        stores = [await open_store(database), store_at(database)]
        first_server, second_server = (Services(store.database, settings).tables for store in stores)
        table = await open_table(first_server, GUEST, GUEST, GUEST)
        dice = random.Random(1)
        while len(table.state.players_to_act) < 3:
            await move_randomly(first_server, table, dice)
        same = await second_server.get(table.row.id)
        assert same is not None
        entry_number = table.entry_count
        moves = [
            (tables, at, seat, str(at.state.legal_actions(seat)[0]))
            for seat, (tables, at) in enumerate(((first_server, table), (second_server, same), (first_server, table)))
        ]
        reached = await asyncio.gather(
            *(tables.act(at, seat, action, entry_number, f"g{seat}") for tables, at, seat, action in moves)
        )
        assert sorted(reached) == [entry_number + 1, entry_number + 2, entry_number + 3]
        for store in stores:
            await store.database.close()

    run_in_thread(lambda: asyncio.run(work()))


def test_retried_move_is_not_refused(database: str, settings: Settings) -> None:
    """The connection breaks after the commit: the retry finds what the first attempt has written."""

    async def work() -> None:
        store = await open_store(database)
        table = await open_table(Services(store.database, settings).tables, GUEST, GUEST, GUEST)
        write = store.database.write

        async def twice(work: Callable[[Connection], T], single_statement: bool = False) -> T:
            await write(work, single_statement)
            return await write(work, single_statement)

        store.database.write = twice  # type: ignore[method-assign]
        await store.entries.append(table.row.id, 0, Entry(1, 0, "settle N1"), PLAYING, awaits_bot=False)
        assert await store.entries.of_table(table.row.id) == [(0, "settle N1")]
        with pytest.raises(ConflictError):
            await store.entries.append(table.row.id, 0, Entry(1, 0, "settle N1"), PLAYING, awaits_bot=False)
        await store.database.close()

    run_in_thread(lambda: asyncio.run(work()))


def test_repeated_change_messages_have_no_effect(database: str, settings: Settings) -> None:
    """A table is read while it goes on, so its entries may be newer than its version."""

    async def work() -> None:
        stores = [await open_store(database), store_at(database)]
        first_server, second_server = (Services(store.database, settings) for store in stores)
        table = await open_table(first_server.tables, GUEST, GUEST, GUEST)
        seat = table.state.players_to_act[0]
        action = str(table.state.legal_actions(seat)[0])
        await first_server.tables.act(table, seat, action, 0)
        same = await second_server.tables.get(table.row.id)
        assert same is not None
        same.version -= 1
        for message in (
            TableUpdate(table.row.id, 1, False, Entry(1, seat, action)),
            TableUpdate(table.row.id, 1, False),
        ):
            second_server.receive_message(msgspec.json.encode(message).decode())
            await second_server._background.wait()
            assert (same.version, same.entry_count, same.state) == (1, 1, table.state)
        for store in stores:
            await store.database.close()

    run_in_thread(lambda: asyncio.run(work()))


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
def test_broken_connection_is_reopened(two_servers: TwoServers, database: str) -> None:
    table, guests = two_servers.open_full_table()
    play(guests, table, 1)
    run_in_thread(
        lambda: run_statements(
            database,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )
    )
    play(guests, table, 0)
    version = live_table(two_servers.apps[0], table).version
    wait_for(lambda: live_table(two_servers.apps[1], table).version == version)
    with VersionWatcher(two_servers.apps[1], table) as watcher:
        play(guests, table, 0)
        wait_for(lambda: version + 1 in watcher.seen)


def test_one_server_leads_until_it_stops(settings: Settings, database: str) -> None:
    other_settings = replace(settings, database=database)
    with ExitStack() as stack:
        two_servers = TwoServers(other_settings, stack)
        with TestClient(create_app(other_settings)) as third:
            apps = [*two_servers.apps, third.app]
            wait_for(lambda: any(app.state.leading.is_set() for app in apps))
            time.sleep(2 * PING_INTERVAL)
            assert sum(app.state.leading.is_set() for app in apps) == 1
        wait_for(lambda: sum(app.state.leading.is_set() for app in two_servers.apps) == 1)


def test_bots_play_on_the_leader_and_move_to_the_next_one(tmp_path: Path, database: str) -> None:
    servers = [Server(tmp_path / "data", bot_delay=0.3, database=database).start() for _ in range(2)]
    try:
        table = Guest(httpx.Client(base_url=servers[1].address, timeout=60)).open_table(*["bot:random"] * 3, name="")
        wait_for(lambda: entries(database, table) > 1)  # there are no watchers
        assert entries(database, table) < 12, "one server plays, and it pauses"
        servers[0].stop(signal.SIGKILL)
        stood, killed = entries(database, table), time.monotonic()
        wait_for(lambda: entries(database, table) > stood + 1)
        assert time.monotonic() - killed < 60
    finally:
        for server in servers:
            server.stop()


def entries(database: str, table: str) -> int:
    """Return the number of stored entries of a table."""

    async def count() -> int:
        store = store_at(database)
        try:
            return len(await store.entries.of_table(table))
        finally:
            await store.database.close()

    return run_in_thread(lambda: asyncio.run(count()))


def test_one_server_watches_the_clocks_and_each_event_is_notified_once(
    two_servers: TwoServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if both servers look, as while the lead changes, only one of them writes."""
    monkeypatch.setattr(clock_service, "CLOCK_SWEEP_INTERVAL", 0.03)
    seen_values: list[tuple[int, str, int]] = []
    for at, app in enumerate(two_servers.apps):
        app.state.events.listen(lambda _, what, at=at: seen_values.append((at, what.kind, what.seat)))
    wait_for(lambda: any(app.state.leading.is_set() for app in two_servers.apps))
    leader = next(at for at, app in enumerate(two_servers.apps) if app.state.leading.is_set())
    (ann, ann_elsewhere), (ben, _) = two_servers.open_browsers(), two_servers.open_browsers()
    table = ann.open_table(
        "me", "open", "bot:random", option_first_player="1", clock_preset="brisk", clock_substitute="random"
    )
    assert ben.join(ann.invitations(table)[0], "Ben").status_code == 303
    live = live_table(two_servers.apps[0], table)
    wait_for(lambda: live.phase == "playing" and not live.bots_to_act())
    seat = live.state.players_to_act[0]
    settings = two_servers.apps[0].state.settings
    for hours in (9, 24, 3):
        version = live.version
        run_in_thread(lambda: asyncio.run(age_table(settings.database, live, hours * 3600.0)))  # noqa: B023
        ann.get(f"/table/{table}")
        wait_for(lambda: live.version > version + 1)  # noqa: B023
    wait_for(lambda: not live.bots_to_act())
    assert [what for what in seen_values if what[2] == seat] == [
        (leader, "reminded", seat), (leader, "reminded", seat), (leader, "stand_in_began", seat)
    ]  # fmt: skip
    assert "plays for" in ann_elsewhere.get(f"/table/{table}"), "the other server knows"
    same = live_table(two_servers.apps[1], table)
    assert same.row.seats[seat].absent

    async def ring_on_both() -> None:
        stores = [store_at(settings.database) for _ in range(2)]
        both = [Services(store.database, settings) for store in stores]
        rung: list[str] = []
        at = [await services.tables.get(table) for services in both]
        await age_table(settings.database, live, 40 * 3600.0)
        for services, known in zip(both, at, strict=True):
            assert known is not None
            await services.tables.get(table)
            services.events.listen(lambda _, what: rung.append(what.kind))
        await asyncio.gather(
            *(services.clocks.check_table(known) for services, known in zip(both, at, strict=True) if known)
        )
        assert len(rung) <= 1
        for store in stores:
            await store.database.close()

    run_in_thread(lambda: asyncio.run(ring_on_both()))
