"""Connections: those that ask nothing, or never to the end, make room for those who play."""

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
_QUIET.setLevel(logging.ERROR)  # a line for each bad request is what those who send them want

PATIENCE: Final = 20.0
"""Seconds in which a request must be here as a whole, and in which somebody must take some of an answer."""
KEEP_ALIVE: Final = 15
"""Seconds that a connection stays open after an answer."""
BACKLOG: Final = 100
"""Connections that wait for the server, and that it takes at once."""
SPARE: Final = 60
"""Descriptors for everything that is no connection: database, files, threads."""
AT_HAND: Final = 2 * BACKLOG + SPARE
"""Descriptors that stay free: as many connections are taken again before the first ones are known here."""
ENOUGH: Final = 65_536
"""More descriptors than that are of no use."""
QUIET: Final = 60.0
"""Seconds between two lines of the log that say the same."""


def raise_descriptors() -> int:
    """Raise how many files and connections this process may have open; return how many that are now."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return ENOUGH
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = ENOUGH if hard == resource.RLIM_INFINITY else min(hard, ENOUGH)
    for wanted in (most, 10_240):  # macOS promises more than it gives
        if soft != resource.RLIM_INFINITY and soft < wanted:
            with suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
                return wanted
    return ENOUGH if soft == resource.RLIM_INFINITY else soft


class Connection(H11Protocol):
    """A connection that is not waited for without end. `most`: how many there may be at once."""

    most = ENOUGH - AT_HAND

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.logger = _QUIET
        self._asking: float | None = time.monotonic()
        self._unsent = (0, 0.0)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn does
        super().connection_made(transport)
        if len(self.connections) > self.most:
            idle = [other for other in self.connections if isinstance(other, Connection) and other.idle]
            idle.sort(key=lambda other: other._asking or 0.0)  # this one, the newest, is the last
            for other in idle[: max(len(idle) // 8, 1)]:
                other.drop()

    def data_received(self, data: bytes) -> None:
        if self._asking is None:
            self._asking = time.monotonic()
        super().data_received(data)
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._asking = None

    @property
    def idle(self) -> bool:
        """Whether nothing is being answered here."""
        return self.cycle is None or self.cycle.response_complete

    def drop(self) -> None:
        """End the connection at once."""
        self.transport.abort()

    def look_after(self, now: float) -> None:
        """End the connection if its request does not come to an end, or its answer gets no further."""
        unsent = self.transport.get_write_buffer_size()
        if not unsent or unsent != self._unsent[0]:
            self._unsent = (unsent, now)
        if now - self._unsent[1] > PATIENCE or (self._asking is not None and now - self._asking > PATIENCE):
            self.drop()


class OutOfDescriptors:
    """Says once in a while that the server cannot take more connections; asyncio would say it thousands of times."""

    def __init__(self) -> None:
        self._said = -QUIET

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Handle what nobody else has handled."""
        if "accept" not in context.get("message", ""):
            loop.default_exception_handler(context)
        elif loop.time() - self._said > QUIET:
            self._said = loop.time()
            LOG.error("no more connections for now: %s", context.get("exception"))
