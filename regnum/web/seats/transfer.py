"""Moving a seat to another browser or person: by the holder's personal link, or by the host's offer."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

import msgspec
from litestar.exceptions import ClientException

from regnum.web.db.ids import new_key
from regnum.web.errors import RefusedError
from regnum.web.names import is_taken
from regnum.web.presence.last_seen import ABSENT_AFTER, LastSeenLookup
from regnum.web.tables import proposal_rules
from regnum.web.tables.deps import table_of
from regnum.web.tables.events import ENDED_BY_AGREEMENT, EventBus
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import (
    ABANDONED,
    ENDED_PHASES,
    GUEST,
    OPEN,
    PLAYING,
    give_to_claimant,
)
from regnum.web.tables.row_changes import RowChange, with_seats
from regnum.web.tables.service import TableService


class TransferLink(msgspec.Struct, frozen=True):
    """A link for moving a seat: the holder's personal link, or the host's offer."""

    token: str
    table: LiveTable
    seat: int
    personal: bool


async def find_transfer_link(tables: TableService, token: str) -> TransferLink:
    """Return the target of a link; responds with 404 and an explanation if it was used."""
    location = await tables.store.seats.seat_of_link(token)
    if location is None:
        raise ClientException(status_code=404, extra={"name": "not_found", "text_key": "link_used"})
    return TransferLink(token, await table_of(tables, location[0]), location[1], location[2])


class SeatTransferService:
    """Moves seats by links, and settles the claims of players whose seats were given away."""

    def __init__(
        self, tables: TableService, events: EventBus, last_seen: LastSeenLookup, record_seen: Callable[[str], None]
    ) -> None:
        """`last_seen`: looks up when guests were last seen. `record_seen`: records that a guest is present now."""
        self._tables: Final = tables
        self._events: Final = events
        self._last_seen: Final = last_seen
        self._record_seen: Final = record_seen

    async def change_offer(self, table: LiveTable, seat: int, host: str, is_offered: bool) -> None:
        """Create a link for taking over a guest's seat, or withdraw it (`is_offered` is false).

        Raises RefusedError unless the guest is the host, and for a new link if the game is over or there were too many.
        """

        async def change() -> None:
            if host != table.row.host:
                raise RefusedError("not_host")
            if not 0 <= seat < table.row.players or table.row.seats[seat].kind != GUEST:
                raise RefusedError("bad_form")
            if is_offered and table.phase in ENDED_PHASES:
                raise RefusedError("game_over")
            if is_offered and not self._tables.change_limit.allows(table.row.id):
                raise RefusedError("too_many_changes")
            await self._tables.store.seats.offer_seat(
                table.row.id, table.version, seat, new_key() if is_offered else None
            )
            await self._tables.cache.catch_up_locked(table)

        await self._tables.cache.change(table, change)

    async def transfer_seat(self, table: LiveTable, seat: int, token: str, guest: str, name: str | None) -> None:
        """Give a seat to a guest who has its personal link or its offer. `name`: their name; None keeps the old name.

        Raises RefusedError if the link was used, the name is taken, or the guest has another seat here, and for an
        offer also if the game is over or the seat's player is not absent.
        """

        async def change() -> None:
            if table.seat_of(guest) is not None:
                raise RefusedError("seated")
            others = [other.name for other in table.row.seats if other.kind != OPEN and other.seat != seat]
            if name is not None and is_taken(name, others):
                raise RefusedError("name_taken", {"name": name})
            if token not in (table.row.seats[seat].personal_token, table.row.seats[seat].offer_token):
                raise RefusedError("link_used")
            is_offer = token != table.row.seats[seat].personal_token
            if is_offer:
                await self._check_absent(table, seat)
            row = proposal_rules.row_without_consent(table.row, seat) if is_offer else table.row
            await self._tables.store.seats.transfer_seat(row, table.version, token, guest, name)
            self._record_seen(guest)
            await self._tables.cache.catch_up_locked(table)

        await self._tables.cache.change(table, change)

    async def _check_absent(self, table: LiveTable, seat: int) -> None:
        """Raise RefusedError if the game is over, or is running and a seat's player was here within ABSENT_AFTER."""
        holder = table.row.seats[seat]
        if table.phase in ENDED_PHASES:
            raise RefusedError("game_over")
        if table.phase != PLAYING or holder.guest is None:
            return
        times = (await self._last_seen([holder.guest])).get(holder.guest), table.last_action_time(seat)
        seen = max((at for at in times if at is not None), default=None)
        if seat in table.present or (seen is not None and seen > datetime.now(UTC) - ABSENT_AFTER):
            raise RefusedError(
                "player_present", {"name": holder.name, "minutes": int(ABSENT_AFTER.total_seconds() // 60)}
            )

    async def resolve_claim(self, table: LiveTable, guest: str, back: bool, name: str | None) -> None:
        """Let a guest take back the seat that the host gave away (`back`), or give up their claim to it.

        They get their former name; `name` is used if that is unknown or taken. Raises RefusedError if they have no
        claim.
        """
        claimed = table.claimed_seat_of(guest)
        former = (
            None if claimed is None else await self._tables.invitation_store.former_name(table.row.id, claimed, guest)
        )

        def decide() -> RowChange:
            seat = table.claimed_seat_of(guest)
            if seat is None:
                raise RefusedError("no_claim")
            row, seat_row = table.row, table.row.seats[seat]
            new_row = msgspec.structs.replace(seat_row, claimant=None, claimant_name=None, former_guest=None)
            if back:
                others = [other.name for other in table.row.seats if other.kind != OPEN and other.seat != seat]
                new_row = give_to_claimant(
                    seat_row, guest, former or (None if name is None or is_taken(name, others) else name)
                )
                row = proposal_rules.row_without_consent(row, seat)
            return with_seats(table, [new_row], datetime.now(UTC), row), [new_row]

        await self._tables.change_table(table, decide)
        if table.phase == ABANDONED:
            self._events.publish(table, ENDED_BY_AGREEMENT, None, by=guest)
