"""Notification channels: a guest's browsers, email and webhooks, and a table's webhooks."""

import hmac
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from regnum.web.db.database import Database
from regnum.web.db.ids import new_id, new_key
from regnum.web.db.readable_rows import readable_rows
from regnum.web.db.schema import CHANNELS, DELIVERIES, SEATS, TABLES
from regnum.web.errors import GoneError
from regnum.web.notifications.notification_settings import DAILY as DAILY
from regnum.web.notifications.notification_settings import settings_of
from regnum.web.tables.models import FINISHED

PUSH: Final = "push"
EMAIL_EACH: Final = "each"
EMAIL_KINDS: Final = (EMAIL_EACH, DAILY)
MAX_CHANNELS: Final = 20
"""The maximum number of channels of a guest, and of webhooks of a table."""
MAX_FAILURES: Final = 5
"""A channel is disabled after this many failed deliveries in a row, until a test succeeds."""


class Channel(msgspec.Struct, frozen=True):
    """A way to notify a guest, or a webhook of a table.

    `table_id`: "" unless it is a webhook of a table. `next_daily_email_at`: None unless it sends daily emails.
    `failures`: the number of failed deliveries in a row. `last_result`: the result of the last delivery.
    """

    id: str
    guest: str
    table_id: str
    kind: str
    address: str
    key: str
    language: str
    origin: str
    created_at: datetime
    next_daily_email_at: datetime | None = None
    failures: int = 0
    last_result: str = ""

    @property
    def is_disabled(self) -> bool:
        """Whether the channel is disabled because its last `MAX_FAILURES` deliveries failed."""
        return self.failures >= MAX_FAILURES


class TooManyChannelsError(Exception):
    """Raised if the guest or table already has `MAX_CHANNELS` channels."""


class ChannelStore:
    """Stores channels in the database."""

    def __init__(self, database: Database, secret: str) -> None:
        self._database: Final = database
        self._secret: Final = secret.encode()

    async def of_owner(self, guest: str, table_id: str = "") -> list[Channel]:
        """Return the channels of a guest, or those of a table, oldest first."""
        of_table = CHANNELS.c.table_id == table_id
        return await self._read(of_table if table_id else of_table & (CHANNELS.c.guest == guest))

    async def find(self, id_: str) -> Channel | None:
        """Return a channel, or None if it does not exist."""
        channels = await self._read(CHANNELS.c.id == id_) if id_.isascii() and id_.isprintable() else []
        return channels[0] if channels else None

    async def _read(self, where: Any) -> list[Channel]:
        query = select(CHANNELS).where(where).order_by(CHANNELS.c.created_at)
        return await self._database.read(
            lambda connection: [Channel(**row) for row in readable_rows(connection, query, CHANNELS.c.id)]
        )

    async def add_browser(self, guest: str, endpoint: str, keys: str, language: str, origin: str) -> None:
        """Add a browser as a channel of a guest; a previous owner loses it. Raises TooManyChannelsError."""
        id_ = browser_id(endpoint)
        await self._add(Channel(id_, guest, "", PUSH, endpoint, keys, language, origin, datetime.now(UTC)))

    async def add_webhook(self, guest: str, table_id: str, kind: str, address: str, language: str, origin: str) -> None:
        """Add a webhook of a guest, or of a table if `table_id` is not "". Raises TooManyChannelsError."""
        now = datetime.now(UTC)
        await self._add(Channel(new_id(), guest, table_id, kind, address, new_key(), language, origin, now))

    async def set_email(self, guest: str, kind: str, language: str, origin: str) -> None:
        """Set how often a guest gets emails: for each notification (EMAIL_EACH), once a day (DAILY), or never ("")."""
        now = datetime.now(UTC)
        emails = (CHANNELS.c.guest == guest) & CHANNELS.c.kind.in_(EMAIL_KINDS)

        def work(connection: Connection) -> datetime:
            _remove(connection, select(CHANNELS.c.id).where(emails))
            return settings_of(connection, [guest])[guest].next_daily_email(now)

        next_daily_email = await self._database.write(work)
        if kind in EMAIL_KINDS:
            due = next_daily_email if kind == DAILY else None
            await self._add(Channel(new_id(), guest, "", kind, "", "", language, origin, now, due))

    async def _add(self, channel: Channel) -> None:
        same_owner = (CHANNELS.c.guest == channel.guest) & (CHANNELS.c.table_id == channel.table_id)
        seated = select(SEATS.c.table_id).where(SEATS.c.guest == channel.guest)
        affected = TABLES.c.id == channel.table_id if channel.table_id else TABLES.c.id.in_(seated)

        def work(connection: Connection) -> None:
            _remove(connection, select(CHANNELS.c.id).where(CHANNELS.c.id == channel.id))
            if (
                connection.execute(select(func.count()).select_from(CHANNELS).where(same_owner)).scalar() or 0
            ) >= MAX_CHANNELS:
                raise TooManyChannelsError
            if channel.table_id and connection.execute(select(TABLES.c.id).where(affected)).first() is None:
                raise GoneError
            connection.execute(insert(CHANNELS).values(**msgspec.structs.asdict(channel)))
            # The scheduler must look at these tables again.
            connection.execute(
                update(TABLES).where(affected & (TABLES.c.phase != FINISHED)).values(notified_version=-1)
            )

        await self._database.write(work)

    async def remove(self, id_: str) -> None:
        """Remove a channel and its queued deliveries."""
        await self._database.write(
            lambda connection: _remove(connection, select(CHANNELS.c.id).where(CHANNELS.c.id == id_))
        )

    async def record_result(self, id_: str, result: str, succeeded: bool) -> None:
        """Store the result of a delivery; a success resets the number of failures."""
        failures = 0 if succeeded else CHANNELS.c.failures + 1
        change = update(CHANNELS).where(CHANNELS.c.id == id_).values(last_result=result[:64], failures=failures)
        await self._database.write(lambda connection: connection.execute(change))

    # The unsubscribe link in an email.

    def unsubscribe_link(self, channel: Channel) -> str:
        """Return the unsubscribe link for the emails of a channel; it works without signing in."""
        return f"{channel.origin}/unsubscribe/{channel.id}.{self._signature(channel.id)}"

    async def channel_of_unsubscribe_link(self, token: str) -> Channel | None:
        """Return the channel of an unsubscribe link, or None if its signature is invalid or the channel is gone."""
        id_, _, signature = token.rpartition(".")
        if not hmac.compare_digest(self._signature(id_).encode(), signature.encode()):
            return None
        channel = await self.find(id_)
        return channel if channel is not None and channel.kind in EMAIL_KINDS else None

    def _signature(self, id_: str) -> str:
        return hmac.new(self._secret, f"sign off:{id_}".encode(), "sha256").hexdigest()


def browser_id(endpoint: str) -> str:
    """Return the id of a browser: the first 32 hex digits of the SHA-256 hash of its endpoint."""
    return sha256(endpoint.encode()).hexdigest()[:32]


def _remove(connection: Connection, condition: Any) -> None:
    ids = list(connection.execute(condition).scalars())
    connection.execute(delete(DELIVERIES).where(DELIVERIES.c.channel_id.in_(ids)))
    connection.execute(delete(CHANNELS).where(CHANNELS.c.id.in_(ids)))
