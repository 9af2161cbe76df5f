"""The registry of this process's games by id.

It imports no other module of the package, so any module can import it. `regnum.games` finds and loads the games.
"""

from collections.abc import Callable
from typing import Any, Final


def _unknown_game(id: str) -> Any:
    raise ValueError(f"unknown game {id!r}")


class Registry:
    """The loaded games by id. A game is loaded on first access."""

    def __init__(self) -> None:
        self.loaded: Final[dict[str, Any]] = {}
        self.ids: Callable[[], list[str]] = list
        """A function that returns the ids of all games."""
        self.load: Callable[[str], Any] = _unknown_game
        """A function that returns the game with an id; raises ValueError if it does not exist."""

    def __getitem__(self, id: str) -> Any:
        game = self.loaded.get(id)
        if game is None:
            game = self.loaded[id] = self.load(id)
        return game


GAMES: Final = Registry()


# Called during unpickling.


def action_of(game: str, index: int) -> Any:
    """Return the action at this index of a game's table."""
    return GAMES[game].actions[index]


def layout_of(game: str, players: int) -> Any:
    """Return the layout of a game for a player count."""
    return GAMES[game].layout(players)


def state_of(game: str, data: dict[str, Any], settled_ply: int) -> Any:
    """Return a state of a game from its dict form, with this `State.settled_ply`."""
    state = GAMES[game].state_from_dict(data)
    state.settled_ply = settled_ply
    return state


def game_by_id(id: str) -> Any:
    """Return the game with this id."""
    return GAMES[id]
