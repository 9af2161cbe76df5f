"""Open pages: which seats have a page of their table open, on any of the servers that share a store."""

import time
from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Final, Protocol

from sqlalchemy import Connection, delete, insert, select

from regnum.web.db.database import Database
from regnum.web.db.ids import new_id
from regnum.web.db.schema import PRESENCE
from regnum.web.periodic import repeat

EXCHANGE_INTERVAL: Final = 10.0
"""Seconds between two exchanges of presence between servers."""
RELOAD_SECONDS: Final = 15.0
"""Seconds for which players still count as present after closing a page, because pages are reloaded."""
REPORT_TIMEOUT: Final = 3 * EXCHANGE_INTERVAL
"""Seconds after which a server's report expires, because the server may have been killed."""

Place = tuple[str, int]
"""A table's id and a seat."""


class HasId(Protocol):
    """Anything with an id, such as the row of a table."""

    @property
    @abstractmethod
    def id(self) -> str:
        """The id."""


class WatchedTable(Protocol):
    """A table in memory, of which pages can be open."""

    present: frozenset[int]
    """The seats whose players have a page open on any server."""

    @property
    @abstractmethod
    def row(self) -> HasId:
        """The row with its id."""

    @property
    @abstractmethod
    def watchers(self) -> int:
        """The number of its open streams on this server."""

    def announce_change(self) -> None:
        """Let the open pages show a change."""


class PresenceService:
    """Counts the open pages of each seat and sets `present` of the tables in memory."""

    def __init__(self, database: Database, tables: Mapping[str, WatchedTable], grace: float = RELOAD_SECONDS) -> None:
        """`tables`: the tables in memory, by id. `grace`: see RELOAD_SECONDS."""
        self._database: Final = database
        self._tables: Final = tables
        self._grace: Final = grace
        self._server: Final = new_id()
        self._open: Final[Counter[Place]] = Counter()
        self._closed: Final[dict[Place, float]] = {}
        self._remote: set[Place] = set()
        self._reported: set[Place] = set()

    def page_opened(self, table: WatchedTable, seat: int | None) -> None:
        """Count a newly opened page of a table (None: by a spectator)."""
        if seat is not None:
            self._open[table.row.id, seat] += 1
            self._update_present(table)

    def page_closed(self, table: WatchedTable, seat: int | None) -> None:
        """Count a closed page of a table; after the seat's last one, its player is away after RELOAD_SECONDS."""
        if seat is not None:
            place = (table.row.id, seat)
            self._open[place] -= 1
            if not self._open[place]:
                del self._open[place]
                self._closed[place] = time.monotonic()

    async def run(self) -> None:
        """Exchange presence with other servers periodically."""
        await repeat(self.exchange, EXCHANGE_INTERVAL, "sharing presence", pause_first=True)

    async def exchange(self) -> None:
        """Exchange presence with other servers once and update `present` of the tables in memory."""
        late = time.monotonic() - self._grace
        for place in [place for place, closed in self._closed.items() if closed <= late]:
            del self._closed[place]
        watched = [table for table in self._tables.values() if table.watchers]
        local = set(self._open) | set(self._closed)
        if watched or local or self._reported:
            self._remote = await self._report_and_read(local, [table.row.id for table in watched])
            self._reported = local
        for table in watched:
            self._update_present(table)

    async def _report_and_read(self, local: set[Place], tables: list[str]) -> set[Place]:
        now = datetime.now(UTC)
        expires_at = now + timedelta(seconds=REPORT_TIMEOUT)
        own = {"server": self._server, "expires_at": expires_at}
        rows = [{**own, "table_id": id_, "seat": seat} for id_, seat in sorted(local)]
        others = (PRESENCE.c.server != self._server) & (PRESENCE.c.expires_at > now) & PRESENCE.c.table_id.in_(tables)

        def work(connection: Connection) -> set[Place]:
            connection.execute(
                delete(PRESENCE).where((PRESENCE.c.server == self._server) | (PRESENCE.c.expires_at <= now))
            )
            if rows:
                connection.execute(insert(PRESENCE), rows)
            other_rows = connection.execute(select(PRESENCE.c.table_id, PRESENCE.c.seat).where(others))
            return {(row[0], row[1]) for row in other_rows}

        return await self._database.write(work)

    async def seats_present(self, table_id: str) -> set[int]:
        """Return the seats of a table that have a page open on any server."""
        now = datetime.now(UTC)
        query = select(PRESENCE.c.seat).where((PRESENCE.c.table_id == table_id) & (PRESENCE.c.expires_at > now))
        others = query.where(PRESENCE.c.server != self._server)
        table_seats = await self._database.read(lambda connection: set(connection.execute(others).scalars()))
        return table_seats | {seat for id_, seat in self._open if id_ == table_id}

    def _update_present(self, table: WatchedTable) -> None:
        places = {*self._open, *self._closed, *self._remote}
        present = frozenset(seat for id_, seat in places if id_ == table.row.id)
        if present != table.present:
            table.present = present
            table.announce_change()
