"""The queue of deliveries: sends notifications that are due, a few at a time, and retries those that fail.

It runs on the leader. A delivery is claimed before it is sent: its due time moves past the longest possible request.
It is deleted once it has been sent. Therefore, nothing is lost if a server is killed, and two servers never send
it simultaneously. If a server dies between sending and deleting, the notification is sent again with the same id.
"""

import asyncio
import logging
import time
from collections import Counter, OrderedDict
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from regnum.web.db.database import Database
from regnum.web.db.ids import new_id
from regnum.web.db.readable_rows import readable_rows
from regnum.web.db.schema import CHANNELS, DELIVERIES
from regnum.web.mail import Mailer
from regnum.web.notifications import messages
from regnum.web.notifications.channels import Channel, ChannelStore
from regnum.web.notifications.messages import Notification
from regnum.web.notifications.notification_settings import NotificationSettingsStore
from regnum.web.notifications.relevance import is_current
from regnum.web.notifications.safe_http import SafeHttpClient
from regnum.web.notifications.transports import TRANSPORTS
from regnum.web.notifications.transports.base import DeliveryOutcome, EmailOf, TransportContext
from regnum.web.notifications.web_push import WebPush
from regnum.web.telemetry import DELIVERIES_TOTAL

MAX_PARALLEL: Final = 8
"""The maximum number of simultaneous deliveries."""
MAX_PER_GUEST: Final = 2
"""The maximum number of simultaneous deliveries to one guest's channels."""
MAX_UNRELIABLE: Final = 4
"""The maximum number of simultaneous deliveries to slow or failing hosts, so that they don't delay other deliveries."""
SLOW_SECONDS: Final = 2.0
"""Seconds after which a response counts as slow."""
MAX_SLOW_HOSTS: Final = 1000
"""The maximum number of slow hosts to remember."""
LEASE_DURATION: Final = timedelta(seconds=60)
RETRY_DELAYS: Final = (5.0, 30.0, 120.0, 600.0, 3600.0)
"""Seconds before each retry of a failed delivery, which is given up after the last retry."""
MAX_QUEUED: Final = 5000
"""The maximum length of the queue; beyond that, the oldest delivery of the guest with the most is dropped."""
MAX_QUEUED_PER_CHANNEL: Final = 30
"""The maximum number of queued deliveries of one channel; beyond that, its oldest is dropped."""
CLOSE_TIMEOUT: Final = 3.0
"""Seconds to wait for deliveries under way when the server stops."""
LOG: Final = logging.getLogger("regnum.web")


