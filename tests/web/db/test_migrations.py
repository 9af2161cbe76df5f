"""Migrations: an older store continues, a newer one is reported, and no start leaves a partial schema."""

import asyncio
import random
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest
from sqlalchemy import Connection, MetaData

from regnum.games import find_game
from regnum.web.db.upgrade import UpgradableDatabase
from regnum.web.notifications.channels import ChannelStore
from regnum.web.server.run import ServerStartError, serve
from regnum.web.services import Services
from regnum.web.settings import Settings
from regnum.web.tables import proposal_rules
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import FINISHED, GUEST, PLAYING, WAITING, TableRow
from regnum.web.tables.proposal_rules import END
from regnum.web.tables.store import TableStore
from tests.support.store.interrupted_starts import old, old_rows, run_killed_starts
from tests.support.store.statements import statements_of
from tests.support.store.stores import open_store, with_unopened_database
from tests.support.web.apps import run_in_thread
from tests.support.web.tables import move_randomly

GAMES = ("brian_boru", "khan", "rurik", "wallenstein")


def test_old_store_is_upgraded(database: str, settings: Settings) -> None:
    run_in_thread(lambda: old(database))

    async def work() -> None:
        store = await open_store(database)
        services = Services(store.database, settings)
        rows = await store.tables_of("a" * 32)
        counts = Counter((row.game, row.phase) for row in rows)
        assert counts == {(game, phase): 1 for game in GAMES for phase in (WAITING, PLAYING, FINISHED)}
        entries = Counter(entry[0] for entry in old_rows()["entries"])
        with_bots = {row.id for row in rows if row.phase == PLAYING and row.players > 2}
        assert with_bots
        assert set(await store.tables_awaiting_bots(100)) == with_bots
        for row in rows:
            if row.rules_version == find_game(row.game).rules_version:
                await _assert_playable(services, row, entries[row.id])
        await services.close()
        await store.database.close()

    run_in_thread(lambda: asyncio.run(work()))


async def _assert_playable(services: Services, row: TableRow, entries: int) -> None:
    tables = services.tables
    table = await tables.get(row.id)
    assert isinstance(table, LiveTable)
    assert (table.phase, table.entry_count) == (row.phase, entries)
    if table.phase == WAITING:
        await services.seating.join(table, 1, "c" * 32, "Cleo")
    if table.phase == PLAYING:
        await move_randomly(tables, table, random.Random(1))
        stored = await tables.store.entries.of_table(row.id)
        assert len(stored) == table.entry_count == entries + 1
        await _assert_new_features(services, table)


async def _assert_new_features(services: Services, table: LiveTable) -> None:
    """Check chat, notes and notifications at a table that is older than them; it is public and has no clocks."""
    id_, guest = table.row.id, "a" * 32
    await services.chat.post_message(table, guest, "", "Still here", "here")
    assert [line.row.text for line in (await services.chat.load_conversation(id_)).messages(("players",))] == [
        "Still here"
    ]
    await services.chat.store.save_note(id_, guest, "Mine")
    assert await services.chat.store.note(id_, guest) == "Mine"
    channels = ChannelStore(services.tables.store.database, "secret")
    await channels.add_webhook(guest, id_, "json", "https://hooks.example/ours", "en", "https://games.example")
    assert [channel.address for channel in await channels.of_owner(guest, id_)] == ["https://hooks.example/ours"]
    assert (table.row.timing, table.row.spectators_allowed, table.row.is_listed, table.row.chat_disabled) == (
        None,
        True,
        False,
        False,
    )


def test_end_votes_become_a_proposal_after_the_upgrade(database: str) -> None:
    async def work() -> None:
        upgradable = UpgradableDatabase(database)
        await upgradable.database.prepare(lambda connection: upgradable.upgrade(connection, "018"))
        await upgradable.database.write(_ending)
        await upgradable.open()
        store = TableStore(upgradable.database)
        rows = {row.id: row for row in await store.tables_of("a" * 32)}
        proposal = rows["playing"].proposal
        assert proposal is not None
        assert (proposal.kind, proposal.seat, proposal.agreed) == (END, 1, (1, 2))
        assert proposal_rules.awaited_seats(rows["playing"], datetime.now(UTC)) == [0]
        assert [rows[id_].proposal for id_ in ("other", "finished")] == [None, None]
        await upgradable.close()

    run_in_thread(lambda: asyncio.run(work()))


