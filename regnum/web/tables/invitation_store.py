"""Invitations to the open seats of a table, and guests removed from it."""

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Table, delete, insert, select

from regnum.web.db.database import Database
from regnum.web.db.schema import ACCOUNTS, CHAT_MESSAGES, INVITATIONS, REMOVED_GUESTS, SEATS, TABLES
from regnum.web.errors import ConflictError
from regnum.web.names import is_taken
from regnum.web.tables.models import GUEST, OPEN

MAX_COMPANION_SEATS: Final = 400
"""The maximum number of seats at a guest's tables that are searched for people they have played with."""


class Invitation(msgspec.Struct, frozen=True):
    """An invitation of a guest to an open seat."""

    table_id: str
    seat: int
    guest: str
    name: str


def former_name(connection: Connection, table_id: str, seat: int, guest: str) -> str | None:
    """Return the former name of a guest who had a seat, or None if it is unknown, or another player there has it now.

    The name is taken from their claim to the seat, or else from their last chat message, or else from their account.
    """
    own_claim = (SEATS.c.table_id == table_id) & (SEATS.c.seat == seat) & (SEATS.c.claimant == guest)
    name = connection.execute(select(SEATS.c.claimant_name).where(own_claim)).scalar()
    own_messages = (
        (CHAT_MESSAGES.c.table_id == table_id) & (CHAT_MESSAGES.c.seat == seat) & (CHAT_MESSAGES.c.guest == guest)
    )
    last_message_name = (
        select(CHAT_MESSAGES.c.name).where(own_messages).order_by(CHAT_MESSAGES.c.created_at.desc()).limit(1)
    )
    name = name or connection.execute(last_message_name).scalar()
    name = name or connection.execute(select(ACCOUNTS.c.name).where(ACCOUNTS.c.guest == guest)).scalar()
    others = select(SEATS.c.name).where((SEATS.c.table_id == table_id) & (SEATS.c.seat != seat))
    return name if name and not is_taken(name, connection.execute(others).scalars()) else None


