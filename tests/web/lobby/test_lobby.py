"""Tables that one finds, and who may see them: the lobby, people asked by name, private tables, leaving, tidying."""

import asyncio
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from msgspec import structs

from regnum.core.text.ledger import LANGUAGES
from regnum.web.db.ids import new_id
from regnum.web.errors import Conflict
from regnum.web.http.limits import Rate
from regnum.web.lobby.archive import Archive
from regnum.web.lobby.cleanup import Cleanup
from regnum.web.lobby.listing import LobbyFilter
from regnum.web.lobby.seating import ASKED_BY_ALL, ASKED_OF, ASKING
from regnum.web.play.sse import events, waiting_at
from regnum.web.services import Services
from regnum.web.settings import Settings
from regnum.web.tables.events import ABANDONED, ASKED, JOINED, PROPOSED, RESIGNED
from regnum.web.tables.invitations import Invitation
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import BOT, GUEST, OPEN
from regnum.web.tables.service import JOINED_AT
from regnum.web.tables.store import TableStore
from regnum.web.tables.terms import Terms
from tests.support.accounts import sign_up
from tests.support.apps import apart, create_app, live, wait_for
from tests.support.endings import play_to_the_end
from tests.support.guests import LINK, Guest, Visit
from tests.support.seating import answer
from tests.support.tables import opened, party

pytestmark = pytest.mark.own_app
Pair = tuple[LiveTable, Guest, Guest]


def pair(visit: Visit, app: Litestar, third: str = "bot:random", **more: str) -> Pair:
    """Return a table of two people and a bot, and these."""
    ann, bob = visit(), visit()
    id_ = ann.open_table("me", "open", third, option_first_player="1", **more)
    assert bob.join(ann.invitations(id_)[0], "Bob").status_code == 303
    return live(app, id_), ann, bob


def heard(app: Litestar) -> list[tuple[str, int]]:
    """Return what is told from now on."""
    told: list[tuple[str, int]] = []
    app.state.events.listen(lambda _, what: told.append((what.kind, what.seat)))
    return told


# The lobby.


def in_lobby(guest: Guest, query: str = "") -> list[str]:
    """Return the titles of the tables that somebody finds."""
    page = guest.get(f"/lobby{query}")
    return re.findall(r'<a href="/join/[^"]+"><span class="serif">([^<]+)', page)


def test_the_lobby_has_what_is_open_and_only_that(visit: Visit) -> None:
    host, other = visit(), visit()
    assert "Nobody waits" in other.get("/lobby")
    host.open_table("me", "open", "bot:random")
    host.open_table("me", "bot:random", "bot:random", listed="yes")
    listed = host.open_table("me", "open", "open", listed="yes", clock_pace="daily")
    assert in_lobby(other) == ["Brian Boru"]
    assert in_lobby(host) == [], "one's own stand in one's own list"
    page = other.get("/lobby")
    assert "2 of 3 seats free" in page
    assert "1 day a turn" in page
    for expected in (1, 0):
        path = re.findall(r'href="(/join/[^"]+)"', visit().get("/lobby"))[0]
        assert visit().join(path, f"Guest {expected}").status_code == 303
        assert len(in_lobby(visit())) == expected
    assert "/lobby" in other.get("/")
    assert listed in host.get("/tables")


def test_filters_of_the_lobby(visit: Visit) -> None:
    ann, ben, other = visit("en"), visit("de"), visit()
    ann.open_table("me", "open", "open", listed="yes")
    ben.open_table("me", "open", game="khan", listed="yes", clock_pace="calm")
    both = ["Brian Boru", "Khan"]
    for query, found in {
        "": both,
        "?game=khan": ["Khan"],
        "?players=3": ["Brian Boru"],
        "?language=de": ["Khan"],
        "?pace=days": ["Khan"],
        "?pace=live": ["Brian Boru"],
        "?game=khan&pace=live": [],
        "?game=nothing&players=x&language=xx&pace=soon": both,
    }.items():
        assert sorted(in_lobby(other, query)) == found, query
    assert "There is no such table" in other.get("/lobby?game=khan&pace=live")


# People who are asked by name.


