"""Routes for leaving a table, returning to a seat, and letting a bot stand in for an absent player."""

from typing import Any, Final

from litestar import MediaType, Response, post
from litestar.exceptions import ClientException
from litestar.response import Redirect, Template

from regnum.web.bots import catalog
from regnum.web.errors import RefusedError
from regnum.web.http.deps import VisitorDep
from regnum.web.http.request_limits import LIGHT
from regnum.web.http.visitor import WebRequest, form_of, get
from regnum.web.lobby.deps import TableManagementDep
from regnum.web.play.refusals import refusal_response
from regnum.web.presence.deps import LastSeenDep
from regnum.web.proposals.view import proposal_view
from regnum.web.seats.deps import SeatingDep, StandInsDep
from regnum.web.seats.forms import SeatForm
from regnum.web.seats.stand_ins import absent_seats
from regnum.web.tables import proposal_rules
from regnum.web.tables.deps import StoredTableDep, TableDep, conflict_error, table_title
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import PLAYING, WAITING


@post("/table/{table_id:str}/return", status_code=200)
async def return_to_seat(
    request: WebRequest, visitor: VisitorDep, stand_ins: StandInsDep, table: TableDep
) -> Response[Any] | Redirect | Template:
    """Let a player take their seat back from a bot."""
    live = "hx-request" in request.headers
    try:
        await stand_ins.end(table, visitor.guest)
    except RefusedError as refused:
        return refusal_response(refused, table, visitor, live)
    return Response("", media_type=MediaType.HTML) if live else Redirect(f"/table/{table.row.id}", status_code=303)


@get("/table/{table_id:str}/leave", cost=LIGHT)
async def show_leave_page(visitor: VisitorDep, last_seen: LastSeenDep, stored: StoredTableDep) -> Template | Redirect:
    """Show how to leave a table or end the game, and the consequences."""
    if not isinstance(stored, LiveTable):
        return Redirect(f"/table/{stored.row.id}", status_code=303)  # that page explains why the game cannot continue
    table = stored
    seat = table.seat_of(visitor.guest)
    is_host = visitor.guest == table.row.host
    if seat is None and not is_host:
        raise ClientException(status_code=409, extra={"text_key": "no_seat"})
    absent = [] if seat is None else absent_seats(table, seat, await last_seen.times_of(table.guests))
    return visitor.page(
        "seats/leave",
        table=table.row,
        title=table_title(table.row, visitor.language),
        waiting=table.phase == WAITING,
        playing=table.phase == PLAYING,
        seated=seat is not None,
        is_host=is_host,
        alone=proposal_rules.is_solo(table.row),
        absent=seat is not None and table.row.seats[seat].absent,
        proposal=proposal_view(table.row, seat, visitor.text),
        acting=table.state.observed_by(seat).players_to_act,
        level=catalog.level_name(table.row.substitute, visitor.text),
        absent_players=[table.row.seats[at] for at in absent if at != seat],
    )


@post("/table/{table_id:str}/stand-in")
async def set_stand_in(
    request: WebRequest, visitor: VisitorDep, stand_ins: StandInsDep, last_seen: LastSeenDep, table: TableDep
) -> Redirect:
    """Let a bot play for an absent player until they return."""
    try:
        form = await form_of(request, SeatForm)
        await stand_ins.begin(table, form.seat, visitor.guest, await last_seen.times_of(table.guests))
    except RefusedError as refused:
        raise conflict_error(refused, table, visitor) from None
    return Redirect(f"/table/{table.row.id}", status_code=303)


@post("/table/{table_id:str}/leave")
async def leave_table(
    visitor: VisitorDep, seating: SeatingDep, management: TableManagementDep, stored: StoredTableDep
) -> Redirect:
    """Leave a seat, which a bot gets if the game is running. A table whose game cannot continue is hidden instead."""
    try:
        if isinstance(stored, LiveTable):
            await seating.leave(stored, visitor.guest)
        else:
            await management.remove(stored, visitor.guest)
    except RefusedError as refused:
        raise conflict_error(refused, stored, visitor) from None
    goes = isinstance(stored, LiveTable) and stored.may_watch(visitor.guest)
    return Redirect(f"/table/{stored.row.id}" if goes else "/tables", status_code=303)


HANDLERS: Final = [return_to_seat, show_leave_page, set_stand_in, leave_table]
