"""Backups: written, refused, and restored into any database."""

import gzip
import json
import os
import shutil
import sqlite3
import zlib
from collections.abc import Awaitable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Boolean, Column, Connection, Insert, Integer, MetaData, insert, select

from regnum.web.analysis.store import PendingReview, ReviewStore
from regnum.web.db.columns import UtcDateTime
from regnum.web.db.health import DatabaseHealth
from regnum.web.db.schema import METADATA, TABLES
from regnum.web.server import backup as backup_module
from regnum.web.tables.store import TableStore
from tests.support.server.commands import command
from tests.support.server.data_folder import ODD_FILES, file_checksums, odd_file, permissions
from tests.support.server.server_process import Server
from tests.support.store.interrupted_starts import OLD, old_rows
from tests.support.store.stores import with_store
from tests.support.web.guests import Guest
from tests.support.web.moves import move_when_possible

pytestmark = pytest.mark.full  # servers of their own, in processes of their own


def test_restored_server_returns_seats_to_their_people(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    server = Server(data).start()
    file = str(tmp_path / "games.backup")
    try:
        guest = Guest(httpx.Client(base_url=server.address, timeout=60))
        table = guest.open_table("me", "open", "open")
        assert table in guest.get("/tables")
        assert command("backup", file) == 0
        assert "with the key" in capsys.readouterr().out
    finally:
        server.stop()
    new = tmp_path / "deep" / "new machine"
    monkeypatch.setenv("REGNUM_DATA", str(new))
    assert command("restore", file) == 0, capsys.readouterr().err
    assert str(new / "secret") in capsys.readouterr().out
    assert (new / "secret").read_text() == (data / "secret").read_text()
    assert [permissions(path) for path in (new, new / "secret", new / "regnum.db")] == [0o700, 0o600, 0o600]
    again = Server(new).start()
    try:
        guest.client = httpx.Client(base_url=again.address, timeout=60)
        assert table in guest.get("/tables")
    finally:
        again.stop()


def test_backup_without_the_key_says_so(
    old_data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "games.backup")
    assert command("backup", file, "--without-key") == 0
    assert "WITHOUT the key" in capsys.readouterr().out
    monkeypatch.setenv("REGNUM_DATA", str(tmp_path / "new"))
    assert command("restore", file) == 0
    assert "without a key" in capsys.readouterr().out
    assert not (tmp_path / "new" / "secret").exists()
    (old_data / "secret").unlink()
    monkeypatch.setenv("REGNUM_DATA", str(old_data))
    kept = Path(file).read_bytes()
    assert command("backup", file) == 2
    assert "--without-key" in capsys.readouterr().err, "there is none"
    assert Path(file).read_bytes() == kept


def test_backup_leaves_an_older_database_unchanged(old_data: Path, tmp_path: Path) -> None:
    before = file_checksums(old_data)
    file = tmp_path / "games.backup"
    assert command("backup", str(file)) == 0
    assert file_checksums(old_data) == before
    fresh = tmp_path / "fresh.db"
    assert command("restore", str(file), "--database", f"sqlite:///{fresh}") == 0
    with sqlite3.connect(fresh) as connection:
        for table, rows in old_rows().items():
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (len(rows),)
    connection.close()


def test_backup_of_a_missing_database_fails(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command("backup", str(tmp_path / "games.backup")) == 2
    errors = capsys.readouterr().err
    assert errors.count("\n") == 1
    assert f"there is no folder {data}" in errors
    data.mkdir()
    assert command("backup", str(tmp_path / "games.backup")) == 2
    assert f"there is no file {data / 'regnum.db'}" in capsys.readouterr().err
    assert list(data.iterdir()) == []
    assert list(tmp_path.glob("games*")) == []


@pytest.mark.parametrize("kind", ODD_FILES)
def test_backup_replaces_plain_files_only(
    kind: str, old_data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = odd_file(tmp_path, kind)
    before = path.lstat()
    assert command("backup", str(path)) == 2
    errors = capsys.readouterr().err
    assert errors == f"regnum backup: cannot write {path}: it is {ODD_FILES[kind]}: name a file\n"
    assert (path.lstat().st_ino, path.lstat().st_mode) == (before.st_ino, before.st_mode)
    assert not list(tmp_path.rglob("*.part"))
    assert command("backup", "/") == 2
    assert "cannot write /: it is a folder" in capsys.readouterr().err


@pytest.mark.parametrize(
    "name",
    [
        *("regnum.db", "regnum.db-wal", "regnum.db-shm", "regnum.db-journal", "regnum.db.leader"),
        *("secret", "secret-2026", "before-upgrade-002-2026-01-01T000000.backup"),
    ],
)
@pytest.mark.parametrize("how", ["its name", "a hard link", "another path"])
def test_backup_replaces_no_file_of_the_server(
    name: str, how: str, old_data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = old_data / name
    if not own.exists() and how != "another path":
        own.write_bytes(gzip.compress(b'{"regnum_backup":1'))  # begins as what may be replaced
    path = own
    if how == "a hard link":
        path = tmp_path / "games.backup"
        os.link(own, path)
    elif how == "another path":
        (tmp_path / "link").symlink_to(old_data)
        path = tmp_path / "link" / name
        if name.startswith(("secret-", "before-")):
            own.write_bytes(b"")  # others are of the server even if they are not there
    before = file_checksums(old_data)
    assert command("backup", str(path)) == 2
    errors = capsys.readouterr().err
    assert errors == f"regnum backup: cannot write {path}: the server keeps {own} itself: choose another file\n"
    assert file_checksums(old_data) == before
    elsewhere = own if how == "its name" else path
    assert command("backup", str(elsewhere), "--database", f"sqlite:///{old_data / 'regnum.db'}") == 2
    assert file_checksums(old_data) == before


def test_backup_replaces_backups_only(old_data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.backup"
    for content in (b"", b"Dear diary", gzip.compress(b"Dear diary"), (old_data / "regnum.db").read_bytes()):
        path.write_bytes(content)
        assert command("backup", str(path)) == 2
        errors = capsys.readouterr().err
        assert errors == f"regnum backup: cannot write {path}: it is a file of another kind: choose another one\n"
        assert path.read_bytes() == content
    path.unlink()
    assert command("backup", str(path)) == 0
    before = path.stat().st_ino
    assert command("backup", str(path)) == 0
    assert path.stat().st_ino != before


def backup_file(path: Path, *rows: str) -> Path:
    head = '{"regnum_backup":1,"revision":"002","made":"2026-01-01T00:00:00Z"}'
    path.write_bytes(gzip.compress("\n".join([head, *rows, f'{{"rows":{len(rows)}}}', ""]).encode()))
    return path


def test_corrupt_backup_is_refused_in_one_line(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = backup_file(tmp_path / "whole.backup").read_bytes()
    faults = set()
    for place in range(10, len(whole) - 8):
        for bit in range(8):
            bad = bytearray(whole)
            bad[place] ^= 1 << bit
            try:
                gzip.decompress(bytes(bad))
            except (zlib.error, EOFError, OSError) as error:
                if type(error) not in faults:
                    faults.add(type(error))
                    file = tmp_path / f"{len(faults)}.backup"
                    file.write_bytes(bad)
                    assert command("restore", str(file)) == 2
                    errors = capsys.readouterr().err
                    assert errors.count("\n") == 1, errors
                    assert file.name in errors
    assert zlib.error in faults


def test_backup_of_a_seat_without_its_table_is_reported_as_damaged(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    links = {"token": "t", "personal": None, "offer": None, "former": None}
    seat = {"table_id": "nowhere", "seat": 0, "kind": "open", "name": "", "guest": None, "bot": None, **links}
    file = backup_file(tmp_path / "dangling.backup", json.dumps(["seats", seat]))
    assert command("restore", str(file)) == 2
    errors = capsys.readouterr().err
    assert errors.count("\n") == 1
    assert "dangling.backup is damaged" in errors


@pytest.mark.parametrize("nest", ["[", '{"a":'])
def test_deeply_nested_backup_is_refused_in_one_line(
    nest: str, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "deep.backup"
    head = '{"regnum_backup":1,"revision":"002","made":"2026-01-01T00:00:00Z"}\n'
    file.write_bytes(gzip.compress((head + nest * 100_000 + "\n").encode()))
    assert command("restore", str(file)) == 2
    errors = capsys.readouterr().err
    assert errors.count("\n") == 1
    assert "damaged" in errors


def test_pipe_is_not_restored(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert command("restore", str(tmp_path / "pipe")) == 2
    errors = capsys.readouterr().err
    assert errors == f"regnum restore: cannot read {tmp_path / 'pipe'}: it is a device or a pipe: name a file\n"


BOTS = ("bot:random",) * 3


def contents(database: str) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows of a database, with moments as text."""

    def work(connection: object) -> dict[str, list[tuple[object, ...]]]:
        return {
            table.name: sorted(
                tuple(str(value).partition("+")[0] for value in row)
                for row in connection.execute(select(table))  # type: ignore[attr-defined]
            )
            for table in METADATA.sorted_tables
        }

    return with_store(database, lambda store: store.database.read(work))


def _add(row: Insert, store: TableStore) -> Awaitable[object]:
    return store.database.write(lambda connection: connection.execute(row))


def _some(column: Column[Any], table: str) -> object:
    """Return a value for a column; for a foreign key that of an existing row."""
    if column.name == "table_id":
        return table
    if isinstance(column.type, UtcDateTime):
        return datetime(2026, 11, 1, tzinfo=UTC)
    return True if isinstance(column.type, Boolean) else 1 if isinstance(column.type, Integer) else "some"


@pytest.fixture
def full_store(tmp_path: Path) -> str:
    """The URL of a store with tables of all games, and a row in each table of the database."""
    path = tmp_path / "full.db"
    shutil.copy(OLD, path)
    url = f"sqlite:///{path}"
    table = str(contents(url)["tables"][0][0])
    with_store(url, lambda store: ReviewStore(store.database).request(PendingReview(table)))
    for empty in [shape for shape in METADATA.sorted_tables if not contents(url)[shape.name]]:
        row = {column.key: _some(column, table) for column in empty.columns}
        with_store(url, partial(_add, insert(empty).values(**row)))
    assert all(contents(url).values())
    return url


def test_backup_can_be_restored_into_any_store(full_store: str, database: str, tmp_path: Path) -> None:
    file = str(tmp_path / "all.backup")
    assert command("backup", file, "--without-key", "--database", full_store) == 0
    assert command("restore", file, "--database", database) == 0
    assert contents(database) == contents(full_store)
    again = str(tmp_path / "again.backup")
    assert command("backup", again, "--without-key", "--database", database) == 0
    other = f"sqlite:///{tmp_path / 'other.db'}"
    assert command("restore", again, "--database", other) == 0
    assert contents(other) == contents(full_store)
    assert Path(file).stat().st_mode & 0o077 == 0, "it holds the keys of all seats"


def test_restored_rows_are_inserted_in_batches(
    full_store: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []

    def insert_rows(connection: Connection, shape: MetaData, waiting: dict[str, list[Any]]) -> None:
        sizes.append(sum(map(len, waiting.values())))
        original(connection, shape, waiting)

    original = backup_module._insert
    monkeypatch.setattr(backup_module, "_insert", insert_rows)
    monkeypatch.setattr(backup_module, "ROWS_PER_INSERT", 50)
    file = str(tmp_path / "all.backup")
    assert command("backup", file, "--without-key", "--database", full_store) == 0
    assert command("restore", file, "--database", f"sqlite:///{tmp_path / 'other.db'}") == 0
    assert set(sizes[1:-1]) == {50}
    assert sum(sizes) == sum(map(len, contents(full_store).values()))


def test_backup_of_an_older_version_is_upgraded(full_store: str, tmp_path: Path) -> None:
    file = tmp_path / "old.backup"
    with gzip.open(file, "wt") as lines, sqlite3.connect(OLD) as old:
        lines.write('{"regnum_backup":1,"revision":"002","made":"2026-01-01T00:00:00Z"}\n')
        old.row_factory = sqlite3.Row
        rows = 0
        for table in ("tables", "seats", "entries"):
            for row in old.execute(f"SELECT * FROM {table}"):
                lines.write(json.dumps([table, dict(row)]) + "\n")
                rows += 1
        lines.write(json.dumps({"rows": rows}) + "\n")
    fresh = f"sqlite:///{tmp_path / 'fresh.db'}"
    assert command("restore", str(file), "--database", fresh) == 0
    kept = ("tables", "seats", "entries")
    expected = {table: rows if table in kept else [] for table, rows in contents(full_store).items()}
    assert without_links(contents(fresh)) == without_links(expected)


def test_restore_replaces_existing_tables_only_on_request(
    full_store: str, database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, mine = str(tmp_path / "all.backup"), str(tmp_path / "mine.backup")
    command("backup", file, "--without-key", "--database", full_store)
    assert command("backup", mine, "--without-key", "--database", database) == 2, "there is nothing yet"
    with_store(database, lambda store: DatabaseHealth(store.database).ping())
    assert command("backup", mine, "--without-key", "--database", database) == 0
    command("restore", file, "--database", database)
    capsys.readouterr()
    assert command("restore", mine, "--database", database) == 2
    errors = capsys.readouterr().err
    assert errors.count("\n") == 1
    assert "--replace" in errors
    assert contents(database) == contents(full_store)
    assert command("restore", mine, "--replace", "--database", database) == 0
    assert not any(contents(database).values())


def without_links(found: dict[str, list[tuple[object, ...]]]) -> dict[str, list[tuple[object, ...]]]:
    """Return the contents of a store without table links, which each migration generates again."""
    at = [column.name for column in TABLES.columns].index("invitation_token")
    return {**found, "tables": [(*row[:at], *row[at + 1 :]) for row in found["tables"]]}


@pytest.mark.parametrize(
    "how",
    ["cut", "changed", "longer", "not one", "newer", "missing", "with a revision", "with a huge number", "bad key"],
)
def test_invalid_file_changes_nothing_and_is_reported_in_one_line(
    how: str, full_store: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "all.backup"
    command("backup", str(file), "--without-key", "--database", full_store)
    before = contents(full_store)
    lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    if how == "cut":
        file.write_bytes(file.read_bytes()[:-200])
    elif how == "missing":
        file.unlink()
    elif how == "not one":
        file.write_text("Dear diary")
    else:
        changed = {
            "changed": [*lines[:5], *lines[6:]],
            "longer": [*lines, lines[-2]],
            "newer": [lines[0].replace(b'"revision":"', b'"revision":"9'), *lines[1:]],
            "with a revision": [lines[0], b'["alembic_version", {"version_num": "zzz"}]\n', *lines[1:]],
            "with a huge number": [lines[0], b'["keys", {"name": "a", "value": %d}]\n' % 2**80, *lines[1:]],
            "bad key": [lines[0].replace(b"{", b'{"key":"\xc3\xa9",', 1), *lines[1:]],
        }
        file.write_bytes(gzip.compress(b"".join(changed[how])))
    capsys.readouterr()
    assert command("restore", str(file), "--replace", "--database", full_store) == 2
    errors = capsys.readouterr().err
    assert errors.count("\n") == 1
    assert str(file) in errors
    assert contents(full_store) == before


def test_running_server_is_backed_up_and_restored(tmp_path: Path) -> None:
    server = Server(tmp_path / "data").start()
    database = f"sqlite:///{tmp_path / 'data' / 'regnum.db'}"
    file = str(tmp_path / "running.backup")
    try:
        guest = Guest(httpx.Client(base_url=server.address, timeout=10))
        table = guest.open_table("me", "open", "bot:random")
        assert command("backup", file, "--without-key", "--database", database) == 0
        (invitation,) = guest.invitations(table)
        other = Guest(guest.client)
        assert other.join(invitation, "Ben").status_code == 303
        assert move_when_possible(table, guest, other)
        later = guest.open_table("me", *BOTS[:2])
        assert command("restore", file, "--replace", "--database", database) == 0
        assert guest.invitations(table) == [invitation], "the game has not begun again"
        assert guest.get(f"/table/{later}", 404)
        assert other.join(invitation, "Ben").status_code == 303
        assert move_when_possible(table, guest, other)
    finally:
        server.stop()
