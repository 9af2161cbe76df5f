"""What pages say of those who have left a table, and of what people did not agree on."""

from regnum.web import company, pacing, proposing
from regnum.web.i18n import Text
from regnum.web.rows import ABANDONED, TableRow


def notes(row: TableRow, text: Text) -> list[str]:
    """Return the sentences that stand above the log of a table."""
    found = [
        text("leave.has_given_up", name=seat.name, level=company.level_name(company.parted(seat.bot or "")[0], text))
        for seat in row.seats
        if seat.resigned
    ]
    if row.phase == ABANDONED:
        return [*found, text("leave.abandoned_about")]
    found += [said for seat in row.seats if (said := pacing.standing_in(row, seat.seat, text))]
    return [*found, *filter(None, [proposing.refused(row, text)])]
