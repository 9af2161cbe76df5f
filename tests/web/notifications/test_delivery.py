"""Deliveries: no guest's notifications delay or displace those of others."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import Connection, select, update

from regnum.web.db.schema import CHANNELS, DELIVERIES
from regnum.web.mail import Mailer
from regnum.web.notifications import delivery
from regnum.web.notifications.channels import Channel, ChannelStore
from regnum.web.notifications.delivery import MAX_PARALLEL, MAX_PER_GUEST, MAX_UNRELIABLE, DeliveryQueue
from regnum.web.notifications.messages import TEST, Notification
from regnum.web.notifications.notification_settings import NotificationSettingsStore
from regnum.web.notifications.safe_http import SafeHttpClient
from regnum.web.notifications.transports.base import DeliveryOutcome
from regnum.web.notifications.web_push import WebPush
from regnum.web.settings import Settings
from regnum.web.tables.limits import RowLimits
from regnum.web.tables.store import TableStore
from tests.support.store.stores import open_store
from tests.support.web.apps import run_in_thread


class HeldQueue:
    """A delivery queue whose deliveries finish when released."""

    def __init__(self, store: TableStore, settings: Settings) -> None:
        outgoing = SafeHttpClient(True)
        self.store = store
        self.channels = ChannelStore(store.database, "a key for tests only")
        self.queue = DeliveryQueue(
            store.database,
            self.channels,
            NotificationSettingsStore(store.database, RowLimits(60)),
            outgoing,
            WebPush(store.database, outgoing, ""),
            Mailer(settings),
            self._no_mail,
        )
        self.receivers: list[str] = []
        self.arrived = asyncio.Semaphore(0)
        self.released = asyncio.Event()
        self.queue.send = self._send  # type: ignore[method-assign]

    async def _no_mail(self, _: str) -> None:
        return None

    async def _send(self, channel: Channel, notification: Notification, id_: str) -> DeliveryOutcome:
        self.receivers.append(channel.guest)
        self.arrived.release()
        await self.released.wait()
        return DeliveryOutcome(True, "200")

    async def add_webhook(self, guest: str, host: str) -> Channel:
        await self.channels.add_webhook(guest, "", "json", f"http://{host}/{guest}", "en", "http://x")
        return (await self.channels.of_owner(guest))[-1]

    async def enqueue(self, channel: Channel, times: int = 1) -> None:
        def work(connection: Connection) -> None:
            for _ in range(times):
                self.queue.enqueue(connection, channel, Notification(TEST))

        await self.store.database.write(work)

    async def send_due(self, arrive: int) -> None:
        """Start sending what is due; wait until this number of deliveries has been sent."""
        await self.queue.send_due()
        for _ in range(arrive):
            await self.arrived.acquire()

    async def queued_guests(self) -> list[str]:
        query = select(CHANNELS.c.guest).join(DELIVERIES, DELIVERIES.c.channel_id == CHANNELS.c.id)
        return await self.store.database.read(lambda connection: sorted(connection.execute(query).scalars()))


def with_held_queue(database: str, settings: Settings, work: Callable[[HeldQueue], Awaitable[None]]) -> None:
    """Run work with a held queue over a store."""

    async def run() -> None:
        store = await open_store(database)
        held_queue = HeldQueue(store, settings)
        try:
            await work(held_queue)
        finally:
            held_queue.released.set()
            await held_queue.queue.close()
            await store.database.close()

    run_in_thread(lambda: asyncio.run(run()))


def test_deliveries_of_one_guest_are_sent_two_at_a_time(database: str, settings: Settings) -> None:
    async def work(held_queue: HeldQueue) -> None:
        for number in range(3):
            await held_queue.enqueue(await held_queue.add_webhook("flood", f"{number}.example"), 9)
        await held_queue.enqueue(await held_queue.add_webhook("ann", "a.example"))
        await held_queue.send_due(MAX_PER_GUEST + 1)
        await held_queue.send_due(0)
        assert sorted(held_queue.receivers) == ["ann", *["flood"] * MAX_PER_GUEST]

    with_held_queue(database, settings, work)


def test_deliveries_are_limited_at_a_time(database: str, settings: Settings) -> None:
    async def work(held_queue: HeldQueue) -> None:
        for number in range(MAX_PARALLEL + 1):
            await held_queue.enqueue(await held_queue.add_webhook(f"guest {number}", "a.example"))
        await held_queue.send_due(MAX_PARALLEL)
        await held_queue.send_due(0)
        assert len(held_queue.receivers) == MAX_PARALLEL

    with_held_queue(database, settings, work)


def test_newest_slow_hosts_are_remembered(database: str, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivery, "MAX_SLOW_HOSTS", 2)

    async def work(held_queue: HeldQueue) -> None:
        for host, seconds in (("a", 0.1), ("b", 0.1), ("c", 0.0), ("a", 0.1), ("d", 0.1)):
            channel = await held_queue.add_webhook("ann", f"{host}.example")
            held_queue.queue._record_latency(channel, delivery.SLOW_SECONDS + seconds)
        assert list(held_queue.queue._slow) == ["a.example", "d.example"]

    with_held_queue(database, settings, work)


@pytest.mark.parametrize("how", ["tried", "failed", "slow"])
def test_unreliable_channels_leave_workers_for_others(database: str, settings: Settings, how: str) -> None:
    async def work(held_queue: HeldQueue) -> None:
        for number in range(MAX_PARALLEL):
            channel = await held_queue.add_webhook(f"bad {number}", "bad.example")
            await held_queue.enqueue(channel)
            if how == "slow":
                held_queue.queue._record_latency(channel, delivery.SLOW_SECONDS + 0.1)
        changes: dict[str, Any] = {
            "tried": update(DELIVERIES).values(attempts=1),
            "failed": update(CHANNELS).values(failures=1),
        }
        if how in changes:
            await held_queue.store.database.write(lambda connection: connection.execute(changes[how]))
        for number in range(MAX_PARALLEL):
            await held_queue.enqueue(await held_queue.add_webhook(f"good {number}", "good.example"))
        await held_queue.send_due(MAX_PARALLEL)
        assert sum(guest.startswith("bad") for guest in held_queue.receivers) == MAX_UNRELIABLE
        held_queue.released.set()
        while await held_queue.queued_guests():
            await asyncio.gather(*held_queue.queue._sending.values())
            await held_queue.send_due(0)
        assert not held_queue.queue._groups
        quick = await held_queue.add_webhook("bad 0", "bad.example")
        held_queue.queue._record_latency(quick, 0.1)
        assert not held_queue.queue._slow

    with_held_queue(database, settings, work)


def test_full_queue_drops_the_oldest_deliveries_of_the_busiest_guest(
    database: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "MAX_QUEUED", 6)
    monkeypatch.setattr(delivery, "MAX_QUEUED_PER_CHANNEL", 4)

    async def work(held_queue: HeldQueue) -> None:
        flood, more, ann = [await held_queue.add_webhook(guest, "a.example") for guest in ("flood", "flood", "ann")]
        await held_queue.enqueue(flood, 9)
        assert await held_queue.queued_guests() == ["flood"] * 4
        await held_queue.enqueue(more, 9)
        assert await held_queue.queued_guests() == ["flood"] * 6
        await held_queue.enqueue(ann, 2)
        assert await held_queue.queued_guests() == ["ann"] * 2 + ["flood"] * 4

    with_held_queue(database, settings, work)


def test_disabled_channel_queues_nothing(database: str, settings: Settings) -> None:
    async def work(held_queue: HeldQueue) -> None:
        channel = await held_queue.add_webhook("ann", "a.example")
        for _ in range(5):
            await held_queue.channels.record_result(channel.id, "500", False)
        await held_queue.enqueue((await held_queue.channels.of_owner("ann"))[0])
        assert await held_queue.queued_guests() == []

    with_held_queue(database, settings, work)
