"""The table page: the board, the moves, the live stream, the log, the record."""

import re
from typing import Annotated, Any, Final

import litestar
import msgspec
from litestar import MediaType, Response, post
from litestar.exceptions import ClientException, NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Stream, Template
from markupsafe import Markup, escape

from regnum.core.narrator import label, side_names
from regnum.core.play import UNDO
from regnum.core.words import upfirst
from regnum.players.saying import why as reasons_told
from regnum.web import colours, company
from regnum.web.assets import board_file
from regnum.web.hints import Hint
from regnum.web.i18n import Text, game_words
from regnum.web.live import LiveTable, Refused
from regnum.web.logged import log
from regnum.web.looking import look
from regnum.web.playback import Scene, scenes
from regnum.web.render import ENVIRONMENT, Memory, board, rendered, symbols
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

HTML: Final = MediaType.HTML
_NO_HINT: Final = '<div id="hint" role="status"></div>'
_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_GZIP: Final = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))", re.I)


@get("/table/{table_id:str}")
async def show(visitor: TheVisitor, table: TheTable) -> Template:
    """Show the table as this guest may see it."""
    return _page(visitor, table)


def _page(
    visitor: Visitor,
    table: LiveTable,
    status: int = 200,
    message: Markup | None = None,
    hint: Markup | None = None,
    asked: Markup | None = None,
) -> Template:
    title = title_of(table.row.game, visitor.language)
    seat = table.seat_of(visitor.guest)
    hosting = visitor.guest == table.row.host
    message = message or _told(table, visitor)
    claimed = table.claim_of(visitor.guest)
    claim = None if claimed is None else table.row.seats[claimed]
    if table.phase == WAITING:
        return visitor.page(
            "wait",
            status,
            colours=colours.style(table.row.seats),
            title=title,
            own_facts=table.game.facts,
            table=table.row,
            since=seats_open(table),
            seat=seat,
            hosting=hosting,
            origin=visitor.origin,
            here_only=visitor.here_only,
            message=message,
            claim=claim,
            symbols=symbols(table.game),
            faces=company.faces(table.game, table.row.seats),
            told=[company.told(table.game, row, visitor.text) for row in table.row.seats],
        )
    now = rendered(table, seat, visitor.language)
    return visitor.page(
        "table",
        status,
        colours=colours.style(table.row.seats),
        title=title,
        table=table.row,
        game=table.game,
        size=table.game.drawing.SIZE,
        places=" ".join(table.game.drawing.PLACES),
        board=board(table.game, visitor.language, now.pieces, table.state.options),
        board_css=board_file(table.game, "board.css"),
        symbols=symbols(table.game),
        board_script=board_file(table.game, "board.js"),
        panel=Markup(now.panel if hint is None else now.panel.replace(_NO_HINT, f"{_NO_HINT[:-6]}{hint}</div>")),
        number=now.number,
        message=message,
        asked=asked,
        claim=claim,
        hosting_only=hosting and seat is None,
        seated=seat is not None,
    )


def _told(table: LiveTable, visitor: Visitor) -> Markup | None:
    """Return what a guest must know about his seat: somebody goes on with it, or could."""
    seat = table.seat_of(visitor.guest)
    if seat is not None:
        return escape(visitor.text("seat.offered_to_you")) if table.row.seats[seat].offer else None
    moved = table.claim_of(visitor.guest) is None and any(row.former == visitor.guest for row in table.row.seats)
    return escape(visitor.text("seat.moved")) if moved else None


class ActForm(msgspec.Struct):
    """A move: the action's text or "undo", and how many entries the page had seen; `sure`: the action once more."""

    action: Annotated[str, msgspec.Meta(max_length=200)]
    ply: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
    sure: Annotated[str, msgspec.Meta(max_length=200)] = ""


@post("/table/{table_id:str}/act", status_code=200)
async def act(request: Asked, visitor: TheVisitor, tables: TheTables, table: TheTable) -> Response[Any] | Template:
    """Take an action or take one back; the new position comes by the stream."""
    live = "hx-request" in request.headers
    seat = table.seat_of(visitor.guest)
    try:
        if seat is None:
            raise Refused("not_seated")
        form = await form_of(request, ActForm)
        if _is_asked(form, table, seat, visitor):
            asked = _asked(form.action, table, seat, visitor)
            if live:
                return Response(asked, media_type=HTML, headers={"hx-retarget": "#question"})
            return _page(visitor, table, asked=asked)
        number = await tables.act(table, seat, form.action, form.ply, visitor.guest)
    except Refused as refused:
        return _refusal(refused, table, visitor, live)
    if live:
        return Response("", media_type=HTML, headers={"regnum-ply": str(number)})
    return Redirect(visitor.here, status_code=303)


def _is_asked(form: ActForm, table: LiveTable, seat: int, visitor: Visitor) -> bool:
    """Tell whether a move is asked about once more; Refused if it may not be made anyway."""
    wanted = visitor.preferences.confirm
    if wanted == "never" or form.action in (UNDO, form.sure):
        return False
    table.check_turn(seat, form.ply)
    return table.is_final(seat, form.action) or wanted == "always"


