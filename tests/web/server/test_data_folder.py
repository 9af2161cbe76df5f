"""The data folder: rights, owners and odd paths."""

import os
import shutil
from pathlib import Path

import httpx
import pytest

import regnum.web.db.upgrade
from regnum.web.db.health import DatabaseHealth
from regnum.web.settings import Settings
from tests.support.server.commands import command
from tests.support.server.data_folder import permissions
from tests.support.server.server_process import Server
from tests.support.store.stores import with_store
from tests.support.web.guests import Guest

pytestmark = pytest.mark.full  # servers of their own, in processes of their own


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


def test_percent_sign_in_a_path_is_literal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "50% fun" / "web"
    shutil.copytree(Path(regnum.web.db.upgrade.__file__).parent / "migrations", package / "migrations")
    monkeypatch.setattr(regnum.web.db.upgrade, "__file__", str(package / "upgrade.py"))
    data = tmp_path / "100%41 ours?"
    monkeypatch.setenv("REGNUM_DATA", str(data))
    settings = Settings.load()
    with_store(settings.database, lambda store: DatabaseHealth(store.database).ping())
    assert {"regnum.db", "secret"} <= {path.name for path in data.iterdir()}
    assert command("backup", str(tmp_path / "x%.backup")) == 0
    assert command("doctor") == 0
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()].count("100A ours") == 0
