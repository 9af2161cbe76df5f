"""Chat at a table: messages, reactions, mutes and private notes."""

from typing import Annotated, Any, Final

import msgspec
from litestar import MediaType, Response, post
from litestar.exceptions import NotFoundException
from litestar.params import FromQuery
from litestar.response import Redirect, Template
from markupsafe import Markup

from regnum.web.board.empty_board import seat_symbols, symbols
from regnum.web.chat.deps import ChatDep
from regnum.web.chat.service import MAX_MESSAGE_CHARS, MAX_NOTE_CHARS, ChatService, rooms_of
from regnum.web.chat.view import audience_key, load_visible_messages
from regnum.web.errors import RefusedError
from regnum.web.http.csrf import read_form
from regnum.web.http.deps import VisitorDep
from regnum.web.http.request_limits import LIGHT, SLOW_PAGE
from regnum.web.http.visitor import Visitor, WebRequest, form_of, get, refusal_text
from regnum.web.tables import colours
from regnum.web.tables.deps import StoredTableDep
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.stored_table import StoredTable

HTML: Final = MediaType.HTML
MESSAGES_PER_PAGE: Final = 500
"""The maximum number of messages on a page of the chat."""


class ReactionForm(msgspec.Struct):
    """The fields of a reaction to a message."""

    message: Annotated[str, msgspec.Meta(max_length=16)]
    reaction: Annotated[str, msgspec.Meta(max_length=16)]


class MuteForm(msgspec.Struct):
    """The fields for muting the author of a message; `on`: "yes" to mute, or else to unmute."""

    message: Annotated[str, msgspec.Meta(max_length=16)]
    on: Annotated[str, msgspec.Meta(max_length=8)]


@get("/table/{table_id:str}/chat", cost=SLOW_PAGE)
async def show_chat(visitor: VisitorDep, chat: ChatDep, stored: StoredTableDep, page: FromQuery[int] = 1) -> Template:
    """Show the messages that this guest may read, MESSAGES_PER_PAGE at a time, with the newest on page 1."""
    return await _chat_page(visitor, chat, stored, page=min(max(page, 1), 100))


async def _chat_page(
    visitor: Visitor, chat: ChatService, table: StoredTable, error: str = "", typed: str = "", page: int = 1
) -> Template:
    rooms = rooms_of(table, table.seat_of(visitor.guest))
    older = (
        len((await chat.load_conversation(table.row.id)).messages(rooms, MESSAGES_PER_PAGE * page + 1))
        > MESSAGES_PER_PAGE * page
    )
    messages, speakers = await load_visible_messages(
        chat, table, visitor.guest, visitor.language, MESSAGES_PER_PAGE, MESSAGES_PER_PAGE * (page - 1)
    )
    return visitor.page(
        "chat/page",
        409 if error else 200,
        table=table.row,
        colours=colours.seat_colour_css(table.row.seats),
        symbols=_symbols(table, visitor.language),
        read_by=audience_key(table, table.seat_of(visitor.guest)),
        messages=messages,
        speakers=speakers,
        page=page,
        older=older,
        limit=MAX_MESSAGE_CHARS,
        error=error,
        typed=typed,
    )


def _symbols(table: StoredTable, language: str) -> Markup:
    """Return the SVG symbols for a table's seats, or nothing if its game cannot be continued."""
    if not isinstance(table, LiveTable):
        return Markup()
    return symbols(table.game) + seat_symbols(table.game, language, table.state.options)


@post("/table/{table_id:str}/chat", status_code=200)
async def post_message(
    request: WebRequest, visitor: VisitorDep, chat: ChatDep, stored: StoredTableDep
) -> Response[Any] | Template:
    """Post a message; open pages get it through their streams."""
    text = (await read_form(request)).get("text", "")
    try:
        await chat.post_message(stored, visitor.guest, visitor.name, text, visitor.client_address)
    except RefusedError as refused:
        return await _refusal_response(request, visitor, chat, stored, refused, text)
    return _success_response(request, stored)


@post("/table/{table_id:str}/chat/reaction", status_code=200)
async def set_reaction(
    request: WebRequest, visitor: VisitorDep, chat: ChatDep, stored: StoredTableDep
) -> Response[Any] | Template:
    """Add a reaction to a message, or remove it."""
    try:
        form = await form_of(request, ReactionForm)
        client_address = visitor.client_address
        await chat.set_reaction(stored, visitor.guest, visitor.name, form.message, form.reaction, client_address)
    except RefusedError as refused:
        return await _refusal_response(request, visitor, chat, stored, refused)
    return _success_response(request, stored)


@post("/table/{table_id:str}/chat/mute", status_code=200)
async def mute_author(
    request: WebRequest, visitor: VisitorDep, chat: ChatDep, stored: StoredTableDep
) -> Response[Any] | Template:
    """Mute the author of a message at all tables, or unmute them."""
    try:
        form = await form_of(request, MuteForm)
        await chat.mute(stored, visitor.guest, form.message, form.on == "yes", visitor.client_address)
    except RefusedError as refused:
        return await _refusal_response(request, visitor, chat, stored, refused)
    return _success_response(request, stored)


def _success_response(request: WebRequest, table: StoredTable) -> Response[Any]:
    if "hx-request" in request.headers:
        return Response("", media_type=HTML)
    return Redirect(f"/table/{table.row.id}/chat", status_code=303)


async def _refusal_response(
    request: WebRequest, visitor: Visitor, chat: ChatService, table: StoredTable, refused: RefusedError, typed: str = ""
) -> Response[Any] | Template:
    """Return the text of a refusal, as a fragment for an open page, or else on the chat page."""
    message = refusal_text(refused, visitor.text)
    if "hx-request" in request.headers:
        return Response(Markup('<p class="error">{}</p>').format(message), status_code=409, media_type=HTML)
    return await _chat_page(visitor, chat, table, message, typed[: 4 * MAX_MESSAGE_CHARS])


# Notes.


@get("/table/{table_id:str}/notes", cost=LIGHT)
async def show_note(visitor: VisitorDep, chat: ChatDep, stored: StoredTableDep) -> Template:
    """Return the visitor's private note at a table as a page fragment; responds with 404 if they have no seat."""
    if stored.seat_of(visitor.guest) is None:
        raise NotFoundException
    note = await chat.store.note(stored.row.id, visitor.guest)
    return visitor.page("chat/notes", note=note, limit=MAX_NOTE_CHARS, table_id=stored.row.id)


@post("/table/{table_id:str}/notes", status_code=200)
async def save_note(request: WebRequest, visitor: VisitorDep, chat: ChatDep, stored: StoredTableDep) -> Response[Any]:
    """Save the visitor's private note and return the confirmation or refusal as a fragment."""
    text = (await read_form(request)).get("text", "")
    try:
        if stored.seat_of(visitor.guest) is None:
            raise RefusedError("not_seated")
        await chat.save_note(stored, visitor.guest, text, visitor.client_address)
    except RefusedError as refused:
        message = refusal_text(refused, visitor.text)
        return Response(Markup('<span class="error">{}</span>').format(message), status_code=409, media_type=HTML)
    return Response(visitor.text("chat.note_saved"), media_type=HTML)


HANDLERS: Final = [show_chat, post_message, set_reaction, mute_author, show_note, save_note]
