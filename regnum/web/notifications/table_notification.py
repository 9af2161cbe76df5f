"""The content of a notification about a table, from the table's state."""

from collections.abc import Collection

from regnum.core.text.ledger import LANGUAGES
from regnum.web.clocks.countdown import first_countdown
from regnum.web.clocks.sentences import describe_clocks
from regnum.web.http.i18n import Text, page_text
from regnum.web.notifications import messages
from regnum.web.notifications.messages import Notification
from regnum.web.proposals.view import proposal_view
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import TableRow
from regnum.web.timing.wall_clock import UTC_NAME


def build_notification(
    table: LiveTable,
    kind: str,
    guest: str = "",
    occasion: int = 0,
    count: int = 0,
    zone: str = UTC_NAME,
    movers: Collection[str] = (),
) -> Notification:
    """Return a notification for a guest or, if `guest` is "", for the table's webhooks.

    `movers`: the guests whose turn it is, and whom the webhooks name.
    """
    row = table.row
    moving = [seat_row.seat for seat_row in row.seats if seat_row.guest and seat_row.guest in (movers or [guest])]
    return Notification(
        kind,
        row.id,
        row.game,
        tuple(row.seats[seat].name for seat in moving) if movers else _subject_names(table, kind, guest),
        tuple(seat_row.name for seat_row in row.seats if seat_row.guest != guest and seat_row.name) if guest else (),
        occasion,
        count,
        until=_until(row, kind, moving),
        zone=zone,
        title=row.title,
        details={language: details for language in LANGUAGES if (details := _details(row, kind, page_text(language)))},
    )


def _until(row: TableRow, kind: str, moving: list[int]) -> str:
    """Return the deadline for a move or an answer, in ISO 8601, or "" without one, and for other kinds."""
    if kind == messages.PROPOSAL:
        return "" if row.proposal is None else row.proposal.until.isoformat(timespec="seconds")
    if kind not in (messages.MOVE, messages.TIME, messages.CLOCKS):
        return ""
    clock = first_countdown(row, moving, page_text("en"))
    return "" if clock is None else clock.deadline


def _details(row: TableRow, kind: str, text: Text) -> str:
    """Return a sentence about the proposal or the clocks at a table, or "" for other kinds."""
    if kind == messages.CLOCKS:
        return describe_clocks(row, text)
    proposal = proposal_view(row, None, text) if kind == messages.PROPOSAL else None
    return "" if proposal is None else proposal.sentence


def _subject_names(table: LiveTable, kind: str, guest: str) -> tuple[str, ...]:
    """Return the names of the other people a notification is about, or none if it is about the recipient."""
    own = [row for row in table.row.seats if row.guest == guest]
    others = [row for row in table.row.seats if row.guest != guest]
    if kind == messages.STAND_IN_BEGAN and not any(row.absent for row in own):
        return tuple(row.name for row in others if row.absent)
    if kind == messages.INVITE:
        return tuple(row.name for row in others if row.guest is not None and row.guest == table.row.host)
    if kind == messages.PROPOSAL and not guest and table.row.proposal is not None:
        return (table.row.seats[table.row.proposal.seat].name,)
    return tuple(row.name for row in others if row.resigned) if kind == messages.RESIGNED else ()
