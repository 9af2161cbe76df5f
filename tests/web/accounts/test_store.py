"""The account store: who is found, what a change affects, and which access ends with a password."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select

from regnum.web.accounts.one_time_links import CONFIRM, INVITE, RESET, OneTimeLinkStore
from regnum.web.accounts.sessions import SessionStore
from regnum.web.accounts.store import AccountStore
from regnum.web.db.schema import ACCOUNTS, ONE_TIME_LINKS, SESSIONS, TOKENS
from regnum.web.errors import RefusedError
from regnum.web.http.identity import Account
from regnum.web.tables.store import TableStore
from tests.support.store.rows import NOON, add_rows, table_row
from tests.support.store.stores import with_store

ANN = Account("ann", "Ann", NOON, "en", "Ann@Mail.example")
BOB = Account("bob", "Bob", NOON, "de", "bob@mail.example")
ZOE = Account("zoe", "Zoë", NOON, "uk")
EVERYONE = ["ann", "bob"]


@pytest.fixture
def with_accounts(tmp_path: Path) -> Callable[[Callable[[TableStore, AccountStore], Awaitable[None]]], None]:
    """Return a function that runs work in a store with three accounts."""

    async def whole(store: TableStore, work: Callable[[TableStore, AccountStore], Awaitable[None]]) -> None:
        accounts = AccountStore(store.database)
        for account in (ZOE, BOB, ANN):
            await accounts.add(account, f"hash of {account.guest}")
        await work(store, accounts)

    return lambda work: with_store(f"sqlite:///{tmp_path / 'test.db'}", lambda store: whole(store, work))


Run = Callable[[Callable[[TableStore, AccountStore], Awaitable[None]]], None]


async def column(store: TableStore, of: Any) -> list[Any]:
    """Return the sorted values of a column."""
    return await store.database.read(lambda connection: sorted(connection.execute(select(of)).scalars()))


async def hashes(store: TableStore) -> dict[str, str]:
    """Return the password hash of each account."""
    query = select(ACCOUNTS.c.guest, ACCOUNTS.c.password)
    return await store.database.read(lambda connection: {row[0]: row[1] for row in connection.execute(query)})


async def give_access(store: TableStore) -> dict[str, str]:
    """Give Ann and Bob everything that a password protects; return the id of a session of each."""
    sessions, links = SessionStore(store.database), OneTimeLinkStore(store.database)
    await add_rows(store, table_row("one", *EVERYONE), table_row("two", "bob"))
    for guest in EVERYONE:
        await sessions.begin(guest, "Firefox")
        await links.issue(RESET, guest)
        token = {"id": guest, "hash": guest, "guest": guest, "table_id": None, "name": "", "created_at": NOON}
        await store.database.write(lambda c, token=token: c.execute(insert(TOKENS), [token]).close())  # type: ignore[misc]
        assert await store.seats.personal_link("one", guest)
    assert await store.seats.personal_link("two", "bob")
    return {guest: (await sessions.of_account(guest))[0].id for guest in EVERYONE}


async def access(store: TableStore) -> list[list[Any]]:
    """Return the guests who have a session, a link, a token, and a personal link at table one."""
    one = await store.table("one")
    assert one is not None
    linked = [seat.guest for seat in one.seats if seat.personal_token]
    tables = (SESSIONS, ONE_TIME_LINKS, TOKENS)
    return [*[await column(store, table.c.guest) for table in tables], linked]


def test_people_are_found_by_guest_name_or_email(with_accounts: Run) -> None:
    async def work(store: TableStore, accounts: AccountStore) -> None:
        assert [await accounts.account_of(guest) for guest in ("ann", "zoe", "eve")] == [ANN, ZOE, None]
        assert [await accounts.email_of(guest) for guest in ("ann", "zoe", "eve")] == [ANN.email, None, None]
        names = ("ANN", "zoë", "Eve", "", "\u200b")
        assert [await accounts.account_by_name(name) for name in names] == [ANN, ZOE, None, None, None]
        assert await accounts.people_with_email("ann@mail.EXAMPLE") == [ANN]
        assert await accounts.people_with_email("") == []
        assert await accounts.accounts_of(["zoe", "ann", "eve"]) == {"ann": ANN, "zoe": ZOE}
        assert await accounts.credentials_by_name("bob") == (BOB, "hash of bob")
        assert await accounts.credentials_by_name("eve") is None

    with_accounts(work)


def test_list_of_people_has_their_tables_and_last_use(with_accounts: Run) -> None:
    async def work(store: TableStore, accounts: AccountStore) -> None:
        await add_rows(store, table_row("one", "ann", "bob"), table_row("two", "ann", "eve"))
        seen = [("a", "ann", NOON), ("b", "ann", NOON + timedelta(hours=1)), ("c", "bob", NOON)]
        rows = [
            {"id": id_, "guest": guest, "created_at": NOON, "seen_at": at, "browser": ""} for id_, guest, at in seen
        ]
        await store.database.write(lambda connection: connection.execute(insert(SESSIONS), rows).close())
        people = await accounts.all_accounts()
        assert [(one.account, one.seen, one.tables) for one in people] == [
            (ANN, NOON + timedelta(hours=1), 2),
            (BOB, NOON, 1),
            (ZOE, None, 0),
        ]

    with_accounts(work)


def test_name_belongs_to_one_person(with_accounts: Run) -> None:
    async def work(store: TableStore, accounts: AccountStore) -> None:
        with pytest.raises(RefusedError, match="account_name_taken"):
            await accounts.add(Account("eve", "ANN", NOON, "en"), "x")
        await accounts.add(Account("ann", "Anna", NOON, "en"), "x")
        assert await accounts.account_of("ann") == ANN, "it is a retry after a lost answer"
        with pytest.raises(RefusedError, match="account_name_taken"):
            await accounts.rename("bob", "ann")
        await accounts.rename("bob", "Rob")
        assert [await accounts.account_by_name(name) is not None for name in ("rob", "bob", "ann")] == [
            True,
            False,
            True,
        ]
        await accounts.set_language("bob", "uk")
        people = await accounts.accounts_of(["ann", "bob"])
        assert [(people[guest].name, people[guest].language) for guest in EVERYONE] == [("Ann", "en"), ("Rob", "uk")]

    with_accounts(work)


def test_invitation_is_used_up_by_one_account(with_accounts: Run) -> None:
    async def work(store: TableStore, accounts: AccountStore) -> None:
        key = await OneTimeLinkStore(store.database).issue(INVITE)
        await accounts.add(Account("eve", "Eve", NOON, "en"), "x", key)
        with pytest.raises(RefusedError, match="invitation_used"):
            await accounts.add(Account("dov", "Dov", NOON, "en"), "x", key)
        assert await column(store, ACCOUNTS.c.guest) == ["ann", "bob", "eve", "zoe"]

    with_accounts(work)


def test_new_password_ends_the_access_of_its_person_except_one_session(with_accounts: Run) -> None:
    async def work(store: TableStore, accounts: AccountStore) -> None:
        sessions = await give_access(store)
        await SessionStore(store.database).begin("ann", "Chrome")
        versions = await store.versions(["one", "two"])
        await accounts.change_password("ann", "new", sessions["ann"])
        assert await hashes(store) == {"ann": "new", "bob": "hash of bob", "zoe": "hash of zoe"}
        assert await access(store) == [["ann", "bob"], ["bob"], ["bob"], ["bob"]]
        assert await column(store, SESSIONS.c.id) == sorted(sessions.values())
        assert await store.versions(["one", "two"]) == {**versions, "one": versions["one"] + 1}
        await accounts.change_password("ann", "newer", None)
        assert (await access(store))[0] == ["bob"]
        assert await store.versions(["one"]) == {"one": versions["one"] + 1}, "no link was left"

    with_accounts(work)


def test_password_is_hashed_again_unless_it_has_changed(with_accounts: Run) -> None:
    async def work(store: TableStore, accounts: AccountStore) -> None:
        await accounts.rehash("ann", "hash of bob", "stronger")
        assert (await hashes(store))["ann"] == "hash of ann"
        await accounts.rehash("ann", "hash of ann", "stronger")
        assert await hashes(store) == {"ann": "stronger", "bob": "hash of bob", "zoe": "hash of zoe"}

    with_accounts(work)


def test_forgotten_address_ends_the_links_of_its_person(with_accounts: Run) -> None:
    async def work(store: TableStore, accounts: AccountStore) -> None:
        await give_access(store)
        await accounts.forget_email("ann")
        assert [await accounts.email_of(guest) for guest in EVERYONE] == [None, BOB.email]
        assert await access(store) == [["ann", "bob"], ["bob"], ["ann", "bob"], ["ann", "bob"]]

    with_accounts(work)


def test_address_is_confirmed_once(with_accounts: Run) -> None:
    async def work(store: TableStore, accounts: AccountStore) -> None:
        links = OneTimeLinkStore(store.database)
        await links.issue(RESET, "bob")
        key, other = await links.issue(CONFIRM, "ann", "new@mail.example"), await links.issue(RESET, "ann")
        assert await accounts.confirm(other) is None, "it is another kind of link"
        confirmed = await accounts.confirm(key)
        assert confirmed is not None
        assert (confirmed[0].guest, confirmed[0].email, confirmed[1]) == ("ann", "new@mail.example", ANN.email)
        assert await accounts.confirm(key) is None
        assert [await accounts.email_of(guest) for guest in EVERYONE] == ["new@mail.example", BOB.email]
        assert await column(store, ONE_TIME_LINKS.c.guest) == ["bob"]

    with_accounts(work)


def test_password_is_reset_once_and_a_repeated_request_is_answered(with_accounts: Run) -> None:
    async def work(store: TableStore, accounts: AccountStore) -> None:
        await give_access(store)
        key = await OneTimeLinkStore(store.database).issue(RESET, "ann")
        assert await accounts.reset("nonsense", "new") is None
        assert await accounts.reset(key, "new") == ANN
        assert await hashes(store) == {"ann": "new", "bob": "hash of bob", "zoe": "hash of zoe"}
        assert await access(store) == [["bob"]] * 4
        assert await accounts.reset(key, "new") == ANN, "the answer to the first request was lost"
        assert await accounts.reset(key, "newer") is None
        assert (await hashes(store))["ann"] == "new"

    with_accounts(work)


def test_removed_person_has_no_access_and_no_account(with_accounts: Run) -> None:
    async def work(store: TableStore, accounts: AccountStore) -> None:
        await give_access(store)
        await accounts.remove("ann")
        assert await column(store, ACCOUNTS.c.guest) == ["bob", "zoe"]
        assert await access(store) == [["bob"]] * 4
        one = await store.table("one")
        assert one is not None
        assert [seat.name for seat in one.seats] == ["NN 1", "Bob"]

    with_accounts(work)
