"""Joining a table: the links to open seats, and taking a seat."""

import msgspec
from litestar.exceptions import ClientException

from regnum.web.errors import RefusedError
from regnum.web.seats.invitations import InvitationService
from regnum.web.seats.seating import SeatingService
from regnum.web.tables.deps import table_of
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import OPEN
from regnum.web.tables.service import TableService


class JoinLink(msgspec.Struct, frozen=True):
    """A link to one open seat, or to any open seat (`any_seat`). `seat`: the seat that it leads to now."""

    token: str
    table: LiveTable
    seat: int
    any_seat: bool = False


async def find_join_link(tables: TableService, token: str, guest: str) -> JoinLink:
    """Return the target of a link that a guest follows; responds with 404 if the token is unknown."""
    invitation = await tables.store.seats.seat_of_invitation(token)
    if invitation is not None:
        return JoinLink(token, await table_of(tables, invitation[0]), invitation[1])
    table_id = await tables.store.seats.table_of_invitation(token)
    if table_id is None:
        raise ClientException(status_code=404, extra={"name": "not_found", "text_key": "invitation_invalid"})
    table = await table_of(tables, table_id)
    return JoinLink(token, table, await find_seat(tables, table, guest), any_seat=True)


async def find_seat(tables: TableService, table: LiveTable, guest: str) -> int:
    """Return the seat for a guest: their own, the one they are invited to, or the first open one without an invitation.

    If all open seats are reserved for others, the result is the first of them, and seat 0 if none is open; joining
    there may be refused.
    """
    own_seat = table.seat_of(guest)
    if own_seat is not None:
        return own_seat
    invited = {invitation.seat: invitation.guest for invitation in await tables.invitation_store.of_table(table.row.id)}
    open_seats = [row.seat for row in table.row.seats if row.kind == OPEN]
    own = [seat for seat in open_seats if invited.get(seat) == guest]
    free = [seat for seat in open_seats if seat not in invited]
    return next(iter([*own, *free, *open_seats]), 0)


async def take_seat(
    tables: TableService,
    seating: SeatingService,
    invitations: InvitationService,
    join_link: JoinLink,
    guest: str,
    client_address: str,
    name: str,
    colour: int | None = None,
) -> None:
    """Give the seat of a link to a guest. `client_address`: the address of the request.

    If the link is to any open seat and this one was just taken, they get the next one. Raises RefusedError as
    `SeatingService.join` does, or if the guest or the address has taken too many seats at tables in the lobby.
    """
    table, seat = join_link.table, join_link.seat
    if table.row.is_listed and all(
        invitation.guest != guest for invitation in await tables.invitation_store.of_table(table.row.id)
    ):
        tables.table_limits.check_seat(guest, client_address)
    while True:
        try:
            await seating.join(table, seat, guest, name, colour)
            break
        except RefusedError as refused:
            others = any(row.kind == OPEN for row in table.row.seats)
            if not (join_link.any_seat and refused.key == "seat_taken" and others):
                raise
            seat = await find_seat(tables, table, guest)
    await invitations.decline(table, guest)
