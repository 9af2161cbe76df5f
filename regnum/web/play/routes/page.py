"""The table page, and the live stream that keeps it up to date."""

import asyncio
import gzip
import re
from functools import partial
from typing import Final

import litestar
from litestar import MediaType, Response
from litestar.exceptions import ClientException
from litestar.params import FromPath, FromQuery
from litestar.response import Stream, Template

from regnum.web.accounts.deps import AccountsDep
from regnum.web.analysis.deps import ReviewStoreDep
from regnum.web.chat.deps import ChatDep
from regnum.web.http.deps import SettingsDep, VisitorDep
from regnum.web.http.request_limits import COST, SLOW_FRAGMENT, STREAM
from regnum.web.http.visitor import WebRequest, get
from regnum.web.play.page import stopped_page, table_page, waiting_room_page
from regnum.web.play.playback import EMPTY_PLAYBACK, playback
from regnum.web.play.stream import stream_updates
from regnum.web.rate_limit import RateLimit
from regnum.web.tables.deps import StoredTableDep, TableDep, TablesDep
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import FINISHED, WAITING

PLAYBACK_LIMIT: Final = RateLimit(12)
"""The maximum number of playbacks rendered per minute for one address; cached ones are not counted."""
_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_GZIP: Final = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))", re.I)


@get("/table/{table_id:str}")
async def show_table(
    visitor: VisitorDep,
    tables: TablesDep,
    review_store: ReviewStoreDep,
    stored: StoredTableDep,
    links: FromQuery[str] = "",
) -> Template:
    """Show the table as this guest may see it; `links`: "new" if the host has just renewed the links to open seats."""
    if not isinstance(stored, LiveTable):
        return stopped_page(visitor, stored)
    table = stored
    if table.phase == WAITING:
        return await waiting_room_page(visitor, tables, table, renewed=links == "new")
    if table.phase == FINISHED and (review := await review_store.find(table.row.id)) is not None:
        table.set_chances([(number, chances) for number, chances in review.results.get("curve", ())])
    return table_page(visitor, table)


@litestar.get("/table/{table_id:str}/events", opt={COST: STREAM})  # a stream has no end, so it has no HEAD route
async def stream_table(
    request: WebRequest,
    visitor: VisitorDep,
    accounts: AccountsDep,
    tables: TablesDep,
    chat: ChatDep,
    settings: SettingsDep,
    table: TableDep,
    since: FromQuery[int] = 0,
    away: FromQuery[str] = "",
    status: FromQuery[str] = "",
    rematch: FromQuery[bool] = False,
) -> Stream:
    """Stream updates to a page while it is open.

    `since`: the number of entries that the page knows. `away`, `status` and `rematch`: the absent seats
    (separated by dots), the digest of its status, and whether there is a rematch, as the page shows them.
    """
    last = request.headers.get("last-event-id", "")
    known_entry_count = int(last) if _NUMBER.fullmatch(last) and since >= 0 else since
    away_seats = frozenset(int(seat) for seat in away.split(".") if _NUMBER.fullmatch(seat))
    gzipped = _takes_gzip(request)
    state = (away_seats, rematch, status or table.status_digest)
    is_signed_in = None
    if visitor.signed_in is not None:
        is_signed_in = partial(accounts.sessions.is_valid, visitor.signed_in.session)
    updates = stream_updates(
        tables,
        chat,
        table,
        visitor.guest,
        visitor.language,
        known_entry_count,
        settings.heartbeat,
        gzipped,
        state,
        is_signed_in,
    )
    headers = {"cache-control": "no-store", "x-accel-buffering": "no", "vary": "accept-encoding"}
    if gzipped:
        headers["content-encoding"] = "gzip"
    return Stream(updates, media_type="text/event-stream", headers=headers)


@get("/table/{table_id:str}/since/{number:int}", cost=SLOW_FRAGMENT)
async def show_playback(
    request: WebRequest, visitor: VisitorDep, table: TableDep, number: FromPath[int]
) -> Response[bytes]:
    """Return a playback of the others' moves after the `number` entries that this guest already knows."""

    def allow() -> None:
        if not PLAYBACK_LIMIT.allows(visitor.client_address):
            raise ClientException(status_code=429, extra={"name": "too_many"})

    seat = table.seat_of(visitor.guest)
    scenes = EMPTY_PLAYBACK if table.phase == WAITING else await playback(table, seat, visitor.language, number, allow)
    headers = {"cache-control": "no-store", "vary": "accept-encoding"}
    if _takes_gzip(request):
        headers["content-encoding"] = "gzip"
    else:
        scenes = await asyncio.to_thread(gzip.decompress, scenes)
    return Response(scenes, media_type=MediaType.JSON, headers=headers)


def _takes_gzip(request: WebRequest) -> bool:
    return _GZIP.search(request.headers.get("accept-encoding", "")) is not None


HANDLERS: Final = [show_table, stream_table, show_playback]
