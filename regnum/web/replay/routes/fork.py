"""The routes for opening a fork at a moment of a game."""

from typing import Final

from litestar import post
from litestar.params import FromPath
from litestar.response import Redirect

from regnum.web.analysis.deps import ReviewStoreDep
from regnum.web.errors import RefusedError
from regnum.web.http.csrf import read_form
from regnum.web.http.deps import VisitorDep
from regnum.web.http.request_limits import COST, SLOW_PAGE
from regnum.web.http.visitor import Visitor, WebRequest, refusal_page, request_id_of
from regnum.web.replay import fork
from regnum.web.replay.deps import SnapshotsDep, UploadsDep
from regnum.web.replay.snapshots import SnapshotCache
from regnum.web.replay.viewpoint import ReplaySource, source_of, uploaded_source
from regnum.web.tables.deps import BegunTableDep, TablesDep
from regnum.web.tables.service import TableService


async def _fork(
    request: WebRequest, tables: TableService, snapshots: SnapshotCache, visitor: Visitor, source: ReplaySource
) -> Redirect:
    form = await read_form(request)
    try:
        start = await fork.find_start(snapshots, source, form)
        request_id = await request_id_of(request, visitor)
        table = await fork.open_fork(tables, visitor, source.table.game, start, form, request_id)
    except RefusedError as refused:
        raise refusal_page(refused, visitor.text) from None
    return Redirect(f"/table/{table}", status_code=303)


@post("/table/{table_id:str}/replay/fork", opt={COST: SLOW_PAGE})
async def fork_table(
    request: WebRequest,
    visitor: VisitorDep,
    tables: TablesDep,
    review_store: ReviewStoreDep,
    snapshots: SnapshotsDep,
    begun_table: BegunTableDep,
) -> Redirect:
    """Open a fork at a moment of a table's game."""
    return await _fork(request, tables, snapshots, visitor, await source_of(review_store, begun_table, visitor))


@post("/replay/{key:str}/fork", opt={COST: SLOW_PAGE})
async def fork_upload(
    request: WebRequest,
    visitor: VisitorDep,
    tables: TablesDep,
    snapshots: SnapshotsDep,
    uploads: UploadsDep,
    key: FromPath[str],
) -> Redirect:
    """Open a fork at a moment of an uploaded game."""
    return await _fork(request, tables, snapshots, visitor, await uploaded_source(uploads, key, visitor))


HANDLERS: Final = [fork_table, fork_upload]