def test_somebody_is_asked_by_name_and_sits_down(visit: Visit, app: Litestar) -> None:
    _, ann, bob = pair(visit, app)
    told = heard(app)
    table = ann.open_table("me", "open", "open")
    assert '<option value="Bob">' in ann.get(f"/table/{table}")
    assert ann.post(f"/table/{table}/ask", {"seat": "1", "name": " bob "}).status_code == 303
    assert told == [(ASKED, 1)]
    assert "bob has been asked." in ann.get(f"/table/{table}")
    page = bob.get("/tables")
    assert "you are asked to play" in page
    (path,) = re.findall(r'href="(/join/[^"]+)"', page)
    assert "No, thank you" in bob.get(path)
    page = visit().get(path, status=409)
    assert ("No, thank you" in page, "Sit down" in page) == (False, False)
    assert bob.join(path, "Bob").status_code == 303
    assert live(app, table).row.seats[1].name == "Bob"
    assert "you are asked" not in bob.get("/tables")


def test_somebody_with_an_account_is_asked_by_its_name(visit: Visit, app: Litestar) -> None:
    host, zoe = visit(), visit()
    sign_up(zoe, "Zoe")
    table = host.open_table("me", "open", "open")
    assert host.post(f"/table/{table}/ask", {"seat": "1", "name": "zoe"}).status_code == 303
    assert "you are asked to play" in zoe.get("/tables")
    assert "you are asked to play" not in visit().get("/tables")


def test_nobody_is_asked_by_a_name_that_two_have(visit: Visit, app: Litestar) -> None:
    host, zoe, other = visit(), visit(), visit()
    sign_up(zoe, "Zoe")
    table = host.open_table("me", "open", "bot:random")
    assert other.join(host.invitations(table)[0], "Zoe").status_code == 303
    new = host.open_table("me", "open", "bot:random")
    form = {"seat": "1", "name": "Zoe"}
    refused = host.post(f"/table/{new}/ask", form)
    assert refused.status_code == 409
    assert "Two people here are called Zoe" in refused.text
    for friend, name in ((visit(), "Rob"), (visit(), "rob")):
        assert friend.join(host.invitations(host.open_table("me", "open", "bot:random"))[0], name).status_code == 303
    assert host.post(f"/table/{new}/ask", {"seat": "1", "name": "Rob"}).status_code == 409
    for guest in (zoe, other):
        assert "you are asked to play" not in guest.get("/tables")


def test_an_asked_seat_is_not_in_the_lobby_and_can_be_refused(visit: Visit, app: Litestar) -> None:
    _, ann, bob = pair(visit, app)
    table = ann.open_table("me", "open", "bot:random", listed="yes")
    assert len(in_lobby(visit())) == 1
    ann.post(f"/table/{table}/ask", {"seat": "1", "name": "Bob"})
    assert in_lobby(visit()) == []
    (path,) = re.findall(r'href="(/join/[^"]+)"', bob.get("/tables"))
    assert bob.post(f"{path}/decline", {}).status_code == 303
    assert "you are asked" not in bob.get("/tables")
    assert len(in_lobby(visit())) == 1
    ann.post(f"/table/{table}/ask", {"seat": "1", "name": "Bob"})
    ann.post(f"/table/{table}/ask", {"seat": "1", "name": ""})
    assert "you are asked" not in bob.get("/tables")


def test_open_pages_of_a_table_that_waits_show_who_is_asked(visit: Visit, app: Litestar) -> None:
    _, ann, bob = pair(visit, app)
    id_ = ann.open_table("me", "open", "open")
    table = live(app, id_)

    def told_of(act: Callable[[], object]) -> bool:
        """Tell whether an open page is loaded anew when somebody does this."""

        async def stream() -> bytes:
            told = events(app.state.tables, app.state.chat, table, "a spectator", "en", waiting_at(table), 0.1)
            await anext(told)
            await asyncio.to_thread(act)
            return await anext(told)

        return b"reload" in apart(lambda: asyncio.run(stream()))

    assert told_of(lambda: ann.post(f"/table/{id_}/ask", {"seat": "1", "name": "Bob"}))
    assert "Bob has been asked." in ann.get(f"/table/{id_}")
    (path,) = re.findall(r'href="(/join/[^"]+)"', bob.get("/tables"))
    assert told_of(lambda: bob.post(f"{path}/decline", {}))
    assert told_of(lambda: ann.post(f"/table/{id_}/ask", {"seat": "1", "name": "Bob"}))
    assert told_of(lambda: ann.post(f"/table/{id_}/ask", {"seat": "1", "name": ""}))


