"""What people at a table decide together: to end the game, to pause its clocks, to change them.

There is one `Proposal` at a time. It is carried out when all people agree, and one refusal ends it. Those for whom a
bot plays have some time to answer; after that nobody waits for them once they have not been seen for a day, nor before
the day until which all have agreed on a pause. Ending an open-ended pause needs no consent when it has lasted a week.

The one who may take a seat back has an answer of their own: they are asked as somebody who is away, whatever the
present holder of the seat says.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from msgspec.structs import replace

from regnum.web.tables.clock import HOUR, extended, shifted
from regnum.web.tables.models import ABANDONED, GUEST, PLAYING, Pause, Proposal, SeatRow, TableRow

END: Final = "end"
"""End the game without a result."""
PAUSE: Final = "pause"
RESUME: Final = "resume"
MORE: Final = "more"
"""More time for everybody."""
CLOCKS: Final = "clocks"
"""New clocks, or none."""
KINDS: Final = (END, PAUSE, RESUME, MORE, CLOCKS)

LIVE_TIME: Final = timedelta(minutes=5)
"""How long people have to answer where a turn takes less than an hour, or where nobody is away and no clock runs."""
DAYS_TIME: Final = timedelta(days=3)
"""The same elsewhere."""
UNSEEN_TIME: Final = timedelta(days=1)
"""So long people must not have been seen before anything is done without their answer."""

ALONE_TIME: Final = timedelta(days=7)
"""After so long anybody may end a pause for which people have agreed on no day."""


def time_to_answer(row: TableRow, together: bool) -> timedelta:
    """Return how long people have to answer a proposal at a table; `together`: all were there lately."""
    live = together if row.timing is None else row.timing.turn < HOUR
    return LIVE_TIME if live else DAYS_TIME


def possible(row: TableRow) -> tuple[str, ...]:
    """Return the kinds of proposals that make sense at a table now."""
    if row.phase != PLAYING:
        return ()
    end = () if alone(row) else (END,)
    if row.timing is None:
        return (*end, CLOCKS)
    return (*end, PAUSE if row.pause is None else RESUME, MORE, CLOCKS)


def alone(row: TableRow) -> bool:
    """Tell whether only one person plays at a table: they give up, and do not end the game without a result."""
    return sum(seat.kind == GUEST for seat in row.seats) < 2


def open_proposal(row: TableRow) -> Proposal | None:
    """Return the proposal that people are asked about; None if there is none."""
    proposal = row.proposal
    if row.phase != PLAYING or proposal is None or proposal.refused is not None or proposal.done:
        return None
    return proposal


def awaited(row: TableRow, at: datetime) -> list[int]:
    """Return the seats whose answer is waited for."""
    proposal = open_proposal(row)
    if proposal is None:
        return []
    late = at >= proposal.until and not away_by_agreement(row, at)
    return [
        seat.seat
        for seat, _ in unanswered(row, proposal, at)
        if not (late and (seat.absent or _answered(proposal, seat)))
    ]


def away_by_agreement(row: TableRow, at: datetime) -> bool:
    """Tell whether people have agreed on a day before which nobody need come to a table."""
    return row.pause is not None and row.pause.until is not None and at < row.pause.until


def needs_nobody(row: TableRow, at: datetime) -> bool:
    """Tell whether somebody alone may let the clocks of a table run again."""
    return row.pause is not None and row.pause.until is None and at >= row.pause.since + ALONE_TIME


def _answered(proposal: Proposal, seat: SeatRow) -> bool:
    return seat.seat in proposal.agreed


def unanswered(row: TableRow, proposal: Proposal, at: datetime) -> list[tuple[SeatRow, str]]:
    """Return those who are asked and have not agreed to a proposal, each with the seat at which they are asked."""
    if proposal.kind == RESUME and needs_nobody(row, at):
        return []
    people = [seat for seat in row.seats if seat.kind == GUEST]
    found = [(seat, seat.guest or "") for seat in people if not _answered(proposal, seat)]
    return found + [(seat, seat.claim) for seat in people if seat.claim is not None]


def asked_anew(row: TableRow, seat: int) -> TableRow:
    """Return a table at which somebody else has a seat from now on, who has not answered yet."""
    return row if row.proposal is None else replace(row, proposal=without(row.proposal, seat))


def without(proposal: Proposal, seat: int) -> Proposal:
    """Return a proposal to which a seat does not agree."""
    return replace(proposal, agreed=tuple(other for other in proposal.agreed if other != seat))


def stopped(row: TableRow, at: datetime) -> datetime:
    """Return the instant at which the clocks of a table stand."""
    return at if row.pause is None else row.pause.since


def resumed(row: TableRow, at: datetime) -> TableRow:
    """Return a table whose clocks run again from an instant on."""
    if row.pause is None or row.timing is None:
        return replace(row, pause=None)
    return replace(row, clocks=shifted(row.timing, row.clocks, row.pause.since, at), pause=None)


def due_at(row: TableRow, at: datetime) -> datetime | None:
    """Return when a proposal or a pause is to be looked at next; None if neither is."""
    proposal = open_proposal(row)
    found = list[datetime]()
    if proposal is not None and proposal.until > at:
        found.append(proposal.until)
    elif passed_over(row, at):
        found.append(at)
    if row.phase == PLAYING and row.pause is not None:
        if row.pause.until is not None:
            found.append(row.pause.until)
        elif proposal is not None and proposal.kind == RESUME and not needs_nobody(row, at):
            found.append(row.pause.since + ALONE_TIME)
    return min(found, default=None)


def reclocked(before: TableRow, after: TableRow) -> bool:
    """Tell whether the clocks of a table were stopped, started, exchanged or given more time, so deadlines differ."""
    if after.phase != PLAYING:
        return False
    return (before.timing, before.pause) != (after.timing, after.pause) or any(
        new.reserve > old.reserve or (new.since != old.since and new.since is not None and old.since is not None)
        for old, new in zip(before.clocks, after.clocks, strict=False)
    )


def passed_over(row: TableRow, at: datetime) -> list[str]:
    """Return the guests without whose answers a proposal is to be carried out now, if unseen for UNSEEN_TIME."""
    proposal = open_proposal(row)
    if proposal is None or awaited(row, at) or not _wanted(row, proposal):
        return []
    return [guest for _, guest in unanswered(row, proposal, at)]


def decided_without(row: TableRow, at: datetime, seen: Mapping[str, datetime]) -> TableRow:
    """Return a table with what is agreed on without those who are `passed_over`; or that waits for them until it may.

    `seen`: when they were last seen; of those who were within UNSEEN_TIME.
    """
    proposal = open_proposal(row)
    guests = passed_over(row, at)
    if proposal is None or not guests:
        return row
    until = max((seen[guest] + UNSEEN_TIME for guest in guests if guest in seen), default=at)
    if until > at:
        return replace(row, proposal=replace(proposal, until=until))
    return _done(row, proposal, at)


def decided(row: TableRow, at: datetime) -> TableRow:
    """Return a table with what its people agree on, if nobody's answer is waited for.

    Nothing is done here without somebody's answer: see `decided_without`.
    """
    proposal = open_proposal(row)
    if proposal is None or awaited(row, at) or passed_over(row, at) or not _wanted(row, proposal):
        return row
    return _done(row, proposal, at)


def _wanted(row: TableRow, proposal: Proposal) -> bool:
    """Tell whether a person agrees to a proposal."""
    return any(row.seats[seat].kind == GUEST for seat in proposal.agreed)


def _done(row: TableRow, proposal: Proposal, at: datetime) -> TableRow:
    row = replace(row, proposal=replace(proposal, done=True))
    if proposal.kind == END:
        return replace(row, phase=ABANDONED, due=False)
    if proposal.kind == CLOCKS:
        pause = None if proposal.timing is None else row.pause
        return replace(row, timing=proposal.timing, substitute=proposal.substitute, clocks=(), pause=pause)
    if row.timing is None:
        return row
    if proposal.kind == MORE:
        return replace(row, clocks=extended(row.timing, row.clocks, proposal.seconds, stopped(row, at)))
    if proposal.kind == RESUME:
        return resumed(row, at)
    over = proposal.ends is not None and proposal.ends <= at
    return row if over or row.pause is not None else replace(row, pause=Pause(at, proposal.ends))
