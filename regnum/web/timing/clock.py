"""The arithmetic of clocks, for games that last days: a limit for each turn, and a reserve for the whole game.

A turn lasts as long as a seat must act without interruption. Night hours do not count. They are hours of the wall clock
in the table's time zone, including daylight saving time.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

import msgspec

from regnum.web.timing.wall_clock import UTC_NAME, night_minutes, periods

MAX_NIGHT_MINUTES: Final = 16 * 60
"""The maximum length of a night, in minutes; the rest of the day is for playing."""
REMINDER_FRACTION: Final = 4
"""The last reminder is sent when a quarter of a turn's limit is left."""
_TICK: Final = 0.001
"""Tolerance in seconds: a clock may be checked this much before its due time."""
_ROUNDING: Final = 1e-6


class Timing(msgspec.Struct, frozen=True):
    """The time limits: seconds for each turn, and a reserve in seconds for the whole game.

    `night`: the start and end of the hours that do not count, in minutes after midnight in `zone`. If they are equal,
    there is no night.
    """

    turn: int
    reserve: int = 0
    night: tuple[int, int] = (0, 0)
    zone: str = UTC_NAME


class Clock(msgspec.Struct, frozen=True):
    """A seat's clock: the reserve at the start of its turn, and the turn's seconds spent before it last started.

    `started_at`: when the clock last started; None while it is stopped. `reminders_sent`: the turn's reminders so far.
    """

    reserve: float
    spent: float = 0.0
    started_at: datetime | None = msgspec.field(default=None, name="since")
    reminders_sent: int = msgspec.field(default=0, name="told")


def counted_seconds(timing: Timing, start: datetime, end: datetime) -> float:
    """Return the seconds between two instants, not counting nights, or 0 if the second is not later."""
    if not night_minutes(timing.night):
        return max((end - start).total_seconds(), 0.0)
    total = 0.0
    for begins, ends, night in periods(timing.night, timing.zone, start):
        if begins >= end:
            break
        total += 0.0 if night else (min(ends, end) - begins).total_seconds()
    return total


def instant_after(timing: Timing, start: datetime, seconds: float) -> datetime:
    """Return the instant at which a number of seconds, not counting nights, will have passed since `start`."""
    if seconds <= 0 or not night_minutes(timing.night):
        return start + timedelta(seconds=max(seconds, 0.0))
    remaining = seconds
    for begins, ends, night in periods(timing.night, timing.zone, start):
        length = 0.0 if night else (ends - begins).total_seconds()
        if remaining <= length + _ROUNDING:
            return begins + timedelta(seconds=min(remaining, length))
        remaining -= length
    raise AssertionError("time does not end")


# The clocks of a game.


def new_clocks(timing: Timing, seats: int) -> tuple[Clock, ...]:
    """Return the clocks of a new game."""
    return (Clock(timing.reserve),) * seats


def with_turns(
    timing: Timing, clocks: Collection[Clock], acting: Collection[int], at: datetime, resumed: int | None = None
) -> tuple[Clock, ...]:
    """Return the clocks updated for an instant from which only the seats `acting` must act.

    `resumed`: the seat that has undone an action and so continues its previous turn, if any.
    """
    return tuple(_with_turn(timing, clock, seat in acting, at, seat == resumed) for seat, clock in enumerate(clocks))


def _with_turn(timing: Timing, clock: Clock, acts: bool, at: datetime, resumed: bool) -> Clock:
    if acts == (clock.started_at is not None):
        return clock
    if not acts:
        return msgspec.structs.replace(clock, spent=seconds_spent(timing, clock, at), started_at=None)
    return msgspec.structs.replace(clock, started_at=at) if resumed else with_new_turn(timing, clock, at)


def with_new_turn(timing: Timing, clock: Clock, at: datetime) -> Clock:
    """Return a clock at the start of a new turn; time beyond the limit of the last turn is taken from the reserve."""
    over = max(seconds_spent(timing, clock, at) - timing.turn, 0.0)
    return Clock(max(clock.reserve - over, 0.0), started_at=at)


def shifted_by_pause(timing: Timing, clocks: Collection[Clock], stopped: datetime, at: datetime) -> tuple[Clock, ...]:
    """Return the clocks after a pause: they stopped at `stopped` and run again from `at` on."""
    return tuple(
        clock
        if clock.started_at is None
        else msgspec.structs.replace(clock, spent=seconds_spent(timing, clock, stopped), started_at=at)
        for clock in clocks
    )


def with_more_time(timing: Timing, clocks: Collection[Clock], seconds: float, at: datetime) -> tuple[Clock, ...]:
    """Return the clocks with more seconds in each reserve; reminders that are no longer due will be sent again."""
    return tuple(_with_seconds(timing, clock, seconds, at) for clock in clocks)


def _with_seconds(timing: Timing, clock: Clock, seconds: float, at: datetime) -> Clock:
    longer = msgspec.structs.replace(clock, reserve=clock.reserve + seconds)
    rest = seconds_left(timing, longer, at)
    return msgspec.structs.replace(
        longer, reminders_sent=sum(rest <= mark + _TICK for mark in reminders(timing, longer))
    )


def seconds_spent(timing: Timing, clock: Clock, at: datetime) -> float:
    """Return the seconds spent on a clock's turn so far."""
    return clock.spent + (counted_seconds(timing, clock.started_at, at) if clock.started_at is not None else 0.0)


def seconds_left(timing: Timing, clock: Clock, at: datetime) -> float:
    """Return the seconds left on a clock, including the reserve; negative after time has run out."""
    return timing.turn + clock.reserve - seconds_spent(timing, clock, at)


def instant_with_left(timing: Timing, clock: Clock, rest: float) -> datetime:
    """Return the instant at which a running clock will have `rest` seconds left."""
    assert clock.started_at is not None, "the clock is stopped"
    return instant_after(timing, clock.started_at, timing.turn + clock.reserve - rest - clock.spent)


def reminders(timing: Timing, clock: Clock) -> list[float]:
    """Return the remaining seconds at which a player is reminded: when the reserve begins, and when little is left."""
    last = timing.turn / REMINDER_FRACTION
    return [clock.reserve, last] if clock.reserve > last else [last]


def next_clock_event(timing: Timing, clocks: Collection[Clock]) -> datetime | None:
    """Return the instant of the next reminder or timeout, or None if no clock runs."""
    times = [
        instant_with_left(timing, clock, [*reminders(timing, clock), 0.0][clock.reminders_sent])
        for clock in clocks
        if clock.started_at is not None
    ]
    return min(times, default=None)


def advance_clock(timing: Timing, clock: Clock, at: datetime) -> tuple[Clock, bool]:
    """Return a running clock that counts the reminders due now as sent, and whether its time has run out.

    Time never runs out before the last reminder: after a server outage, the player still gets the last part of a turn.
    """
    marks = reminders(timing, clock)
    rest = seconds_left(timing, clock, at)
    sent = sum(rest <= mark + _TICK for mark in marks)
    if sent <= clock.reminders_sent:
        return clock, rest <= _TICK
    if rest <= _TICK and clock.reminders_sent < len(marks):
        clock = msgspec.structs.replace(clock, spent=clock.spent - (marks[-1] - rest))
    return msgspec.structs.replace(clock, reminders_sent=sent), False
