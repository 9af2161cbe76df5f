"""Queries of the store about tables: for whom, in which order, and conflicts."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace
from sqlalchemy import select

from regnum.web.db.ids import rematch_id
from regnum.web.db.schema import TABLES
from regnum.web.errors import ConflictError
from regnum.web.lobby.removal import TableRemovalStore
from regnum.web.tables.invitation_store import Invitation
from regnum.web.tables.models import (
    ABANDONED,
    FINISHED,
    WAITING,
    Pause,
    Proposal,
    RunningSeat,
    TableRow,
)
from regnum.web.tables.store import TableStore
from regnum.web.timing.clock import Clock, Timing
from regnum.web.timing.wall_clock import HOUR
from tests.support.store.rows import NOON, add_rows, table_row
from tests.support.store.stores import with_store

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


def ids(rows: Sequence[TableRow | RunningSeat]) -> list[str]:
    return [row.id for row in rows]


def test_tables_of_a_guest_are_seated_then_hosted_then_invited_ones(
    sqlite_database: str,
) -> None:
    async def work(store: TableStore) -> None:
        claimed = table_row("claimed", "bob", minute=7)
        claimed = replace(claimed, seats=(replace(claimed.seats[0], claimant="ann"),))
        await add_rows(
            store,
            table_row("old", "ann", "bob", minute=1),
            table_row("new", "ann", minute=2),
            table_row("hosted", "bob", minute=3, host="ann"),
            table_row("over", "ann", minute=4, phase=FINISHED),
            table_row("others", "bob", minute=5),
            claimed,
        )
        await store.add_table(
            table_row("asked", "bob", "", minute=9, phase=WAITING), invitations=[Invitation("asked", 1, "ann", "Ann")]
        )
        assert ids(await store.tables_of("ann")) == ["new", "old", "claimed", "over", "hosted", "asked"]
        assert ids(await store.tables_of("ann", limit=2)) == ["new", "old"]
        removal = TableRemovalStore(store)
        await removal.hide_table("ann", "over")
        await removal.hide_table("ann", "over")
        await removal.hide_table("bob", "new")
        assert ids(await store.tables_of("ann")) == ["new", "old", "claimed", "hosted", "asked"]
        assert [(own.id, own.seat) for own in await store.running_seats("ann", 9)] == [("new", 0), ("old", 0)]
        assert ids(await store.running_seats("ann", 1)) == ["new"]
        assert ids(await store.running_seats("bob", 9)) == ["claimed", "others", "hosted", "old"]
        assert [await store.has_table(guest) for guest in ("ann", "bob", "eve")] == [True, True, False]
        assert await store.open_tables_of("ann") == 1
        assert await store.versions(["old", "none"]) == {"old": 0}
        assert (await store.version("old"), await store.version("none")) == (0, None)

    with_store(sqlite_database, work)


def test_bots_only_tables_of_an_address_are_counted_while_running(sqlite_database: str) -> None:
    async def work(store: TableStore) -> None:
        await add_rows(
            store,
            table_row("bots", "bot", "bot", client_address="here"),
            table_row("person", "bot", "ann", client_address="here"),
            table_row("over", "bot", client_address="here", phase=FINISHED),
            table_row("ended", "ann", client_address="here", phase=ABANDONED),
            table_row("elsewhere", "bot", client_address="there"),
        )
        assert [await store.bot_tables_at(home) for home in ("here", "there", "")] == [1, 1, 0]
        await store.forget_client_addresses()
        query = select(TABLES.c.id, TABLES.c.client_address)
        homes = await store.database.read(lambda c: {row.id: row[1] for row in c.execute(query)})
        assert homes == {"bots": "here", "person": "here", "over": "", "ended": "", "elsewhere": "there"}

    with_store(sqlite_database, work)


def test_tables_that_await_bots_or_checks_are_found(sqlite_database: str) -> None:
    async def work(store: TableStore) -> None:
        await add_rows(
            store,
            table_row("first", "ann", awaits_bot=True, next_check_at=NOON),
            table_row("second", "ann", minute=1, awaits_bot=True, next_check_at=NOON - timedelta(hours=1)),
            table_row("third", "ann", minute=2, next_check_at=NOON + timedelta(seconds=1)),
        )
        assert await store.tables_awaiting_bots(9) == ["second", "first"]
        assert await store.tables_awaiting_bots(1) == ["second"]
        await store.clear_awaits_bot("first", 1)
        assert await store.tables_awaiting_bots(9) == ["second", "first"], "it has changed"
        await store.clear_awaits_bot("first", 0)
        assert await store.tables_awaiting_bots(9) == ["second"]
        assert await store.tables_to_check(NOON, 9) == ["second", "first"]
        assert await store.tables_to_check(NOON, 1) == ["second"]

    with_store(sqlite_database, work)


def test_table_id_is_stored_once_and_a_rematch_after_its_table(sqlite_database: str) -> None:
    async def work(store: TableStore) -> None:
        over = table_row("over", "ann", phase=FINISHED)
        await add_rows(store, over)
        assert await store.add_table(over), "it is this one"
        assert not await store.add_table(replace(over, seed="2"))
        again = table_row(rematch_id("over"), "ann", minute=1)
        with pytest.raises(ConflictError):
            await store.add_table(again, after=("over", 3))
        actual = await store.table("over")
        assert actual is not None
        assert not actual.has_rematch
        assert await store.add_table(again, after=("over", 0))
        actual = await store.table("over")
        assert actual is not None
        assert (actual.has_rematch, actual.version) == (True, 1)
        playing = await store.table(again.id)
        assert playing is not None
        assert not playing.has_rematch

    with_store(sqlite_database, work)


def test_clocks_and_agreements_are_loaded_as_stored(sqlite_database: str) -> None:
    async def work(store: TableStore) -> None:
        agreed = Proposal("end", "p", 1, NOON, (0, 1), timing=Timing(HOUR), seconds=5, pause_ends_at=NOON)
        row = table_row(
            "one",
            "ann",
            "bob",
            timing=Timing(HOUR, 5, (1, 2), "Europe/Kyiv"),
            clocks=(Clock(5.0, 1.5, NOON, 1), Clock(5.0)),
            next_check_at=NOON,
            pause=Pause(NOON, NOON),
            proposal=agreed,
            substitute="strong",
            options={"a": 1, "b": True},
        )
        await add_rows(store, row)
        assert await store.table("one") == row
        plain = replace(row, timing=None, clocks=(), next_check_at=None, pause=None, proposal=None, title="Ours")
        await store.update_table(plain, 0, [replace(row.seats[1], resigned=True)])
        actual = await store.table("one")
        assert actual is not None
        assert actual == replace(plain, version=1, seats=(row.seats[0], replace(row.seats[1], resigned=True)))
        with pytest.raises(ConflictError):
            await store.update_table(plain, 0)
        with pytest.raises(ConflictError):
            await store.skip_delays("one", 0, 7)
        await store.skip_delays("one", 1, 7)
        actual = await store.table("one")
        assert actual is not None
        assert actual.delays_skipped_after == 7

    with_store(sqlite_database, work)
