"""Server-sent events: whoever looks at a table gets its newest state, however many moves he missed."""

import asyncio
import time
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import cached_property
from operator import attrgetter
from typing import Final

from regnum.web.board.changes import changes
from regnum.web.board.render import Rendered, rendered
from regnum.web.chat.service import ChatService
from regnum.web.chat.view import ChatFeed
from regnum.web.tables.access import may_see
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import WAITING
from regnum.web.tables.service import Tables
from regnum.web.telemetry import STREAMS

RETRY: Final = b"retry: 1000\n\n"
LEVEL: Final = 3
"""How hard frames are compressed: higher levels take twice the time for a tenth less."""
GZIP_HEAD: Final = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"


class Frame:
    """A piece of a stream, compressed once for all to whom it goes.

    What is compressed ends with a full flush and refers to nothing before it: it fits into any compressed stream.
    """

    def __init__(self, plain: bytes) -> None:
        self.plain: Final = plain

    @cached_property
    def zipped(self) -> bytes:
        """The piece of a gzip stream."""
        press = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
        return press.compress(self.plain) + press.flush(zlib.Z_FULL_FLUSH)


def event(name: str, data: str, number: int | None = None) -> bytes:
    """Return one event; its number, if given, is what the browser names when it comes back."""
    head = f"event: {name}\n" if number is None else f"event: {name}\nid: {number}\n"
    return (head + "data: " + data.replace("\r", "").rstrip("\n").replace("\n", "\ndata: ") + "\n\n").encode()


_RETRY: Final = Frame(RETRY)
_RELOAD: Final = Frame(event("reload", "now"))


def heartbeat_now() -> bytes:
    """Return what a page hears while nothing happens: the server's time, in milliseconds since 1970.

    Where it stays away, the connection is dead (`static/js/lib/reconnect.js`).
    """
    return event("beat", str(time.time_ns() // 1_000_000))


class Beat:
    """The heartbeat of one stream. It keeps its time, whatever happens meanwhile that whoever listens is not told."""

    def __init__(self, seconds: float) -> None:
        self._seconds: Final = seconds
        self._clock: Final = asyncio.get_running_loop().time
        self._next = self._clock() + seconds

    async def comes_before(self, change: asyncio.Event) -> bool:
        """Wait for a change, but no longer than to the next beat; tell whether that was due."""
        try:
            async with asyncio.timeout_at(self._next):
                await change.wait()
        except TimeoutError:
            self._next = self._clock() + self._seconds
            return True
        return False


def update(table: LiveTable, seat: int | None, language: str, last: Rendered | None) -> Frame:
    """Return what brings a page from what it was sent last (None: nothing by this stream) to what its seat sees now."""
    now = rendered(table, seat, language)
    drawn, key = table.drawn_for(seat), ("frame", language, last)
    frame: Frame | None = drawn.get(key)
    if frame is None:
        *first, (name, data) = changes(now, last)
        frame = Frame(b"".join(event(*change) for change in first) + event(name, data, now.number))
        drawn[key] = frame
    return frame


def waiting_at(table: LiveTable) -> int:
    """Return what a waiting page says in place of a number: another negative one after each change of the table."""
    return -1 - table.version


Beside = tuple[frozenset[int], bool, str]
"""What a page shows beside the game: who is away, whether there is a rematch, and the roster."""


def beside(table: LiveTable, seat: int | None) -> Beside:
    """Return what a seat is shown beside the game."""
    return table.away(seat), table.row.rematch, table.roster


def held(table: LiveTable, seat: int | None) -> tuple[str, bool, bool]:
    """Return the table's name, whether a link lets another take the seat, and whether a bot stands in."""
    row = None if seat is None else table.row.seats[seat]
    return table.row.title, row is not None and row.offer is not None, row is not None and row.absent


async def events(  # noqa: C901
    tables: Tables,
    chat: ChatService,
    table: LiveTable,
    guest: str,
    language: str,
    known: int,
    heartbeat: float,
    zipped: bool = False,
    shown: Beside | None = None,
    lasts: Callable[[], Awaitable[bool]] | None = None,
) -> AsyncIterator[bytes]:
    """Yield what a page needs to stay up to date, as plain text or as gzip; moves that came in between are told as one.

    Who loses or gets a seat meanwhile is shown nothing more of the old one: the page is loaded anew. So it is when the
    host offers his seat to somebody else, a bot comes to play there or goes, or the table a new name. Whoever may see
    the table no more is shown nothing more of it.
    `known`: how many entries the page knows of, or for a page that waits for players `waiting_at`. `shown`: what it
    shows beside the game (None: what there is now). `lasts`: tells whether whoever looks is still signed in; after
    that he is shown nothing more.
    """
    told = attrgetter("zipped" if zipped else "plain")
    table.watchers += 1
    STREAMS.inc()
    seat = table.seat_of(guest)
    kept = held(table, seat)
    last: Rendered | None = None
    if shown is None:
        shown = beside(table, seat)
    if table.phase != WAITING and (known, shown) == (table.seen(seat), beside(table, seat)):
        last = rendered(table, seat, language)  # what the page shows
    tables.presence.come(table, seat)
    ear = ChatFeed(chat, table, guest, language)
    try:
        await ear.open()
        yield (GZIP_HEAD if zipped else b"") + told(_RETRY)
        beat = Beat(heartbeat)
        while not tables.closing.is_set():
            change = table.next_change()
            if lasts is not None and not await lasts():
                yield told(_RELOAD)
                return
            if not await may_see(table, guest, tables.invitations):
                yield told(_RELOAD)
                return
            if table.gone or table.seat_of(guest) != seat or held(table, seat) != kept:
                yield told(_RELOAD)
                return
            if known < 0:
                if waiting_at(table) != known:
                    yield told(_RELOAD)
                    return
            elif table.phase != WAITING and (known, shown) != (table.seen(seat), beside(table, seat)):
                shown = beside(table, seat)
                frame = update(table, seat, language, last)
                last = rendered(table, seat, language)
                known = last.number
                yield told(frame)
            if (heard := ear.news()) is not None:
                yield told(Frame(event("talk", heard)))
            if await beat.comes_before(change):
                yield told(Frame(heartbeat_now()))
    finally:
        table.watchers -= 1
        tables.presence.go(table, seat)
        ear.close()
        STREAMS.dec()
