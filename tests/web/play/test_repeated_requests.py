"""Repeated requests, as sent by impatient users and lost responses, have one effect."""

import re
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from regnum.web.db.ids import idempotent_id
from tests.support.web.guests import Guest, NewGuest
from tests.support.web.tokens import token_of


def key_on(guest: Guest, path: str) -> str:
    """Return the key of the form on a page."""
    actual = re.search(r'name="_key" value="([^"]+)"', guest.request("GET", path).text)
    assert actual
    return actual[1]


@pytest.mark.parametrize(
    ("page", "path", "form"),
    [
        ("/new/khan", "/new/khan", {"name": "Ann", "players": "2", "seat0": "me", "seat1": "open", "listed": "yes"}),
        ("/", "/new/khan/first", {}),
        ("/", "/new/brian_boru/guide/first", {}),
    ],
)
def test_repeated_form_opens_one_table(new_guest: NewGuest, page: str, path: str, form: dict[str, str]) -> None:
    guest = new_guest()
    keyed = {**form, "_key": key_on(guest, page)}
    first, second = (guest.post(path, keyed).headers["location"] for _ in range(2))
    assert first == second
    listed = set(re.findall(r'<a href="/table/([^/"]+)', guest.get("/tables")))
    assert listed == {first.rpartition("/")[2]}
    assert guest.post(path, {**form, "_key": key_on(guest, page)}).headers["location"] != first, (
        "a new page, a new table"
    )


def test_corrected_form_opens_another_table(new_guest: NewGuest) -> None:
    guest = new_guest()
    form = {"name": "Ann", "players": "2", "seat0": "me", "seat1": "me", "_key": key_on(guest, "/new/khan")}
    assert guest.post("/new/khan", form).status_code == 422
    first = guest.post("/new/khan", {**form, "seat1": "open"}).headers["location"]
    assert guest.post("/new/khan", {**form, "seat1": "bot:random"}).headers["location"] != first
    assert guest.post("/new/khan", {**form, "seat1": "open"}).headers["location"] == first


def test_idempotency_key_belongs_to_one_guest(new_guest: NewGuest) -> None:
    one, other = new_guest(), new_guest()
    form = {"name": "Ann", "players": "2", "seat0": "me", "seat1": "open", "_key": "the same"}
    assert one.post("/new/khan", form).headers["location"] != other.post("/new/khan", form).headers["location"]
    assert idempotent_id("a", "", []) is None


def test_repeated_api_request_opens_one_table(new_guest: NewGuest, client: TestClient[Litestar]) -> None:
    guest = new_guest()
    headers = {"authorization": f"Bearer {token_of(guest)}"}
    body: dict[str, Any] = {"game": "khan", "seats": ["me", "open"], "name": "Host"}

    def make(key: str, **more: Any) -> str:
        response = client.post("/api/tables", json={**body, **more}, headers={**headers, "idempotency-key": key})
        assert response.status_code == 201
        return str(response.json()["id"])

    assert make("one") == make("one")
    assert make("one") != make("two")
    assert make("one") != make("one", name="Else")


def test_sitting_down_twice_leads_to_the_table(new_guest: NewGuest) -> None:
    host, friend = new_guest(), new_guest()
    id_ = host.open_table("me", "open", "open")
    for link in (host.invitations(id_)[0], host.table_link(id_)):
        for _ in range(2):
            response = friend.join(link, "Ben")
            assert (response.status_code, response.headers["location"]) == (303, f"/table/{id_}")


def test_table_link_assigns_the_next_open_seat(new_guest: NewGuest, app: Litestar) -> None:
    host, *friends = (new_guest() for _ in range(4))
    id_ = host.open_table("me", "open", "open", "open", game="brian_boru", private="yes")
    link = host.table_link(id_)
    friends[2].get("/")
    for guest, name in zip(friends, ("Ben", "Cleo", "Dora"), strict=True):
        assert "Take a seat" in guest.get(link)
        assert guest.join(link, name).status_code == 303
    assert [seat.name for seat in app.state.tables.cache.live[id_].row.seats] == ["Ann", "Ben", "Cleo", "Dora"]
    late = new_guest()
    assert late.join(link, "Emil").status_code == 409
    assert "Every seat at this table is taken" in late.get(link, status=409)


def test_removing_a_guest_replaces_the_table_link(new_guest: NewGuest) -> None:
    host, friend = new_guest(), new_guest()
    id_ = host.open_table("me", "open", "open")
    link = host.table_link(id_)
    friend.join(link, "Ben")
    host.post(f"/table/{id_}/remove-guest", {"seat": "1"})
    assert new_guest().request("GET", link).status_code == 404
    assert host.table_link(id_) != link


@pytest.mark.parametrize("how", ["withdrawn", "declined", "another"])
def test_ended_invitation_replaces_the_link(new_guest: NewGuest, how: str) -> None:
    host, friend = new_guest(), new_guest()
    table_id = host.open_table("me", "open", "open")
    for guest, name in ((friend, "Ben"), (new_guest(), "Cleo")):
        guest.join(host.invitations(table_id)[0], name)
    id_ = host.open_table("me", "open", "open", private="yes")
    unasked = host.invitations(id_)[1]
    host.post(f"/table/{id_}/invite", {"seat": "1", "name": "Ben"})
    (link,) = re.findall(r'class="button strong" href="(/join/[^"]+)"', friend.get(f"/table/{id_}"))
    if how == "declined":
        assert friend.post(f"{link}/decline", {}).status_code == 303
    else:
        name = "Cleo" if how == "another" else ""
        assert host.post(f"/table/{id_}/invite", {"seat": "1", "name": name}).status_code == 303
    assert friend.join(link, "Ben").status_code == 404
    assert host.invitations(id_)[-1] == unasked, "the others stay as they are"
