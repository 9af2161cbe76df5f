"""Databases that a server cannot use: damaged, foreign, locked, or without rights."""

import asyncio
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from regnum.web.db import retry
from regnum.web.db.database import UnwritableError
from regnum.web.server.probe import probe_now
from regnum.web.server.run import ServerStartError, serve
from tests.support.server.commands import run_doctor
from tests.support.server.data_folder import damage_database
from tests.support.server.os_limits import regnum_without
from tests.support.server.server_process import Server
from tests.support.web.apps import run_in_thread

pytestmark = pytest.mark.full  # servers of their own, in processes of their own


def test_damaged_database_is_reported_as_damaged(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Server(data).start().stop()
    content = bytearray((data / "regnum.db").read_bytes())
    content[100:4096] = b"nonsense" * 499 + b"none"
    (data / "regnum.db").write_bytes(content)
    code, findings = run_doctor(capsys)
    assert code == 1
    assert [line for line in findings if "is damaged" in line]
    with pytest.raises(ServerStartError, match=f"{data / 'regnum.db'} is damaged: .*restore a backup"):
        run_in_thread(lambda: serve(port=0))


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
    with pytest.raises(ServerStartError, match=re.escape(says)) as error:
        run_in_thread(lambda: serve(port=0))
    assert "\n" not in str(error.value)
    assert (data / "regnum.db").read_bytes() == before


def test_duplicate_schema_version_is_reported(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Server(data).start().stop()
    damage_database(data / "regnum.db", "INSERT INTO alembic_version VALUES ('002')")
    code, findings = run_doctor(capsys)
    assert code == 1
    assert [line for line in findings if line.startswith("wrong")]
    with pytest.raises(ServerStartError, match="cannot use the database"):
        run_in_thread(lambda: serve(port=0))


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


@pytest.mark.parametrize(("state", "full"), [("53100", True), ("42501", False), ("25006", False)])
def test_unwritable_postgresql_is_not_retried_for_long(state: str, full: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retry, "DATABASE_TIMEOUT", 0.2)
    tried: list[int] = []

    class PostgresError(Exception):
        sqlstate = state

    async def attempt() -> None:
        tried.append(1)
        raise PostgresError("no")

    with pytest.raises(UnwritableError) as fault:
        run_in_thread(lambda: asyncio.run(retry.retry_while_busy(attempt)))
    assert fault.value.full == full
    assert (len(tried) == 1) == (state != "25006"), "a standby may take over"
