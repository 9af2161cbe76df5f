"""Listening: addresses, startup errors, and closed connections."""

import asyncio
import logging
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from regnum.web.server import connections, run
from regnum.web.server.connections import Connection, DescriptorLimitHandler
from regnum.web.server.run import ServerStartError, addresses, serve
from tests.support.web.apps import run_in_thread


@pytest.fixture(autouse=True)
def own_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("REGNUM_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("REGNUM_SECRET", raising=False)


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with closing(socket.socket()) as result:
        result.bind(("127.0.0.1", 0))
        result.listen(1)
        yield result


def refused(**where: Any) -> str:
    with pytest.raises(ServerStartError) as error:
        run_in_thread(lambda: serve(**where))
    message = str(error.value)
    assert "\n" not in message
    return message


def test_port_is_a_number_from_0_to_65535(monkeypatch: pytest.MonkeyPatch) -> None:
    for wrong in (-1, 65536):
        assert refused(port=wrong) == f"port {wrong} is not a number from 0 to 65535"
    bound: list[int] = []

    class Socket:
        def __init__(self, *_: object) -> None: ...

        def setsockopt(self, *_: object) -> None: ...

        def bind(self, address: tuple[str, int]) -> None:
            bound.append(address[1])
            raise OSError("enough")

        def close(self) -> None: ...

    monkeypatch.setattr(socket, "socket", Socket)
    for right in (0, 65535):
        assert refused(port=right) == f"cannot listen on 127.0.0.1:{right}: enough"
    assert bound == [0, 65535]


def test_unusable_port_or_address_is_reported(listener: socket.socket) -> None:
    port = listener.getsockname()[1]
    assert refused(port=port) == f"cannot listen on 127.0.0.1:{port}: is it running already? Choose another port"
    assert refused(host="nowhere.invalid") == "there is no address 'nowhere.invalid' on this machine"
    assert "Choose another port" not in refused(host="192.0.2.1", port=0)


class Listening:
    """A socket with a given address."""

    def __init__(self, bound: str, family: int = socket.AF_INET) -> None:
        self.bound = bound
        self.family = family

    def getsockname(self) -> tuple[str, int]:
        return self.bound, 8000


def where(bound: str, host: str, family: int = socket.AF_INET) -> tuple[str, str]:
    return addresses(Listening(bound, family), host)  # type: ignore[arg-type]


def test_addresses_for_this_machine_and_for_others_are_printed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "container"
    monkeypatch.setattr(run, "CONTAINER", (folder,))
    actual = ["10.1.2.3"]

    class Probe:
        def __init__(self, *_: object) -> None: ...

        def __enter__(self) -> "Probe":
            return self

        def __exit__(self, *_: object) -> None: ...

        def connect(self, address: tuple[str, int]) -> None:
            actual.append(address[0])

        def getsockname(self) -> tuple[str, int]:
            return actual[0], 5

    monkeypatch.setattr(socket, "socket", Probe)
    assert where("127.0.0.1", "localhost") == ("http://localhost:8000", "")
    assert where("::1", "::1") == ("http://[::1]:8000", "")
    assert actual[1:] == [], "a server that listens to one network needs no other address"
    assert where("0.0.0.0", "0.0.0.0") == ("http://127.0.0.1:8000", "http://10.1.2.3:8000")
    actual[0] = "fd00::1"
    assert where("::", "::", socket.AF_INET6) == ("http://[::1]:8000", "http://[fd00::1]:8000")
    assert actual[1:] == ["192.0.2.1", "2001:db8::1"]
    for nobody in ("127.0.1.1", "fe80::1%eth0"):
        actual[0] = nobody
        assert where("0.0.0.0", "0.0.0.0") == ("http://127.0.0.1:8000", "")
    actual[0] = "10.1.2.3"
    folder.touch()
    assert where("0.0.0.0", "0.0.0.0") == ("http://127.0.0.1:8000", ""), "only its machine knows a container's"


# Connections.


class Transport:
    """The other end of a connection with a number of unsent bytes."""

    def __init__(self) -> None:
        self.unsent = 0
        self.gone = False

    def is_gone(self) -> bool:
        return self.gone

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def abort(self) -> None:
        self.gone = True

    def get_extra_info(self, *_: object) -> None: ...


async def connected(state: ServerState, asking: float | None = 0.0) -> tuple[Connection, Transport]:
    config = uvicorn.Config(app=lambda *_: None, http=Connection, ws="none", log_config=None)
    config.load()
    connection, transport = Connection(config, state, {}), Transport()
    connection._request_start = asking
    connection.connection_made(transport)  # type: ignore[arg-type]
    return connection, transport


def test_stalled_connection_is_closed_after_twenty_seconds() -> None:
    assert connections.STALL_TIMEOUT == 20.0

    async def gone(asking: float | None, *looks: tuple[float, int]) -> list[bool]:
        """Return whether the connection was closed after each look, given times and unsent bytes."""
        result = []
        connection_pair, transport = await connected(ServerState(), asking)
        for now, unsent in looks:
            transport.unsent = unsent
            connection_pair.check_timeouts(now)
            result.append(transport.gone)
        return result

    async def work() -> None:
        assert await gone(100.0, (120.0, 0), (120.1, 0)) == [False, True]
        assert await gone(None, (100.0, 9), (119.0, 8), (139.0, 8), (139.1, 8)) == [False, False, False, True]
        assert await gone(None, (0.0, 0), (500.0, 0), (900.0, 0)) == [False] * 3, "nothing is waiting or to be sent"

    asyncio.run(work())


def test_idle_connections_are_closed_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Connection, "max_connections", 16)

    async def work() -> None:
        state = ServerState()
        connection_pair = [await connected(state, asking=float(100 - number)) for number in range(16)]
        assert [transport.is_gone() for _, transport in connection_pair] == [False] * 16
        connection_pair.append(await connected(state, asking=500.0))
        assert [number for number, (_, transport) in enumerate(connection_pair) if transport.is_gone()] == [14, 15], (
            "the longest there"
        )
        few = ServerState()
        monkeypatch.setattr(Connection, "max_connections", 2)
        connection_pair = [await connected(few, asking=float(number)) for number in range(3)]
        assert [transport.is_gone() for _, transport in connection_pair] == [True, False, False]

    asyncio.run(work())


