"""Which rows of guests are stale: those of people without a place at the table, or at any table, after thirty days."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import Table, insert, select

from regnum.games import find_game
from regnum.web.db.schema import (
    ACCOUNTS,
    CHANNELS,
    DELIVERIES,
    HIDDEN_TABLES,
    INVITATIONS,
    MUTES,
    NOTES,
    NOTIFICATION_SETTINGS,
    REMOVED_GUESTS,
    TOKENS,
)
from regnum.web.housekeeping import stale_rows
from regnum.web.housekeeping.stale_rows import remove_stale_rows
from regnum.web.tables.models import WAITING
from regnum.web.tables.store import TableStore
from tests.support.store.stores import with_store
from tests.support.web.live_tables import live_table_of

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
OLD = NOW - timedelta(days=31)


async def write(store: TableStore, table: Table, *rows: dict[str, Any]) -> None:
    await store.database.write(lambda connection: connection.execute(insert(table), rows))


async def left(store: TableStore, table: Table, *names: str) -> list[tuple[Any, ...]]:
    """Return the values of some columns of a table."""
    query = select(*[table.c[name] for name in names])
    return sorted(tuple(row) for row in await store.database.read(lambda connection: connection.execute(query).all()))


def token(guest: str, made: datetime = OLD) -> dict[str, Any]:
    return {"id": guest, "hash": guest, "guest": guest, "name": "", "created_at": made}


async def add_tables(store: TableStore) -> None:
    """Store a running table "here" and a waiting one "elsewhere" with other people."""
    row = live_table_of(find_game("khan"), 3).row
    seats = (
        replace(row.seats[0], guest="seated", claimant="claimant"),
        replace(row.seats[1], guest="b"),
        replace(row.seats[2], guest="c"),
    )
    await store.add_table(replace(row, id="here", host="host", seats=seats))
    others = tuple(replace(seat, guest=f"other {seat.seat}") for seat in row.seats)
    await store.add_table(replace(row, id="elsewhere", host="other", seats=others, phase=WAITING))


def run(tmp_path: Path, work: Any) -> None:
    with_store(f"sqlite:///{tmp_path / 'test.db'}", work)


PEOPLE: Sequence[str] = ("claimant", "host", "seated", "stranger")


def test_notes_and_hidden_tables_need_a_place_at_that_table(tmp_path: Path) -> None:
    places = [{"table_id": table, "guest": guest} for table in ("here", "elsewhere") for guest in PEOPLE]

    async def work(store: TableStore) -> None:
        await add_tables(store)
        await write(store, NOTES, *[{**place, "text": "x"} for place in places])
        await write(store, HIDDEN_TABLES, *places)
        assert await remove_stale_rows(store.database, NOW) == 2 * 5
        for table in (NOTES, HIDDEN_TABLES):
            assert await left(store, table, "table_id", "guest") == [("here", guest) for guest in PEOPLE[:3]]
        assert await remove_stale_rows(store.database, NOW) == 0

    run(tmp_path, work)


def test_removed_people_are_remembered_until_the_game_begins(tmp_path: Path) -> None:
    async def work(store: TableStore) -> None:
        await add_tables(store)
        await write(store, REMOVED_GUESTS, *[{"table_id": table, "guest": "x"} for table in ("here", "elsewhere")])
        assert await remove_stale_rows(store.database, NOW) == 1
        assert await left(store, REMOVED_GUESTS, "table_id") == [("elsewhere",)]

    run(tmp_path, work)


def test_other_rows_need_a_table_an_account_an_invitation_or_a_channel(tmp_path: Path) -> None:
    account = {
        "guest": "account", "name": "A", "appearance_key": "a", "name_key": "a", "password": "x", "language": "en",
        "created_at": OLD,
    }  # fmt: skip
    channel = {
        "table_id": "", "kind": "json", "address": "x", "key": "k", "language": "en", "origin": "x", "failures": 0,
        "last_result": "",
    }  # fmt: skip
    wish = {"zone": "", "quiet_from": 0, "quiet_to": 0, "daily": 0, "disabled_kinds": "", "created_at": OLD}
    people = (*PEOPLE, "account", "invited", "reachable")
    kept = sorted(set(people) - {"stranger"})

    async def work(store: TableStore) -> None:
        await add_tables(store)
        await write(store, ACCOUNTS, account)
        await write(store, INVITATIONS, {"table_id": "elsewhere", "seat": 1, "guest": "invited", "name": "I"})
        await write(store, TOKENS, *[token(guest) for guest in people])
        await write(store, MUTES, *[{"guest": guest, "muted_guest": "x", "created_at": OLD} for guest in people])
        await write(store, NOTIFICATION_SETTINGS, *[{"guest": guest, **wish} for guest in people])
        recent = {"id": "recent", "guest": "reachable", "created_at": NOW, **channel}
        await write(store, CHANNELS, recent, *[{"id": p, "guest": p, "created_at": OLD, **channel} for p in people])
        sent = {"notification": "{}", "created_at": OLD, "next_attempt_at": OLD, "attempts": 0}
        await write(store, DELIVERIES, *[{"id": p, "channel_id": p, **sent} for p in people])
        assert await remove_stale_rows(store.database, NOW) == 2 + 3
        for table in (TOKENS, MUTES, NOTIFICATION_SETTINGS):
            assert await left(store, table, "guest") == [(guest,) for guest in kept], table.name
        channels = sorted({*people, "recent"} - {"stranger", "reachable"})
        assert await left(store, CHANNELS, "id") == [(guest,) for guest in channels]
        assert await left(store, DELIVERIES, "channel_id") == [(guest,) for guest in channels if guest != "recent"]

    run(tmp_path, work)


def test_rows_are_kept_for_thirty_days(tmp_path: Path) -> None:
    async def work(store: TableStore) -> None:
        await write(store, TOKENS, token("x", NOW))
        for seconds, removed in ((-1, 0), (0, 0), (1, 1)):
            at = NOW + timedelta(days=30, seconds=seconds)
            assert await remove_stale_rows(store.database, at) == removed

    run(tmp_path, work)


def test_current_time_is_the_default(tmp_path: Path) -> None:
    async def work(store: TableStore) -> None:
        now = datetime.now(UTC)
        await write(store, TOKENS, token("old", now - timedelta(days=31)), token("new", now - timedelta(days=29)))
        assert await remove_stale_rows(store.database) == 1
        assert await left(store, TOKENS, "guest") == [("new",)]

    run(tmp_path, work)


def test_many_rows_are_removed_in_several_transactions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stale_rows, "BATCH_SIZE", 2)

    async def work(store: TableStore) -> None:
        await write(store, TOKENS, *[token(guest) for guest in "abcde"])
        assert await remove_stale_rows(store.database, NOW) == 5
        assert await left(store, TOKENS, "guest") == []

    run(tmp_path, work)
