"""Migration 023 renames tables and columns: every value in every table is kept, in both directions."""

import gzip
import json
import sqlite3
from collections import Counter
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    DateTime,
    Inspector,
    Integer,
    MetaData,
    String,
    Table,
    insert,
    inspect,
    select,
)

from regnum.web.db.migrations.versions import v023_names
from regnum.web.db.schema import METADATA
from regnum.web.server.backup import back_up, restore
from regnum.web.tables.store import TableStore
from tests.support.store.stores import with_store, with_unopened_store

Rows = dict[str, list[dict[str, Any]]]

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
EARLIER, LATER = "022", "023"


def _value(column: Column[Any], row: int) -> object:
    """Return a value that no other column of its type and no other row has, or that of the row it refers to."""
    for key in column.foreign_keys:
        return _value(key.column, row)
    place = list(column.table.metadata.tables).index(column.table.name) * 100 + list(column.table.columns).index(column)
    if isinstance(column.type, DateTime):
        return NOON + timedelta(days=place, minutes=row)
    if isinstance(column.type, Boolean):
        return (place + row) % 2 == 1
    if isinstance(column.type, Integer):
        return place * 10 + row
    assert isinstance(column.type, String)
    text = f"{place} {row} {column.name} з 'quotes'"
    return text[: column.type.length]


def _fill(connection: Connection) -> None:
    """Add two rows to each table; the second has no values that may be missing."""
    for table in _reflect(connection).sorted_tables:
        rows = [{column.name: _value(column, row) for column in table.columns} for row in range(2)]
        rows[1] |= {column.name: None for column in table.columns if column.nullable}
        for values in rows:
            connection.execute(insert(table).values(**values))


def _reflect(connection: Connection) -> MetaData:
    tables = MetaData()
    tables.reflect(connection)
    tables.remove(tables.tables["alembic_version"])
    return tables


def _rows(connection: Connection) -> Rows:
    def by_key(table: Table) -> list[Any]:
        return list(connection.execute(select(table).order_by(*table.primary_key.columns)).mappings())

    return {table.name: [dict(row) for row in by_key(table)] for table in _reflect(connection).sorted_tables}


def _renamed(rows: Rows) -> Rows:
    """Return rows with the new names of tables and columns."""
    renamed = {}
    for old_name, old_rows in rows.items():
        name = v023_names.TABLES.get(old_name, old_name)
        columns = v023_names.COLUMNS.get(name, {})
        renamed[name] = [{columns.get(column, column): value for column, value in row.items()} for row in old_rows]
    return renamed


def _names(connection: Connection) -> Counter[str]:
    """Return the names of all keys and indexes."""
    found: Inspector = inspect(connection)
    names: Counter[str] = Counter()
    for table in found.get_table_names():
        parts = [found.get_pk_constraint(table), *found.get_foreign_keys(table), *found.get_unique_constraints(table)]
        names.update(str(part["name"]) for part in (*parts, *found.get_indexes(table)))
    return names


async def _fill_earlier(store: TableStore) -> Rows:
    """Fill every table of a database of the earlier revision and return the rows."""
    await store.database.prepare(lambda connection: store.upgrade(connection, EARLIER))
    await store.database.write(_fill)
    rows = await store.database.read(_rows)
    assert all(len(table_rows) == 2 for table_rows in rows.values())
    return rows


def test_every_value_is_kept_in_both_directions(database: str) -> None:
    async def work(store: TableStore) -> None:
        before = await _fill_earlier(store)
        names = await store.database.read(_names)
        await store.open()
        after = await store.database.read(_rows)
        assert after == _renamed(before)
        assert {name: set(rows[0]) for name, rows in after.items()} == {
            table.name: set(table.columns.keys()) for table in METADATA.sorted_tables
        }

        def downgrade(connection: Connection) -> None:
            store.alembic.attributes["connection"] = connection
            command.downgrade(store.alembic, EARLIER)

        await store.database.prepare(downgrade)
        assert await store.database.read(_rows) == before
        assert await store.database.read(_names) == names

    with_unopened_store(database, work)


def test_rows_without_their_table_do_not_stop_the_upgrade(tmp_path: Path) -> None:
    """The program `sqlite3` deletes a table without its rows, as it does not check foreign keys by default."""
    path = tmp_path / "test.db"

    async def work(store: TableStore) -> None:
        await _fill_earlier(store)
        with closing(sqlite3.connect(path)) as other, other:
            other.execute("DELETE FROM tables")
            other.execute("DELETE FROM people")
        before = await store.database.read(_rows)
        await store.open()
        assert await store.database.read(_rows) == _renamed(before)

    with_unopened_store(f"sqlite:///{path}", work)


def test_backup_of_the_earlier_version_has_every_table(database: str, tmp_path: Path) -> None:
    file, fresh = tmp_path / "earlier.backup", f"sqlite:///{tmp_path / 'fresh.db'}"

    async def make(store: TableStore) -> Rows:
        before = await _fill_earlier(store)
        assert await back_up(store, file) == sum(map(len, before.values()))
        return before

    before = with_unopened_store(database, make)
    upgraded = with_store(database, lambda store: store.database.read(_rows))

    async def load(store: TableStore) -> Rows:
        await restore(store, file)
        return await store.database.read(_rows)

    restored = with_store(fresh, load)
    assert restored.keys() == _renamed(before).keys()
    assert _without_zones(restored) == _without_zones(upgraded)


def _without_zones(rows: Rows) -> dict[str, list[list[tuple[str, str]]]]:
    """Return rows as sorted lists of names and texts: SQLite stores no time zones, and the order of columns differs."""
    return {
        name: sorted(
            sorted((column, str(value).removesuffix("+00:00")) for column, value in row.items()) for row in table_rows
        )
        for name, table_rows in rows.items()
    }


@pytest.mark.parametrize(("revision", "other"), [(EARLIER, "accounts"), (LATER, "people")])
def test_backup_leaves_out_tables_of_other_programs(database: str, tmp_path: Path, revision: str, other: str) -> None:
    file = tmp_path / "all.backup"

    async def work(store: TableStore) -> None:
        await store.database.prepare(lambda connection: store.upgrade(connection, revision))
        await store.database.write(lambda connection: connection.exec_driver_sql(f"CREATE TABLE {other} (a INTEGER)"))
        await store.database.write(lambda connection: connection.exec_driver_sql(f"INSERT INTO {other} VALUES (1)"))
        assert await back_up(store, file) == 0

    with_unopened_store(database, work)
    with gzip.open(file, "rt") as lines:
        header, footer = lines
    assert (json.loads(header)["revision"], json.loads(footer)) == (revision, {"rows": 0})
