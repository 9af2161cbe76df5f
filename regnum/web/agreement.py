"""What people at a table decide together: to end the game, to pause its clocks, to change them.

There is one `Proposal` at a time. It is carried out when all people agree, and one refusal ends it. Those for whom a
bot plays have some time to answer; after that nobody waits for them.
"""

from datetime import datetime, timedelta
from typing import Final

from msgspec.structs import replace

from regnum.web.clocks import HOUR, extended, shifted
from regnum.web.rows import ABANDONED, GUEST, PLAYING, Pause, Proposal, TableRow

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
"""How long people have to answer where a turn takes less than an hour, or as long as one likes."""
DAYS_TIME: Final = timedelta(days=3)
"""The same where a turn may take longer."""


def time_to_answer(row: TableRow) -> timedelta:
    """Return how long people have to answer a proposal at a table."""
    return LIVE_TIME if row.timing is None or row.timing.turn < HOUR else DAYS_TIME


def possible(row: TableRow) -> tuple[str, ...]:
    """Return the kinds of proposals that make sense at a table now."""
    if row.phase != PLAYING:
        return ()
    if row.timing is None:
        return (END, CLOCKS)
    return (END, PAUSE if row.pause is None else RESUME, MORE, CLOCKS)


def asked(row: TableRow) -> Proposal | None:
    """Return the proposal that people are asked about; None if there is none."""
    proposal = row.proposal
    return proposal if row.phase == PLAYING and proposal is not None and proposal.refused is None else None


def awaited(row: TableRow, at: datetime) -> list[int]:
    """Return the seats whose answer is waited for."""
    proposal = asked(row)
    if proposal is None:
        return []
    late = at >= proposal.until
    people = [seat for seat in row.seats if seat.kind == GUEST and not (late and seat.absent)]
    return [seat.seat for seat in people if seat.seat not in proposal.agreed]


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
    proposal = asked(row)
    found = [] if proposal is None or proposal.until <= at else [proposal.until]
    if row.phase == PLAYING and row.pause is not None and row.pause.until is not None:
        found.append(row.pause.until)
    return min(found, default=None)


def reclocked(before: TableRow, after: TableRow) -> bool:
    """Tell whether the clocks of a table were stopped, started, exchanged or given more time, so deadlines differ."""
    if after.phase != PLAYING:
        return False
    return (before.timing, before.pause) != (after.timing, after.pause) or any(
        new.reserve > old.reserve or (new.since != old.since and new.since is not None and old.since is not None)
        for old, new in zip(before.clocks, after.clocks, strict=False)
    )


def decided(row: TableRow, at: datetime) -> TableRow:
    """Return a table with what its people agree on, if nobody's answer is waited for."""
    proposal = asked(row)
    if proposal is None or awaited(row, at):
        return row
    if not any(row.seats[seat].kind == GUEST for seat in proposal.agreed):
        return row
    row = replace(row, proposal=None)
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
