"""Confirmations before moves: before each one, or before final ones."""

import re

import pytest
from litestar import Litestar

from regnum.games import all_games
from regnum.web.errors import RefusedError
from regnum.web.tables.live_table import LiveTable
from tests.support.games import rurik
from tests.support.web.apps import live_table
from tests.support.web.guests import Guest, NewGuest
from tests.support.web.seating import open_seated_table


def act(guest: Guest, table: LiveTable, action: str, sure: str = "", live: bool = True, seat: int = 0) -> str:
    form = {
        "action": action,
        "entry_count": str(table.known_entry_count(seat)),
        **({"confirmed": sure} if sure else {}),
    }
    response = guest.post(f"/table/{table.row.id}/act", form, live=live)
    assert response.status_code in (200, 303), response.text
    return response.text


def test_no_confirmation_by_default(new_guest: NewGuest, app: Litestar) -> None:
    guest = new_guest()
    id_ = guest.open_table("me", "open", "open", option_first_player="1")
    for link in guest.invitations(id_):
        new_guest().join(link, f"Friend {link[-8:]}")
    assert act(guest, live_table(app, id_), guest.choices(id_)[0]) == ""
    assert live_table(app, id_).entry_count == 1


@pytest.mark.parametrize("language", ["en", "de", "uk"])
def test_confirmation_is_asked_before_the_action(new_guest: NewGuest, app: Litestar, language: str) -> None:
    guest = new_guest(language)
    guest.post("/settings", {"confirm": "always"})
    id_ = guest.open_table("me", "open", "open", option_first_player="1")
    for link in guest.invitations(id_):
        new_guest().join(link, f"Friend {link[-8:]}")
    table = live_table(app, id_)
    first, second = guest.choices(id_)[:2]
    page = act(guest, table, first)
    assert table.entry_count == 0
    assert re.findall(r'name="(?:confirmed|action)" value="([^"]+)"', page) == [first, first]
    assert 'id="confirmation"' in act(guest, table, second, sure=first), "the confirmation was for another action"
    assert table.entry_count == 0
    assert 'id="confirmation"' in act(guest, table, first, live=False), "also without scripts"
    assert table.entry_count == 0
    assert act(guest, table, first, sure=first) == ""
    assert table.entry_count == 1


def test_illegal_action_is_refused_without_confirmation(new_guest: NewGuest, app: Litestar) -> None:
    guest = new_guest()
    guest.post("/settings", {"confirm": "always"})
    id_ = guest.open_table("me", "open", "open", option_first_player="1")
    for link in guest.invitations(id_):
        new_guest().join(link, f"Friend {link[-8:]}")
    table = live_table(app, id_)
    response = guest.post(f"/table/{id_}/act", {"action": "nonsense", "entry_count": "0"}, live=True)
    assert "asked" not in response.text
    assert "error" in response.text
    with pytest.raises(RefusedError):
        table.is_final(0, "nonsense")


@pytest.mark.parametrize("game", [game.id for game in all_games()])
def test_action_is_final_if_it_cannot_be_undone(new_guest: NewGuest, app: Litestar, game: str) -> None:
    guest = new_guest()
    guest.post("/settings", {"confirm": "final"})
    seats = ["me", *["open"] * (regnum_players(game) - 1)]
    id_ = guest.open_table(*seats, game=game, option_first_player="1")
    friends = [new_guest() for _ in seats[1:]]
    for friend, link in zip(friends, guest.invitations(id_), strict=True):
        friend.join(link, f"Friend {link[-8:]}")
    table = live_table(app, id_)
    people = [guest, *friends]
    finals = 0
    for _ in range(40):
        seat = table.state.players_to_act[0]
        action = table.view(seat).legal[0].text
        final = table.is_final(seat, action)
        before = table.entry_count
        if seat == 0:
            assert ('id="confirmation"' in act(guest, table, action)) == final
            assert (table.entry_count == before) == final
        if table.entry_count == before:
            act(people[seat], table, action, sure=action, seat=seat)
        assert table.entry_count == before + 1
        assert table.play.can_undo(seat) != final
        finals += final
    assert finals > 0, "the turn has passed on at least once"


def regnum_players(game: str) -> int:
    return next(one for one in all_games() if one.id == game).player_counts[-1]


def test_ending_a_turn_with_unused_points_asks_for_confirmation_unless_disabled(
    new_guest: NewGuest, app: Litestar
) -> None:
    guests, table = open_seated_table(new_guest, app, "rurik")
    state = rurik.turn_position(
        "muster", 2, troops=[{"kiev": 1}, {"volyn": 1}], players=table.state.players, boat=[{"wood": 2}]
    )
    table.play = rurik.start_play(rurik.act(state, "main_action"))
    for text in ("pass then end_turn", "pass"):
        form = {"action": text, "entry_count": str(table.known_entry_count(0))}
        page = guests[0].post(f"/table/{table.row.id}/act", form, live=True).text
        assert ('id="confirmation"' in page) == (text != "pass")
    guests[0].post("/settings", {"confirm": "never"})
    form = {"action": "end_turn", "entry_count": str(table.known_entry_count(0))}
    assert 'id="confirmation"' not in guests[0].post(f"/table/{table.row.id}/act", form, live=True).text
