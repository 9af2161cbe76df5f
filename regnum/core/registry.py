"""Where games are found: every package in `regnum.games` that has a `GAME`, and those added by hand."""

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from regnum.core.action import Action
    from regnum.core.game import Game
    from regnum.core.state import State

_LOADED: Final["dict[str, Game]"] = {}


def game_ids() -> list[str]:
    """Return the ids of all games: those of the `regnum.games` package by name, then those added."""
    package = import_module("regnum.games")
    built_in = sorted(module.name for module in iter_modules(package.__path__) if module.ispkg)
    return built_in + [name for name in _LOADED if name not in built_in]


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
        game = import_module(f"regnum.games.{name}").GAME
        _LOADED[name] = game
    return game


def all_games() -> "list[Game]":
    """Return all games, in the order of `game_ids`."""
    return [find_game(name) for name in game_ids()]


def action_of(name: str, index: int) -> "Action":
    """Return action number `index` of a game (what unpickling an action calls)."""
    return find_game(name).actions[index]


def state_of(name: str, data: dict[str, Any]) -> "State":
    """Return a state of a game from its dict form (what unpickling a state calls)."""
    return find_game(name).state_from_dict(data)
