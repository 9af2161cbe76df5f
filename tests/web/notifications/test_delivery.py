"""Calls on their way: nobody's calls keep those of others waiting, nor push them out."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import Connection, select, update

from regnum.web.db.schema import CHANNELS, DELIVERIES
from regnum.web.mail import Mailer
from regnum.web.notifications import delivery
from regnum.web.notifications.channels import Channel, Channels
from regnum.web.notifications.delivery import MAX_PARALLEL, MAX_PER_GUEST, MAX_UNRELIABLE, DeliveryQueue
from regnum.web.notifications.messages import TEST, Notification
from regnum.web.notifications.notification_settings import SettingsStore
from regnum.web.notifications.safe_http import SafeHttpClient
from regnum.web.notifications.transports.base import Outcome
from regnum.web.notifications.web_push import Push
from regnum.web.settings import Settings
from regnum.web.tables.limits import RowLimits
from regnum.web.tables.store import TableStore
from tests.support.apps import run_in_thread


class Post:
    """A courier whose calls arrive when they are let."""

    def __init__(self, store: TableStore, settings: Settings) -> None:
        outgoing = SafeHttpClient(True)
        self.store = store
        self.channels = Channels(store.database, "a key for tests only")
        self.courier = DeliveryQueue(
            store.database,
            self.channels,
            SettingsStore(store.database, RowLimits(60)),
            outgoing,
            Push(store.database, outgoing, ""),
            Mailer(settings),
            self._no_mail,
        )
        self.called: list[str] = []
        self.arrived = asyncio.Semaphore(0)
        self.let = asyncio.Event()
        self.courier.send = self._send  # type: ignore[method-assign]

    async def _no_mail(self, _: str) -> None:
        return None

    async def _send(self, channel: Channel, notification: Notification, id_: str) -> Outcome:
        self.called.append(channel.guest)
        self.arrived.release()
        await self.let.wait()
        return Outcome(True, "200")

    async def hook(self, guest: str, host: str) -> Channel:
        await self.channels.add_webhook(guest, "", "json", f"http://{host}/{guest}", "en", "http://x")
        return (await self.channels.of(guest))[-1]

    async def call(self, channel: Channel, times: int = 1) -> None:
        def work(connection: Connection) -> None:
            for _ in range(times):
                self.courier.enqueue(connection, channel, Notification(TEST))

        await self.store.database.write(work)

    async def send_due(self, arrive: int) -> None:
        """Start sending what is due; wait until so many more have arrived."""
        await self.courier.send_due()
        for _ in range(arrive):
            await self.arrived.acquire()

    async def waiting(self) -> list[str]:
        query = select(CHANNELS.c.guest).join(DELIVERIES, DELIVERIES.c.channel == CHANNELS.c.id)
        return await self.store.database.read(lambda connection: sorted(connection.execute(query).scalars()))


def at(database: str, settings: Settings, work: Callable[[Post], Awaitable[None]]) -> None:
    """Do something with a courier over a store."""

    async def run() -> None:
        store = TableStore(database)
        await store.open()
        post = Post(store, settings)
        try:
            await work(post)
        finally:
            post.let.set()
            await post.courier.close()
            await store.close()

    run_in_thread(lambda: asyncio.run(run()))


def test_deliveries_of_one_guest_are_sent_two_at_a_time(database: str, settings: Settings) -> None:
    async def work(post: Post) -> None:
        for number in range(3):
            await post.call(await post.hook("flood", f"{number}.example"), 9)
        await post.call(await post.hook("ann", "a.example"))
        await post.send_due(MAX_PER_GUEST + 1)
        await post.send_due(0)
        assert sorted(post.called) == ["ann", *["flood"] * MAX_PER_GUEST]

    at(database, settings, work)


@pytest.mark.parametrize("how", ["tried", "failed", "slow"])
def test_unreliable_channels_leave_workers_for_others(database: str, settings: Settings, how: str) -> None:
    async def work(post: Post) -> None:
        for number in range(MAX_PARALLEL):
            channel = await post.hook(f"bad {number}", "bad.example")
            await post.call(channel)
            if how == "slow":
                post.courier._record_latency(channel, delivery.SLOW + 0.1)
        changes: dict[str, Any] = {
            "tried": update(DELIVERIES).values(tries=1),
            "failed": update(CHANNELS).values(failures=1),
        }
        if how in changes:
            await post.store.database.write(lambda connection: connection.execute(changes[how]))
        for number in range(MAX_PARALLEL):
            await post.call(await post.hook(f"good {number}", "good.example"))
        await post.send_due(MAX_PARALLEL)
        assert sum(guest.startswith("bad") for guest in post.called) == MAX_UNRELIABLE
        post.let.set()
        while await post.waiting():
            await asyncio.gather(*post.courier._sending.values())
            await post.send_due(0)
        assert not post.courier._groups
        quick = await post.hook("bad 0", "bad.example")
        post.courier._record_latency(quick, 0.1)
        assert not post.courier._slow

    at(database, settings, work)


def test_full_queue_drops_the_oldest_deliveries_of_the_busiest_guest(
    database: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "MAX_QUEUED", 6)
    monkeypatch.setattr(delivery, "MAX_QUEUED_PER_CHANNEL", 4)

    async def work(post: Post) -> None:
        flood, more, ann = [await post.hook(guest, "a.example") for guest in ("flood", "flood", "ann")]
        await post.call(flood, 9)
        assert await post.waiting() == ["flood"] * 4
        await post.call(more, 9)
        assert await post.waiting() == ["flood"] * 6
        await post.call(ann, 2)
        assert await post.waiting() == ["ann"] * 2 + ["flood"] * 4

    at(database, settings, work)


def test_disabled_channel_queues_nothing(database: str, settings: Settings) -> None:
    async def work(post: Post) -> None:
        channel = await post.hook("ann", "a.example")
        for _ in range(5):
            await post.channels.record_result(channel.id, "500", False)
        await post.call((await post.channels.of("ann"))[0])
        assert await post.waiting() == []

    at(database, settings, work)
