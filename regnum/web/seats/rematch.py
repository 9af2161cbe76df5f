"""Rematches: the same people and bots play again, each in the next seat, as soon as all people have agreed."""

from datetime import UTC, datetime
from secrets import randbits
from typing import Final

import msgspec

from regnum.core.record.seed_commitment import new_salt
from regnum.web.db.ids import new_id, pseudonym, rematch_id
from regnum.web.errors import RefusedError
from regnum.web.seats.invitations import InvitationService
from regnum.web.seats.seating import SeatingService
from regnum.web.tables.invitation_store import Invitation
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import BOT, FINISHED, GUEST, OPEN, PLAYING, WAITING, SeatRow, TableRow
from regnum.web.tables.row_changes import with_current_clocks
from regnum.web.tables.service import TableService
from regnum.web.tables.stored_options import TUTORIAL


def rematch_seat(table: LiveTable, seat: int) -> int:
    """Return the seat that the holder of a seat gets in the rematch."""
    return (seat + 1) % len(table.row.seats)


def rematch_of(table: LiveTable, guest: str) -> tuple[TableRow, list[Invitation]]:
    """Return the row of the rematch that a guest requests after a finished game, and the invitations to it.

    The guest and the bots get their seats immediately, and the game begins when all others have joined. It is never a
    tutorial.
    """
    old = table.row
    count = len(old.seats)
    id_ = rematch_id(old.id)
    seats: list[SeatRow] = []
    invitations: list[Invitation] = []
    for at in range(count):
        last = old.seats[(at - 1) % count]
        if last.kind == BOT:
            seats.append(SeatRow(at, BOT, last.name, bot=last.bot, colour=last.colour))
        elif last.guest == guest:
            seats.append(SeatRow(at, GUEST, last.name, guest=guest, colour=last.colour))
        else:
            seats.append(SeatRow(at, OPEN, "", invitation_token=new_id(), colour=last.colour))
            invitations += [Invitation(id_, at, last.guest, last.name)] if last.guest is not None else []
    waits = any(seat.kind == OPEN for seat in seats)
    row = msgspec.structs.replace(
        old,
        id=id_,
        host=guest,
        rules_version=table.game.rules_version,
        seed=str(randbits(64)),
        options={name: value for name, value in old.options.items() if name != TUTORIAL},
        phase=WAITING if waits else PLAYING,
        created_at=datetime.now(UTC),
        seats=tuple(seats),
        version=0,
        awaits_bot=False,
        delays_skipped_after=-1,
        has_rematch=False,
        salt=None if table.position_origin else new_salt(),  # the old salt is public
        clocks=(),
        next_check_at=None,
        is_listed=False,
        invitation_token=new_id() if waits else None,
        fingerprint="",
        pause=None,
        proposal=None,
    )
    table = LiveTable(row, ())
    return with_current_clocks(
        msgspec.structs.replace(row, awaits_bot=bool(table.bots_to_act())), table.state, row.created_at
    ), invitations


class RematchService:
    """Opens and finds the rematch of a finished table."""

    def __init__(
        self, tables: TableService, seating: SeatingService, invitations: InvitationService, secret: str
    ) -> None:
        self._tables: Final = tables
        self._seating: Final = seating
        self._invitations: Final = invitations
        self._secret: Final = secret

    async def open(self, table: LiveTable, guest: str, client_address: str) -> str:
        """Open the rematch of a finished table, unless it exists, seat the guest there, and return its id.

        Its game begins when all invited players have joined. Only the first rematch of a table sends notifications.
        `client_address`: the address of the request.

        Raises RefusedError if the game is not finished or had no people, if the guest neither played nor was the host,
        if their seat is taken in the rematch, or if they open too many tables.
        """

        async def change() -> str:
            if table.phase != FINISHED:
                raise RefusedError("not_over")
            if table.seat_of(guest) is None and guest != table.row.host:
                raise RefusedError("not_seated")
            removed = table.row.has_rematch and await self._tables.store.version(rematch_id(table.row.id)) is None
            if not table.row.has_rematch or removed:
                if not any(row.kind == GUEST for row in table.row.seats):
                    raise RefusedError("no_opponents")
                await self._tables.table_limits.check(guest, client_address, is_listed=False)
                row, invitations = rematch_of(table, guest)
                row = msgspec.structs.replace(row, client_address=pseudonym(client_address, self._secret))
                await self._tables.store.add_table(row, (table.row.id, table.version), invitations)
                new[:] = [] if removed else invitations
                await self._tables.cache.catch_up_locked(table)
            return rematch_id(table.row.id)

        new: list[Invitation] = []
        opened = await self._tables.cache.change(table, change)
        rematch = await self._tables.get(opened)
        if rematch is not None:
            await self._invitations.notify_invited(rematch, new, guest)
            await self._agree(table, rematch, guest)
        return opened

    async def _agree(self, table: LiveTable, rematch: LiveTable, guest: str) -> None:
        """Give a player the rematch seat that is reserved for them, or was until they declined.

        Raises RefusedError if another player has it or is invited to it, or as `SeatingService.join` does.
        """
        seat = table.seat_of(guest)
        if seat is None or rematch.seat_of(guest) is not None:
            return  # the host may ask for a rematch without playing
        invited = {
            invitation.seat: invitation.guest
            for invitation in await self._tables.invitation_store.of_table(rematch.row.id)
        }
        own_seats = [at for at, invited_guest in invited.items() if invited_guest == guest] or [
            rematch_seat(table, seat)
        ]
        if rematch.row.seats[own_seats[0]].kind != OPEN or invited.get(own_seats[0], guest) != guest:
            raise RefusedError("rematch_taken")
        try:
            await self._seating.join(rematch, own_seats[0], guest, table.row.seats[seat].name)
        except RefusedError:
            if rematch.seat_of(guest) is None:  # otherwise another request of theirs was faster
                raise
        await self._invitations.decline(rematch, guest)
