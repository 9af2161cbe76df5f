"""Joining a table by the link to an open seat."""

from typing import Annotated, Final

import msgspec
from litestar import post
from litestar.di import NamedDependency, Provide
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect, Template

from regnum.web import colours, pacing
from regnum.web.live import LiveTable, Refused
from regnum.web.names import checked_name
from regnum.web.routes.common import Asked, TheTables, TheVisitor, Visitor, form_of, get, table_of, title_of, why
from regnum.web.rows import OPEN


class JoinForm(msgspec.Struct):
    """What the form to sit down sends."""

    name: Annotated[str, msgspec.Meta(max_length=200)] = ""
    colour: Annotated[str, msgspec.Meta(max_length=20)] = ""


class Invitation(msgspec.Struct, frozen=True):
    """A link to an open seat."""

    token: str
    table: LiveTable
    seat: int


async def invitation_of(tables: TheTables, token: FromPath[str]) -> Invitation:
    """Return what an invitation is for; not found, if there is none of this token."""
    found = await tables.store.invited(token)
    if found is None:
        raise NotFoundException
    return Invitation(token, await table_of(tables, found[0]), found[1])


def _join_page(
    visitor: Visitor, invitation: Invitation, typed: JoinForm, refused: Refused | None = None, asked: bool = False
) -> Template | Redirect:
    table, seat = invitation.table, invitation.seat
    here = table.seat_of(visitor.guest)
    if refused is None and here == seat:
        return Redirect(f"/table/{table.row.id}", status_code=303)
    if here is not None:
        refused = Refused("seated_at", {"seat": here + 1})
    still = table.row.seats[seat].kind == OPEN
    if refused is None and not still:
        refused = Refused("seat_taken")
    host = [row.name for row in table.row.seats if row.guest == table.row.host]
    return visitor.page(
        "join",
        200 if refused is None else 409,
        title=title_of(table.row.game, visitor.language),
        own_facts=table.game.facts,
        error=None if refused is None else why(refused, table, visitor.text),
        open=still and here is None,
        seated=here is not None,
        token=invitation.token,
        seat=seat,
        host=host[0] if host else "Regnum",
        typed=typed.name,
        hues=colours.free(table.row.seats),
        colour=colours.read(typed.colour),
        table=table.row.id,
        watching=table.may_watch(visitor.guest),
        asked=asked,
        timed=pacing.told(table.row, visitor.text),
    )


@get("/join/{token:str}")
async def invited(
    visitor: TheVisitor, tables: TheTables, invitation: NamedDependency[Invitation]
) -> Template | Redirect:
    """Show an invitation."""
    known = await tables.lobby.asked_to(invitation.table.row.id)
    asked = any(one.guest == visitor.guest for one in known)
    return _join_page(visitor, invitation, JoinForm(visitor.name), asked=asked)


@post("/join/{token:str}")
async def join(
    request: Asked, visitor: TheVisitor, tables: TheTables, invitation: NamedDependency[Invitation]
) -> Template | Redirect:
    """Take a seat."""
    typed = JoinForm()
    try:
        typed = await form_of(request, JoinForm)
        name, colour = checked_name(typed.name), colours.read(typed.colour)
        await tables.join(invitation.table, invitation.seat, visitor.guest, name, colour)
        await tables.attendance.decline(invitation.table, visitor.guest)
    except Refused as refused:
        return _join_page(visitor, invitation, typed, refused)
    return Redirect(f"/table/{invitation.table.row.id}", status_code=303, cookies=[visitor.named(typed.name)])


DEPENDENCIES: Final = {"invitation": Provide(invitation_of)}
HANDLERS: Final = [invited, join]
