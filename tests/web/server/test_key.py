"""The server's key: kept, replaced, restored, missing and damaged."""

import re
from functools import partial
from pathlib import Path

import httpx
import pytest

from regnum.web.server.run import ServerStartError, serve
from tests.support.server.commands import command, run_doctor
from tests.support.server.data_folder import ODD_FILES, damage_database, dump, odd_file, permissions, schema_version
from tests.support.server.server_process import Server
from tests.support.web.apps import run_in_thread
from tests.support.web.guests import Guest

pytestmark = pytest.mark.full  # servers of their own, in processes of their own


FIRST = "the first key of a host"


OTHER = "another key of a host"


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
    with pytest.raises(ServerStartError, match=re.escape(text)) as error:
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
    with pytest.raises(ServerStartError, match=text) as error:
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
    with pytest.raises(ServerStartError, match=re.escape(f"{data / 'secret'} is not the key")):
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
    with pytest.raises(ServerStartError, match="REGNUM_SECRET is not the key"):
        run_in_thread(lambda: serve(port=0))
    monkeypatch.delenv("REGNUM_SECRET")
    Server(new).start().stop()


def test_different_key_is_detected_before_an_upgrade(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_table_with_key(data, FIRST, monkeypatch)
    damage_database(data / "regnum.db", "UPDATE alembic_version SET version_num = '019'")
    monkeypatch.setenv("REGNUM_SECRET", OTHER)
    with pytest.raises(ServerStartError, match="REGNUM_SECRET is not the key"):
        run_in_thread(lambda: serve(port=0))
    assert schema_version(data / "regnum.db") == "019"
    assert list(data.glob("before-upgrade*")) == []


def test_missing_key_is_reported_before_an_upgrade(old_data: Path) -> None:
    (old_data / "secret").unlink()
    before = schema_version(old_data / "regnum.db")
    with pytest.raises(ServerStartError, match="is missing"):
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
        with pytest.raises(ServerStartError, match=re.escape(text)):
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
    with pytest.raises(ServerStartError, match="--new-key"):
        run_in_thread(lambda: serve(port=0))
    assert (old_data / "secret").read_text() == content
    Server(old_data, new_key=True).start().stop()
    (aside,) = old_data.glob("secret-*")
    assert aside.read_text() == content
    assert permissions(old_data / "secret") == 0o600
    Server(old_data).start().stop()
