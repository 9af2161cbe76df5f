"""Regnum: four area-majority board games by their rulebooks, as a library, a table in the browser and a terminal."""

from importlib import import_module

from regnum.core.action import Action
from regnum.core.game import Game
from regnum.core.record import Record
from regnum.core.registry import add_game, find_game, game_ids
from regnum.core.state import HiddenInformation, IllegalAction, State

__version__ = "0.2.0"
__all__ = [
    "Action",
    "Game",
    "HiddenInformation",
    "IllegalAction",
    "Record",
    "State",
    "add_game",
    "compiled",
    "game",
    "games",
]

compiled: bool = not (import_module("regnum.core.state").__file__ or "").endswith(".py")
"""Whether rules and bots run as machine code; the same games in plain Python are slower, and equal otherwise."""

import_module("regnum.games")  # the package takes its name here now, and not later from the function below


def games() -> list[str]:
    """Return the ids of all games, in a fixed order."""
    return game_ids()


def game(name: str) -> Game:
    """Return the game with this id; ValueError names those there are."""
    return find_game(name)
