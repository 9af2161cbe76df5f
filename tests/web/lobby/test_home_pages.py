"""The start page: own tables, whose move it is and since when, and the first game of a stranger."""

import re
from unittest.mock import AsyncMock

import pytest
from litestar import Litestar

from regnum.core.text.ledger import LANGUAGES
from regnum.games import game_ids
from regnum.web.notifications.derivation import Derivation
from regnum.web.tables.invitation_store import Invitation
from tests.support.web.apps import live_table, run_in_app
from tests.support.web.guests import NewGuest

TITLE = re.compile(r"<title>(.*?)</title>")


def title(page: str) -> str:
    actual = TITLE.search(page)
    assert actual
    return actual[1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(game_ids()))
def test_stranger_plays_with_one_click(new_guest: NewGuest, game: str, language: str) -> None:
    guest = new_guest(language)
    assert f'action="/new/{game}/first"' in guest.get("/")
    response = guest.post(f"/new/{game}/first", {})
    assert response.status_code == 303
    page = guest.get(response.headers["location"])
    assert 'id="turn"' in page
    assert {"en": "Guest", "de": "Gast", "uk": "Гість"}[language] in page
    assert response.headers["location"] in guest.get("/")


def test_returning_guest_starts_at_once_with_their_name_and_bots(new_guest: NewGuest) -> None:
    guest = new_guest()
    guest.open_table("me", "bot:strong", "bot:strong", name="Ann", game="khan")
    path = guest.post("/new/khan/first", {}).headers["location"]
    page = guest.get(path)
    assert ">Ann<" in page
    assert "Bot, strong." in page


def test_start_page_shows_own_turns_and_awaited_players(new_guest: NewGuest) -> None:
    host, friend = new_guest(), new_guest()
    assert "Your move" not in host.get("/")
    id_ = host.open_table("me", "open", "bot:random", option_first_player="1")
    (link,) = host.invitations(id_)
    assert "Your move" not in host.get("/"), "the game has not begun"
    friend.join(link, "Ben")
    host.open_table("me", "open", "open")
    page = host.get("/")
    assert title(page).startswith("(1) ")
    assert "Your move at 1 table" in page
    assert 'class="is-own"' in page
    assert not title(friend.get("/")).startswith("(")
    assert "waiting for Ann" in friend.get("/")
    assert "waiting for Ann" in friend.get("/tables")
    assert title(host.get("/tables")).startswith("(1) ")
    host.act(id_, host.choices(id_)[0])
    assert "(1)" not in title(host.get("/"))


def test_tables_are_sorted_by_their_last_change(new_guest: NewGuest) -> None:
    host, *friends = (new_guest() for _ in range(3))
    tables = [host.open_table("me", "open", "open", option_first_player="2") for _ in range(2)]
    for id_ in tables:
        for number, link in enumerate(host.invitations(id_)):
            friends[number].join(link, f"Friend {number}")
    page = host.get("/tables")
    assert page.index(tables[1]) < page.index(tables[0]), "the newest"
    friends[0].act(tables[0], friends[0].choices(tables[0])[0])
    page = host.get("/tables")
    assert "waiting for Friend 1" in page
    assert page.index(tables[0]) < page.index(tables[1])


def test_finished_tables_are_on_the_complete_list_only(new_guest: NewGuest) -> None:
    guest = new_guest()
    assert "/tables" in guest.get("/")
    assert "All my tables" not in guest.get("/")
    guest.open_table("me", "bot:random", "bot:random")
    assert "All my tables" not in guest.get("/")


