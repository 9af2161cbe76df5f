"""Stored reviews of finished games. A review belongs to a table, but does not change the table's version."""

import json
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from regnum.web.db.database import Database
from regnum.web.db.schema import REVIEWS
from regnum.web.errors import ConflictError, RefusedError


class ReviewRow(msgspec.Struct, frozen=True):
    """The results of a finished game's review after `parts_done` parts. `is_pending`: whether more will follow."""

    table_id: str
    parts_done: int = 0
    is_pending: bool = True
    results: dict[str, Any] = {}


class PendingReview(msgspec.Struct, frozen=True):
    """A game that waits for a review, with the pseudonyms of the address and the guest that requested it.

    `low_priority`: whether it comes after all other reviews.
    """

    table_id: str
    client_address: str = ""
    requester: str = ""
    low_priority: bool = False


class ReviewStore:
    """The reviews in the database. Every method may raise BusyError, which means that nothing has changed."""

    def __init__(self, database: Database) -> None:
        self._database: Final = database

    async def find(self, table_id: str) -> ReviewRow | None:
        """Return the results of a game's review so far, or None if no review was requested."""
        query = select(REVIEWS).where(REVIEWS.c.table_id == table_id)
        row = await self._database.read(lambda connection: connection.execute(query).first())
        return None if row is None else ReviewRow(table_id, row.parts_done, row.is_pending, json.loads(row.results))

    async def request(self, review: PendingReview, own: int = 0, per_address: int = 0) -> None:
        """Queue a game for review, unless its review was requested before.

        Raises RefusedError if `own` games of the same guest or `per_address` games of the same address are waiting
        already (0: no limit).
        """
        limits = (
            ("too_many_own_reviews", REVIEWS.c.requester, review.requester, own),
            ("too_many_reviews", REVIEWS.c.client_address, review.client_address, per_address),
        )

        def work(connection: Connection) -> None:
            existing = select(REVIEWS.c.table_id).where(REVIEWS.c.table_id == review.table_id)
            if connection.execute(existing).first() is not None:
                return
            for key, column, requester, limit in limits:
                waiting = select(func.count()).where(REVIEWS.c.is_pending & (column == requester))
                if limit and requester and connection.execute(waiting).scalar_one() >= limit:
                    raise RefusedError(key, {"limit": limit})
            row = {"requested_at": datetime.now(UTC), "parts_done": 0, "is_pending": True, "results": "{}"}
            connection.execute(insert(REVIEWS).values(**row, **msgspec.to_builtins(review)))

        with suppress(IntegrityError):  # a simultaneous request has queued it
            await self._database.write(work)

    async def save(self, row: ReviewRow) -> None:
        """Store a review after its next part; raises ConflictError if `row.parts_done` is not the next part.

        The last part deletes the pseudonyms of the guest and the address that requested the review.
        """
        where = (REVIEWS.c.table_id == row.table_id) & (REVIEWS.c.parts_done == row.parts_done - 1)
        values: dict[str, Any] = {
            "parts_done": row.parts_done,
            "is_pending": row.is_pending,
            "results": json.dumps(row.results),
        }
        change = (
            update(REVIEWS)
            .where(where)
            .values(**values, **({} if row.is_pending else {"client_address": "", "requester": ""}))
        )

        def work(connection: Connection) -> None:
            if connection.execute(change).rowcount != 1:
                raise ConflictError(f"part {row.parts_done} of a review is not the next one")

        await self._database.write(work)

    async def pending(self, limit: int) -> list[PendingReview]:
        """Return at most `limit` games that wait for a review, in the order of their requests, low priority last."""
        columns = (REVIEWS.c.table_id, REVIEWS.c.client_address, REVIEWS.c.requester, REVIEWS.c.low_priority)
        query = (
            select(*columns)
            .where(REVIEWS.c.is_pending)
            .order_by(REVIEWS.c.low_priority, REVIEWS.c.requested_at)
            .limit(limit)
        )
        return await self._database.read(lambda connection: [PendingReview(*row) for row in connection.execute(query)])
