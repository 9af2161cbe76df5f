"""Moves in sequence; repeated, late, foreign and malformed moves are refused and change nothing."""

import random
import re

import pytest
from litestar import Litestar

from regnum.core.packed import count_of, packed
from regnum.games import find_game
from regnum.games.brian_boru.state import BrianBoruState
from regnum.web.board.choices import combined_choices
from regnum.web.http.i18n import game_words
from tests.support.web.apps import live_table
from tests.support.web.guests import NewGuest
from tests.support.web.seating import open_seated_table


class SeatedTable:
    """Three people at a table without bots: nothing moves automatically."""

    def __init__(self, new_guest: NewGuest, app: Litestar) -> None:
        self.guests = [new_guest() for _ in range(3)]
        self.id = self.guests[0].open_table("me", "open", "open")
        for number, path in enumerate(self.guests[0].invitations(self.id)):
            assert self.guests[number + 1].join(path, f"Friend {number}").status_code == 303
        self.table = live_table(app, self.id)

    @property
    def seat_to_act(self) -> int:
        return self.table.state.players_to_act[0]

    def play(self, guest: int) -> str:
        """Let a player to act take their first choice; return it."""
        action = self.guests[guest].choices(self.id)[0]
        assert self.guests[guest].act(self.id, action).status_code == 200
        return action

    def play_until_draft(self) -> None:
        while len(self.table.state.players_to_act) < 3:
            self.play(self.seat_to_act)

    def play_until_end(self) -> None:
        dice = random.Random(3)
        state = self.table.state
        while not state.is_terminal:
            seat = self.seat_to_act
            self.guests[seat].act(self.id, str(dice.choice(state.legal_actions(seat))), self.table.entry_count)
            state = self.table.state


@pytest.fixture
def seated(new_guest: NewGuest, app: Litestar) -> SeatedTable:
    return SeatedTable(new_guest, app)


def read_position(seated: SeatedTable) -> tuple[int, object]:
    return seated.table.entry_count, seated.table.state.to_dict()


def test_repeated_action_counts_once(seated: SeatedTable) -> None:
    seat = seated.seat_to_act
    guest = seated.guests[seat]
    entry_count, action = guest.entry_count(seated.id), guest.choices(seated.id)[0]
    assert guest.act(seated.id, action, entry_count).status_code == 200
    after = read_position(seated)
    second_response = guest.act(seated.id, action, entry_count)
    assert second_response.status_code == 409
    assert "Too late" in second_response.text
    assert read_position(seated) == after


def test_wrong_seats_and_spectators_are_refused(seated: SeatedTable, new_guest: NewGuest) -> None:
    before = read_position(seated)
    action = seated.guests[seated.seat_to_act].choices(seated.id)[0]
    other = seated.guests[(seated.seat_to_act + 1) % 3]
    wrong = other.act(seated.id, action)
    assert (wrong.status_code, "not your turn" in wrong.text) == (409, True)
    spectator = new_guest()
    assert spectator.choices(seated.id) == []
    watching = spectator.act(seated.id, action)
    assert (watching.status_code, "no seat" in watching.text) == (409, True)
    assert read_position(seated) == before


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({"action": "settle N1"}, "is incomplete"),
        ({"entry_count": "0"}, "is incomplete"),
        ({"action": "settle N1", "entry_count": "soon"}, "is incomplete"),
        ({"action": "settle N1", "entry_count": "-1"}, "is incomplete"),
        ({"action": "x" * 300, "entry_count": "0"}, "is incomplete"),
        ({"action": "settle N1", "entry_count": "7"}, "Too late"),
        ({"action": "dance", "entry_count": "0"}, "no such action"),
        ({"action": "settle Z9", "entry_count": "0"}, "no such action"),
        ({"action": "keep 7", "entry_count": "0"}, "cannot do that now"),
        ({"action": "undo", "entry_count": "0"}, "nothing to take back"),
    ],
)
def test_malformed_action_form_is_refused(seated: SeatedTable, form: dict[str, str], says: str) -> None:
    before = read_position(seated)
    for live_ in (True, False):
        response = seated.guests[seated.seat_to_act].post(f"/table/{seated.id}/act", form, live_)
        assert (response.status_code, says in response.text) == (409, True), response.text[:400]
    assert read_position(seated) == before


def test_refusal_names_the_rule(seated: SeatedTable) -> None:
    seated.play(seated.seat_to_act)
    first_action = seated.table.play.record.entries[0][1]
    response = seated.guests[seated.seat_to_act].act(seated.id, first_action)
    assert response.status_code == 409
    assert re.search(r'href="/rules/brian_boru\?back=[\w-]+#brian_boru.setup.first_towns"', response.text)


def test_players_can_choose_simultaneously_for_the_same_entry_count(seated: SeatedTable) -> None:
    seated.play_until_draft()
    entry_counts = [guest.entry_count(seated.id) for guest in seated.guests]
    assert len(set(entry_counts)) == 1
    for guest, entry_count in zip(seated.guests, entry_counts, strict=True):
        action = guest.choices(seated.id)[0]
        assert guest.act(seated.id, action, entry_count).status_code == 200
    assert seated.table.entry_count == entry_counts[0] + 3


