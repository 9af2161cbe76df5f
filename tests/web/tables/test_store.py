"""The store: its schema, and an append-only log."""

import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from msgspec.structs import replace
from sqlalchemy import Connection, DefaultClause
from sqlalchemy.exc import DBAPIError

from regnum.core.rules.option import Options
from regnum.web.accounts import user_data
from regnum.web.db.ids import new_id
from regnum.web.db.schema import METADATA, TABLES
from regnum.web.errors import Conflict
from regnum.web.settings import Settings
from regnum.web.tables.models import DEFAULT_SUBSTITUTE, GUEST, OPEN, PLAYING, WAITING, Entry, SeatRow, TableRow
from regnum.web.tables.store import TableStore
from tests.support.store.statements import statements_of
from tests.support.store.stores import with_store


def a_table() -> TableRow:
    seats = (SeatRow(0, GUEST, "Ann", guest="a" * 32), SeatRow(1, OPEN, "", invitation_token=new_id()))
    options: Options = {"reading": "strict", "count": 5, "long": True}
    return TableRow(new_id(), "some_game", 1, 2, str(2**64 - 1), options, "a" * 32, WAITING, datetime.now(UTC), seats)


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
    table = a_table()

    async def work(store: TableStore) -> None:
        await store.add_table(table)
        assert await store.table(table.id) == table
        assert await store.table("another") is None
        assert await store.tables_of("a" * 32) == [table]
        assert await store.tables_of("b" * 32) == []

    with_store(database, work)


def test_entry_is_written_once(database: str) -> None:
    table = a_table()

    async def work(store: TableStore) -> None:
        await store.add_table(table)
        await store.append(table.id, 0, Entry(1, 0, "settle N1"), PLAYING, due=True)
        with pytest.raises(Conflict):
            await store.append(table.id, 0, Entry(1, 1, "settle N2"), PLAYING, due=False)
        await store.append(table.id, 1, Entry(2, 1, "settle U1"), PLAYING, due=False)
        assert await store.entries(table.id) == [(0, "settle N1"), (1, "settle U1")]
        assert await store.entries(table.id, after=1) == [(1, "settle U1")]
        assert await store.version(table.id) == 2
        (moved,) = (await store.last_entry_times([table.id, "another"])).values()
        assert abs(datetime.now(UTC) - moved) < timedelta(minutes=1)

    with_store(database, work)


def test_seat_is_assigned_once_and_the_last_one_begins_the_game(database: str) -> None:
    table = a_table()
    token = table.seats[1].invitation_token or ""

    async def work(store: TableStore) -> None:
        await store.add_table(table)
        assert await store.seat_of_invitation(token) == (table.id, 1)
        assert await store.seat_of_invitation("nonsense") is None
        begun = msgspec.structs.replace(table, phase=PLAYING)
        await store.take_seat(begun, 0, SeatRow(1, GUEST, "Ben", guest="b" * 32))
        for version in (0, 1):
            with pytest.raises(Conflict):
                await store.take_seat(begun, version, SeatRow(1, GUEST, "Cat", guest="c" * 32))
        actual = await store.table(table.id)
        assert actual is not None
        assert actual.phase == PLAYING
        assert (actual.seats[1].kind, actual.seats[1].name) == (GUEST, "Ben")

    with_store(database, work)


def test_password_of_the_database_is_hidden() -> None:
    with pytest.raises(ValueError, match="cannot use the database") as error:
        TableStore("postgresql+nodriver://me:hush@127.0.0.1/x")
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
    monkeypatch.setenv("REGNUM_BOT_PAUSE", "soon")
    with pytest.raises(ValueError, match="REGNUM_BOT_PAUSE='soon'"):
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
    table = a_table()

    async def work(store: TableStore) -> None:
        await store.database.write(lambda connection: connection.exec_driver_sql("DROP TABLE entries").close())
        with pytest.raises(DBAPIError) as error:
            await store.append(table.id, 0, Entry(1, 0, "keep 7"), PLAYING, due=False)
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
                await store.add_table(replace(a_table(), id=f"{count}-{number}", host=guest, seats=seats))
            requests: list[str] = []
            with statements_of(store, lambda _, statement, __: requests.append(statement)):
                if what == "move":
                    await user_data.move_data(store, guest, "b" * 32)
                else:
                    await store.database.write(lambda connection: user_data.anonymize(store, connection, guest))
            assert await store.tables_of(guest) == []
            return len([statement for statement in requests if "notify" not in statement])  # one for each table

        return with_store(database, work)

    few, many = statements(4), statements(40)
    assert few > 0
    assert many < few + 10, "the number of tables does not matter; a connection may be new"
