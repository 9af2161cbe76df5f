"""Leaving a seat before and during a game, and ending a game together."""

import re

import pytest
from litestar import Litestar

from regnum.web.seats.seating import MAX_JOINED_NOTIFICATIONS
from regnum.web.settings import Settings
from regnum.web.tables.events import ENDED_BY_AGREEMENT, JOINED, PROPOSED, RESIGNED
from regnum.web.tables.models import BOT, GUEST, OPEN
from tests.support.web.apps import wait_for
from tests.support.web.guests import NewGuest
from tests.support.web.seating import answer_proposal, open_table_for_two, record_events

pytestmark = pytest.mark.own_app


def test_leaving_a_waiting_table_opens_the_seat(new_guest: NewGuest, app: Litestar) -> None:
    table, ann, bob = open_table_for_two(new_guest, app, "open")
    links = ann.invitations(table.row.id)
    assert len(links) == 1
    assert "Give up my seat" in bob.get(f"/table/{table.row.id}/leave")
    assert bob.post(f"/table/{table.row.id}/leave", {}).status_code == 303
    assert [row.kind for row in table.row.seats] == [GUEST, OPEN, OPEN]
    assert len(ann.invitations(table.row.id)) == 2
    assert table.row.id not in bob.get("/tables")
    assert bob.join(ann.invitations(table.row.id)[0], "Bob").status_code == 303


def test_leaving_redirects_to_a_visible_page(new_guest: NewGuest, app: Litestar) -> None:
    for more, there in (({}, True), ({"private": ""}, False)):
        table, _, bob = open_table_for_two(new_guest, app, "open", **more)
        page = f"/table/{table.row.id}" if there else "/tables"
        assert bob.post(f"/table/{table.row.id}/leave", {}).headers["location"] == page


def test_repeated_joins_are_notified_a_limited_number_of_times(new_guest: NewGuest, app: Litestar) -> None:
    host, stranger = new_guest(), new_guest()
    table = host.open_table("me", "open", "open")
    link = host.invitations(table)[0]
    recorded = record_events(app)
    for _ in range(MAX_JOINED_NOTIFICATIONS + 2):
        assert stranger.join(link, "Eve").status_code == 303
        assert stranger.post(f"/table/{table}/leave", {}).status_code == 303
    assert recorded == [(JOINED, 1)] * MAX_JOINED_NOTIFICATIONS


def test_resigned_seat_goes_to_a_bot_for_good(new_guest: NewGuest, app: Litestar) -> None:
    table, ann, bob = open_table_for_two(new_guest, app, clock_substitute="random")
    id_, recorded = table.row.id, record_events(app)
    assert "A bot (random)" in bob.get(f"/table/{id_}/leave")
    assert bob.post(f"/table/{id_}/leave", {}).status_code == 303
    assert recorded == [(RESIGNED, 1)]
    row = table.row.seats[1]
    assert (row.kind, row.bot, row.guest, row.name, row.resigned) == (BOT, "random", None, "Bob", True)
    page = ann.get(f"/table/{id_}")
    assert '<p class="notice" id="table-notes">Bob has resigned: a bot (random) takes over.</p>' in page
    assert page.index('id="turn"') < page.index('id="table-notes"') < page.index('id="log"'), "it is in sight"
    (mark,) = re.findall(r'<span class="stand-in" title="([^"]+)"><span aria-hidden="true">([^<]+)', page)
    assert mark == ("Bob has resigned: a bot (random) takes over.", "bot")
    assert bob.choices(id_) == []
    assert bob.post(f"/table/{id_}/return", {}).status_code == 409
    assert bob.post(f"/table/{id_}/leave", {}).status_code == 409
    wait_for(lambda: table.state.players_to_act == (0,))
    assert ann.act(id_, ann.choices(id_)[0]).status_code == 200
    assert table.play.record.verify() is None


def test_result_names_players_who_resigned(new_guest: NewGuest, app: Litestar, settings: Settings) -> None:
    table, ann, bob = open_table_for_two(new_guest, app, clock_substitute="random")
    wait_for(lambda: not table.bots_to_act())
    bob.post(f"/table/{table.row.id}/leave", {})
    ann.post(f"/table/{table.row.id}/leave", {})
    wait_for(lambda: table.state.is_terminal)
    assert new_guest().get(f"/table/{table.row.id}").count("(resigned)") == 2


def test_agreement_of_all_ends_the_game(new_guest: NewGuest, app: Litestar) -> None:
    table, ann, bob = open_table_for_two(new_guest, app, clock_preset="daily")
    id_, recorded = table.row.id, record_events(app)
    assert ann.post(f"/table/{id_}/propose", {"kind": "end"}).status_code == 303
    assert table.phase == "playing"
    page = bob.get(f"/table/{id_}")
    position = page.index('<p id="proposal-text">Ann proposes: End the game without a result.')
    assert page.index('id="turn"') < position < page.index('id="log"'), "it is in a visible place, with the answers"
    assert 'id="do-yes"' in page[position : position + 900]
    assert "Still to answer: Bob." in bob.get(f"/table/{id_}/leave")
    assert answer_proposal(ann, table, "no").status_code == 303
    assert "proposes" not in bob.get(f"/table/{id_}")
    assert new_guest().post(f"/table/{id_}/propose", {"kind": "end"}).status_code == 409
    for guest in (ann, bob):
        guest.post(f"/table/{id_}/propose", {"kind": "end"})
    assert recorded == [(PROPOSED, 0), (PROPOSED, 0), (ENDED_BY_AGREEMENT, 1)]
    assert table.phase == "abandoned"
    assert table.row.next_check_at is None
    assert not table.row.awaits_bot
    for guest in (ann, bob, new_guest()):
        assert "Everyone agreed to end this game" in guest.get(f"/table/{id_}")
        assert guest.choices(id_) == []
        guest.get(f"/table/{id_}/record", status=409)
    seat = table.state.players_to_act[0]
    refused = (ann, bob)[seat % 2].act(id_, str(table.state.legal_actions(seat)[0]))
    assert refused.status_code == 409
    assert "ended without a result" in ann.get("/tables")
    assert id_ not in ann.get("/")
    assert "no games" in ann.get("/my-games").lower() or "not finished" in ann.get("/my-games").lower()
