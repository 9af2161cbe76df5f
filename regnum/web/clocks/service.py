"""The clocks of tables: players are reminded when their time runs short, and replaced by bots when it runs out.

The leader checks all tables, whether or not a page has them open. Each table's row stores the time of its next check:
when a clock needs attention, a pause ends, or the deadline of a proposal passes.
"""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Final

import msgspec

from regnum.web.periodic import Sweep, repeat
from regnum.web.presence.last_seen import LastSeenLookup
from regnum.web.tables import proposal_rules
from regnum.web.tables.events import ENDED_BY_AGREEMENT, REMINDED, STAND_IN_BEGAN, EventBus
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import ABANDONED, SeatRow
from regnum.web.tables.row_changes import ChangeTable, RowChange, with_current_clocks, with_seats
from regnum.web.tables.store import TableStore
from regnum.web.timing.clock import advance_clock

CLOCK_SWEEP_INTERVAL: Final = 1.0
"""Seconds between searches for tables whose next check is due."""
MAX_PER_SWEEP: Final = 200
"""The maximum number of tables in one search."""


class ClockService:
    """Checks the clocks while this server is the leader and gives seats back to players who return."""

    def __init__(
        self,
        store: TableStore,
        get: Callable[[str], Awaitable[LiveTable | None]],
        change_table: ChangeTable,
        events: EventBus,
        last_seen: LastSeenLookup,
    ) -> None:
        self._store: Final = store
        self._get: Final = get
        self._change_table: Final = change_table
        self._events: Final = events
        self._last_seen: Final = last_seen
        self._sweep: Final = Sweep("checking clocks")

    async def run(self, leading: asyncio.Event) -> None:
        """Check the clocks periodically while this server is the leader."""
        await repeat(self.check_due, CLOCK_SWEEP_INTERVAL, "checking clocks", leading)

    async def check_due(self) -> None:
        """Check all tables whose next check is due."""
        due = await self._store.tables_to_check(datetime.now(UTC), MAX_PER_SWEEP + self._sweep.skipped_count)
        await self._sweep.process(due, str, self._check_one)

    async def _check_one(self, table_id: str) -> None:
        table = await self._get(table_id)
        if table is not None:
            await self.check_table(table)

    async def check_table(self, table: LiveTable) -> None:  # noqa: C901
        """Remind players who are short of time at a table and replace those who have run out of time with bots.

        Also end a pause whose time is over, and carry out a proposal whose missing answers are no longer required.
        """
        events: list[tuple[str, int]] = []
        guests = {guest for seat in table.row.seats for guest in (seat.guest, seat.claimant) if guest is not None}
        seen = {} if proposal_rules.open_proposal(table.row) is None else await self._last_seen(guests)

        def decide() -> RowChange:
            events.clear()
            row, now = table.row, datetime.now(UTC)
            if row.next_check_at is None or row.next_check_at > now:
                return None
            if row.pause is not None and row.pause.until is not None and row.pause.until <= now:
                row = proposal_rules.with_clocks_resumed(row, row.pause.until)
            clocks, stand_ins = list(row.clocks), list[SeatRow]()
            for seat, clock in enumerate(clocks):
                if row.timing is None or row.pause is not None:
                    break
                if clock.started_at is None or row.seats[seat].is_played_by_bot:
                    continue
                clocks[seat], out = advance_clock(row.timing, clock, now)
                if out:
                    stand_ins.append(msgspec.structs.replace(row.seats[seat], bot=row.substitute))
                    events.append((STAND_IN_BEGAN, seat))
                elif clocks[seat].reminders_sent > clock.reminders_sent:
                    events.append((REMINDED, seat))
            row = with_seats(table, stand_ins, now, msgspec.structs.replace(row, clocks=tuple(clocks)))
            row = with_current_clocks(proposal_rules.with_overdue_proposal(row, now, seen), table.state, now)
            if row.phase == ABANDONED and table.row.proposal is not None:
                events.append((ENDED_BY_AGREEMENT, table.row.proposal.seat))
            return row, stand_ins

        await self._change_table(table, decide)
        for kind, seat in events:
            self._events.publish(table, kind, seat)
