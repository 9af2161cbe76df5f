"""One-time links: confirm an address, reset a password or accept an invitation. Only their hashes are stored."""

from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec
from sqlalchemy import Connection, delete, insert, select

from regnum.web.accounts.sessions import hash_key
from regnum.web.db.database import Database
from regnum.web.db.ids import new_key
from regnum.web.db.schema import ONE_TIME_LINKS

CONFIRM: Final = "confirm"
RESET: Final = "reset"
INVITE: Final = "invite"
LIFETIMES: Final = {CONFIRM: timedelta(days=3), RESET: timedelta(hours=1), INVITE: timedelta(days=14)}


class OneTimeLink(msgspec.Struct, frozen=True):
    """The guest of a link (None for an invitation, which anyone may use), and the email address that it confirms."""

    guest: str | None
    email: str | None


class OneTimeLinkStore:
    """The one-time links in the store."""

    def __init__(self, database: Database) -> None:
        self._database: Final = database

    async def issue(
        self, kind: str, guest: str | None = None, email: str | None = None, lifetime: timedelta | None = None
    ) -> str:
        """Create a link, delete the guest's earlier links of this kind, and return the new link's key."""
        key, now = new_key(), datetime.now(UTC)
        row = {
            "id": hash_key(key),
            "kind": kind,
            "guest": guest,
            "email": email,
            "expires_at": now + (lifetime or LIFETIMES[kind]),
        }
        earlier = (ONE_TIME_LINKS.c.guest == guest) & (ONE_TIME_LINKS.c.kind == kind) if guest is not None else False

        def work(connection: Connection) -> None:
            connection.execute(
                delete(ONE_TIME_LINKS).where(
                    (ONE_TIME_LINKS.c.expires_at < now) | earlier | (ONE_TIME_LINKS.c.id == row["id"])
                )
            )
            connection.execute(insert(ONE_TIME_LINKS).values(**row))

        await self._database.write(work)
        return key

    async def find_link(self, kind: str, key: str) -> OneTimeLink | None:
        """Return a link's guest and address, or None if the link does not exist, was used or has expired."""
        return await self._database.read(lambda connection: find_link(connection, kind, key))


def find_link(connection: Connection, kind: str, key: str) -> OneTimeLink | None:
    """Return a link's guest and address, read in a transaction, or None if the link cannot be used."""
    is_valid = (
        (ONE_TIME_LINKS.c.id == hash_key(key))
        & (ONE_TIME_LINKS.c.kind == kind)
        & (ONE_TIME_LINKS.c.expires_at > datetime.now(UTC))
    )
    row = connection.execute(select(ONE_TIME_LINKS.c.guest, ONE_TIME_LINKS.c.email).where(is_valid)).first()
    return None if row is None else OneTimeLink(row.guest, row.email)


def redeem(connection: Connection, kind: str, key: str) -> OneTimeLink | None:
    """Delete a link and return its guest and address, or None if the link cannot be used."""
    link = find_link(connection, kind, key)
    removal = connection.execute(
        delete(ONE_TIME_LINKS).where((ONE_TIME_LINKS.c.id == hash_key(key)) & (ONE_TIME_LINKS.c.kind == kind))
    )
    return link if removal.rowcount == 1 else None
