"""Choices with several parts: each part can be undone with all later ones until something is final."""

import random
import re
from typing import Any

import pytest
from litestar import Litestar

from regnum.games.wallenstein.planning import Planning
from regnum.web.tables.live_table import LiveTable
from tests.support.games.khan import position as conquest
from tests.support.games.rurik import turn_position
from tests.support.web.apps import live_table
from tests.support.web.guests import Guest, NewGuest
from tests.support.web.seating import COUNTS, open_seated_table

CHIP = re.compile(r'value="undo (\d+)" id="undo-part-(\d+)"[^>]*>(.*?)</button>')


def until_parts(guests: list[Guest], table: LiveTable, dice: random.Random) -> int:
    """Play at random until a seat can undo two actions; return the seat."""
    while True:
        seat = table.state.players_to_act[0]
        legal = table.view(seat).legal
        action = dice.choice([action for action in legal if not action.convenience and not action.reveals] or legal)
        assert guests[seat].act(table.row.id, action.text, table.known_entry_count(seat)).status_code == 200
        if len(table.play.undoable_actions(seat)) == 2:
            return seat


@pytest.mark.parametrize("game", [game for game in COUNTS if game != "wallenstein"])  # a plan is changed on its board
def test_each_part_undoes_to_the_position_before_it(new_guest: NewGuest, app: Litestar, game: str) -> None:
    guests, table = open_seated_table(new_guest, app, game)
    seat = until_parts(guests, table, random.Random(3))
    mine, path = guests[seat], f"/table/{table.row.id}"
    (start, first), (_, second) = table.play.undoable_actions(seat)
    seen_values = set()
    for mine.language in ("en", "de", "uk"):
        chips = CHIP.findall(mine.get(path))
        assert [chip[:2] for chip in chips] == [("2", "1"), ("1", "2")]
        assert not any(action.text in said for action, (_, _, said) in zip((first, second), chips, strict=True))
        seen_values.add(tuple(said for _, _, said in chips))
    assert len(seen_values) == 3, "each language has its own words"
    assert not any(CHIP.search(guest.get(path)) for guest in guests if guest is not mine)
    number = table.entry_count
    seen = table.known_entry_count(seat)
    assert mine.act(table.row.id, "undo 3", seen).status_code == 409
    assert table.entry_count == number, "more than there is: nothing is taken back"
    assert mine.act(table.row.id, "undo 2", seen).status_code == 200
    assert table.state.to_dict() == start.to_dict()
    assert table.entry_count == number + 2
    assert table.play.record.verify() is None
    assert mine.act(table.row.id, "undo 2", seen).status_code == 409, "a second press goes nowhere"
    assert mine.act(table.row.id, first.text).status_code == 200
    assert mine.act(table.row.id, second.text).status_code == 200
    assert mine.act(table.row.id, "undo 1").status_code == 200
    assert [action for _, action in table.play.undoable_actions(seat)] == [first]


def test_card_and_cell_are_undone_together(new_guest: NewGuest, app: Litestar) -> None:
    guests, table = open_seated_table(new_guest, app, "khan")
    while not (cards := [one for one in table.view(table.state.players_to_act[0]).legal if one.family == "invade"]):
        seat = table.state.players_to_act[0]
        guests[seat].act(table.row.id, table.view(seat).legal[0].text, table.known_entry_count(seat))
    seat, path, before = table.state.players_to_act[0], f"/table/{table.row.id}", table.state.to_dict()
    player = guests[seat]
    player.act(table.row.id, cards[0].text, table.known_entry_count(seat))
    assert [back for back, *_ in CHIP.findall(player.get(path))] == ["1"], "the card alone"
    player.act(table.row.id, table.view(seat).legal[0].text, table.known_entry_count(seat))
    chips = CHIP.findall(page := player.get(path))
    assert [(back, "yurt" in said.lower()) for back, _, said in chips] == [("2", True)]
    assert 'value="undo 2" id="do-undo"' in page
    assert player.act(table.row.id, "undo 2", table.known_entry_count(seat)).status_code == 200
    assert table.state.to_dict() == before
    assert "×2</b>" not in player.get(path)
    player.act(table.row.id, cards[0].text, table.known_entry_count(seat))
    player.act(table.row.id, "undo", table.known_entry_count(seat))
    assert "×2</b>" in player.get(path), "repeated actions are shown once"


