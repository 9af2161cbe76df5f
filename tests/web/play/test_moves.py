"""What is posted twice, late, by the wrong seat or wrongly is refused politely, and nothing changes."""

import random
import re

import pytest
from litestar import Litestar

from regnum.games.brian_boru.state import BrianBoruState
from tests.support.apps import live_table
from tests.support.guests import Visit


class Party:
    """Three people at a table, none of them a bot: nothing moves by itself."""

    def __init__(self, visit: Visit, app: Litestar) -> None:
        self.guests = [visit() for _ in range(3)]
        self.id = self.guests[0].open_table("me", "open", "open")
        for number, path in enumerate(self.guests[0].invitations(self.id)):
            assert self.guests[number + 1].join(path, f"Friend {number}").status_code == 303
        self.table = live_table(app, self.id)

    @property
    def turn(self) -> int:
        return self.table.state.players_to_act[0]

    def play(self, guest: int) -> str:
        """Let somebody who is to act take his first choice; return it."""
        action = self.guests[guest].choices(self.id)[0]
        assert self.guests[guest].act(self.id, action).status_code == 200
        return action

    def until_draft(self) -> None:
        while len(self.table.state.players_to_act) < 3:
            self.play(self.turn)

    def until_end(self) -> None:
        dice = random.Random(3)
        state = self.table.state
        while not state.is_terminal:
            seat = self.turn
            self.guests[seat].act(self.id, str(dice.choice(state.legal_actions(seat))), self.table.number)
            state = self.table.state


@pytest.fixture
def party(visit: Visit, app: Litestar) -> Party:
    return Party(visit, app)


def position(party: Party) -> tuple[int, object]:
    return party.table.number, party.table.state.to_dict()


def test_repeated_action_counts_once(party: Party) -> None:
    seat = party.turn
    guest = party.guests[seat]
    ply, action = guest.ply(party.id), guest.choices(party.id)[0]
    assert guest.act(party.id, action, ply).status_code == 200
    after = position(party)
    again = guest.act(party.id, action, ply)
    assert again.status_code == 409
    assert "came too late" in again.text
    assert position(party) == after


def test_wrong_seats_and_spectators_are_refused(party: Party, visit: Visit) -> None:
    before = position(party)
    action = party.guests[party.turn].choices(party.id)[0]
    other = party.guests[(party.turn + 1) % 3]
    wrong = other.act(party.id, action)
    assert (wrong.status_code, "not your turn" in wrong.text) == (409, True)
    spectator = visit()
    assert spectator.choices(party.id) == []
    watching = spectator.act(party.id, action)
    assert (watching.status_code, "no seat" in watching.text) == (409, True)
    assert position(party) == before


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({"action": "settle N1"}, "is incomplete"),
        ({"ply": "0"}, "is incomplete"),
        ({"action": "settle N1", "ply": "soon"}, "is incomplete"),
        ({"action": "settle N1", "ply": "-1"}, "is incomplete"),
        ({"action": "x" * 300, "ply": "0"}, "is incomplete"),
        ({"action": "settle N1", "ply": "7"}, "came too late"),
        ({"action": "dance", "ply": "0"}, "no such action"),
        ({"action": "settle Z9", "ply": "0"}, "no such action"),
        ({"action": "keep 7", "ply": "0"}, "not the moment"),
        ({"action": "undo", "ply": "0"}, "nothing to take back"),
    ],
)
def test_malformed_action_form_is_refused(party: Party, form: dict[str, str], says: str) -> None:
    before = position(party)
    for live_ in (True, False):
        answer = party.guests[party.turn].post(f"/table/{party.id}/act", form, live_)
        assert (answer.status_code, says in answer.text) == (409, True), answer.text[:400]
    assert position(party) == before


def test_refusal_names_the_rule(party: Party) -> None:
    party.play(party.turn)
    taken = party.table.play.record.entries[0][1]
    answer = party.guests[party.turn].act(party.id, taken)
    assert answer.status_code == 409
    assert re.search(r'href="/rules/brian_boru\?back=[\w-]+#brian_boru.setup.first_towns"', answer.text)


