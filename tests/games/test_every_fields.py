"""The fields.py of each game equals the output of `python -m regnum.new_game.generate_fields`."""

import pytest

import regnum
from regnum.core.game import Game
from regnum.new_game.generate_fields import generate_module
from regnum.new_game.pennies.game import GAME as PENNIES

GAMES = [PENNIES, *(regnum.game(name) for name in regnum.games())]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_fields_are_created_from_declarations(game: Game) -> None:
    players = game.player_counts[0]
    state = game.blank_state(players, 0, game.read_setup(players, 0, {}))
    made = generate_module(type(state), game.options)
    file_text = (game.folder / "fields.py").read_text(encoding="utf-8")
    assert file_text == made, f"run `python -m regnum.new_game.generate_fields {game.package}`"
