"""Actions on the seats of a table: inviting, sending away, leaving, and letting bots stand in."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Set
from datetime import UTC, datetime
from typing import Final

import msgspec

from regnum.web.db.ids import new_id
from regnum.web.errors import Refused
from regnum.web.names import check_name, is_taken
from regnum.web.rate_limit import RateLimit
from regnum.web.tables import agreement
from regnum.web.tables.access import require_host, require_running, require_seat
from regnum.web.tables.events import ABANDONED as ALL_AGREE
from regnum.web.tables.events import INVITED, REPLACED, RESIGNED, EventBus
from regnum.web.tables.invitations import Invitation
from regnum.web.tables.limits import Additions
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
    given_back,
)
from regnum.web.tables.presence import ABSENT_AFTER
from regnum.web.tables.row_changes import RowChange, with_seats
from regnum.web.tables.service import Tables

INVITATIONS_PER_HOUR: Final = 30
"""Maximum number of people that one host or one address may invite by name in an hour."""
NOTIFIED_BY_HOST: Final = 6
"""Maximum number of notifications in an hour about invitations of one person by the same host."""
NOTIFIED_BY_STRANGERS: Final = 12
"""The same limit for all strangers together; people who have played with the invited person are exempt."""


class Seating:
    """Actions of players on their own seats, and of the host on others'. A refused action changes nothing."""

    def __init__(self, tables: Tables, events: EventBus, additions: Additions) -> None:
        self._change_table: Final = tables.change_table
        self._events: Final = events
        self._additions: Final = additions
        self._openings: Final = tables.openings
        self._invitations: Final = tables.invitations
        self._invitation_rate: Final = RateLimit(INVITATIONS_PER_HOUR, seconds=3600.0)
        self._host_rate: Final = RateLimit(NOTIFIED_BY_HOST, seconds=3600.0)
        self._stranger_rate: Final = RateLimit(NOTIFIED_BY_STRANGERS, seconds=3600.0)

    async def invite_player(
        self,
        table: LiveTable,
        seat: int,
        host: str,
        find: Callable[[str], Awaitable[str | None]],
        name: str,
        client_address: str,
    ) -> None:
        """Invite a person by name to an open seat.

        `find`: returns the guest with this name, or None. `client_address`: the address of the host's request.
        Requests are limited for each host and address (INVITATIONS_PER_HOUR), whether or not the name is known.
        """
        require_host(table, host)
        name = check_name(name)
        if table.phase != WAITING or not 0 <= seat < table.row.players or table.row.seats[seat].kind != OPEN:
            raise Refused("seat_taken")
        if is_taken(name, [row.name for row in table.row.seats if row.kind != OPEN]):
            raise Refused("name_taken", {"name": name})
        if not (self._invitation_rate.allows(host) and self._invitation_rate.allows(client_address)):
            raise Refused("asked_too_much")
        guest = await find(name)
        if guest is None or guest == host:
            raise Refused("nobody", {"name": name})
        before = await self._invitations.of_table(table.row.id)
        if any(invitation.guest == guest for invitation in before):
            raise Refused("asked_already", {"name": name})
        invitation = Invitation(table.row.id, seat, guest, name)
        await self._invitations.invite(invitation)
        await self._show_invitations(table, {one.seat for one in before} & {seat})
        await self.notify_invited(table, [invitation], host)

    async def notify_invited(self, table: LiveTable, invitations: Iterable[Invitation], by: str) -> None:
        """Notify people of their invitations to a table, within their limits.

        See NOTIFIED_BY_HOST and NOTIFIED_BY_STRANGERS. Invitations beyond the limits still appear on their pages.
        """
        for one in invitations:
            met = await self._invitations.have_met(by, one.guest)
            if self._host_rate.allows(f"{by} {one.guest}") and (met or self._stranger_rate.allows(one.guest)):
                self._events.publish(table, INVITED, one.seat, one.guest)

    async def cancel_invitation(self, table: LiveTable, seat: int, host: str) -> None:
        """Withdraw an invitation."""
        require_host(table, host)
        if all(invitation.seat != seat for invitation in await self._invitations.of_table(table.row.id)):
            return  # nothing changes, so no page is reloaded
        await self._invitations.withdraw(table.row.id, seat)
        await self._show_invitations(table, {seat})

    async def decline(self, table: LiveTable, guest: str) -> None:
        """Decline an invitation."""
        for invitation in await self._invitations.of_table(table.row.id):
            if invitation.guest == guest:
                await self._invitations.withdraw(table.row.id, invitation.seat)
                await self._show_invitations(table, {invitation.seat})

    async def _show_invitations(self, table: LiveTable, freed: Set[int]) -> None:
        """Show the current invitations on open pages of a waiting table.

        `freed`: the seats that had an invitation before. Their links change, because that guest has seen them.
        """

        def decide() -> RowChange:
            if table.phase != WAITING:
                return None
            open_ = [row for row in table.row.seats if row.seat in freed and row.kind == OPEN]
            renewed = [msgspec.structs.replace(row, token=new_id()) for row in open_]
            return with_seats(table, renewed, datetime.now(UTC)), renewed

        await self._change_table(table, decide)

    async def send_away(self, table: LiveTable, seat: int, host: str, client_address: str) -> None:
        """Free a person's seat before the game begins: they cannot join this table again, and their links are void.

        `client_address`: the address of the host's request.
        """
        require_host(table, host)

        def decide() -> RowChange:
            if table.phase != WAITING:
                raise Refused("has_begun")
            if not 0 <= seat < table.row.players or table.row.seats[seat].kind != GUEST:
                raise Refused("bad_form")
            if table.row.seats[seat].guest == host:
                raise Refused("bad_form")
            self._additions.check("sent_away", client_address)
            row, seats = self._with_open_seat(table, seat, former=table.row.seats[seat].guest, token=new_id())
            sent.append(table.row.seats[seat].guest or "")
            return msgspec.structs.replace(row, invite=new_id()), seats  # the guest knows the old link

        sent: list[str] = []
        await self._change_table(table, decide)
        await self._invitations.send_away(sent[-1], table.row.id)

    async def readmit(self, table: LiveTable, host: str) -> None:
        """Let guests whom the host has sent away join again."""
        require_host(table, host)
        await self._invitations.readmit(table.row.id)

    async def leave(self, table: LiveTable, guest: str) -> None:
        """Leave a seat: before the start it is open again; later a bot gets it permanently.

        A guest with a claim to the seat gets it back, and a bot plays for them until they return.
        Refused if the remaining bots already play alone at too many tables of an address.
        """
        if table.phase == PLAYING and table.seat_of(guest) is not None and agreement.is_solo(table.row):
            await self._openings.check_bots(table.row.client_address)
        left: list[tuple[str, int]] = []
        names = {
            row.claim: await self._invitations.former_name(table.row.id, row.seat, row.claim)
            for row in table.row.seats
            if row.guest == guest and row.claim is not None
        }

        def decide() -> RowChange:
            left.clear()
            seat = require_seat(table, guest)
            held = table.row.seats[seat]
            if table.phase != WAITING:
                require_running(table)
            bot = table.row.substitute if table.phase == PLAYING else None
            if held.claim is not None and table.seat_of(held.claim) is None:
                left.extend([(REPLACED, seat)] if bot else [])
                row = given_back(held, held.claim, names.get(held.claim), bot)
            elif table.phase == WAITING:
                return self._with_open_seat(table, seat, former=None, token=held.token or new_id())
            else:
                left.append((RESIGNED, seat))
                row = msgspec.structs.replace(
                    held,
                    kind=BOT, bot=bot, guest=None, resigned=True, personal=None, offer=None, former=None, claim=None,
                    claim_name=None,
                )  # fmt: skip
            return with_seats(table, [row], datetime.now(UTC), agreement.with_new_holder(table.row, seat)), [row]

        await self._change_table(table, decide)
        for kind, seat in left:
            self._events.publish(table, kind, seat, by=guest)
            if table.phase == ABANDONED:
                self._events.publish(table, ALL_AGREE, seat, by=guest)

    def absent_seats(self, table: LiveTable, asking: int, seen: Mapping[str, datetime]) -> list[int]:
        """Return the seats of absent people who hold up a game without running clocks.

        They hold it up if their move has waited for ABSENT_AFTER where there are no clocks, or if the time to answer a
        proposal is up. They must not have been seen for ABSENT_AFTER, or for UNSEEN_TIME if only their answer to a
        proposal is missing.

        `asking`: the seat that asks; entries unknown to it have no effect. `seen`: when guests last looked at a page.
        """
        now = datetime.now(UTC)
        late, day_ago = now - ABSENT_AFTER, now - agreement.UNSEEN_TIME
        if table.phase != PLAYING or (table.row.timing is not None and table.row.pause is None):
            return []
        moved = table.last_entry_time(asking) or table.began
        acting = table.state.players_to_act if table.row.timing is None and moved <= late else ()
        proposal = agreement.open_proposal(table.row)
        late_answer = proposal is not None and proposal.until <= now and not agreement.in_agreed_pause(table.row, now)
        silent = agreement.awaited_seats(table.row, now) if late_answer else []
        since = {**dict.fromkeys(silent, day_ago), **dict.fromkeys(acting, late)}
        return [
            row.seat
            for row in table.row.seats
            if row.kind == GUEST and not row.absent and row.seat in since
            if row.seat not in table.present
            if seen.get(row.guest or "", since[row.seat]) <= since[row.seat]
        ]

    async def stand_in(self, table: LiveTable, seat: int, guest: str, seen: Mapping[str, datetime]) -> None:
        """Let a bot play for an absent player (see `absent_seats`) until they return; any player may ask for it."""

        def decide() -> RowChange:
            if seat not in self.absent_seats(table, require_seat(table, guest), seen):
                raise Refused("not_gone")
            row = msgspec.structs.replace(table.row.seats[seat], bot=table.row.substitute)
            return with_seats(table, [row], datetime.now(UTC)), [row]

        await self._change_table(table, decide)
        self._events.publish(table, REPLACED, seat, by=guest)

    def _with_open_seat(
        self, table: LiveTable, seat: int, former: str | None, token: str
    ) -> tuple[TableRow, list[SeatRow]]:
        row = SeatRow(seat, OPEN, "", token=token, former=former)
        return with_seats(table, [row], datetime.now(UTC)), [row]