def _ending(connection: Connection) -> None:
    """Store tables as they were before `v020_agreements`, two of them with votes for the end."""
    metadata = MetaData()
    metadata.reflect(connection, only=["tables", "seats"])
    for id_, phase, quits in (("playing", PLAYING, (1, 2)), ("other", PLAYING, ()), ("finished", FINISHED, (0,))):
        table = {"id": id_, "game": "khan", "rules": 1, "players": 3, "seed": "1", "options": "{}", "host": "a" * 32}
        connection.execute(metadata.tables["tables"].insert().values(**table, phase=phase, made=datetime.now(UTC)))
        seats = metadata.tables["seats"].insert()
        for seat, guest in enumerate("abc"):
            seat_row = {"table_id": id_, "seat": seat, "kind": GUEST, "name": guest, "guest": guest * 32}
            connection.execute(seats.values(**seat_row, quits=seat in quits))


def test_errors_of_the_database_are_explained_and_others_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class DriverError(Exception):
        sqlstate = "08006"

    async def work(upgradable: UpgradableDatabase) -> None:
        await upgradable.open()
        for error, expected in ((DriverError("no connection"), ValueError), (ZeroDivisionError(), ZeroDivisionError)):
            monkeypatch.setattr(upgradable.database, "read", AsyncMock(side_effect=error))
            with pytest.raises(expected):
                await upgradable.has_tables()

    with_unopened_database(f"sqlite:///{tmp_path / 'test.db'}", work)


def test_concurrently_started_servers_share_the_upgrade(database: str) -> None:
    async def work() -> None:
        databases = [UpgradableDatabase(database) for _ in range(4)]
        await asyncio.gather(*(one.open() for one in databases))
        for one in databases:
            await one.close()

    run_in_thread(lambda: asyncio.run(work()))


@pytest.mark.full
def test_start_can_be_killed_at_any_moment(database: str) -> None:
    """`python -m tests.commands.kill_servers --starts 100` does it more often."""
    run_in_thread(lambda: run_killed_starts(database, 6, random.Random()))


def test_newer_store_is_reported_in_one_line(
    database: str, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    async def work() -> None:
        store = await open_store(database)
        await store.database.write(
            lambda connection: connection.exec_driver_sql("UPDATE alembic_version SET version_num = '999'").close()
        )
        await store.database.close()

    run_in_thread(lambda: asyncio.run(work()))
    monkeypatch.setenv("REGNUM_DATA", str(tmp_path_factory.mktemp("data")))
    with pytest.raises(
        ServerStartError, match=r"a newer version of Regnum made it \(its shape is 999, .*update"
    ) as error:
        run_in_thread(lambda: serve(port=0, database=database))
    assert "\n" not in str(error.value)


def test_start_page_does_not_read_all_tables(tmp_path_factory: pytest.TempPathFactory) -> None:
    plans: list[str] = []

    def explain(connection: Connection, statement: str, parameters: Any) -> None:
        if statement.startswith("SELECT"):
            plan = connection.connection.cursor()
            plan.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
            plans.extend(row[-1] for row in plan.fetchall())

    async def work() -> None:
        store = await open_store(f"sqlite:///{tmp_path_factory.mktemp('data') / 'test.db'}")
        with statements_of(store, explain):
            await store.tables_of("a" * 32)
            await store.tables_awaiting_bots(10)
        await store.database.close()

    run_in_thread(lambda: asyncio.run(work()))
    assert [plan for plan in plans if "ix_tables_host" in plan]
    assert [plan for plan in plans if "ix_tables_awaits_bot" in plan]
    assert [plan for plan in plans if plan.startswith("SCAN tables") and "ix_tables_awaits_bot" not in plan] == []