def test_exhausted_descriptors_are_logged_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    now = [1000.0]
    others: list[object] = []

    class Loop:
        def time(self) -> float:
            return now[0]

        def default_exception_handler(self, context: object) -> None:
            others.append(context)

    handler, accept = (
        DescriptorLimitHandler(),
        {"message": "socket.accept() out of system resource", "exception": "full"},
    )
    for now[0], lines in ((1000.0, 1), (1001.0, 1), (1060.0, 1), (1060.1, 2)):
        with caplog.at_level(logging.ERROR):
            handler(Loop(), accept)  # type: ignore[arg-type]
        assert caplog.text.count("no more connections for now: full") == lines
    handler(Loop(), {"message": "something else"})  # type: ignore[arg-type]
    handler(Loop(), {})  # type: ignore[arg-type]
    assert others == [{"message": "something else"}, {}]


@pytest.mark.parametrize(
    ("soft", "hard", "raised"),
    [
        (1024, 4096, 4096),
        (1024, 1_000_000, 65_536),
        (1024, -1, 65_536),
        (65_536, -1, 65_536),
        (-1, -1, 65_536),
        (4096, 4096, 4096),
        (100_000, 100_000, 100_000),
    ],
)
def test_descriptor_limit_is_raised_to_the_maximum(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, raised: int
) -> None:
    resource = pytest.importorskip("resource")
    kept = [(soft, hard)]
    monkeypatch.setattr(resource, "getrlimit", lambda _: kept[-1])

    def take(_: int, limits: tuple[int, int]) -> None:
        if -1 < hard < limits[0]:
            raise ValueError("more than there may be")
        kept.append(limits)

    monkeypatch.setattr(resource, "setrlimit", take)
    assert connections.raise_descriptors() == raised
    if len(kept) > 1:
        assert kept[-1] == (raised, hard)


def test_descriptor_limit_falls_back_to_what_the_system_accepts(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")

    def take(_: int, limits: tuple[int, int]) -> None:
        if limits[0] > 10_240:
            raise ValueError("not so many")

    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, -1))
    monkeypatch.setattr(resource, "setrlimit", take)
    assert connections.raise_descriptors() == 10_240
