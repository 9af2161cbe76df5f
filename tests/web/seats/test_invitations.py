"""Invitations by name, and guests whom the host removes."""

import asyncio
import re
from collections.abc import Callable

import pytest
from litestar import Litestar

from regnum.web.play.stream import stream_updates, waiting_at
from regnum.web.rate_limit import RateLimit
from regnum.web.seats.invitations import INVITATIONS_PER_HOUR, NOTIFIED_BY_HOST, NOTIFIED_BY_STRANGERS
from regnum.web.tables.events import INVITED
from regnum.web.tables.invitation_store import Invitation
from tests.support.web.accounts import sign_up
from tests.support.web.apps import live_table, run_in_app
from tests.support.web.guests import Guest, NewGuest
from tests.support.web.seating import lobby_titles, open_table_for_two, record_events

pytestmark = pytest.mark.own_app


def test_invited_person_sits_down(new_guest: NewGuest, app: Litestar) -> None:
    _, ann, bob = open_table_for_two(new_guest, app)
    recorded = record_events(app)
    table = ann.open_table("me", "open", "open")
    assert '<option value="Bob">' in ann.get(f"/table/{table}")
    assert ann.post(f"/table/{table}/invite", {"seat": "1", "name": " bob "}).status_code == 303
    assert recorded == [(INVITED, 1)]
    assert "bob has been invited." in ann.get(f"/table/{table}")
    page = bob.get("/tables")
    assert "you are invited to play" in page
    (path,) = re.findall(r'href="(/join/[^"]+)"', page)
    assert "No, thank you" in bob.get(path)
    page = new_guest().get(path, status=409)
    assert ("No, thank you" in page, "Take this seat" in page) == (False, False)
    assert bob.post(path, {"name": "Bob", "colour": "3"}).status_code == 303
    seats = live_table(app, table).row.seats
    assert [(seat.name, seat.colour) for seat in seats] == [("Ann", None), ("Bob", 3), ("", None)]
    assert "you are invited" not in bob.get("/tables")


def test_withdrawing_a_missing_invitation_reloads_no_page(new_guest: NewGuest, app: Litestar) -> None:
    host = new_guest()
    id_ = host.open_table("me", "open", "open")
    table, links = live_table(app, id_), host.invitations(id_)
    version = table.version
    assert host.post(f"/table/{id_}/invite", {"seat": "1"}).status_code == 303
    assert (table.version, host.invitations(id_)) == (version, links)


def test_person_with_an_account_is_invited_by_name(new_guest: NewGuest, app: Litestar) -> None:
    host, zoe = new_guest(), new_guest()
    sign_up(zoe, "Zoe")
    table = host.open_table("me", "open", "open")
    assert host.post(f"/table/{table}/invite", {"seat": "1", "name": "zoe"}).status_code == 303
    assert "you are invited to play" in zoe.get("/tables")
    assert "you are invited to play" not in new_guest().get("/tables")


def test_ambiguous_name_cannot_be_invited(new_guest: NewGuest, app: Litestar) -> None:
    host, zoe, other = new_guest(), new_guest(), new_guest()
    sign_up(zoe, "Zoe")
    table = host.open_table("me", "open", "bot:random")
    assert other.join(host.invitations(table)[0], "Zoe").status_code == 303
    new = host.open_table("me", "open", "bot:random")
    form = {"seat": "1", "name": "Zoe"}
    refused = host.post(f"/table/{new}/invite", form)
    assert refused.status_code == 409
    assert "Two people here are called Zoe" in refused.text
    for friend, name in ((new_guest(), "Rob"), (new_guest(), "rob")):
        assert friend.join(host.invitations(host.open_table("me", "open", "bot:random"))[0], name).status_code == 303
    assert host.post(f"/table/{new}/invite", {"seat": "1", "name": "Rob"}).status_code == 409
    for guest in (zoe, other):
        assert "you are invited to play" not in guest.get("/tables")


def test_invited_seat_leaves_the_lobby_until_declined(new_guest: NewGuest, app: Litestar) -> None:
    _, ann, bob = open_table_for_two(new_guest, app)
    table = ann.open_table("me", "open", "bot:random", listed="yes")
    assert len(lobby_titles(new_guest())) == 1
    ann.post(f"/table/{table}/invite", {"seat": "1", "name": "Bob"})
    assert lobby_titles(new_guest()) == []
    (path,) = re.findall(r'href="(/join/[^"]+)"', bob.get("/tables"))
    assert bob.post(f"{path}/decline", {}).status_code == 303
    assert "you are invited" not in bob.get("/tables")
    assert len(lobby_titles(new_guest())) == 1
    ann.post(f"/table/{table}/invite", {"seat": "1", "name": "Bob"})
    ann.post(f"/table/{table}/invite", {"seat": "1", "name": ""})
    assert "you are invited" not in bob.get("/tables")


