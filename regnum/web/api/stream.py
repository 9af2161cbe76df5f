"""The event stream for programs: the observations of a seat, sent whenever they change."""

from collections.abc import AsyncIterator
from typing import Final

import msgspec

from regnum.web.api.serializers import Observation, observation_of
from regnum.web.api.tokens import Token, TokenService
from regnum.web.http.sse import RETRY_EVENT, Heartbeat, format_event, heartbeat_now
from regnum.web.tables.access import may_see
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.service import TableService
from regnum.web.telemetry import OPEN_STREAMS

OBSERVED: Final = "observation"
"""The name of events that contain an observation."""
ENDED: Final = "ended"
"""The name of the last event, when the game is over, the token was revoked, or its owner may not see the table."""


def _observation_event(table: LiveTable, seat: int | None) -> tuple[Observation, bytes]:
    """Return a seat's observation and its encoded event, both cached for all streams of the seat."""
    seat_cache = table.render_cache_for(seat)
    cached: tuple[Observation, bytes] | None = seat_cache.get(OBSERVED)
    if cached is None:
        now = observation_of(table, seat)
        cached = seat_cache[OBSERVED] = now, format_event(OBSERVED, msgspec.json.encode(now).decode(), now.entry)
    return cached


async def stream_observations(
    tables: TableService,
    tokens: TokenService,
    table: LiveTable,
    token: Token,
    known_entry_count: int | None,
    heartbeat: float,
) -> AsyncIterator[bytes]:
    """Yield the observations of a token's owner as events, now and after each change, until the game is over.

    `known_entry_count`: how many entries the program knows of (None: unknown); if none are missing, only
    changes are sent.
    """
    table.watchers += 1
    tokens.open_stream(token, table.row.id)
    OPEN_STREAMS.inc()
    seat = table.seat_of(token.guest)
    tables.presence.page_opened(table, seat)
    last: Observation | None = None
    try:
        yield RETRY_EVENT
        beat = Heartbeat(heartbeat)
        while not tables.closing.is_set():
            change = table.next_change()
            if not await tokens.is_valid(token.id):
                yield format_event(ENDED, "token")
                return
            if not await may_see(table, token.guest, tables.invitation_store):
                yield format_event(ENDED, "private")
                return
            now, event_bytes = _observation_event(table, table.seat_of(token.guest))
            if now != last and not (last is None and now.entry == known_entry_count and now.result is None):
                yield event_bytes
            last = now
            if now.result is not None:
                yield format_event(ENDED, "game")
                return
            if await beat.is_due_before(change):
                yield heartbeat_now()
    finally:
        table.watchers -= 1
        tokens.close_stream(token, table.row.id)
        tables.presence.page_closed(table, seat)
        OPEN_STREAMS.dec()
