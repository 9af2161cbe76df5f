"""The table page: the board, the moves, the live stream, the log, the record."""

import re
from typing import Annotated, Any, Final

import msgspec
from litestar import Response, get, post
from litestar.exceptions import ClientException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Stream, Template
from markupsafe import Markup, escape

from regnum.core.narrator import side_names
from regnum.web.assets import board_css
from regnum.web.drawing import drawing_of
from regnum.web.i18n import Text, game_words
from regnum.web.live import LiveTable, Refused
from regnum.web.render import board, log, rendered
from regnum.web.routes.common import (
    Asked,
    form_of,
    guest_of,
    here_only,
    language_of,
    origin_of,
    page,
    settings_of,
    table_of,
    tables_of,
    text_of,
    title_of,
    why,
)
from regnum.web.store import FINISHED, WAITING
from regnum.web.stream import events, seats_open

HTML = "text/html; charset=utf-8"
_NUMBER: Final = re.compile(r"[0-9]{1,9}")


@get("/table/{table_id:str}")
async def show(request: Asked, table_id: FromPath[str]) -> Template:
    """Show the table as this guest may see it."""
    return _page(request, await table_of(request, table_id))


def _page(request: Asked, table: LiveTable, status: int = 200, message: Markup | None = None) -> Template:
    language = language_of(request)
    title = title_of(table.row.game, language)
    guest = guest_of(request)
    seat = table.seat_of(guest)
    hosting = guest == table.row.host
    message = message or _told(table, guest, text_of(request))
    if table.phase == WAITING:
        return page(
            request,
            "wait",
            status,
            title=title,
            table=table.row,
            since=seats_open(table),
            seat=seat,
            hosting=hosting,
            origin=origin_of(request),
            here_only=here_only(request),
            message=message,
        )
    now = rendered(table, seat, language)
    return page(
        request,
        "table",
        status,
        title=title,
        table=table.row,
        game=table.game,
        size=drawing_of(table.game).SIZE,
        board=board(table.game, language, now.pieces, table.state.options),
        board_css=board_css(table.game),
        panel=Markup(now.panel),
        number=now.number,
        message=message,
        hosting_only=hosting and seat is None,
    )


def _told(table: LiveTable, guest: str, text: Text) -> Markup | None:
    """Return what a guest must know about his seat: somebody goes on with it, or could."""
    seat = table.seat_of(guest)
    if seat is not None:
        return escape(text("seat.offered_to_you")) if table.row.seats[seat].offer else None
    return escape(text("seat.moved")) if any(row.former == guest for row in table.row.seats) else None


class ActForm(msgspec.Struct):
    """A move: the action's text or "undo", and how many entries the page had seen."""

    action: Annotated[str, msgspec.Meta(max_length=200)]
    ply: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


@post("/table/{table_id:str}/act", status_code=200)
async def act(request: Asked, table_id: FromPath[str]) -> Response[Any] | Template:
    """Take an action or take one back; the new position comes by the stream."""
    table = await table_of(request, table_id)
    live = "hx-request" in request.headers
    seat = table.seat_of(guest_of(request))
    try:
        if seat is None:
            raise Refused("not_seated")
        form = await form_of(request, ActForm)
        number = await tables_of(request).act(table, seat, form.action, form.ply, guest_of(request))
    except Refused as refused:
        message = _message(refused, table, request)
        if live:
            return Response(Markup('<p class="error">{}</p>').format(message), status_code=409, media_type=HTML)
        return _page(request, table, 409, message)
    if live:
        return Response("", media_type=HTML, headers={"regnum-ply": str(number)})
    return Redirect(f"/table/{table_id}", status_code=303)


def _message(refused: Refused, table: LiveTable, request: Asked) -> Markup:
    text = text_of(request)
    message = escape(why(refused, table, text))
    if refused.clause in table.game.ledger():
        link = Markup('<a href="/rules/{}#{}" target="_blank">{}</a>')
        message = Markup("{} ({})").format(message, link.format(table.game.id, refused.clause, text("refused.rule")))
    return message


@get("/table/{table_id:str}/events")
async def stream(request: Asked, table_id: FromPath[str], since: FromQuery[int] = 0) -> Stream:
    """Tell a page what is new, as long as it is open."""
    table = await table_of(request, table_id)
    last = request.headers.get("last-event-id", "")
    known = int(last) if _NUMBER.fullmatch(last) and since >= 0 else since
    language, heartbeat = language_of(request), settings_of(request).heartbeat
    told = events(tables_of(request), table, guest_of(request), language, known, heartbeat)
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return Stream(told, media_type="text/event-stream", headers=headers)


@get("/table/{table_id:str}/log")
async def whole_log(request: Asked, table_id: FromPath[str]) -> Template:
    """Show the whole log."""
    table = await table_of(request, table_id)
    language = language_of(request)
    words = game_words(table.game, language)
    view = table.view(table.seat_of(guest_of(request)))
    names = side_names(view.seen, words, table.names)
    sections = log(view, drawing_of(table.game), words, text_of(request), names)
    return page(request, "log", log=sections, table=table_id)


@get("/table/{table_id:str}/record")
async def record(request: Asked, table_id: FromPath[str]) -> Response[str]:
    """Give the record of a finished game; before the end it would betray what is hidden."""
    table = await table_of(request, table_id)
    if table.phase != FINISHED:
        raise ClientException(status_code=409, extra={"say": "not_finished"})
    name = f"{table.row.game}-{table.row.id}.jsonl"
    return Response(
        "\n".join(table.play.record.lines()) + "\n",
        media_type="application/jsonl",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


HANDLERS = [show, act, stream, whole_log, record]
