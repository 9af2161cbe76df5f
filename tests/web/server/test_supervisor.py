"""`serve --workers N`: several processes on one port act as one server, and are restarted."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.support.server.server_process import Server
from tests.support.web.apps import wait_for
from tests.support.web.guests import Guest

pytestmark = pytest.mark.full  # servers of their own, in processes of their own


@pytest.fixture
def server(tmp_path: Path, database: str) -> Iterator[Server]:
    running = Server(tmp_path / "data", bot_delay=0.05, database=database, workers=3).start()
    yield running
    running.stop()


def children(server: Server) -> set[int]:
    """Return the serving processes of a server."""
    listed = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text()
    return {int(child) for child in listed.split()}


def new_guest(server: Server) -> Guest:
    """Return a guest whose requests use separate connections, so that all processes get some."""
    return Guest(httpx.Client(base_url=server.address, timeout=20, headers={"connection": "close"}))


def test_many_processes_are_one_server(server: Server) -> None:
    guests = [new_guest(server) for _ in range(3)]
    table = guests[0].open_table("me", "open", "open")
    for at, path in enumerate(guests[0].invitations(table)):
        assert guests[at + 1].join(path, f"Friend {at}").status_code == 303
    for count in range(12):
        acting = next(guest for guest in guests if guest.choices(table))
        assert acting.act(table, acting.choices(table)[0]).status_code == 200
        assert {guest.entry_count(table) for guest in guests} == {count + 1}


def test_dead_process_is_restarted_and_bots_continue(server: Server) -> None:
    guest = new_guest(server)
    table = guest.open_table("bot:random", "bot:random", "bot:random", name="")
    first = children(server)
    assert len(first) == 3
    for child in first:
        stood = guest.entry_count(table)
        os.kill(child, signal.SIGKILL)
        wait_for(lambda child=child: child not in children(server) and len(children(server)) == 3)  # type: ignore[misc]
        for _ in range(200):
            try:
                if guest.entry_count(table) > stood or "Final scoring" in guest.get(f"/table/{table}"):
                    break
            except httpx.TransportError:  # it was the one that answered
                continue
            time.sleep(0.05)
        else:
            pytest.fail("the bots stand still")
    assert not first & children(server)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_stopped_server_leaves_no_processes(tmp_path: Path, how: signal.Signals) -> None:
    server = Server(tmp_path / "data", workers=2).start()
    assert server.process is not None
    process, served = server.process, children(server)
    server.stop(how)
    assert process.exitcode == (-signal.SIGKILL if how == signal.SIGKILL else 0)
    wait_for(lambda: not any(Path(f"/proc/{child}").exists() for child in served))