def _asked(action: str, table: LiveTable, seat: int, visitor: Visitor) -> Markup:
    """Return the question whether a move is meant, with its buttons."""
    words = game_words(table.game, visitor.language)
    view = table.view(seat)
    meant = next(one for one in view.legal if one.text == action)
    names = side_names(view.seen, words, table.names)
    said = table.game.drawing.label(meant, view.seen, words, names) or label(meant, words, names)
    question = ENVIRONMENT.get_template("asked.html.jinja")
    return Markup(question.render(text=visitor.text, action=action, said=said, since=view.since))


@post("/table/{table_id:str}/skip", status_code=200)
async def skip(request: Asked, visitor: TheVisitor, tables: TheTables, table: TheTable) -> Response[Any] | Template:
    """Let the bots go on without pauses until a person acts."""
    live = "hx-request" in request.headers
    try:
        await tables.hurry(table, visitor.guest)
    except Refused as refused:
        return _refusal(refused, table, visitor, live)
    return Response("", media_type=HTML) if live else Redirect(f"/table/{table.row.id}", status_code=303)


class HintForm(msgspec.Struct):
    """Asking what to do: how many entries the page had seen."""

    ply: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


@post("/table/{table_id:str}/hint", status_code=200)
async def hint(request: Asked, visitor: TheVisitor, tables: TheTables, table: TheTable) -> Response[Any] | Template:
    """Say what a strong player would do with what the seat sees, to whoever has it and is to act."""
    live = "hx-request" in request.headers
    seat = table.seat_of(visitor.guest)
    try:
        if seat is None:
            raise Refused("not_seated")
        form = await form_of(request, HintForm)
        found = await tables.hints.hint(table, seat, form.ply)
    except Refused as refused:
        return _refusal(refused, table, visitor, live)
    said = _hint(found, table, visitor)
    if live:
        return Response(said, media_type=HTML, headers={"cache-control": "no-store"})
    return _page(visitor, table, hint=said)


def _hint(found: Hint, table: LiveTable, visitor: Visitor) -> Markup:
    """Return a hint in words; the page finds in it for which position it is, and which button is meant."""
    words = game_words(table.game, visitor.language)
    action = table.game.actions.parse(found.action)
    what = upfirst(label(action, words, side_names(table.state, words, table.names)))
    told = reasons_told(found.reasons, words)
    mark = Markup('<p class="hint" data-ply="{}" data-action="{}"><b>{}</b> {}</p>')
    figures = Markup('<p class="quiet">{}</p>').format(visitor.text("hint.figures")) if "(" in told else ""
    return mark.format(found.number, found.action, visitor.text("hint.says", action=what), told) + figures


def _refusal(refused: Refused, table: LiveTable, visitor: Visitor, live: bool) -> Response[Any] | Template:
    """Return a refusal in words: as a part of the page that is open, or with the page."""
    message = _message(refused, table, visitor.text)
    if live:
        return Response(Markup('<p class="error">{}</p>').format(message), status_code=409, media_type=HTML)
    return _page(visitor, table, 409, message)


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
    zipped = _GZIP.search(request.headers.get("accept-encoding", "")) is not None
    told = events(tables, table, visitor.guest, visitor.language, known, settings.heartbeat, zipped)
    headers = {"cache-control": "no-store", "x-accel-buffering": "no", "vary": "accept-encoding"}
    if zipped:
        headers["content-encoding"] = "gzip"
    return Stream(told, media_type="text/event-stream", headers=headers)


@get("/table/{table_id:str}/since/{number:int}")
async def since(visitor: TheVisitor, table: TheTable, number: FromPath[int]) -> Response[list[Scene]]:
    """Give what others did since this guest knew of so many entries, to be played back."""
    played = (
        [] if table.phase == WAITING else await scenes(table, table.seat_of(visitor.guest), visitor.language, number)
    )
    return Response(played, media_type=MediaType.JSON, headers={"cache-control": "no-store"})


@get("/table/{table_id:str}/place/{place:str}")
async def about(visitor: TheVisitor, table: TheTable, place: FromPath[str]) -> Template:
    """Tell what a thing on the table is, and why nothing can be done with it now; a part of a page."""
    looked = look(table, table.seat_of(visitor.guest), place, visitor.language) if table.phase != WAITING else None
    if looked is None:
        raise NotFoundException
    link = f"/rules/{table.game.id}#{looked.clause}" if looked.clause in table.game.ledger() else ""
    return visitor.page("about", looked=looked, link=link)


@get("/table/{table_id:str}/log")
async def whole_log(visitor: TheVisitor, table: TheTable) -> Template:
    """Show the whole log."""
    words = game_words(table.game, visitor.language)
    view = table.view(table.seat_of(visitor.guest))
    names = side_names(view.seen, words, table.names)
    sections = log(view, table.game.drawing, names, Memory().speaker(words, visitor.text, names, view.viewer))
    faces = [*company.faces(table.game, table.row.seats), *[""] * (len(names) - len(table.names))]
    return visitor.page(
        "log",
        log=sections,
        table=table.row.id,
        colours=colours.style(table.row.seats),
        symbols=symbols(table.game),
        faces=faces,
    )


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


HANDLERS = [show, act, skip, hint, stream, since, about, whole_log, record]
