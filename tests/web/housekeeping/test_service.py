"""Rows of guests: limited by address and hour, and removed after a while."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from sqlalchemy import Connection, func, insert, select

from regnum.core.text.ledger import LANGUAGES
from regnum.web.db.schema import (
    ACCOUNTS,
    CHANNELS,
    DELIVERIES,
    HIDDEN_TABLES,
    INVITATIONS,
    MUTES,
    NOTES,
    NOTIFICATION_SETTINGS,
    REMOVED_GUESTS,
    TOKENS,
)
from regnum.web.housekeeping.stale_rows import remove_stale_rows
from regnum.web.http.i18n import page_text
from regnum.web.notifications.messages import OPTIONAL_KINDS
from regnum.web.settings import Settings
from regnum.web.tables.limits import RowLimits
from tests.support.web.addresses import Caller, app_for_addresses
from tests.support.web.guests import Guest

HOME, OTHER = "192.0.2.1", "198.51.100.7"
CHOSEN = {"quiet_from": "22:00", "quiet_to": "07:00", "daily": "07:00", "zone": "UTC"}
CHOSEN |= {f"tell_{kind}": "yes" for kind in OPTIONAL_KINDS}


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient[Litestar]]:
    """An application that accepts two rows of each kind from an address per hour."""
    app = app_for_addresses(settings)
    limit = RowLimits(2)
    for part in (app.state.notifications.settings_store, app.state.tokens, app.state.chat, app.state.seating):
        part._row_limits = limit
    with TestClient(app) as client:
        yield client


def count_rows(client: TestClient[Litestar], table: Any) -> int:
    read = client.app.state.tables.store.database.read
    query = select(func.count()).select_from(table)
    result: int = client.blocking_portal.call(read, lambda connection: connection.execute(query).scalar_one())
    return result


def write(client: TestClient[Litestar], *changes: Any) -> None:
    def work(connection: Connection) -> None:
        for change in changes:
            connection.execute(change)

    client.blocking_portal.call(client.app.state.tables.store.database.write, work)


def refusal(language: str = "en") -> str:
    return page_text(language)("refusal.too_many_rows", limit=2)


def test_limit_of_rows_grows_with_the_write_limit(settings: Settings) -> None:
    app = app_for_addresses(replace(settings, writes_per_minute=10))
    with TestClient(app) as client:
        codes = [Caller(client, HOME).post("/tokens", {"name": "one"}).status_code for _ in range(3)]
    assert codes == [200, 200, 422]


def test_guests_with_settings_are_limited_by_address(client: TestClient[Litestar]) -> None:
    first = Caller(client, HOME)
    assert first.post("/notifications/settings", CHOSEN).status_code == 303
    assert Caller(client, HOME).post("/notifications/settings", CHOSEN).status_code == 303
    late = Caller(client, HOME)
    for language in LANGUAGES:
        late.language = language
        response = late.post("/notifications/settings", CHOSEN)
        assert response.status_code == 409
        assert refusal(language) in response.text
    assert late.post("/notifications/email", {"mail": "", "zone": "Europe/Kyiv"}).status_code == 303
    assert first.post("/notifications/settings", CHOSEN).status_code == 303, "it is the same row"
    assert Caller(client, OTHER).post("/notifications/settings", CHOSEN).status_code == 303
    assert count_rows(client, NOTIFICATION_SETTINGS) == 3


def test_tokens_are_limited_by_address(client: TestClient[Litestar]) -> None:
    answers = [Caller(client, HOME).post("/tokens", {"name": "mine"}) for _ in range(3)]
    assert [response.status_code for response in answers] == [200, 200, 422]
    assert refusal() in answers[2].text
    assert Caller(client, OTHER).post("/tokens", {"name": "mine"}).status_code == 200
    assert count_rows(client, TOKENS) == 3


def test_mutes_are_limited_by_address(client: TestClient[Litestar]) -> None:
    host = Caller(client, OTHER)
    table = host.open_table("me", "bot:random", game="khan")
    assert Caller(client, OTHER).post(f"/table/{table}/chat", {"text": "Hello"}).status_code == 303
    line, guests = {"message": "o1", "on": "yes"}, [Caller(client, HOME) for _ in range(3)]
    answers = [guest.post(f"/table/{table}/chat/mute", line) for guest in guests]
    assert [response.status_code for response in answers] == [303, 303, 409]
    assert refusal() in answers[2].text
    assert guests[0].post(f"/table/{table}/chat/mute", line).status_code == 303
    assert guests[0].post(f"/table/{table}/chat/mute", {**line, "on": ""}).status_code == 303


def test_notes_are_limited_by_address(client: TestClient[Litestar]) -> None:
    guest = Caller(client, HOME)
    tables = [guest.open_table("me", "bot:random", game="khan") for _ in range(3)]
    answers = [guest.post(f"/table/{table}/notes", {"text": "Mine"}) for table in tables]
    assert [response.status_code for response in answers] == [200, 200, 409]
    assert refusal() in answers[2].text
    assert guest.post(f"/table/{tables[0]}/notes", {"text": "More"}).status_code == 200
    assert count_rows(client, NOTES) == 2


def test_removals_of_guests_are_limited_by_address(client: TestClient[Litestar]) -> None:
    host = Caller(client, HOME)
    table = host.open_table("me", "open", "open", game="khan")
    codes = []
    for _ in range(3):
        assert Caller(client, OTHER).join(host.invitations(table)[0], "Ben").status_code == 303
        codes.append(host.post(f"/table/{table}/remove-guest", {"seat": "1"}).status_code)
    assert codes == [303, 303, 409]
    assert count_rows(client, REMOVED_GUESTS) == 2


def test_abandoned_rows_of_guests_are_removed_after_a_while(client: TestClient[Litestar]) -> None:
    host = Guest(client)
    playing = host.open_table("me", "bot:random", game="khan")
    waiting = host.open_table("me", "open", game="khan")
    own: dict[str, Any] = {"kind": "json", "table_id": "", "address": "x", "key": "k", "language": "en", "origin": "x"}
    own |= {"failures": 0, "last_result": ""}
    now = datetime.now(UTC)
    old, new = now - timedelta(days=31), now - timedelta(days=29)
    account = {
        "name": "A",
        "appearance_key": "a",
        "name_key": "a",
        "password": "x",
        "language": "en",
        "created_at": old,
    }
    at = {"seat": 1, "table_id": waiting, "name": "I"}
    write(client, insert(ACCOUNTS).values(guest="account", **account), insert(INVITATIONS).values(guest="asked", **at))
    seated = client.blocking_portal.call(client.app.state.tables.store.table, playing).host
    wish = {"zone": "", "quiet_from": 0, "quiet_to": 0, "daily": 0, "disabled_kinds": ""}
    for guest, made in (("gone", old), ("fresh", new), ("account", old), ("asked", old), (seated, old)):
        write(
            client,
            insert(NOTIFICATION_SETTINGS).values(guest=guest, created_at=made, **wish),
            insert(TOKENS).values(id=guest, hash=guest, guest=guest, name="", created_at=made),
            insert(MUTES).values(guest=guest, muted_guest="somebody", created_at=made),
            insert(CHANNELS).values(id=guest, guest=guest, created_at=made, **own),
            insert(DELIVERIES).values(
                id=guest, channel_id=guest, notification="{}", created_at=made, next_attempt_at=made, attempts=0
            ),
            insert(NOTES).values(table_id=playing, guest=guest, text="x"),
            insert(HIDDEN_TABLES).values(table_id=playing, guest=guest),
            insert(REMOVED_GUESTS).values(table_id=playing, guest=guest),
            insert(REMOVED_GUESTS).values(table_id=waiting, guest=guest),
        )
    store = client.app.state.tables.store
    assert client.blocking_portal.call(partial(remove_stale_rows, store.database, now)) == 4 + 4 + 4 + 5
    assert {
        table.name: count_rows(client, table) for table in (NOTIFICATION_SETTINGS, TOKENS, MUTES, CHANNELS, DELIVERIES)
    } == dict.fromkeys(("notification_settings", "tokens", "mutes", "channels", "deliveries"), 4)
    assert {table.name: count_rows(client, table) for table in (NOTES, HIDDEN_TABLES, REMOVED_GUESTS)} == {
        "notes": 1,
        "hidden_tables": 1,
        "removed_guests": 5,
    }
    assert client.blocking_portal.call(partial(remove_stale_rows, store.database, now + timedelta(days=2))) == 4


def test_leader_cleans_up_even_where_unused_tables_are_kept(client: TestClient[Litestar]) -> None:
    old = datetime.now(UTC) - timedelta(days=31)
    write(client, insert(TOKENS).values(id="gone", hash="gone", guest="gone", name="", created_at=old))
    assert client.app.state.settings.remove_unused_after_days == 0
    client.blocking_portal.call(client.app.state.housekeeping.work_once)
    assert count_rows(client, TOKENS) == 0
