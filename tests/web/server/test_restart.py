"""Restarts: a killed server shows the same position when it is back."""

import random
import re
import signal
import socket
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import regnum.web.server.run as server_module
from regnum.web.server.run import ServerStartError, addresses, serve
from tests.support.server.server_process import Server
from tests.support.web.apps import run_in_thread, wait_for
from tests.support.web.guests import Guest

pytestmark = pytest.mark.full  # servers of their own, in processes of their own


@pytest.fixture
def own_server(tmp_path: Path) -> Server:
    return Server(tmp_path / "data")


def visitors(server: Server, count: int) -> list[Guest]:
    return [Guest(httpx.Client(base_url=server.address, timeout=60)) for _ in range(count)]


def test_killed_server_restores_the_position(own_server: Server) -> None:
    own_server.start()
    try:
        guests = visitors(own_server, 4)
        host = guests[0]
        table = host.open_table("me", "open", "open")
        for number, path in enumerate(host.invitations(table)):
            guests[number + 1].join(path, f"Friend {number}")
        dice = random.Random(5)
        acted = 0
        while acted < 60:
            for guest in guests[:3]:
                if choices := guest.choices(table):
                    assert guest.act(table, dice.choice(choices)).status_code == 200
                    acted += 1
        before = [guest.get(f"/table/{table}") + guest.get(f"/table/{table}/log") for guest in guests]
        port = own_server.port
        own_server.stop(signal.SIGKILL)
        own_server.start(port)
        after = [guest.get(f"/table/{table}") + guest.get(f"/table/{table}/log") for guest in guests]
        assert after == before
        assert len(set(before)) == 4, "each seat sees something of its own"
        acting = next(guest for guest in guests if guest.choices(table))
        assert acting.act(table, acting.choices(table)[0]).status_code == 200
    finally:
        own_server.stop()


def test_bots_continue_after_a_kill_without_a_visitor(own_server: Server) -> None:
    own_server.bot_delay = 0.1
    own_server.start()
    try:
        (guest,) = visitors(own_server, 1)
        table = guest.open_table("bot:random", "bot:random", "bot:random", name="")
        guest.get(f"/table/{table}")
        port = own_server.port
        own_server.stop(signal.SIGKILL)
        own_server.bot_delay = 0.0
        own_server.start(port)
        wait_for(lambda: phase(own_server, table) == "finished")
        assert "Final scoring" in guest.get(f"/table/{table}")
    finally:
        own_server.stop()


def phase(server: Server, table: str) -> str:
    """Return the phase of a table from the database, without asking the server."""
    with sqlite3.connect(server.data / "regnum.db") as database:
        (result,) = database.execute("select phase from tables where id = ?", (table,)).fetchone()
    return str(result)


def test_open_streams_do_not_delay_the_shutdown(own_server: Server) -> None:
    own_server.start()
    (guest,) = visitors(own_server, 1)
    table = guest.open_table("me", "bot:random", "bot:random")
    with guest.client.stream("GET", f"/table/{table}/events?since=0", timeout=5) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        assert next(response.iter_bytes()).startswith(b"retry:")
        assert own_server.process is not None
        process = own_server.process
        own_server.stop()
    assert process.exitcode == 0


def read_until(parts: Iterator[str], event: str) -> str:
    """Read a stream until an event is complete; return everything read."""
    received = ""
    for part in parts:
        received += part
        if event in received and received.endswith("\n\n"):
            return received
    raise AssertionError(f"no {event} in {received!r}")


def test_stream_sends_the_newest_state_once(own_server: Server) -> None:
    own_server.start()
    try:
        (guest,) = visitors(own_server, 1)
        table = guest.open_table("bot:random", "bot:random", "me")
        wait_for(lambda: bool(guest.choices(table)))
        entry_count = guest.entry_count(table)
        guest.client.cookies = guest.cookies
        with guest.client.stream("GET", f"/table/{table}/events?since=999", timeout=5) as response:
            received = read_until(response.iter_text(), "event: panel")
        assert received.count("event: pieces") == received.count("event: panel") == 1
        assert f"id: {entry_count}\n" in received
        for nonsense in (b"9" * 5000, b"\xb2", b"-1", b"1e3"):
            with guest.client.stream(
                "GET", f"/table/{table}/events?since=999", headers={b"last-event-id": nonsense}, timeout=5
            ) as response:
                assert response.status_code == 200, nonsense
                assert read_until(response.iter_text(), "event: panel"), "values that are not numbers are skipped"
        headers = {"last-event-id": str(entry_count)}
        with guest.client.stream("GET", f"/table/{table}/events?since=0", headers=headers, timeout=2) as response:
            lines = response.iter_text()
            assert read_until(lines, "retry") == "retry: 1000\n\n"
            with pytest.raises(httpx.ReadTimeout):  # a page that is up to date gets nothing twice
                next(lines)
    finally:
        own_server.stop()


def test_server_for_all_networks_prints_usable_addresses() -> None:
    with socket.socket() as listener:
        listener.bind(("0.0.0.0", 0))
        port = listener.getsockname()[1]
        own, others = addresses(listener, "0.0.0.0")
        assert own == f"http://127.0.0.1:{port}"
        assert re.fullmatch(rf"(http://[0-9.]+:{port})?", others)
        assert not any(wrong in others for wrong in ("127.0.0.1", "0.0.0.0"))
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        assert addresses(listener, "localhost") == (f"http://localhost:{port}", "")


@pytest.mark.parametrize("inside", [True, False])
def test_container_address_is_not_printed(inside: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = tmp_path / "mark"
    monkeypatch.setattr(server_module, "CONTAINER", (mark,))
    monkeypatch.setattr(server_module, "is_loopback", lambda host: False)  # without a network
    if inside:
        mark.touch()
    with socket.socket() as listener, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        listener.bind(("0.0.0.0", 0))
        try:
            probe.connect(("192.0.2.1", 9))
            expected = f"http://{probe.getsockname()[0]}:{listener.getsockname()[1]}"
        except OSError:
            expected = ""
        assert addresses(listener, "0.0.0.0")[1] == ("" if inside else expected)


def test_taken_port_is_reported_in_one_line(
    own_server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("REGNUM_DATA", str(tmp_path))
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        with pytest.raises(ServerStartError, match=rf"^cannot listen on 127\.0\.0\.1:{port}: .*another port$"):
            run_in_thread(lambda: serve(port=port))


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("nonsense", "cannot use the database"),
        ("mysql+pymysql://me@127.0.0.1/x", "cannot use the database"),
        ("sqlite:////no/such/folder/x.db", "there is no folder /no/such/folder$"),
        ("sqlite://", "give it a file"),
        ("postgresql://me:hush@127.0.0.1:9/x", "refused|Connect call failed"),
    ],
)
def test_invalid_database_is_reported_in_one_line(
    url: str, says: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("REGNUM_DATA", str(tmp_path))
    monkeypatch.setattr("regnum.web.db.retry.DATABASE_TIMEOUT", 1.0)
    with pytest.raises(ServerStartError) as error:
        run_in_thread(lambda: serve(port=0, database=url))
    assert re.search(says, str(error.value))
    assert "hush" not in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(("host", "port"), [("127.0.0.1", 70000), ("127.0.0.1", -1), ("no.such.host.invalid", 0)])
def test_invalid_address_is_reported_in_one_line(host: str, port: int) -> None:
    with pytest.raises(ServerStartError) as error:
        run_in_thread(lambda: serve(host=host, port=port))
    assert "\n" not in str(error.value)