def test_who_cannot_be_asked(visit: Visit, app: Litestar) -> None:
    _, ann, bob = pair(visit, app)
    table = ann.open_table("me", "open", "open")
    for guest, form, said in (
        (ann, {"seat": "1", "name": "Zoe"}, "Nobody called Zoe"),
        (ann, {"seat": "1", "name": "Ann"}, "already"),
        (ann, {"seat": "0", "name": "Bob"}, "taken"),
        (ann, {"seat": "9", "name": "Bob"}, "taken"),
        (ann, {"seat": "x", "name": "Bob"}, "incomplete"),
        (bob, {"seat": "1", "name": "Ann"}, "who opened it"),
    ):
        answer = guest.post(f"/table/{table}/ask", form)
        assert answer.status_code == 409
        assert said in answer.text, form
    assert "you are asked" not in bob.get("/tables")


# Before the start.


def test_a_person_stands_up_and_the_seat_is_open_again(visit: Visit, app: Litestar) -> None:
    table, ann, bob = pair(visit, app, "open")
    links = ann.invitations(table.row.id)
    assert len(links) == 1
    assert "Stand up" in bob.get(f"/table/{table.row.id}/leave")
    assert bob.post(f"/table/{table.row.id}/leave", {}).status_code == 303
    assert [row.kind for row in table.row.seats] == [GUEST, OPEN, OPEN]
    assert len(ann.invitations(table.row.id)) == 2
    assert table.row.id not in bob.get("/tables")
    assert bob.join(ann.invitations(table.row.id)[0], "Bob").status_code == 303


def test_who_stands_up_goes_where_they_may_still_look(visit: Visit, app: Litestar) -> None:
    for more, there in (({}, True), ({"private": ""}, False)):
        table, _, bob = pair(visit, app, "open", **more)
        page = f"/table/{table.row.id}" if there else "/tables"
        assert bob.post(f"/table/{table.row.id}/leave", {}).headers["location"] == page


def test_the_host_sends_somebody_away(visit: Visit, app: Litestar) -> None:
    table, ann, bob = pair(visit, app, "open")
    id_ = table.row.id
    assert "Send away" in ann.get(f"/table/{id_}")
    assert "Send away" not in bob.get(f"/table/{id_}")
    assert bob.post(f"/table/{id_}/send-away", {"seat": "0"}).status_code == 409
    assert ann.post(f"/table/{id_}/send-away", {"seat": "0"}).status_code == 409, "not himself"
    known = ann.table_link(id_)
    sent = ann.post(f"/table/{id_}/send-away", {"seat": "1"})
    assert sent.status_code == 303
    assert "The links to open seats are new" in ann.get(sent.headers["location"])
    assert "The links to open seats are new" not in ann.get(f"/table/{id_}")
    assert "The host has new links" in visit().get(known, status=404)
    assert "given your seat back" in bob.get(f"/table/{id_}")
    assert [bob.join(link, "Bob").status_code for link in ann.invitations(id_)] == [409, 409]
    cleo = visit()
    assert cleo.join(ann.invitations(id_)[0], "Cleo").status_code == 303
    assert [bob.join(link, "Bob").status_code for link in ann.invitations(id_)] == [409], "whoever sits there now"
    assert ann.post(f"/table/{id_}/send-away", {"seat": "1"}).status_code == 303
    for guest, name in ((bob, "Bob"), (cleo, "Cleo")):
        assert [guest.join(link, name).status_code for link in ann.invitations(id_)] == [409, 409]
    bob.join(ann.invitations(ann.open_table("me", "open", "bot:random"))[0], "Bob")
    assert ann.post(f"/table/{id_}/ask", {"seat": "1", "name": "Bob"}).status_code == 303, "the host thinks again"
    for link, guest, name in zip(ann.invitations(id_), (bob, visit()), ("Bob", "Dan"), strict=True):
        assert guest.join(link, name).status_code == 303
    assert table.phase == "playing"
    assert ann.post(f"/table/{id_}/send-away", {"seat": "1"}).status_code == 409, "the game goes on"


