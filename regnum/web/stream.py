"""Server-sent events: whoever looks at a table gets its newest state, however many moves he missed."""

import asyncio
from collections.abc import AsyncIterator
from typing import Final

from regnum.web.live import LiveTable
from regnum.web.render import rendered
from regnum.web.store import OPEN, WAITING
from regnum.web.tables import Tables

HEARTBEAT: Final = b": still here\n\n"
RETRY: Final = b"retry: 1000\n\n"


def event(name: str, data: str, number: int | None = None) -> bytes:
    """Return one event; its number, if given, is what the browser names when it comes back."""
    head = f"event: {name}\n" if number is None else f"event: {name}\nid: {number}\n"
    return (head + "".join(f"data: {line}\n" for line in data.splitlines() or [""]) + "\n").encode()


def seats_open(table: LiveTable) -> int:
    """Return what a waiting page says in place of a number: minus the count of open seats."""
    return -sum(1 for seat in table.row.seats if seat.kind == OPEN)


async def events(
    tables: Tables, table: LiveTable, guest: str, language: str, known: int, heartbeat: float
) -> AsyncIterator[bytes]:
    """Yield what a page needs to stay up to date; moves that came in between are told as one.

    Who loses or gets a seat meanwhile is shown nothing more of the old one: the page is loaded anew.
    `known`: the number of entries that the page shows, or for a page that waits for players `seats_open`.
    """
    table.watchers += 1
    seat = table.seat_of(guest)
    try:
        yield RETRY
        while not tables.closing.is_set():
            change = table.next_change()
            if table.seat_of(guest) != seat:
                yield event("reload", "now")
                return
            if known < 0:
                if seats_open(table) != known:
                    yield event("reload", "now")
                    return
            elif table.phase != WAITING:
                now = rendered(table, seat, language)
                if now.number != known:
                    yield event("pieces", now.pieces) + event("panel", now.panel, now.number)
                    known = now.number
            try:
                async with asyncio.timeout(heartbeat):
                    await change.wait()
            except TimeoutError:
                yield HEARTBEAT
    finally:
        table.watchers -= 1
