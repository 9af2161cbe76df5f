"""Tables that wait for players and may be found by everybody, and people whom a host asks by their names."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Connection, Table, and_, delete, exists, func, insert, select, true

from regnum.web.db.schema import INVITATIONS, METADATA, PEOPLE, PUT_AWAY, SEATS, SENT_AWAY, TABLES, TALK
from regnum.web.http.names import is_taken
from regnum.web.tables.models import GUEST, OPEN, PLAYING, WAITING, Proposal, TableRow
from regnum.web.tables.store import Store

PAGE: Final = 60
"""So many tables stand on a page of the lobby, the newest on the first."""
OF_ONE: Final = 3
"""So many tables of one host stand in the lobby, the newest."""
COMPANIONS: Final = 400
"""Of so many seats at somebody's tables it is looked who has them."""
AT_ONCE: Final = 50
"""So many unused tables are removed in one go."""

LIVE: Final = "live"
OVER_DAYS: Final = "days"
PACES: Final = (LIVE, OVER_DAYS)


class Wanted(msgspec.Struct, frozen=True):
    """What somebody looks for in the lobby; "" or 0: anything."""

    game: str = ""
    players: int = 0
    language: str = ""
    pace: str = ""

    def fits(self) -> ColumnElement[bool]:
        """Return what holds for such a table."""
        wanted: list[ColumnElement[bool]] = [true()]
        if self.game:
            wanted.append(TABLES.c.game == self.game)
        if self.players:
            wanted.append(TABLES.c.players == self.players)
        if self.language:
            wanted.append(TABLES.c.language == self.language)
        if self.pace:
            wanted.append(TABLES.c.timing.is_(None) == (self.pace == LIVE))
        return and_(*wanted)


class Asked(msgspec.Struct, frozen=True):
    """Somebody whom the host has asked to sit down on a seat that is open."""

    table_id: str
    seat: int
    guest: str
    name: str


def former_name(connection: Connection, table_id: str, seat: int, guest: str) -> str | None:
    """Return the name of a guest who had a seat before: as kept with the seat, in talk, or in their account.

    None if none is stored, or if somebody else at the table has that name.
    """
    own = (SEATS.c.table_id == table_id) & (SEATS.c.seat == seat) & (SEATS.c.claim == guest)
    name = connection.execute(select(SEATS.c.claim_name).where(own)).scalar()
    here = (TALK.c.table_id == table_id) & (TALK.c.seat == seat) & (TALK.c.guest == guest)
    talked = select(TALK.c.name).where(here).order_by(TALK.c.at.desc()).limit(1)
    name = name or connection.execute(talked).scalar()
    name = name or connection.execute(select(PEOPLE.c.name).where(PEOPLE.c.guest == guest)).scalar()
    others = select(SEATS.c.name).where((SEATS.c.table_id == table_id) & (SEATS.c.seat != seat))
    return name if name and not is_taken(name, connection.execute(others).scalars()) else None


