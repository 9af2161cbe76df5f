"""Hosting: upgrades, a new machine, a full disk, foreign files, and odd paths."""

import asyncio
import gzip
import hashlib
import json
import os
import re
import shutil
import sqlite3
import stat
import subprocess
import sys
import zlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from sqlalchemy import Connection

import regnum.web.db.upgrade
from regnum.cli import main
from regnum.web.app import create_app
from regnum.web.db import retry
from regnum.web.db.database import Unwritable
from regnum.web.db.sqlite import Sqlite
from regnum.web.db.upgrade import UpgradableDatabase
from regnum.web.http.i18n import page_text
from regnum.web.server.probe import probe_now
from regnum.web.server.run import CannotServe, serve
from regnum.web.settings import Settings
from regnum.web.tables.store import TableStore
from tests.support.server.os_limits import no_room, regnum_without
from tests.support.server.server_process import Server
from tests.support.store.interrupted_starts import OLD, old, old_rows
from tests.support.store.postgres import fresh_database
from tests.support.store.stores import with_store
from tests.support.web.apps import run_in_thread
from tests.support.web.guests import Guest, NewGuest

pytestmark = pytest.mark.full  # servers of their own, in processes of their own


def command(*arguments: str) -> int:
    """Run the command and return its exit code."""
    return run_in_thread(lambda: main(arguments))


