"""The table page: the board, the moves, the live stream, the log, the record."""

import re
from typing import Annotated, Any, Final

import litestar
import msgspec
from litestar import Response, post
from litestar.exceptions import ClientException
from litestar.params import FromQuery
from litestar.response import Redirect, Stream, Template
from markupsafe import Markup, escape

from regnum.core.narrator import side_names
from regnum.web.assets import board_file
from regnum.web.i18n import Text, game_words
from regnum.web.live import LiveTable, Refused
from regnum.web.render import board, log, rendered
from regnum.web.routes.common import (
    Asked,
    TheSettings,
    TheTable,
    TheTables,
    TheVisitor,
    Visitor,
    form_of,
    get,
    title_of,
    why,
)
from regnum.web.store import FINISHED, WAITING
from regnum.web.stream import events, seats_open

HTML = "text/html; charset=utf-8"
_NUMBER: Final = re.compile(r"[0-9]{1,9}")


@get("/table/{table_id:str}")
async def show(visitor: TheVisitor, table: TheTable) -> Template:
    """Show the table as this guest may see it."""
    return _page(visitor, table)


def _page(visitor: Visitor, table: LiveTable, status: int = 200, message: Markup | None = None) -> Template:
    title = title_of(table.row.game, visitor.language)
    seat = table.seat_of(visitor.guest)
    hosting = visitor.guest == table.row.host
    message = message or _told(table, visitor)
    if table.phase == WAITING:
        return visitor.page(
            "wait",
            status,
            title=title,
            table=table.row,
            since=seats_open(table),
            seat=seat,
            hosting=hosting,
            origin=visitor.origin,
            here_only=visitor.here_only,
            message=message,
        )
    now = rendered(table, seat, visitor.language)
    return visitor.page(
        "table",
        status,
        title=title,
        table=table.row,
        game=table.game,
        size=table.game.drawing.SIZE,
        board=board(table.game, visitor.language, now.pieces, table.state.options),
        board_css=board_file(table.game, "board.css"),
        board_script=board_file(table.game, "board.js"),
        panel=Markup(now.panel),
        number=now.number,
        message=message,
        hosting_only=hosting and seat is None,
    )


def _told(table: LiveTable, visitor: Visitor) -> Markup | None:
    """Return what a guest must know about his seat: somebody goes on with it, or could."""
    seat = table.seat_of(visitor.guest)
    if seat is not None:
        return escape(visitor.text("seat.offered_to_you")) if table.row.seats[seat].offer else None
    return escape(visitor.text("seat.moved")) if any(row.former == visitor.guest for row in table.row.seats) else None


class ActForm(msgspec.Struct):
    """A move: the action's text or "undo", and how many entries the page had seen."""

    action: Annotated[str, msgspec.Meta(max_length=200)]
    ply: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


@post("/table/{table_id:str}/act", status_code=200)
async def act(request: Asked, visitor: TheVisitor, tables: TheTables, table: TheTable) -> Response[Any] | Template:
    """Take an action or take one back; the new position comes by the stream."""
    live = "hx-request" in request.headers
    seat = table.seat_of(visitor.guest)
    try:
        if seat is None:
            raise Refused("not_seated")
        form = await form_of(request, ActForm)
        number = await tables.act(table, seat, form.action, form.ply, visitor.guest)
    except Refused as refused:
        message = _message(refused, table, visitor.text)
        if live:
            return Response(Markup('<p class="error">{}</p>').format(message), status_code=409, media_type=HTML)
        return _page(visitor, table, 409, message)
    if live:
        return Response("", media_type=HTML, headers={"regnum-ply": str(number)})
    return Redirect(visitor.here, status_code=303)


def _message(refused: Refused, table: LiveTable, text: Text) -> Markup:
    message = escape(why(refused, table, text))
    if refused.clause in table.game.ledger():
        link = Markup('<a href="/rules/{}#{}" target="_blank">{}</a>')
        message = Markup("{} ({})").format(message, link.format(table.game.id, refused.clause, text("refused.rule")))
    return message


@litestar.get("/table/{table_id:str}/events")  # a stream has no end: no HEAD for it
async def stream(
    request: Asked,
    visitor: TheVisitor,
    tables: TheTables,
    settings: TheSettings,
    table: TheTable,
    since: FromQuery[int] = 0,
) -> Stream:
    """Tell a page what is new, as long as it is open."""
    last = request.headers.get("last-event-id", "")
    known = int(last) if _NUMBER.fullmatch(last) and since >= 0 else since
    told = events(tables, table, visitor.guest, visitor.language, known, settings.heartbeat)
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return Stream(told, media_type="text/event-stream", headers=headers)


@get("/table/{table_id:str}/log")
async def whole_log(visitor: TheVisitor, table: TheTable) -> Template:
    """Show the whole log."""
    words = game_words(table.game, visitor.language)
    view = table.view(table.seat_of(visitor.guest))
    names = side_names(view.seen, words, table.names)
    sections = log(view, table.game.drawing, words, visitor.text, names)
    return visitor.page("log", log=sections, table=table.row.id)


@get("/table/{table_id:str}/record")
async def record(table: TheTable) -> Response[str]:
    """Give the record of a finished game; before the end it would betray what is hidden."""
    if table.phase != FINISHED:
        raise ClientException(status_code=409, extra={"say": "not_finished"})
    name = f"{table.row.game}-{table.row.id}.jsonl"
    return Response(
        "\n".join(table.play.record.lines()) + "\n",
        media_type="application/jsonl",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


HANDLERS = [show, act, stream, whole_log, record]
