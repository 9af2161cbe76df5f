"""Access to tables: the same at every route for every kind of guest; new routes are included."""

import asyncio
import re

import httpx
import pytest
from litestar import Litestar

from regnum.web.play.stream import stream_updates
from tests.commands.fuzz import routes_of
from tests.support.web.apps import live_table, run_in_app
from tests.support.web.guests import Guest, NewGuest
from tests.support.web.seating import clear_last_seen
from tests.support.web.tokens import token_of

PRIVATE = re.compile(r'This table is private|"reason":"private"')
PARTS = {
    "number": "1",
    "seat": "1",
    "place": "nothing",
    "action": "nothing",
    "game_id": "khan",
    "id": "x",
    "proposal_id": "x",
}
"""Values for the other parts of an address."""


def list_routes(app: Litestar, table: str) -> list[tuple[str, str]]:
    """Return the methods and addresses of all routes of a table."""
    result = []
    for path, methods in routes_of(app):
        if "{table_id" in path:
            named = re.sub(r"\{(\w+)(:\w+)?\}", lambda part: table if part[1] == "table_id" else PARTS[part[1]], path)
            result += [(method, named) for method in methods if method != "HEAD"]
    assert len(result) > 40
    assert any(path.startswith("/api/") for _, path in result)
    return result


def refused_routes(app: Litestar, guest: Guest, table: str, reading: bool = False) -> set[tuple[str, str]]:
    """Return the routes of a table that refuse a guest as private; `reading`: only pages."""
    token = token_of(guest)
    return {
        (method, path)
        for method, path in list_routes(app, table)
        if not reading or (method == "GET" and not path.endswith("/events"))
        if PRIVATE.search(request_as(guest, token, method, path).text)
    }


def request_as(guest: Guest, token: str, method: str, path: str) -> httpx.Response:
    """Send a request like a browser, or like a program with the guest's token."""
    if path.startswith("/api/"):
        cookies, guest.client.cookies = guest.client.cookies, httpx.Cookies()
        try:
            return guest.client.request(
                method, path, headers={"authorization": f"Bearer {token}"}, json={} if method == "POST" else None
            )
        finally:
            guest.client.cookies = cookies
    if method == "POST":
        return guest.post(path, {})
    return guest.request(method, path, follow_redirects=False)


@pytest.mark.parametrize("waiting", [True, False])
def test_private_table_is_closed_to_outsiders_at_every_route(new_guest: NewGuest, app: Litestar, waiting: bool) -> None:
    host, player, removed_guest, handed_over, stranger = (new_guest() for _ in range(5))
    id_ = host.open_table("me", *["open"] * 4, game="brian_boru", private="yes")
    links = host.invitations(id_)
    for guest, link, name in zip((player, removed_guest, handed_over), links, ("Ben", "Cleo", "Dora"), strict=False):
        guest.join(link, name)
    host.post(f"/table/{id_}/remove-guest", {"seat": "2"})
    if not waiting:
        for number, link in enumerate(host.invitations(id_)):
            new_guest().join(link, f"Late {number}")
        assert "data-seated" in player.get(f"/table/{id_}")
    mine = re.search(r'value="https?://[^"/]+(/seat/[^"]+)"', handed_over.get(f"/table/{id_}/seat"))
    assert mine
    assert new_guest().post(mine[1], {"name": "Dora"}).status_code == 303, "she continues in another browser"
    for guest in (removed_guest, handed_over, stranger):
        assert set(list_routes(app, id_)) - refused_routes(app, guest, id_) == set()
    for guest in (host, player):
        assert refused_routes(app, guest, id_, reading=True) == set()


def test_invited_person_sees_a_private_table_until_it_begins(new_guest: NewGuest, app: Litestar) -> None:
    host, friend, other = new_guest(), new_guest(), new_guest()
    first = host.open_table("me", "open", "open")
    for guest, link, name in zip((friend, other), host.invitations(first), ("Ben", "Cleo"), strict=True):
        guest.join(link, name)
    id_ = host.open_table("me", "open", "open", private="yes")
    assert friend.request("GET", f"/table/{id_}").status_code == 403
    assert host.post(f"/table/{id_}/invite", {"seat": "1", "name": "Ben"}).status_code == 303
    page = friend.get(f"/table/{id_}")
    (link,) = re.findall(r'class="button strong" href="(/join/[^"]+)"', page)
    assert f'action="{link}/decline"' in page, "the page to which the notice leads says what there is to do"
    token = token_of(friend)
    assert request_as(friend, token, "GET", f"/api/tables/{id_}").status_code == 200
    assert other.request("GET", f"/table/{id_}").status_code == 403
    kept, free = host.invitations(id_)
    assert new_guest().join(kept, "Late").status_code == 409, "the seat is kept for the friend"
    assert new_guest().join(free, "Late").status_code == 303
    assert friend.get(f"/table/{id_}")
    assert host.post(f"/table/{id_}/invite", {"seat": "1", "name": ""}).status_code == 303
    assert new_guest().join(host.invitations(id_)[0], "Last").status_code == 303
    assert friend.request("GET", f"/table/{id_}").status_code == 403, "others have taken the seats"
    assert request_as(friend, token, "GET", f"/api/tables/{id_}/observation").status_code == 403


@pytest.mark.parametrize("how", ["withdrawn", "given up"])
def test_open_stream_of_a_guest_without_access_ends(new_guest: NewGuest, app: Litestar, how: str) -> None:
    host, friend, late = new_guest(), new_guest(), new_guest()
    first = host.open_table("me", "open", "bot:random")
    friend.join(host.invitations(first)[0], "Ben")
    guest = str(live_table(app, first).row.seats[1].guest)
    id_ = host.open_table("me", "open", "open", private="yes")
    if how == "withdrawn":
        host.post(f"/table/{id_}/invite", {"seat": "1", "name": "Ben"})
    else:
        friend.join(host.invitations(id_)[0], "Ben")
        new_guest().join(host.invitations(id_)[0], "Cleo")
        clear_last_seen(host)
        host.post(f"/table/{id_}/offer", {"seat": "1", "create": "yes"})
        offer = live_table(app, id_).row.seats[1].offer_token
        assert late.post(f"/seat/{offer}", {"name": "Late"}).status_code == 303
    table = live_table(app, id_)

    def lose_it() -> None:
        if how == "withdrawn":
            assert host.post(f"/table/{id_}/invite", {"seat": "1", "name": ""}).status_code == 303
            for number, link in enumerate(host.invitations(id_)):
                assert new_guest().join(link, f"Late {number}").status_code == 303
        else:
            assert friend.post(f"/table/{id_}/claim", {"back": ""}).status_code == 303

    async def work() -> list[bytes]:
        stream = stream_updates(
            app.state.tables, app.state.chat, table, guest, "en", table.known_entry_count(None), 1000.0
        )
        await anext(stream)
        await asyncio.to_thread(lose_it)
        return [piece async for piece in stream]

    assert [piece.split(b"\n")[0] for piece in run_in_app(app, work())] == [b"event: reload"]
    assert friend.request("GET", f"/table/{id_}").status_code == 403


def test_public_table_is_open_at_every_route(new_guest: NewGuest, app: Litestar) -> None:
    host, stranger = new_guest(), new_guest()
    id_ = host.open_table("me", "bot:random", "bot:random")
    assert refused_routes(app, stranger, id_, reading=True) == set()
