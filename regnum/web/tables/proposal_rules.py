"""The rules of proposals to the people at a table: to end the game, or to pause, extend or replace its clocks.

A table has at most one open `Proposal`. It is carried out when all people agree, and one refusal ends it. Absent
players, for whom a bot plays, have limited time to answer. After that time, the proposal is decided without them once
they have not been seen for a day, but never before the agreed end of a pause. After a week, any player may end an
open-ended pause without the consent of the others.

A guest with a claim to a seat counts as an absent player, whose consent is required as well as that of the seat's
holder.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Final

from msgspec.structs import replace

from regnum.web.presence.last_seen import LAST_SEEN_RETENTION
from regnum.web.tables.models import ABANDONED, GUEST, PLAYING, Pause, Proposal, SeatRow, TableRow
from regnum.web.timing.clock import shifted_by_pause, with_more_time

END: Final = "end"
"""End the game without a result."""
PAUSE: Final = "pause"
RESUME: Final = "resume"
MORE_TIME: Final = "more"
"""More time for all players."""
CLOCKS: Final = "clocks"
"""New clocks, or no clocks."""

UNSEEN_TIME: Final = LAST_SEEN_RETENTION
"""How long people must be unseen before a proposal is decided without them: as long as these times are kept."""

ALONE_TIME: Final = timedelta(days=7)
"""How long after its start any player may end an open-ended pause alone."""


def is_solo(row: TableRow) -> bool:
    """Return whether at most one person plays at a table, who then resigns instead of proposing to end the game."""
    return sum(seat.kind == GUEST for seat in row.seats) < 2


def open_proposal(row: TableRow) -> Proposal | None:
    """Return the open proposal of a running table, or None if there is none."""
    proposal = row.proposal
    if row.phase != PLAYING or proposal is None or proposal.refused_by is not None or proposal.is_carried_out:
        return None
    return proposal


def awaited_seats(row: TableRow, at: datetime) -> list[int]:
    """Return the seats whose answers to the open proposal are still required."""
    proposal = open_proposal(row)
    if proposal is None:
        return []
    late = at >= proposal.until and not in_agreed_pause(row, at)
    return [
        seat.seat
        for seat, _ in unanswered(row, proposal, at)
        if not (late and (seat.absent or _has_answered(proposal, seat)))
    ]


def in_agreed_pause(row: TableRow, at: datetime) -> bool:
    """Return whether a table is paused until an agreed time that has not been reached."""
    return row.pause is not None and row.pause.until is not None and at < row.pause.until


def may_resume_alone(row: TableRow, at: datetime) -> bool:
    """Return whether any player may end the pause of a table alone: it is open-ended and ALONE_TIME has passed."""
    return row.pause is not None and row.pause.until is None and at >= row.pause.started_at + ALONE_TIME


def _has_answered(proposal: Proposal, seat: SeatRow) -> bool:
    return seat.seat in proposal.agreed


def unanswered(row: TableRow, proposal: Proposal, at: datetime) -> list[tuple[SeatRow, str]]:
    """Return the pairs of a seat and a guest whose consent to a proposal is missing.

    These are holders who have not agreed, and all guests with a claim to a seat.
    """
    if proposal.kind == RESUME and may_resume_alone(row, at):
        return []
    people = [seat for seat in row.seats if seat.kind == GUEST]
    seats = [(seat, seat.guest or "") for seat in people if not _has_answered(proposal, seat)]
    return seats + [(seat, seat.claimant) for seat in people if seat.claimant is not None]


def row_without_consent(row: TableRow, seat: int) -> TableRow:
    """Return a table's row after a seat got a new holder, who has not answered its proposal yet."""
    return row if row.proposal is None else replace(row, proposal=without_consent(row.proposal, seat))


def without_consent(proposal: Proposal, seat: int) -> Proposal:
    """Return a proposal without the consent of a seat."""
    return replace(proposal, agreed=tuple(other for other in proposal.agreed if other != seat))


def clock_time(row: TableRow, at: datetime) -> datetime:
    """Return the time at which a table's clocks are read: the start of its pause, or `at` if it is not paused."""
    return at if row.pause is None else row.pause.started_at


def with_clocks_resumed(row: TableRow, at: datetime) -> TableRow:
    """Return a table's row without its pause, with clocks that run again from an instant on."""
    if row.pause is None or row.timing is None:
        return replace(row, pause=None)
    return replace(row, clocks=shifted_by_pause(row.timing, row.clocks, row.pause.started_at, at), pause=None)


