"""What the doctor finds: rights and space of the data folder, the key, the database file, and the phases of tables."""

import asyncio
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from regnum.games import find_game
from regnum.web.server.doctor import MIN_FREE_BYTES, Finding, check_folder, check_store
from regnum.web.tables.models import ABANDONED, FINISHED, OPEN, PLAYING, WAITING, TableRow
from regnum.web.tables.store import TableStore
from tests.support.store.rows import add_rows
from tests.support.store.stores import with_store
from tests.support.web.apps import run_in_thread
from tests.support.web.live_tables import live_table_of

KEY = "a long enough key of ours"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a private data folder with a key."""
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    (folder / "secret").write_text(KEY, encoding="utf-8")
    (folder / "secret").chmod(0o600)
    monkeypatch.setenv("REGNUM_DATA", str(folder))
    monkeypatch.delenv("REGNUM_SECRET", raising=False)
    return folder


def severities() -> list[str]:
    return [finding.severity for finding in check_folder()]


def table(id_: str, phase: str, open_seat: bool = False, **more: Any) -> TableRow:
    """Return the row of a table of Khan that has begun, or waits for a player."""
    row = live_table_of(find_game("khan"), 2).row
    seat = replace(row.seats[1], kind=OPEN, guest=None) if open_seat else row.seats[1]
    return replace(row, id=id_, phase=phase, seats=(row.seats[0], seat), **more)


def findings_of(path: Path, *rows: TableRow) -> list[Finding]:
    """Return the findings about a database with these tables."""
    url = f"sqlite:///{path}"

    async def fill(store: TableStore) -> None:
        await add_rows(store, *rows)

    with_store(url, fill)
    path.chmod(0o600)
    return run_in_thread(lambda: asyncio.run(check_store(url)))


def test_private_folder_with_a_private_key_is_fine(folder: Path) -> None:
    assert severities() == ["fine", "fine"]


@pytest.mark.parametrize("mode", [0o710, 0o740, 0o701, 0o704])
def test_rights_of_others_to_the_folder_are_noted(folder: Path, mode: int) -> None:
    folder.chmod(mode)
    _, note, _ = check_folder()
    assert (note.severity, note.advice) == ("note", f"chmod 700 {folder}")


@pytest.mark.parametrize("mode", [0o640, 0o604])
def test_rights_of_others_to_the_key_are_noted(folder: Path, mode: int) -> None:
    (folder / "secret").chmod(mode)
    _, note = check_folder()
    assert (note.severity, note.advice) == ("note", f"chmod 600 {folder / 'secret'}")


def test_missing_or_damaged_key_is_reported_unless_the_environment_has_one(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "secret").write_text("short", encoding="utf-8")
    assert severities() == ["fine", "wrong"]
    (folder / "secret").unlink()
    assert severities() == ["fine", "note"]
    monkeypatch.setenv("REGNUM_SECRET", KEY)
    assert severities() == ["fine"]


def test_folder_that_is_missing_or_a_file_is_reported(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path, severity in (
        (folder / "nowhere", "note"),
        (folder / "secret" / "below", "note"),
        (folder / "secret", "wrong"),
    ):
        monkeypatch.setenv("REGNUM_DATA", str(path))
        assert severities() == [severity]


def test_little_space_is_reported_in_megabytes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for free, expected in ((MIN_FREE_BYTES, []), (MIN_FREE_BYTES - 1, [f"{(MIN_FREE_BYTES >> 20) - 1} MB"])):
        monkeypatch.setattr(shutil, "disk_usage", lambda path, free=free: SimpleNamespace(free=free))
        wrong = [finding.description for finding in check_folder() if finding.severity == "wrong"]
        assert [text.partition(" are free")[0] for text in wrong] == expected


def test_database_file_is_missing_empty_or_open_to_others(folder: Path) -> None:
    path = folder / "games.db"

    def check() -> list[Finding]:
        return run_in_thread(lambda: asyncio.run(check_store(f"sqlite:///{path}")))

    (missing,) = check()
    assert (missing.severity, "there is no database" in missing.description) == ("note", True)
    path.touch()
    (empty,) = check()
    assert (empty.severity, "is an empty file" in empty.description) == ("note", True)
    path.unlink()
    assert [finding.severity for finding in findings_of(path)] == ["fine", "fine"]
    for mode in (0o640, 0o604):
        path.chmod(mode)
        first, *_ = check()
        assert (first.severity, first.advice) == ("note", f"chmod 600 {path}")


def test_phase_and_seats_of_a_table_must_fit_its_game(folder: Path) -> None:
    sound = [
        table("waits", WAITING, open_seat=True),
        table("plays", PLAYING),
        table("ended", ABANDONED),
        table("never begun", ABANDONED, open_seat=True),
    ]
    faults = {
        "begun": (table("begun", PLAYING, open_seat=True), "it is said to be playing, but is waiting"),
        "over": (table("over", FINISHED), "it is said to be finished, but is playing"),
        "full": (table("full", WAITING), "it is said to be waiting, but is playing"),
        "chess": (table("chess", PLAYING, game="chess"), "its game no longer exists"),
    }
    found = findings_of(folder / "games.db", *sound, *(row for row, _ in faults.values()))
    assert [finding.description for finding in found[1:2]] == ["8 tables"]
    wrong = [finding.description for finding in found if finding.severity == "wrong"]
    assert sorted(wrong) == sorted(f"table {id_} ({row.game}): {fault}" for id_, (row, fault) in faults.items())


def test_tables_of_older_rules_are_counted(folder: Path) -> None:
    rules = find_game("khan").rules_version
    rows = [table("new", PLAYING), *(table(id_, PLAYING, rules_version=rules - 1) for id_ in ("old", "older"))]
    found = findings_of(folder / "games.db", *rows)
    assert [finding.severity for finding in found] == ["fine"] * 3
    assert [finding.description.split(" ")[0] for finding in found[1:]] == ["3", "2"]
