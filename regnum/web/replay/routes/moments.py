"""The routes for replays of tables and uploaded records: any moment, from any permitted viewpoint."""

from typing import Final

from litestar import Response, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template

from regnum.web.chat.deps import TheChat
from regnum.web.chat.view import chat_lines_for
from regnum.web.http.csrf import FILES, file_in
from regnum.web.http.deps import TheVisitor
from regnum.web.http.visitor import Visitor, WebRequest, get
from regnum.web.replay.decisions import check_finished
from regnum.web.replay.deps import TheSnapshots, TheUploads
from regnum.web.replay.page import SceneUpdate, moment_page, scene_update
from regnum.web.replay.uploads import LIMIT, BadFile
from regnum.web.replay.viewpoint import OWN, ReplaySource, source_of, uploaded_source, viewpoint_of
from regnum.web.tables.deps import TheBegunTable, TheReviewStore, TheTable
from regnum.web.tables.models import WAITING

TALK: Final = 2000
"""Maximum number of chat lines in the log; the newest are kept."""


@get("/table/{table_id:str}/replay")
async def replay(
    visitor: TheVisitor,
    review_store: TheReviewStore,
    snapshots: TheSnapshots,
    chat: TheChat,
    table: TheTable,
    at: FromQuery[str] = "",
    seat: FromQuery[int] = OWN,
    bare: FromQuery[int] = 0,
    stop: FromQuery[int] = -1,
) -> Template | Redirect:
    """Show a moment of a game: from the guest's own viewpoint, or in a finished game from any."""
    if table.phase == WAITING:
        return Redirect(f"/table/{table.row.id}", status_code=303)
    side = viewpoint_of(await source_of(review_store, table, visitor), seat, bare)
    heard, _ = await chat_lines_for(chat, table, visitor.guest, visitor.language, TALK)
    return await moment_page(snapshots, visitor, side, at, stop, heard, back=f"/table/{table.row.id}")


@get("/table/{table_id:str}/replay/scene")
async def replay_scene(
    visitor: TheVisitor,
    review_store: TheReviewStore,
    snapshots: TheSnapshots,
    begun_table: TheBegunTable,
    at: FromQuery[str] = "",
    seat: FromQuery[int] = OWN,
    bare: FromQuery[int] = 0,
) -> Response[SceneUpdate]:
    """Return another moment for an open page."""
    return await scene_update(
        snapshots, visitor, viewpoint_of(await source_of(review_store, begun_table, visitor), seat, bare), at
    )


@get("/table/{table_id:str}/moment/{seat:int}/{number:int}")
async def moment(visitor: TheVisitor, table: TheTable, seat: FromPath[int], number: FromPath[int]) -> Redirect:
    """Redirect an address of earlier versions, which has an entry number, to the current address of that moment."""
    check_finished(table)
    if not (1 <= seat <= table.row.players and 0 <= number <= table.number):
        raise NotFoundException
    side = viewpoint_of(
        ReplaySource(table, f"/table/{table.row.id}/replay", table.seat_of(visitor.guest), True), seat, 0
    )
    timeline = side.timeline
    return Redirect(f"{side.address}{timeline.addresses[timeline.after(number)]}", status_code=301)


# Uploaded records.


@get("/replay")
async def bring(visitor: TheVisitor) -> Template:
    """Show the upload form for a record."""
    return _bring(visitor)


def _bring(visitor: Visitor, bad: BadFile | None = None) -> Template:
    text = visitor.text
    error = "" if bad is None else text(f"upload.{bad.key}", **bad.params)
    return visitor.page("replay/upload", 200 if bad is None else 422, error=error, limit=LIMIT // 1000)


@post("/replay", request_max_body_size=10 * LIMIT, opt={FILES: True})
async def brought(request: WebRequest, visitor: TheVisitor, uploads: TheUploads) -> Redirect | Template:
    """Accept a record for replay, or show its fault in one line."""
    content = await file_in(request)
    try:
        if not content:
            raise BadFile("no_file")
        key = await uploads.take(visitor.guest, content, visitor.text, visitor.client_address)
    except BadFile as bad:
        return _bring(visitor, bad)
    return Redirect(f"/replay/{key}", status_code=303)


@get("/replay/{key:str}")
async def look_at(
    visitor: TheVisitor,
    uploads: TheUploads,
    snapshots: TheSnapshots,
    key: FromPath[str],
    at: FromQuery[str] = "",
    seat: FromQuery[int] = OWN,
    bare: FromQuery[int] = 0,
    stop: FromQuery[int] = -1,
) -> Template:
    """Show a moment of an uploaded game."""
    side = viewpoint_of(await uploaded_source(uploads, key, visitor), seat, bare)
    return await moment_page(snapshots, visitor, side, at, stop, back="/replay", back_says="upload.another")


@get("/replay/{key:str}/scene")
async def look_at_scene(
    visitor: TheVisitor,
    uploads: TheUploads,
    snapshots: TheSnapshots,
    key: FromPath[str],
    at: FromQuery[str] = "",
    seat: FromQuery[int] = OWN,
    bare: FromQuery[int] = 0,
) -> Response[SceneUpdate]:
    """Return another moment for an open page."""
    return await scene_update(
        snapshots, visitor, viewpoint_of(await uploaded_source(uploads, key, visitor), seat, bare), at
    )


HANDLERS: Final = [replay, replay_scene, moment, bring, brought, look_at, look_at_scene]