def test_who_was_sent_away_is_told_and_may_be_let_back(visit: Visit, app: Litestar) -> None:
    host, friend, other = visit(), visit(), visit()
    id_ = host.open_table("me", "open", "open")
    friend.join(host.table_link(id_), "Xaver")
    assert "cannot sit down again unless you allow it" in host.get(f"/table/{id_}")
    assert host.post(f"/table/{id_}/send-away", {"seat": "1"}).status_code == 303
    assert "given your seat back" in friend.get(host.table_link(id_), status=409)
    assert other.post(f"/table/{id_}/readmit", {}).status_code == 409
    assert "Let them sit down again" in host.get(f"/table/{id_}")
    assert host.post(f"/table/{id_}/readmit", {}).status_code == 303
    assert "Let them sit down again" not in host.get(f"/table/{id_}")
    assert friend.join(host.table_link(id_), "Xaver").status_code == 303


def test_a_request_ends_when_its_person_sits_down(visit: Visit, app: Litestar) -> None:
    _, host, friend = pair(visit, app)
    id_ = host.open_table("me", "open", "open")
    assert host.post(f"/table/{id_}/ask", {"seat": "1", "name": "Bob"}).status_code == 303
    kept = host.invitations(id_)[0]
    assert "keeps this seat for somebody else" in visit().get(kept, status=409)
    assert friend.join(kept, "Bob").status_code == 303
    assert host.post(f"/table/{id_}/send-away", {"seat": "1"}).status_code == 303
    assert apart(lambda: asyncio.run(app.state.tables.invitations.of_table(id_))) == []
    assert visit().join(host.invitations(id_)[0], "Olha").status_code == 303


def test_the_host_removes_a_table_that_has_not_begun(visit: Visit, app: Litestar) -> None:
    table, ann, bob = pair(visit, app, "open")
    id_ = table.row.id
    ann.post(f"/table/{id_}/ask", {"seat": "2", "name": "Bob"})
    assert bob.post(f"/table/{id_}/remove", {}).status_code == 409

    async def stream() -> list[bytes]:
        told = events(
            app.state.tables, app.state.chat, table, str(table.row.seats[1].guest), "en", waiting_at(table), 0.5
        )
        first = await anext(told)
        assert await asyncio.to_thread(lambda: ann.post(f"/table/{id_}/remove", {}).status_code) == 303
        return [first, await anext(told)]

    assert b"reload" in apart(lambda: asyncio.run(stream()))[1]
    for guest in (ann, bob, visit()):
        guest.get(f"/table/{id_}", status=404)
        assert id_ not in guest.get("/tables")


# While the game goes on, and afterwards.


def test_who_gives_up_leaves_his_seat_to_a_bot_for_good(visit: Visit, app: Litestar) -> None:
    table, ann, bob = pair(visit, app, clock_substitute="random")
    id_, told = table.row.id, heard(app)
    assert "A bot (random)" in bob.get(f"/table/{id_}/leave")
    assert bob.post(f"/table/{id_}/leave", {}).status_code == 303
    assert told == [(RESIGNED, 1)]
    row = table.row.seats[1]
    assert (row.kind, row.bot, row.guest, row.name, row.resigned) == (BOT, "random", None, "Bob", True)
    page = ann.get(f"/table/{id_}")
    assert '<p class="notice" id="left">Bob has given up: a bot (random) plays on.</p>' in page
    assert page.index('id="turn"') < page.index('id="left"') < page.index('id="log"'), "it is in sight"
    (mark,) = re.findall(r'<span class="replaced" title="([^"]+)"><span aria-hidden="true">([^<]+)', page)
    assert mark == ("Bob has given up: a bot (random) plays on.", "bot")
    assert bob.choices(id_) == []
    assert bob.post(f"/table/{id_}/return", {}).status_code == 409
    assert bob.post(f"/table/{id_}/leave", {}).status_code == 409
    wait_for(lambda: table.state.players_to_act == (0,))
    assert ann.act(id_, ann.choices(id_)[0]).status_code == 200
    assert table.play.record.verify() is None


def test_a_result_says_who_gave_up(visit: Visit, app: Litestar, settings: Settings) -> None:
    table, ann, bob = pair(visit, app, clock_substitute="random")
    wait_for(lambda: not table.bots_to_act())
    bob.post(f"/table/{table.row.id}/leave", {})
    ann.post(f"/table/{table.row.id}/leave", {})
    wait_for(lambda: table.state.is_terminal)
    assert visit().get(f"/table/{table.row.id}").count("(gave up)") == 2


