"""Sentences about the clocks of a table, and times in its time zone."""

from datetime import datetime, time

from regnum.web.clocks.forms import short_description
from regnum.web.http.i18n import Text
from regnum.web.tables.clock import zone_of
from regnum.web.tables.models import PLAYING, TableRow


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
    pace = short_description(row.timing, text)
    notice = pause_notice(row, text)
    return f"{notice} {text('proposal.pace', pace=pace)}" if notice else text("proposal.running", pace=pace)


def format_local_time(row: TableRow, at: datetime) -> str:
    """Return an instant as a date, with the hour unless it is midnight, in the time zone of a table."""
    zone = row.timing.zone if row.timing is not None else ""
    local_time = at.astimezone(zone_of(zone))
    hour = "" if local_time.time() == time() else f" {local_time:%H:%M}"  # the table's time zone has changed since
    return f"{local_time:%Y-%m-%d}{hour} ({zone or 'UTC'})"