class InvitationStore:
    """The stored invitations, and the guests whom hosts have removed."""

    def __init__(self, database: Database) -> None:
        self._database: Final = database

    async def companions_named(self, guest: str, name: str) -> set[str]:
        """Return the guests who have shared a table with `guest` under a name that looks like `name`."""
        return {other for other, companion_name in await self._companions(guest) if is_taken(name, [companion_name])}

    async def former_name(self, table_id: str, seat: int, guest: str) -> str | None:
        """Return the former name of a guest at a seat, or None, as the function `former_name` does."""
        read = self._database.read
        return await read(lambda connection: former_name(connection, table_id, seat, guest))

    async def have_met(self, guest: str, other: str) -> bool:
        """Return whether two guests have shared a table."""
        return any(other == companion for companion, _ in await self._companions(guest))

    async def recent_players(self, guest: str) -> list[str]:
        """Return the names of the people who have shared tables with a guest, the most recent first."""
        return list(dict.fromkeys(companion_name for _, companion_name in await self._companions(guest)))

    async def _companions(self, guest: str) -> list[tuple[str, str]]:
        own_tables = select(SEATS.c.table_id).where(SEATS.c.guest == guest)
        query = (
            select(SEATS.c.guest, SEATS.c.name)
            .join(TABLES, TABLES.c.id == SEATS.c.table_id)
            .where(SEATS.c.table_id.in_(own_tables) & (SEATS.c.kind == GUEST) & (SEATS.c.guest != guest))
            .order_by(TABLES.c.created_at.desc())
            .limit(MAX_COMPANION_SEATS)
        )
        return await self._database.read(
            lambda connection: [(str(row[0]), str(row[1])) for row in connection.execute(query)]
        )

    async def invite(self, invitation: Invitation) -> None:
        """Store an invitation to a seat, replacing any earlier one for that seat.

        If the host had sent the guest away, they may join again. Raises ConflictError if the guest is invited to
        another seat of the table, and GoneError if the table was removed.
        """
        at_table = INVITATIONS.c.table_id == invitation.table_id
        elsewhere = at_table & (INVITATIONS.c.guest == invitation.guest) & (INVITATIONS.c.seat != invitation.seat)

        def work(connection: Connection) -> None:
            connection.execute(select(TABLES.c.id).where(TABLES.c.id == invitation.table_id).with_for_update())
            if connection.execute(select(INVITATIONS.c.seat).where(elsewhere)).first() is not None:
                raise ConflictError("the guest is invited to another seat")
            self._delete(connection, invitation.table_id, [invitation.seat])
            connection.execute(delete(REMOVED_GUESTS).filter_by(guest=invitation.guest, table_id=invitation.table_id))
            connection.execute(insert(INVITATIONS).values(**msgspec.to_builtins(invitation)))

        await self._database.write(work)

    async def withdraw(self, table_id: str, seat: int) -> None:
        """Remove the invitation to a seat."""
        await self._database.write(lambda connection: self._delete(connection, table_id, [seat]))

    def _delete(self, connection: Connection, table_id: str, seats: Iterable[int]) -> None:
        where = (INVITATIONS.c.table_id == table_id) & INVITATIONS.c.seat.in_(list(seats))
        connection.execute(delete(INVITATIONS).where(where))

    async def of_table(self, table_id: str) -> list[Invitation]:
        """Return the invitations to a table's open seats."""
        return await self._to_open_seats(INVITATIONS.c.table_id == table_id)

    async def of_tables(self, table_ids: Iterable[str]) -> list[Invitation]:
        """Return the invitations to the open seats of some tables."""
        return await self._to_open_seats(INVITATIONS.c.table_id.in_(list(table_ids)))

    async def of_guest(self, guest: str) -> list[Invitation]:
        """Return a guest's invitations to open seats."""
        return await self._to_open_seats(INVITATIONS.c.guest == guest)

    async def _to_open_seats(self, where: Any) -> list[Invitation]:
        seat = (SEATS.c.table_id == INVITATIONS.c.table_id) & (SEATS.c.seat == INVITATIONS.c.seat)
        query = select(INVITATIONS).join(SEATS, seat).where(where & (SEATS.c.kind == OPEN)).order_by(INVITATIONS.c.seat)
        return await self._database.read(
            lambda connection: [Invitation(row[0], row[1], row[2], row[3]) for row in connection.execute(query)]
        )

    # Guests whom the host has removed.

    async def remove_guest(self, guest: str, table_id: str) -> None:
        """Bar a guest from joining a table again."""
        await self._database.write(lambda connection: insert_once(connection, REMOVED_GUESTS, guest, table_id))

    async def readmit(self, table_id: str) -> None:
        """Let all guests who were removed from a table join again."""
        deletion = delete(REMOVED_GUESTS).filter_by(table_id=table_id)
        await self._database.write(lambda connection: connection.execute(deletion).close())

    async def has_removed_guests(self, table_id: str) -> bool:
        """Return whether any guest was removed from a table."""
        query = select(REMOVED_GUESTS.c.guest).filter_by(table_id=table_id).limit(1)
        return await self._database.read(lambda connection: connection.execute(query).first()) is not None

    async def was_removed(self, guest: str, table_id: str) -> bool:
        """Return whether a guest was removed from a table."""
        query = select(REMOVED_GUESTS).filter_by(guest=guest, table_id=table_id)
        return await self._database.read(lambda connection: connection.execute(query).first()) is not None


def insert_once(connection: Connection, about: Table, guest: str, table_id: str) -> None:
    """Insert a row for a guest and a table into `about`, unless it exists already."""
    key = {"guest": guest, "table_id": table_id}
    if connection.execute(select(about).filter_by(**key)).first() is None:
        connection.execute(insert(about).values(**key))
