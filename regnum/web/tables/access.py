"""Access control for tables: who may see a table, and who may act there.

Pages, streams, the API, links and pictures all check access here.
"""

from regnum.web.errors import RefusedError
from regnum.web.tables.invitation_store import InvitationStore
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import PLAYING, WAITING
from regnum.web.tables.stored_table import StoredTable


async def may_see(table: StoredTable, guest: str, invitations: InvitationStore) -> bool:
    """Return whether a guest may see a table.

    Anyone may if spectators are allowed. Otherwise only the host, the players, guests with a claim to a seat, and
    guests who are invited to an open seat may.
    """
    if table.may_watch(guest):
        return True
    return table.phase == WAITING and any(
        invitation.guest == guest for invitation in await invitations.of_table(table.row.id)
    )


def belongs_to(table: StoredTable, guest: str) -> bool:
    """Return whether a guest is the host of a table or has a seat there."""
    return guest == table.row.host or table.seat_of(guest) is not None


def require_seat(table: StoredTable, guest: str) -> int:
    """Return a guest's seat; raises RefusedError if they have none."""
    seat = table.seat_of(guest)
    if seat is None:
        raise RefusedError("not_seated")
    return seat


def require_host(table: StoredTable, guest: str) -> None:
    """Raise RefusedError unless a guest is the host of a table."""
    if guest != table.row.host:
        raise RefusedError("not_host")


def require_running(table: LiveTable) -> None:
    """Raise RefusedError unless the game of a table is running."""
    if table.phase != PLAYING:
        raise RefusedError("game_over")
