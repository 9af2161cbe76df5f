"""Regnum: four area-majority board games, true to their rulebooks, as a library, in the browser and in a terminal."""

from importlib import import_module

from regnum.core.game import Game
from regnum.core.record.record import Record
from regnum.core.rules.action import Action
from regnum.core.rules.state import HiddenInformationError, IllegalActionError, State
from regnum.games import add_game, find_game, game_ids

__version__ = "0.2.0"
__all__ = [
    "Action",
    "Game",
    "HiddenInformationError",
    "IllegalActionError",
    "Record",
    "State",
    "add_game",
    "compiled",
    "game",
    "games",
]

compiled: bool = not (import_module("regnum.core.rules.state").__file__ or "").endswith(".py")
"""Whether the rules and bots are compiled. Plain Python plays the same games, only slower."""


def games() -> list[str]:
    """Return the ids of all games, in a fixed order."""
    return game_ids()


def game(name: str) -> Game:
    """Return the game with this id.

    Raises:
        ValueError: If there is none. The message lists the known games.
    """
    return find_game(name)
