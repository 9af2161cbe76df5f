"""Assembles notifications: which events of a table become one, who receives it, and where it goes."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from email.utils import parseaddr
from typing import Any, Final
from urllib.parse import urlsplit

from regnum.web.db.ids import new_id
from regnum.web.mail import Mailer
from regnum.web.notifications import messages
from regnum.web.notifications.channels import Channel, Channels
from regnum.web.notifications.choices import ChoiceStore
from regnum.web.notifications.delivery import DeliveryQueue
from regnum.web.notifications.last_seen import LastSeen
from regnum.web.notifications.messages import INVITE, TALK, TEST, TIME, Notification
from regnum.web.notifications.safe_http import Outgoing
from regnum.web.notifications.scheduler import Scheduler
from regnum.web.notifications.transports.base import Outcome
from regnum.web.notifications.web_push import Push
from regnum.web.rate_limit import RateLimit
from regnum.web.settings import Settings
from regnum.web.tables.events import (
    BEGAN,
    CLOCKED,
    INVITED,
    JOINED,
    PROPOSED,
    REMINDED,
    REPLACED,
    RESIGNED,
    TALKED,
    EventBus,
    TableEvent,
)
from regnum.web.tables.limits import RowLimits
from regnum.web.tables.models import GUEST
from regnum.web.tables.service import Tables
from regnum.web.tables.store import TableStore
from regnum.web.tables.stored_table import StoredTable

TO_ONE: Final = {REMINDED: TIME, INVITED: INVITE}
"""Events other than moves that notify only the person they are about."""
TO_ALL: Final = {
    JOINED: messages.JOINED,
    BEGAN: messages.START,
    REPLACED: messages.REPLACED,
    RESIGNED: messages.RESIGNED,
    PROPOSED: messages.PROPOSAL,
    CLOCKED: messages.CLOCKS,
}
"""Events that notify everyone at the table except their author. Ends are found by `Scheduler`."""
LOG: Final = logging.getLogger("regnum.web")


class Notifications:
    """Everything about notifications: channels, choices, the scheduler and the queue."""

    def __init__(
        self,
        store: TableStore,
        tables: Tables,
        events: EventBus,
        row_limits: RowLimits,
        settings: Settings,
        mailer: Mailer,
        last_seen: LastSeen,
        leading: asyncio.Event,
        muted: Callable[[Iterable[str]], Awaitable[Mapping[str, frozenset[str]]]],
        address_of: Callable[[str], Awaitable[str | None]],
    ) -> None:
        """`leading`: set while this server is the leader. `muted`: returns whom each of these guests has muted.

        `address_of`: returns the confirmed email address of a guest.
        """
        self._address_of: Final = address_of
        self._presence: Final = tables.presence
        self._muted: Final = muted
        self._mailer: Final = mailer
        self.private: Final = settings.allow_private_webhooks
        self._outgoing: Final = Outgoing(settings.allow_private_webhooks)
        self.channels: Final = Channels(store.database, settings.secret)
        self.choices: Final = ChoiceStore(store.database, row_limits)
        self.trials: Final = RateLimit(settings.writes_per_minute // 5, seconds=3600.0)
        """Limits the channels that may be added or tested from one address in an hour."""
        self.push: Final = Push(store.database, self._outgoing, _contact(settings))
        self.last_seen: Final = last_seen
        self._queue: Final = DeliveryQueue(
            store.database, self.channels, self.choices, self._outgoing, self.push, mailer, self.address
        )
        self.scheduler: Final = Scheduler(
            store.database,
            tables.get,
            leading.is_set,
            self.last_seen,
            self.choices,
            self._queue,
            settings.notify_after,
        )
        self._noting: Final[set[asyncio.Task[None]]] = set()
        events.listen(self._hear)

    async def start(self) -> None:
        """Start the scheduler."""
        await self.scheduler.start()

    async def close(self) -> None:
        """Stop; pending notifications stay in the database."""
        await asyncio.gather(*self._noting, return_exceptions=True)
        await self.scheduler.close()
        self._outgoing.close()

    def _hear(self, table: StoredTable, what: TableEvent) -> None:
        """Schedule the notifications for an event."""
        seats = table.row.seats
        if what.kind == TALKED:
            self._note(self._hear_talk(table, what.by))
        elif what.kind in TO_ONE:
            guest = what.guest or (seats[what.seat].guest if what.seat is not None else None)
            if guest is not None:
                self._note(self.scheduler.schedule(table.row.id, TO_ONE[what.kind], [guest]))
        elif what.kind in TO_ALL:
            gathering = what.kind in (JOINED, BEGAN)
            guests = _people(table) | ({table.row.host} if gathering else set())
            hooks = [] if what.kind == JOINED else [""]
            recipients = [*sorted(guests - {what.by, ""}), *hooks]
            self._note(self.scheduler.schedule(table.row.id, TO_ALL[what.kind], recipients))

    async def _hear_talk(self, table: StoredTable, by: str) -> None:
        """Schedule chat notifications for players who want them, have no page open and have not muted the author."""
        here = {table.row.seats[seat].guest for seat in await self._presence.seats_present(table.row.id)}
        away = _people(table) - here - {by}
        choices = await self.choices.of_all(away)
        wanting = [guest for guest in sorted(away) if choices[guest].wants(TALK)]
        muted = await self._muted(wanting) if wanting else {}
        recipients = [guest for guest in wanting if by not in muted[guest]]
        if recipients:
            await self.scheduler.schedule_talk(table.row.id, recipients)

    def _note(self, work: Coroutine[Any, Any, None]) -> None:
        """Run slow work in the background."""
        task = asyncio.create_task(work)
        self._noting.add(task)
        task.add_done_callback(self._forget_task)

    def _forget_task(self, task: asyncio.Task[None]) -> None:
        self._noting.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            LOG.error("a notification was not scheduled: %s", type(error).__name__)

    async def address(self, guest: str) -> str | None:
        """Return a guest's confirmed email address, or None if there is none or emails are off."""
        return await self._address_of(guest) if self._mailer.on else None

    async def test(self, channel: Channel, game: str = "") -> Outcome:
        """Send a test notification to a channel now."""
        outcome = await self._queue.send(channel, Notification(TEST, channel.table_id, game), new_id())
        await self.channels.note(channel.id, outcome.said, outcome.well)
        return outcome


def _people(table: StoredTable) -> set[str]:
    """Return the guests who have a seat."""
    return {row.guest for row in table.row.seats if row.kind == GUEST and row.guest is not None}


def _contact(settings: Settings) -> str:
    """Return the contact of this server for push services."""
    mail = parseaddr(settings.mail_from)[1]
    host = urlsplit(settings.origin).hostname or "localhost"
    return f"mailto:{mail or f'regnum@{host}'}"
