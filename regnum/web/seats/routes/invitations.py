"""The routes for inviting people to seats, and for sending them away."""

from functools import partial
from typing import Final

from litestar import post
from litestar.response import Redirect

from regnum.web.accounts.deps import AccountsDep
from regnum.web.accounts.service import AccountService
from regnum.web.errors import RefusedError
from regnum.web.http.deps import VisitorDep
from regnum.web.http.visitor import WebRequest, form_of
from regnum.web.seats.deps import InvitationsDep, JoinLinkDep, SeatingDep
from regnum.web.seats.forms import SeatForm
from regnum.web.tables.deps import TableDep, TablesDep, conflict_error
from regnum.web.tables.service import TableService


@post("/table/{table_id:str}/remove-guest")
async def remove_guest_from_table(
    request: WebRequest, visitor: VisitorDep, seating: SeatingDep, table: TableDep
) -> Redirect:
    """Free the seat of a person before the game begins, for the host."""
    try:
        form = await form_of(request, SeatForm)
        await seating.remove_guest(table, form.seat, visitor.guest, visitor.client_address)
    except RefusedError as refused:
        raise conflict_error(refused, table, visitor) from None
    return Redirect(f"/table/{table.row.id}?links=new", status_code=303)


@post("/table/{table_id:str}/readmit")
async def readmit_guests(visitor: VisitorDep, seating: SeatingDep, table: TableDep) -> Redirect:
    """Let guests whom the host has removed join again."""
    try:
        await seating.readmit(table, visitor.guest)
    except RefusedError as refused:
        raise conflict_error(refused, table, visitor) from None
    return Redirect(f"/table/{table.row.id}", status_code=303)


@post("/table/{table_id:str}/invite")
async def invite_player(
    request: WebRequest,
    visitor: VisitorDep,
    tables: TablesDep,
    invitations: InvitationsDep,
    accounts: AccountsDep,
    table: TableDep,
) -> Redirect:
    """Invite a person by name to an open seat, or withdraw the invitation."""
    try:
        form = await form_of(request, SeatForm)
        if form.name.strip():
            find = partial(_find_guest, tables, accounts, visitor.guest)
            await invitations.invite_player(table, form.seat, visitor.guest, find, form.name, visitor.client_address)
        else:
            await invitations.cancel_invitation(table, form.seat, visitor.guest)
    except RefusedError as refused:
        raise conflict_error(refused, table, visitor) from None
    return Redirect(f"/table/{table.row.id}", status_code=303)


async def _find_guest(tables: TableService, accounts: AccountService, host: str, name: str) -> str | None:
    """Return the guest whom a host means by a name: a person they have played with, or one with an account.

    Returns None if nobody has the name. Raises RefusedError if two people have it, since names are not unique.
    """
    companions = await tables.invitation_store.companions_named(host, name)
    account = await accounts.store.account_by_name(name)
    if account is not None:
        companions.add(account.guest)
    if len(companions) > 1:
        raise RefusedError("ambiguous_name", {"name": name})
    return next(iter(companions), None)


@post("/join/{token:str}/decline")
async def decline_invitation(visitor: VisitorDep, invitations: InvitationsDep, join_link: JoinLinkDep) -> Redirect:
    """Decline an invitation to a table."""
    await invitations.decline(join_link.table, visitor.guest)
    return Redirect("/tables", status_code=303)


HANDLERS: Final = [remove_guest_from_table, readmit_guests, invite_player, decline_invitation]
