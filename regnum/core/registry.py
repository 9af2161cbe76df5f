"""Where games are found: every package in `regnum.games` that has a `GAME`, and those added.

A program adds a game with `add_game`. The environment variable REGNUM_ADD_GAMES adds those of packages elsewhere, by
their dotted names with colons between them, for the command, the table and all their processes.
"""

import os
import sys
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from regnum.core.action import Action
    from regnum.core.game import Game
    from regnum.core.layout import Layout
    from regnum.core.state import State

ELSEWHERE: Final = "REGNUM_ADD_GAMES"

_LOADED: Final["dict[str, Game]"] = {}
_ADDED: Final["dict[str, Game]"] = {}
"""What REGNUM_ADD_GAMES named, by package."""


def game_ids() -> list[str]:
    """Return the ids of all games: those of the `regnum.games` package by name, then those added.

    ValueError for a package in REGNUM_ADD_GAMES that cannot be added.
    """
    package = import_module("regnum.games")
    built_in = sorted(module.name for module in iter_modules(package.__path__) if module.ispkg)
    for name in os.environ.get(ELSEWHERE, "").split(":"):
        if name and name not in _ADDED:
            game = _game_elsewhere(name)
            if game.id in built_in or _LOADED.get(game.id, game) is not game:
                raise ValueError(f"{ELSEWHERE}: {name}: there is a game {game.id!r} already")
            _LOADED[game.id] = _ADDED[name] = game
    return built_in + [name for name in _LOADED if name not in built_in]


def _game_elsewhere(package: str) -> "Game":
    """Return the `GAME` of a package, which is looked for in the current folder, too."""
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        module = import_module(package)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{package}.".startswith(f"{error.name}."):
            raise  # it is there, but lacks something
        raise ValueError(f"{ELSEWHERE}: there is no package {package!r} here") from None
    game: Game | None = getattr(module, "GAME", None)
    if game is None:
        raise ValueError(f"{ELSEWHERE}: the package {package!r} has no GAME")
    return game


def add_game(game: "Game") -> None:
    """Make a game from outside the package known; ValueError if the id is taken."""
    if game.id in game_ids() and _LOADED.get(game.id) is not game:
        raise ValueError(f"there is a game {game.id!r} already")
    _LOADED[game.id] = game


def find_game(name: str) -> "Game":
    """Return the game with this id; ValueError names those there are."""
    game = _LOADED.get(name)
    if game is None:
        if name not in game_ids():
            raise ValueError(f"unknown game {name!r}; the games are {', '.join(game_ids())}")
        game = _LOADED.get(name) or import_module(f"regnum.games.{name}").GAME
        _LOADED[name] = game
    return game


def all_games() -> "list[Game]":
    """Return all games, in the order of `game_ids`."""
    return [find_game(name) for name in game_ids()]


def action_of(name: str, index: int) -> "Action":
    """Return action number `index` of a game (what unpickling an action calls)."""
    return find_game(name).actions[index]


def layout_of(name: str, players: int) -> "Layout":
    """Return the layout of a game for so many players (what unpickling a layout calls)."""
    return find_game(name).layout(players)


def state_of(name: str, data: dict[str, Any], settled: int | None = None) -> "State":
    """Return a state of a game from its dict form (what unpickling a state calls); see `State.settled`."""
    state = find_game(name).state_from_dict(data)
    if settled is not None:
        state.settled = settled
    return state
