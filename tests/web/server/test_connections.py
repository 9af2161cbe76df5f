"""Limits of connections without a server: file descriptors, stalled connections, and repeated lines in the log."""

import logging
import resource
from typing import Any

import pytest

from regnum.web.server.connections import MAX_DESCRIPTORS, Connection, DescriptorLimitHandler, raise_descriptors

ENDLESS = resource.RLIM_INFINITY


@pytest.mark.parametrize(
    ("soft", "hard", "allowed", "wanted"),
    [
        (1024, 4096, 4096, 4096),
        (1024, ENDLESS, 65_536, 65_536),
        (1024, 100_000, 65_536, 65_536),
        (4096, 4096, 4096, None),
        (80_000, 100_000, 80_000, None),
        (ENDLESS, ENDLESS, 65_536, None),
        (1024, ENDLESS, 10_240, 10_240),  # a machine that allows less than it reports
    ],
)
def test_limit_on_descriptors_is_raised_as_far_as_allowed(
    soft: int, hard: int, allowed: int, wanted: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MAX_DESCRIPTORS == 65_536
    found: list[tuple[int, int]] = []

    def set_limit(kind: int, limits: tuple[int, int]) -> None:
        assert kind == resource.RLIMIT_NOFILE
        if limits[0] > allowed:
            raise ValueError("too many")
        found.append(limits)

    monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", set_limit)
    assert raise_descriptors() == allowed
    assert found == ([] if wanted is None else [(wanted, hard)])


class Transport:
    """A transport with this many unsent bytes."""

    def __init__(self) -> None:
        self.unsent = 0
        self.is_closed = False

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def abort(self) -> None:
        self.is_closed = True


def stalled(request_start: float | None, *looks: tuple[float, int]) -> bool:
    """Return whether a connection is closed after looks at these times, with this many unsent bytes."""
    connection: Any = Connection.__new__(Connection)
    connection.transport = Transport()
    connection._request_start, connection._unsent = request_start, (0, 0.0)
    for now, unsent in looks:
        connection.transport.unsent = unsent
        connection.check_timeouts(now)
    return bool(connection.transport.is_closed)


@pytest.mark.parametrize(
    ("request_start", "looks", "closed"),
    [
        (100.0, [(120.0, 0)], False),
        (100.0, [(120.5, 0)], True),
        (None, [(999.0, 0)], False),
        (None, [(100.0, 7), (120.0, 7)], False),
        (None, [(100.0, 7), (120.5, 7)], True),
        (None, [(100.0, 7), (110.0, 6), (125.0, 6)], False),
        (None, [(100.0, 7), (110.0, 0), (115.0, 7), (130.0, 7)], False),
        (None, [(100.0, 0), (150.0, 0)], False),
    ],
)
def test_connection_is_closed_after_twenty_seconds_without_progress(
    request_start: float | None, looks: list[tuple[float, int]], closed: bool
) -> None:
    assert stalled(request_start, *looks) is closed


class Loop:
    """An event loop at an instant that remembers errors it was given."""

    def __init__(self) -> None:
        self.now = 0.0
        self.given: list[dict[str, Any]] = []

    def time(self) -> float:
        return self.now

    def default_exception_handler(self, context: dict[str, Any]) -> None:
        self.given.append(context)


def test_lack_of_descriptors_is_logged_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR, "regnum.web")
    loop: Any = Loop()
    handle, counts = DescriptorLimitHandler(), []
    for loop.now in (1.0, 30.0, 61.0, 61.5, 100.0, 122.0):
        handle(loop, {"message": "socket.accept() out of system resource", "exception": "EMFILE"})
        counts.append(len(caplog.messages))
    assert counts == [1, 1, 1, 2, 2, 3]
    assert set(caplog.messages) == {"no more connections for now: EMFILE"}
    assert loop.given == []
    for other in ({"message": "something else"}, {}):
        handle(loop, other)
    assert (loop.given, len(caplog.messages)) == ([{"message": "something else"}, {}], 3)
