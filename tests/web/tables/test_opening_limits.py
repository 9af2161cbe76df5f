"""Limits on tables opened by one guest and from one address."""

import asyncio
from dataclasses import replace

import pytest
from litestar.testing import TestClient

from regnum.games import find_game
from regnum.web.settings import Settings
from regnum.web.tables.limits import TableLimits
from regnum.web.tables.models import BOT, SeatRow
from regnum.web.tables.new_table import NewTable
from tests.support.web.apps import create_app
from tests.support.web.guests import Guest

pytestmark = pytest.mark.own_app


def test_open_tables_are_limited_by_guest(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("regnum.web.tables.limits.MAX_OPEN_TABLES", 2)
    with TestClient(create_app(settings)) as client:
        guest = Guest(client)
        tables = [guest.open_table("me", "open", game="khan") for _ in range(2)]
        wrong = guest.ask_for_table("me", "bot:random", game="khan")
        assert wrong.status_code == 422
        assert "You already have 2 unfinished tables" in wrong.text
        assert guest.post("/new/khan/first", {}).status_code == 409
        guest.post(f"/table/{tables[0]}/remove", {})
        guest.open_table("me", "bot:random", game="khan")
        Guest(client).open_table("me", "bot:random", game="khan")


def test_concurrently_opened_tables_are_counted(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    app = create_app(settings)
    tables, khan = app.state.tables, find_game("khan")
    monkeypatch.setattr(tables, "table_limits", TableLimits(tables.store, 45))
    seats = [SeatRow(seat, BOT, f"Bot {seat}", bot="random") for seat in range(2)]

    async def many() -> list[str | BaseException]:
        options = khan.read_setup(2, None, {})
        opening = (tables.open(NewTable(khan, 2, options, "a" * 32, seats, client_address="here")) for _ in range(8))
        actual: list[str | BaseException] = await asyncio.gather(*opening, return_exceptions=True)
        return actual

    with TestClient(app) as client:
        actual = client.blocking_portal.call(many)
    assert sorted(getattr(one, "key", "opened") for one in actual) == ["opened"] * 3 + ["tables_of_bots"] * 5


def test_opened_tables_are_limited_by_address(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    with TestClient(create_app(replace(settings, writes_per_minute=20))) as client:
        for listed in ("yes", "yes"):
            Guest(client).open_table("me", "open", game="khan", listed=listed)
        refused = Guest(client).ask_for_table("me", "open", game="khan", listed="yes")
        assert refused.status_code == 422
        assert "Leave this one out of the lobby" in refused.text
    app = create_app(settings)
    monkeypatch.setattr(app.state.tables, "table_limits", TableLimits(app.state.tables.store, 2))
    with TestClient(app) as client:
        for _ in range(2):
            Guest(client).open_table("me", "bot:random", game="khan")
        assert "limit: 2" in Guest(client).ask_for_table("me", "bot:random", game="khan").text
        for path in ("first", "guide/first"):
            refused = Guest(client).post(f"/new/khan/{path}", {})
            assert refused.status_code == 409
            assert "limit: 2" in refused.text


def test_seats_taken_from_the_lobby_are_limited_by_guest_and_address(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(settings)
    with TestClient(app) as client:
        hosts = [Guest(client) for _ in range(4)]
        listed = [host.open_table("me", "open", "open", game="khan", listed="yes") for host in hosts]
        links = [host.invitations(table)[0] for host, table in zip(hosts, listed, strict=True)]
        unlisted = hosts[0].invitations(hosts[0].open_table("me", "open", game="khan"))[0]
        monkeypatch.setattr(app.state.tables, "table_limits", TableLimits(app.state.tables.store, 60))
        greedy = Guest(client)
        assert [greedy.join(link, "Greedy").status_code for link in links] == [303, 303, 409, 409]
        assert "many lobby tables" in greedy.join(links[2], "Greedy").text
        assert greedy.join(unlisted, "Greedy").status_code == 303, "a link is an invitation"
        for link in links:
            assert Guest(client).join(link, "Ben").status_code == (303 if link not in links[:2] else 409)
