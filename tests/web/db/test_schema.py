"""The schema in the code is the one that the migrations build: every table, in a fresh SQLite file."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, inspect

from regnum.web.db.schema import METADATA
from regnum.web.tables.store import TableStore
from tests.support.store.stores import with_store

pytestmark = pytest.mark.xdist_group("schema")  # one process builds the tables

Shape = Mapping[str, Any]


def _shape(connection: Connection, table: str) -> Shape:
    """Return the columns, keys, constraints and indexes of a table in a database."""
    found = inspect(connection)
    sources = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE tbl_name = ?", (table,))
    conditions = {name: (sql or "").partition(" WHERE ")[2] for name, sql in sources}
    return {
        "columns": {
            column["name"]: (str(column["type"]), column["nullable"], column["default"])
            for column in found.get_columns(table)
        },
        "primary key": found.get_pk_constraint(table)["constrained_columns"],
        "foreign keys": {
            (*key["constrained_columns"], key["referred_table"], *key["referred_columns"])
            for key in found.get_foreign_keys(table)
        },
        "unique": {tuple(constraint["column_names"]) for constraint in found.get_unique_constraints(table)},
        "indexes": {
            index["name"]: (index["column_names"], index["unique"], conditions[index["name"]])
            for index in found.get_indexes(table)
        },
    }


def _shapes(connection: Connection) -> dict[str, Shape]:
    """Return the shape of every table in a database, except the one with the version of the schema."""
    names = set(inspect(connection).get_table_names()) - {"alembic_version"}
    return {table: _shape(connection, table) for table in names}


@pytest.fixture(scope="module")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Shape]:
    """The shapes of the tables that the migrations build."""

    async def work(store: TableStore) -> dict[str, Shape]:
        return await store.database.read(_shapes)

    return with_store(f"sqlite:///{tmp_path_factory.mktemp('data') / 'test.db'}", work)


@pytest.fixture(scope="module")
def declared() -> Iterator[dict[str, Shape]]:
    """The shapes of the tables that the code declares."""
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        METADATA.create_all(connection)
        yield _shapes(connection)
    engine.dispose()


def test_migrations_build_the_declared_tables(migrated: dict[str, Shape], declared: dict[str, Shape]) -> None:
    assert migrated.keys() == declared.keys() == METADATA.tables.keys()


@pytest.mark.parametrize("table", sorted(METADATA.tables))
def test_table_is_declared_as_the_migrations_build_it(
    table: str, migrated: dict[str, Shape], declared: dict[str, Shape]
) -> None:
    assert declared[table] == migrated[table]