def test_choice_for_an_earlier_packet_is_too_late(seated: SeatedTable) -> None:
    seated.play_until_draft()
    first = seated.guests[0]
    entry_count, card = first.entry_count(seated.id), first.choices(seated.id)[-1]
    for guest in seated.guests:
        for _ in range(2):
            guest.act(seated.id, guest.choices(seated.id)[0])
    before = read_position(seated)
    assert "Too late" in first.act(seated.id, card, entry_count).text
    assert read_position(seated) == before


def test_undo_is_an_entry_of_its_own(seated: SeatedTable) -> None:
    seated.play_until_draft()
    before = seated.table.state.to_dict()
    guest = seated.guests[0]
    guest.act(seated.id, guest.choices(seated.id)[0])
    assert 'value="undo"' in guest.get(f"/table/{seated.id}")
    assert 'value="undo"' not in seated.guests[1].get(f"/table/{seated.id}")
    number = seated.table.entry_count
    assert guest.act(seated.id, "undo").status_code == 200
    assert seated.table.state.to_dict() == before
    assert seated.table.entry_count == number + 1
    assert seated.table.play.record.verify() is None
    for other in seated.guests[1:]:
        assert "takes back" not in other.get(f"/table/{seated.id}"), "neither is the kept card"


def test_undo_of_a_logged_action_is_logged(new_guest: NewGuest) -> None:
    guest = new_guest()
    table = guest.open_table("me", "bot:random", game="khan")
    while not (invasions := [choice for choice in guest.choices(table) if choice.startswith("invade ")]):
        for cell in guest.choices(table)[:1]:
            guest.act(table, cell)
    guest.act(table, invasions[0])
    guest.act(table, "undo")
    assert "takes back an action" in new_guest().get(f"/table/{table}")


def test_move_requires_a_csrf_token(seated: SeatedTable) -> None:
    before = read_position(seated)
    guest = seated.guests[seated.seat_to_act]
    form = {"action": guest.choices(seated.id)[0], "entry_count": "0"}
    for data in (form, {**form, "_csrf_token": "0" * 128}):
        assert guest.request("POST", f"/table/{seated.id}/act", data=data).status_code == 403
    assert read_position(seated) == before


def test_move_without_scripts_redirects_to_the_table(seated: SeatedTable) -> None:
    guest = seated.guests[seated.seat_to_act]
    response = guest.act(seated.id, guest.choices(seated.id)[0], live=False)
    assert (response.status_code, response.headers["location"]) == (303, f"/table/{seated.id}")


def test_finished_game_accepts_no_actions(seated: SeatedTable) -> None:
    seated.play_until_draft()
    tables = seated.guests[0]
    assert tables.request("GET", f"/table/{seated.id}/record").status_code == 409
    seated.play_until_end()
    after = read_position(seated)
    response = tables.act(seated.id, "pass")
    assert (response.status_code, "The game is over" in response.text) == (409, True)
    assert read_position(seated) == after
    page = tables.get(f"/table/{seated.id}")
    assert str(seated.table.play.record.seed) in page
    from regnum import Record

    record = Record.parse(tables.get(f"/table/{seated.id}/record"))
    assert record.verify() is None
    assert record.replay().scores() == seated.table.state.scores()


def test_tie_breaks_are_shown_when_points_are_equal(seated: SeatedTable, new_guest: NewGuest) -> None:
    seated.play_until_end()
    state = seated.table.state
    assert isinstance(state, BrianBoruState)
    spectator = new_guest("de")
    state.points = packed([90, 80, 70])
    assert "Bei Gleichstand" not in spectator.get(f"/table/{seated.id}")
    state.points = packed([90, 90, 70])
    seated.table.renders.clear()
    page = spectator.get(f"/table/{seated.id}")
    counts = re.findall(r"<td>(\d+)</td>", page.partition("Bei Gleichstand: Machtmarker</th>")[2].partition("</tr>")[0])
    assert counts == [str(count_of(state.owner, player)) for player in range(3)]
    assert "Bei Gleichstand: Hochzeitskarten</th>" in page


def test_button_can_take_two_actions_in_sequence(
    new_guest: NewGuest, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regnum.web.tables.new_table.randbits", lambda bits: 3)  # not every game has such a turn
    guests, table = open_seated_table(new_guest, app, "rurik")
    dice, words = random.Random(3), game_words(find_game("rurik"), "en")
    for _ in range(400):
        seat = table.state.players_to_act[0]
        view = table.view(seat)
        result = combined_choices(view.seen, view.legal, words)
        busy = [action for action in view.legal if action.family not in ("pass", "forfeit", "end_turn", "exchange")]
        text = result[0].choices[0].text if result else dice.choice(busy or view.legal).text
        assert guests[seat].act(table.row.id, text, table.known_entry_count(seat)).status_code == 200
        if result:
            assert text == "pass then end_turn"
            assert [entry[1] for entry in table.play.record.entries[-2:]] == ["pass", "end_turn"]
            return
    raise AssertionError("nobody had points and a bonus action left")
