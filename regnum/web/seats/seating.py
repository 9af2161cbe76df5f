"""Actions on the seats of a table: joining, removing people, and leaving."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

import msgspec

from regnum.web.db.ids import new_id
from regnum.web.errors import RefusedError
from regnum.web.names import is_taken
from regnum.web.rate_limit import RateLimit
from regnum.web.tables import proposal_rules
from regnum.web.tables.access import require_host, require_running, require_seat
from regnum.web.tables.colours import unchosen_colours
from regnum.web.tables.events import ENDED_BY_AGREEMENT, GAME_BEGAN, JOINED, RESIGNED, STAND_IN_BEGAN, EventBus
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
    give_to_claimant,
)
from regnum.web.tables.row_changes import RowChange, with_current_clocks, with_seats
from regnum.web.tables.service import TableService

MAX_JOINED_NOTIFICATIONS: Final = 6
"""The maximum number of notifications per hour about new players at one waiting table."""


class SeatingService:
    """Actions of players on their own seats, and of hosts on the seats of others. A refused action changes nothing."""

    def __init__(
        self, tables: TableService, events: EventBus, row_limits: RowLimits, record_seen: Callable[[str], None]
    ) -> None:
        """`record_seen`: records that a guest is present now."""
        self._tables: Final = tables
        self._change_table: Final = tables.change_table
        self._events: Final = events
        self._row_limits: Final = row_limits
        self._table_limits: Final = tables.table_limits
        self._invitations: Final = tables.invitation_store
        self._record_seen: Final = record_seen
        self._joined_limit: Final = RateLimit(MAX_JOINED_NOTIFICATIONS, seconds=3600.0)

    async def join(self, table: LiveTable, seat: int, guest: str, name: str, colour: int | None = None) -> None:
        """Give an open seat to a guest, with the chosen colour unless another player has chosen it.

        Raises RefusedError if the seat is taken or kept for an invited guest, if the name is taken, or if the guest has
        another seat here or was removed.
        """

        async def change() -> bool:
            if table.seat_of(guest) is not None:
                raise RefusedError("seated")
            if table.row.seats[seat].kind != OPEN:
                raise RefusedError("seat_taken")
            if await self._invitations.was_removed(guest, table.row.id):
                raise RefusedError("guest_removed")
            if any(
                invitation.seat == seat and invitation.guest != guest
                for invitation in await self._invitations.of_table(table.row.id)
            ):
                raise RefusedError("seat_kept")
            if is_taken(name, [other.name for other in table.row.seats if other.kind != OPEN]):
                raise RefusedError("name_taken", {"name": name})
            begins = [other.seat for other in table.row.seats if other.kind == OPEN] == [seat]
            awaits_bot = begins and bool(table.bots_acting_in(table.state, table.entry_count))
            row = msgspec.structs.replace(table.row, phase=PLAYING if begins else WAITING, awaits_bot=awaits_bot)
            chosen_colour = colour if colour in unchosen_colours(table.row.seats) else table.row.seats[seat].colour
            taken_seat = msgspec.structs.replace(
                table.row.seats[seat], kind=GUEST, guest=guest, name=name, colour=chosen_colour, former_guest=None
            )
            seats = (*table.row.seats[:seat], taken_seat, *table.row.seats[seat + 1 :])
            row = with_current_clocks(msgspec.structs.replace(row, seats=seats), table.state, datetime.now(UTC))
            await self._tables.store.seats.take_seat(row, table.version, taken_seat)
            self._record_seen(guest)
            await self._tables.cache.catch_up_locked(table)
            return begins

        begins = await self._tables.cache.change(table, change)
        self._tables.wake_bots(table)
        if begins or self._joined_limit.allows(table.row.id):
            self._events.publish(table, GAME_BEGAN if begins else JOINED, seat, by=guest)

    async def remove_guest(self, table: LiveTable, seat: int, host: str, client_address: str) -> None:
        """Free a person's seat before the game begins; they cannot join this table again, and their links are void.

        `client_address`: the address of the host's request. Raises RefusedError if `host` is not the host, the game has
        begun, the seat is not another person's, or the address has removed too many people.
        """
        require_host(table, host)

        def decide() -> RowChange:
            if table.phase != WAITING:
                raise RefusedError("has_begun")
            if not 0 <= seat < table.row.players or table.row.seats[seat].kind != GUEST:
                raise RefusedError("bad_form")
            if table.row.seats[seat].guest == host:
                raise RefusedError("bad_form")
            self._row_limits.check("removed_guests", client_address)
            row, seats = self._with_open_seat(
                table, seat, former_guest=table.row.seats[seat].guest, invitation_token=new_id()
            )
            sent.append(table.row.seats[seat].guest or "")
            return msgspec.structs.replace(row, invitation_token=new_id()), seats  # the guest knows the old link

        sent: list[str] = []
        await self._change_table(table, decide)
        await self._invitations.remove_guest(sent[-1], table.row.id)

    async def readmit(self, table: LiveTable, host: str) -> None:
        """Let guests who were removed join again; raises RefusedError if `host` is not the host."""
        require_host(table, host)
        await self._invitations.readmit(table.row.id)

    async def leave(self, table: LiveTable, guest: str) -> None:
        """Remove a guest from their seat: before the game begins, it is open again; later, a bot gets it permanently.

        If another guest has a claim to the seat, they get it back instead; in a running game, a bot plays for them
        until they return. Raises RefusedError if the guest has no seat or the game is over, or if only bots would
        remain and the address that opened the table has too many tables with only bots.
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
                left_seats.extend([(STAND_IN_BEGAN, seat)] if bot else [])
                row = give_to_claimant(seat_row, seat_row.claimant, names.get(seat_row.claimant), bot)
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
                self._events.publish(table, ENDED_BY_AGREEMENT, seat, by=guest)

    def _with_open_seat(
        self, table: LiveTable, seat: int, former_guest: str | None, invitation_token: str
    ) -> tuple[TableRow, list[SeatRow]]:
        row = SeatRow(seat, OPEN, "", invitation_token=invitation_token, former_guest=former_guest)
        return with_seats(table, [row], datetime.now(UTC)), [row]
