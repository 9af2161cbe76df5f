"""Options: typed, and one object for a game and all its clones."""

import pytest

from regnum.core.rules.option import Option
from regnum.games.wallenstein.game import GAME
from regnum.games.wallenstein.options import OPTIONS
from regnum.games.wallenstein.state import WallensteinState


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_option_is_read_with_its_own_type_and_shared_by_clones(option: Option) -> None:
    for value in option.values:
        given = {option.name: value}
        if option.name == "first_player" and value in (4, 5):
            with pytest.raises(ValueError, match=f"first_player={value} with 3 players"):
                GAME.new_state(3, 1, **given)
            continue
        state = GAME.new_state(3, 1, **given)
        assert isinstance(state, WallensteinState)
        chosen = getattr(state.variant, option.name)
        assert (chosen, type(chosen)) == (value, type(value))
        assert state.clone().variant is state.variant
        with pytest.raises(ValueError, match=f"option {option.name}='?other'? is not one of"):
            GAME.new_state(3, 1, **{option.name: "other"})


@pytest.mark.clause("wallenstein.setup.printed", "wallenstein.setup.first_player")
def test_first_player_option_requires_drafted_lands() -> None:
    with pytest.raises(ValueError, match="first_player=2 with start=printed: nobody drafts lands"):
        GAME.new_state(3, 1, start="printed", first_player=2)


def test_prominent_options_are_asked_first() -> None:
    assert [option.name for option in GAME.options if option.asked_first] == ["court", "landsknechte", "start"]
