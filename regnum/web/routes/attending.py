"""Coming back to a seat at which a bot has played, leaving one for good, what the host does about those of others."""

from datetime import datetime
from typing import Annotated, Any, Final

import msgspec
from litestar import MediaType, Response, post
from litestar.di import NamedDependency
from litestar.exceptions import ClientException
from litestar.response import Redirect, Template

from regnum.web import company
from regnum.web.calls import Calls
from regnum.web.live import LiveTable, Refused, StoredTable
from regnum.web.names import checked_name
from regnum.web.people import People
from regnum.web.routes.common import (
    Asked,
    TheCalls,
    ThePeople,
    TheStored,
    TheTable,
    TheTables,
    TheVisitor,
    Visitor,
    form_of,
    get,
    title_of,
    why,
)
from regnum.web.routes.joining import Invitation
from regnum.web.routes.table import refusal
from regnum.web.rows import GUEST, PLAYING, WAITING
from regnum.web.tables import Tables


class SeatForm(msgspec.Struct):
    """Which seat is meant, and whom the host asks to sit down there ("": nobody any more)."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=100)]
    name: Annotated[str, msgspec.Meta(max_length=200)] = ""


def _no(refused: Refused, table: StoredTable, visitor: Visitor) -> ClientException:
    return ClientException(status_code=409, extra={"message": why(refused, table, visitor.text)})


@post("/table/{table_id:str}/return", status_code=200)
async def come_back(
    request: Asked, visitor: TheVisitor, tables: TheTables, table: TheTable
) -> Response[Any] | Redirect | Template:
    """Let a person play himself again."""
    live = "hx-request" in request.headers
    try:
        await tables.clockwork.give_back(table, visitor.guest)
    except Refused as refused:
        return refusal(refused, table, visitor, live)
    return Response("", media_type=MediaType.HTML) if live else Redirect(f"/table/{table.row.id}", status_code=303)


@get("/table/{table_id:str}/leave")
async def leaving(visitor: TheVisitor, tables: TheTables, calls: TheCalls, stored: TheStored) -> Template | Redirect:
    """Show how one can leave a table, or end the game, and what that means."""
    if not isinstance(stored, LiveTable):
        return Redirect(f"/table/{stored.row.id}", status_code=303)  # which says so itself
    table = stored
    seat = table.seat_of(visitor.guest)
    hosting = visitor.guest == table.row.host
    if seat is None and not hosting:
        raise ClientException(status_code=409, extra={"say": "no_seat"})
    people = [row for row in table.row.seats if row.kind == GUEST and not row.absent]
    gone = [] if seat is None else tables.attendance.gone(table, seat, await _seen(calls, table))
    return visitor.page(
        "leave",
        table=table.row,
        title=title_of(table.row.game, visitor.language),
        waiting=table.phase == WAITING,
        playing=table.phase == PLAYING,
        seated=seat is not None,
        hosting=hosting,
        absent=seat is not None and table.row.seats[seat].absent,
        agreed=seat is not None and table.row.seats[seat].quits,
        agree=[row.name for row in people if row.quits],
        missing=[row.name for row in people if not row.quits],
        level=company.level_name(table.row.substitute, visitor.text),
        gone=[table.row.seats[at] for at in gone if at != seat],
    )


async def _seen(calls: Calls, table: LiveTable) -> dict[str, datetime]:
    """Return when those who sit at a table last looked at a page of ours."""
    return await calls.sightings.last({row.guest for row in table.row.seats if row.guest is not None})


@post("/table/{table_id:str}/stand-in")
async def stand_in(
    request: Asked, visitor: TheVisitor, tables: TheTables, calls: TheCalls, table: TheTable
) -> Redirect:
    """Let a bot play for somebody who is gone, until he is back."""
    try:
        form = await form_of(request, SeatForm)
        await tables.attendance.stand_in(table, form.seat, visitor.guest, await _seen(calls, table))
    except Refused as refused:
        raise _no(refused, table, visitor) from None
    return Redirect(f"/table/{table.row.id}", status_code=303)


@post("/table/{table_id:str}/leave")
async def leave(visitor: TheVisitor, tables: TheTables, stored: TheStored) -> Redirect:
    """Stand up; once the game goes on, a bot has the seat for good. A game that cannot go on is put away."""
    try:
        if isinstance(stored, LiveTable):
            await tables.attendance.leave(stored, visitor.guest)
        else:
            await tables.remove(stored, visitor.guest)
    except Refused as refused:
        raise _no(refused, stored, visitor) from None
    goes = isinstance(stored, LiveTable) and stored.may_watch(visitor.guest)
    return Redirect(f"/table/{stored.row.id}" if goes else "/tables", status_code=303)


class EndForm(msgspec.Struct):
    """Whether somebody would end the game without a result ("yes"), or would not any more."""

    agree: Annotated[str, msgspec.Meta(max_length=3)]


@post("/table/{table_id:str}/end")
async def end(request: Asked, visitor: TheVisitor, tables: TheTables, stored: TheStored) -> Redirect:
    """Say that one would end the game without a result; it ends when all people say so, a stopped one by its host."""
    try:
        form = await form_of(request, EndForm)
        if isinstance(stored, LiveTable):
            await tables.attendance.vote(stored, visitor.guest, form.agree == "yes")
        else:
            await tables.end_stopped(stored, visitor.guest)
    except Refused as refused:
        raise _no(refused, stored, visitor) from None
    return Redirect(f"/table/{stored.row.id}", status_code=303)


@post("/table/{table_id:str}/remove")
async def remove(visitor: TheVisitor, tables: TheTables, stored: TheStored) -> Redirect:
    """Remove a table that has not begun, or put one away that is over or cannot go on."""
    try:
        await tables.remove(stored, visitor.guest)
    except Refused as refused:
        raise _no(refused, stored, visitor) from None
    return Redirect("/tables", status_code=303)


@post("/table/{table_id:str}/send-away")
async def send_away(request: Asked, visitor: TheVisitor, tables: TheTables, table: TheTable) -> Redirect:
    """Free the seat of a person before the game begins."""
    try:
        form = await form_of(request, SeatForm)
        await tables.attendance.send_away(table, form.seat, visitor.guest)
    except Refused as refused:
        raise _no(refused, table, visitor) from None
    return Redirect(f"/table/{table.row.id}", status_code=303)


@post("/table/{table_id:str}/ask")
async def ask(request: Asked, visitor: TheVisitor, tables: TheTables, people: ThePeople, table: TheTable) -> Redirect:
    """Ask somebody who is known here by name to sit down on an open seat, or withdraw that."""
    try:
        form = await form_of(request, SeatForm)
        if form.name.strip():
            name = checked_name(form.name)
            guest = await _known(tables, people, visitor.guest, name) if visitor.guest == table.row.host else None
            await tables.attendance.ask(table, form.seat, visitor.guest, guest, name, visitor.home)
        else:
            await tables.attendance.ask_no_more(table, form.seat, visitor.guest)
    except Refused as refused:
        raise _no(refused, table, visitor) from None
    return Redirect(f"/table/{table.row.id}", status_code=303)


async def _known(tables: Tables, people: People, host: str, name: str) -> str | None:
    """Return the guest whom a host means by a name: somebody with whom he has played, or who has an account.

    Refused if these are two: anybody may sit down under the name of somebody else's account.
    """
    companion = await tables.lobby.companion(host, name)
    person = await people.persons.called(name)
    if person is None:
        return companion
    if companion not in (None, person.guest) and not await tables.lobby.met(host, person.guest):
        raise Refused("name_of_two", {"name": name})
    return person.guest


@post("/join/{token:str}/decline")
async def decline(visitor: TheVisitor, tables: TheTables, invitation: NamedDependency[Invitation]) -> Redirect:
    """Say no to having been asked to sit down."""
    await tables.attendance.decline(invitation.table, visitor.guest)
    return Redirect("/tables", status_code=303)


HANDLERS: Final = [come_back, leaving, stand_in, leave, end, remove, send_away, ask, decline]
