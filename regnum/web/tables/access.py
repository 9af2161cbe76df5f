"""Access control for tables. Pages, streams, the API, links and pictures all check access here."""

from regnum.web.tables.invitations import Invitations
from regnum.web.tables.models import WAITING
from regnum.web.tables.stored_table import StoredTable


async def may_see(table: StoredTable, guest: str, invitations: Invitations) -> bool:
    """Return whether a guest may see a table: anyone may if its host allows spectators; otherwise only its people.

    A guest invited to an open seat is one of its people until the game begins.
    """
    if table.may_watch(guest):
        return True
    return table.phase == WAITING and any(asked.guest == guest for asked in await invitations.of_table(table.row.id))
