"""Stand-ins: bots that play for absent people until they return."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

import msgspec

from regnum.web.errors import RefusedError
from regnum.web.presence.last_seen import ABSENT_AFTER
from regnum.web.tables import proposal_rules
from regnum.web.tables.access import require_seat
from regnum.web.tables.events import STAND_IN_BEGAN, STAND_IN_ENDED, EventBus
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import GUEST, PLAYING
from regnum.web.tables.row_changes import ChangeTable, RowChange, with_seats


def absent_seats(table: LiveTable, own_seat: int, seen: Mapping[str, datetime]) -> list[int]:
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
    moved = table.last_entry_time(own_seat) or table.began_at
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


class StandInService:
    """Lets bots play for absent people. If time runs out, a `ClockService` does that."""

    def __init__(self, change_table: ChangeTable, events: EventBus) -> None:
        self._change_table: Final = change_table
        self._events: Final = events

    async def begin(self, table: LiveTable, seat: int, guest: str, seen: Mapping[str, datetime]) -> None:
        """Let a bot play for an absent player (see `absent_seats`) until they return.

        Raises RefusedError if `guest`, who asks for it, has no seat, or if the player is not absent.
        """

        def decide() -> RowChange:
            if seat not in absent_seats(table, require_seat(table, guest), seen):
                raise RefusedError("not_absent")
            row = msgspec.structs.replace(table.row.seats[seat], bot=table.row.substitute)
            return with_seats(table, [row], datetime.now(UTC)), [row]

        await self._change_table(table, decide)
        self._events.publish(table, STAND_IN_BEGAN, seat, by=guest)

    async def end(self, table: LiveTable, guest: str) -> None:
        """Give a seat back to its guest from the bot that plays for them.

        Raises RefusedError if the guest has no seat.
        """
        returned: list[int] = []

        def decide() -> RowChange:
            returned.clear()
            seat = table.seat_of(guest)
            if seat is None:
                raise RefusedError("not_seated")
            if not table.row.seats[seat].absent:
                return None
            returned.append(seat)
            row = msgspec.structs.replace(table.row.seats[seat], bot=None)
            return with_seats(table, [row], datetime.now(UTC)), [row]

        await self._change_table(table, decide)
        for seat in returned:
            self._events.publish(table, STAND_IN_ENDED, seat)
