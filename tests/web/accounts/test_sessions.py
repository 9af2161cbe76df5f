"""Sessions of accounts and API tokens: their number, lifetime and owners."""

from collections.abc import Callable, Coroutine
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select, update

from regnum.web.accounts import sessions as module
from regnum.web.accounts.sessions import SessionStore, browser_of, hash_key
from regnum.web.api import tokens as tokens_module
from regnum.web.api.tokens import PREFIX, Token, TokenService, clean_name
from regnum.web.db.schema import ACCOUNTS, SESSIONS
from regnum.web.errors import RefusedError
from regnum.web.tables.limits import RowLimits
from regnum.web.tables.store import TableStore
from tests.support.store.stores import with_store


def with_accounts(tmp_path: Path, work: Callable[[TableStore], Coroutine[Any, Any, None]]) -> None:
    """Run work with a temporary store in which Ann and Bob have accounts."""

    async def whole(store: TableStore) -> None:
        own = [dict.fromkeys(("guest", "name", "appearance_key", "name_key"), name) for name in ("ann", "bob")]
        people = [{**keys, "password": "", "language": "en", "created_at": datetime.now(UTC)} for keys in own]
        await store.database.write(lambda connection: connection.execute(insert(ACCOUNTS), people).close())
        await work(store)

    with_store(f"sqlite:///{tmp_path / 'test.db'}", whole)


async def set_last_used(store: TableStore, key: str, ago: timedelta) -> None:
    """Set how long ago a session was last used."""
    change = update(SESSIONS).where(SESSIONS.c.id == hash_key(key)).values(seen_at=datetime.now(UTC) - ago)
    await store.database.write(lambda connection: connection.execute(change).close())


async def time_since_use(store: TableStore, key: str) -> timedelta:
    query = select(SESSIONS.c.seen_at).where(SESSIONS.c.id == hash_key(key))
    at: datetime = await store.database.read(lambda connection: connection.execute(query).scalar_one())
    return datetime.now(UTC) - at


async def guest_of_session(sessions: SessionStore, key: str) -> str:
    result = await sessions.find(key)
    return "" if result is None else result.account.name


def test_session_expires_ninety_days_after_its_last_use(tmp_path: Path) -> None:
    async def work(store: TableStore) -> None:
        sessions = SessionStore(store.database)
        key = await sessions.begin("ann", "Firefox")
        await set_last_used(store, key, timedelta(days=90) + timedelta(seconds=1))
        assert await guest_of_session(sessions, key) == ""
        assert await sessions.of_account("ann") == []
        await set_last_used(store, key, timedelta(days=90) - timedelta(minutes=1))
        assert len(await sessions.of_account("ann")) == 1
        assert await guest_of_session(sessions, key) == "ann"
        assert await time_since_use(store, key) < timedelta(minutes=5), "it was just used"
        assert await guest_of_session(sessions, "another key") == ""

    with_accounts(tmp_path, work)


def test_use_of_a_session_is_recorded_once_an_hour(tmp_path: Path) -> None:
    async def work(store: TableStore) -> None:
        sessions = SessionStore(store.database)
        key, other = [await sessions.begin("ann", "") for _ in range(2)]
        for ago, noted in ((timedelta(minutes=59), False), (timedelta(minutes=61), True)):
            for one in (key, other):
                await set_last_used(store, one, ago)
            assert await guest_of_session(sessions, key) == "ann"
            assert (await time_since_use(store, key) < timedelta(minutes=10)) == noted
            assert await time_since_use(store, other) >= ago, "the other one was not used"

    with_accounts(tmp_path, work)


def test_least_recently_used_sessions_end_beyond_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert module.MAX_SESSIONS == 50
    monkeypatch.setattr(module, "MAX_SESSIONS", 2)

    async def work(store: TableStore) -> None:
        sessions = SessionStore(store.database)
        bob = await sessions.begin("bob", "")
        await set_last_used(store, bob, timedelta(days=91))
        first, second = [await sessions.begin("ann", "") for _ in range(2)]
        query = select(SESSIONS.c.guest)
        assert set(await store.database.read(lambda c: list(c.execute(query).scalars()))) == {"ann"}, "Bob's is too old"
        bob = await sessions.begin("bob", "")
        await set_last_used(store, bob, timedelta(days=30))
        await set_last_used(store, second, timedelta(days=1))
        third = await sessions.begin("ann", "")
        assert [await guest_of_session(sessions, key) for key in (first, second, third, bob)] == [
            "ann",
            "",
            "ann",
            "bob",
        ]
        assert [session.id for session in await sessions.of_account("ann")] == [hash_key(third), hash_key(first)]

    with_accounts(tmp_path, work)


