"""One-time links in emails and invitations."""

from collections.abc import Callable, Coroutine
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select, update

from regnum.web.accounts import one_time_links
from regnum.web.accounts.one_time_links import CONFIRM, INVITE, RESET, OneTimeLink, OneTimeLinkStore, redeem
from regnum.web.db.schema import ACCOUNTS, ONE_TIME_LINKS
from regnum.web.tables.store import TableStore
from tests.support.store.stores import with_store


def with_links(tmp_path: Path, work: Callable[[TableStore, OneTimeLinkStore], Coroutine[Any, Any, None]]) -> None:
    """Run work with a temporary store."""
    with_store(f"sqlite:///{tmp_path / 'test.db'}", lambda store: work(store, OneTimeLinkStore(store.database)))


async def lifetimes(store: TableStore) -> dict[str, timedelta]:
    """Return the remaining lifetime of each kind of link in whole minutes."""
    query = select(ONE_TIME_LINKS.c.kind, ONE_TIME_LINKS.c.expires_at)
    rows = await store.database.read(lambda connection: connection.execute(query).all())
    left = {row[0]: row[1] - datetime.now(UTC) for row in rows}
    return {kind: timedelta(minutes=round(span.total_seconds() / 60)) for kind, span in left.items()}


async def expire(store: TableStore, kind: str) -> None:
    past = (
        update(ONE_TIME_LINKS)
        .where(ONE_TIME_LINKS.c.kind == kind)
        .values(expires_at=datetime.now(UTC) - timedelta(seconds=1))
    )
    await store.database.write(lambda connection: connection.execute(past).close())


async def spend(store: TableStore, kind: str, key: str) -> OneTimeLink | None:
    return await store.database.write(lambda connection: redeem(connection, kind, key))


def account(name: str) -> dict[str, Any]:
    """Return a row of the table of accounts."""
    own = dict.fromkeys(("guest", "name", "appearance_key", "name_key"), name)
    return {**own, "password": "", "language": "en", "created_at": datetime.now(UTC)}


def test_lifetime_of_a_link_depends_on_its_kind(tmp_path: Path) -> None:
    async def work(store: TableStore, links: OneTimeLinkStore) -> None:
        for kind in (CONFIRM, RESET, INVITE):
            await links.issue(kind, email="ann@games.example")
        usual = {CONFIRM: timedelta(days=3), RESET: timedelta(hours=1), INVITE: timedelta(days=14)}
        assert await lifetimes(store) == usual
        await links.issue("other", lifetime=timedelta(days=30))
        assert (await lifetimes(store))["other"] == timedelta(days=30)

    with_links(tmp_path, work)


def test_link_can_be_used_once_for_its_purpose(tmp_path: Path) -> None:
    async def work(store: TableStore, links: OneTimeLinkStore) -> None:
        key = await links.issue(INVITE)
        other = await links.issue(INVITE)
        assert key != other
        assert await links.find_link(INVITE, key) == OneTimeLink(None, None)
        assert await links.find_link(RESET, key) is None, "an invitation resets no password"
        assert await links.find_link(INVITE, "wrong") is None
        assert await spend(store, RESET, key) is None
        assert await spend(store, INVITE, key) == OneTimeLink(None, None)
        assert await spend(store, INVITE, key) is None
        assert await links.find_link(INVITE, key) is None
        assert await links.find_link(INVITE, other) == OneTimeLink(None, None), "only that one was used"

    with_links(tmp_path, work)


def test_expired_link_is_removed(tmp_path: Path) -> None:
    async def work(store: TableStore, links: OneTimeLinkStore) -> None:
        old = await links.issue(INVITE)
        young = await links.issue(CONFIRM, email="ann@games.example")
        await expire(store, INVITE)
        assert await links.find_link(INVITE, old) is None
        assert await spend(store, INVITE, old) is None
        assert await links.find_link(CONFIRM, young) == OneTimeLink(None, "ann@games.example")
        await links.issue(RESET)
        assert sorted(await lifetimes(store)) == [CONFIRM, RESET]

    with_links(tmp_path, work)


def test_new_link_replaces_older_ones_of_its_kind_and_person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(store: TableStore, links: OneTimeLinkStore) -> None:
        people = [account(name) for name in ("ann", "bob")]
        await store.database.write(lambda connection: connection.execute(insert(ACCOUNTS), people).close())
        first = await links.issue(RESET, "ann")
        confirm = await links.issue(CONFIRM, "ann", "ann@games.example")
        bob = await links.issue(RESET, "bob")
        second = await links.issue(RESET, "ann")
        assert await links.find_link(RESET, first) is None
        assert await links.find_link(RESET, second) == OneTimeLink("ann", None)
        assert await links.find_link(CONFIRM, confirm) == OneTimeLink("ann", "ann@games.example")
        assert await links.find_link(RESET, bob) == OneTimeLink("bob", None)
        keys = iter(["same", "same"])
        monkeypatch.setattr(one_time_links, "new_key", lambda: next(keys))
        await links.issue(INVITE)
        await links.issue(INVITE)
        assert await links.find_link(INVITE, "same") == OneTimeLink(None, None), "a repeated key is not an error"

    with_links(tmp_path, work)
