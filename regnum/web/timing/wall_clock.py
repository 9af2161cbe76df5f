"""Wall clocks: time zones, times of day, and nights, which are hours of the wall clock including daylight saving time.

A night is a pair of minutes of the day, its start and its end. If they are equal, there is no night.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from regnum.web.errors import RefusedError

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
DAY_MINUTES: Final = 24 * 60
UTC_NAME: Final = "UTC"
_NO_ZONES: Final = frozenset({"Factory", "localtime"})
"""Files in the time zone database that are not time zones."""
_TIME_OF_DAY: Final = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])(:[0-5][0-9])?")


@cache
def zones() -> tuple[str, ...]:
    """Return the names of all known time zones, UTC first; older names are included because browsers report them."""
    return (UTC_NAME, *sorted(available_timezones() - _NO_ZONES - {UTC_NAME}))


@cache
def zone_of(name: str) -> tzinfo:
    """Return a time zone; UTC if this machine does not know it."""
    try:
        return UTC if name == UTC_NAME else ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def minutes_of(wall: str) -> int:
    """Return the minute of the day for a time such as 23:00; raises RefusedError if it is not a time of day."""
    match = _TIME_OF_DAY.fullmatch(wall)
    if match is None:
        raise RefusedError("invalid_time_of_day", {"value": wall[:20] or "?"})
    return int(match[1]) * 60 + int(match[2])


def wall_time(minutes: int) -> str:
    """Return the time of day, such as 23:00, for a minute of the day."""
    return f"{minutes // 60:02}:{minutes % 60:02}"


def night_minutes(night: tuple[int, int]) -> int:
    """Return the length of a night by the wall clock, in minutes."""
    return (night[1] - night[0]) % DAY_MINUTES


def is_night(night: tuple[int, int], zone: str, at: datetime) -> bool:
    """Return whether an instant is in the night and does not count."""
    wall = at.astimezone(zone_of(zone))
    return (wall.hour * 60 + wall.minute - night[0]) % DAY_MINUTES < night_minutes(night)


def periods(night: tuple[int, int], zone: str, start: datetime) -> Iterator[tuple[datetime, datetime, bool]]:
    """Yield consecutive periods from an instant on, without end: their start, their end, and whether they are night."""
    local_zone = zone_of(zone)
    at = start
    while True:
        wall = at.astimezone(local_zone)
        minute = wall.hour * 60 + wall.minute
        ahead = min((edge - minute - 1) % DAY_MINUTES + 1 for edge in night)
        end = at + timedelta(minutes=ahead, seconds=-wall.second, microseconds=-wall.microsecond)
        if end.astimezone(local_zone).utcoffset() != wall.utcoffset():
            end = _clock_change(local_zone, at, end)
        yield at, end, is_night(night, zone, at)
        at = end


def night_end(night: tuple[int, int], zone: str, at: datetime) -> datetime:
    """Return the end of the night that includes an instant; during the day, the instant itself."""
    return next(begins for begins, _, is_at_night in periods(night, zone, at) if not is_at_night)


def _clock_change(zone: tzinfo, start: datetime, end: datetime) -> datetime:
    """Return the instant between two others, to the second, at which the wall clock's UTC offset changes."""
    before = start.astimezone(zone).utcoffset()
    low, high = int(start.timestamp()), int(end.timestamp())
    while high - low > 1:
        middle = (low + high) // 2
        same = datetime.fromtimestamp(middle, UTC).astimezone(zone).utcoffset() == before
        low, high = (middle, high) if same else (low, middle)
    return datetime.fromtimestamp(high, UTC)
