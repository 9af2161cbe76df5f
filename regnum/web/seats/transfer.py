"""Links for moving a seat to another browser: its holder's personal one, or one that the host made."""

import msgspec
from litestar.exceptions import ClientException

from regnum.web.tables.deps import table_of
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.service import Tables


class TransferLink(msgspec.Struct, frozen=True):
    """A link for using a seat elsewhere: a personal one, or one that the host made."""

    token: str
    table: LiveTable
    seat: int
    personal: bool


async def find_transfer_link(tables: Tables, token: str) -> TransferLink:
    """Return the target of a link; a used one is refused with an explanation."""
    found = await tables.store.seat_of_link(token)
    if found is None:
        raise ClientException(status_code=404, extra={"name": "not_found", "say": "link_used"})
    return TransferLink(token, await table_of(tables, found[0]), found[1], found[2])
