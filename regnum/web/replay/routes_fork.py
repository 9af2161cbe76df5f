"""Continuing from a moment of a game at one's own table."""

from typing import Final

from litestar import post
from litestar.params import FromPath
from litestar.response import Redirect

from regnum.core.game import Game
from regnum.core.rules.state import State
from regnum.web.errors import Refused
from regnum.web.http.csrf import posted
from regnum.web.http.visitor import Asked, TheVisitor, Visitor, once_of, refusal_page
from regnum.web.replay import fork
from regnum.web.replay.deps import TheSnapshots, TheUploads
from regnum.web.replay.routes import OWN, ReplaySource, source_of, uploaded_source, viewpoint_of
from regnum.web.replay.snapshots import Snapshots
from regnum.web.tables.deps import TheReviewStore, TheTable, TheTables
from regnum.web.tables.models import WAITING
from regnum.web.tables.service import Tables


async def opened(
    tables: Tables, visitor: Visitor, game: Game, start: tuple[State, str], form: dict[str, str], once: str | None
) -> Redirect:
    """Open a try with the seats of a form and redirect to it; Refused if the seats are invalid."""
    text, state = visitor.text, start[0]
    name = visitor.name or text("start.stranger")
    chosen = [form.get(f"seat{seat}", "") for seat in range(state.players)]
    rows = fork.seats(game, chosen, visitor.guest, name, text)
    table = await tables.open(
        game,
        state.players,
        state.options,
        visitor.guest,
        rows,
        start=start,
        once=once,
        client_address=visitor.client_address,
    )
    return Redirect(f"/table/{table}", status_code=303)


async def _play_on(
    request: Asked, tables: Tables, snapshots: Snapshots, visitor: Visitor, source: ReplaySource
) -> Redirect:
    form = await posted(request)
    try:
        start = await start_of(snapshots, source, form)
        return await opened(tables, visitor, source.table.game, start, form, await once_of(request, visitor))
    except Refused as refused:
        raise refusal_page(refused, visitor.text) from None


async def start_of(snapshots: Snapshots, source: ReplaySource, form: dict[str, str]) -> tuple[State, str]:
    """Return the starting position for the moment in a form; Refused if it may not be continued."""
    if not fork.may_be_tried(source.table, source.over):
        raise Refused("try_running")
    seat = form.get("seat", "")
    side = viewpoint_of(source, int(seat) if seat.isdecimal() and len(seat) < 3 else OWN, 0)
    timeline = side.timeline
    index = timeline.find(form.get("at", ""))
    if index is None:
        raise Refused("bad_form")
    return fork.position(await snapshots.at(source.table, timeline.numbers[index]), side.seat, source.over)


@post("/table/{table_id:str}/replay/try")
async def play_on(
    request: Asked,
    visitor: TheVisitor,
    tables: TheTables,
    review_store: TheReviewStore,
    snapshots: TheSnapshots,
    table: TheTable,
) -> Redirect:
    """Continue from a moment of a table, at the visitor's own table."""
    if table.phase == WAITING:
        raise refusal_page(Refused("not_begun"), visitor.text)
    return await _play_on(request, tables, snapshots, visitor, await source_of(review_store, table, visitor))


@post("/replay/{key:str}/try")
async def play_on_brought(
    request: Asked,
    visitor: TheVisitor,
    tables: TheTables,
    snapshots: TheSnapshots,
    uploads: TheUploads,
    key: FromPath[str],
) -> Redirect:
    """Continue from a moment of an uploaded record."""
    return await _play_on(request, tables, snapshots, visitor, await uploaded_source(uploads, key, visitor))


HANDLERS: Final = [play_on, play_on_brought]
