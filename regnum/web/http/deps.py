"""Dependencies that route handlers can declare: the settings, the visitor, and the game in the address."""

from typing import Any, Final, TypeAlias

from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from regnum.core.game import Game
from regnum.games import find_game, game_ids
from regnum.web.http.visitor import Visitor, visitor_of
from regnum.web.settings import Settings


def service(name: str) -> Provide:
    """Return a provider of the service `name` for handlers that declare it as a parameter."""

    def provide(state: State) -> Any:
        return state[name]

    return Provide(provide, sync_to_thread=False)


def game_of(game_id: FromPath[str]) -> Game:
    """Return the game with an id; responds with 404 if the id is unknown."""
    if game_id not in game_ids():
        raise NotFoundException
    return find_game(game_id)


SettingsDep: TypeAlias = NamedDependency[Settings]
VisitorDep: TypeAlias = NamedDependency[Visitor]
GameDep: TypeAlias = NamedDependency[Game]

DEPENDENCIES: Final = {
    "settings": service("settings"),
    "visitor": Provide(visitor_of, sync_to_thread=False),
    "game": Provide(game_of, sync_to_thread=False),
}
