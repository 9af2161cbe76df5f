"""Stored reviews of finished games. A review belongs to a table, but does not change the table's version."""

import json
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from regnum.web.db.engine import Database
from regnum.web.db.schema import REVIEWS
from regnum.web.errors import Conflict, Refused
from regnum.web.tables.models import ReviewDue, ReviewRow


class ReviewStore:
    """The reviews in the database. Every method may raise Busy; then nothing has changed."""

    def __init__(self, database: Database) -> None:
        self._database: Final = database

    async def find(self, table_id: str) -> ReviewRow | None:
        """Return the results of a game's review so far; None if no review was requested."""
        query = select(REVIEWS).where(REVIEWS.c.table_id == table_id)
        row = await self._database.read(lambda connection: connection.execute(query).first())
        return None if row is None else ReviewRow(table_id, row.done, row.due, json.loads(row.found))

    async def request(self, wanted: ReviewDue, own: int = 0, per_address: int = 0) -> None:
        """Queue a game for review, unless its review was requested before.

        Raises Refused if `own` games of the same guest or `per_address` games of the same address are waiting already
        (0: no limit).
        """
        limits = (
            ("reviews_own", REVIEWS.c.asker, wanted.asker, own),
            ("reviews_at_home", REVIEWS.c.home, wanted.client_address, per_address),
        )

        def work(connection: Connection) -> None:
            known = select(REVIEWS.c.table_id).where(REVIEWS.c.table_id == wanted.table_id)
            if connection.execute(known).first() is not None:
                return
            for key, column, requester, limit in limits:
                waiting = select(func.count()).where(REVIEWS.c.due & (column == requester))
                if limit and requester and connection.execute(waiting).scalar_one() >= limit:
                    raise Refused(key, {"limit": limit})
            row = {"asked": datetime.now(UTC), "done": 0, "due": True, "found": "{}"}
            asked = {"table_id": wanted.table_id, "home": wanted.client_address, "asker": wanted.asker}
            connection.execute(insert(REVIEWS).values(**row, **asked, late=wanted.late))

        with suppress(IntegrityError):  # a simultaneous request has queued it
            await self._database.write(work)

    async def save(self, row: ReviewRow) -> None:
        """Store a review after its next part; raises Conflict if `row.done` is not the next part.

        The last part deletes the pseudonyms of the guest and the address that requested the review.
        """
        where = (REVIEWS.c.table_id == row.table_id) & (REVIEWS.c.done == row.done - 1)
        values: dict[str, Any] = {"done": row.done, "due": row.due, "found": json.dumps(row.found)}
        change = update(REVIEWS).where(where).values(**values, **({} if row.due else {"home": "", "asker": ""}))

        def work(connection: Connection) -> None:
            if connection.execute(change).rowcount != 1:
                raise Conflict(f"part {row.done} of a review is not the next one")

        await self._database.write(work)

    async def due(self, limit: int) -> list[ReviewDue]:
        """Return at most `limit` games that wait for a review, in the order of their requests, the late ones last."""
        columns = (REVIEWS.c.table_id, REVIEWS.c.home, REVIEWS.c.asker, REVIEWS.c.late)
        query = select(*columns).where(REVIEWS.c.due).order_by(REVIEWS.c.late, REVIEWS.c.asked).limit(limit)
        return await self._database.read(lambda connection: [ReviewDue(*row) for row in connection.execute(query)])
