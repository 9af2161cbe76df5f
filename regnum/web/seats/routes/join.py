"""The routes for joining a table by a link."""

from typing import Annotated, Final

import msgspec
from litestar import post
from litestar.response import Redirect, Template

from regnum.web.clocks.sentences import clock_sentences
from regnum.web.errors import RefusedError
from regnum.web.http.deps import VisitorDep
from regnum.web.http.games import title_of
from regnum.web.http.visitor import Visitor, WebRequest, form_of, get
from regnum.web.names import check_name
from regnum.web.seats.deps import InvitationsDep, JoinLinkDep, SeatingDep
from regnum.web.seats.joining import JoinLink, take_seat
from regnum.web.tables import colours
from regnum.web.tables.deps import TablesDep, refusal_reason, table_title
from regnum.web.tables.models import OPEN


class JoinForm(msgspec.Struct):
    """The form for joining a table."""

    name: Annotated[str, msgspec.Meta(max_length=200)] = ""
    colour: Annotated[str, msgspec.Meta(max_length=20)] = ""


def _join_page(
    visitor: Visitor, join_link: JoinLink, typed: JoinForm, refused: RefusedError | None = None, invited: bool = False
) -> Template | Redirect:
    table, seat = join_link.table, join_link.seat
    own_seat = table.seat_of(visitor.guest)
    if refused is None and own_seat == seat:
        return Redirect(f"/table/{table.row.id}", status_code=303)
    if own_seat is not None:
        refused = RefusedError("already_seated_at", {"seat": own_seat + 1})
    still = table.row.seats[seat].kind == OPEN
    if refused is None and not still:
        refused = RefusedError("table_full" if join_link.any_seat else "seat_taken")
    excluded = refused is not None and refused.key in ("seat_kept", "guest_removed")
    watching = table.may_watch(visitor.guest) or invited
    title = title_of(table.row.game, visitor.language)
    if still or watching:  # an old link does not reveal the name of a private table
        title = table_title(table.row, visitor.language)
    host = [row.name for row in table.row.seats if row.guest == table.row.host]
    return visitor.page(
        "seats/join",
        200 if refused is None else 409,
        title=title,
        corrected_facts=table.game.facts,
        error=None if refused is None else refusal_reason(refused, table, visitor.text),
        open=still and own_seat is None and not excluded,
        seated=own_seat is not None,
        token=join_link.token,
        seat=seat,
        host=host[0] if host else "Regnum",
        typed=typed.name,
        hues=colours.unchosen_colours(table.row.seats),
        colour=colours.parse_colour(typed.colour),
        table=table.row.id,
        watching=watching,
        invited=invited,
        time_limits=clock_sentences(table.row, visitor.text),
    )


@get("/join/{token:str}")
async def show_join_page(visitor: VisitorDep, tables: TablesDep, join_link: JoinLinkDep) -> Template | Redirect:
    """Show the page for joining a table by a link; redirects to the table if the visitor has the seat."""
    table, seat = join_link.table, join_link.seat
    invitations = await tables.invitation_store.of_table(table.row.id)
    invited = any(invitation.guest == visitor.guest for invitation in invitations)
    refused = None
    if table.seat_of(visitor.guest) is None:
        if await tables.invitation_store.was_removed(visitor.guest, table.row.id):
            refused = RefusedError("guest_removed")
        elif any(invitation.seat == seat and invitation.guest != visitor.guest for invitation in invitations):
            refused = RefusedError("seat_kept")
    return _join_page(visitor, join_link, JoinForm(visitor.name), refused, invited=invited)


@post("/join/{token:str}")
async def join_table(
    request: WebRequest,
    visitor: VisitorDep,
    tables: TablesDep,
    seating: SeatingDep,
    invitations: InvitationsDep,
    join_link: JoinLinkDep,
) -> Template | Redirect:
    """Give the seat of a link to the visitor, or show the page again with the reason for a refusal."""
    typed = JoinForm()
    if join_link.table.seat_of(visitor.guest) == join_link.seat:  # the form was sent twice
        return Redirect(f"/table/{join_link.table.row.id}", status_code=303)
    try:
        typed = await form_of(request, JoinForm)
        name, colour = check_name(typed.name), colours.parse_colour(typed.colour)
        await take_seat(tables, seating, invitations, join_link, visitor.guest, visitor.client_address, name, colour)
    except RefusedError as refused:
        return _join_page(visitor, join_link, typed, refused)
    return Redirect(f"/table/{join_link.table.row.id}", status_code=303, cookies=[visitor.name_cookie_for(typed.name)])


HANDLERS: Final = [show_join_page, join_table]
