"""The stored chat of tables: append-only rows with numbers in each room, notes, and mutes."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Final

import msgspec
from sqlalchemy import Connection, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from regnum.web.db.database import Database
from regnum.web.db.schema import CHAT_MESSAGES, MUTES, NOTES
from regnum.web.errors import BusyError, ConflictError
from regnum.web.tables.models import TableUpdate

PLAYERS: Final = "players"
SPECTATORS: Final = "onlookers"
ROOMS: Final = (PLAYERS, SPECTATORS)
"""The rooms of a table: one for players, one for spectators."""
MAX_ATTEMPTS: Final = 20
"""How many numbers are tried for a row while concurrent inserts take them."""


class ChatRow(msgspec.Struct, frozen=True):
    """A message in a room, or a reaction to one (`target`: its number); the same reaction again removes it.

    `request_id` is unique. `seat`: the author's seat at that time, or None for spectators. `number` counts from 1.
    """

    table_id: str
    room: str
    request_id: str
    guest: str
    name: str
    created_at: datetime
    seat: int | None = None
    text: str = ""
    target: int = 0
    reaction: str = ""
    number: int = 0


class ChatStore:
    """The chat in the store. Every method may raise BusyError, which means that nothing has changed."""

    def __init__(self, database: Database) -> None:
        self._database: Final = database

    async def add(self, row: ChatRow, limit: int) -> None:
        """Store a row under the next number of its room.

        Raises ConflictError if the room has `limit` of its kind already. Messages, reactions by players and those by
        spectators are counted separately, so that none crowds out another.
        """
        values = msgspec.structs.asdict(row)
        in_room = (CHAT_MESSAGES.c.table_id == row.table_id) & (CHAT_MESSAGES.c.room == row.room)
        kind = CHAT_MESSAGES.c.target == 0
        if row.target:
            kind = (CHAT_MESSAGES.c.target != 0) & (
                CHAT_MESSAGES.c.seat.is_(None) if row.seat is None else CHAT_MESSAGES.c.seat.is_not(None)
            )
        count = select(func.count()).select_from(CHAT_MESSAGES).where(in_room & kind)

        def work(connection: Connection) -> None:
            same_request = CHAT_MESSAGES.c.request_id == row.request_id
            if connection.execute(select(CHAT_MESSAGES.c.number).where(same_request)).first() is not None:
                return  # the first attempt was committed, but its response was lost
            last = connection.execute(select(func.max(CHAT_MESSAGES.c.number)).where(in_room)).scalar() or 0
            if last >= limit and connection.execute(count).scalar_one() >= limit:
                raise ConflictError("the room is full")
            connection.execute(insert(CHAT_MESSAGES).values(**{**values, "number": last + 1}))
            self._announce(connection, row.table_id)

        for _ in range(MAX_ATTEMPTS):
            try:
                return await self._database.write(work)
            except IntegrityError:  # a concurrent insert took the number
                continue
        raise BusyError("many talk at once")

    async def rows_after(self, table_id: str, known_numbers: Mapping[str, int]) -> list[ChatRow]:
        """Return the new rows of a table, in order.

        `known_numbers`: the number of the last known row by room.
        """
        new = [(CHAT_MESSAGES.c.room == room) & (CHAT_MESSAGES.c.number > known_numbers.get(room, 0)) for room in ROOMS]
        query = (
            select(CHAT_MESSAGES)
            .where((CHAT_MESSAGES.c.table_id == table_id) & or_(*new))
            .order_by(CHAT_MESSAGES.c.number)
        )

        def work(connection: Connection) -> list[ChatRow]:
            return [ChatRow(**row) for row in connection.execute(query).mappings()]

        return await self._database.read(work)

    async def sizes(self, table_ids: Iterable[str]) -> dict[tuple[str, str], tuple[int, int]]:
        """Return the number of the last row, and the number of rows, by table and room."""
        at_tables = CHAT_MESSAGES.c.table_id.in_(list(table_ids))
        query = select(
            CHAT_MESSAGES.c.table_id, CHAT_MESSAGES.c.room, func.max(CHAT_MESSAGES.c.number), func.count()
        ).where(at_tables)
        query = query.group_by(CHAT_MESSAGES.c.table_id, CHAT_MESSAGES.c.room)
        return await self._database.read(
            lambda connection: {(row[0], row[1]): (row[2], row[3]) for row in connection.execute(query)}
        )

    async def muted(self, guests: Iterable[str]) -> dict[str, frozenset[str]]:
        """Return the guests that each of these guests has muted, by guest."""
        ids = list(guests)
        query = select(MUTES.c.guest, MUTES.c.muted_guest).where(MUTES.c.guest.in_(ids))
        muted_by: dict[str, set[str]] = {guest: set() for guest in ids}

        def work(connection: Connection) -> None:
            for guest, other in connection.execute(query):
                if other != guest:  # after two guests were merged, one may have muted itself
                    muted_by[guest].add(other)

        await self._database.read(work)
        return {guest: frozenset(others) for guest, others in muted_by.items()}

    async def mute(self, table_id: str, guest: str, other: str, on: bool) -> None:
        """Mute or unmute another guest; open pages of the table are notified."""
        this_mute = (MUTES.c.guest == guest) & (MUTES.c.muted_guest == other)

        def work(connection: Connection) -> None:
            is_muted = connection.execute(select(MUTES).where(this_mute)).first() is not None
            if on and not is_muted:
                connection.execute(insert(MUTES).values(guest=guest, muted_guest=other, created_at=datetime.now(UTC)))
            elif is_muted and not on:
                connection.execute(delete(MUTES).where(this_mute))
            self._announce(connection, table_id)

        await self._database.write(work)

    async def note(self, table_id: str, guest: str) -> str:
        """Return a guest's private note at a table, or "" if there is none."""
        query = select(NOTES.c.text).where((NOTES.c.table_id == table_id) & (NOTES.c.guest == guest))
        return await self._database.read(lambda connection: connection.execute(query).scalar()) or ""

    async def save_note(self, table_id: str, guest: str, text: str) -> None:
        """Replace a guest's note; "" deletes it."""
        own_note = (NOTES.c.table_id == table_id) & (NOTES.c.guest == guest)

        def work(connection: Connection) -> None:
            if not text:
                connection.execute(delete(NOTES).where(own_note))
            elif connection.execute(update(NOTES).where(own_note).values(text=text)).rowcount == 0:
                connection.execute(insert(NOTES).values(table_id=table_id, guest=guest, text=text))

        await self._database.write(work)

    def _announce(self, connection: Connection, table_id: str) -> None:
        self._database.announce(connection, msgspec.json.encode(TableUpdate(table_id, 0, False, chat=True)).decode())
