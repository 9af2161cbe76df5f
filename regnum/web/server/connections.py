"""Limits on connections: stalled ones are closed, and if there are too many, so are idle ones."""

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any, Final

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

LOG: Final = logging.getLogger("regnum.web")
_QUIET: Final = logging.getLogger("regnum.web.server.connections")
_QUIET.setLevel(logging.ERROR)  # senders of bad requests must not fill the log

STALL_TIMEOUT: Final = 20.0
"""Seconds within which a request must be complete, and within which a client must read more of a response."""
KEEP_ALIVE: Final = 15
"""Seconds that a connection stays open after a response."""
BACKLOG: Final = 100
"""The maximum number of connections that wait to be accepted, and that are accepted at once."""
RESERVED_DESCRIPTORS: Final = 60
"""File descriptors for everything except connections: database, files, threads."""
NON_STREAM_DESCRIPTORS: Final = 2 * BACKLOG + RESERVED_DESCRIPTORS
"""File descriptors that stay free, since many connections may be accepted before `Connection` can count them."""
MAX_DESCRIPTORS: Final = 65_536
"""The highest useful limit on file descriptors."""
WARNING_INTERVAL: Final = 60.0
"""The minimum number of seconds between two identical lines in the log."""


def raise_descriptors() -> int:
    """Raise this process's limit on open files and connections; return the new limit."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MAX_DESCRIPTORS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    max_descriptors = MAX_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MAX_DESCRIPTORS)
    for limit in (max_descriptors, 10_240):  # macOS reports more than it allows
        if soft != resource.RLIM_INFINITY and soft < limit:
            with suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
                return limit
    return MAX_DESCRIPTORS if soft == resource.RLIM_INFINITY else soft


class Connection(H11Protocol):
    """A connection with time limits. `max_connections`: the maximum number of simultaneous connections."""

    max_connections = MAX_DESCRIPTORS - NON_STREAM_DESCRIPTORS

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.logger = _QUIET
        self._request_start: float | None = time.monotonic()
        self._unsent = (0, 0.0)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn does
        super().connection_made(transport)
        if len(self.connections) > self.max_connections:
            idle = [other for other in self.connections if isinstance(other, Connection) and other.idle]
            idle.sort(key=lambda other: other._request_start or 0.0)  # this one is the newest and comes last
            for other in idle[: max(len(idle) // 8, 1)]:
                other.drop()

    def data_received(self, data: bytes) -> None:
        if self._request_start is None:
            self._request_start = time.monotonic()
        super().data_received(data)
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._request_start = None

    @property
    def idle(self) -> bool:
        """Whether no request is being answered on this connection."""
        return self.cycle is None or self.cycle.response_complete

    def drop(self) -> None:
        """Close the connection immediately."""
        self.transport.abort()

    def check_timeouts(self, now: float) -> None:
        """Close the connection if its request is not completed in time, or its client does not read the response."""
        unsent = self.transport.get_write_buffer_size()
        if not unsent or unsent != self._unsent[0]:
            self._unsent = (unsent, now)
        if now - self._unsent[1] > STALL_TIMEOUT or (
            self._request_start is not None and now - self._request_start > STALL_TIMEOUT
        ):
            self.drop()


class DescriptorLimitHandler:
    """An exception handler for the event loop, which limits how often a lack of file descriptors is logged.

    It is logged at most once in QUIET seconds; asyncio would log it thousands of times.
    """

    def __init__(self) -> None:
        self._logged_at = -WARNING_INTERVAL

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Handle an exception that nothing else has handled."""
        if "accept" not in context.get("message", ""):
            loop.default_exception_handler(context)
        elif loop.time() - self._logged_at > WARNING_INTERVAL:
            self._logged_at = loop.time()
            LOG.error("no more connections for now: %s", context.get("exception"))
