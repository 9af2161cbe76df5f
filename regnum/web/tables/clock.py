"""Clocks of a game over days: arithmetic only. Whoever is to act has a limit for each turn, then a reserve.

A turn lasts as long as somebody is to act without a break. Hours of the night count for nothing: at any instant it is
night if a clock on the wall of the table's time zone says so, whatever is done to that clock in spring and autumn.
"""

from collections.abc import Collection, Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

import msgspec

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
DAY_MINUTES: Final = 24 * 60
LONGEST_NIGHT: Final = 16 * 60
"""Minutes that a night has at the most: the rest of the day people can play."""
LAST_PART: Final = 4
"""The last reminder comes when a fourth part of a turn's limit is left."""
UTC_NAME: Final = "UTC"
_TICK: Final = 0.001
"""So many seconds before its time a look at a clock is no look too early."""
_ROUNDING: Final = 1e-6
_NO_ZONES: Final = frozenset({"Factory", "localtime"})
"""Files among the time zones that name none."""


class Timing(msgspec.Struct, frozen=True):
    """How long somebody may take: seconds for each turn, and a reserve for the whole game.

    `night`: from when to when nothing counts, in minutes of the day in `zone`; where both are equal, there is no night.
    """

    turn: int
    reserve: int = 0
    night: tuple[int, int] = (0, 0)
    zone: str = UTC_NAME


class Clock(msgspec.Struct, frozen=True):
    """A seat's clock: the reserve that it had when its turn began, the seconds of the turn until it was started last.

    `since`: when that was, if it runs. `told`: how many of the turn's reminders were given.
    """

    reserve: float
    spent: float = 0.0
    since: datetime | None = None
    told: int = 0


# Time zones.


@cache
def zones() -> tuple[str, ...]:
    """Return the names of all known time zones, older names included: browsers report those as well."""
    return (UTC_NAME, *sorted(available_timezones() - _NO_ZONES - {UTC_NAME}))


@cache
def zone_of(name: str) -> tzinfo:
    """Return a time zone; UTC if this machine does not know it."""
    try:
        return UTC if name == UTC_NAME else ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


# The night.


def night_minutes(night: tuple[int, int]) -> int:
    """Return how long a night is by the clock on the wall."""
    return (night[1] - night[0]) % DAY_MINUTES


def is_night(timing: Timing, at: datetime) -> bool:
    """Tell whether an instant counts for nothing."""
    wall = at.astimezone(zone_of(timing.zone))
    return (wall.hour * 60 + wall.minute - timing.night[0]) % DAY_MINUTES < night_minutes(timing.night)


def _pieces(timing: Timing, start: datetime) -> Iterator[tuple[datetime, datetime, bool]]:
    """Yield the time from an instant on in pieces that count as a whole or not at all."""
    zone = zone_of(timing.zone)
    at = start
    while True:
        wall = at.astimezone(zone)
        minute = wall.hour * 60 + wall.minute
        ahead = min((edge - minute - 1) % DAY_MINUTES + 1 for edge in timing.night)
        end = at + timedelta(minutes=ahead, seconds=-wall.second, microseconds=-wall.microsecond)
        if end.astimezone(zone).utcoffset() != wall.utcoffset():
            end = _changed(zone, at, end)
        yield at, end, is_night(timing, at)
        at = end


def night_end(timing: Timing, at: datetime) -> datetime:
    """Return the end of the night at an instant; where it is not night, the instant itself."""
    return next(begins for begins, _, night in _pieces(timing, at) if not night)


def _changed(zone: tzinfo, start: datetime, end: datetime) -> datetime:
    """Return the instant between two at which the clocks on the wall are changed; they are whole seconds."""
    before = start.astimezone(zone).utcoffset()
    low, high = int(start.timestamp()), int(end.timestamp())
    while high - low > 1:
        middle = (low + high) // 2
        same = datetime.fromtimestamp(middle, UTC).astimezone(zone).utcoffset() == before
        low, high = (middle, high) if same else (low, middle)
    return datetime.fromtimestamp(high, UTC)


def counted(timing: Timing, start: datetime, end: datetime) -> float:
    """Return the seconds between two instants that count; 0 if the second is not the later one."""
    if not night_minutes(timing.night):
        return max((end - start).total_seconds(), 0.0)
    total = 0.0
    for begins, ends, night in _pieces(timing, start):
        if begins >= end:
            break
        total += 0.0 if night else (min(ends, end) - begins).total_seconds()
    return total


