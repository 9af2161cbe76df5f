"""Links for moving a seat to another browser or person: the holder's personal link, and the host's offer."""

import msgspec
from litestar.exceptions import ClientException

from regnum.web.tables.deps import table_of
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.service import TableService


class TransferLink(msgspec.Struct, frozen=True):
    """A link for moving a seat: the holder's personal link, or the host's offer."""

    token: str
    table: LiveTable
    seat: int
    personal: bool


async def find_transfer_link(tables: TableService, token: str) -> TransferLink:
    """Return the target of a link; responds with 404 and an explanation if it was used."""
    location = await tables.store.seats.seat_of_link(token)
    if location is None:
        raise ClientException(status_code=404, extra={"name": "not_found", "text_key": "link_used"})
    return TransferLink(token, await table_of(tables, location[0]), location[1], location[2])
