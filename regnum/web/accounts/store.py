"""The account store, which finds, adds, changes and removes accounts."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from regnum.web.accounts import user_data
from regnum.web.accounts.one_time_links import CONFIRM, INVITE, RESET, redeem
from regnum.web.db.database import Database
from regnum.web.db.schema import ACCOUNTS, ONE_TIME_LINKS, SEATS, SESSIONS, TOKENS
from regnum.web.errors import RefusedError
from regnum.web.http.identity import Account
from regnum.web.names import appearance_keys, is_shown, normalize_name
from regnum.web.tables.versions import raise_versions

_PERSON_COLUMNS: Final = (
    ACCOUNTS.c.guest,
    ACCOUNTS.c.name,
    ACCOUNTS.c.created_at,
    ACCOUNTS.c.language,
    ACCOUNTS.c.email,
)


class AccountSummary(msgspec.Struct, frozen=True):
    """A person in the operator's list, with when they were last seen and their number of tables."""

    account: Account
    seen: datetime | None
    tables: int


class AccountStore:
    """The accounts in the store."""

    def __init__(self, database: Database) -> None:
        self._database: Final = database

    async def account_of(self, guest: str) -> Account | None:
        """Return the person with this guest, or None if the guest has no account."""
        return await self._one(ACCOUNTS.c.guest == guest)

    async def email_of(self, guest: str) -> str | None:
        """Return the confirmed email address of a guest, or None if they have none."""
        query = select(ACCOUNTS.c.email).where(ACCOUNTS.c.guest == guest)
        return await self._database.read(lambda connection: connection.execute(query).scalar())

    async def account_by_name(self, name: str) -> Account | None:
        """Return the person with this name or one that looks the same, or None if there is none."""
        return await self._one(ACCOUNTS.c.name_key == name_key(name))

    async def people_with_email(self, email: str) -> list[Account]:
        """Return the people who have confirmed an address, ignoring case."""
        return await self._accounts_where(func.lower(ACCOUNTS.c.email) == email.lower())

    async def accounts_of(self, guests: Iterable[str]) -> dict[str, Account]:
        """Return those among these guests who have an account, as people by guest."""
        return {account.guest: account for account in await self._accounts_where(ACCOUNTS.c.guest.in_(list(guests)))}

    async def all_accounts(self) -> list[AccountSummary]:
        """Return all people, sorted by name."""

        def work(connection: Connection) -> list[AccountSummary]:
            last = select(SESSIONS.c.guest, func.max(SESSIONS.c.seen_at)).group_by(SESSIONS.c.guest)
            seen = {row[0]: row[1] for row in connection.execute(last)}
            tables = user_data.count_seats_by_guest(connection)
            rows = connection.execute(select(*_PERSON_COLUMNS).order_by(ACCOUNTS.c.name_key)).all()
            return [AccountSummary(_account(row), seen.get(row.guest), tables.get(row.guest, 0)) for row in rows]

        return await self._database.read(work)

    async def credentials_by_name(self, name: str) -> tuple[Account, str] | None:
        """Return the person with this name and the hash of their password, or None if there is none."""
        query = select(*_PERSON_COLUMNS, ACCOUNTS.c.password).where(ACCOUNTS.c.name_key == name_key(name))
        row = await self._database.read(lambda connection: connection.execute(query).first())
        return None if row is None else (_account(row), row.password)

    async def add(self, account: Account, password: str, invitation: str | None = None) -> None:
        """Add a person; `invitation`: a one-time link to use up.

        Raises RefusedError if the name is taken or the link was used.
        """
        look, lesser = appearance_keys(account.name)
        row = {**msgspec.to_builtins(account, builtin_types=(datetime,)), "appearance_key": look, "name_key": lesser}

        def work(connection: Connection) -> None:
            if (
                connection.execute(select(ACCOUNTS.c.guest).where(ACCOUNTS.c.guest == account.guest)).first()
                is not None
            ):
                return  # the first attempt was committed, but its response was lost
            if invitation is not None and redeem(connection, INVITE, invitation) is None:
                raise RefusedError("invitation_used")
            connection.execute(insert(ACCOUNTS).values(**row, password=password))

        try:
            await self._database.write(work)
        except IntegrityError:
            raise RefusedError("account_name_taken", {"name": account.name}) from None

    async def rename(self, guest: str, name: str) -> None:
        """Rename a person; raises RefusedError if the name is taken."""
        look, lesser = appearance_keys(name)
        try:
            await self._change(guest, name=name, appearance_key=look, name_key=lesser)
        except IntegrityError:
            raise RefusedError("account_name_taken", {"name": name}) from None

    async def change_password(self, guest: str, password: str, except_session: str | None) -> None:
        """Store a new password hash and end all access that the old one gave, except `except_session`."""

        def work(connection: Connection) -> None:
            connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.guest == guest).values(password=password))
            self._revoke_access(connection, guest, except_session)

        await self._database.write(work)

    async def rehash(self, guest: str, old: str, new_hash: str) -> None:
        """Store a new hash of the same password, unless the password has changed in the meantime."""
        unchanged = (ACCOUNTS.c.guest == guest) & (ACCOUNTS.c.password == old)
        await self._database.write(
            lambda connection: connection.execute(update(ACCOUNTS).where(unchanged).values(password=new_hash))
        )

    async def forget_email(self, guest: str) -> None:
        """Remove a person's email address and delete all one-time links that were sent to them."""

        def work(connection: Connection) -> None:
            connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.guest == guest).values(email=None))
            connection.execute(delete(ONE_TIME_LINKS).where(ONE_TIME_LINKS.c.guest == guest))

        await self._database.write(work)

    async def confirm(self, key: str) -> tuple[Account, str | None] | None:
        """Set the address that a one-time link confirms and return the person and their old address.

        Return None if the link is invalid.
        """

        def work(connection: Connection) -> tuple[Account, str | None] | None:
            link = redeem(connection, CONFIRM, key)
            if link is None or link.guest is None:
                return None
            own_account = ACCOUNTS.c.guest == link.guest
            before = connection.execute(select(ACCOUNTS.c.email).where(own_account)).scalar()
            connection.execute(update(ACCOUNTS).where(own_account).values(email=link.email))
            connection.execute(delete(ONE_TIME_LINKS).where(ONE_TIME_LINKS.c.guest == link.guest))
            return _account(connection.execute(select(*_PERSON_COLUMNS).where(own_account)).one()), before

        return await self._database.write(work)

    async def reset(self, key: str, password: str) -> Account | None:
        """Set a new password hash with a one-time link and end all sessions; return None if the link is invalid."""

        def work(connection: Connection) -> Account | None:
            link = redeem(connection, RESET, key)
            account = ACCOUNTS.c.guest == link.guest if link is not None else ACCOUNTS.c.password == password
            row = connection.execute(select(*_PERSON_COLUMNS).where(account)).first()
            if row is None:
                return None  # a row despite no link: the first attempt was committed, as hashes are unique
            connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.guest == row.guest).values(password=password))
            self._revoke_access(connection, row.guest, None)
            return _account(row)

        return await self._database.write(work)

    async def remove(self, guest: str) -> None:
        """Remove a person; their games are kept without their name."""

        def work(connection: Connection) -> None:
            user_data.anonymize(self._database, connection, guest)
            self._revoke_access(connection, guest, None)
            connection.execute(delete(ACCOUNTS).where(ACCOUNTS.c.guest == guest))

        await self._database.write(work)

    def _revoke_access(self, connection: Connection, guest: str, except_session: str | None) -> None:
        """End all access that a person's password gave: sessions, one-time links, tokens and the links to their seats.

        `except_session`: a session that is kept.
        """
        connection.execute(
            delete(SESSIONS).where((SESSIONS.c.guest == guest) & (SESSIONS.c.id != (except_session or "")))
        )
        connection.execute(delete(ONE_TIME_LINKS).where(ONE_TIME_LINKS.c.guest == guest))
        connection.execute(delete(TOKENS).where(TOKENS.c.guest == guest))
        linked = (SEATS.c.guest == guest) & SEATS.c.personal_token.is_not(None)
        tables = list(connection.execute(select(SEATS.c.table_id).where(linked)).scalars())
        if tables:
            raise_versions(self._database, connection, tables)
            connection.execute(update(SEATS).where(linked).values(personal_token=None))

    async def set_language(self, guest: str, language: str) -> None:
        """Store the language of emails to a person."""
        await self._change(guest, language=language)

    async def _change(self, guest: str, **values: object) -> None:
        change = update(ACCOUNTS).where(ACCOUNTS.c.guest == guest).values(**values)
        await self._database.write(lambda connection: connection.execute(change))

    async def _accounts_where(self, where: Any) -> list[Account]:
        query = select(*_PERSON_COLUMNS).where(where).order_by(ACCOUNTS.c.name_key)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [_account(row) for row in rows]

    async def _one(self, where: Any) -> Account | None:
        return next(iter(await self._accounts_where(where)), None)


def name_key(name: str) -> str:
    """Return the lookup key of a name, which all names that look the same share."""
    return appearance_keys(name)[1][:200] if is_shown(normalize_name(name)) else ""


def _account(row: Any) -> Account:
    return Account(row.guest, row.name, row.created_at, row.language, row.email)
