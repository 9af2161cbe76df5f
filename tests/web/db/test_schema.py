"""An empty database gets the same tables as one that the migrations upgrade, with SQLite and PostgreSQL."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, inspect

from regnum.web.db.schema import METADATA
from regnum.web.tables.store import TableStore
from tests.support.store.postgres import fresh_database
from tests.support.store.stores import with_store, with_unopened_store

pytestmark = pytest.mark.xdist_group("schema")  # one process builds the tables

Shape = Mapping[str, Any]


def _shape(connection: Connection, table: str) -> Shape:
    """Return the columns, keys and indexes of a table in a database, with their names."""
    found = inspect(connection)
    condition = f"{connection.dialect.name}_where"
    primary = found.get_pk_constraint(table)
    return {
        "columns": {
            column["name"]: (str(column["type"]), column["nullable"], column["default"])
            for column in found.get_columns(table)
        },
        "primary key": (primary["name"], primary["constrained_columns"]),
        "foreign keys": {
            (key["name"], *key["constrained_columns"], key["referred_table"], *key["referred_columns"])
            for key in found.get_foreign_keys(table)
        },
        "unique": {(key["name"], *key["column_names"]) for key in found.get_unique_constraints(table)},
        "indexes": {
            index["name"]: (
                index["column_names"],
                index["unique"],
                str(index.get("dialect_options", {}).get(condition)),
            )
            for index in found.get_indexes(table)
        },
    }


def _shapes(connection: Connection) -> dict[str, Shape]:
    """Return the shape of every table in a database, except the one with the version of the schema."""
    names = set(inspect(connection).get_table_names()) - {"alembic_version"}
    return {table: _shape(connection, table) for table in names}


def _migrated(url: str) -> dict[str, Shape]:
    async def work(store: TableStore) -> dict[str, Shape]:
        await store.database.prepare(store.upgrade)
        return await store.database.read(_shapes)

    return with_unopened_store(url, work)


def _declared(url: str) -> dict[str, Shape]:
    return with_store(url, lambda store: store.database.read(_shapes))


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def shapes(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[dict[str, Shape], dict[str, Shape]]:
    """The shapes of the tables that the migrations build, and of those that a new database gets."""
    if request.param == "sqlite":
        folder: Path = tmp_path_factory.mktemp("data")
        return _migrated(f"sqlite:///{folder / 'migrated.db'}"), _declared(f"sqlite:///{folder / 'declared.db'}")
    server = request.getfixturevalue("postgres")
    with fresh_database(server) as migrated, fresh_database(server) as declared:
        return _migrated(migrated), _declared(declared)


def test_migrations_build_the_declared_tables(shapes: tuple[dict[str, Shape], dict[str, Shape]]) -> None:
    migrated, declared = shapes
    assert migrated.keys() == declared.keys() == METADATA.tables.keys()


@pytest.mark.parametrize("table", sorted(METADATA.tables))
def test_table_is_declared_as_the_migrations_build_it(
    table: str, shapes: tuple[dict[str, Shape], dict[str, Shape]]
) -> None:
    migrated, declared = shapes
    assert declared[table] == migrated[table]
