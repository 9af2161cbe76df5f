"""Options: typed, created once for a game, and limited to where they apply."""

import pytest

from regnum.games.brian_boru import GAME
from regnum.games.brian_boru.options import OPTIONS
from regnum.games.brian_boru.state import BrianBoruState
from tests.support.games.brian_boru import begin


def test_options_are_typed_and_shared_by_clones() -> None:
    s = begin(5, threshold="more_than", tricks_with_five="4", first_player="2")
    assert s.variant.threshold == "more_than"
    assert s.variant.tricks_with_five == 4
    assert s.variant.first_player == 2
    assert s.clone().variant is s.variant


def test_default_options_are_as_printed() -> None:
    s = begin(4)
    assert {option.name: getattr(s.variant, option.name) for option in OPTIONS} == GAME.read_setup(4, 1, {})


def test_misspelt_option_value_is_refused() -> None:
    with pytest.raises(ValueError, match="option viking_majority='noone' is not one of players, nobody"):
        GAME.new_state(4, 1, viking_majority="noone")


@pytest.mark.parametrize("players", [3, 4])
def test_option_of_four_power_struggles_is_for_five_players(players: int) -> None:
    with pytest.raises(ValueError, match="tricks_with_five=4 goes with player count 5"):
        GAME.new_state(players, 7, tricks_with_five=4)


def test_observed_game_has_the_same_options() -> None:
    world = begin(3, raiders_compared="this_round").observed_by(1).determinized(3)
    assert isinstance(world, BrianBoruState)
    assert world.variant.raiders_compared == "this_round"