def next_check_at(row: TableRow, at: datetime) -> datetime | None:
    """Return the next instant at which a proposal or a pause needs attention, or None if neither does."""
    proposal = open_proposal(row)
    times = list[datetime]()
    if proposal is not None and proposal.until > at:
        times.append(proposal.until)
    elif overdue_guests(row, at):
        times.append(at)
    if row.phase == PLAYING and row.pause is not None:
        if row.pause.until is not None:
            times.append(row.pause.until)
        elif proposal is not None and proposal.kind == RESUME and not may_resume_alone(row, at):
            times.append(row.pause.started_at + ALONE_TIME)
    return min(times, default=None)


def clocks_changed(before: TableRow, after: TableRow) -> bool:
    """Return whether a running table's deadlines changed: clocks were stopped, started, replaced or given more time."""
    if after.phase != PLAYING:
        return False
    return (before.timing, before.pause) != (after.timing, after.pause) or any(
        new.reserve > old.reserve
        or (new.started_at != old.started_at and new.started_at is not None and old.started_at is not None)
        for old, new in zip(before.clocks, after.clocks, strict=False)
    )


def overdue_guests(row: TableRow, at: datetime) -> list[str]:
    """Return the guests whose missing answers are ignored once they have been unseen for UNSEEN_TIME.

    The list is empty if there is no open proposal, or if answers of other people are still required.
    """
    proposal = open_proposal(row)
    if proposal is None or awaited_seats(row, at) or not _is_wanted(row, proposal):
        return []
    return [guest for _, guest in unanswered(row, proposal, at)]


def with_overdue_proposal(row: TableRow, at: datetime, seen: Mapping[str, datetime]) -> TableRow:
    """Return a table's row, with its proposal carried out without the answers of its `overdue_guests`, if any.

    If one of these guests was seen within UNSEEN_TIME, the time to answer is extended instead. `seen`: when guests were
    last seen; those not seen within UNSEEN_TIME may be missing.
    """
    proposal = open_proposal(row)
    guests = overdue_guests(row, at)
    if proposal is None or not guests:
        return row
    until = max((seen[guest] + UNSEEN_TIME for guest in guests if guest in seen), default=at)
    if until > at:
        return replace(row, proposal=replace(proposal, until=until))
    return _carry_out(row, proposal, at)


def with_agreed_proposal(row: TableRow, at: datetime) -> TableRow:
    """Return a table's row, with its proposal carried out if no answer is missing.

    `with_overdue_proposal` decides a proposal despite missing answers.
    """
    proposal = open_proposal(row)
    if proposal is None or awaited_seats(row, at) or overdue_guests(row, at) or not _is_wanted(row, proposal):
        return row
    return _carry_out(row, proposal, at)


def _is_wanted(row: TableRow, proposal: Proposal) -> bool:
    """Return whether at least one person agrees to a proposal."""
    return any(row.seats[seat].kind == GUEST for seat in proposal.agreed)


def _carry_out(row: TableRow, proposal: Proposal, at: datetime) -> TableRow:
    return _EFFECTS[proposal.kind](replace(row, proposal=replace(proposal, is_carried_out=True)), proposal, at)


def _end_game(row: TableRow, proposal: Proposal, at: datetime) -> TableRow:
    return replace(row, phase=ABANDONED, awaits_bot=False)


def _pause_clocks(row: TableRow, proposal: Proposal, at: datetime) -> TableRow:
    is_over = proposal.pause_ends_at is not None and proposal.pause_ends_at <= at
    if row.timing is None or row.pause is not None or is_over:
        return row
    return replace(row, pause=Pause(at, proposal.pause_ends_at))


def _resume_clocks(row: TableRow, proposal: Proposal, at: datetime) -> TableRow:
    return row if row.timing is None else with_clocks_resumed(row, at)


def _add_time(row: TableRow, proposal: Proposal, at: datetime) -> TableRow:
    if row.timing is None:
        return row
    return replace(row, clocks=with_more_time(row.timing, row.clocks, proposal.seconds, clock_time(row, at)))


def _replace_clocks(row: TableRow, proposal: Proposal, at: datetime) -> TableRow:
    pause = None if proposal.timing is None else row.pause
    return replace(row, timing=proposal.timing, substitute=proposal.substitute, clocks=(), pause=pause)


_EFFECTS: Final[Mapping[str, Callable[[TableRow, Proposal, datetime], TableRow]]] = {
    END: _end_game,
    PAUSE: _pause_clocks,
    RESUME: _resume_clocks,
    MORE_TIME: _add_time,
    CLOCKS: _replace_clocks,
}
"""For each kind of proposal, a function that returns a table's row after it was carried out."""
