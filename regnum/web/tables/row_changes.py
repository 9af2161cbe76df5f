"""Changes of a table besides moves: the changed row, with its clocks and seats."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime

import msgspec

from regnum.core.rules.state import State
from regnum.web.tables import proposal_rules
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import GUEST, PLAYING, WAITING, SeatRow, TableRow
from regnum.web.timing.clock import new_clocks, next_clock_event, with_turns

RowChange = tuple[TableRow, Sequence[SeatRow]] | None
"""The changed row of a table and the changed seats, or None for no change."""
ChangeTable = Callable[[LiveTable, Callable[[], RowChange]], Awaitable[bool]]
"""Decides on a change and writes it under the table's lock; returns whether there was one."""


def with_current_clocks(row: TableRow, state: State, at: datetime, resumed: int | None = None) -> TableRow:
    """Return a table's row with its clocks and its next check updated for a state at an instant.

    `resumed`: the seat that has undone an action, if any.
    """
    if row.phase == WAITING:
        return row
    checks = [proposal_rules.next_check_at(row, at)]
    if row.timing is None:
        return msgspec.structs.replace(row, clocks=(), next_check_at=checks[0])
    people = {seat.seat for seat in row.seats if seat.kind == GUEST and not seat.absent}
    acting = people & set(state.players_to_act) if row.phase == PLAYING else set[int]()
    clocks_before = row.clocks or new_clocks(row.timing, row.players)
    clocks = with_turns(row.timing, clocks_before, acting, proposal_rules.clock_time(row, at), resumed)
    if row.pause is None:
        checks.append(next_clock_event(row.timing, clocks))
    next_check_at = min((moment for moment in checks if moment is not None), default=None)
    return msgspec.structs.replace(row, clocks=clocks, next_check_at=next_check_at)


def with_seats(table: LiveTable, changed: Sequence[SeatRow], at: datetime, row: TableRow | None = None) -> TableRow:
    """Return the row of a table with some of its seats changed.

    Proposals that are now agreed on are carried out. `row`: the table's row with other changes.
    """
    row = table.row if row is None else row
    seats = list(row.seats)
    for seat_row in changed:
        seats[seat_row.seat] = seat_row
    phase = table.phase
    awaits_bot = phase == PLAYING and bool(table.bots_acting_in(table.state, table.entry_count, seats))
    row = msgspec.structs.replace(row, seats=tuple(seats), phase=phase, awaits_bot=awaits_bot)
    return with_current_clocks(proposal_rules.with_agreed_proposal(row, at), table.state, at)
