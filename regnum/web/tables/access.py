"""Access control for tables. Pages, streams, the API, links and pictures all check access here."""

from regnum.web.tables.invitations import Invitations
from regnum.web.tables.live_table import StoredTable
from regnum.web.tables.models import WAITING


async def may_see(table: StoredTable, guest: str, invitations: Invitations) -> bool:
    """Return whether a guest may see a table: anyone may if its host allows spectators; otherwise only its people.

    A guest invited to an open seat is one of its people until the game begins.
    """
    if table.may_watch(guest):
        return True
    return table.phase == WAITING and any(asked.guest == guest for asked in await invitations.asked_to(table.row.id))


def belongs_to(table: StoredTable, guest: str) -> bool:
    """Return whether a guest is the host of a table or has a seat there."""
    return guest == table.row.host or table.seat_of(guest) is not None
