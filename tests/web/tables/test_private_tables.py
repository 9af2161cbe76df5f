"""Private tables: who may not watch, and that every page of a table refuses them."""

import re
from pathlib import Path

import pytest
from litestar import Litestar

from regnum.core.text.ledger import LANGUAGES
from regnum.web.settings import Settings
from regnum.web.tables.models import WAITING
from tests.support.store.finished_games import play_to_the_end
from tests.support.web.apps import run_in_thread, wait_for
from tests.support.web.guests import LINK, NewGuest
from tests.support.web.seating import open_table_for_two

pytestmark = pytest.mark.own_app
PAGES = (
    *("", "/events", "/log", "/record", "/shuffle", "/picture.svg", "/replay", "/replay/scene?at=0", "/moment/1/0"),
    *(
        "/since/0",
        "/place/area-0",
        "/choice/pass",
        "/standings",
        "/unavailable",
        "/review",
        "/review/progress",
        "/seat",
        "/leave",
        "/propose",
        "/aid",
        "/webhooks",
        "/chat",
        "/notes",
    ),
    "/credits",
)
POSTS = (
    "/act",
    "/skip",
    "/rematch",
    "/hint",
    "/return",
    "/end",
    "/leave",
    "/propose",
    "/proposal/x",
    "/title",
    "/end",
    "/remove",
    "/remove-guest",
    "/readmit",
    "/invite",
    "/offer",
    "/stand-in",
    "/claim",
    "/review",
    "/replay/edit",
    "/replay/fork",
    "/webhooks",
    "/notes",
    "/chat",
    "/chat/reaction",
    "/chat/mute",
)

WITHOUT_A_VIEW = frozenset(
    ("", "/shuffle", "/since/0", "/seat", "/leave", "/aid", "/webhooks", "/chat", "/notes", "/credits")
)
"""Pages of a table that show nothing of its game and therefore exist while it waits for players."""


def routes_of_tables(app: Litestar) -> set[tuple[str, str]]:
    """Return all routes of a table: methods and the rest of their address."""
    start = "/table/{table_id:str}"
    return {
        (method, route.path.removeprefix(start))
        for route in app.routes
        if route.path.startswith(start)
        for method in getattr(route, "methods", ())
        if method not in ("HEAD", "OPTIONS")
    }


@pytest.mark.parametrize("stage", ["waiting", "playing", "finished"])
def test_private_table_has_no_spectators(new_guest: NewGuest, app: Litestar, settings: Settings, stage: str) -> None:
    table, ann, bob = open_table_for_two(new_guest, app, "open" if stage == "waiting" else "bot:random", private="yes")
    id_ = table.row.id
    if stage == "finished":
        wait_for(lambda: not table.bots_to_act())
        run_in_thread(lambda: play_to_the_end(Path(settings.data) / "test.db", id_))
    for guest in (ann, bob):
        guest.get(f"/table/{id_}")
    stranger = new_guest()
    for language in LANGUAGES:
        stranger.language = language
        for page in PAGES:
            response = stranger.request("GET", f"/table/{id_}{page}")
            assert response.status_code == 403, page
            assert "Ann" not in response.text
            assert "Bob" not in response.text
    for form in POSTS:
        response = stranger.post(
            f"/table/{id_}{form}", {"action": "undo", "entry_count": "0", "seat": "1", "name": "x"}
        )
        assert response.status_code == 403, form
    assert "This table is private" in new_guest().get(f"/table/{id_}", status=403)


def test_waiting_table_shows_no_view_of_its_game(new_guest: NewGuest, app: Litestar) -> None:
    table, ann, bob = open_table_for_two(new_guest, app, "open")
    id_ = table.row.id
    assert table.phase == WAITING
    for guest in (ann, bob, new_guest()):
        responses = {
            page: guest.request("GET", f"/table/{id_}{page}", follow_redirects=False).status_code
            for page in PAGES
            if page != "/events"  # it never ends, and says nothing while the table waits
        }
        assert {page for page, status in responses.items() if status == 200} <= WITHOUT_A_VIEW
        assert (
            responses["/replay/scene?at=0"]
            == responses["/log"]
            == responses["/standings"]
            == responses["/place/area-0"]
            == 409
        )
    assert ann.get(f"/table/{id_}/since/0") == "[]"
    for form in ("/act", "/hint", "/review", "/replay/edit", "/replay/fork"):
        response = ann.post(f"/table/{id_}{form}", {"action": "undo", "entry_count": "0", "at": "0", "seat0": "me"})
        assert response.status_code == 409, form


def test_every_route_of_a_table_is_covered(app: Litestar) -> None:
    asked = {("GET", page.partition("?")[0]) for page in PAGES} | {("POST", form) for form in POSTS}
    plain = {
        (method, re.sub(r"\{[a-z_]+:(\w+)\}", lambda found: "0" if found[1] == "int" else "x", path))
        for method, path in routes_of_tables(app)
    }
    asked = {
        (method, re.sub(r"/(place|choice)/[\w-]+", r"/\1/x", path).replace("/moment/1/0", "/moment/0/0"))
        for method, path in asked
    }
    assert plain - asked == set(), "new pages of a table must refuse outsiders"


def test_former_player_cannot_see_a_private_table(new_guest: NewGuest, app: Litestar) -> None:
    table, ann, bob = open_table_for_two(new_guest, app, private="yes")
    old = bob
    (link,) = LINK.findall(old.get(f"/table/{table.row.id}/seat"))[:1]
    new = new_guest()
    assert new.post(link, {}).status_code == 303
    new.get(f"/table/{table.row.id}")
    old.get(f"/table/{table.row.id}", status=403)
    assert new.post(f"/table/{table.row.id}/leave", {}).headers["location"] == "/tables"
    new.get(f"/table/{table.row.id}", status=403)
    ann.get(f"/table/{table.row.id}")


@pytest.mark.parametrize("private", [True, False])
def test_old_seat_link_names_a_table_only_to_those_who_may_watch(
    new_guest: NewGuest, app: Litestar, private: bool
) -> None:
    host, friend, stranger = new_guest(), new_guest(), new_guest()
    id_ = host.open_table(
        "me", "open", "bot:random", title="Our secret round", **({"private": "yes"} if private else {})
    )
    (link,) = host.invitations(id_)[:1]
    assert "Our secret round" in stranger.get(link), "the seat is open"
    assert friend.join(link, "Bob").status_code == 303
    page = stranger.get(link, status=409)
    assert "Brian Boru" in page
    assert ("Our secret round" in page) != private


def test_private_table_is_joined_by_its_link(new_guest: NewGuest, app: Litestar) -> None:
    host, friend = new_guest(), new_guest()
    id_ = host.open_table("me", "open", "bot:random", private="yes")
    (link,) = host.invitations(id_)
    page = friend.get(link)
    assert "watch" not in page
    assert friend.join(link, "Bob").status_code == 303
    friend.get(f"/table/{id_}")
