"""Sentences about the clocks and time limits of a table, durations in words, and times in its time zone."""

from datetime import datetime, time

from regnum.web.bots import catalog
from regnum.web.http.i18n import Text
from regnum.web.tables.models import PLAYING, TableRow
from regnum.web.timing.clock import Timing
from regnum.web.timing.wall_clock import DAY_MINUTES, MINUTE, night_minutes, wall_time, zone_of


def duration_text(time: float, text: Text) -> str:
    """Return a duration in words, in its two largest units: "1 day 12 hours"."""
    minutes = round(time / MINUTE)
    parts = [("days", minutes // DAY_MINUTES), ("hours", minutes // 60 % 24), ("minutes", minutes % 60)]
    first = next((at for at, (_, count) in enumerate(parts) if count), 2)
    shown = [(unit, count) for unit, count in parts[first : first + 2] if count] or parts[2:]
    return " ".join(text(f"clock.{unit}", count=count) for unit, count in shown)


def clock_sentences(row: TableRow, text: Text) -> list[str]:
    """Return the sentences that describe a table's time limits, or none if it has no limits."""
    timing = row.timing
    if timing is None:
        return []
    sentences = [text("clock.turn_limit", turn=duration_text(timing.turn, text))]
    if timing.reserve:
        sentences.append(text("clock.reserve_limit", reserve=duration_text(timing.reserve, text)))
    if night_minutes(timing.night):
        begins, ends = map(wall_time, timing.night)
        sentences.append(text("clock.night_hours", begins=begins, ends=ends, zone=timing.zone))
    return [*sentences, text("clock.after_timeout", level=catalog.level_name(row.substitute, text))]


def short_description(timing: Timing | None, text: Text) -> str:
    """Return a short description of time limits."""
    if timing is None:
        return text("clock.live")
    return text("clock.per_turn", turn=duration_text(timing.turn, text))


def pause_notice(row: TableRow, text: Text) -> str:
    """Return the sentence that the clocks of a table are paused, or "" if they are not."""
    if row.phase != PLAYING or row.pause is None:
        return ""
    if row.pause.until is None:
        return text("proposal.paused")
    return text("proposal.paused_until", at=format_local_time(row, row.pause.until))


def describe_clocks(row: TableRow, text: Text) -> str:
    """Return sentences about a table's clocks: whether they exist, run or are paused, and the time for a turn."""
    if row.timing is None:
        return text("proposal.without_clocks")
    limits = short_description(row.timing, text)
    notice = pause_notice(row, text)
    return f"{notice} {text('proposal.limits', limits=limits)}" if notice else text("proposal.running", limits=limits)


def format_local_time(row: TableRow, at: datetime) -> str:
    """Return an instant as a date, with the hour unless it is midnight, in the time zone of a table."""
    zone = row.timing.zone if row.timing is not None else ""
    local_time = at.astimezone(zone_of(zone))
    hour = "" if local_time.time() == time() else f" {local_time:%H:%M}"  # the table's time zone has changed since
    return f"{local_time:%Y-%m-%d}{hour} ({zone or 'UTC'})"
