"""The notification service: decides which table events become notifications, and who receives them."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from email.utils import parseaddr
from typing import Final
from urllib.parse import urlsplit

from regnum.web.db.ids import new_id
from regnum.web.mail import Mailer
from regnum.web.notifications import messages
from regnum.web.notifications.channels import Channel, ChannelStore
from regnum.web.notifications.delivery import DeliveryQueue
from regnum.web.notifications.messages import CHAT, INVITE, TEST, TIME, Notification
from regnum.web.notifications.notification_settings import NotificationSettingsStore
from regnum.web.notifications.safe_http import SafeHttpClient
from regnum.web.notifications.scheduler import Scheduler
from regnum.web.notifications.transports.base import DeliveryOutcome
from regnum.web.notifications.web_push import WebPush
from regnum.web.periodic import BackgroundTasks
from regnum.web.presence.last_seen import LastSeenStore
from regnum.web.rate_limit import RateLimit
from regnum.web.settings import Settings
from regnum.web.tables.events import (
    CLOCKS_CHANGED,
    GAME_BEGAN,
    INVITED,
    JOINED,
    MESSAGE_POSTED,
    PROPOSED,
    REMINDED,
    RESIGNED,
    STAND_IN_BEGAN,
    EventBus,
    TableEvent,
)
from regnum.web.tables.limits import RowLimits
from regnum.web.tables.models import GUEST
from regnum.web.tables.service import TableService
from regnum.web.tables.store import TableStore
from regnum.web.tables.stored_table import StoredTable

KINDS_FOR_ONE: Final = {REMINDED: TIME, INVITED: INVITE}
"""Events other than moves that notify only the person they are about."""
KINDS_FOR_ALL: Final = {
    JOINED: messages.JOINED,
    GAME_BEGAN: messages.START,
    STAND_IN_BEGAN: messages.STAND_IN_BEGAN,
    RESIGNED: messages.RESIGNED,
    PROPOSED: messages.PROPOSAL,
    CLOCKS_CHANGED: messages.CLOCKS,
}
"""Events that notify everyone at the table except their author. Ends are found by `Scheduler`."""
LOG: Final = logging.getLogger("regnum.web")


class NotificationService:
    """The notification service, which owns the channels, the settings, the scheduler and the queue."""

    def __init__(
        self,
        store: TableStore,
        tables: TableService,
        events: EventBus,
        row_limits: RowLimits,
        settings: Settings,
        mailer: Mailer,
        last_seen: LastSeenStore,
        leading: asyncio.Event,
        muted: Callable[[Iterable[str]], Awaitable[Mapping[str, frozenset[str]]]],
        email_of: Callable[[str], Awaitable[str | None]],
    ) -> None:
        """`leading`: set while this server is the leader. `muted`: returns the guests that each guest has muted.

        `email_of`: returns the confirmed email address of a guest.
        """
        self._email_of: Final = email_of
        self._presence: Final = tables.presence
        self._muted: Final = muted
        self._mailer: Final = mailer
        self.allow_private: Final = settings.allow_private_webhooks
        self._http: Final = SafeHttpClient(settings.allow_private_webhooks)
        self.channels: Final = ChannelStore(store.database, settings.secret)
        self.settings_store: Final = NotificationSettingsStore(store.database, row_limits)
        self.channel_limit: Final = RateLimit(settings.writes_per_minute // 5, seconds=3600.0)
        """Limits how many channels can be added or tested from one address in an hour."""
        self.push: Final = WebPush(store.database, self._http, _contact(settings))
        self._queue: Final = DeliveryQueue(
            store.database, self.channels, self.settings_store, self._http, self.push, mailer, self.email_of
        )
        self.scheduler: Final = Scheduler(
            store.database,
            tables.get,
            leading.is_set,
            last_seen,
            self.settings_store,
            self._queue,
            settings.notify_after,
        )
        self._background: Final = BackgroundTasks("a notification was not scheduled")
        events.listen(self._on_event)

    async def start(self) -> None:
        """Start the scheduler."""
        await self.scheduler.start()

    async def close(self) -> None:
        """Stop; pending notifications stay in the database."""
        await self._background.wait()
        await self.scheduler.close()
        self._http.close()

    def _on_event(self, table: StoredTable, event: TableEvent) -> None:
        """Schedule the notifications for an event."""
        seats = table.row.seats
        if event.kind == MESSAGE_POSTED:
            self._background.run(self._on_chat(table, event.by))
        elif event.kind in KINDS_FOR_ONE:
            guest = event.guest or (seats[event.seat].guest if event.seat is not None else None)
            if guest is not None:
                self._background.run(self.scheduler.schedule(table.row.id, KINDS_FOR_ONE[event.kind], [guest]))
        elif event.kind in KINDS_FOR_ALL:
            is_gathering = event.kind in (JOINED, GAME_BEGAN)
            guests = _people(table) | ({table.row.host} if is_gathering else set())
            webhooks = [] if event.kind == JOINED else [""]
            recipients = [*sorted(guests - {event.by, ""}), *webhooks]
            self._background.run(self.scheduler.schedule(table.row.id, KINDS_FOR_ALL[event.kind], recipients))

    async def _on_chat(self, table: StoredTable, by: str) -> None:
        """Schedule chat notifications for players who want them, have no page open and have not muted the author."""
        present = {table.row.seats[seat].guest for seat in await self._presence.seats_present(table.row.id)}
        away = _people(table) - present - {by}
        settings = await self.settings_store.get_many(away)
        wanting = [guest for guest in sorted(away) if settings[guest].wants(CHAT)]
        muted = await self._muted(wanting) if wanting else {}
        recipients = [guest for guest in wanting if by not in muted[guest]]
        if recipients:
            await self.scheduler.schedule_chat(table.row.id, recipients)

    async def email_of(self, guest: str) -> str | None:
        """Return a guest's confirmed email address, or None if there is none or emails are turned off."""
        return await self._email_of(guest) if self._mailer.is_enabled else None

    async def test(self, channel: Channel, game: str = "") -> DeliveryOutcome:
        """Send a test notification to a channel now and return the outcome."""
        outcome = await self._queue.send(channel, Notification(TEST, channel.table_id, game), new_id())
        await self.channels.record_result(channel.id, outcome.result, outcome.succeeded)
        return outcome


def _people(table: StoredTable) -> set[str]:
    """Return the guests who have a seat."""
    return {row.guest for row in table.row.seats if row.kind == GUEST and row.guest is not None}


def _contact(settings: Settings) -> str:
    """Return the contact address of this server for push services, as a `mailto:` URL."""
    mail = parseaddr(settings.mail_from)[1]
    host = urlsplit(settings.origin).hostname or "localhost"
    return f"mailto:{mail or f'regnum@{host}'}"
