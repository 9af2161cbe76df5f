"""A full disk, for the database, for temporary files and for output."""

import subprocess
import sys
from pathlib import Path

import pytest
from litestar import Litestar

import regnum.web.db.health
from regnum.web.http.i18n import page_text
from tests.support.server.commands import command
from tests.support.server.os_limits import no_room, regnum_without
from tests.support.web.guests import NewGuest

pytestmark = pytest.mark.full  # servers of their own, in processes of their own


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
    monkeypatch.setattr(regnum.web.db.health, "WRITE_TEST_INTERVAL", 0.0)
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


def test_api_explains_why_nothing_can_be_saved() -> None:
    for language in ("en", "de", "uk"):
        text = page_text(language)
        for key in ("full", "unwritable"):
            assert text.has(f"api.{key}")
            assert text.has(f"error.{key}_text")
            assert text.has(f"error.{key}")