def test_completed_conquest_is_one_part(new_guest: NewGuest, app: Litestar) -> None:
    guests, table = open_seated_table(new_guest, app, "khan")
    table.play.state = conquest("Act player=0", players=COUNTS["khan"], actions_left=2, yurts=["i9 j9"])
    path, before = f"/table/{table.row.id}", table.state.to_dict()
    for text, chips in (("conquer", ["1"]), ("choose I2", ["2", "1"]), ("lay i9 n", ["3"])):
        assert guests[0].act(table.row.id, text, table.known_entry_count(0)).status_code == 200
        page = guests[0].get(path)
        assert [back for back, *_ in CHIP.findall(page)] == chips
    assert 'value="undo 3" id="do-undo"' in page
    assert guests[0].act(table.row.id, "undo 3", table.known_entry_count(0)).status_code == 200
    assert table.state.to_dict() == before


def test_plan_on_the_board_has_no_separate_parts(new_guest: NewGuest, app: Litestar) -> None:
    guests, table = open_seated_table(new_guest, app, "wallenstein")
    dice = random.Random(1)
    while not isinstance(table.state.stack[-1], Planning):
        seat = table.state.players_to_act[0]
        assert guests[seat].act(table.row.id, dice.choice(table.view(seat).legal).text).status_code == 200
    for number in range(6):
        seat = number % 2
        action = next(action for action in table.view(seat).legal if not action.convenience)
        assert guests[seat].act(table.row.id, action.text, table.known_entry_count(seat)).status_code == 200
        page = guests[seat].get(f"/table/{table.row.id}")
        assert 'id="undo-parts"' not in page
        assert 'value="change"' in page
    assert guests[0].act(table.row.id, "change", table.known_entry_count(0)).status_code == 200
    page = guests[0].get(f"/table/{table.row.id}")
    assert 'value="undo 1"' in page, "a change can be cancelled"
    assert guests[0].act(table.row.id, "undo 1", table.known_entry_count(0)).status_code == 200
    assert 'value="change"' in guests[0].get(f"/table/{table.row.id}")


def test_part_is_undone_without_scripts_or_confirmation(new_guest: NewGuest, app: Litestar) -> None:
    guests, table = open_seated_table(new_guest, app, "khan")
    seat = until_parts(guests, table, random.Random(3))
    guests[seat].post("/settings", {"confirm": "always"})
    number = table.entry_count
    response = guests[seat].act(table.row.id, "undo 2", table.known_entry_count(seat), live=False)
    assert response.status_code == 303
    assert table.entry_count == number + 2


def test_remaining_payment_follows_with_the_same_click(new_guest: NewGuest, app: Litestar) -> None:
    """A player with exactly the required goods pays them one by one in the record but clicks once."""
    ann, ben = new_guest(), new_guest()
    id_ = ann.open_table("me", "open", game="rurik")
    ben.join(ann.invitations(id_)[0], "Ben")
    table = live_table(app, id_)
    goods: dict[str, Any] = {"boat": [{"wood": 1, "fish": 1, "fur": 1}], "deeds": [["trade_route"]]}
    table.play.state = turn_position("muster", 2, troops=[{"kiev": 1}, {"volyn": 1}], **goods)
    before = table.entry_count
    assert ann.act(id_, "accomplish trade_route", table.known_entry_count(0)).status_code == 200
    entries = [text for _, text in table.play.record.entries[before:]]
    assert entries == ["accomplish trade_route", "pay_good wood", "pay_good fish", "pay_good fur"]
    assert len(table.play.undoable_actions(0)) == len(entries)
    assert ann.act(id_, "undo", table.known_entry_count(0)).status_code == 200
    assert len(table.play.undoable_actions(0)) == len(entries) - 1, "an undone payment is not repeated at once"
