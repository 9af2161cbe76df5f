"""Running a server: health, metrics, logs, backups, the doctor, and the files for hosting."""

import gzip
import json
import logging
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import time
import tomllib
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar
from sqlalchemy import Boolean, Column, Insert, Integer, insert, select

from regnum.cli import main
from regnum.cli.command import COMMANDS, USAGE
from regnum.web import telemetry
from regnum.web.db.columns import UtcDateTime
from regnum.web.db.schema import METADATA, TABLES
from regnum.web.errors import Busy
from regnum.web.settings import RENAMED_VARIABLES, Settings
from regnum.web.tables.models import ReviewDue
from regnum.web.tables.reviews import ReviewStore
from regnum.web.tables.store import TableStore
from tests.support.server.server_process import ROOT, Server
from tests.support.store.stores import with_store
from tests.support.web.apps import run_in_thread
from tests.support.web.guests import Guest, NewGuest

pytestmark = pytest.mark.full  # servers of their own, in processes of their own

OLD = ROOT / "tests" / "support" / "store" / "data" / "revision_002.sqlite"
BOTS = ("bot:random",) * 3


def regnum(arguments: list[str]) -> int:
    """Run the command and return its exit code."""
    return run_in_thread(lambda: main(arguments))


def count(metrics: str, name: str, **labels: str) -> float:
    """Return the value of a Prometheus metric; 0 if it is missing."""
    pattern = "".join(rf'(?=.*{label}="{re.escape(value)}")' for label, value in labels.items())
    result = re.search(rf"^{name}(?:\{{{pattern}.*\}})? (\S+)$", metrics, re.MULTILINE)
    return float(result[1]) if result else 0.0


def move_when_possible(table: str, *guests: Guest) -> bool:
    """Let one of the guests move as soon as it is their turn; tell whether that succeeded."""
    deadline = time.monotonic() + 50
    while time.monotonic() < deadline:
        for guest in guests:
            if choices := guest.choices(table):
                return guest.act(table, choices[0]).status_code == 200
        time.sleep(0.05)
    return False


# Health and counts.


def test_running_server_is_healthy_and_ready(new_guest: NewGuest) -> None:
    assert new_guest().get("/healthz") == new_guest().get("/readyz") == "ok\n"


