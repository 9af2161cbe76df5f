"""Daily emails: one for each guest who wants it, with the most important notification of each table."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec
from sqlalchemy import Connection, select, update

from regnum.web.db.database import Database
from regnum.web.db.readable_rows import readable_rows
from regnum.web.db.schema import CHANNELS, NOTIFICATIONS
from regnum.web.notifications import messages
from regnum.web.notifications.channels import Channel
from regnum.web.notifications.delivery import DeliveryQueue
from regnum.web.notifications.derivation import FindTable
from regnum.web.notifications.messages import Notification
from regnum.web.notifications.notification_settings import DAILY, NotificationSettingsStore, store_settings
from regnum.web.notifications.pending import PENDING_KEY, PendingNotification
from regnum.web.notifications.relevance import is_current
from regnum.web.notifications.table_notification import build_notification
from regnum.web.periodic import Sweep
from regnum.web.tables.models import ENDED_PHASES

MAX_EMAILS_PER_POLL: Final = 50
"""The maximum number of daily emails queued at once."""
IMPORTANCE: Final = (
    messages.END,
    messages.ABANDONED,
    messages.STAND_IN_BEGAN,
    messages.TIME,
    messages.PROPOSAL,
    messages.MOVE,
    messages.CLOCKS,
    messages.RESIGNED,
    messages.START,
    messages.JOINED,
    messages.INVITE,
    messages.CHAT,
)
"""The kinds, most important first: a daily email has one line per table, for the first kind that applies."""


class DailyEmailScheduler:
    """Queues the daily emails."""

    def __init__(
        self, database: Database, find_table: FindTable, settings_store: NotificationSettingsStore, queue: DeliveryQueue
    ) -> None:
        self._database: Final = database
        self._find_table: Final = find_table
        self._settings_store: Final = settings_store
        self._queue: Final = queue
        self._sweep: Final = Sweep("queueing daily emails")

    async def queue_due(self) -> None:
        """Queue the daily emails that are due and have content."""
        now = datetime.now(UTC)
        limit = MAX_EMAILS_PER_POLL + self._sweep.skipped_count
        query = (
            select(CHANNELS).where((CHANNELS.c.kind == DAILY) & (CHANNELS.c.next_daily_email_at <= now)).limit(limit)
        )
        due = await self._database.read(
            lambda connection: [Channel(**row) for row in readable_rows(connection, query, CHANNELS.c.id)]
        )
        await self._sweep.process(due, lambda channel: channel.id, self._queue_email)

    async def _queue_email(self, channel: Channel) -> None:
        """Queue a guest's daily email, if it has content."""
        now = datetime.now(UTC)
        settings = await self._settings_store.get(channel.guest)
        this_channel = (CHANNELS.c.id == channel.id) & (CHANNELS.c.next_daily_email_at == channel.next_daily_email_at)
        own_pending = (
            select(NOTIFICATIONS).where(NOTIFICATIONS.c.guest == channel.guest).order_by(NOTIFICATIONS.c.created_at)
        )
        rows = await self._database.read(lambda connection: readable_rows(connection, own_pending, *PENDING_KEY))
        notifications: list[tuple[PendingNotification, Notification]] = []
        for item in (item for row in rows if settings.wants((item := PendingNotification(**row)).kind)):
            table = await self._find_table(item.table_id)
            about_end = item.kind in (messages.END, messages.ABANDONED)
            if table is not None and (about_end or table.phase not in ENDED_PHASES):
                notification = build_notification(
                    table, item.kind, channel.guest, item.occasion, zone=settings.zone_name
                )
                notifications.append((item, notification))
        since = settings.last_daily_email_at or (channel.next_daily_email_at or now) - timedelta(days=1)

        def work(connection: Connection) -> None:
            current = {
                item: notification
                for item, notification in notifications
                if is_current(connection, notification, channel.guest)
            }
            parts = tuple(current[item] for item in select_most_important(current, since))
            changed = msgspec.structs.replace(settings, last_daily_email_at=now) if parts else settings
            turn = update(CHANNELS).where(this_channel).values(next_daily_email_at=changed.next_daily_email(now))
            if connection.execute(turn).rowcount == 1 and parts:
                store_settings(connection, channel.guest, changed)
                self._queue.enqueue(connection, channel, Notification(messages.DAY, count=len(parts), parts=parts))

        await self._database.write(work)


def select_most_important(pending: Iterable[PendingNotification], since: datetime) -> list[PendingNotification]:
    """Return the most important notification for each table; only moves may be older than `since`."""
    about: dict[str, dict[str, PendingNotification]] = defaultdict(dict)
    for item in pending:
        if item.kind == messages.MOVE or item.created_at > since:
            about[item.table_id][item.kind] = item
    selected = []
    for by_kind in about.values():
        move, reminder = by_kind.get(messages.MOVE), by_kind.get(messages.TIME)
        if reminder is not None and (move is None or reminder.created_at < move.created_at):
            del by_kind[messages.TIME]  # the guest has moved since
        selected += [by_kind[kind] for kind in IMPORTANCE if kind in by_kind][:1]
    return selected