def test_players_can_choose_simultaneously_for_the_same_ply(party: Party) -> None:
    party.until_draft()
    plies = [guest.ply(party.id) for guest in party.guests]
    assert len(set(plies)) == 1
    for guest, ply in zip(party.guests, plies, strict=True):
        action = guest.choices(party.id)[0]
        assert guest.act(party.id, action, ply).status_code == 200
    assert party.table.number == plies[0] + 3


def test_choice_for_an_earlier_packet_is_too_late(party: Party) -> None:
    party.until_draft()
    first = party.guests[0]
    ply, card = first.ply(party.id), first.choices(party.id)[-1]
    for guest in party.guests:
        for _ in range(2):
            guest.act(party.id, guest.choices(party.id)[0])
    before = position(party)
    assert "came too late" in first.act(party.id, card, ply).text
    assert position(party) == before


def test_undo_is_an_entry_of_its_own(party: Party) -> None:
    party.until_draft()
    before = party.table.state.to_dict()
    guest = party.guests[0]
    guest.act(party.id, guest.choices(party.id)[0])
    assert 'value="undo"' in guest.get(f"/table/{party.id}")
    assert 'value="undo"' not in party.guests[1].get(f"/table/{party.id}")
    number = party.table.number
    assert guest.act(party.id, "undo").status_code == 200
    assert party.table.state.to_dict() == before
    assert party.table.number == number + 1
    assert party.table.play.record.verify() is None
    for other in party.guests[1:]:
        assert "takes back" not in other.get(f"/table/{party.id}"), "no more than which card was kept is that told"


def test_undo_of_a_logged_action_is_logged(visit: Visit) -> None:
    guest = visit()
    table = guest.open_table("me", "bot:random", game="khan")
    while not (invasions := [choice for choice in guest.choices(table) if choice.startswith("invade ")]):
        for cell in guest.choices(table)[:1]:
            guest.act(table, cell)
    guest.act(table, invasions[0])
    guest.act(table, "undo")
    assert "takes an action back" in visit().get(f"/table/{table}")


def test_move_requires_a_csrf_token(party: Party) -> None:
    before = position(party)
    guest = party.guests[party.turn]
    form = {"action": guest.choices(party.id)[0], "ply": "0"}
    for data in (form, {**form, "_csrf_token": "0" * 128}):
        assert guest.request("POST", f"/table/{party.id}/act", data=data).status_code == 403
    assert position(party) == before


def test_move_without_scripts_redirects_to_the_table(party: Party) -> None:
    guest = party.guests[party.turn]
    answer = guest.act(party.id, guest.choices(party.id)[0], live=False)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/table/{party.id}")


def test_finished_game_accepts_no_actions(party: Party) -> None:
    party.until_draft()
    tables = party.guests[0]
    assert tables.request("GET", f"/table/{party.id}/record").status_code == 409
    party.until_end()
    after = position(party)
    answer = tables.act(party.id, "pass")
    assert (answer.status_code, "The game is over" in answer.text) == (409, True)
    assert position(party) == after
    page = tables.get(f"/table/{party.id}")
    assert str(party.table.play.record.seed) in page
    from regnum import Record

    record = Record.parse(tables.get(f"/table/{party.id}/record"))
    assert record.verify() is None
    assert record.replay().scores() == party.table.state.scores()


def test_tie_breaks_are_shown_when_points_are_equal(party: Party, visit: Visit) -> None:
    party.until_end()
    state = party.table.state
    assert isinstance(state, BrianBoruState)
    spectator = visit("de")
    state.points[:] = [90, 80, 70]
    assert "Bei Gleichstand" not in spectator.get(f"/table/{party.id}")
    state.points[:] = [90, 90, 70]
    party.table.renders.clear()
    page = spectator.get(f"/table/{party.id}")
    counts = re.findall(r"<td>(\d+)</td>", page.partition("Bei Gleichstand: Machtmarker</th>")[2].partition("</tr>")[0])
    assert counts == [str(state.owner.count(player)) for player in range(3)]
    assert "Bei Gleichstand: Hochzeitskarten</th>" in page
