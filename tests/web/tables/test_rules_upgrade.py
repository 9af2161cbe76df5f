"""Data folders of older versions: tables continue if their record fits the current rules; nothing is lost."""

import json
import random
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient

import regnum
from regnum.web.errors import UnplayableError
from regnum.web.http.cookies import cookie_name, sign_cookie
from regnum.web.settings import Settings
from regnum.web.tables import cache
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import TableRow
from regnum.web.tables.rules_upgrade import fingerprint_of, upgrade_rules
from tests.support.web.apps import SECRET, create_app, live_table, run_in_app, wait_for
from tests.support.web.guests import Guest
from tests.support.web.tokens import token_of

OLD = Path(__file__).parents[2] / "support" / "store" / "data" / "upgrades"
"""Dumps of databases of older commits, with a running and a waiting table for each game."""


def fill(database: Path, dump: str) -> None:
    with sqlite3.connect(database) as connection:
        connection.executescript((OLD / f"{dump}.sql").read_text(encoding="utf-8"))


def host_of(client: TestClient[Litestar], table: dict[str, Any]) -> Guest:
    guest = Guest(client)
    guest.cookies.set(cookie_name("guest", SECRET), sign_cookie(str(table["host"]), SECRET))
    return guest


@pytest.mark.parametrize("dump", sorted(path.stem for path in OLD.glob("*.sql")))
def test_data_folder_of_an_older_version_is_upgraded(settings: Settings, dump: str) -> None:
    file = settings.data / "test.db"
    fill(file, dump)
    with sqlite3.connect(file) as connection:
        connection.row_factory = sqlite3.Row
        tables = [dict(row) for row in connection.execute("select * from tables")]
        entries = {
            row["id"]: connection.execute("select count(*) from entries where table_id = ?", (row["id"],)).fetchone()[0]
            for row in tables
        }
    assert len(tables) == 8
    went_on = set()
    with TestClient(create_app(settings)) as client:
        app = client.app
        for table in tables:
            host = host_of(client, table)
            host.get(f"/table/{table['id']}")
            live = live_table(app, table["id"])
            assert live.row.rules_version == live.game.rules_version
            assert live.entry_count == entries[table["id"]]
            assert live.version == run_in_app(app, app.state.tables.store.version(table["id"]))
            if table["phase"] == "waiting":
                for number, link in enumerate(host.invitations(table["id"])):
                    assert Guest(client).join(link, f"Friend {number}").status_code == 303
            went_on.add((table["game"], table["phase"]))
            dice = random.Random(3)
            for _ in range(5):
                seat = live.state.players_to_act[0]
                guest = host_of(client, {"host": live.row.seats[seat].guest})
                assert guest.act(table["id"], dice.choice(guest.choices(table["id"]))).status_code == 200
    assert went_on == {(game, phase) for game in regnum.games() for phase in ("waiting", "playing")}


