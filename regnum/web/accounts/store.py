"""The stored accounts: finds them by name or address, adds, changes and removes them."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from regnum.web.accounts import user_data
from regnum.web.accounts.one_time_links import CONFIRM, INVITE, RESET, spend
from regnum.web.db.engine import utc
from regnum.web.db.schema import PEOPLE, SEATS, SESSIONS, TICKETS, TOKENS
from regnum.web.errors import Refused
from regnum.web.http.identity import Person
from regnum.web.http.names import is_shown, looks, tidy
from regnum.web.tables.store import Store

_KNOWN: Final = (PEOPLE.c.guest, PEOPLE.c.name, PEOPLE.c.made, PEOPLE.c.language, PEOPLE.c.mail)


class Listed(msgspec.Struct, frozen=True):
    """Somebody as whoever runs the server sees him: when he was last there, and at how many tables he sits."""

    person: Person
    seen: datetime | None
    tables: int


class AccountStore:
    """The accounts in the store."""

    def __init__(self, store: Store) -> None:
        self._store: Final = store

    async def of(self, guest: str) -> Person | None:
        """Return who plays as this guest; None if he has no account."""
        return await self._one(PEOPLE.c.guest == guest)

    async def address_of(self, guest: str) -> str | None:
        """Return the confirmed email address of a guest; None if they have none."""
        query = select(PEOPLE.c.mail).where(PEOPLE.c.guest == guest)
        return await self._store.database.read(lambda connection: connection.execute(query).scalar())

    async def called(self, name: str) -> Person | None:
        """Return who is called so, or so that people would take it for the same; None if nobody is."""
        return await self._one(PEOPLE.c.small == small(name))

    async def at_address(self, mail: str) -> list[Person]:
        """Return who has confirmed an address, whatever its capitals."""
        return await self._found(func.lower(PEOPLE.c.mail) == mail.lower())

    async def all_of(self, guests: Iterable[str]) -> dict[str, Person]:
        """Return those of many guests who have an account."""
        return {person.guest: person for person in await self._found(PEOPLE.c.guest.in_(list(guests)))}

    async def listed(self) -> list[Listed]:
        """Return everybody, by name."""

        def work(connection: Connection) -> list[Listed]:
            last = select(SESSIONS.c.guest, func.max(SESSIONS.c.seen)).group_by(SESSIONS.c.guest)
            seen = {row[0]: utc(row[1]) for row in connection.execute(last)}
            tables = user_data.played(connection)
            rows = connection.execute(select(*_KNOWN).order_by(PEOPLE.c.small)).all()
            return [Listed(_person(row), seen.get(row.guest), tables.get(row.guest, 0)) for row in rows]

        return await self._store.database.read(work)

    async def kept(self, name: str) -> tuple[Person, str] | None:
        """Return who is called so, with what is kept of his password."""
        query = select(*_KNOWN, PEOPLE.c.password).where(PEOPLE.c.small == small(name))
        row = await self._store.database.read(lambda connection: connection.execute(query).first())
        return None if row is None else (_person(row), row.password)

    async def add(self, person: Person, password: str, invitation: str | None = None) -> None:
        """Add somebody; `invitation`: a ticket that this uses up. Refused if the name or the ticket is."""
        look, lesser = looks(person.name)
        row = {**msgspec.to_builtins(person, builtin_types=(datetime,)), "look": look, "small": lesser}

        def work(connection: Connection) -> None:
            if connection.execute(select(PEOPLE.c.guest).where(PEOPLE.c.guest == person.guest)).first() is not None:
                return  # the first try was committed, only its answer was lost
            if invitation is not None and spend(connection, INVITE, invitation) is None:
                raise Refused("invitation_used")
            connection.execute(insert(PEOPLE).values(**row, password=password))

        try:
            await self._store.database.write(work)
        except IntegrityError:
            raise Refused("name_had", {"name": person.name}) from None

    async def rename(self, guest: str, name: str) -> None:
        """Give somebody another name; Refused if somebody else has it."""
        look, lesser = looks(name)
        try:
            await self._change(guest, name=name, look=look, small=lesser)
        except IntegrityError:
            raise Refused("name_had", {"name": name}) from None

    async def change_password(self, guest: str, password: str, but: str | None) -> None:
        """Keep another password; all his sessions end (`but`: except this one), and links that he was sent."""

        def work(connection: Connection) -> None:
            connection.execute(update(PEOPLE).where(PEOPLE.c.guest == guest).values(password=password))
            self._shut_out(connection, guest, but)

        await self._store.database.write(work)

    async def rehash(self, guest: str, old: str, fresh: str) -> None:
        """Keep the same password by another hash."""
        here = (PEOPLE.c.guest == guest) & (PEOPLE.c.password == old)
        await self._store.database.write(
            lambda connection: connection.execute(update(PEOPLE).where(here).values(password=fresh))
        )

    async def forget_address(self, guest: str) -> None:
        """Let somebody have no address; links that were sent to one end."""

        def work(connection: Connection) -> None:
            connection.execute(update(PEOPLE).where(PEOPLE.c.guest == guest).values(mail=None))
            connection.execute(delete(TICKETS).where(TICKETS.c.guest == guest))

        await self._store.database.write(work)

    async def confirm(self, ticket: str) -> tuple[Person, str | None] | None:
        """Let somebody have the address of a ticket; return him with the one that he had, None if it is none."""

        def work(connection: Connection) -> tuple[Person, str | None] | None:
            found = spend(connection, CONFIRM, ticket)
            if found is None or found.guest is None:
                return None
            here = PEOPLE.c.guest == found.guest
            before = connection.execute(select(PEOPLE.c.mail).where(here)).scalar()
            connection.execute(update(PEOPLE).where(here).values(mail=found.mail))
            connection.execute(delete(TICKETS).where(TICKETS.c.guest == found.guest))
            return _person(connection.execute(select(*_KNOWN).where(here)).one()), before

        return await self._store.database.write(work)

    async def reset(self, ticket: str, password: str) -> Person | None:
        """Let whoever has a ticket have another password; all his sessions end. None if the ticket is none."""

        def work(connection: Connection) -> Person | None:
            found = spend(connection, RESET, ticket)
            here = PEOPLE.c.guest == found.guest if found is not None else PEOPLE.c.password == password
            row = connection.execute(select(*_KNOWN).where(here)).first()
            if row is None:
                return None  # else it was the first try that was committed: nobody has the same hash by chance
            connection.execute(update(PEOPLE).where(PEOPLE.c.guest == row.guest).values(password=password))
            self._shut_out(connection, row.guest, None)
            return _person(row)

        return await self._store.database.write(work)

    async def remove(self, guest: str) -> None:
        """Remove somebody; what he has played stays without his name."""

        def work(connection: Connection) -> None:
            user_data.leave(self._store, connection, guest)
            self._shut_out(connection, guest, None)
            connection.execute(delete(PEOPLE).where(PEOPLE.c.guest == guest))

        await self._store.database.write(work)

    def _shut_out(self, connection: Connection, guest: str, but: str | None) -> None:
        """End somebody's sessions (`but`: except this one), links and tokens, and the links to their seats.

        So whoever had the old password has nothing.
        """
        connection.execute(delete(SESSIONS).where((SESSIONS.c.guest == guest) & (SESSIONS.c.id != (but or ""))))
        connection.execute(delete(TICKETS).where(TICKETS.c.guest == guest))
        connection.execute(delete(TOKENS).where(TOKENS.c.guest == guest))
        linked = (SEATS.c.guest == guest) & SEATS.c.personal.is_not(None)
        tables = list(connection.execute(select(SEATS.c.table_id).where(linked)).scalars())
        if tables:
            self._store.touch(connection, tables)
            connection.execute(update(SEATS).where(linked).values(personal=None))

    async def speak(self, guest: str, language: str) -> None:
        """Note in which language somebody is to be written to."""
        await self._change(guest, language=language)

    async def _change(self, guest: str, **values: object) -> None:
        change = update(PEOPLE).where(PEOPLE.c.guest == guest).values(**values)
        await self._store.database.write(lambda connection: connection.execute(change))

    async def _found(self, where: Any) -> list[Person]:
        query = select(*_KNOWN).where(where).order_by(PEOPLE.c.small)
        rows = await self._store.database.read(lambda connection: connection.execute(query).all())
        return [_person(row) for row in rows]

    async def _one(self, where: Any) -> Person | None:
        return next(iter(await self._found(where)), None)


def small(name: str) -> str:
    """Return by what somebody of this name is found: all names that people take for the same have it in common."""
    return looks(name)[1][:200] if is_shown(tidy(name)) else ""


def _person(row: Any) -> Person:
    return Person(row.guest, row.name, utc(row.made), row.language, row.mail)
