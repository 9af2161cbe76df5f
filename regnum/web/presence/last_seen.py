"""Tracks when guests were last seen: open pages poll a server, which shares the times through the database."""

import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import IntegrityError

from regnum.web.db.database import Database
from regnum.web.db.schema import LAST_SEEN

WRITE_INTERVAL: Final = 15.0
"""Seconds between two writes of the times to the database, where other servers read them."""
LAST_SEEN_RETENTION: Final = timedelta(days=1)
"""How long the times are kept."""
ABSENT_AFTER: Final = timedelta(minutes=15)
"""The time after which an unseen player counts as absent.

Others may then let a bot play for them or take over their seat by the host's link, and the time to answer a new
proposal is days instead of minutes.
"""

LastSeenLookup = Callable[[Iterable[str]], Awaitable[Mapping[str, datetime]]]
"""Returns when each of these guests last looked at a page; guests who never did are missing."""
OnSeen = Callable[[Connection, list[str]], None]
"""Changes rows of guests who were seen, in the transaction that stores the times."""


class LastSeenStore:
    """Tracks when guests were last seen on any server."""

    def __init__(self, database: Database, on_seen: OnSeen) -> None:
        self._database: Final = database
        self._on_seen: Final = on_seen
        self._here: Final[dict[str, datetime]] = {}
        self._fresh: Final[set[str]] = set()
        self._written = -WRITE_INTERVAL

    def record(self, guest: str) -> None:
        """Record that a guest has a page open now."""
        self._here[guest] = datetime.now(UTC)
        self._fresh.add(guest)

    async def write(self) -> None:
        """Store who was seen here, at most every WRITE_INTERVAL; delete outdated times and call `on_seen`."""
        now = time.monotonic()
        if not self._fresh or now - self._written < WRITE_INTERVAL:
            return
        self._written = now
        before = datetime.now(UTC) - LAST_SEEN_RETENTION
        fresh = sorted(self._fresh)
        rows = [{"guest": guest, "seen_at": self._here[guest]} for guest in fresh]

        def work(connection: Connection) -> None:
            connection.execute(delete(LAST_SEEN).where(LAST_SEEN.c.guest.in_(fresh) | (LAST_SEEN.c.seen_at < before)))
            connection.execute(insert(LAST_SEEN), rows)
            self._on_seen(connection, fresh)

        try:
            await self._database.write(work)
        except IntegrityError:  # another server has just stored one of these guests
            return
        self._fresh.difference_update(fresh)
        for guest in [guest for guest, at in self._here.items() if at < before]:
            del self._here[guest]

    async def times_of(self, guests: Iterable[str]) -> dict[str, datetime]:
        """Return when each of these guests was last seen; guests not seen recently are missing."""
        guest_list = list(guests)
        query = select(LAST_SEEN.c.guest, LAST_SEEN.c.seen_at).where(LAST_SEEN.c.guest.in_(guest_list))
        stored = await self._database.read(lambda connection: {row[0]: row[1] for row in connection.execute(query)})
        seen_here = {guest: self._here[guest] for guest in guest_list if guest in self._here}
        return {guest: max(at, stored.get(guest, at)) for guest, at in (stored | seen_here).items()}