def after(timing: Timing, start: datetime, seconds: float) -> datetime:
    """Return the first instant at which so many seconds that count have passed."""
    if seconds <= 0 or not night_minutes(timing.night):
        return start + timedelta(seconds=max(seconds, 0.0))
    left = seconds
    for begins, ends, night in _pieces(timing, start):
        length = 0.0 if night else (ends - begins).total_seconds()
        if left <= length + _ROUNDING:
            return begins + timedelta(seconds=min(left, length))
        left -= length
    raise AssertionError("time does not end")


# The clocks of a game.


def fresh(timing: Timing, seats: int) -> tuple[Clock, ...]:
    """Return the clocks of a new game."""
    return (Clock(timing.reserve),) * seats


def turned(
    timing: Timing, clocks: Collection[Clock], acting: Collection[int], at: datetime, resumed: int | None = None
) -> tuple[Clock, ...]:
    """Return the clocks when from now on these seats are to act, and no others.

    `resumed`: a seat that has taken something back, and so goes on with the turn that it had.
    """
    return tuple(_turned(timing, clock, seat in acting, at, seat == resumed) for seat, clock in enumerate(clocks))


def _turned(timing: Timing, clock: Clock, acts: bool, at: datetime, resumed: bool) -> Clock:
    if acts == (clock.since is not None):
        return clock
    if not acts:
        return msgspec.structs.replace(clock, spent=spent(timing, clock, at), since=None)
    return msgspec.structs.replace(clock, since=at) if resumed else begun(timing, clock, at)


def begun(timing: Timing, clock: Clock, at: datetime) -> Clock:
    """Return a clock with which a new turn begins: what the last one took beyond its limit, the reserve has lost."""
    over = max(spent(timing, clock, at) - timing.turn, 0.0)
    return Clock(max(clock.reserve - over, 0.0), since=at)


def shifted(timing: Timing, clocks: Collection[Clock], stopped: datetime, at: datetime) -> tuple[Clock, ...]:
    """Return the clocks as they go on at an instant after they have stood still since another one."""
    return tuple(
        clock if clock.since is None else msgspec.structs.replace(clock, spent=spent(timing, clock, stopped), since=at)
        for clock in clocks
    )


def extended(timing: Timing, clocks: Collection[Clock], seconds: float, at: datetime) -> tuple[Clock, ...]:
    """Return the clocks with so much more in each reserve; reminders that are no longer due come again."""
    return tuple(_extended(timing, clock, seconds, at) for clock in clocks)


def _extended(timing: Timing, clock: Clock, seconds: float, at: datetime) -> Clock:
    longer = msgspec.structs.replace(clock, reserve=clock.reserve + seconds)
    rest = left(timing, longer, at)
    return msgspec.structs.replace(longer, told=sum(rest <= mark + _TICK for mark in reminders(timing, longer)))


def spent(timing: Timing, clock: Clock, at: datetime) -> float:
    """Return how many seconds a clock's turn has taken."""
    return clock.spent + (counted(timing, clock.since, at) if clock.since is not None else 0.0)


def left(timing: Timing, clock: Clock, at: datetime) -> float:
    """Return how many seconds there are before time runs out, the reserve included; less than 0 afterwards."""
    return timing.turn + clock.reserve - spent(timing, clock, at)


def moment(timing: Timing, clock: Clock, rest: float) -> datetime:
    """Return when a clock that runs comes to have so many seconds left."""
    assert clock.since is not None, "it stands still"
    return after(timing, clock.since, timing.turn + clock.reserve - rest - clock.spent)


def reminders(timing: Timing, clock: Clock) -> list[float]:
    """Return at how many seconds left somebody is reminded: when his reserve begins, and shortly before the end."""
    last = timing.turn / LAST_PART
    return [clock.reserve, last] if clock.reserve > last else [last]


def due_at(timing: Timing, clocks: Collection[Clock]) -> datetime | None:
    """Return the next instant at which somebody is to be reminded, or runs out of time; None if nobody's clock runs."""
    found = [
        moment(timing, clock, [*reminders(timing, clock), 0.0][clock.told])
        for clock in clocks
        if clock.since is not None
    ]
    return min(found, default=None)


def advance_clock(timing: Timing, clock: Clock, at: datetime) -> tuple[Clock, bool]:
    """Return a running clock after a look at it: with the reminders that are due now, or whether its time is out.

    Nobody runs out of time before he was reminded: where servers stood still, he has the last part of his turn.
    """
    marks = reminders(timing, clock)
    rest = left(timing, clock, at)
    told = sum(rest <= mark + _TICK for mark in marks)
    if told <= clock.told:
        return clock, rest <= _TICK
    if rest <= _TICK and clock.told < len(marks):
        clock = msgspec.structs.replace(clock, spent=clock.spent - (marks[-1] - rest))
    return msgspec.structs.replace(clock, told=told), False