@pytest.mark.parametrize(
    ("language", "message"), [("en", "2 tables waiting"), ("de", "2 Tische warten"), ("uk", "2 столи чекають")]
)
def test_every_page_shows_the_number_of_other_waiting_tables(new_guest: NewGuest, language: str, message: str) -> None:
    host = new_guest(language)
    assert host.get("/waiting") == ""
    tables = [host.open_table("me", "open", "open", option_first_player="1") for _ in range(3)]
    assert host.get("/waiting") == "", "they have not begun"
    for id_ in tables:
        for number, link in enumerate(host.invitations(id_)):
            new_guest().join(link, f"Friend {number}")
    assert host.get(f"/waiting?except={tables[0]}") == message
    assert f'data-from="/waiting?except={tables[0]}"' in host.get(f"/table/{tables[0]}")
    for page in ("/", "/tables", "/settings", "/rules/khan", "/credits"):
        assert 'data-from="/waiting"' in host.get(page)
    host.act(tables[1], host.choices(tables[1])[0])
    host.act(tables[2], host.choices(tables[2])[0])
    assert host.get(f"/waiting?except={tables[0]}") == ""
    assert new_guest(language).get("/waiting") == ""


def test_polled_pages_do_not_load_whole_tables(
    new_guest: NewGuest, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest, other = new_guest(), new_guest()
    id_ = guest.open_table("me", "open", "bot:random", option_first_player="1")
    other.join(guest.invitations(id_)[0], "Ben")

    async def read(*_: object) -> None:
        raise AssertionError("whole tables are read")

    monkeypatch.setattr(app.state.tables.store, "_tables", read)
    assert guest.get("/waiting") == "1 table waiting"
    assert other.get("/waiting") == ""


def test_running_table_is_found_among_many_newer_ones(new_guest: NewGuest, app: Litestar) -> None:
    guest, other = new_guest(), new_guest()
    running = guest.open_table("me", "open", game="khan", option_first_player="1")
    other.join(guest.invitations(running)[0], "Ben")
    player = guest if live_table(app, running).state.players_to_act[0] == 0 else other
    newer_table = player.open_table("me", "open", game="khan")
    for _ in range(30):
        player.open_table("me", "open", game="khan")
    assert player.get("/waiting") == "1 table waiting"
    assert player.request("GET", "/tables/next", follow_redirects=False).headers["location"] == f"/table/{running}"
    page = player.get("/")
    assert f"/table/{running}" in page
    assert f"/table/{newer_table}" not in page


def test_invitations_do_not_hide_own_tables(new_guest: NewGuest, app: Litestar) -> None:
    guest, host = new_guest(), new_guest()
    first_table = guest.open_table("me", "open", game="khan")
    seen = host.open_table("me", "open", game="khan")
    assert guest.join(host.invitations(seen)[0], "Bea").status_code == 303
    rival = new_guest()
    rival.join(guest.invitations(first_table)[0], "Ben")
    second_table = guest.open_table("me", "open", game="khan")

    async def ask(table: str) -> None:
        await app.state.tables.invitation_store.invite(
            Invitation(table, 1, str(live_table(app, first_table).row.host), "Ann")
        )

    for _ in range(105):
        run_in_app(app, ask(host.open_table("me", "open", game="khan")))
    page = guest.get("/")
    for table in (first_table, seen, second_table):
        assert f"/table/{table}" in page
        assert f"/table/{table}" in guest.get("/tables")
    assert page.count("you are invited to play") == 3


def test_only_guests_with_tables_are_recorded_as_seen(new_guest: NewGuest, app: Litestar) -> None:
    seen_here = app.state.last_seen._here
    stranger, guest = new_guest(), new_guest()
    guest.open_table("me", "open", game="khan")
    before = len(seen_here)
    for who in (stranger, guest):
        assert who.request("GET", "/waiting").status_code == 200
    assert len(seen_here) == before + 1


@pytest.mark.own_app
def test_waiting_tables_are_cached_until_something_happens(
    new_guest: NewGuest, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Derivation, "run_once", AsyncMock())  # it also loads tables that have changed
    host = new_guest()
    id_ = host.open_table("me", "open", "open", option_first_player="1")
    for number, link in enumerate(host.invitations(id_)):
        new_guest().join(link, f"Friend {number}")
    assert host.get("/waiting") == "1 table waiting"
    app.state.tables.cache.live.clear()
    assert host.get("/waiting") == "1 table waiting"
    assert not app.state.tables.cache.live, "the table itself is not loaded"
    host.act(id_, host.choices(id_)[0])
    app.state.tables.cache.live.clear()
    assert host.get("/waiting") == ""
