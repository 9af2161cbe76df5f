"""Public tables that wait for players."""

from typing import Final

import msgspec
from sqlalchemy import ColumnElement, and_, exists, func, select, true

from regnum.web.db.schema import INVITATIONS, REMOVED_GUESTS, SEATS, TABLES
from regnum.web.tables.models import OPEN, WAITING, TableRow
from regnum.web.tables.store import TableStore

PAGE_SIZE: Final = 60
"""Tables per page of the lobby; the newest are on the first page."""
MAX_PER_HOST: Final = 3
"""The maximum number of tables per host in the lobby; the newest are shown."""

LIVE: Final = "live"
OVER_DAYS: Final = "days"
TIME_LIMITS: Final = (LIVE, OVER_DAYS)


class LobbyFilter(msgspec.Struct, frozen=True):
    """Search criteria of the lobby; "" or 0 matches anything."""

    game: str = ""
    players: int = 0
    language: str = ""
    time_limits: str = ""

    def condition(self) -> ColumnElement[bool]:
        """Return the SQL condition for matching tables."""
        conditions: list[ColumnElement[bool]] = [true()]
        if self.game:
            conditions.append(TABLES.c.game == self.game)
        if self.players:
            conditions.append(TABLES.c.players == self.players)
        if self.language:
            conditions.append(TABLES.c.language == self.language)
        if self.time_limits:
            conditions.append(TABLES.c.timing.is_(None) == (self.time_limits == LIVE))
        return and_(*conditions)


class LobbyService:
    """Finds tables that wait for players."""

    def __init__(self, store: TableStore) -> None:
        self._store: Final = store

    async def find_tables(self, lobby_filter: LobbyFilter, guest: str, page: int = 1) -> list[TableRow]:
        """Return a page of the tables that this guest may join without an invitation, newest first.

        One row more than PAGE_SIZE means that there is another page.
        """
        invited = (INVITATIONS.c.table_id == SEATS.c.table_id) & (INVITATIONS.c.seat == SEATS.c.seat)
        has_open_seat = select(SEATS.c.table_id).where((SEATS.c.kind == OPEN) & ~exists().where(invited))
        own = select(SEATS.c.table_id).where(SEATS.c.guest == guest)
        excluded = select(REMOVED_GUESTS.c.table_id).where(REMOVED_GUESTS.c.guest == guest)
        in_lobby = TABLES.c.is_listed & (TABLES.c.phase == WAITING) & lobby_filter.condition()
        in_lobby &= TABLES.c.id.in_(has_open_seat) & TABLES.c.id.not_in(own) & TABLES.c.id.not_in(excluded)
        newest = func.row_number().over(partition_by=TABLES.c.host, order_by=TABLES.c.created_at.desc()).label("newest")
        counted = select(TABLES.c.id, newest).where(in_lobby).subquery()
        is_shown = TABLES.c.id.in_(select(counted.c.id).where(counted.c.newest <= MAX_PER_HOST))
        return await self._store.find_tables(is_shown, PAGE_SIZE + 1, (page - 1) * PAGE_SIZE)
