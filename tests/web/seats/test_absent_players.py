"""A player vanishes from a game without clocks: a stand-in plays until they return."""

import re
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from litestar import Litestar
from msgspec import structs

from regnum.web.presence.last_seen import ABSENT_AFTER
from regnum.web.seats.stand_ins import absent_seats
from tests.support.web.apps import live_table
from tests.support.web.guests import NewGuest
from tests.support.web.hidden import open_table_with_friends
from tests.support.web.tokens import token_of

pytestmark = pytest.mark.own_app


def make_table_wait(app: Litestar, table: str, longer: timedelta) -> int:
    """Set how long the table has waited; return the seat to act."""
    live = live_table(app, table)
    live.times[live.entry_count] = datetime.now(UTC) - longer
    live.row = structs.replace(live.row, created_at=datetime.now(UTC) - longer)
    live.began_at = datetime.now(UTC) - longer
    return live.state.players_to_act[0]


def test_bot_stands_in_for_an_absent_player_until_they_return(new_guest: NewGuest, app: Litestar) -> None:
    guests, table = open_table_with_friends(new_guest, 3, option_first_player="1")
    seat = make_table_wait(app, table, ABSENT_AFTER + timedelta(minutes=1))
    absent, other = guests[seat], guests[(seat + 1) % 3]
    name = live_table(app, table).names[seat]
    page = other.get(f"/table/{table}/leave")
    assert f"It is {name}’s move" in page
    assert f"It is {name}’s move" not in absent.get(f"/table/{table}/leave"), "the player who asks is present"
    assert other.post(f"/table/{table}/stand-in", {"seat": str(seat)}).status_code == 303
    assert live_table(app, table).row.seats[seat].absent
    own, page = absent.get(f"/table/{table}"), other.get(f"/table/{table}")
    assert "do-return" in own
    assert "You were away for a while, so a bot (" in own
    assert "ran out" not in own, "there are no clocks"
    assert 'id="table-notes"' not in own, "the page already says it in other words"
    text = rf"A bot \([^)]+\) is playing for {name}\."
    assert re.search(rf'id="table-notes">{text}</p>', page)
    assert re.search(rf'class="stand-in" title="{text}"><span aria-hidden="true">bot<', page)
    assert absent.post(f"/table/{table}/return", {}).status_code == 303
    assert not live_table(app, table).row.seats[seat].absent


def test_program_can_take_its_seat_back(new_guest: NewGuest, app: Litestar) -> None:
    guests, table = open_table_with_friends(new_guest, 3, option_first_player="1")
    seat = make_table_wait(app, table, ABSENT_AFTER + timedelta(minutes=1))
    assert guests[(seat + 1) % 3].post(f"/table/{table}/stand-in", {"seat": str(seat)}).status_code == 303
    for guest, status in ((new_guest(), 403), (guests[seat], 200), (guests[seat], 200)):
        program = {"authorization": f"Bearer {token_of(guest)}"}
        response = guest.client.request("POST", f"/api/tables/{table}/return", headers=program)
        assert response.status_code == status
        assert live_table(app, table).row.seats[seat].absent == (status != 200)
    assert response.json()["id"] == table


def test_new_game_waits_for_everybody(new_guest: NewGuest, app: Litestar) -> None:
    host, friend = new_guest(), new_guest()
    id_ = host.open_table("me", "open", "bot:random", option_first_player="1")
    table = live_table(app, id_)
    table.began_at -= 2 * ABSENT_AFTER
    table.row = structs.replace(table.row, created_at=datetime.now(UTC) - 2 * ABSENT_AFTER)
    assert friend.join(host.invitations(id_)[0], "Ben").status_code == 303
    assert table.phase == "playing"
    assert absent_seats(table, 1, {}) == []


@pytest.mark.parametrize("case", ["lately", "seen", "there", "another's move", "spectator", "clocks"])
def test_present_player_cannot_be_replaced(new_guest: NewGuest, app: Litestar, case: str) -> None:
    clock = {"clock_preset": "daily", "clock_substitute": "greedy"} if case == "clocks" else {}
    guests, table = open_table_with_friends(new_guest, 3, option_first_player="1", **clock)
    seat = make_table_wait(
        app, table, ABSENT_AFTER - timedelta(minutes=1) if case == "lately" else ABSENT_AFTER + timedelta(minutes=1)
    )
    asker = new_guest() if case == "spectator" else guests[(seat + 1) % 3]
    if case == "seen":
        guests[seat].get("/waiting")
    if case == "there":
        live_table(app, table).present = frozenset({seat})
    absent_seat = (seat + 2) % 3 if case == "another's move" else seat
    asker.get(f"/table/{table}")
    assert asker.post(f"/table/{table}/stand-in", {"seat": str(absent_seat)}).status_code == 409
    assert not any(row.absent for row in live_table(app, table).row.seats)


def test_program_counts_as_present_and_can_answer_proposals(new_guest: NewGuest, app: Litestar) -> None:
    guests, table = open_table_with_friends(new_guest, 3, option_first_player="1")
    live = live_table(app, table)
    guest = guests[live.state.players_to_act[0]]
    program = {"authorization": f"Bearer {token_of(guest)}"}

    def ask(method: str, path: str, **body: object) -> httpx.Response:
        guest.client.cookies = httpx.Cookies()
        return guest.client.request(method, f"/api/tables/{table}{path}", headers=program, json=body or None)

    seen_here = app.state.last_seen._here
    seat = live.state.players_to_act[0]
    assert live.row.seats[seat].guest not in seen_here
    seen = ask("GET", "/observation").json()
    assert live.row.seats[seat].guest in seen_here
    seen_here.clear()
    assert ask("POST", "/act", action=seen["legal"][0]["text"], entry=seen["entry"]).status_code == 200
    assert live.row.seats[seat].guest in seen_here
    other = next(one for one in guests if one is not guest)
    assert other.post(f"/table/{table}/propose", {"kind": "end"}).status_code == 303
    proposal = ask("GET", "").json()["proposal"]
    assert (proposal["kind"], proposal["asked"]) == ("end", True)
    response = ask("POST", "/answer", proposal=proposal["id"], agree=False)
    assert (response.status_code, response.json()["proposal"]) == (200, None)
    assert ask("POST", "/answer", proposal="x", agree=True).status_code == 422