def test_open_pages_of_a_waiting_table_show_invitations(new_guest: NewGuest, app: Litestar) -> None:
    _, ann, bob = open_table_for_two(new_guest, app)
    id_ = ann.open_table("me", "open", "open")
    table = live_table(app, id_)

    def told_of(act: Callable[[], object]) -> bool:
        """Tell whether an open page is reloaded when something is done."""

        async def stream() -> bytes:
            stream = stream_updates(
                app.state.tables, app.state.chat, table, "a spectator", "en", waiting_at(table), 0.1
            )
            await anext(stream)
            await asyncio.to_thread(act)
            return await anext(stream)

        return b"reload" in run_in_app(app, stream())

    assert told_of(lambda: ann.post(f"/table/{id_}/invite", {"seat": "1", "name": "Bob"}))
    assert "Bob has been invited." in ann.get(f"/table/{id_}")
    (path,) = re.findall(r'href="(/join/[^"]+)"', bob.get("/tables"))
    assert told_of(lambda: bob.post(f"{path}/decline", {}))
    assert told_of(lambda: ann.post(f"/table/{id_}/invite", {"seat": "1", "name": "Bob"}))
    assert told_of(lambda: ann.post(f"/table/{id_}/invite", {"seat": "1", "name": ""}))


def test_invalid_invitations_are_explained(new_guest: NewGuest, app: Litestar) -> None:
    _, ann, bob = open_table_for_two(new_guest, app)
    table = ann.open_table("me", "open", "open")
    for guest, form, said in (
        (ann, {"seat": "1", "name": "Zoe"}, "anyone called Zoe"),
        (ann, {"seat": "1", "name": "Ann"}, "already"),
        (ann, {"seat": "0", "name": "Bob"}, "taken"),
        (ann, {"seat": "9", "name": "Bob"}, "taken"),
        (ann, {"seat": "x", "name": "Bob"}, "incomplete"),
        (bob, {"seat": "1", "name": "Ann"}, "Only the host"),
    ):
        response = guest.post(f"/table/{table}/invite", form)
        assert response.status_code == 409
        assert said in response.text, form
    assert "you are invited" not in bob.get("/tables")


