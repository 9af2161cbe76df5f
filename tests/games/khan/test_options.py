"""Options: typed, created once for a game, and playable with every value."""

import pytest

from regnum.core.rules.state import State
from regnum.games.khan import GAME
from regnum.games.khan.options import OPTIONS
from tests.support.games.khan import game


def test_options_are_typed_and_shared_by_clones() -> None:
    s, *_ = game(3, 1, refusal="turn", stuck_ruler_yurt="true", first_player="2")
    assert s.variant.refusal == "turn"
    assert s.variant.stuck_ruler_yurt is True
    assert s.variant.first_player == 2
    assert s.clone().variant is s.variant


def test_default_options_are_as_printed() -> None:
    s, *_ = game(2, 1)
    assert {option.name: getattr(s.variant, option.name) for option in OPTIONS} == GAME.read_setup(2, 1, {})


def test_misspelt_option_value_is_refused() -> None:
    with pytest.raises(ValueError, match="option refusal='turns' is not one of action, turn"):
        GAME.new_state(2, 1, refusal="turns")


def test_observed_game_has_the_same_options() -> None:
    s: State = GAME.new_state(2, 1, board="steppe", area_bonus="areas")
    assert s.observed_by(1).determinized(3).options == s.options
