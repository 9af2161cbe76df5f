"""The running clocks of a table, for pages that count down."""

from datetime import UTC, datetime

import msgspec

from regnum.web.clocks.sentences import duration_text
from regnum.web.http.i18n import Text
from regnum.web.tables.models import PLAYING, TableRow
from regnum.web.timing.clock import instant_with_left
from regnum.web.timing.wall_clock import MINUTE


class Countdown(msgspec.Struct, frozen=True):
    """A running clock: when the time for the turn ends, when the reserve ends (`deadline`), and the reserve left."""

    turn_deadline: str
    deadline: str
    date: str
    """The end of the time for the turn, for pages without scripts."""
    reserve: str
    """The remaining reserve in words, or "" if there is none."""


def countdown_of(row: TableRow, seat: int, text: Text) -> Countdown | None:
    """Return the clock of a seat, or None if it is not running."""
    timing = row.timing
    if (
        timing is None
        or row.pause is not None
        or row.phase != PLAYING
        or not row.clocks
        or row.clocks[seat].started_at is None
    ):
        return None
    clock = row.clocks[seat]
    turn, out = instant_with_left(timing, clock, clock.reserve), instant_with_left(timing, clock, 0.0)
    reserve = duration_text(clock.reserve, text) if clock.reserve >= MINUTE else ""
    return Countdown(_iso(turn), _iso(out), f"{turn:%Y-%m-%d %H:%M} UTC", reserve)


def first_countdown(row: TableRow, seats: list[int], text: Text) -> Countdown | None:
    """Return the clock of these seats that runs out first, or None if none is running."""
    countdowns = [clock for seat in seats if (clock := countdown_of(row, seat, text)) is not None]
    return min(countdowns, key=lambda clock: clock.deadline, default=None)


def _iso(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds")
