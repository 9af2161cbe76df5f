"""The store: its schema, and an append-only log."""

import stat
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from msgspec.structs import replace
from sqlalchemy import Connection, DefaultClause
from sqlalchemy.exc import DBAPIError

from regnum.web.accounts import user_data
from regnum.web.db.schema import METADATA, TABLES
from regnum.web.settings import Settings
from regnum.web.tables.models import DEFAULT_SUBSTITUTE, GUEST, OPEN, PLAYING, Entry, SeatRow
from regnum.web.tables.store import TableStore
from tests.support.store.rows import waiting_row
from tests.support.store.statements import statements_of
from tests.support.store.stores import store_at, with_store


def test_schema_and_code_have_the_same_default_substitute() -> None:
    default = TABLES.c.substitute.server_default
    assert isinstance(default, DefaultClause)
    assert default.arg == DEFAULT_SUBSTITUTE


def test_new_database_has_the_schema(database: str) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), METADATA))

    async def work(store: TableStore) -> None:
        assert await store.database.read(differences) == []
        if database.startswith("sqlite"):
            mode = await store.database.read(
                lambda connection: connection.exec_driver_sql("PRAGMA journal_mode").scalar()
            )
            assert mode == "wal"

    with_store(database, work)
    with_store(database, work)  # a second start finds everything done


def test_table_is_loaded_as_it_was_stored(database: str) -> None:
    table = waiting_row()

    async def work(store: TableStore) -> None:
        await store.add_table(table)
        assert await store.table(table.id) == table
        assert await store.table("another") is None
        assert await store.tables_of("a" * 32) == [table]
        assert await store.tables_of("b" * 32) == []

    with_store(database, work)


def test_password_of_the_database_is_hidden() -> None:
    with pytest.raises(ValueError, match="cannot use the database") as error:
        store_at("postgresql+nodriver://me:hush@127.0.0.1/x")
    assert "hush" not in str(error.value)


def test_key_is_kept_for_its_owner_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGNUM_DATA", str(tmp_path / "deep" / "data"))
    monkeypatch.delenv("REGNUM_SECRET", raising=False)
    first = Settings.load()
    assert Settings.load().secret == first.secret
    assert stat.S_IMODE((first.data / "secret").stat().st_mode) == 0o600
    monkeypatch.setenv("REGNUM_SECRET", "short")
    with pytest.raises(ValueError, match="too short"):
        Settings.load()
    monkeypatch.setenv("REGNUM_SECRET", "a long enough key of ours")
    assert Settings.load().secret == "a long enough key of ours"
    monkeypatch.setenv("REGNUM_BOT_DELAY", "soon")
    with pytest.raises(ValueError, match="REGNUM_BOT_DELAY='soon'"):
        Settings.load()


def test_origin_is_an_address_without_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGNUM_DATA", str(tmp_path))
    good = {
        "": "",
        "https://games.example": "https://games.example",
        "https://Games.Example/": "https://games.example",
        "http://10.1.2.3:8000": "http://10.1.2.3:8000",
        "http://[fd00::1]:8000/": "http://[fd00::1]:8000",
    }
    for item, origin in good.items():
        monkeypatch.setenv("REGNUM_ORIGIN", item)
        assert Settings.load().origin == origin
        assert Settings.load(None, "http://a.example").origin == "http://a.example"
    bad = ("games.example", "ftp://games.example", "https://", "https://a.example/b", "https://u:p@a.example")
    for wrong in (
        *bad,
        "https://a.example:0x1",
        "https://a.example:99999",
        "https://a.example?x",
        'https://a"b',
        "http://a b",
    ):
        with pytest.raises(ValueError, match="cannot use the origin"):
            Settings.load(None, wrong)


def test_database_error_contains_no_hidden_information(database: str) -> None:
    table = waiting_row()

    async def work(store: TableStore) -> None:
        await store.database.write(lambda connection: connection.exec_driver_sql("DROP TABLE entries").close())
        with pytest.raises(DBAPIError) as error:
            await store.entries.append(table.id, 0, Entry(1, 0, "keep 7"), PLAYING, awaits_bot=False)
        assert "keep 7" not in str(error.value)

    with_store(database, work)


@pytest.mark.parametrize("what", ["move", "leave"])
def test_number_of_statements_is_independent_of_the_number_of_tables(database: str, what: str) -> None:
    def statements(count: int) -> int:
        async def work(store: TableStore) -> int:
            guest = f"{count:032}"
            for number in range(count):
                seats = (
                    SeatRow(0, GUEST, "Ann", guest=guest),
                    SeatRow(1, OPEN, "", invitation_token=f"{count}-{number}"),
                )
                await store.add_table(replace(waiting_row(), id=f"{count}-{number}", host=guest, seats=seats))
            requests: list[str] = []
            with statements_of(store, lambda _, statement, __: requests.append(statement)):
                if what == "move":
                    await user_data.move_data(store.database, guest, "b" * 32)
                else:
                    await store.database.write(
                        lambda connection: user_data.anonymize(store.database, connection, guest)
                    )
            assert await store.tables_of(guest) == []
            return len([statement for statement in requests if "notify" not in statement])  # one for each table

        return with_store(database, work)

    few, many = statements(4), statements(40)
    assert few > 0
    assert many < few + 10, "the number of tables does not matter; a connection may be new"