class DeliveryQueue:
    """Stores notifications that are due and sends them."""

    def __init__(
        self,
        database: Database,
        channels: ChannelStore,
        settings_store: NotificationSettingsStore,
        http: SafeHttpClient,
        push: WebPush,
        mailer: Mailer,
        email_of: EmailOf,
    ) -> None:
        self._database: Final = database
        self._channels: Final = channels
        self._settings_store: Final = settings_store
        self._context: Final = TransportContext(http, push, mailer, email_of, channels)
        self._sending: Final[dict[str, asyncio.Task[None]]] = {}
        self._groups: Final[Counter[str]] = Counter()
        """The number of deliveries under way in each group, see `_groups_of`."""
        self._slow: Final[OrderedDict[str, None]] = OrderedDict()
        """The hosts whose last response was slow, the most recent last."""

    def enqueue(self, connection: Connection, channel: Channel, notification: Notification) -> None:
        """Add a notification in the caller's transaction. If the queue is full, drop an older one."""
        if channel.is_disabled:
            DELIVERIES_TOTAL.labels(channel.kind, "dropped").inc()
            return
        own = DELIVERIES.c.channel_id == channel.id
        count = select(func.count()).select_from(DELIVERIES)
        if (connection.execute(count.where(own)).scalar() or 0) >= MAX_QUEUED_PER_CHANNEL:
            _drop(connection, own)
        elif (connection.execute(count).scalar() or 0) >= MAX_QUEUED:
            most = (
                select(CHANNELS.c.guest)
                .join(DELIVERIES, DELIVERIES.c.channel_id == CHANNELS.c.id)
                .group_by(CHANNELS.c.guest)
                .order_by(func.count().desc(), CHANNELS.c.guest)
                .limit(1)
            )
            _drop(connection, CHANNELS.c.guest == most.scalar_subquery())
        now = datetime.now(UTC)
        encoded = msgspec.json.encode(notification).decode()
        row = {
            "id": new_id(),
            "channel_id": channel.id,
            "notification": encoded,
            "created_at": now,
            "next_attempt_at": now,
            "attempts": 0,
        }
        connection.execute(insert(DELIVERIES).values(**row))

    async def send_due(self) -> None:
        """Start the deliveries that are due, up to the limits. Guests take turns; each guest's oldest comes first."""
        if len(self._sending) >= MAX_PARALLEL:
            return
        now = datetime.now(UTC)
        turn = (
            func.row_number().over(partition_by=CHANNELS.c.guest, order_by=DELIVERIES.c.next_attempt_at).label("turn")
        )
        due = (
            select(DELIVERIES, CHANNELS.c.guest, CHANNELS.c.address, CHANNELS.c.failures, turn)
            .outerjoin(CHANNELS, CHANNELS.c.id == DELIVERIES.c.channel_id)
            .where((DELIVERIES.c.next_attempt_at <= now) & DELIVERIES.c.id.not_in(list(self._sending)))
            .subquery("deliveries")
        )
        query = select(due).where(due.c.turn <= MAX_PER_GUEST).order_by(due.c.turn, due.c.next_attempt_at)
        rows = await self._database.read(lambda connection: readable_rows(connection, query, due.c.id))
        for row in rows:
            groups = self._groups_of(row)
            if len(self._sending) >= MAX_PARALLEL:
                return
            if all(self._groups[group] < most for group, most in groups.items()) and await self._claim(row):
                self._groups.update(list(groups))
                task = asyncio.create_task(self._deliver(row))
                self._sending[row["id"]] = task
                task.add_done_callback(partial(self._forget_task, row["id"], list(groups)))

    def _groups_of(self, row: Any) -> dict[str, int]:
        """Return the groups of a delivery, each with its maximum number of simultaneous deliveries."""
        unreliable = row["attempts"] or row["failures"] or _host(row["address"] or "") in self._slow
        return {f"of {row['guest']}": MAX_PER_GUEST, **({"unreliable": MAX_UNRELIABLE} if unreliable else {})}

    def _forget_task(self, id_: str, groups: list[str], _: object) -> None:
        self._sending.pop(id_, None)
        self._groups.subtract(groups)
        for group in groups:
            if not self._groups[group]:
                del self._groups[group]

    def _record_latency(self, channel: Channel, seconds: float) -> None:
        """Remember whether the host of a channel was slow to answer."""
        host = _host(channel.address)
        self._slow.pop(host, None)
        if host and seconds > SLOW_SECONDS:
            self._slow[host] = None
            if len(self._slow) > MAX_SLOW_HOSTS:
                self._slow.popitem(last=False)

    async def _claim(self, row: Any) -> bool:
        """Claim a delivery by moving its due time; return False if another server was faster."""
        this_attempt = (DELIVERIES.c.id == row["id"]) & (DELIVERIES.c.attempts == row["attempts"])
        change = (
            update(DELIVERIES)
            .where(this_attempt)
            .values(next_attempt_at=datetime.now(UTC) + LEASE_DURATION, attempts=row["attempts"] + 1)
        )
        return await self._database.write(lambda connection: connection.execute(change).rowcount == 1)

    async def _deliver(self, row: Any) -> None:
        try:
            stored = msgspec.json.decode(row["notification"], type=Notification)
            channel = await self._channels.find(row["channel_id"])
            if channel is None or (notification := await self._without_outdated(channel, stored)) is None:
                await self._delete(row)
                return
            if await self._postpone_in_quiet_hours(row, channel):
                return
            start = time.monotonic()
            outcome = await self.send(channel, notification, row["id"])
            self._record_latency(channel, time.monotonic() - start)
            DELIVERIES_TOTAL.labels(channel.kind, "sent" if outcome.succeeded else "failed").inc()
            await self._handle_outcome(row, channel, outcome)
        except Exception as error:  # it is retried when its lease expires
            LOG.error("a delivery failed: %s", type(error).__name__)
            if row["attempts"] >= len(RETRY_DELAYS):
                await self._delete(row)

    async def _postpone_in_quiet_hours(self, row: Any, channel: Channel) -> bool:
        """During the guest's quiet hours, postpone a delivery to their end; return whether it was postponed."""
        now = datetime.now(UTC)
        quiet_until = now if channel.table_id else (await self._settings_store.get(channel.guest)).quiet_until(now)
        if quiet_until > now:
            change = (
                update(DELIVERIES)
                .where(DELIVERIES.c.id == row["id"])
                .values(next_attempt_at=quiet_until, attempts=row["attempts"])
            )
            await self._database.write(lambda connection: connection.execute(change))
        return quiet_until > now

    async def _without_outdated(self, channel: Channel, notification: Notification) -> Notification | None:
        """Return a notification without outdated parts, or None if nothing is left."""
        guest = "" if channel.table_id else channel.guest

        def work(connection: Connection) -> Notification | None:
            if notification.kind != messages.DAY:
                return notification if is_current(connection, notification, guest) else None
            parts = tuple(part for part in notification.parts if is_current(connection, part, guest))
            return msgspec.structs.replace(notification, count=len(parts), parts=parts) if parts else None

        return await self._database.read(work)

    async def _handle_outcome(self, row: Any, channel: Channel, outcome: DeliveryOutcome) -> None:
        if outcome.is_gone:
            await self._channels.remove(channel.id)
            return
        tried = row["attempts"]
        if not outcome.succeeded and not outcome.is_permanent and tried < len(RETRY_DELAYS):
            delay = max(RETRY_DELAYS[tried], outcome.retry_after or 0.0)
            change = (
                update(DELIVERIES)
                .where(DELIVERIES.c.id == row["id"])
                .values(next_attempt_at=datetime.now(UTC) + timedelta(seconds=delay))
            )
            await self._database.write(lambda connection: connection.execute(change))
            return
        if not outcome.succeeded:
            LOG.warning("a delivery was given up", extra={"kind": channel.kind, "said": outcome.result})
        await self._delete(row)
        await self._channels.record_result(channel.id, outcome.result, outcome.succeeded)

    async def _delete(self, row: Any) -> None:
        change = delete(DELIVERIES).where(DELIVERIES.c.id == row["id"])
        await self._database.write(lambda connection: connection.execute(change))

    async def send(self, channel: Channel, notification: Notification, id_: str) -> DeliveryOutcome:
        """Send a notification to a channel now, without retries, and return the outcome."""
        return await TRANSPORTS[channel.kind].send(self._context, channel, notification, id_)

    async def close(self) -> None:
        """Wait up to `CLOSE_TIMEOUT` for deliveries under way, then cancel them. Unsent ones stay in the queue."""
        if self._sending:
            _, late = await asyncio.wait(list(self._sending.values()), timeout=CLOSE_TIMEOUT)
            for task in late:
                task.cancel()


def _host(address: str) -> str:
    """Return the host of an address, or "" for email, which has none."""
    return urlsplit(address).hostname or ""


def _drop(connection: Connection, where: Any) -> None:
    """Drop the oldest delivery that matches a condition."""
    queued = select(DELIVERIES.c.id, CHANNELS.c.kind).join(CHANNELS, CHANNELS.c.id == DELIVERIES.c.channel_id)
    oldest = connection.execute(queued.where(where).order_by(DELIVERIES.c.created_at).limit(1)).first()
    if oldest is not None:
        LOG.error("a delivery was dropped: too many are waiting")
        DELIVERIES_TOTAL.labels(oldest.kind, "dropped").inc()
        connection.execute(delete(DELIVERIES).where(DELIVERIES.c.id == oldest.id))