def test_all_agree_to_end_the_game(visit: Visit, app: Litestar) -> None:
    table, ann, bob = pair(visit, app, clock_pace="daily")
    id_, told = table.row.id, heard(app)
    assert ann.post(f"/table/{id_}/propose", {"kind": "end"}).status_code == 303
    assert table.phase == "playing"
    page = bob.get(f"/table/{id_}")
    asked = page.index('<p id="proposal-said">Ann proposes: End the game without a result.')
    assert page.index('id="turn"') < asked < page.index('id="log"'), "it stands where one looks, with the way to answer"
    assert 'id="do-yes"' in page[asked : asked + 900]
    assert "Still to answer: Bob." in bob.get(f"/table/{id_}/leave")
    assert answer(ann, table, "no").status_code == 303
    assert "proposes" not in bob.get(f"/table/{id_}")
    assert visit().post(f"/table/{id_}/propose", {"kind": "end"}).status_code == 409
    for guest in (ann, bob):
        guest.post(f"/table/{id_}/propose", {"kind": "end"})
    assert told == [(PROPOSED, 0), (PROPOSED, 0), (ABANDONED, 1)]
    assert table.phase == "abandoned"
    assert table.row.next_check is None
    assert not table.row.due
    for guest in (ann, bob, visit()):
        assert "Everybody agreed to end this game" in guest.get(f"/table/{id_}")
        assert guest.choices(id_) == []
        guest.get(f"/table/{id_}/record", status=409)
    seat = table.state.players_to_act[0]
    refused = (ann, bob)[seat % 2].act(id_, str(table.state.legal_actions(seat)[0]))
    assert refused.status_code == 409
    assert "ended without a result" in ann.get("/tables")
    assert id_ not in ann.get("/")
    assert "no games" in ann.get("/me").lower() or "not finished" in ann.get("/me").lower()


def test_what_is_over_can_be_put_away(visit: Visit, app: Litestar, settings: Settings) -> None:
    table, ann, bob = pair(visit, app)
    id_ = table.row.id
    assert ann.post(f"/table/{id_}/remove", {}).status_code == 409, "it goes on"
    for guest in (ann, bob):
        guest.post(f"/table/{id_}/propose", {"kind": "end"})
    assert visit().post(f"/table/{id_}/remove", {}).status_code == 409
    assert ann.post(f"/table/{id_}/remove", {}).status_code == 303
    assert ann.post(f"/table/{id_}/remove", {}).status_code == 303
    assert id_ not in ann.get("/tables")
    assert id_ in bob.get("/tables")
    ann.get(f"/table/{id_}")


# Who may look on.