@pytest.mark.own_app
def test_server_without_its_store_or_in_shutdown_is_not_ready(
    app: Litestar, new_guest: NewGuest, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def busy(_: TableStore) -> None:
        raise Busy("it is locked")

    guest = new_guest()
    with monkeypatch.context() as patch:
        patch.setattr(TableStore, "ping", busy)
        assert guest.get("/readyz", 503) == "the store does not answer\n"
        assert guest.get("/healthz") == "ok\n"
    assert guest.get("/readyz") == "ok\n"
    app.state.tables.closing.set()
    assert guest.get("/readyz", 503) == "the server stops\n"


def test_metrics_do_not_name_tables_or_people(new_guest: NewGuest) -> None:
    guest = new_guest()
    before = guest.get("/metrics")
    table = guest.open_table("me", "bot:random", "bot:random", name="Hildegard")
    assert move_when_possible(table, guest)
    assert guest.act(table, "nonsense").status_code == 409
    guest.get("/nowhere", 404)
    after = guest.get("/metrics")

    def more(name: str, **labels: str) -> float:
        return count(after, name, **labels) - count(before, name, **labels)

    assert more("regnum_moves_total", game="brian_boru") >= 1
    assert more("regnum_refused_total", game="brian_boru") == 1
    assert more("regnum_append_seconds_count") >= 1
    assert more("regnum_requests_total", method="POST", route="/table/{table_id}/act", status="200") == 1
    assert more("regnum_requests_total", method="GET", route="", status="404") >= 1
    assert more("regnum_request_seconds_count", route="/table/{table_id}/act") == 2
    assert count(after, "regnum_tables") >= 1
    assert table not in after
    assert "Hildegard" not in after
    assert "nowhere" not in after


def test_unknown_methods_share_one_metric(new_guest: NewGuest) -> None:
    guest = new_guest()
    for method in ("BREW", "BREW2"):
        guest.request(method, "/")
    assert "BREW" not in guest.get("/metrics")


def test_processes_of_a_server_add_up_their_metrics(tmp_path: Path) -> None:
    environment = {**os.environ, "REGNUM_DATA": str(tmp_path), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "regnum", "serve", "--port", "0", "--workers", "2"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address = re.search(r"http://\S+", process.stdout.readline())
            assert address
            client = Guest(httpx.Client(base_url=address[0].rstrip("/"), headers={"connection": "close"}, timeout=60))
            for _ in range(20):
                client.get("/healthz")
            assert count(client.get("/metrics"), "regnum_requests_total", route="/healthz") == 20
        finally:
            process.terminate()
            process.wait(20)


# Logs.


@pytest.fixture
def lines() -> Iterator[list[dict[str, object]]]:
    """Collect log lines as JSON."""
    result: list[dict[str, object]] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            result.append(json.loads(telemetry.JsonLines().format(record)))

    handler = Keep()
    telemetry.LOG.addHandler(handler)
    before = telemetry.LOG.level
    telemetry.LOG.setLevel("INFO")
    yield result
    telemetry.LOG.setLevel(before)
    telemetry.LOG.removeHandler(handler)


def test_log_line_is_an_object_without_secrets(new_guest: NewGuest, lines: list[dict[str, object]]) -> None:
    guest = new_guest()
    table = guest.open_table("me", "open", "bot:random", name="Hildegard")
    (invitation,) = guest.invitations(table)
    new_guest().join(invitation, "Kunigunde")
    text = json.dumps(lines)
    assert {"level", "at", "what", "from", "method", "route", "status", "ms"} <= set(lines[0])
    assert ("POST", "/join/{token}", 303) in [(line["method"], line["route"], line["status"]) for line in lines]
    cookies = [value for name, value in guest.cookies.items() if not name.startswith("regnum_month")]
    for secret in (table, invitation.rpartition("/")[2], "Hildegard", "Kunigunde", *cookies):
        assert secret not in text


def test_server_logs_json_if_configured(tmp_path: Path) -> None:
    environment = {"REGNUM_LOG": "json", "REGNUM_LOG_LEVEL": "info"}
    server = Server(tmp_path, environment=environment).start()
    try:
        Guest(httpx.Client(base_url=server.address, timeout=60)).get("/healthz")
    finally:
        server.stop()
    (line,) = [json.loads(line) for line in server.log.read_text().splitlines()]
    assert (line["what"], line["route"], line["level"]) == ("request", "/healthz", "info")


def test_invalid_log_format_is_reported_in_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("REGNUM_DATA", str(tmp_path))
    monkeypatch.setenv("REGNUM_LOG", "xml")
    with pytest.raises(ValueError, match="REGNUM_LOG='xml' is none of text, json"):
        Settings.load()


# Backups.


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
    with_store(url, lambda store: ReviewStore(store.database).request(ReviewDue(table)))
    for empty in [shape for shape in METADATA.sorted_tables if not contents(url)[shape.name]]:
        row = {column.key: _some(column, table) for column in empty.columns}
        with_store(url, partial(_add, insert(empty).values(**row)))
    assert all(contents(url).values())
    return url


def test_backup_can_be_restored_into_any_store(full_store: str, database: str, tmp_path: Path) -> None:
    file = str(tmp_path / "all.backup")
    assert regnum(["backup", file, "--without-key", "--database", full_store]) == 0
    assert regnum(["restore", file, "--database", database]) == 0
    assert contents(database) == contents(full_store)
    again = str(tmp_path / "again.backup")
    assert regnum(["backup", again, "--without-key", "--database", database]) == 0
    other = f"sqlite:///{tmp_path / 'other.db'}"
    assert regnum(["restore", again, "--database", other]) == 0
    assert contents(other) == contents(full_store)
    assert Path(file).stat().st_mode & 0o077 == 0, "it holds the keys of all seats"


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
    assert regnum(["restore", str(file), "--database", fresh]) == 0
    kept = ("tables", "seats", "entries")
    expected = {table: rows if table in kept else [] for table, rows in contents(full_store).items()}
    assert without_links(contents(fresh)) == without_links(expected)


def test_restore_replaces_existing_tables_only_on_request(
    full_store: str, database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, mine = str(tmp_path / "all.backup"), str(tmp_path / "mine.backup")
    regnum(["backup", file, "--without-key", "--database", full_store])
    assert regnum(["backup", mine, "--without-key", "--database", database]) == 2, "there is nothing yet"
    with_store(database, lambda store: store.ping())
    assert regnum(["backup", mine, "--without-key", "--database", database]) == 0
    regnum(["restore", file, "--database", database])
    capsys.readouterr()
    assert regnum(["restore", mine, "--database", database]) == 2
    errors = capsys.readouterr().err
    assert errors.count("\n") == 1
    assert "--replace" in errors
    assert contents(database) == contents(full_store)
    assert regnum(["restore", mine, "--replace", "--database", database]) == 0
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
    regnum(["backup", str(file), "--without-key", "--database", full_store])
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
    assert regnum(["restore", str(file), "--replace", "--database", full_store]) == 2
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
        assert regnum(["backup", file, "--without-key", "--database", database]) == 0
        (invitation,) = guest.invitations(table)
        other = Guest(guest.client)
        assert other.join(invitation, "Ben").status_code == 303
        assert move_when_possible(table, guest, other)
        later = guest.open_table("me", *BOTS[:2])
        assert regnum(["restore", file, "--replace", "--database", database]) == 0
        assert guest.invitations(table) == [invitation], "the game has not begun again"
        assert guest.get(f"/table/{later}", 404)
        assert other.join(invitation, "Ben").status_code == 303
        assert move_when_possible(table, guest, other)
    finally:
        server.stop()


# The doctor.


def doctor(capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, str]:
    capsys.readouterr()
    return regnum(["doctor", *more]), capsys.readouterr().out


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
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A sound data folder."""
    folder = tmp_path / "data"
    monkeypatch.setenv("REGNUM_DATA", str(folder))
    Settings.load()
    Server(folder).start().stop()
    return folder


def test_doctor_finds_nothing_wrong_in_a_sound_store(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, findings = doctor(capsys)
    assert code == 0, findings
    assert "wrong" not in findings
    assert f"data folder {data}" in findings
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
        (lambda data: damage(data / "regnum.db"), "is damaged"),
        (lambda data: damage_database(data, "UPDATE alembic_version SET version_num = '999'"), "newer version"),
        (lambda data: damage_database(data, "UPDATE tables SET phase = 'finished'"), "is said to be finished"),
        (lambda data: damage_database(data, "UPDATE entries SET text = 'nonsense' WHERE number = 1"), "does not fit"),
        (lambda data: damage_database(data, "UPDATE tables SET game = 'chess'"), "(chess)"),
        (
            lambda data: damage_database(data, "UPDATE tables SET rules_version = 99, fingerprint = '1 elsewhere'"),
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
    damage_database(data, "UPDATE tables SET rules_version = 99")
    code, findings = doctor(capsys)
    assert code == 0, findings
    assert "1 tables of older rules continue with those of this version" in findings
    assert re.search(r"\b1 tables$", findings, re.M)


def damage(path: Path) -> None:
    """Overwrite pages in the middle of a database."""
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    content = bytearray(path.read_bytes())
    content[8 * 4096 : 40 * 4096] = b"nonsense" * (4096 * 4)
    path.write_bytes(content)


def damage_database(data: Path, statement: str) -> None:
    with sqlite3.connect(data / "regnum.db") as connection:
        connection.execute(statement)
    connection.close()


# What the files for Docker and the pages about hosting name.


def test_files_and_settings_of_docker_and_compose_exist() -> None:
    docker = (ROOT / "Dockerfile").read_text()
    for line in re.findall(r"^COPY (.+)$", docker, re.MULTILINE):
        for source in line.split()[:-1]:
            assert (ROOT / source).exists(), source
    compose = (ROOT / "compose.yaml").read_text()
    example = (ROOT / "compose.env.example").read_text()
    asked = set(re.findall(r"\$\{([A-Z_]+)", compose))
    assert asked <= set(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE))
    named = set(re.findall(r"REGNUM_[A-Z_]+", docker + compose + example))
    assert named - {"REGNUM_COMPILE"} <= named_settings()  # setup.py reads that one
    for arguments in re.findall(r'\["regnum", "(\w+)"(.*?)\]', docker + compose):
        command, given = arguments[0], re.findall(r'"(--?\w+)"', arguments[1])
        assert command in {module.NAME for module in COMMANDS}
        with pytest.raises(SystemExit):
            main([command, "--help"])
        assert given
    assert "/readyz" in docker
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert "asyncpg" in (ROOT / "requirements" / "play.txt").read_text(), "compose.yaml's server needs it"
    assert {"web", "postgres", "cli"} <= set(extras)


NO_SETTINGS = {"REGNUM_ADD_GAMES", "REGNUM_FACTS_PASSED"}
"""Variables of the environment for authors of games and for child processes."""


def named_settings() -> set[str]:
    """Return the names of all settings of a server, wherever the code reads them."""
    code = "".join(path.read_text() for path in (ROOT / "regnum").rglob("*.py"))
    return set(re.findall(r'"(REGNUM_[A-Z_]+)"', code)) - NO_SETTINGS - RENAMED_VARIABLES.keys()


def hosting_pages() -> str:
    """Return the text of all pages for operators."""
    docs = ROOT / "docs"
    return "\n".join(path.read_text() for path in (docs / "hosting.md", *sorted((docs / "hosting").glob("*.md"))))


def test_compose_passes_every_setting_and_the_hosting_pages_explain_it() -> None:
    compose = (ROOT / "compose.yaml").read_text()
    service = re.search(r"^  regnum:\n((?:    .*\n)+)", compose, re.MULTILINE)
    assert service
    assert re.search(r"^    env_file: \.env\b", service[1], re.MULTILINE)
    assert set(re.findall(r"^      (REGNUM_[A-Z_]+):", service[1], re.MULTILINE)) <= named_settings()
    page = hosting_pages()
    rows = "".join(re.findall(r"^\|.*`REGNUM_.*\n", page, re.MULTILINE))
    assert set(re.findall(r"REGNUM_[A-Z_]+", rows)) == named_settings()
    unit = re.search(r"^\[Unit\]\n.*?^```", page, re.MULTILINE | re.DOTALL)
    assert unit
    assert set(re.findall(r"REGNUM_[A-Z_]+", unit[0])) <= named_settings()
    assert "EnvironmentFile=-/etc/regnum.env" in unit[0], "all other settings"
    for needed in ("REGNUM_DATA=", "REGNUM_ORIGIN=", "REGNUM_PROXY=", "StateDirectory=", "UMask=0077"):
        assert needed in unit[0]
    assert f"RestartPreventExitStatus={USAGE}" in unit[0], "a wrong setting stays wrong"


def test_empty_setting_counts_as_unset(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A variable in .env may be empty."""
    monkeypatch.setenv("REGNUM_DATA", str(tmp_path))
    for name in named_settings() - {"REGNUM_DATA"}:
        monkeypatch.delenv(name, raising=False)
    plain = Settings.load()
    for name in named_settings() - {"REGNUM_DATA"}:
        monkeypatch.setenv(name, "")
    assert Settings.load() == plain


def test_images_are_pinned_or_a_script_pins_them(tmp_path: Path) -> None:
    names = ("compose.yaml", "Dockerfile", "scripts/pin_images.sh")
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    docker = tmp_path / "docker"
    docker.write_text('#!/bin/sh\necho "sha256:$(printf %s "$4" | cksum | cut -d " " -f 1)abc"\n')
    docker.chmod(0o700)
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    written = []
    for _ in range(2):  # the second time there are digests already
        subprocess.run(["sh", "scripts/pin_images.sh"], cwd=tmp_path, env=environment, check=True, capture_output=True)
        text = (tmp_path / "compose.yaml").read_text() + (tmp_path / "Dockerfile").read_text()
        written.append(text)
        images = re.findall(r"^(?: *image:|FROM) +(\S+)", text, re.MULTILINE)
        assert len(images) == 4
        assert all(re.fullmatch(r"[a-z]+:[\w.-]+@sha256:\d+abc", image) for image in images), images
    assert written[0] == written[1]
    for name in ("compose.yaml", "Dockerfile"):
        plain = re.sub(r"@sha256:\d+abc", "", (tmp_path / name).read_text())
        assert plain == (ROOT / name).read_text() or "@sha256:" in (ROOT / name).read_text()
        assert "pin_images.sh" in plain


def test_settings_and_commands_of_the_hosting_pages_exist() -> None:
    page = hosting_pages()
    assert set(re.findall(r"REGNUM_[A-Z_]+", page)) <= named_settings()
    for name in set(re.findall(r"^regnum (\w+)|`regnum (\w+)", page, re.MULTILINE)):
        assert "".join(name) in {module.NAME for module in COMMANDS}, name
    commands = "".join(path.read_text() for path in (ROOT / "regnum" / "cli").glob("*.py"))
    flags = re.findall(r"`(--[a-z-]+)", page)
    for call in re.findall(r"regnum [a-z]+ [^`\n]*", page):
        flags += re.findall(r"(?<= )--[a-z-]+", call)
    assert len(set(flags)) > 8
    for flag in set(flags):
        assert f'"{flag}"' in commands, flag
