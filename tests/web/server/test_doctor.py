"""The doctor: what it finds in settings, rows and games, and what it advises."""

import asyncio
import re
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from regnum.web.db.upgrade import UpgradableDatabase
from regnum.web.server.run import ServerStartError, serve
from regnum.web.settings import Settings
from regnum.web.tables.store import TableStore
from tests.support.server.commands import command, run_doctor
from tests.support.server.data_folder import damage_database, file_checksums
from tests.support.server.server_process import Server
from tests.support.store.interrupted_starts import old, old_rows
from tests.support.store.postgres import fresh_database
from tests.support.web.apps import run_in_thread
from tests.support.web.guests import Guest
from tests.support.web.moves import move_when_possible

pytestmark = pytest.mark.full  # servers of their own, in processes of their own


def doctor(capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, str]:
    capsys.readouterr()
    return command("doctor", *more), capsys.readouterr().out


@pytest.fixture(scope="module")
def played_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a table with some moves; tests take a copy."""
    folder = tmp_path_factory.mktemp("played") / "data"
    server = Server(folder).start()
    guest = Guest(httpx.Client(base_url=server.address, timeout=10))
    table = guest.open_table("me", "bot:random", "bot:random")
    assert move_when_possible(table, guest)
    server.stop()
    return folder


@pytest.fixture
def sound_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A sound data folder."""
    folder = tmp_path / "data"
    monkeypatch.setenv("REGNUM_DATA", str(folder))
    Settings.load()
    Server(folder).start().stop()
    return folder


def test_doctor_finds_nothing_wrong_in_a_sound_store(sound_data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, findings = doctor(capsys)
    assert code == 0, findings
    assert "wrong" not in findings
    assert f"data folder {sound_data}" in findings
    assert re.search(r"\b0 tables$", findings, re.M)


def test_doctor_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REGNUM_DATA", str(tmp_path / "none"))
    assert doctor(capsys)[0] == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("harm", "says"),
    [
        (lambda data: (data / "secret").write_text("short"), "is damaged"),
        (lambda data: (data / "secret").unlink(), "regnum serve --new-key"),
        (lambda data: (data / "regnum.db").write_bytes(b"nonsense" * 1000), "is not an SQLite database"),
        (lambda data: overwrite_pages(data / "regnum.db"), "is damaged"),
        (
            lambda data: damage_database(data / "regnum.db", "UPDATE alembic_version SET version_num = '999'"),
            "newer version",
        ),
        (
            lambda data: damage_database(data / "regnum.db", "UPDATE tables SET phase = 'finished'"),
            "is said to be finished",
        ),
        (
            lambda data: damage_database(data / "regnum.db", "UPDATE entries SET text = 'nonsense' WHERE number = 1"),
            "does not fit",
        ),
        (lambda data: damage_database(data / "regnum.db", "UPDATE tables SET game = 'chess'"), "(chess)"),
        (
            lambda data: damage_database(
                data / "regnum.db", "UPDATE tables SET rules_version = 99, fingerprint = '1 elsewhere'"
            ),
            "rules version 99",
        ),
    ],
)
def test_doctor_explains_faults_and_remedies(
    harm: Callable[[Path], object],
    says: str,
    played_data: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    data = tmp_path / "data"
    shutil.copytree(played_data, data)
    monkeypatch.setenv("REGNUM_DATA", str(data))
    assert doctor(capsys)[0] == 0
    harm(data)
    code, findings = doctor(capsys)
    assert code == 1, findings
    (line,) = [line for line in findings.splitlines() if line.startswith("wrong")]
    assert says in line
    assert line.count(": ") >= 1


def test_doctor_counts_games_with_older_rules(
    played_data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    shutil.copytree(played_data, data)
    monkeypatch.setenv("REGNUM_DATA", str(data))
    damage_database(data / "regnum.db", "UPDATE tables SET rules_version = 99")
    code, findings = doctor(capsys)
    assert code == 0, findings
    assert "1 tables of older rules continue with those of this version" in findings
    assert re.search(r"\b1 tables$", findings, re.M)


def overwrite_pages(path: Path) -> None:
    """Overwrite pages in the middle of a database."""
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    content = bytearray(path.read_bytes())
    content[8 * 4096 : 40 * 4096] = b"nonsense" * (4096 * 4)
    path.write_bytes(content)


WRONG_SETTINGS = {
    "REGNUM_SECRET": ["short"],
    "REGNUM_BOT_DELAY": ["-1", "nan", "inf", "1e9", "soon"],
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
    with pytest.raises(ServerStartError, match=r"^REGNUM_|^cannot use ") as error:
        run_in_thread(lambda: serve(port=0))
    assert "\n" not in str(error.value)
    assert not data.exists()
    code, result = run_doctor(capsys)
    assert code == 1
    assert [line for line in result if line.startswith(f"wrong  {error.value}: ")]


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
        "INSERT INTO reviews (table_id, requested_at, parts_done, is_pending, results) "
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
        upgradable = UpgradableDatabase(url)

        async def revision() -> str | None:
            try:
                return await upgradable.database.read(upgradable.revision)
            finally:
                await upgradable.close()

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