PAGES = (
    *("", "/events", "/log", "/record", "/shuffle", "/picture.svg", "/replay", "/replay/scene?at=0", "/moment/1/0"),
    *(
        "/since/0",
        "/place/area-0",
        "/choice/pass",
        "/standings",
        "/barred",
        "/review",
        "/review/progress",
        "/seat",
        "/leave",
        "/propose",
        "/aid",
        "/notices",
        "/talk",
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
    "/send-away",
    "/readmit",
    "/ask",
    "/offer",
    "/stand-in",
    "/claim",
    "/review",
    "/replay/edit",
    "/replay/try",
    "/notices",
    "/notes",
    "/talk",
    "/talk/sign",
    "/talk/mute",
)


def routes_of_tables(app: Litestar) -> set[tuple[str, str]]:
    """Return all routes of a table: methods and what comes after its address."""
    start = "/table/{table_id:str}"
    return {
        (method, route.path.removeprefix(start))
        for route in app.routes
        if route.path.startswith(start)
        for method in getattr(route, "methods", ())
        if method not in ("HEAD", "OPTIONS")
    }


@pytest.mark.parametrize("stage", ["waiting", "playing", "finished"])
def test_nobody_looks_on_at_a_private_table(visit: Visit, app: Litestar, settings: Settings, stage: str) -> None:
    table, ann, bob = pair(visit, app, "open" if stage == "waiting" else "bot:random", private="yes")
    id_ = table.row.id
    if stage == "finished":
        wait_for(lambda: not table.bots_to_act())
        apart(lambda: play_to_the_end(Path(settings.data) / "test.db", id_))
    for guest in (ann, bob):
        guest.get(f"/table/{id_}")
    stranger = visit()
    for language in LANGUAGES:
        stranger.language = language
        for page in PAGES:
            answer = stranger.request("GET", f"/table/{id_}{page}")
            assert answer.status_code == 403, page
            assert "Ann" not in answer.text
            assert "Bob" not in answer.text
    for form in POSTS:
        answer = stranger.post(f"/table/{id_}{form}", {"action": "undo", "ply": "0", "seat": "1", "name": "x"})
        assert answer.status_code == 403, form
    assert "This table is private" in visit().get(f"/table/{id_}", status=403)


def test_every_route_of_a_table_is_looked_at(app: Litestar) -> None:
    asked = {("GET", page.partition("?")[0]) for page in PAGES} | {("POST", form) for form in POSTS}
    plain = {
        (method, re.sub(r"\{[a-z_]+:(\w+)\}", lambda found: "0" if found[1] == "int" else "x", path))
        for method, path in routes_of_tables(app)
    }
    asked = {
        (method, re.sub(r"/(place|choice)/[\w-]+", r"/\1/x", path).replace("/moment/1/0", "/moment/0/0"))
        for method, path in asked
    }
    assert plain - asked == set(), "a new page of a table must be refused to those who may not see it"


def test_who_loses_his_seat_at_a_private_table_sees_nothing_more(visit: Visit, app: Litestar) -> None:
    table, ann, bob = pair(visit, app, private="yes")
    old = bob
    (link,) = LINK.findall(old.get(f"/table/{table.row.id}/seat"))[:1]
    new = visit()
    assert new.post(link, {}).status_code == 303
    new.get(f"/table/{table.row.id}")
    old.get(f"/table/{table.row.id}", status=403)
    assert new.post(f"/table/{table.row.id}/leave", {}).headers["location"] == "/tables"
    new.get(f"/table/{table.row.id}", status=403)
    ann.get(f"/table/{table.row.id}")


def test_a_private_table_is_joined_by_its_link(visit: Visit, app: Litestar) -> None:
    host, friend = visit(), visit()
    id_ = host.open_table("me", "open", "bot:random", private="yes")
    (link,) = host.invitations(id_)
    page = friend.get(link)
    assert "watch" not in page
    assert friend.join(link, "Bob").status_code == 303
    friend.get(f"/table/{id_}")


# Tidying.


def test_a_table_is_used_as_long_as_people_sit_down(settings: Settings, tmp_path: Path) -> None:
    app = create_app(settings)
    with TestClient(app) as door:
        host, friend = Guest(door), Guest(door)
        id_ = host.open_table("me", "open", "open")
        old = (datetime.now(UTC) - timedelta(days=40)).strftime("%Y-%m-%d %H:%M:%S.%f")

        def age() -> None:
            with closing(sqlite3.connect(tmp_path / "test.db", timeout=10)) as store, store:
                store.execute("UPDATE tables SET made = ?, changed = ?", [old, old])

        def tidied() -> int:
            tables = app.state.tables
            return apart(lambda: asyncio.run(Cleanup(tables.store, Archive(tables.store), 30).tidy()))

        for guest, name in ((friend, "Bob"), (Guest(door), "Cleo")):
            age()
            guest.join(host.table_link(id_), name)
            assert tidied() == 0
        assert live(app, id_).phase == "playing"
        age()
        assert tidied() == 1


def test_unused_tables_go_and_finished_ones_stay(settings: Settings, tmp_path: Path) -> None:
    app = create_app(settings)
    with TestClient(app) as door:
        guests = [Guest(door), Guest(door)]

        def visit() -> Guest:
            return Guest(door)

        waiting = guests[0].open_table("me", "open", "open")
        fresh = guests[0].open_table("me", "open", "open")
        left, done, moving = (pair(visit, app)[0] for _ in range(3))
        for table in (left, done, moving):
            wait_for(lambda table=table: not table.bots_to_act())  # type: ignore[misc]
        apart(lambda: play_to_the_end(tmp_path / "test.db", done.row.id))
        old = (datetime.now(UTC) - timedelta(days=40)).strftime("%Y-%m-%d %H:%M:%S.%f")
        with closing(sqlite3.connect(tmp_path / "test.db", timeout=10)) as store, store:
            store.execute("UPDATE tables SET made = ?, changed = NULL WHERE id <> ?", [old, fresh])
            store.execute("UPDATE entries SET at = ? WHERE table_id <> ?", [old, moving.row.id])

        async def tidy(days: int) -> int:
            tables = app.state.tables
            return await Cleanup(tables.store, Archive(tables.store), days).tidy()

        assert apart(lambda: asyncio.run(tidy(0))) == 0, "as it is set"
        assert apart(lambda: asyncio.run(tidy(60))) == 0
        expected = 3 if moving.number == 0 else 2
        assert apart(lambda: asyncio.run(tidy(30))) == expected
        watcher = Guest(door)
        for gone in (waiting, left.row.id):
            watcher.get(f"/table/{gone}", status=404)
        for kept in (fresh, done.row.id):
            watcher.get(f"/table/{kept}")


def test_the_setting(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("REGNUM_DATA", str(tmp_path))
    assert Settings.load().tidy_days == 0
    monkeypatch.setenv("REGNUM_TIDY_DAYS", "30")
    assert Settings.load().tidy_days == 30
    monkeypatch.setenv("REGNUM_TIDY_DAYS", "soon")
    with pytest.raises(ValueError, match="REGNUM_TIDY_DAYS"):
        Settings.load()
    assert replace(Settings(tmp_path, "", "x" * 20), tidy_days=3).tidy_days == 3


def test_the_store_of_either_kind_finds_asks_and_removes(database: str, settings: Settings) -> None:
    async def work() -> None:
        store = TableStore(database)
        await store.open()
        services = Services(store, settings)
        tables, archive = services.tables, Archive(store)
        table = await opened(tables, GUEST, OPEN, GUEST)
        assert await services.lobby.found(LobbyFilter(), "nobody") == []
        seats, options = party(GUEST, OPEN, GUEST), dict(table.state.options)
        listed = await tables.open(table.game, 3, options, "g0", seats, terms=Terms(listed=True))
        found = await services.lobby.found(LobbyFilter(game=table.game.id, players=3, pace="live"), "nobody")
        assert [row.id for row in found] == [listed]
        assert await services.lobby.found(LobbyFilter(game=table.game.id, pace="days"), "nobody") == []
        assert await services.lobby.found(LobbyFilter(), "g2") == []
        assert await tables.invitations.companions_named("g0", "p2") == {"g2"}
        await tables.invitations.invite(Invitation(listed, 1, "g7", "P7"))
        assert [row.id for row in await store.tables_of("g7")] == [listed]
        await archive.put_away("g7", listed)
        await archive.put_away("g7", listed)
        assert await store.tables_of("g7") == []
        await tables.invitations.send_away("g8", listed)
        assert await services.lobby.found(LobbyFilter(), "g8") == []
        with pytest.raises(Conflict):
            await archive.remove(found[0].id, 5)
        await archive.remove(found[0].id, 0)
        assert await store.table(listed) is None
        assert await tables.invitations.of_guest("g7") == []
        later = datetime.now(UTC) + timedelta(days=1)
        assert await archive.unused(later) == [(table.row.id, 0)]
        assert await archive.unused(later - timedelta(days=2)) == []
        await services.close()
        await store.close()

    apart(lambda: asyncio.run(work()))


def test_no_host_fills_the_lobby_and_every_table_is_on_one_of_its_pages(
    database: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regnum.web.lobby.listing.PAGE", 4)

    async def work() -> None:
        store = TableStore(database)
        await store.open()
        services = Services(store, settings)
        tables = services.tables
        table = await opened(tables, GUEST, OPEN, GUEST)
        options = dict(table.state.options)

        async def open_for(host: str) -> str:
            seats = [structs.replace(seat, token=new_id()) for seat in party(OPEN, OPEN, OPEN)]
            return await tables.open(table.game, 3, options, host, seats, terms=Terms(listed=True))

        old = [await open_for(f"host {number}") for number in range(4)]
        new = [await open_for("flood") for _ in range(9)]
        first, second = [
            [row.id for row in await services.lobby.found(LobbyFilter(), "nobody", page)] for page in (1, 2)
        ]
        assert [*first[:4], *second] == [*new[:-4:-1], *old[::-1]]
        assert first[4:] == second[:1], "it tells of another page"
        await services.close()
        await store.close()

    apart(lambda: asyncio.run(work()))


def test_the_lobby_has_pages(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("lobby.listing", "lobby.routes_lobby"):
        monkeypatch.setattr(f"regnum.web.{name}.PAGE", 1)
    for game in ("khan", "brian_boru"):
        visit().open_table("me", *["open"] * 2, listed="yes", game=game)
    seen = visit()
    assert in_lobby(seen) == ["Brian Boru"]
    older = re.search(r'href="([^"]+)">Older tables', seen.get("/lobby?players=3"))
    assert older
    assert older[1] == "/lobby?players=3&amp;page=2"
    assert in_lobby(seen, "?players=3&page=2") == ["Khan"]
    page = seen.get("/lobby?page=2")
    assert "Newer tables" in page
    assert "Older tables" not in page
    for strange in ("0", "-1", "x", "9" * 30):
        assert in_lobby(seen, f"?page={strange}") == ["Brian Boru"]


@pytest.mark.own_app
def test_so_many_may_be_asked_by_one_host_and_nobody_is_called_too_often(visit: Visit, app: Litestar) -> None:
    host, friend = visit(), visit()
    first = host.open_table("me", "open", "open")
    friend.join(host.invitations(first)[0], "Ben")
    heard: list[str | None] = []
    app.state.events.listen(lambda _, what: heard.append(what.guest) if what.kind == ASKED else None)
    statuses = []
    for _ in range(ASKING + 3):
        table = host.open_table("me", "open", "open")
        statuses.append(host.post(f"/table/{table}/ask", {"seat": "1", "name": "Ben"}).status_code)
    assert statuses == [303] * ASKING + [409] * 3
    assert len(heard) == ASKED_OF
    assert friend.get("/tables").count("you are asked to play") == ASKING, "he finds all of them on his pages"


def test_no_stranger_silences_the_invitations_of_others(
    visit: Visit, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even several of them those of friends: these have a limit of their own."""
    monkeypatch.setattr(app.state.seating, "_asking", Rate(1000))
    zoe, bob, friend = visit(), visit(), visit()
    sign_up(zoe, "Zoe")
    table = friend.open_table("me", "open", "open")
    zoe.join(friend.invitations(table)[0], "Zoe")
    told = heard(app)

    def asks(host: Guest, times: int) -> int:
        """Let somebody ask Zoe again and again; return how often she is called."""
        before = len(told)
        for _ in range(times):
            table = host.open_table("me", "open", "open")
            answer = host.post(f"/table/{table}/ask", {"seat": "1", "name": "Zoe"})
            assert answer.status_code == 303, answer.text
        return len(told) - before

    assert asks(visit(), ASKED_OF + 1) == ASKED_OF
    assert asks(bob, 1) == 1
    assert asks(visit(), ASKED_OF + 1) == ASKED_BY_ALL - ASKED_OF - 1
    assert asks(bob, 1) == 0
    assert asks(friend, ASKED_OF + 1) == ASKED_OF
    others = [visit() for _ in range(3)]
    for other in others:
        zoe.join(other.invitations(other.open_table("me", "open", "open"))[0], "Zoe")
    for other in others:
        assert asks(other, ASKED_OF) == ASKED_OF, "nobody whom one has met silences another one"


def test_names_that_nobody_has_count_as_asked_for(visit: Visit) -> None:
    host, zoe = visit(), visit()
    sign_up(zoe, "Zoe")
    table = host.open_table("me", "open", "open")
    for number in range(ASKING):
        refused = host.post(f"/table/{table}/ask", {"seat": "1", "name": f"Nobody {number}"})
        assert "Nobody called" in refused.text
    refused = host.post(f"/table/{table}/ask", {"seat": "1", "name": "Zoe"})
    assert refused.status_code == 409
    assert "That is enough invitations" in refused.text


def test_who_comes_and_goes_again_and_again_is_told_of_so_often(visit: Visit, app: Litestar) -> None:
    host, stranger = visit(), visit()
    table = host.open_table("me", "open", "open")
    link = host.invitations(table)[0]
    told = heard(app)
    for _ in range(JOINED_AT + 2):
        assert stranger.join(link, "Eve").status_code == 303
        assert stranger.post(f"/table/{table}/leave", {}).status_code == 303
    assert told == [(JOINED, 1)] * JOINED_AT
