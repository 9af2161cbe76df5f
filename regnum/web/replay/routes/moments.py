"""The routes for replays of tables and uploaded records: any moment, from any permitted viewpoint."""

from typing import Final

from litestar import Response, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template

from regnum.web.analysis.decisions import check_finished
from regnum.web.analysis.deps import ReviewStoreDep
from regnum.web.chat.deps import ChatDep
from regnum.web.chat.view import load_visible_messages
from regnum.web.http.csrf import ACCEPTS_FILES, read_uploaded_file
from regnum.web.http.deps import VisitorDep
from regnum.web.http.request_limits import LIGHT, SLOW_PAGE
from regnum.web.http.visitor import Visitor, WebRequest, get
from regnum.web.replay.deps import SnapshotsDep, UploadsDep
from regnum.web.replay.page import SceneUpdate, moment_page, scene_update
from regnum.web.replay.uploads import MAX_UPLOAD_BYTES, UploadError
from regnum.web.replay.viewpoint import OWN_SEAT, ReplaySource, source_of, uploaded_source, viewpoint_of
from regnum.web.tables.deps import BegunTableDep, TableDep
from regnum.web.tables.models import WAITING

MAX_CHAT_MESSAGES: Final = 2000
"""The maximum number of chat messages in the log; the newest are kept."""


@get("/table/{table_id:str}/replay", cost=SLOW_PAGE)
async def show_replay(
    visitor: VisitorDep,
    review_store: ReviewStoreDep,
    snapshots: SnapshotsDep,
    chat: ChatDep,
    table: TableDep,
    at: FromQuery[str] = "",
    seat: FromQuery[int] = OWN_SEAT,
    bare: FromQuery[int] = 0,
    stop: FromQuery[int] = -1,
) -> Template | Redirect:
    """Show a moment of a game: from the guest's own viewpoint or, in a finished game, from any viewpoint."""
    if table.phase == WAITING:
        return Redirect(f"/table/{table.row.id}", status_code=303)
    viewpoint = viewpoint_of(await source_of(review_store, table, visitor), seat, bare)
    messages, _ = await load_visible_messages(chat, table, visitor.guest, visitor.language, MAX_CHAT_MESSAGES)
    return await moment_page(snapshots, visitor, viewpoint, at, stop, messages, back=f"/table/{table.row.id}")


@get("/table/{table_id:str}/replay/scene", cost=SLOW_PAGE)
async def send_replay_scene(
    visitor: VisitorDep,
    review_store: ReviewStoreDep,
    snapshots: SnapshotsDep,
    begun_table: BegunTableDep,
    at: FromQuery[str] = "",
    seat: FromQuery[int] = OWN_SEAT,
    bare: FromQuery[int] = 0,
) -> Response[SceneUpdate]:
    """Return the update with which an open page moves to another moment."""
    return await scene_update(
        snapshots, visitor, viewpoint_of(await source_of(review_store, begun_table, visitor), seat, bare), at
    )


@get("/table/{table_id:str}/moment/{seat:int}/{number:int}", cost=LIGHT)
async def redirect_to_moment(
    visitor: VisitorDep, table: TableDep, seat: FromPath[int], number: FromPath[int]
) -> Redirect:
    """Redirect from an address of earlier versions, which has an entry number, to the moment's current address."""
    check_finished(table)
    if not (1 <= seat <= table.row.players and 0 <= number <= table.entry_count):
        raise NotFoundException
    viewpoint = viewpoint_of(
        ReplaySource(table, f"/table/{table.row.id}/replay", table.seat_of(visitor.guest), True), seat, 0
    )
    timeline = viewpoint.timeline
    return Redirect(f"{viewpoint.address}{timeline.addresses[timeline.stop_after(number)]}", status_code=301)


# Uploaded records.


@get("/replay", cost=SLOW_PAGE)
async def show_upload_form(visitor: VisitorDep) -> Template:
    """Show the upload form for a record."""
    return _upload_page(visitor)


def _upload_page(visitor: Visitor, upload_error: UploadError | None = None) -> Template:
    text = visitor.text
    error = "" if upload_error is None else text(f"upload.{upload_error.key}", **upload_error.params)
    return visitor.page(
        "replay/upload", 200 if upload_error is None else 422, error=error, limit=MAX_UPLOAD_BYTES // 1000
    )


@post("/replay", request_max_body_size=10 * MAX_UPLOAD_BYTES, opt={ACCEPTS_FILES: True})
async def upload_record(request: WebRequest, visitor: VisitorDep, uploads: UploadsDep) -> Redirect | Template:
    """Accept a record for replay, or show what is wrong with it in one line."""
    content = await read_uploaded_file(request)
    try:
        if not content:
            raise UploadError("no_file")
        key = await uploads.add(visitor.guest, content, visitor.text, visitor.client_address)
    except UploadError as bad:
        return _upload_page(visitor, bad)
    return Redirect(f"/replay/{key}", status_code=303)


@get("/replay/{key:str}", cost=SLOW_PAGE)
async def show_upload(
    visitor: VisitorDep,
    uploads: UploadsDep,
    snapshots: SnapshotsDep,
    key: FromPath[str],
    at: FromQuery[str] = "",
    seat: FromQuery[int] = OWN_SEAT,
    bare: FromQuery[int] = 0,
    stop: FromQuery[int] = -1,
) -> Template:
    """Show a moment of an uploaded game."""
    viewpoint = viewpoint_of(await uploaded_source(uploads, key, visitor), seat, bare)
    return await moment_page(snapshots, visitor, viewpoint, at, stop, back="/replay", back_says="upload.another")


@get("/replay/{key:str}/scene", cost=SLOW_PAGE)
async def send_upload_scene(
    visitor: VisitorDep,
    uploads: UploadsDep,
    snapshots: SnapshotsDep,
    key: FromPath[str],
    at: FromQuery[str] = "",
    seat: FromQuery[int] = OWN_SEAT,
    bare: FromQuery[int] = 0,
) -> Response[SceneUpdate]:
    """Return the update with which an open page moves to another moment of an uploaded game."""
    return await scene_update(
        snapshots, visitor, viewpoint_of(await uploaded_source(uploads, key, visitor), seat, bare), at
    )


HANDLERS: Final = [
    show_replay,
    send_replay_scene,
    redirect_to_moment,
    show_upload_form,
    upload_record,
    show_upload,
    send_upload_scene,
]
