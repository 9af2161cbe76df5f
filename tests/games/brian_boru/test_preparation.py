"""Preparation: a fleet arrives and a bride is announced."""

import pytest

from regnum.games.brian_boru.components import STRENGTH
from tests.support.games.brian_boru import ROUNDS, due_step, game, position, shown


@pytest.mark.clause("brian_boru.round.next", "brian_boru.preparation.vikings", "brian_boru.preparation.marriage")
def test_new_round_begins_with_its_fleet_and_its_bride() -> None:
    s = position(
        "Round", fleets=["9", "14", "10", "11", "12a", "12b", "13"], brides=["aoife", "niall", "brigid", "estrid"]
    )
    assert s.round == 2
    assert s.battle_area == 14
    assert shown(s, "bride") == "niall"
    assert due_step(s) == "Draft"
    for player in (None, 0, 3):
        seen = s.observed_by(player).to_dict()
        assert seen["bride"] == "niall"
        assert seen["brides"] == ["aoife", "niall", None, "estrid"]
        assert seen["fleets"] == ["9", "14", None, None, None, None, None]


@pytest.mark.clause("brian_boru.preparation.vikings")
@ROUNDS
def test_each_round_has_a_viking_card_of_its_own(players: int, rounds: int) -> None:
    fleets: dict[int, int] = {}
    last = None
    for s in game(players, 3):
        if due_step(s) == "Draft":
            fleets[s.round] = s.battle_area
        last = s
    assert last is not None
    assert list(fleets.values()) == [STRENGTH[fleet] for fleet in last.fleets[:rounds]]
