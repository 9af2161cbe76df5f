"""What pages say of those who have left a table, or would: who has given up, who would end the game."""

from regnum.web import company, pacing
from regnum.web.i18n import Text
from regnum.web.rows import ABANDONED, GUEST, TableRow


def notes(row: TableRow, text: Text) -> list[str]:
    """Return the sentences that stand above the log of a table."""
    found = [
        text("leave.has_given_up", name=seat.name, level=company.level_name(company.parted(seat.bot or "")[0], text))
        for seat in row.seats
        if seat.resigned
    ]
    if row.phase == ABANDONED:
        return [*found, text("leave.abandoned_about")]
    return found + [said for seat in row.seats if (said := pacing.standing_in(row, seat.seat, text))]


def wish(row: TableRow, text: Text) -> str:
    """Return the sentence that says who would end a game without a result; "" if nobody would."""
    agree = [seat.name for seat in row.seats if seat.kind == GUEST and seat.quits]
    return text("leave.agree", count=len(agree), names=text.listing(agree)) if agree else ""
