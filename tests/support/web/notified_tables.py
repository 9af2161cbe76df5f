"""A table whose players get notifications, with a scheduler that runs only on request."""

from collections.abc import Callable, Coroutine
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

from msgspec.structs import replace
from sqlalchemy import Connection, select

from regnum.games import find_game
from regnum.web.db.schema import NOTIFICATIONS
from regnum.web.notifications.channels import Channel, Channels
from regnum.web.notifications.delivery import DeliveryQueue
from regnum.web.notifications.messages import Notification
from regnum.web.notifications.notification_settings import NotificationSettingsStore
from regnum.web.notifications.pending import delete_seen_news
from regnum.web.notifications.scheduler import Scheduler
from regnum.web.presence.last_seen import LastSeen
from regnum.web.tables.limits import RowLimits
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import PLAYING, Entry
from regnum.web.tables.store import TableStore
from tests.support.store.stores import with_store
from tests.support.web.live_tables import live_table_of

MINUTE = timedelta(minutes=1)


class FakeDeliveryQueue:
    """Records enqueued notifications with the channel's owner or its table."""

    def __init__(self) -> None:
        self.enqueued: list[tuple[str, Notification]] = []

    def enqueue(self, connection: Connection, channel: Channel, notification: Notification) -> None:
        self.enqueued.append((channel.table_id or channel.guest, notification))

    async def send_due(self) -> None: ...

    async def close(self) -> None: ...

    def take_enqueued(self) -> list[tuple[str, str]]:
        """Return the receivers and kinds that were enqueued since the last call."""
        taken_notifications, self.enqueued = self.enqueued, []
        return sorted((to, notification.kind) for to, notification in taken_notifications)


class Scenario:
    """A store with a table of three people, "0" to "2", and a scheduler."""

    def __init__(self, store: TableStore, after: float) -> None:
        self.store = store
        self.delivery_queue = FakeDeliveryQueue()
        self.channels = Channels(store.database, "key")
        self.last_seen = LastSeen(store.database, delete_seen_news)
        self.settings = NotificationSettingsStore(store.database, RowLimits(100))
        self.is_leader = True
        self.scheduler = Scheduler(
            store.database,
            self.table,
            lambda: self.is_leader,
            self.last_seen,
            self.settings,
            cast("DeliveryQueue", self.delivery_queue),
            after,
        )

    async def table(self, id_: str = "t") -> LiveTable | None:
        row = await self.store.table(id_)
        return None if row is None else LiveTable(row, await self.store.entries(id_))

    async def live_table(self) -> LiveTable:
        actual = await self.table()
        assert actual is not None
        return actual

    async def act(self, table: LiveTable | None = None) -> int:
        """Let the player to act choose; return their seat."""
        live = table or await self.live_table()
        seat = live.state.players_to_act[0]
        text = str(live.view(seat).legal[0])
        entry = Entry(live.entry_count + 1, seat, text, datetime.now(UTC))
        await self.store.append("t", live.version, entry, PLAYING, False)
        return seat

    async def add_webhook(self, guest: str, table: str = "") -> None:
        await self.channels.add_webhook(guest, table, "json", "https://a.example/", "en", "")

    async def run_scheduler(self) -> list[tuple[str, str]]:
        await self.scheduler.run_once()
        return self.delivery_queue.take_enqueued()

    async def write(self, statement: Any) -> None:
        await self.store.database.write(lambda connection: connection.execute(statement).close())

    async def read_rows(self, query: Any) -> list[Any]:
        return await self.store.database.read(lambda connection: list(connection.execute(query).all()))

    async def notifications(self) -> dict[tuple[str, str], Any]:
        """Return the stored notifications by kind and guest."""
        return {(row.kind, row.guest): row for row in await self.read_rows(select(NOTIFICATIONS))}


def run_scenario(
    tmp_path: Path, work: Callable[[Scenario], Coroutine[Any, Any, None]], after: float = 0.0, **row: Any
) -> None:
    async def whole(store: TableStore) -> None:
        assert await store.add_table(replace(live_table_of(find_game("brian_boru"), 3).row, **row))
        await work(Scenario(store, after))

    with_store(f"sqlite:///{tmp_path / 'test.db'}", whole)
