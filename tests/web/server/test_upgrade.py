"""Upgrades of an older database, after a copy."""

import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from regnum.web.db.upgrade import UpgradableDatabase
from regnum.web.server.probe import probe_now
from regnum.web.server.run import ServerStartError, serve
from tests.support.server.commands import command
from tests.support.server.data_folder import dump, permissions, schema_version
from tests.support.server.server_process import Server
from tests.support.store.interrupted_starts import old, old_rows
from tests.support.store.postgres import fresh_database
from tests.support.web.apps import run_in_thread

pytestmark = pytest.mark.full  # servers of their own, in processes of their own


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
    with pytest.raises(ServerStartError, match=r"cannot write .*before-upgrade-002-.*Is a directory") as error:
        run_in_thread(lambda: serve(port=0))
    assert "\n" not in str(error.value)
    assert schema_version(old_data / "regnum.db") == "002"
    assert dump(old_data) == before


def test_failed_upgrade_leaves_no_copy(old_data: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With Restart=always, copies would fill the disk."""

    def fails(database: UpgradableDatabase, connection: Any, revision: str = "head") -> None:
        raise ValueError("a step that fails")

    monkeypatch.setattr(UpgradableDatabase, "upgrade", fails)
    with pytest.raises(ServerStartError, match="a step that fails"):
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
