"""Proposals to the other people at a table: making and answering them."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec

from regnum.web.db.ids import new_id
from regnum.web.errors import RefusedError
from regnum.web.presence.last_seen import ABSENT_AFTER
from regnum.web.proposals.kinds import possible_kinds
from regnum.web.rate_limit import RateLimit
from regnum.web.tables import proposal_rules
from regnum.web.tables.access import require_running, require_seat
from regnum.web.tables.events import ENDED_BY_AGREEMENT, PROPOSED, EventBus
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import (
    ABANDONED,
    GUEST,
    Proposal,
    SeatRow,
    TableRow,
)
from regnum.web.tables.row_changes import RowChange, with_seats
from regnum.web.tables.service import TableService
from regnum.web.timing.wall_clock import HOUR

PROPOSALS_PER_HOUR: Final = 12
"""The maximum number of proposals that a player may make in an hour, at all tables together."""
LIVE_PROPOSAL_LIFETIME: Final = timedelta(minutes=5)
"""The time to answer if a turn takes less than an hour, or, without clocks, if all players were present recently."""
SLOW_PROPOSAL_LIFETIME: Final = timedelta(days=3)
"""The time to answer at all other tables."""


class ProposalService:
    """Makes and answers proposals for players. A refused request changes nothing."""

    def __init__(self, tables: TableService, events: EventBus) -> None:
        self._change_table: Final = tables.change_table
        self._events: Final = events
        self._proposing: Final = RateLimit(PROPOSALS_PER_HOUR, seconds=3600.0)

    async def propose(self, table: LiveTable, guest: str, draft: Proposal, seen: Mapping[str, datetime]) -> None:
        """Make a proposal to the other people at a table; it takes effect when all agree.

        `draft`: a proposal with a kind and its values; the other fields are filled in here. If it equals the open
        proposal, the player agrees to that one. `seen`: when guests last looked at a page. Raises RefusedError if the
        guest may not propose this now.
        """
        asks: list[int] = []

        def decide() -> RowChange:
            asks.clear()
            seat = require_seat(table, guest)
            require_running(table)
            table.check_present(seat)
            if draft.kind not in possible_kinds(table.row):
                raise RefusedError("resign_instead" if draft.kind == proposal_rules.END else "not_possible")
            now = datetime.now(UTC)
            open_one = proposal_rules.open_proposal(table.row)
            if open_one is not None:
                if not _same(open_one, draft):
                    raise RefusedError("proposal_open")
                return _with_agreement(table, open_one, seat, now)
            if not self._proposing.allows(guest):
                raise RefusedError("too_many_proposals")
            until = now + time_to_answer(table.row, are_all_present(table, seat, seen))
            new_proposal = msgspec.structs.replace(draft, id=new_id(), seat=seat, until=until)
            row, seats = _with_agreement(table, new_proposal, seat, now)
            asks.extend([seat] if proposal_rules.awaited_seats(row, now) else [])
            return row, seats

        await self._change_table(table, decide)
        for seat in asks:
            self._events.publish(table, PROPOSED, seat, by=guest)
        self._publish_end(table, guest)

    async def answer(self, table: LiveTable, guest: str, proposal: str, agrees: bool) -> None:
        """Agree to a proposal, given by its id, or refuse it; a refusal by its author withdraws it.

        Repeating an answer changes nothing. Raises RefusedError if the proposal is not open, or the guest may not
        answer.
        """

        def decide() -> RowChange:
            seat, last = require_seat(table, guest), table.row.proposal
            if last is not None and last.id == proposal:
                if last.refused_by == seat if not agrees else last.is_carried_out and seat in last.agreed:
                    return None
            require_running(table)
            table.check_present(seat)
            open_one = proposal_rules.open_proposal(table.row)
            if open_one is None or open_one.id != proposal:
                raise RefusedError("not_asked")
            now = datetime.now(UTC)
            if agrees:
                return _with_agreement(table, open_one, seat, now)
            refused_proposal = (
                None if seat == open_one.seat else msgspec.structs.replace(open_one, refused_by=seat, until=now)
            )
            return with_seats(table, [], now, msgspec.structs.replace(table.row, proposal=refused_proposal)), []

        await self._change_table(table, decide)
        self._publish_end(table, guest)

    def _publish_end(self, table: LiveTable, guest: str) -> None:
        seat = table.seat_of(guest)
        if table.phase == ABANDONED and seat is not None:
            self._events.publish(table, ENDED_BY_AGREEMENT, seat, by=guest)


def time_to_answer(row: TableRow, together: bool) -> timedelta:
    """Return the time to answer a proposal at a table. `together`: whether all players were present recently."""
    live = together if row.timing is None else row.timing.turn < HOUR
    return LIVE_PROPOSAL_LIFETIME if live else SLOW_PROPOSAL_LIFETIME


def are_all_present(table: LiveTable, except_seat: int, seen: Mapping[str, datetime]) -> bool:
    """Return whether all people at a table, except in `except_seat`, are present or were seen within ABSENT_AFTER.

    They are not if a bot plays for one of them, or if a guest has a claim to a seat, since that guest may be absent.
    """
    late = datetime.now(UTC) - ABSENT_AFTER
    people = [row for row in table.row.seats if row.kind == GUEST]
    others = [row for row in people if row.seat != except_seat]
    return all(row.claimant is None for row in people) and all(
        not row.absent and (row.seat in table.present or seen.get(row.guest or "", late) > late) for row in others
    )


def _with_agreement(table: LiveTable, proposal: Proposal, seat: int, at: datetime) -> tuple[TableRow, list[SeatRow]]:
    """Return the changed rows of a table and its seats after a seat agrees to a proposal."""
    seats = proposal.agreed if seat in proposal.agreed else (*proposal.agreed, seat)
    row = msgspec.structs.replace(table.row, proposal=msgspec.structs.replace(proposal, agreed=seats))
    return with_seats(table, [], at, row), []


def _same(proposal: Proposal, other: Proposal) -> bool:
    """Return whether two proposals have the same effect."""
    terms = (proposal.kind, proposal.timing, proposal.substitute, proposal.seconds, proposal.pause_ends_at)
    return terms == (other.kind, other.timing, other.substitute, other.seconds, other.pause_ends_at)
