"""Notices about players who have left a table, and about proposals that failed."""

from datetime import datetime

from regnum.web.bots import catalog
from regnum.web.http.i18n import Text
from regnum.web.proposals.view import refusal_notice
from regnum.web.tables.models import ABANDONED, TableRow


def absence_notice(row: TableRow, seat: int, text: Text) -> str:
    """Return the sentence that a player has resigned or a bot plays for them, or "" if neither."""
    seat_row = row.seats[seat]
    if seat_row.resigned:
        level = catalog.level_name(catalog.split_bot_id(seat_row.bot or "")[0], text)
        return text("leave.has_resigned", name=seat_row.name, level=level)
    return stand_in_sentence(row, seat, text)


def stand_in_level(row: TableRow, seat: int, text: Text) -> str:
    """Return the kind of bot that plays for the person of a seat, or "" if none does."""
    seat_row = row.seats[seat]
    return catalog.level_name(catalog.split_bot_id(seat_row.bot or "")[0], text) if seat_row.absent else ""


def stand_in_sentence(row: TableRow, seat: int, text: Text) -> str:
    """Return the sentence that a bot plays for the person of a seat, or "" if none does."""
    level = stand_in_level(row, seat, text)
    return text("clock.stand_in_plays_for", name=row.seats[seat].name, level=level) if level else ""


def table_notices(row: TableRow, viewer: int | None, moved: datetime | None, text: Text) -> list[str]:
    """Return the notices of a table; the viewer's own absence is shown elsewhere.

    `moved`: the time of the last move that the viewer knows of.
    """
    ended = row.phase == ABANDONED
    seats = [seat for seat in row.seats if seat.resigned or (not ended and seat.seat != viewer)]
    notices = [notice for seat in seats if (notice := absence_notice(row, seat.seat, text))]
    last = text("leave.abandoned_help") if ended else refusal_notice(row, moved, text)
    return [*notices, *filter(None, [last])]
