"""The stream of an open page: its events, and when it tells the page to reload."""

import asyncio
import zlib
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from regnum.games import find_game
from regnum.web.http.sse import RETRY_EVENT, format_event
from regnum.web.play import stream
from regnum.web.play.stream import (
    GZIP_HEAD,
    Frame,
    seat_state,
    stream_updates,
    table_status,
    waiting_at,
)
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import OPEN
from tests.support.web.live_tables import live_table_of

RELOAD = b"event: reload\ndata: now\n\n"


class Feed:
    """A chat without messages."""

    opened = 0

    def __init__(self, *_: Any) -> None: ...

    async def open(self) -> None:
        Feed.opened += 1

    def close(self) -> None:
        Feed.opened -= 1

    def next_update(self) -> str | None:
        return None


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> LiveTable:
    """Return a table of "0", "1" and "2", at which nobody chats."""
    monkeypatch.setattr(stream, "ChatFeed", Feed)
    return live_table_of(find_game("khan"), 3)


def change(table: LiveTable, seat: int, **values: Any) -> None:
    seats = list(table.row.seats)
    seats[seat] = replace(seats[seat], **values)
    table.row = replace(table.row, seats=tuple(seats))


def streamed(
    table: LiveTable, *steps: Callable[[], None], guest: str = "0", number: int | None = None, **more: Any
) -> list[bytes]:
    """Return what a page receives: the first piece, then the next one after each step. Heartbeats are left out."""
    pages = SimpleNamespace(page_opened=lambda *_: None, page_closed=lambda *_: None)
    tables: Any = SimpleNamespace(presence=pages, closing=asyncio.Event(), invitation_store=None)
    chat: Any = None

    async def work() -> list[bytes]:
        known = table.known_entry_count(table.seat_of(guest)) if number is None else number
        stream: Any = stream_updates(tables, chat, table, guest, "en", known, 0.01, **more)
        received = [await anext(stream)]
        assert table.watchers == 1
        for step in (lambda: None, *steps):
            step()
            table.announce_change()
            received.append(await anext(stream, b""))
        await stream.aclose()
        return received

    result = asyncio.run(work())
    assert (table.watchers, Feed.opened) == (0, 0)
    return [piece for piece in result if not piece.startswith(b"event: beat\n")]


def test_compressed_frames_form_one_stream() -> None:
    frames = [Frame(format_event("panel", text * 50)) for text in ("one", "two")]
    stream = GZIP_HEAD + b"".join(frame.gzip_bytes for frame in frames)
    assert zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(stream) == b"".join(frame.plain for frame in frames)


def test_waiting_room_has_a_negative_number_that_falls_with_each_version(table: LiveTable) -> None:
    table.row = replace(table.row, version=0)
    table.version = 0
    assert waiting_at(table) == -1
    table.version = 5
    assert waiting_at(table) == -6


def test_state_of_a_seat_is_its_offer_and_its_stand_in(table: LiveTable) -> None:
    table.row = replace(table.row, title="Ours")
    assert seat_state(table, 0) == seat_state(table, None) == ("Ours", False, False)
    change(table, 0, offer_token="link")
    assert seat_state(table, 0) == ("Ours", True, False)
    change(table, 0, offer_token=None, bot="greedy")
    assert seat_state(table, 0) == ("Ours", False, True)
    assert seat_state(table, None) == ("Ours", False, False)


def test_page_that_is_up_to_date_gets_only_heartbeats(table: LiveTable) -> None:
    assert streamed(table, lambda: None) == [RETRY_EVENT]
    assert streamed(table, gzipped=True)[0] == GZIP_HEAD + Frame(RETRY_EVENT).gzip_bytes


def test_page_gets_its_view_if_it_knows_less_or_something_else_has_changed(table: LiveTable) -> None:
    state = table_status(table, 0)
    assert len(streamed(table, shown=state)) == 1
    assert b"event: panel" in streamed(table, shown=(frozenset({1}), *state[1:]))[1]
    seat = table.state.players_to_act[0]
    table.apply_move(table.propose(seat, str(table.view(seat).legal[0]), 0))
    assert b"event: panel" in streamed(table, number=0)[1]
    assert len(streamed(table)) == 1

    def rematch() -> None:
        table.row = replace(table.row, has_rematch=True)

    assert len(streamed(table, rematch, lambda: None)) == 2, "the change is sent once"


@pytest.mark.parametrize(
    "step",
    [
        lambda table: change(table, 0, guest="x"),
        lambda table: change(table, 0, offer_token="link"),
        lambda table: change(table, 0, bot="greedy"),
        lambda table: setattr(table, "row", replace(table.row, title="Ours")),
        lambda table: setattr(table, "is_removed", True),
    ],
)
def test_page_reloads_when_its_seat_or_table_has_changed(table: LiveTable, step: Callable[[LiveTable], None]) -> None:
    assert streamed(table, lambda: step(table)) == [RETRY_EVENT, RELOAD]


def test_page_reloads_when_its_visitor_may_no_longer_see_the_table(table: LiveTable) -> None:
    def close() -> None:
        table.row = replace(table.row, spectators_allowed=False)

    assert streamed(table, close, guest="x") == [RETRY_EVENT, RELOAD]
    assert streamed(table, guest="0") == [RETRY_EVENT]


def test_page_reloads_when_its_visitor_has_signed_out(table: LiveTable) -> None:
    answers = [True, False]

    async def is_signed_in() -> bool:
        return answers.pop(0)

    assert streamed(table, lambda: None, is_signed_in=is_signed_in) == [RETRY_EVENT, RELOAD]
    assert answers == []


def test_waiting_room_reloads_after_a_change_and_at_the_start(table: LiveTable) -> None:
    change(table, 2, kind=OPEN, guest=None)
    assert streamed(table, number=waiting_at(table)) == [RETRY_EVENT]
    assert streamed(table, number=waiting_at(table) - 1)[1] == RELOAD
    current = waiting_at(table)
    assert streamed(table, lambda: change(table, 2, kind="guest", guest="2"), number=current) == [RETRY_EVENT, RELOAD]
