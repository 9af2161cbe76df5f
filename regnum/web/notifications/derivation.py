"""The notifications that follow from the state of a table: whose move it is, and whether the game is over.

The column `notified_version` of a table is the version up to which they were derived, so a move need not record any.
"""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection, select, update

from regnum.web.db.database import Database
from regnum.web.db.schema import CHANNELS, SEATS, TABLES
from regnum.web.notifications import messages
from regnum.web.notifications.pending import PendingNotification, send_time, store_pending
from regnum.web.periodic import Sweep
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import ABANDONED, ENDED_PHASES, GUEST, PLAYING
from regnum.web.tables.rules_upgrade import fingerprint_of
from regnum.web.tables.stored_options import TUTORIAL

MAX_TABLES_PER_POLL: Final = 50
"""The maximum number of tables examined at once."""

ChannelReach = tuple[bool, frozenset[str]]
"""Whether a table has webhooks, and which of its players have a channel."""
FindTable = Callable[[str], Awaitable[LiveTable | None]]
"""Returns a table, or None if it does not exist or cannot continue."""


class Derivation:
    """Derives the pending notifications of tables that have changed."""

    def __init__(self, database: Database, find_table: FindTable, delay: timedelta) -> None:
        """`delay`: how long a guest must be away before being notified."""
        self._database: Final = database
        self._find_table: Final = find_table
        self._delay: Final = delay
        self._sweep: Final = Sweep("deriving notifications")

    async def run_once(self) -> None:
        """Derive the pending notifications of tables that have changed."""
        unannounced = (
            select(TABLES.c.id, TABLES.c.version, TABLES.c.phase, TABLES.c.notified_phase, TABLES.c.fingerprint)
            .where(TABLES.c.notified_version < TABLES.c.version)
            .order_by(TABLES.c.created_at.desc())
            .limit(MAX_TABLES_PER_POLL + self._sweep.skipped_count)
        )

        def work(connection: Connection) -> list[tuple[Any, ChannelReach]]:
            return [(row, _read_channel_reach(connection, row.id)) for row in connection.execute(unannounced).all()]

        rows = await self._database.read(work)
        await self._sweep.process(rows, lambda found_row: str(found_row[0].id), self._derive_for)

    async def _derive_for(self, row_with_reach: tuple[Any, ChannelReach]) -> None:
        """Derive and store the pending notifications of a table that has changed."""
        row, reach = row_with_reach
        pending: list[PendingNotification] = []
        version, phase, fingerprint = row.version, row.phase, row.fingerprint
        table = await self._find_table(row.id)
        if table is not None:
            version, phase, fingerprint = table.version, table.phase, fingerprint_of(table)
            if TUTORIAL not in table.row.options:
                pending = self._pending_for(table, row.notified_phase, reach)
        await self._store_derived(row.id, version, phase, fingerprint, pending, reach)

    async def _store_derived(
        self,
        table_id: str,
        version: int,
        phase: str,
        fingerprint: str,
        pending: list[PendingNotification],
        reach: ChannelReach,
    ) -> None:
        """Store the pending notifications of a table version, or have it examined again if its channels changed."""
        is_newer = (TABLES.c.id == table_id) & (TABLES.c.notified_version < version)
        change = (
            update(TABLES)
            .where(is_newer)
            .values(notified_version=version, notified_phase=phase, fingerprint=fingerprint)
        )

        def work(connection: Connection) -> None:
            before = connection.execute(select(TABLES.c.notified_phase).where(TABLES.c.id == table_id)).scalar()
            connection.execute(change)  # a transaction that adds a channel waits, then has the table examined again
            if _read_channel_reach(connection, table_id) == reach:
                store_pending(connection, pending, {table_id})
            else:
                connection.execute(
                    update(TABLES).where(TABLES.c.id == table_id).values(notified_version=-1, notified_phase=before)
                )

        await self._database.write(work)

    def _pending_for(self, table: LiveTable, before: str, reach: ChannelReach) -> list[PendingNotification]:
        """Return the pending notifications of a table in its current state; `before`: its phase when last examined."""
        now = datetime.now(UTC)
        id_ = table.row.id
        has_webhook, reached = reach
        people = {row.seat: row.guest for row in table.row.seats if row.kind == GUEST and row.guest is not None}
        reachable = {guest for guest in people.values() if has_webhook or guest in reached}
        pending = []
        if table.phase == PLAYING:
            for seat in table.state.players_to_act:
                own = table.last_action_number(seat)
                if people.get(seat) in reachable and (own == 0 or has_other_entries_since(table, seat, own)):
                    pending.append(PendingNotification(id_, messages.MOVE, people[seat], own, now, now + self._delay))
        if table.phase in ENDED_PHASES and before not in ENDED_PHASES:
            kind = messages.ABANDONED if table.phase == ABANDONED else messages.END
            guests = [*sorted(reachable), ""] if has_webhook else sorted(reachable)
            pending += [
                PendingNotification(id_, kind, guest, 0, now, send_time(kind, guest, now, self._delay))
                for guest in guests
            ]
        return pending


def _read_channel_reach(connection: Connection, table_id: str) -> ChannelReach:
    has_webhook = select(CHANNELS.c.id).where(CHANNELS.c.table_id == table_id).limit(1)
    reachable = (
        select(SEATS.c.guest)
        .join(CHANNELS, CHANNELS.c.guest == SEATS.c.guest)
        .where((SEATS.c.table_id == table_id) & (CHANNELS.c.table_id == ""))
    )
    return connection.execute(has_webhook).first() is not None, frozenset(connection.execute(reachable).scalars())


def has_other_entries_since(table: LiveTable, seat: int, number: int) -> bool:
    """Return whether there are entries after `number` that the seat knows of; unknown ones must not be revealed."""
    unknown = set(table.play.unknown_entries(seat))
    return any(later not in unknown for later in range(number + 1, table.entry_count + 1))
