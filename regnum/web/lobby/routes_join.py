"""Joining a table by the link to an open seat."""

from typing import Annotated, Final

import msgspec
from litestar import post
from litestar.di import NamedDependency, Provide
from litestar.exceptions import ClientException
from litestar.params import FromPath
from litestar.response import Redirect, Template

from regnum.web.clocks import forms as clock_forms
from regnum.web.errors import Refused
from regnum.web.http.names import checked_name
from regnum.web.http.visitor import Asked, TheVisitor, Visitor, form_of, get
from regnum.web.lobby.deps import TheSeating
from regnum.web.lobby.seating import Seating
from regnum.web.tables import colours
from regnum.web.tables.deps import TheTables, table_of, table_title, why
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import OPEN
from regnum.web.tables.service import Tables


class JoinForm(msgspec.Struct):
    """The form for joining a table."""

    name: Annotated[str, msgspec.Meta(max_length=200)] = ""
    colour: Annotated[str, msgspec.Meta(max_length=20)] = ""


class JoinLink(msgspec.Struct, frozen=True):
    """A link to an open seat, or to any open one (`any_seat`); `seat`: the seat it leads to now."""

    token: str
    table: LiveTable
    seat: int
    any_seat: bool = False


async def invited_by(tables: Tables, token: str, guest: str) -> JoinLink:
    """Return the target of a link that a guest follows; respond with "not found" if the token is unknown."""
    found = await tables.store.seat_of_invitation(token)
    if found is not None:
        return JoinLink(token, await table_of(tables, found[0]), found[1])
    table_id = await tables.store.table_of_invitation(token)
    if table_id is None:
        raise ClientException(status_code=404, extra={"name": "not_found", "say": "link_gone"})
    table = await table_of(tables, table_id)
    return JoinLink(token, table, await next_seat(tables, table, guest), any_seat=True)


async def next_seat(tables: Tables, table: LiveTable, guest: str) -> int:
    """Return the seat for a guest: their own, the one they are invited to, or the first open one without an invitation.

    If all open seats are reserved for others, or none is open, return the first one; joining there may be refused.
    """
    mine = table.seat_of(guest)
    if mine is not None:
        return mine
    asked = {one.seat: one.guest for one in await tables.invitations.of_table(table.row.id)}
    open_seats = [row.seat for row in table.row.seats if row.kind == OPEN]
    own = [seat for seat in open_seats if asked.get(seat) == guest]
    free = [seat for seat in open_seats if seat not in asked]
    return next(iter([*own, *free, *open_seats]), 0)


async def sit_down(
    tables: Tables,
    seating: Seating,
    join_link: JoinLink,
    guest: str,
    client_address: str,
    name: str,
    colour: int | None = None,
) -> None:
    """Take the seat of a link; Refused as in `Tables.join`, or if the guest takes too many seats from the lobby.

    If any seat will do and this one was just taken, take the next one. `client_address`: the address of the request.
    """
    table, seat = join_link.table, join_link.seat
    if table.row.listed and all(asked.guest != guest for asked in await tables.invitations.of_table(table.row.id)):
        tables.openings.check_seat(guest, client_address)
    while True:
        try:
            await tables.join(table, seat, guest, name, colour)
            break
        except Refused as refused:
            others = any(row.kind == OPEN for row in table.row.seats)
            if not (join_link.any_seat and refused.key == "seat_taken" and others):
                raise
            seat = await next_seat(tables, table, guest)
    await seating.decline(table, guest)


async def join_link_of(tables: TheTables, visitor: TheVisitor, token: FromPath[str]) -> JoinLink:
    """Return the target of a link; respond with "not found" if the token is unknown."""
    return await invited_by(tables, token, visitor.guest)


def _join_page(
    visitor: Visitor, join_link: JoinLink, typed: JoinForm, refused: Refused | None = None, asked: bool = False
) -> Template | Redirect:
    table, seat = join_link.table, join_link.seat
    here = table.seat_of(visitor.guest)
    if refused is None and here == seat:
        return Redirect(f"/table/{table.row.id}", status_code=303)
    if here is not None:
        refused = Refused("seated_at", {"seat": here + 1})
    still = table.row.seats[seat].kind == OPEN
    if refused is None and not still:
        refused = Refused("table_full" if join_link.any_seat else "seat_taken")
    excluded = refused is not None and refused.key in ("seat_kept", "sent_away")
    host = [row.name for row in table.row.seats if row.guest == table.row.host]
    return visitor.page(
        "lobby/join",
        200 if refused is None else 409,
        title=table_title(table.row, visitor.language),
        own_facts=table.game.facts,
        error=None if refused is None else why(refused, table, visitor.text),
        open=still and here is None and not excluded,
        seated=here is not None,
        token=join_link.token,
        seat=seat,
        host=host[0] if host else "Regnum",
        typed=typed.name,
        hues=colours.free(table.row.seats),
        colour=colours.read(typed.colour),
        table=table.row.id,
        watching=table.may_watch(visitor.guest) or asked,
        asked=asked,
        timed=clock_forms.clock_sentences(table.row, visitor.text),
    )


@get("/join/{token:str}")
async def invited(visitor: TheVisitor, tables: TheTables, join_link: NamedDependency[JoinLink]) -> Template | Redirect:
    """Show the page of a link."""
    table, seat = join_link.table, join_link.seat
    known = await tables.invitations.of_table(table.row.id)
    asked = any(one.guest == visitor.guest for one in known)
    refused = None
    if table.seat_of(visitor.guest) is None:
        if await tables.invitations.was_sent_away(visitor.guest, table.row.id):
            refused = Refused("sent_away")
        elif any(one.seat == seat and one.guest != visitor.guest for one in known):
            refused = Refused("seat_kept")
    return _join_page(visitor, join_link, JoinForm(visitor.name), refused, asked=asked)


@post("/join/{token:str}")
async def join(
    request: Asked,
    visitor: TheVisitor,
    tables: TheTables,
    seating: TheSeating,
    join_link: NamedDependency[JoinLink],
) -> Template | Redirect:
    """Take a seat."""
    typed = JoinForm()
    if join_link.table.seat_of(visitor.guest) == join_link.seat:  # the form was sent twice
        return Redirect(f"/table/{join_link.table.row.id}", status_code=303)
    try:
        typed = await form_of(request, JoinForm)
        name, colour = checked_name(typed.name), colours.read(typed.colour)
        await sit_down(tables, seating, join_link, visitor.guest, visitor.client_address, name, colour)
    except Refused as refused:
        return _join_page(visitor, join_link, typed, refused)
    return Redirect(f"/table/{join_link.table.row.id}", status_code=303, cookies=[visitor.named(typed.name)])


DEPENDENCIES: Final = {"join_link": Provide(join_link_of)}
HANDLERS: Final = [invited, join]