def test_unplayable_table_can_be_read_exported_discussed_and_hidden(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        guest, stranger = Guest(client), Guest(client)
        table = guest.open_table("me", "open", game="khan", hints="yes")
        stranger.join(guest.invitations(table)[0], "Ben")
        spectator = Guest(client)
        client.app.state.tables.cache.live.clear()
        with sqlite3.connect(settings.data / "test.db") as database:
            database.execute("update tables set rules_version = 0, version = version + 1")
            database.execute("insert into entries values (?, 1, 0, 'pitch z99', '2026-01-01 00:00:00')", (table,))
        assert "An update has put this game on hold" in guest.get(f"/table/{table}")
        assert "on hold" in guest.get("/tables")
        headers = {"authorization": f"Bearer {token_of(guest)}"}
        (item,) = client.get("/api/tables", headers=headers).json()
        assert (item["id"], item["phase"], item["to_act"]) == (table, "stopped", False)
        assert table not in spectator.get("/lobby")
        for one in (guest, stranger, spectator):
            assert one.request("GET", f"/table/{table}/record").status_code == 409, "it may go on: the seed is secret"
        assert "An update has put" in spectator.get(f"/table/{table}")
        assert guest.post(f"/table/{table}/chat", {"text": "What a pity."}).status_code == 303
        assert "What a pity." in stranger.get(f"/table/{table}/chat")
        hook = {"kind": "json", "address": "https://a.example/x"}
        assert guest.post(f"/table/{table}/webhooks", hook).status_code == 303
        (id_,) = re.findall(r'name="id" value="([^"]+)"', guest.get(f"/table/{table}/webhooks"))[:1]
        assert guest.post("/notifications/remove", {"id": id_}).status_code == 303
        assert guest.post(f"/table/{table}/act", {"action": "pass", "entry_count": "0"}).status_code == 409
        page = guest.request("GET", f"/table/{table}/leave", follow_redirects=False)
        assert page.headers["location"] == f"/table/{table}"
        for one in (stranger, spectator):
            assert "End the game" not in one.get(f"/table/{table}")
            assert one.post(f"/table/{table}/end", {}).status_code == 409
        assert "End the game" in guest.get(f"/table/{table}")
        assert guest.post(f"/table/{table}/end", {}).status_code == 303
        assert guest.post(f"/table/{table}/end", {}).status_code == 409
        for one in (guest, stranger):
            over = one.get(f"/table/{table}")
            assert "This game is over." in over
            assert f"/table/{table}/record" in over
            header, *lines = one.get(f"/table/{table}/record").splitlines()
            assert (json.loads(header)["rules"], lines) == (0, ['[0, "pitch z99"]'])
        assert "/record" not in spectator.get(f"/table/{table}")
        assert spectator.request("GET", f"/table/{table}/record").status_code == 409
        assert guest.post(f"/table/{table}/leave", {}).headers["location"] == "/tables"
        assert stranger.post(f"/table/{table}/remove", {}).headers["location"] == "/tables"
        for one in (guest, stranger):
            assert table not in one.get("/tables")
        assert spectator.post(f"/table/{table}/remove", {}).status_code == 409


def test_concurrent_change_of_a_seat_does_not_stop_the_upgrade(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    carried: list[int] = []

    def while_it_changes(row: TableRow, entries: list[tuple[int, str]], mark: str) -> TableRow:
        carried.append(row.version)
        if len(carried) < 3:
            with sqlite3.connect(settings.data / "test.db") as database:
                database.execute("update tables set version = version + 1 where id = ?", (row.id,))
        return upgrade_rules(row, entries, mark)

    with TestClient(create_app(settings)) as client:
        guest = Guest(client)
        table = guest.open_table("me", "open", game="khan")
        client.app.state.tables.cache.live.clear()
        with sqlite3.connect(settings.data / "test.db") as database:
            database.execute("update tables set rules_version = 1, version = version + 1")
        monkeypatch.setattr(cache, "upgrade_rules", while_it_changes)
        guest.get(f"/table/{table}")
        first = carried[0]
        assert carried == [first, first + 1, first + 2]
        assert live_table(client.app, table).version == first + 3


Change = Callable[[TableRow, list[tuple[int, str]]], tuple[TableRow, list[tuple[int, str]], str]]


def too_long(row: TableRow, entries: list[tuple[int, str]]) -> tuple[TableRow, list[tuple[int, str]], str]:
    return msgspec.structs.replace(row, phase="finished"), entries, ""


def another_move(row: TableRow, entries: list[tuple[int, str]]) -> tuple[TableRow, list[tuple[int, str]], str]:
    return row, [*entries, (0, "pass pass")], ""


def another_mark(row: TableRow, entries: list[tuple[int, str]]) -> tuple[TableRow, list[tuple[int, str]], str]:
    return row, entries, f"{len(entries)} 0123456789abcdef"


def another_game(row: TableRow, entries: list[tuple[int, str]]) -> tuple[TableRow, list[tuple[int, str]], str]:
    return msgspec.structs.replace(row, game="chess"), entries, ""


def test_table_continues_only_if_its_record_leads_to_its_position(
    app: Litestar, new_guest: Callable[..., Guest]
) -> None:
    guest = new_guest()
    id_ = guest.open_table("me", "bot:random", game="khan")
    wait_for(lambda: bool(guest.choices(id_)))
    guest.act(id_, guest.choices(id_)[0])
    guest.get(f"/table/{id_}")
    table = live_table(app, id_)
    row = msgspec.structs.replace(table.row, rules_version=1)
    entries = list(table.play.record.entries)
    mark = fingerprint_of(LiveTable(table.row, entries))
    moved = upgrade_rules(row, entries, mark)
    assert (moved.rules_version, moved.seed) == (table.game.rules_version, row.seed)
    assert upgrade_rules(row, [*entries], "") == moved
    earlier = fingerprint_of(LiveTable(table.row, entries[:1]))
    assert upgrade_rules(row, entries, earlier) == moved, "the mark of an earlier moment counts as well"
    changes: dict[str, Change] = {
        "its game ends at another place": too_long,
        "an entry does not fit the rules": another_move,
        "its record leads elsewhere": another_mark,
        "its game no longer exists": another_game,
    }
    for reason, change in changes.items():
        with pytest.raises(UnplayableError, match=reason):
            upgrade_rules(*change(row, entries))


def test_viewed_table_gets_a_fingerprint(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        guest = Guest(client)
        id_ = guest.open_table("me", "open", game="khan")
        client.blocking_portal.call(client.app.state.notifications.scheduler.derivation.run_once)
        row = client.blocking_portal.call(client.app.state.tables.store.table, id_)
        assert re.fullmatch(r"0 [0-9a-f]{16}", row.fingerprint)
