"""Pending notifications: their rows in the database, which are kept so that each occasion is notified once."""

from datetime import UTC, datetime, timedelta
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from regnum.web.db.schema import LAST_SEEN, NOTIFICATIONS
from regnum.web.notifications import messages

NOTIFICATION_RETENTION: Final = timedelta(days=3)
"""How long sent notifications, except moves, are kept so that they can appear in a daily email."""
OCCASION_MODULUS: Final = 2**31
"""Occasions are times in milliseconds modulo this number. They repeat after 24 days, when older ones are deleted."""
PENDING_KEY: Final = tuple(NOTIFICATIONS.primary_key.columns)
"""The columns that identify a pending notification."""


class PendingNotification(msgspec.Struct, frozen=True):
    """A notification for a guest or, if `guest` is "", for the table's webhooks.

    `occasion`: a different number makes it a new notification. `created_at`: the time of the event. `send_at`: when to
    queue it, or None if it has been queued or dropped.
    """

    table_id: str
    kind: str
    guest: str
    occasion: int
    created_at: datetime
    send_at: datetime | None = None


def send_time(kind: str, guest: str, now: datetime, delay: timedelta) -> datetime:
    """Return when a notification is due: news for a guest after `delay`, everything else now."""
    return now + delay if guest and kind in messages.NEWS else now


def store_pending(connection: Connection, pending: list[PendingNotification], tables: set[str]) -> None:
    """Store pending notifications and delete other move notifications of `tables`. Each occasion is sent only once."""
    stored = {
        (row.table_id, row.kind, row.guest): row.occasion
        for row in connection.execute(
            select(NOTIFICATIONS).where(NOTIFICATIONS.c.table_id.in_(tables | {item.table_id for item in pending}))
        )
    }
    current = {(item.table_id, item.kind, item.guest) for item in pending}
    for table_id, kind, guest in stored:
        if kind == messages.MOVE and table_id in tables and (table_id, kind, guest) not in current:
            outdated = (
                (NOTIFICATIONS.c.table_id == table_id)
                & (NOTIFICATIONS.c.kind == kind)
                & (NOTIFICATIONS.c.guest == guest)
            )
            connection.execute(delete(NOTIFICATIONS).where(outdated))
    for item in pending:
        occasion = stored.get((item.table_id, item.kind, item.guest))
        if occasion is None:
            connection.execute(insert(NOTIFICATIONS).values(**msgspec.structs.asdict(item)))
        elif occasion != item.occasion:
            change = update(NOTIFICATIONS).where(match_key(item))
            connection.execute(change.values(occasion=item.occasion, created_at=item.created_at, send_at=item.send_at))
    if tables:
        old = (
            (NOTIFICATIONS.c.kind != messages.MOVE)
            & NOTIFICATIONS.c.send_at.is_(None)
            & (NOTIFICATIONS.c.created_at < datetime.now(UTC) - NOTIFICATION_RETENTION)
        )
        connection.execute(delete(NOTIFICATIONS).where(old))


def delete_seen_news(connection: Connection, guests: list[str]) -> None:
    """Delete the news for guests that are older than the time when they were last seen."""
    since = select(LAST_SEEN.c.guest).where(
        (LAST_SEEN.c.guest == NOTIFICATIONS.c.guest) & (LAST_SEEN.c.seen_at >= NOTIFICATIONS.c.created_at)
    )
    news = NOTIFICATIONS.c.guest.in_(guests) & NOTIFICATIONS.c.kind.in_(messages.NEWS)
    connection.execute(delete(NOTIFICATIONS).where(news & since.exists()))


def claim_pending(connection: Connection, item: PendingNotification) -> bool:
    """Claim a notification; return whether it was still pending."""
    is_pending = match_key(item) & (NOTIFICATIONS.c.occasion == item.occasion) & NOTIFICATIONS.c.send_at.is_not(None)
    return connection.execute(update(NOTIFICATIONS).where(is_pending).values(send_at=None)).rowcount == 1


def match_key(item: PendingNotification) -> Any:
    """Return the SQL condition for the row of a notification."""
    return (
        (NOTIFICATIONS.c.table_id == item.table_id)
        & (NOTIFICATIONS.c.kind == item.kind)
        & (NOTIFICATIONS.c.guest == item.guest)
    )
