"""The clocks of the tables: whoever is to act is reminded when his time runs short; when it is out, a bot plays on.

The server that leads looks after them, for all tables, whether anybody has them before his eyes or not: a column says
when the next clock of a table is to be looked at, when a pause ends, or when the time to answer a proposal is up.
"""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Final

import msgspec

from regnum.web.errors import Refused
from regnum.web.periodic import Sweep, repeat
from regnum.web.tables import agreement
from regnum.web.tables.clock import advance_clock
from regnum.web.tables.decisions import Decided, Settle, reseated, ticked
from regnum.web.tables.events import ABANDONED as ALL_AGREE
from regnum.web.tables.events import REMINDED, REPLACED, RETURNED, EventBus
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import ABANDONED, SeatRow
from regnum.web.tables.presence import LastSeenLookup
from regnum.web.tables.store import Store

SWEEP: Final = 1.0
"""How often it is asked whose clocks are to be looked at, in seconds."""
AT_ONCE: Final = 200
"""So many tables are looked at before it is asked again."""


class ClockService:
    """Looks after the clocks as long as this server leads, and gives seats back to those who return."""

    def __init__(
        self,
        store: Store,
        get: Callable[[str], Awaitable[LiveTable | None]],
        settle: Settle,
        events: EventBus,
        last_seen: LastSeenLookup,
    ) -> None:
        self._store: Final = store
        self._get: Final = get
        self._settle: Final = settle
        self._events: Final = events
        self._last_seen: Final = last_seen
        self._sweep: Final = Sweep("the clocks")

    async def work(self, leading: asyncio.Event) -> None:
        """Look again and again, as long as this server leads."""
        await repeat(self.look, SWEEP, "looking after the clocks", leading)

    async def look(self) -> None:
        """Look at all clocks that are to be looked at now."""
        due = await self._store.alarms(datetime.now(UTC), AT_ONCE + self._sweep.resting)
        await self._sweep.over(due, str, self._look_at)

    async def _look_at(self, table_id: str) -> None:
        table = await self._get(table_id)
        if table is not None:
            await self.ring(table)

    async def ring(self, table: LiveTable) -> None:  # noqa: C901
        """Remind whoever has little time left at a table, and let bots play for those who have none.

        End a pause whose time is over, and do what people agree on who still count.
        """
        told: list[tuple[str, int]] = []
        guests = {guest for seat in table.row.seats for guest in (seat.guest, seat.claim) if guest is not None}
        seen = {} if agreement.open_proposal(table.row) is None else await self._last_seen(guests)

        def decide() -> Decided:
            told.clear()
            row, now = table.row, datetime.now(UTC)
            if row.alarm is None or row.alarm > now:
                return None
            if row.pause is not None and row.pause.until is not None and row.pause.until <= now:
                row = agreement.resumed(row, row.pause.until)
            clocks, replaced = list(row.clocks), list[SeatRow]()
            for seat, clock in enumerate(clocks):
                if row.timing is None or row.pause is not None:
                    break
                if clock.since is None or row.seats[seat].plays_itself:
                    continue
                clocks[seat], out = advance_clock(row.timing, clock, now)
                if out:
                    replaced.append(msgspec.structs.replace(row.seats[seat], bot=row.substitute))
                    told.append((REPLACED, seat))
                elif clocks[seat].told > clock.told:
                    told.append((REMINDED, seat))
            row = reseated(table, replaced, now, msgspec.structs.replace(row, clocks=tuple(clocks)))
            row = ticked(agreement.decided_without(row, now, seen), table.state, now)
            if row.phase == ABANDONED and table.row.proposal is not None:
                told.append((ALL_AGREE, table.row.proposal.seat))
            return row, replaced

        await self._settle(table, decide)
        for kind, seat in told:
            self._events.tell(table, kind, seat)

    async def give_back(self, table: LiveTable, guest: str) -> None:
        """Let a person play himself again; Refused to those who have no seat."""
        back: list[int] = []

        def decide() -> Decided:
            back.clear()
            seat = table.seat_of(guest)
            if seat is None:
                raise Refused("not_seated")
            if not table.row.seats[seat].absent:
                return None
            back.append(seat)
            row = msgspec.structs.replace(table.row.seats[seat], bot=None)
            return reseated(table, [row], datetime.now(UTC)), [row]

        await self._settle(table, decide)
        for seat in back:
            self._events.tell(table, RETURNED, seat)
