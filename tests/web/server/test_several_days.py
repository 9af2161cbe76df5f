"""Friends over days at two servers on one store: each thing is shown, notified and done once."""

import asyncio
import json
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from regnum.web.tables.models import TableRow
from regnum.web.timing.wall_clock import HOUR
from tests.support.server.server_process import Server
from tests.support.server.webhook_receivers import Receiver, run_receiver
from tests.support.store.stores import store_at
from tests.support.web.apps import run_in_thread, wait_for
from tests.support.web.clock_time import OWN, SECOND, age_row
from tests.support.web.guests import Guest

QUIET = 1.5
"""Seconds after which a server would have sent all notifications."""


def stored(database: str, table: str) -> TableRow:
    """Return a table from the store."""

    async def read() -> TableRow:
        store = store_at(database)
        try:
            row = await store.table(table)
            assert row is not None
            return row
        finally:
            await store.database.close()

    return run_in_thread(lambda: asyncio.run(read()))


def pass_time(database: str, table: str, seconds: float) -> None:
    """Let time pass at a table; wait until a server has checked its clocks."""
    row = stored(database, table)
    run_in_thread(lambda: asyncio.run(age_row(database, row, seconds)))
    wait_for(lambda: stored(database, table).version > row.version + 1)


class Account(Guest):
    """A person at one of the servers, with a webhook."""

    def __init__(self, server: Server, name: str, receiver: Receiver) -> None:
        super().__init__(httpx.Client(base_url=server.address, timeout=30))
        self.name = name
        self.receiver = receiver
        hook = {"kind": "json", "address": f"{receiver.address}/{name}"}
        assert self.post("/notifications/webhook", hook).status_code == 303

    def go_to(self, server: Server) -> None:
        """Continue at another server with the same cookies."""
        self.client = httpx.Client(base_url=server.address, timeout=30)

    @contextmanager
    def read_stream(self, table: str) -> Iterator[list[str]]:
        """Yield the lines of the stream of a table."""
        recorded: list[str] = []
        entry_count = self.entry_count(table)
        client = httpx.Client(base_url=self.client.base_url, cookies=self.cookies, timeout=30)

        def follow() -> None:
            try:
                with client.stream("GET", f"/table/{table}/events?since={entry_count}") as answer:
                    for line in answer.iter_lines():
                        recorded.append(line)
            except httpx.HTTPError:
                pass  # it is closed at the end

        thread = threading.Thread(target=follow, daemon=True)
        thread.start()
        yield recorded
        client.close()

    def notification_counts(self) -> Counter[str]:
        """Return the number of notifications by kind."""
        path = f"/{self.name}"
        return Counter(json.loads(got.body)["event"] for got in self.receiver.received if got.path == path)


@pytest.mark.full
def test_two_servers_share_a_table_over_days(tmp_path: Path, database: str) -> None:
    environment = {"REGNUM_ALLOW_PRIVATE_WEBHOOKS": "yes", "REGNUM_NOTIFY_AFTER": "1"}
    servers = [Server(tmp_path / "data", database=database, environment=environment).start() for _ in range(2)]
    try:
        with run_receiver() as receiver:
            people = [Account(servers[0], "Ann", receiver), Account(servers[1], "Bob", receiver)]
            ann, bob = people
            table = ann.open_table("me", "open", "bot:random", option_first_player="1", **OWN)
            hook = {"kind": "json", "address": f"{receiver.address}/table"}
            assert ann.post(f"/table/{table}/webhooks", hook).status_code == 303
            assert bob.join(ann.invitations(table)[0], "Bob").status_code == 303

            # What is said at one server is heard at the other.
            with ann.read_stream(table) as at_ann, bob.read_stream(table) as at_bob:
                ann.post(f"/table/{table}/chat", {"text": "Hello from the sofa"}, live=True)
                wait_for(lambda: any("Hello from the sofa" in line for line in at_bob))
                bob.post(f"/table/{table}/chat", {"text": "Hello from the train"}, live=True)
                wait_for(lambda: any("Hello from the train" in line for line in at_ann))
                for heard in (at_ann, at_bob):
                    assert sum("Hello from the sofa" in line for line in heard) == 1

            # The player to act is notified once. Their time runs out while the leader is killed.
            wait_for(lambda: any(person.choices(table) for person in people))
            late = next(person for person in people if person.choices(table))
            seat, other = people.index(late), people[1 - people.index(late)]
            wait_for(lambda: late.notification_counts()["move"] == 1)
            pass_time(database, table, 2.1 * HOUR)
            wait_for(lambda: late.notification_counts()["time"] == 1)
            servers[0].stop(signal.SIGKILL)
            ann.go_to(servers[1])
            time.sleep(SECOND)
            pass_time(database, table, 0.6 * HOUR)
            wait_for(lambda: late.notification_counts()["time"] == 2)
            assert stored(database, table).seats[seat].bot is None
            servers[0].start()
            late.go_to(servers[0])
            pass_time(database, table, HOUR)
            wait_for(lambda: bool(other.choices(table)))
            row = stored(database, table)
            assert (row.seats[seat].bot, row.seats[seat].guest is not None) == (row.substitute, True)
            instead = f"is playing for {late.name}"
            assert instead in other.get(f"/table/{table}")

            # He comes back at the server that was away, plays there, and the other one knows.
            assert late.choices(table) == []
            assert late.post(f"/table/{table}/return", {}).status_code == 303
            assert instead not in other.get(f"/table/{table}")
            while not late.choices(table):
                if offered := other.choices(table):
                    assert other.act(table, offered[0]).status_code == 200
                time.sleep(0.05)
            assert late.act(table, late.choices(table)[0]).status_code == 200
            assert other.entry_count(table) == late.entry_count(table)
            time.sleep(QUIET)
            assert (late.notification_counts()["time"], other.notification_counts()["time"]) == (2, 0)
            assert all(person.notification_counts()["start"] <= 1 for person in people)
            assert [json.loads(got.body)["event"] for got in receiver.received if got.path == "/table"].count(
                "start"
            ) == 1
            calls = Counter(got.headers["regnum-call"] for got in receiver.received)
            assert set(calls.values()) == {1}, "nothing is notified twice"
    finally:
        for server in servers:
            server.stop()
