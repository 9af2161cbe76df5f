"""The games. Each folder here is a game, and no module outside a folder names that folder.

A program adds a game with `add_game`. The environment variable REGNUM_ADD_GAMES adds games from other packages:
their dotted names, separated by colons. It applies to the command, the server and all their processes.
"""

import os
import sys
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from regnum.core.game import Game
from regnum.core.registry import GAMES

ADD_GAMES_VARIABLE: Final = "REGNUM_ADD_GAMES"

_ADDED_GAMES: Final[dict[str, Game]] = {}
"""The games named in REGNUM_ADD_GAMES, by package."""


def game_ids() -> list[str]:
    """Return the ids of all games: those in this folder by name, then those added.

    Raises:
        ValueError: If a package in REGNUM_ADD_GAMES can't be added.
    """
    built_in = sorted(module.name for module in iter_modules(__path__) if module.ispkg)
    for name in os.environ.get(ADD_GAMES_VARIABLE, "").split(":"):
        if name and name not in _ADDED_GAMES:
            game = _game_elsewhere(name)
            if game.id in built_in or GAMES.loaded.get(game.id, game) is not game:
                raise ValueError(f"{ADD_GAMES_VARIABLE}: {name}: there is a game {game.id!r} already")
            GAMES.loaded[game.id] = _ADDED_GAMES[name] = game
    return built_in + [name for name in GAMES.loaded if name not in built_in]


def _game_elsewhere(package: str) -> Game:
    """Return the `GAME` of a package, which may be in the current folder; raises ValueError if there is none."""
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        module = import_module(package)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{package}.".startswith(f"{error.name}."):
            raise  # the package exists, but imports a missing module
        raise ValueError(f"{ADD_GAMES_VARIABLE}: there is no package {package!r} here") from None
    game: Game | None = getattr(module, "GAME", None)
    if game is None:
        raise ValueError(f"{ADD_GAMES_VARIABLE}: the package {package!r} has no GAME")
    return game


def _load(name: str) -> Game:
    """Load and return the game with this id; raises ValueError, with the known games, if there is none."""
    if name not in game_ids():
        raise ValueError(f"unknown game {name!r}; the games are {', '.join(game_ids())}")
    game: Game = GAMES.loaded.get(name) or import_module(f"{__name__}.{name}").GAME
    return game


GAMES.ids = game_ids
GAMES.load = _load


def add_game(game: Game) -> None:
    """Register a game from outside the package, in this process.

    Raises:
        ValueError: If its id is taken.
    """
    if game.id in game_ids() and GAMES.loaded.get(game.id) is not game:
        raise ValueError(f"there is a game {game.id!r} already")
    GAMES.loaded[game.id] = game


def find_game(name: str) -> Game:
    """Return the game with this id.

    Raises:
        ValueError: If there is none. The message lists the known games.
    """
    game: Game = GAMES[name]
    return game


def all_games() -> list[Game]:
    """Return all games, in the order of `game_ids`."""
    return [find_game(name) for name in game_ids()]
