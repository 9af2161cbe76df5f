"""The stream of an open table page, which gets the newest state, however many moves it has missed."""

import zlib
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import cached_property
from operator import attrgetter
from typing import Final

from regnum.web.board.changes import TableRendering, changes
from regnum.web.board.render import render_for_seat
from regnum.web.chat.service import ChatService
from regnum.web.chat.view import ChatFeed
from regnum.web.http.sse import RETRY_EVENT, Heartbeat, format_event, heartbeat_now
from regnum.web.tables.access import may_see
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import WAITING
from regnum.web.tables.service import TableService
from regnum.web.telemetry import OPEN_STREAMS

COMPRESSION_LEVEL: Final = 3
"""The compression level of frames: higher levels take twice as long to save a tenth of the size."""
GZIP_HEAD: Final = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"


class Frame:
    """A piece of a stream, compressed once for all its receivers.

    The compressed data ends with a full flush and refers to nothing before it, so it fits into any compressed stream.
    """

    def __init__(self, plain: bytes) -> None:
        self.plain: Final = plain

    @cached_property
    def gzip_bytes(self) -> bytes:
        """The frame, compressed as one chunk of a gzip stream."""
        press = zlib.compressobj(COMPRESSION_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
        return press.compress(self.plain) + press.flush(zlib.Z_FULL_FLUSH)


_RETRY: Final = Frame(RETRY_EVENT)
_RELOAD: Final = Frame(format_event("reload", "now"))


def latest_frame(table: LiveTable, seat: int | None, language: str, last: TableRendering | None) -> Frame:
    """Return the update of a page to its seat's current view; `last`: what the stream sent last, None for nothing."""
    now = render_for_seat(table, seat, language)
    cache, key = table.render_cache_for(seat), ("frame", language, last)
    frame: Frame | None = cache.get(key)
    if frame is None:
        *others, (name, data) = changes(now, last)
        frame = Frame(b"".join(format_event(*change) for change in others) + format_event(name, data, now.entry_count))
        cache[key] = frame
    return frame


def waiting_at(table: LiveTable) -> int:
    """Return the version of a waiting room page: a negative number that differs after each change of the table."""
    return -1 - table.version


TableStatus = tuple[frozenset[int], bool, str]
"""Values shown besides the game: the seats that are away, whether there is a rematch, and the digest of its status."""


def table_status(table: LiveTable, seat: int | None) -> TableStatus:
    """Return the values shown to a seat besides the game."""
    return table.away_seats(seat), table.row.has_rematch, table.status_digest


def seat_state(table: LiveTable, seat: int | None) -> tuple[str, bool, bool]:
    """Return the table's name, whether the seat is offered through a link, and whether a bot has taken it over."""
    row = None if seat is None else table.row.seats[seat]
    return table.row.title, row is not None and row.offer_token is not None, row is not None and row.absent


async def stream_updates(  # noqa: C901
    tables: TableService,
    chat: ChatService,
    table: LiveTable,
    guest: str,
    language: str,
    known_entry_count: int,
    heartbeat: float,
    gzipped: bool = False,
    shown: TableStatus | None = None,
    is_signed_in: Callable[[], Awaitable[bool]] | None = None,
) -> AsyncIterator[bytes]:
    """Yield the updates for an open page, as plain text or gzip; moves in quick succession may become one update.

    The page is told to reload, and the stream ends, when the guest gets or loses a seat, the host offers their seat
    to another person, a bot takes it over or gives it back, the table is renamed, or the guest may no longer see it.

    `known_entry_count`: how many entries the page knows of, or `waiting_at` for a page that waits for players.
    `shown`: the values shown besides the game (None: the current ones). `is_signed_in`: returns whether the user is
    still signed in; if not, the stream ends.
    """
    bytes_of = attrgetter("gzip_bytes" if gzipped else "plain")
    table.watchers += 1
    OPEN_STREAMS.inc()
    seat = table.seat_of(guest)
    known_seat_state = seat_state(table, seat)
    last: TableRendering | None = None
    if shown is None:
        shown = table_status(table, seat)
    if table.phase != WAITING and (known_entry_count, shown) == (
        table.known_entry_count(seat),
        table_status(table, seat),
    ):
        last = render_for_seat(table, seat, language)  # the page shows this already
    tables.presence.page_opened(table, seat)
    chat_feed = ChatFeed(chat, table, guest, language)
    try:
        await chat_feed.open()
        yield (GZIP_HEAD if gzipped else b"") + bytes_of(_RETRY)
        timer = Heartbeat(heartbeat)
        while not tables.closing.is_set():
            change = table.next_change()
            if is_signed_in is not None and not await is_signed_in():
                yield bytes_of(_RELOAD)
                return
            if not await may_see(table, guest, tables.invitation_store):
                yield bytes_of(_RELOAD)
                return
            if table.is_removed or table.seat_of(guest) != seat or seat_state(table, seat) != known_seat_state:
                yield bytes_of(_RELOAD)
                return
            if known_entry_count < 0:
                # Versions also count secret entries.
                if table.phase != WAITING or waiting_at(table) != known_entry_count:
                    yield bytes_of(_RELOAD)
                    return
            elif table.phase != WAITING and (known_entry_count, shown) != (
                table.known_entry_count(seat),
                table_status(table, seat),
            ):
                shown = table_status(table, seat)
                frame = latest_frame(table, seat, language, last)
                last = render_for_seat(table, seat, language)
                known_entry_count = last.entry_count
                yield bytes_of(frame)
            if (chat_update := chat_feed.next_update()) is not None:
                yield bytes_of(Frame(format_event("chat", chat_update)))
            if await timer.is_due_before(change):
                yield bytes_of(Frame(heartbeat_now()))
    finally:
        table.watchers -= 1
        tables.presence.page_closed(table, seat)
        chat_feed.close()
        OPEN_STREAMS.dec()
