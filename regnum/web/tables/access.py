"""Who may see a table. Every door asks here: pages, streams, /api, links and pictures."""

from regnum.web.tables.invitations import Invitations
from regnum.web.tables.live_table import StoredTable
from regnum.web.tables.models import WAITING


async def may_see(table: StoredTable, guest: str, invitations: Invitations) -> bool:
    """Tell whether somebody may see a table: anybody, if its host lets people look on; else who belongs to it.

    Whoever is asked to an open seat belongs to it until the game begins.
    """
    if table.may_watch(guest):
        return True
    return table.phase == WAITING and any(asked.guest == guest for asked in await invitations.asked_to(table.row.id))
