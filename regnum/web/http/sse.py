"""Server-sent events: their format, and the heartbeat of a stream."""

import asyncio
import time
from typing import Final

RETRY_EVENT: Final = b"retry: 1000\n\n"


def format_event(name: str, data: str, number: int | None = None) -> bytes:
    """Return one event; when the browser reconnects, it sends the number of the last event that had one."""
    head = f"event: {name}\n" if number is None else f"event: {name}\nid: {number}\n"
    return (head + "data: " + data.replace("\r", "").rstrip("\n").replace("\n", "\ndata: ") + "\n\n").encode()


def heartbeat_now() -> bytes:
    """Return a heartbeat event: the server's time, in milliseconds since 1970.

    Without heartbeats, the page considers the connection dead (`static/js/lib/reconnect.js`).
    """
    return format_event("beat", str(time.time_ns() // 1_000_000))


class Heartbeat:
    """The heartbeat of one stream. Changes that the page does not show don't affect its timing."""

    def __init__(self, seconds: float) -> None:
        self._seconds: Final = seconds
        self._clock: Final = asyncio.get_running_loop().time
        self._next = self._clock() + seconds

    async def is_due_before(self, change: asyncio.Event) -> bool:
        """Wait for a change until the next heartbeat is due; return whether that came first."""
        try:
            async with asyncio.timeout_at(self._next):
                await change.wait()
        except TimeoutError:
            self._next = self._clock() + self._seconds
            return True
        return False