class Lobby:
    """What the store knows of tables that are open, and of those who may come to them."""

    def __init__(self, store: Store) -> None:
        self._store: Final = store

    async def found(self, wanted: Wanted, guest: str, page: int = 1) -> list[TableRow]:
        """Return a page of the tables at which this guest may just sit down, the newest first.

        One row more than PAGE tells that there is another page.
        """
        asked = (INVITATIONS.c.table_id == SEATS.c.table_id) & (INVITATIONS.c.seat == SEATS.c.seat)
        free = select(SEATS.c.table_id).where((SEATS.c.kind == OPEN) & ~exists().where(asked))
        mine = select(SEATS.c.table_id).where(SEATS.c.guest == guest)
        away = select(SENT_AWAY.c.table_id).where(SENT_AWAY.c.guest == guest)
        here = TABLES.c.listed & (TABLES.c.phase == WAITING) & wanted.fits()
        here &= TABLES.c.id.in_(free) & TABLES.c.id.not_in(mine) & TABLES.c.id.not_in(away)
        newest = func.row_number().over(partition_by=TABLES.c.host, order_by=TABLES.c.made.desc()).label("newest")
        counted = select(TABLES.c.id, newest).where(here).subquery()
        shown = TABLES.c.id.in_(select(counted.c.id).where(counted.c.newest <= OF_ONE))
        return await self._store.rows(shown, PAGE + 1, (page - 1) * PAGE)

    # People who are asked by name.

    async def companions_called(self, guest: str, name: str) -> set[str]:
        """Return the guests whom somebody may mean by a name: those with whom they have sat at a table."""
        return {other for other, called in await self._companions(guest) if is_taken(name, [called])}

    async def former_name(self, table_id: str, seat: int, guest: str) -> str | None:
        """Return the name of a guest who had a seat before, see `former_name`."""
        read = self._store.database.read
        return await read(lambda connection: former_name(connection, table_id, seat, guest))

    async def met(self, guest: str, other: str) -> bool:
        """Tell whether somebody has sat at a table with another guest."""
        return any(other == found for found, _ in await self._companions(guest))

    async def companions(self, guest: str) -> list[str]:
        """Return the names of those with whom somebody has sat at tables, those of late first."""
        return list(dict.fromkeys(called for _, called in await self._companions(guest)))

    async def _companions(self, guest: str) -> list[tuple[str, str]]:
        mine = select(SEATS.c.table_id).where(SEATS.c.guest == guest)
        query = (
            select(SEATS.c.guest, SEATS.c.name)
            .join(TABLES, TABLES.c.id == SEATS.c.table_id)
            .where(SEATS.c.table_id.in_(mine) & (SEATS.c.kind == GUEST) & (SEATS.c.guest != guest))
            .order_by(TABLES.c.made.desc())
            .limit(COMPANIONS)
        )
        return await self._store.database.read(
            lambda connection: [(str(row[0]), str(row[1])) for row in connection.execute(query)]
        )

    async def ask(self, asked: Asked) -> None:
        """Note that somebody is asked to a seat; whoever was asked to it before is so no more.

        If the host sent them away before, they may sit down again.
        """

        def work(connection: Connection) -> None:
            self._forget(connection, asked.table_id, [asked.seat])
            connection.execute(delete(SENT_AWAY).filter_by(guest=asked.guest, table_id=asked.table_id))
            connection.execute(insert(INVITATIONS).values(**msgspec.to_builtins(asked)))

        await self._store.database.write(work)

    async def ask_no_more(self, table_id: str, seat: int) -> None:
        """Note that nobody is asked to a seat any more."""
        await self._store.database.write(lambda connection: self._forget(connection, table_id, [seat]))

    def _forget(self, connection: Connection, table_id: str, seats: Iterable[int]) -> None:
        here = (INVITATIONS.c.table_id == table_id) & INVITATIONS.c.seat.in_(list(seats))
        connection.execute(delete(INVITATIONS).where(here))

    async def asked_to(self, table_id: str) -> list[Asked]:
        """Return who is asked to a table's open seats."""
        return await self._asked(INVITATIONS.c.table_id == table_id)

    async def asks(self, guest: str) -> list[Asked]:
        """Return to which open seats somebody is asked."""
        return await self._asked(INVITATIONS.c.guest == guest)

    async def _asked(self, where: Any) -> list[Asked]:
        seat = (SEATS.c.table_id == INVITATIONS.c.table_id) & (SEATS.c.seat == INVITATIONS.c.seat)
        query = select(INVITATIONS).join(SEATS, seat).where(where & (SEATS.c.kind == OPEN)).order_by(INVITATIONS.c.seat)
        return await self._store.database.read(
            lambda connection: [Asked(row[0], row[1], row[2], row[3]) for row in connection.execute(query)]
        )

    # People whom the host has sent away.

    async def send_away(self, guest: str, table_id: str) -> None:
        """Note that somebody may not sit down at a table again."""
        await self._note(SENT_AWAY, guest, table_id)

    async def readmit(self, table_id: str) -> None:
        """Let everybody who was sent away from a table sit down there again."""
        gone = delete(SENT_AWAY).filter_by(table_id=table_id)
        await self._store.database.write(lambda connection: connection.execute(gone).close())

    async def has_sent_away(self, table_id: str) -> bool:
        """Tell whether somebody was sent away from a table."""
        query = select(SENT_AWAY.c.guest).filter_by(table_id=table_id).limit(1)
        return await self._store.database.read(lambda connection: connection.execute(query).first()) is not None

    async def was_sent_away(self, guest: str, table_id: str) -> bool:
        """Tell whether the host has sent somebody away from a table."""
        query = select(SENT_AWAY).filter_by(guest=guest, table_id=table_id)
        return await self._store.database.read(lambda connection: connection.execute(query).first()) is not None

    # Tables that go.

    async def put_away(self, guest: str, table_id: str) -> None:
        """Leave a table out of somebody's lists from now on."""
        await self._note(PUT_AWAY, guest, table_id)

    async def _note(self, about: Table, guest: str, table_id: str) -> None:
        key = {"guest": guest, "table_id": table_id}

        def work(connection: Connection) -> None:
            if connection.execute(select(about).filter_by(**key)).first() is None:
                connection.execute(insert(about).values(**key))

        await self._store.database.write(work)

    async def remove(self, table_id: str, version: int) -> None:
        """Remove a table with all that belongs to it; Taken if it is not at this version any more."""

        def work(connection: Connection) -> None:
            self._store.advance(connection, table_id, version)
            for table in reversed(METADATA.sorted_tables):
                if "table_id" in table.columns:
                    connection.execute(delete(table).where(table.c.table_id == table_id))
            connection.execute(delete(TABLES).where(TABLES.c.id == table_id))

        await self._store.database.write(work)

    async def unused(self, before: datetime) -> list[tuple[str, int]]:
        """Return tables that are not over, and at which nobody has moved, sat down or left since then, with versions.

        Those are left out that pause, those at which something is still to happen by itself, and those at which
        people have decided something together since then.
        """
        rests = TABLES.c.alarm.is_(None) | (TABLES.c.alarm <= datetime.now(UTC))
        changed = func.coalesce(TABLES.c.changed, TABLES.c.made)
        old = TABLES.c.phase.in_((WAITING, PLAYING)) & (changed < before) & rests & TABLES.c.pause.is_(None)
        wanted = (TABLES.c.id, TABLES.c.version, TABLES.c.proposal)
        query = select(*wanted).where(old).order_by(TABLES.c.made).limit(20 * AT_ONCE)
        rows = await self._store.database.read(
            lambda connection: [
                (str(row[0]), int(row[1])) for row in connection.execute(query) if _until(row[2]) <= before
            ]
        )
        moved = await self._store.last_moved([row[0] for row in rows])
        return [row for row in rows if moved.get(row[0], before) <= before][:AT_ONCE]


def _until(proposal: str | None) -> datetime:
    """Return when the time to answer a proposal was over; none, and one that cannot be read, are long ago."""
    with suppress(msgspec.MsgspecError):
        if proposal is not None:
            return msgspec.json.decode(proposal, type=Proposal).until
    return datetime.min.replace(tzinfo=UTC)
