"""Actions on the seats of a table: inviting people, sending them away, leaving, and letting bots stand in."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Set
from datetime import UTC, datetime
from typing import Final

import msgspec

from regnum.web.db.ids import new_id
from regnum.web.errors import Conflict, Refused
from regnum.web.names import check_name, is_taken
from regnum.web.presence.last_seen import ABSENT_AFTER
from regnum.web.rate_limit import RateLimit
from regnum.web.tables import proposal_rules
from regnum.web.tables.access import require_host, require_running, require_seat
from regnum.web.tables.events import ABANDONED as ALL_AGREE
from regnum.web.tables.events import INVITED, REPLACED, RESIGNED, EventBus
from regnum.web.tables.invitations import Invitation
from regnum.web.tables.limits import RowLimits
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import (
    ABANDONED,
    BOT,
    GUEST,
    OPEN,
    PLAYING,
    WAITING,
    SeatRow,
    TableRow,
    return_seat,
)
from regnum.web.tables.row_changes import RowChange, with_seats
from regnum.web.tables.service import Tables

INVITATIONS_PER_HOUR: Final = 30
"""The maximum number of people that one host or one address may invite by name in an hour."""
NOTIFIED_BY_HOST: Final = 6
"""The maximum number of notifications in an hour that one person gets about invitations by the same host."""
NOTIFIED_BY_STRANGERS: Final = 12
"""The maximum number of notifications in an hour that one person gets about invitations by people they have not met."""


class Seating:
    """Actions of players on their own seats, and of hosts on the seats of others. A refused action changes nothing."""

    def __init__(self, tables: Tables, events: EventBus, row_limits: RowLimits) -> None:
        self._change_table: Final = tables.change_table
        self._events: Final = events
        self._row_limits: Final = row_limits
        self._table_limits: Final = tables.table_limits
        self._invitations: Final = tables.invitations
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
        Raises Refused if `host` is not the host, the seat is not open, the name is taken or unknown, the person is
        invited already, or there were too many requests.
        """
        require_host(table, host)
        name = check_name(name)
        if table.phase != WAITING or not 0 <= seat < table.row.players or table.row.seats[seat].kind != OPEN:
            raise Refused("seat_taken")
        if is_taken(name, [row.name for row in table.row.seats if row.kind != OPEN]):
            raise Refused("name_taken", {"name": name})
        if not (self._invitation_rate.allows(host) and self._invitation_rate.allows(client_address)):
            raise Refused("too_many_invitations")
        guest = await find_guest(name)
        if guest is None or guest == host:
            raise Refused("no_companion", {"name": name})
        before = await self._invitations.of_table(table.row.id)
        if any(invitation.guest == guest for invitation in before):
            raise Refused("already_invited", {"name": name})
        invitation = Invitation(table.row.id, seat, guest, name)
        try:
            await self._invitations.invite(invitation)
        except Conflict:  # at the same moment
            raise Refused("already_invited", {"name": name}) from None
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
        """Withdraw the invitation to a seat, if any; raises Refused if `host` is not the host."""
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

    async def send_away(self, table: LiveTable, seat: int, host: str, client_address: str) -> None:
        """Free a person's seat before the game begins; they cannot join this table again, and their links are void.

        `client_address`: the address of the host's request. Raises Refused if `host` is not the host, the game has
        begun, the seat is not another person's, or the address has sent away too many people.
        """
        require_host(table, host)

        def decide() -> RowChange:
            if table.phase != WAITING:
                raise Refused("has_begun")
            if not 0 <= seat < table.row.players or table.row.seats[seat].kind != GUEST:
                raise Refused("bad_form")
            if table.row.seats[seat].guest == host:
                raise Refused("bad_form")
            self._row_limits.check("removed_guests", client_address)
            row, seats = self._with_open_seat(
                table, seat, former_guest=table.row.seats[seat].guest, invitation_token=new_id()
            )
            sent.append(table.row.seats[seat].guest or "")
            return msgspec.structs.replace(row, invitation_token=new_id()), seats  # the guest knows the old link

        sent: list[str] = []
        await self._change_table(table, decide)
        await self._invitations.send_away(sent[-1], table.row.id)

    async def readmit(self, table: LiveTable, host: str) -> None:
        """Let guests who were sent away join again; raises Refused if `host` is not the host."""
        require_host(table, host)
        await self._invitations.readmit(table.row.id)

    async def leave(self, table: LiveTable, guest: str) -> None:
        """Remove a guest from their seat: before the game begins, it is open again; later, a bot gets it for good.

        If another guest has a claim to the seat, they get it back instead; in a running game, a bot plays for them
        until they return. Raises Refused if the guest has no seat or the game is over, or if only bots would remain
        and the address that opened the table has too many tables with only bots.
        """
        if table.phase == PLAYING and table.seat_of(guest) is not None and proposal_rules.is_solo(table.row):
            await self._table_limits.check_bots(table.row.client_address)
        left_seats: list[tuple[str, int]] = []
        names = {
            row.claimant: await self._invitations.former_name(table.row.id, row.seat, row.claimant)
            for row in table.row.seats
            if row.guest == guest and row.claimant is not None
        }

        def decide() -> RowChange:
            left_seats.clear()
            seat = require_seat(table, guest)
            seat_row = table.row.seats[seat]
            if table.phase != WAITING:
                require_running(table)
            bot = table.row.substitute if table.phase == PLAYING else None
            if seat_row.claimant is not None and table.seat_of(seat_row.claimant) is None:
                left_seats.extend([(REPLACED, seat)] if bot else [])
                row = return_seat(seat_row, seat_row.claimant, names.get(seat_row.claimant), bot)
            elif table.phase == WAITING:
                return self._with_open_seat(
                    table, seat, former_guest=None, invitation_token=seat_row.invitation_token or new_id()
                )
            else:
                left_seats.append((RESIGNED, seat))
                row = msgspec.structs.replace(
                    seat_row,
                    kind=BOT, bot=bot, guest=None, resigned=True, personal_token=None, offer_token=None,
                    former_guest=None, claimant=None, claimant_name=None,
                )  # fmt: skip
            table_row = proposal_rules.row_without_consent(table.row, seat)
            return with_seats(table, [row], datetime.now(UTC), table_row), [row]

        await self._change_table(table, decide)
        for kind, seat in left_seats:
            self._events.publish(table, kind, seat, by=guest)
            if table.phase == ABANDONED:
                self._events.publish(table, ALL_AGREE, seat, by=guest)

    def absent_seats(self, table: LiveTable, own_seat: int, seen: Mapping[str, datetime]) -> list[int]:
        """Return the seats of absent people who hold up a game without running clocks.

        Without clocks, people hold up a game if they must act, nobody has moved for ABSENT_AFTER, and they have not
        been seen since. They also do if the time to answer a proposal is over, their answer is missing, and they have
        not been seen for UNSEEN_TIME.

        `own_seat`: the seat of the player who asks; entries unknown to it are ignored. `seen`: when guests last looked
        at a page.
        """
        now = datetime.now(UTC)
        late, day_ago = now - ABSENT_AFTER, now - proposal_rules.UNSEEN_TIME
        if table.phase != PLAYING or (table.row.timing is not None and table.row.pause is None):
            return []
        moved = table.last_entry_time(own_seat) or table.began
        acting = table.state.players_to_act if table.row.timing is None and moved <= late else ()
        proposal = proposal_rules.open_proposal(table.row)
        is_late = proposal is not None and proposal.until <= now
        is_overdue = is_late and not proposal_rules.in_agreed_pause(table.row, now)
        silent = proposal_rules.awaited_seats(table.row, now) if is_overdue else []
        since = {**dict.fromkeys(silent, day_ago), **dict.fromkeys(acting, late)}
        return [
            row.seat
            for row in table.row.seats
            if row.kind == GUEST and not row.absent and row.seat in since
            if row.seat not in table.present
            if seen.get(row.guest or "", since[row.seat]) <= since[row.seat]
        ]

    async def stand_in(self, table: LiveTable, seat: int, guest: str, seen: Mapping[str, datetime]) -> None:
        """Let a bot play for an absent player (see `absent_seats`) until they return.

        Raises Refused if `guest`, who asks for it, has no seat, or if the player is not absent.
        """

        def decide() -> RowChange:
            if seat not in self.absent_seats(table, require_seat(table, guest), seen):
                raise Refused("not_absent")
            row = msgspec.structs.replace(table.row.seats[seat], bot=table.row.substitute)
            return with_seats(table, [row], datetime.now(UTC)), [row]

        await self._change_table(table, decide)
        self._events.publish(table, REPLACED, seat, by=guest)

    def _with_open_seat(
        self, table: LiveTable, seat: int, former_guest: str | None, invitation_token: str
    ) -> tuple[TableRow, list[SeatRow]]:
        row = SeatRow(seat, OPEN, "", invitation_token=invitation_token, former_guest=former_guest)
        return with_seats(table, [row], datetime.now(UTC)), [row]
