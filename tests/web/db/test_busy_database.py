"""A busy database blocks nobody: moves wait or are refused politely, and bots continue."""

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from litestar import Litestar

from regnum.web.db import retry
from regnum.web.settings import Settings
from tests.support.server.server_process import Server
from tests.support.web.apps import live_table, wait_for
from tests.support.web.guests import Guest, NewGuest

SAYS = {"en": "The server is busy", "de": "Der Server ist gerade beschäftigt", "uk": "Сервер зараз зайнятий"}
TELLS = {"en": "nothing is lost", "de": "es ist nichts verloren", "uk": "нічого не втрачено"}


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Lock an SQLite file like a long transaction of another process."""
    other = sqlite3.connect(path, isolation_level=None, timeout=20, check_same_thread=False)
    other.execute("BEGIN EXCLUSIVE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


@pytest.mark.parametrize("language", list(SAYS))
def test_move_at_a_busy_database_is_refused_politely(
    new_guest: NewGuest, app: Litestar, settings: Settings, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setattr(retry, "DATABASE_TIMEOUT", 0.3)
    guest = new_guest(language)
    id_ = guest.open_table("me", "bot:random", "bot:random", option_first_player="1")
    entry_count, action = guest.entry_count(id_), guest.choices(id_)[0]
    with locked(settings.data / "test.db"):
        for live_page, says in ((True, TELLS), (False, SAYS)):
            response = guest.act(id_, action, entry_count, live=live_page)
            assert (response.status_code, says[language] in response.text) == (503, True)
        assert guest.choices(id_), "reads still work, and no write is half done"
        opened = guest.post("/new/khan", {"name": "Ann", "players": "2", "seat0": "me", "seat1": "open"})
        assert (opened.status_code, SAYS[language] in opened.text) == (503, True)
    assert live_table(app, id_).entry_count == entry_count
    assert guest.act(id_, action, entry_count).status_code == 200


def test_move_waits_for_a_briefly_busy_database(new_guest: NewGuest, settings: Settings) -> None:
    guest = new_guest()
    id_ = guest.open_table("me", "bot:random", "bot:random", option_first_player="1")
    action = guest.choices(id_)[0]
    with locked(settings.data / "test.db"):
        answers: list[int] = []
        posting = threading.Thread(target=lambda: answers.append(guest.act(id_, action).status_code))
        posting.start()
        time.sleep(0.5)
        assert not answers
    posting.join(5)
    assert answers == [200]


def test_bots_continue_after_the_database_was_busy(
    new_guest: NewGuest, app: Litestar, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retry, "DATABASE_TIMEOUT", 0.1)
    guest = new_guest()
    id_ = guest.open_table("bot:random", "bot:random", "bot:random", name="")
    table = live_table(app, id_)
    wait_for(lambda: table.entry_count > 3)
    with locked(settings.data / "test.db"):
        time.sleep(1)
        stuck = table.entry_count
    assert not table.state.is_terminal
    wait_for(lambda: table.entry_count > stuck + 20)  # there are no watchers


@pytest.mark.full
def test_server_survives_a_lock_of_nine_seconds(tmp_path: Path) -> None:
    server = Server(tmp_path / "data").start()
    try:
        guests = [Guest(httpx.Client(base_url=server.address, timeout=20)) for _ in range(4)]
        alone = guests[0].open_table("bot:random", "bot:random", "bot:random", name="")
        tables = [guest.open_table("me", "bot:random", "bot:random", option_first_player="1") for guest in guests]
        with locked(server.data / "regnum.db"):
            began = time.monotonic()
            response = guests[0].act(tables[0], guests[0].choices(tables[0])[0])
            assert response.status_code == 503, "it is answered before the lock ends"
            time.sleep(max(began + 9 - time.monotonic(), 0))
        for guest, table in zip(guests, tables, strict=True):
            assert guest.act(table, guest.choices(table)[0]).status_code == 200
            while not guest.choices(table):  # bots move meanwhile
                time.sleep(0.05)
        wait_for(lambda: "Final scoring" in guests[1].get(f"/table/{alone}"))
    finally:
        server.stop()