def test_sessions_end_one_by_one_or_all_but_one(tmp_path: Path) -> None:
    async def work(store: TableStore) -> None:
        sessions = SessionStore(store.database)
        bob = await sessions.begin("bob", "")
        keys = [await sessions.begin("ann", "") for _ in range(4)]
        assert await sessions.is_valid(hash_key(keys[0]))
        await sessions.end("ann", session=hash_key(keys[0]))
        assert not await sessions.is_valid(hash_key(keys[0]))
        await sessions.end("bob", session=hash_key(keys[1]))
        assert [await guest_of_session(sessions, key) for key in keys] == ["", "ann", "ann", "ann"], (
            "Bob ends only sessions of his own"
        )
        await sessions.end("ann", except_session=hash_key(keys[2]))
        assert [await guest_of_session(sessions, key) for key in keys] == ["", "", "ann", ""]
        await sessions.end("ann")
        assert [await guest_of_session(sessions, key) for key in (*keys, bob)] == ["", "", "", "", "bob"]

    with_accounts(tmp_path, work)


@pytest.mark.parametrize(
    ("agent", "message"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0", "Firefox, Linux"),
        ("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/128.0 Mobile Safari/537.36", "Chrome, Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1", "Safari, iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/128.0 Safari/537.36 Edg/128.0", "Edge, Windows"),
        ("curl/8.5.0", "curl"),
        ("x" * 40, "x" * 30),
        ("", ""),
    ],
)
def test_session_names_its_browser(agent: str, message: str) -> None:
    assert browser_of(agent) == message


# Tokens.


def test_token_identifies_its_owner_until_it_is_revoked(tmp_path: Path) -> None:
    async def work(store: TableStore) -> None:
        tokens = TokenService(store.database, RowLimits(1000))
        first = await tokens.create("ann", None, " My \n bot\u200b ", "home")
        second = await tokens.create("bob", None, "", "home")
        actual = await tokens.find(first)
        assert actual is not None
        assert (actual.guest, actual.table_id, actual.name) == ("ann", None, "My bot")
        assert await tokens.find(second) != actual
        assert await tokens.find(first + "x") is None
        assert [token.id for token in await tokens.of_guest("ann")] == [actual.id]
        await tokens.revoke(actual.id, "bob")
        assert await tokens.is_valid(actual.id), "only the owner can revoke it"
        await tokens.revoke(actual.id, "ann")
        assert await tokens.find(first) is None
        assert not await tokens.is_valid(actual.id)
        assert await tokens.find(second) is not None

    with_accounts(tmp_path, work)


def test_guest_can_have_twenty_tokens(tmp_path: Path) -> None:
    async def work(store: TableStore) -> None:
        tokens = TokenService(store.database, RowLimits(1000))
        await tokens.create("bob", None, "", "home")
        for _ in range(20):
            await tokens.create("ann", None, "", "home")
        with pytest.raises(RefusedError) as error:
            await tokens.create("ann", None, "", "home")
        assert (error.value.key, error.value.params) == ("too_many_tokens", {"most": 20})

    with_accounts(tmp_path, work)


def test_malformed_tokens_cause_no_database_lookup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(store: TableStore) -> None:
        tokens = TokenService(store.database, RowLimits(1000))
        requests: list[object] = []

        async def find(where: object) -> list[Token]:
            requests.append(where)
            return []

        monkeypatch.setattr(tokens, "_find", find)
        for key in ("", "other_" + "x" * 43, PREFIX + "x" * (101 - len(PREFIX))):
            assert await tokens.find(key) is None
        assert requests == []
        assert await tokens.find(PREFIX + "x" * (100 - len(PREFIX))) is None
        assert len(requests) == 1

    with_accounts(tmp_path, work)


def test_token_can_open_eight_streams_of_a_table(tmp_path: Path) -> None:
    assert tokens_module.MAX_STREAMS_PER_TOKEN == 8

    async def work(store: TableStore) -> None:
        tokens = TokenService(store.database, RowLimits(1000))
        await tokens.create("ann", None, "", "home")
        (token,) = await tokens.of_guest("ann")
        for _ in range(8):
            assert not tokens.has_too_many_streams(token, "t")
            tokens.open_stream(token, "t")
        assert tokens.has_too_many_streams(token, "t")
        assert not tokens.has_too_many_streams(token, "other")
        tokens.close_stream(token, "t")
        assert not tokens.has_too_many_streams(token, "t")

    with_accounts(tmp_path, work)


def test_token_name_is_one_line_of_forty_characters() -> None:
    assert clean_name("  a \t b\u202e\n") == "a b"
    assert clean_name("x" * 50) == "x" * 40
