"""The scheduler, which queues notifications for those who are away.

It runs on the leader. Some pending notifications are derived from the tables, others are scheduled when they occur.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection, func, select, update

from regnum.web.db.database import Database
from regnum.web.db.readable_rows import readable_rows
from regnum.web.db.schema import CHANNELS, NOTIFICATIONS, TABLES
from regnum.web.errors import UnplayableError
from regnum.web.notifications import messages
from regnum.web.notifications.channels import Channel
from regnum.web.notifications.daily_email import DailyEmailScheduler
from regnum.web.notifications.delivery import DeliveryQueue
from regnum.web.notifications.derivation import Derivation, FindTable
from regnum.web.notifications.notification_settings import DAILY, NotificationSettingsStore, settings_of
from regnum.web.notifications.pending import (
    OCCASION_MODULUS,
    PENDING_KEY,
    PendingNotification,
    claim_pending,
    match_key,
    send_time,
    store_pending,
)
from regnum.web.notifications.relevance import is_current
from regnum.web.notifications.table_notification import build_notification
from regnum.web.periodic import Sweep, attempt, repeat
from regnum.web.presence.last_seen import LastSeenStore
from regnum.web.tables.live_table import LiveTable

POLL_INTERVAL: Final = 3.0
"""Seconds between two polls for changed tables."""
MAX_NOTIFICATIONS_PER_POLL: Final = 50
"""The maximum number of notifications queued per poll."""
DUE_PER_TABLE: Final = 8
"""The expected number of due notifications per table."""


class Scheduler:
    """Schedules notifications while `leading` returns True."""

    def __init__(
        self,
        database: Database,
        get: FindTable,
        leading: Callable[[], bool],
        last_seen: LastSeenStore,
        settings_store: NotificationSettingsStore,
        queue: DeliveryQueue,
        after: float,
    ) -> None:
        """`get`: returns a table, or raises UnplayableError if it can't continue.

        `after`: for how many seconds a guest must be away before being notified.
        """
        self._database: Final = database
        self._get: Final = get
        self._leading: Final = leading
        self._last_seen: Final = last_seen
        self._settings_store: Final = settings_store
        self._queue: Final = queue
        self._after: Final = timedelta(seconds=after)
        self._sweep: Final = Sweep("queueing notifications")
        self.derivation: Final = Derivation(database, self._table, self._after)
        self.daily_emails: Final = DailyEmailScheduler(database, self._table, settings_store, queue)
        self._pause: Final = min(POLL_INTERVAL, max(after / 4, 0.1))
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start polling."""
        self._task = asyncio.create_task(self._work())

    async def close(self) -> None:
        """Stop polling and let deliveries under way finish."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._queue.close()

    async def _work(self) -> None:
        await repeat(self.run_once, self._pause, "scheduling notifications", pause_first=True)

    async def run_once(self) -> None:
        """Derive pending notifications, then queue and send those that are due. If a step fails, the rest still run."""
        await attempt(self._last_seen.write, "storing last-seen times")
        if self._leading():
            await attempt(self.derivation.run_once, "deriving notifications")
            await attempt(self.queue_due, "queueing notifications")
            await attempt(self.daily_emails.queue_due, "queueing daily emails")
            await attempt(self._queue.send_due, "sending deliveries")

    async def schedule(self, table_id: str, kind: str, guests: Iterable[str], occasion: int | None = None) -> None:
        """Schedule a notification about a table, once per occasion; None makes a new one.

        `kind`: one of `messages`; MOVE, END and ABANDONED are found by polling. `guests`: the recipients; "" means
        for the table's webhooks.
        """
        now = datetime.now(UTC)
        occasion = round(1000 * now.timestamp()) % OCCASION_MODULUS if occasion is None else occasion
        pending = [
            PendingNotification(table_id, kind, guest, occasion, now, send_time(kind, guest, now, self._after))
            for guest in guests
        ]
        if pending:
            await self._database.write(lambda connection: store_pending(connection, pending, set()))

    async def schedule_chat(self, table_id: str, guests: Iterable[str]) -> None:
        """Schedule a notification about new chat messages at a table, once until the guest looks at a page again."""
        people = list(guests)
        seen = await self._last_seen.times_of(people)
        chat_notification = (NOTIFICATIONS.c.table_id == table_id) & (NOTIFICATIONS.c.kind == messages.CHAT)
        query = select(NOTIFICATIONS.c.guest, NOTIFICATIONS.c.created_at).where(chat_notification)
        sent_at = await self._database.read(lambda connection: {row[0]: row[1] for row in connection.execute(query)})
        new = [guest for guest in people if guest not in sent_at or seen.get(guest, sent_at[guest]) > sent_at[guest]]
        await self.schedule(table_id, messages.CHAT, new)

    async def _table(self, table_id: str) -> LiveTable | None:
        """Return a table, or None if it does not exist or can't continue."""
        try:
            return await self._get(table_id)
        except UnplayableError:
            return None

    async def queue_due(self) -> None:
        """Queue the notifications that are due for guests who are away."""
        now = datetime.now(UTC)
        query = (
            select(NOTIFICATIONS)
            .outerjoin(TABLES, TABLES.c.id == NOTIFICATIONS.c.table_id)
            .where(
                (NOTIFICATIONS.c.send_at <= now) & (func.coalesce(TABLES.c.notified_version >= TABLES.c.version, True))
            )
            .order_by(NOTIFICATIONS.c.send_at)
            .limit(MAX_NOTIFICATIONS_PER_POLL + self._sweep.skipped_count * DUE_PER_TABLE)
        )
        rows = await self._database.read(lambda connection: readable_rows(connection, query, *PENDING_KEY))
        pending = [PendingNotification(**row) for row in rows]
        if not pending:
            return
        people = {item.guest for item in pending if item.guest}
        seen = await self._last_seen.times_of(people)
        settings = await self._settings_store.get_many(people)
        grouped: dict[str, list[PendingNotification]] = defaultdict(list)
        for item in pending:
            seen_at = seen.get(item.guest)
            quiet_until = settings[item.guest].quiet_until(now) if item.guest else now
            if seen_at is not None and seen_at >= item.created_at and item.kind in messages.NEWS:
                await self._postpone(item, None)  # the guest has seen it
            elif seen_at is not None and seen_at + self._after > now and item.kind in (messages.MOVE, messages.TIME):
                await self._postpone(item, seen_at + self._after)
            elif quiet_until > now:
                await self._postpone(item, quiet_until)
            else:
                grouped[item.table_id].append(item)

        async def enqueue(table_id: str) -> None:
            table = await self._table(table_id)
            some = grouped[table_id]
            await self._database.write(lambda connection: self._enqueue(connection, some, table))

        await self._sweep.process(grouped, str, enqueue)

    async def _postpone(self, item: PendingNotification, until: datetime | None) -> None:
        change = (
            update(NOTIFICATIONS)
            .where(match_key(item) & (NOTIFICATIONS.c.send_at == item.send_at))
            .values(send_at=until)
        )
        await self._database.write(lambda connection: connection.execute(change))

    def _enqueue(self, connection: Connection, pending: list[PendingNotification], table: LiveTable | None) -> None:
        """Queue the notifications of a table, except those that another server has queued."""
        claimed = [item for item in pending if claim_pending(connection, item)]
        if table is None:
            return
        moves = {item.guest for item in claimed if item.kind == messages.MOVE}
        webhooks = self._channels(connection, CHANNELS.c.table_id == table.row.id)
        settings = settings_of(connection, {item.guest for item in claimed})
        for_webhooks = [
            build_notification(table, item.kind, occasion=item.occasion) for item in claimed if not item.guest
        ]
        for notification in (build_notification(table, messages.MOVE, movers=moves), *for_webhooks):
            for webhook in webhooks if is_current(connection, notification, "") else ():
                self._queue.enqueue(connection, webhook, notification)
        for item in claimed:
            if not item.guest or not settings[item.guest].wants(item.kind):
                continue
            acts = any(seat in table.state.players_to_act for seat in table.seats_of(item.guest))
            if item.kind == messages.START and acts and settings[item.guest].wants(messages.MOVE):
                continue  # their move notification is enough
            waiting = select(func.count()).where(
                (NOTIFICATIONS.c.guest == item.guest) & (NOTIFICATIONS.c.kind == messages.MOVE)
            )
            count = connection.execute(waiting).scalar() or 0
            notification = build_notification(
                table, item.kind, item.guest, item.occasion, count, settings[item.guest].zone_name
            )
            if not is_current(connection, notification, item.guest):
                continue
            for channel in self._channels(connection, (CHANNELS.c.guest == item.guest) & (CHANNELS.c.table_id == "")):
                if channel.kind != DAILY:
                    self._queue.enqueue(connection, channel, notification)

    @staticmethod
    def _channels(connection: Connection, where: Any) -> list[Channel]:
        return [Channel(**row) for row in readable_rows(connection, select(CHANNELS).where(where), CHANNELS.c.id)]
