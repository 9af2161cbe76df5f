"""Renaming, removing and hiding tables."""

from contextlib import suppress
from typing import Final

import msgspec

from regnum.web.errors import BusyError, ConflictError, GoneError, RefusedError
from regnum.web.lobby.removal import TableRemovalStore
from regnum.web.names import check_title
from regnum.web.tables.access import belongs_to, require_host
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import PLAYING, WAITING
from regnum.web.tables.row_changes import RowChange
from regnum.web.tables.service import TableService
from regnum.web.tables.stored_table import StoredTable


class TableManagementService:
    """Actions on whole tables, mostly by their hosts; a refused action changes nothing."""

    def __init__(self, tables: TableService, removal: TableRemovalStore) -> None:
        self._cache: Final = tables.cache
        self._change_table: Final = tables.change_table
        self._change_limit: Final = tables.change_limit
        self._removal: Final = removal

    async def rename_table(self, table: LiveTable, guest: str, title: str) -> None:
        """Set the name of a table, "" for none.

        Raises RefusedError if the guest is not the host, or it changes too often.
        """
        require_host(table, guest)
        title = check_title(title)
        if not self._change_limit.allows(table.row.id):
            raise RefusedError("too_many_changes")

        def decide() -> RowChange:
            return msgspec.structs.replace(table.row, title=title), []

        await self._change_table(table, decide)

    async def remove(self, table: StoredTable, guest: str) -> None:
        """Remove a table that has not begun (host only), or hide one that is over or stopped (its players and host)."""
        if not isinstance(table, LiveTable):
            try:
                await self._remove(table, guest)
            except ConflictError:
                raise BusyError("the table has changed") from None
            return

        async def change() -> None:
            await self._remove(table, guest)
            await self._cache.catch_up_locked(table)

        with suppress(GoneError):  # another request has removed it
            await self._cache.change(table, change)

    async def _remove(self, table: StoredTable, guest: str) -> None:
        if table.phase == WAITING:
            require_host(table, guest)
            await self._removal.remove(table.row.id, table.version)
            return
        if table.phase == PLAYING:
            raise RefusedError("has_begun")
        if not belongs_to(table, guest):
            raise RefusedError("not_seated")
        await self._removal.hide_table(guest, table.row.id)
