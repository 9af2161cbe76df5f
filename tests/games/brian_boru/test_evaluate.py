"""The estimate for bots: what it must know of the rules."""

import pytest

from regnum.games.brian_boru.components import TOWNS
from regnum.games.brian_boru.evaluate import estimate
from tests.games.brian_boru.positions import action_phase, choices, due, upkeep


def test_who_gathered_the_fewest_is_told_by_the_option() -> None:
    held, this_round = (
        estimate(
            action_phase(
                *["1 3", "2 8", "11 13", "18 21"],
                options={"raiders_compared": compared},
                raiders=[5, 1, 1, 1],
                kept=[5, 0, 0, 0],
                battle_area=6,
            )
        )
        for compared in ("held", "this_round")
    )
    assert this_round[0] < held[0]
    assert all(this_round[player] > held[player] for player in (1, 2, 3))


@pytest.mark.parametrize("taken", [8, 20, 35])
def test_what_the_last_upkeep_brings_is_certain(taken: int) -> None:
    towns = [" ".join(TOWNS[player:taken:4]) for player in range(4)]
    s = upkeep("Church", round=4, church=[5, 5, 0, 0], discs=towns, open="munster")
    assert due(s) == "BuildMonastery"
    for choice in choices(s):
        tried = s.clone()
        tried.submit(choice, s.players_to_act[0])
        guess = estimate(tried)
        while not tried.is_terminal:
            tried.submit("pass", tried.players_to_act[0])
        assert guess == tried.points == estimate(tried)