def test_two_requests_at_once_invite_a_guest_to_one_seat(
    new_guest: NewGuest, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, ann, _ = open_table_for_two(new_guest, app)
    table = ann.open_table("me", "open", "open")
    stored = app.state.tables.invitation_store
    of_table = stored.of_table

    async def nothing_yet(table_id: str) -> list[Invitation]:
        return []

    monkeypatch.setattr(stored, "of_table", nothing_yet)
    assert ann.post(f"/table/{table}/invite", {"seat": "1", "name": "Bob"}).status_code == 303
    late = ann.post(f"/table/{table}/invite", {"seat": "2", "name": "Bob"})
    assert late.status_code == 409
    assert "Bob has already been invited to this table" in late.text
    assert [one.seat for one in run_in_app(app, of_table(table))] == [1]


def test_host_can_remove_a_guest(new_guest: NewGuest, app: Litestar) -> None:
    table, ann, bob = open_table_for_two(new_guest, app, "open")
    id_ = table.row.id
    assert "Free the seat" in ann.get(f"/table/{id_}")
    assert "Free the seat" not in bob.get(f"/table/{id_}")
    assert bob.post(f"/table/{id_}/remove-guest", {"seat": "0"}).status_code == 409
    assert ann.post(f"/table/{id_}/remove-guest", {"seat": "0"}).status_code == 409, "hosts cannot remove themselves"
    assert [ann.post(f"/table/{id_}/remove-guest", {"seat": seat}).status_code for seat in ("-1", "3")] == [409, 409]
    known = ann.table_link(id_)
    sent = ann.post(f"/table/{id_}/remove-guest", {"seat": "1"})
    assert sent.status_code == 303
    assert "The open seats have new links" in ann.get(sent.headers["location"])
    assert "The open seats have new links" not in ann.get(f"/table/{id_}")
    assert "Ask the host for a new link" in new_guest().get(known, status=404)
    assert "freed your seat" in bob.get(f"/table/{id_}")
    assert [bob.join(link, "Bob").status_code for link in ann.invitations(id_)] == [409, 409]
    cleo = new_guest()
    assert cleo.join(ann.invitations(id_)[0], "Cleo").status_code == 303
    assert [bob.join(link, "Bob").status_code for link in ann.invitations(id_)] == [409], (
        "the current guest of the seat"
    )
    assert ann.post(f"/table/{id_}/remove-guest", {"seat": "1"}).status_code == 303
    for guest, name in ((bob, "Bob"), (cleo, "Cleo")):
        assert [guest.join(link, name).status_code for link in ann.invitations(id_)] == [409, 409]
    bob.join(ann.invitations(ann.open_table("me", "open", "bot:random"))[0], "Bob")
    assert ann.post(f"/table/{id_}/invite", {"seat": "1", "name": "Bob"}).status_code == 303, "the host thinks again"
    for link, guest, name in zip(ann.invitations(id_), (bob, new_guest()), ("Bob", "Dan"), strict=True):
        assert guest.join(link, name).status_code == 303
    assert table.phase == "playing"
    assert ann.post(f"/table/{id_}/remove-guest", {"seat": "1"}).status_code == 409, "the game goes on"


def test_removed_guest_is_informed_and_can_be_readmitted(new_guest: NewGuest, app: Litestar) -> None:
    host, friend, other = new_guest(), new_guest(), new_guest()
    id_ = host.open_table("me", "open", "open")
    friend.join(host.table_link(id_), "Xaver")
    assert "cannot join again unless you allow it" in host.get(f"/table/{id_}")
    assert host.post(f"/table/{id_}/remove-guest", {"seat": "1"}).status_code == 303
    assert "freed your seat" in friend.get(host.table_link(id_), status=409)
    assert other.post(f"/table/{id_}/readmit", {}).status_code == 409
    assert "Let them join again" in host.get(f"/table/{id_}")
    assert host.post(f"/table/{id_}/readmit", {}).status_code == 303
    assert "Let them join again" not in host.get(f"/table/{id_}")
    assert friend.join(host.table_link(id_), "Xaver").status_code == 303


def test_invitation_ends_when_its_person_sits_down(new_guest: NewGuest, app: Litestar) -> None:
    _, host, friend = open_table_for_two(new_guest, app)
    id_ = host.open_table("me", "open", "open")
    assert host.post(f"/table/{id_}/invite", {"seat": "1", "name": "Bob"}).status_code == 303
    kept = host.invitations(id_)[0]
    assert "is keeping this seat for someone else" in new_guest().get(kept, status=409)
    assert friend.join(kept, "Bob").status_code == 303
    assert host.post(f"/table/{id_}/remove-guest", {"seat": "1"}).status_code == 303
    assert run_in_app(app, app.state.tables.invitation_store.of_table(id_)) == []
    assert new_guest().join(host.invitations(id_)[0], "Olha").status_code == 303


def test_invitations_and_their_notifications_are_limited_by_host(new_guest: NewGuest, app: Litestar) -> None:
    host, friend = new_guest(), new_guest()
    first = host.open_table("me", "open", "open")
    friend.join(host.invitations(first)[0], "Ben")
    received: list[str | None] = []
    app.state.events.listen(lambda _, what: received.append(what.guest) if what.kind == INVITED else None)
    statuses = []
    for _ in range(INVITATIONS_PER_HOUR + 3):
        table = host.open_table("me", "open", "open")
        statuses.append(host.post(f"/table/{table}/invite", {"seat": "1", "name": "Ben"}).status_code)
    assert statuses == [303] * INVITATIONS_PER_HOUR + [409] * 3
    assert len(received) == NOTIFIED_BY_HOST
    assert friend.get("/tables").count("you are invited to play") == INVITATIONS_PER_HOUR, (
        "the person's pages show all of them"
    )


def test_strangers_cannot_exhaust_the_notifications_of_friends(
    new_guest: NewGuest, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even several strangers cannot: friends have a limit of their own."""
    monkeypatch.setattr(app.state.invitations, "_invitation_rate", RateLimit(1000))
    zoe, bob, friend = new_guest(), new_guest(), new_guest()
    sign_up(zoe, "Zoe")
    table = friend.open_table("me", "open", "open")
    zoe.join(friend.invitations(table)[0], "Zoe")
    recorded = record_events(app)

    def asks(host: Guest, times: int) -> int:
        """Let a host invite Zoe repeatedly; return how often she is notified."""
        before = len(recorded)
        for _ in range(times):
            table = host.open_table("me", "open", "open")
            response = host.post(f"/table/{table}/invite", {"seat": "1", "name": "Zoe"})
            assert response.status_code == 303, response.text
        return len(recorded) - before

    assert asks(new_guest(), NOTIFIED_BY_HOST + 1) == NOTIFIED_BY_HOST
    assert asks(bob, 1) == 1
    assert asks(new_guest(), NOTIFIED_BY_HOST + 1) == NOTIFIED_BY_STRANGERS - NOTIFIED_BY_HOST - 1
    assert asks(bob, 1) == 0
    assert asks(friend, NOTIFIED_BY_HOST + 1) == NOTIFIED_BY_HOST
    others = [new_guest() for _ in range(3)]
    for other in others:
        zoe.join(other.invitations(other.open_table("me", "open", "open"))[0], "Zoe")
    for other in others:
        assert asks(other, NOTIFIED_BY_HOST) == NOTIFIED_BY_HOST, "acquaintances cannot silence each other"


def test_unknown_names_count_as_invitations(new_guest: NewGuest) -> None:
    host, zoe = new_guest(), new_guest()
    sign_up(zoe, "Zoe")
    table = host.open_table("me", "open", "open")
    for number in range(INVITATIONS_PER_HOUR):
        refused = host.post(f"/table/{table}/invite", {"seat": "1", "name": f"Nobody {number}"})
        assert "anyone called" in refused.text
    refused = host.post(f"/table/{table}/invite", {"seat": "1", "name": "Zoe"})
    assert refused.status_code == 409
    assert "sent enough invitations" in refused.text
