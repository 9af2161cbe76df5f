"""Invitations of people to the open seats of a table."""

from collections.abc import Awaitable, Callable, Iterable, Set
from datetime import UTC, datetime
from typing import Final

import msgspec

from regnum.web.db.ids import new_id
from regnum.web.errors import ConflictError, RefusedError
from regnum.web.names import check_name, is_taken
from regnum.web.rate_limit import RateLimit
from regnum.web.tables.access import require_host
from regnum.web.tables.events import INVITED, EventBus
from regnum.web.tables.invitation_store import Invitation
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import (
    OPEN,
    WAITING,
)
from regnum.web.tables.row_changes import RowChange, with_seats
from regnum.web.tables.service import TableService

INVITATIONS_PER_HOUR: Final = 30
"""The maximum number of people that one host or one address may invite by name in an hour."""
NOTIFIED_BY_HOST: Final = 6
"""The maximum number of notifications in an hour that one person gets about invitations by the same host."""
NOTIFIED_BY_STRANGERS: Final = 12
"""The maximum number of notifications in an hour that one person gets about invitations by people they have not met."""


class InvitationService:
    """Invitations by hosts, and guests who decline them. A refused action changes nothing."""

    def __init__(self, tables: TableService, events: EventBus) -> None:
        self._change_table: Final = tables.change_table
        self._events: Final = events
        self._invitations: Final = tables.invitation_store
        self._invitation_rate: Final = RateLimit(INVITATIONS_PER_HOUR, seconds=3600.0)
        self._host_rate: Final = RateLimit(NOTIFIED_BY_HOST, seconds=3600.0)
        self._stranger_rate: Final = RateLimit(NOTIFIED_BY_STRANGERS, seconds=3600.0)

    async def invite_player(
        self,
        table: LiveTable,
        seat: int,
        host: str,
        find_guest: Callable[[str], Awaitable[str | None]],
        name: str,
        client_address: str,
    ) -> None:
        """Invite a person by name to an open seat.

        `find_guest`: returns the guest with a name, or None. `client_address`: the address of the host's request.
        Requests are limited per host and address (INVITATIONS_PER_HOUR), whether or not the name is known.
        Raises RefusedError if `host` is not the host, the seat is not open, the name is taken or unknown, the person is
        invited already, or there were too many requests.
        """
        require_host(table, host)
        name = check_name(name)
        if table.phase != WAITING or not 0 <= seat < table.row.players or table.row.seats[seat].kind != OPEN:
            raise RefusedError("seat_taken")
        if is_taken(name, [row.name for row in table.row.seats if row.kind != OPEN]):
            raise RefusedError("name_taken", {"name": name})
        if not (self._invitation_rate.allows(host) and self._invitation_rate.allows(client_address)):
            raise RefusedError("too_many_invitations")
        guest = await find_guest(name)
        if guest is None or guest == host:
            raise RefusedError("no_companion", {"name": name})
        before = await self._invitations.of_table(table.row.id)
        if any(invitation.guest == guest for invitation in before):
            raise RefusedError("already_invited", {"name": name})
        invitation = Invitation(table.row.id, seat, guest, name)
        try:
            await self._invitations.invite(invitation)
        except ConflictError:  # at the same moment
            raise RefusedError("already_invited", {"name": name}) from None
        await self._show_invitations(table, {invitation.seat for invitation in before} & {seat})
        await self.notify_invited(table, [invitation], host)

    async def notify_invited(self, table: LiveTable, invitations: Iterable[Invitation], by: str) -> None:
        """Notify guests of their invitations to a table, as far as the limits allow.

        The limits are NOTIFIED_BY_HOST and NOTIFIED_BY_STRANGERS. Beyond them, the invitations still appear on the
        guests' pages.
        """
        for invitation in invitations:
            met = await self._invitations.have_met(by, invitation.guest)
            if self._host_rate.allows(f"{by} {invitation.guest}") and (
                met or self._stranger_rate.allows(invitation.guest)
            ):
                self._events.publish(table, INVITED, invitation.seat, invitation.guest)

    async def cancel_invitation(self, table: LiveTable, seat: int, host: str) -> None:
        """Withdraw the invitation to a seat, if any; raises RefusedError if `host` is not the host."""
        require_host(table, host)
        if all(invitation.seat != seat for invitation in await self._invitations.of_table(table.row.id)):
            return  # nothing changes, so no page is reloaded
        await self._invitations.withdraw(table.row.id, seat)
        await self._show_invitations(table, {seat})

    async def decline(self, table: LiveTable, guest: str) -> None:
        """Delete a guest's invitations to a table, if any."""
        for invitation in await self._invitations.of_table(table.row.id):
            if invitation.guest == guest:
                await self._invitations.withdraw(table.row.id, invitation.seat)
                await self._show_invitations(table, {invitation.seat})

    async def _show_invitations(self, table: LiveTable, freed_seats: Set[int]) -> None:
        """Update the open pages of a waiting table after a change of its invitations.

        `freed_seats`: the seats that had an invitation before. Their links change, as the invited guests know them.
        """

        def decide() -> RowChange:
            if table.phase != WAITING:
                return None
            open_ = [row for row in table.row.seats if row.seat in freed_seats and row.kind == OPEN]
            renewed = [msgspec.structs.replace(row, invitation_token=new_id()) for row in open_]
            return with_seats(table, renewed, datetime.now(UTC)), renewed

        await self._change_table(table, decide)