def permissions(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def file_checksums(folder: Path) -> dict[str, tuple[str, int]]:
    """Return the checksums and permissions of the files of a folder."""
    return {path.name: (hashlib.sha256(path.read_bytes()).hexdigest(), permissions(path)) for path in folder.iterdir()}


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of this test's commands, which does not exist yet."""
    folder = tmp_path / "data"
    monkeypatch.setenv("REGNUM_DATA", str(folder))
    return folder


@pytest.fixture
def old_data(data: Path) -> Path:
    """A data folder with a key and a database of an older version only."""
    data.mkdir(mode=0o700)
    shutil.copy(OLD, data / "regnum.db")
    (data / "regnum.db").chmod(0o600)
    (data / "secret").write_text("the key of a host, long enough")
    (data / "secret").chmod(0o600)
    return data


ODD_FILES = {
    "folder": "a folder",
    "link": "a symbolic link",
    "lost link": "a symbolic link",
    "pipe": "a device or a pipe",
}


def odd_file(folder: Path, kind: str) -> Path:
    """Create a file that commands must not overwrite, and return its path."""
    path = folder / "odd"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        if kind == "link":
            (folder / "meant").write_text("something else")
        path.symlink_to("meant")
    return path


def schema_version(path: Path) -> str:
    with sqlite3.connect(path) as connection:
        (result,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    connection.close()
    return str(result)


def damage_database(path: Path, *statements: str) -> None:
    with sqlite3.connect(path) as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


# Backups, with the key.


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


def test_restore_keeps_a_different_key_under_another_name(
    old_data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "games.backup")
    command("backup", file)
    (old_data / "secret").write_text("another key, of later, as long")
    assert command("restore", file) == 2, "there are tables"
    assert (old_data / "secret").read_text() == "another key, of later, as long"
    assert command("restore", file, "--replace") == 0
    assert "restart" in capsys.readouterr().out
    assert (old_data / "secret").read_text() == "the key of a host, long enough"
    (aside,) = old_data.glob("secret-*")
    assert (aside.read_text(), permissions(aside)) == ("another key, of later, as long", 0o600)
    assert command("restore", file, "--replace") == 0
    assert "restart" not in capsys.readouterr().out, "it is the same key"
    monkeypatch.setenv("REGNUM_SECRET", "that of the environment")
    assert command("restore", file, "--replace") == 0
    assert "REGNUM_SECRET is a different key" in capsys.readouterr().out


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


@pytest.mark.parametrize("kind", ODD_FILES)
def test_key_that_is_not_a_plain_file_is_not_replaced(
    kind: str, old_data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "games.backup")
    assert command("backup", file) == 0
    new = tmp_path / "new"
    new.mkdir()
    odd_file(new, kind).rename(new / "secret")
    monkeypatch.setenv("REGNUM_DATA", str(new))
    assert command("restore", file) == 2
    errors = capsys.readouterr().err
    assert errors.count("\n") == 1
    assert f"it is {ODD_FILES[kind]}" in errors
    Server(old_data).start().stop()


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


# The key, and other settings.


def test_lost_key_is_replaced_only_on_request(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    server = Server(data).start()
    (data / "secret").rename(data / "elsewhere")
    server.stop()
    Server(data).start().stop()
    assert (data / "secret").is_file(), "there were no tables yet"
    (data / "elsewhere").replace(data / "secret")
    server = Server(data).start()
    Guest(httpx.Client(base_url=server.address, timeout=60)).open_table("me", "open", "open")
    server.stop()
    (data / "secret").rename(data / "elsewhere")
    text = f"there are tables, but their key {data / 'secret'} is missing"
    with pytest.raises(CannotServe, match=re.escape(text)) as error:
        run_in_thread(lambda: serve(port=0))
    assert "--new-key" in str(error.value)
    assert not (data / "secret").exists()
    code, result = run_doctor(capsys)
    assert code == 1
    assert [line for line in result if line.startswith(f"wrong  {text}")]
    Server(data, new_key=True).start().stop()
    assert (data / "secret").read_text() != (data / "elsewhere").read_text()
    Server(data).start().stop()


def open_table_with_key(data: Path, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Open a table on a server that has this key."""
    monkeypatch.setenv("REGNUM_SECRET", key)
    server = Server(data).start()
    try:
        Guest(httpx.Client(base_url=server.address, timeout=60)).open_table("me", "open", "open")
    finally:
        server.stop()


FIRST = "the first key of a host"
OTHER = "another key of a host"


def test_different_key_requires_confirmation(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REGNUM_SECRET", OTHER)
    Server(data).start().stop()
    open_table_with_key(data, FIRST, monkeypatch)  # there were no tables yet
    assert FIRST not in "".join(dump(data))
    Server(data).start().stop()
    assert run_doctor(capsys)[0] == 0
    monkeypatch.setenv("REGNUM_SECRET", OTHER)
    text = "REGNUM_SECRET is not the key with which the tables were played"
    before = dump(data)
    with pytest.raises(CannotServe, match=text) as error:
        run_in_thread(lambda: serve(port=0))
    assert "--new-key" in str(error.value)
    assert "\n" not in str(error.value)
    code, result = run_doctor(capsys)
    assert code == 1
    assert [line for line in result if line.startswith(f"wrong  {text}")]
    assert command("backup", str(tmp_path / "games.backup")) == 2
    assert text in capsys.readouterr().err
    assert command("backup", str(tmp_path / "games.backup"), "--without-key") == 0
    assert dump(data) == before
    Server(data, new_key=True).start().stop()
    Server(data).start().stop()
    assert run_doctor(capsys)[0] == 0
    monkeypatch.delenv("REGNUM_SECRET")
    (data / "secret").write_text(FIRST)
    with pytest.raises(CannotServe, match=re.escape(f"{data / 'secret'} is not the key")):
        run_in_thread(lambda: serve(port=0))


@pytest.mark.parametrize("noted", [True, False])
def test_restored_backup_brings_its_key(
    noted: bool, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """This includes backups made before keys were recorded."""
    open_table_with_key(data, FIRST, monkeypatch)
    if not noted:
        damage_database(data / "regnum.db", "DELETE FROM keys WHERE name = 'signing'")
    assert command("backup", str(tmp_path / "games.backup")) == 0
    new = tmp_path / "new"
    monkeypatch.setenv("REGNUM_DATA", str(new))
    open_table_with_key(new, OTHER, monkeypatch)
    assert command("restore", str(tmp_path / "games.backup"), "--replace") == 0
    assert "REGNUM_SECRET is a different key" in capsys.readouterr().out
    with pytest.raises(CannotServe, match="REGNUM_SECRET is not the key"):
        run_in_thread(lambda: serve(port=0))
    monkeypatch.delenv("REGNUM_SECRET")
    Server(new).start().stop()


def test_different_key_is_detected_before_an_upgrade(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_table_with_key(data, FIRST, monkeypatch)
    damage_database(data / "regnum.db", "UPDATE alembic_version SET version_num = '019'")
    monkeypatch.setenv("REGNUM_SECRET", OTHER)
    with pytest.raises(CannotServe, match="REGNUM_SECRET is not the key"):
        run_in_thread(lambda: serve(port=0))
    assert schema_version(data / "regnum.db") == "019"
    assert list(data.glob("before-upgrade*")) == []


def test_missing_key_is_reported_before_an_upgrade(old_data: Path) -> None:
    (old_data / "secret").unlink()
    before = schema_version(old_data / "regnum.db")
    with pytest.raises(CannotServe, match="is missing"):
        run_in_thread(lambda: serve(port=0))
    assert schema_version(old_data / "regnum.db") == before
    assert list(old_data.glob("before-upgrade*")) == []


def test_key_behind_a_dangling_link_is_missing(
    old_data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (old_data / "secret").unlink()
    (old_data / "secret").symlink_to(tmp_path / "unmounted" / "key")
    text = f"the key {old_data / 'secret'} is a link to {tmp_path / 'unmounted' / 'key'}, and that file is missing"
    for new_key in (False, True):
        with pytest.raises(CannotServe, match=re.escape(text)):
            run_in_thread(partial(serve, port=0, new_key=new_key))
    code, result = run_doctor(capsys)
    assert code == 1
    assert [line for line in result if line.startswith(f"wrong  {text}")]
    assert command("backup", str(tmp_path / "games.backup")) == 2
    assert text in capsys.readouterr().err
    assert (old_data / "secret").is_symlink()


@pytest.mark.parametrize("content", ["", "short"])
def test_damaged_key_is_replaced_only_on_request(content: str, old_data: Path) -> None:
    (old_data / "secret").write_text(content)
    with pytest.raises(CannotServe, match="--new-key"):
        run_in_thread(lambda: serve(port=0))
    assert (old_data / "secret").read_text() == content
    Server(old_data, new_key=True).start().stop()
    (aside,) = old_data.glob("secret-*")
    assert aside.read_text() == content
    assert permissions(old_data / "secret") == 0o600
    Server(old_data).start().stop()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_files_restored_by_root_belong_to_the_server_user(
    old_data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert command("backup", str(tmp_path / "games.backup")) == 0
    new = tmp_path / "new"
    new.mkdir()
    (new / "secret").write_text("another key, of later, as long")
    for path in (new, new / "secret"):
        os.chown(path, 12345, 23456)
    monkeypatch.setenv("REGNUM_DATA", str(new))
    assert command("restore", str(tmp_path / "games.backup")) == 0
    owners = {path.name: (path.stat().st_uid, path.stat().st_gid) for path in new.iterdir()}
    assert {"regnum.db", "regnum.db.leader", "secret"} < owners.keys()
    assert set(owners.values()) == {(12345, 23456)}


def test_pipe_is_not_restored(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert command("restore", str(tmp_path / "pipe")) == 2
    errors = capsys.readouterr().err
    assert errors == f"regnum restore: cannot read {tmp_path / 'pipe'}: it is a device or a pipe: name a file\n"


WRONG_SETTINGS = {
    "REGNUM_SECRET": ["short"],
    "REGNUM_BOT_PAUSE": ["-1", "nan", "inf", "1e9", "soon"],
    "REGNUM_NOTIFY_AFTER": ["-0.5", "86401"],
    "REGNUM_WRITES_PER_MINUTE": ["0", "-5", "2.5", "many", "inf", "nan", "9" * 5000, "²"],
    "REGNUM_STREAMS_PER_ADDRESS": ["0"],
    "REGNUM_SIGN_IN_ATTEMPTS_PER_HOUR": ["0", "1e3"],
    "REGNUM_REMOVE_UNUSED_AFTER_DAYS": ["-1", "0.5", "1000000"],
    "REGNUM_LOG": ["xml"],
    "REGNUM_LOG_LEVEL": ["loud"],
    "REGNUM_ORIGIN": ["games.example"],
    "REGNUM_PROXY": ["front"],
    "REGNUM_METRICS": ["home"],
    "REGNUM_SMTP": ["http://mail.example", "smtp://mail.example"],
    "REGNUM_REGISTRATION": ["some"],
    "REGNUM_RATINGS": ["yes"],
    "REGNUM_SEASON": ["week"],
    "REGNUM_ALLOW_PRIVATE_WEBHOOKS": ["maybe"],
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, all_ in WRONG_SETTINGS.items() for value in all_])
def test_serve_and_doctor_refuse_the_same_settings(
    name: str, value: str, data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(CannotServe, match=r"^REGNUM_|^cannot use ") as error:
        run_in_thread(lambda: serve(port=0))
    assert "\n" not in str(error.value)
    assert not data.exists()
    code, result = run_doctor(capsys)
    assert code == 1
    assert [line for line in result if line.startswith(f"wrong  {error.value}: ")]


# Upgrades.


def test_upgrade_keeps_a_copy_that_can_be_restored(
    old_data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    server = Server(old_data).start()
    server.stop()
    (copy,) = old_data.glob("before-upgrade*")
    assert re.fullmatch(r"before-upgrade-002-\d{4}-\d\d-\d\dT\d{6}\.backup", copy.name)
    assert permissions(copy) == 0o600
    (line,) = [line for line in server.log.read_text().splitlines() if "copy" in line]
    assert str(copy) in line
    Server(old_data).start().stop()
    assert list(old_data.glob("before-upgrade*")) == [copy], "the next start has nothing to upgrade"
    new = tmp_path / "new"
    monkeypatch.setenv("REGNUM_DATA", str(new))
    assert command("restore", str(copy)) == 0, capsys.readouterr().err
    assert (new / "secret").read_text() == "the key of a host, long enough"
    with sqlite3.connect(new / "regnum.db") as connection:
        assert connection.execute("SELECT count(*) FROM entries").fetchone() == (len(old_rows()["entries"]),)
    connection.close()


def test_upgrade_requires_a_copy(old_data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (old_data / "before-upgrade.part").mkdir()  # so the copy cannot be written
    before = dump(old_data)
    with pytest.raises(CannotServe, match=r"cannot write .*before-upgrade-002-.*Is a directory") as error:
        run_in_thread(lambda: serve(port=0))
    assert "\n" not in str(error.value)
    assert schema_version(old_data / "regnum.db") == "002"
    assert dump(old_data) == before


def dump(folder: Path) -> list[str]:
    """Return all rows of the database in a folder."""
    with sqlite3.connect(folder / "regnum.db") as connection:
        lines = list(connection.iterdump())
    connection.close()
    return lines


def test_failed_upgrade_leaves_no_copy(old_data: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With Restart=always, copies would fill the disk."""

    def fails(database: UpgradableDatabase, connection: Any, revision: str = "head") -> None:
        raise ValueError("a step that fails")

    monkeypatch.setattr(UpgradableDatabase, "upgrade", fails)
    with pytest.raises(CannotServe, match="a step that fails"):
        run_in_thread(lambda: serve(port=0))
    assert schema_version(old_data / "regnum.db") == "002"
    assert list(old_data.glob("before-upgrade*")) == []


def test_postgresql_is_copied_before_an_upgrade(postgres: str, tmp_path: Path) -> None:
    with fresh_database(postgres) as url:
        run_in_thread(lambda: old(url))
        copies = tmp_path / "copies"
        message = run_in_thread(lambda: probe_now(url, copies, "the key of a host"))
        (copy,) = copies.iterdir()
        assert [str(copy) in line for line in message] == [True]
        assert run_in_thread(lambda: probe_now(url, copies)) == []
    fresh = tmp_path / "fresh.db"
    assert command("restore", str(copy), "--database", f"sqlite:///{fresh}") == 0
    with sqlite3.connect(fresh) as connection:
        assert connection.execute("SELECT count(*) FROM entries").fetchone() == (len(old_rows()["entries"]),)
    connection.close()


# Who may read the files.


def test_files_are_readable_by_their_owner_only(data: Path, tmp_path: Path) -> None:
    mask = os.umask(0o022)
    try:
        other = tmp_path / "other.db"
        server = Server(data, database=f"sqlite:///{other}").start()
        try:
            Guest(httpx.Client(base_url=server.address, timeout=60)).open_table("me", "open", "open")
            made = sorted([data, *data.iterdir(), *tmp_path.glob("other.db*")])
            assert {"other.db", "other.db-wal", "other.db-shm", "other.db.leader", "secret"} <= {p.name for p in made}
            assert {path.name: oct(permissions(path)) for path in made if permissions(path) & 0o077} == {}
        finally:
            server.stop()
    finally:
        os.umask(mask)


def test_rights_of_existing_files_are_tightened(data: Path) -> None:
    Server(data).start().stop()
    loose = {"regnum.db": 0o644, "regnum.db.leader": 0o664, "secret": 0o640}
    for name, mode in loose.items():
        (data / name).chmod(mode)
    data.chmod(0o755)
    Server(data).start().stop()
    assert {name: permissions(data / name) for name in loose} == dict.fromkeys(loose, 0o600)
    assert permissions(data) == 0o700


def test_folder_with_foreign_files_keeps_its_rights(data: Path) -> None:
    data.mkdir()
    data.chmod(0o755)
    (data / "index.html").write_text("a page of somebody else")
    Settings.load()
    assert permissions(data) == 0o755


# The doctor.


def run_doctor(capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    capsys.readouterr()
    code = command("doctor")
    return code, capsys.readouterr().out.splitlines()


def test_doctor_reports_games_that_would_not_survive_an_upgrade(
    old_data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with sqlite3.connect(old_data / "regnum.db") as connection:
        ids = [row[0] for row in connection.execute("SELECT id FROM tables WHERE phase = 'playing' ORDER BY id")]
    connection.close()
    misfit, damaged, no_json = ids[:3]
    damage_database(
        old_data / "regnum.db",
        f"UPDATE entries SET text = 'nonsense' WHERE number = 1 AND table_id = '{misfit}'",
        f"UPDATE tables SET made = 'never' WHERE id = '{damaged}'",
        f"UPDATE tables SET options = '{{' WHERE id = '{no_json}'",
        f"UPDATE tables SET game = 'chess\nwrong  nothing' WHERE id = '{ids[3]}'",
    )
    before = file_checksums(old_data)
    code, findings = run_doctor(capsys)
    assert code == 1
    assert file_checksums(old_data) == before
    assert any("older version" in line and "copies it" in line for line in findings)
    wrong = [line for line in findings if line.startswith("wrong")]
    for table in ids[:4]:
        assert len([line for line in wrong if f"table {table} " in line]) == 1, table
    assert not any("Traceback" in line for line in findings)


def test_doctor_lists_damaged_rows_and_continues(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    server = Server(data).start()
    guest = Guest(httpx.Client(base_url=server.address, timeout=60))
    first, second = guest.open_table("me", "open", "open"), guest.open_table("me", "open", "open")
    server.stop()
    damage_database(
        data / "regnum.db",
        f"UPDATE tables SET options = '[' WHERE id = '{first}'",
        "INSERT INTO reviews (table_id, requested_at, parts_done, due, results) "
        f"VALUES ('{second}', '2026-01-01 00:00:00', 0, 0, 'no JSON')",
        "INSERT INTO keys VALUES ('odd', 'x')",
    )
    code, findings = run_doctor(capsys)
    wrong = [line for line in findings if line.startswith("wrong")]
    assert code == 1
    assert len(wrong) == 2, wrong
    assert f"table {first} " in "".join(wrong)
    assert "a row of reviews cannot be read" in "".join(wrong)
    assert any("2 tables" in line for line in findings)


def test_doctor_checks_an_older_postgresql_in_a_copy(postgres: str, capsys: pytest.CaptureFixture[str]) -> None:
    with fresh_database(postgres) as url:
        run_in_thread(lambda: old(url))
        capsys.readouterr()
        command("doctor", "--database", url)
        output = capsys.readouterr().out
        assert "older version" in output
        assert f"{len(old_rows()['tables'])} tables" in output
        store = TableStore(url)

        async def revision() -> str | None:
            try:
                return await store.database.read(store.revision)
            finally:
                await store.close()

        assert run_in_thread(lambda: asyncio.run(revision())) == "002", "nothing has changed"


def test_doctor_detects_rows_that_the_store_skips(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    server = Server(data).start()
    table = Guest(httpx.Client(base_url=server.address, timeout=60)).open_table("me", "open", "open")
    server.stop()

    async def skipped(store: TableStore, table_id: str) -> None:
        return None

    monkeypatch.setattr(TableStore, "table", skipped)
    code, findings = run_doctor(capsys)
    assert code == 1
    assert [line for line in findings if line.startswith(f"wrong  table {table} ") and "cannot be read" in line]


def test_damaged_database_is_reported_as_damaged(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Server(data).start().stop()
    content = bytearray((data / "regnum.db").read_bytes())
    content[100:4096] = b"nonsense" * 499 + b"none"
    (data / "regnum.db").write_bytes(content)
    code, findings = run_doctor(capsys)
    assert code == 1
    assert [line for line in findings if "is damaged" in line]
    with pytest.raises(CannotServe, match=f"{data / 'regnum.db'} is damaged: .*restore a backup"):
        run_in_thread(lambda: serve(port=0))


@pytest.mark.parametrize(("state", "full"), [("53100", True), ("42501", False), ("25006", False)])
def test_unwritable_postgresql_is_not_retried_for_long(state: str, full: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retry, "DATABASE_TIMEOUT", 0.2)
    tried: list[int] = []

    class Told(Exception):
        sqlstate = state

    async def attempt() -> None:
        tried.append(1)
        raise Told("no")

    with pytest.raises(Unwritable) as fault:
        run_in_thread(lambda: asyncio.run(retry.retry_while_busy(attempt)))
    assert fault.value.full == full
    assert (len(tried) == 1) == (state != "25006"), "a standby may take over"


KINDS: dict[str, tuple[Callable[[Path], object], str]] = {
    "an empty file": (lambda path: path.write_bytes(b""), "an empty file"),
    "another program's": (
        lambda path: damage_database(path, "CREATE TABLE recipes (name TEXT)"),
        "has tables (recipes)",
    ),
    "no database": (lambda path: path.write_bytes(b"Dear diary, " * 1000), "is not an SQLite database"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_files_that_are_not_a_store_are_distinguished(
    kind: str, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make, says = KINDS[kind]
    data.mkdir()
    make(data / "regnum.db")
    code, findings = run_doctor(capsys)
    (line,) = [line for line in findings if says in line]
    assert code == (0 if kind == "an empty file" else 1)
    assert "damaged" not in line
    if kind == "an empty file":
        server = Server(data).start()
        server.stop()
        assert "was an empty file" in server.log.read_text()
        return
    before = (data / "regnum.db").read_bytes()
    with pytest.raises(CannotServe, match=re.escape(says)) as error:
        run_in_thread(lambda: serve(port=0))
    assert "\n" not in str(error.value)
    assert (data / "regnum.db").read_bytes() == before


def test_duplicate_schema_version_is_reported(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Server(data).start().stop()
    damage_database(data / "regnum.db", "INSERT INTO alembic_version VALUES ('002')")
    code, findings = run_doctor(capsys)
    assert code == 1
    assert [line for line in findings if line.startswith("wrong")]
    with pytest.raises(CannotServe, match="cannot use the database"):
        run_in_thread(lambda: serve(port=0))


# No rights, no room.


@pytest.mark.parametrize("what", ["file", "folder"])
def test_unwritable_database_is_refused_and_not_called_damaged(what: str, data: Path) -> None:
    Server(data).start().stop()
    (data / "regnum.db").chmod(0o400)
    if what == "folder":
        data.chmod(0o500)
    try:
        process = regnum_without("rights", "serve", "--port", "0", env={"REGNUM_DATA": str(data)})
        assert process.code == 2
        assert f"this user may not write {data / 'regnum.db'}" in process.complaint
        actual = regnum_without("rights", "doctor", env={"REGNUM_DATA": str(data)})
        assert actual.code == 1
        assert "cannot be written by this user" in actual.out
        assert "damaged" not in actual.out + actual.err
        assert "0 tables" in actual.out, "it is checked anyway"
    finally:
        data.chmod(0o700)


def test_server_that_can_never_lead_is_refused(data: Path) -> None:
    """Otherwise bots and clocks would silently stop."""
    Server(data).start().stop()
    (data / "regnum.db.leader").chmod(0o400)
    actual = regnum_without("rights", "doctor", env={"REGNUM_DATA": str(data)})
    assert actual.code == 1
    assert f"{data / 'regnum.db.leader'} cannot be written by this user" in actual.out
    process = regnum_without("rights", "serve", "--port", "0", env={"REGNUM_DATA": str(data)})
    assert process.code == 2
    assert f"this user may not write {data / 'regnum.db.leader'}" in process.complaint


def test_locked_database_is_served(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Server(data).start().stop()
    monkeypatch.setattr(retry, "DATABASE_TIMEOUT", 0.2)
    with sqlite3.connect(data / "regnum.db", isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        assert run_in_thread(lambda: probe_now(f"sqlite:///{data / 'regnum.db'}")) == []
        other.execute("ROLLBACK")
    other.close()


@pytest.mark.parametrize("arguments", [["doctor"], ["backup", "x.backup"], ["restore", "x.backup"], ["serve"]])
def test_inaccessible_folder_is_reported_in_one_line(arguments: list[str], tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o000)
    environment = {"REGNUM_DATA": str(closed / "data")}
    process = regnum_without("rights", *arguments, env=environment, cwd=tmp_path)
    closed.chmod(0o700)
    output = process.out + process.err
    assert "Traceback" not in output
    if arguments == ["doctor"]:
        assert process.code == 1
        assert output.count("wrong") == 2, "the folder, and the database in it"
    else:
        assert (process.code, process.out) == (2, "")
        assert str(closed) in process.complaint


def test_missing_space_for_temporary_files_is_reported_in_one_line(old_data: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.backup"
    assert command("backup", str(file)) == 0
    environment = {"REGNUM_DATA": str(tmp_path / "new")}
    process = regnum_without(
        "room", "restore", str(file), "--database", f"sqlite:///{tmp_path / 'new.db'}", env=environment
    )
    assert list((tmp_path / "new").iterdir()) == []
    assert process.code == 2
    assert "Traceback" not in process.err
    assert process.err.count("\n") == 1
    actual = regnum_without("room", "doctor", env={"REGNUM_DATA": str(old_data)})
    assert actual.code == 1
    assert "TMPDIR" in actual.out
    assert "Traceback" not in actual.out + actual.err


@pytest.mark.parametrize("arguments", [["rules", "rurik"], ["games"], ["--help"], ["facts", "khan"], ["doctor"]])
def test_full_disk_for_output_is_reported_in_one_line(arguments: list[str], old_data: Path) -> None:
    with open("/dev/full", "wb") as full:
        process = regnum_without("nothing", *arguments, out=full.fileno())
    assert process.code == 2
    assert "No space left" in process.complaint


def test_closed_output_is_reported_in_one_line(old_data: Path) -> None:
    process = subprocess.run(
        ["sh", "-c", 'exec "$0" -m regnum games >&-', sys.executable], capture_output=True, text=True, check=False
    )
    assert process.returncode == 2
    assert process.stderr == "regnum games: standard output is closed: the output is lost\n"


@pytest.mark.own_app
def test_full_disk_is_reported_and_games_continue_afterwards(
    app: Litestar, new_guest: NewGuest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(regnum.web.db.upgrade, "WRITE_TEST_INTERVAL", 0.0)
    guest = new_guest()
    table = guest.open_table("me", "bot:random", "bot:random", option_first_player="1")
    choice = guest.choices(table)[0]
    no_place = "The server has run out of space"
    with no_room():
        assert guest.get("/readyz", 503) == "the store has no room\n"
        move = guest.act(table, choice)
        talk = guest.post(f"/table/{table}/chat", {"text": "Hello", "to": "", "key": "abc"})
        sign_up = guest.post("/sign-up", {"name": "Hildegard", "password": "a long enough one", "again": ""})
        opened = guest.post("/new/khan", {"name": "Ann", "players": "2", "seat0": "me", "seat1": "open"})
        for response in (move, talk, sign_up, opened):
            assert (response.status_code, no_place in response.text) == (503, True), response.text[-500:]
        assert guest.get("/healthz") == "ok\n"
        assert guest.choices(table), "pages go on"
    assert guest.get("/readyz") == "ok\n"
    assert guest.act(table, choice).status_code == 200, "nothing was half done"


@pytest.mark.own_app
def test_readiness_check_writes_every_few_seconds_only(
    app: Litestar, new_guest: NewGuest, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrote: list[int] = []
    probe = Sqlite.probe

    def count(database: Sqlite, connection: Connection) -> None:
        wrote.append(1)
        probe(database, connection)

    monkeypatch.setattr(Sqlite, "probe", count)
    guest = new_guest()
    for _ in range(20):
        guest.get("/readyz")
    assert len(wrote) <= 1
    monkeypatch.setattr(regnum.web.db.upgrade, "WRITE_TEST_INTERVAL", -1.0)
    guest.get("/readyz")
    guest.get("/readyz")
    assert len(wrote) >= 2


def test_api_explains_why_nothing_can_be_saved() -> None:
    for language in ("en", "de", "uk"):
        text = page_text(language)
        for key in ("full", "unwritable"):
            assert text.has(f"api.{key}")
            assert text.has(f"error.{key}_text")
            assert text.has(f"error.{key}")


# Odd paths.


def test_percent_sign_in_a_path_is_literal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "50% fun" / "web"
    shutil.copytree(Path(regnum.web.db.upgrade.__file__).parent / "migrations", package / "migrations")
    monkeypatch.setattr(regnum.web.db.upgrade, "__file__", str(package / "upgrade.py"))
    data = tmp_path / "100%41 ours?"
    monkeypatch.setenv("REGNUM_DATA", str(data))
    settings = Settings.load()
    with_store(settings.database, lambda store: store.ping())
    assert {"regnum.db", "secret"} <= {path.name for path in data.iterdir()}
    assert command("backup", str(tmp_path / "x%.backup")) == 0
    assert command("doctor") == 0
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()].count("100A ours") == 0


# Access to health checks and metrics.


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_content_type_has_one_charset(path: str, new_guest: NewGuest) -> None:
    response = new_guest().request("GET", path)
    assert response.status_code == 200
    assert response.headers["content-type"].count("charset") == 1


@pytest.mark.parametrize(
    ("networks", "proxies", "client", "headers", "status"),
    [
        ("", "", "127.0.0.1", {}, 200),
        ("", "", "127.9.9.9", {}, 200),
        ("", "", "::1", {}, 200),
        ("", "", "::ffff:127.0.0.1", {}, 200),
        ("", "", "192.0.2.7", {}, 404),
        ("", "", "2001:db8::7", {}, 404),
        ("", "", "fe80::1%eth0", {}, 404),
        ("", "", "127.0.0.1", {"x-forwarded-for": "192.0.2.7"}, 404),
        ("", "", "127.0.0.1", {"forwarded": "for=192.0.2.7"}, 404),
        ("", "127.0.0.1", "127.0.0.1", {"x-forwarded-for": "127.0.0.1"}, 200),
        ("", "127.0.0.1", "127.0.0.1", {"x-forwarded-for": "127.0.0.1", "via": "1.1 proxy"}, 200),
        ("", "127.0.0.1", "127.0.0.1", {"forwarded": "for=192.0.2.7"}, 404),
        ("", "127.0.0.1", "127.0.0.1", {"x-real-ip": "192.0.2.7"}, 404),
        ("10.0.0.0/8, 2001:db8::/32", "", "10.1.2.3", {}, 200),
        ("10.0.0.0/8, 2001:db8::/32", "", "2001:db8::7", {}, 200),
        ("10.0.0.0/8, 2001:db8::/32", "", "127.0.0.1", {}, 404),
    ],
)
def test_metrics_are_available_to_configured_addresses_only(
    networks: str,
    proxies: str,
    client: str,
    headers: dict[str, str],
    status: int,
    data: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("REGNUM_METRICS", networks)
    monkeypatch.setenv("REGNUM_PROXY", proxies)
    app = create_app(Settings.load())
    inner = app.asgi_handler

    async def from_there(scope: Any, receive: Any, send: Any) -> None:
        scope["client"] = (client, 50000)
        await inner(scope, receive, send)

    app.asgi_handler = from_there
    with TestClient(app) as test_client:
        response = test_client.get("/metrics", headers=headers)
        assert response.status_code == status
        assert ("regnum_moves" in response.text) == (status == 200)


def test_invalid_networks_are_named(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGNUM_METRICS", "home")
    with pytest.raises(ValueError, match="cannot use REGNUM_METRICS 'home'"):
        Settings.load()
