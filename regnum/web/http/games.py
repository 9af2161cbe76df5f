"""The games of this server by their ids, and what pages say of one."""

from typing import Final, TypeAlias

from litestar.di import NamedDependency, Provide
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from regnum.core.game import Game
from regnum.games import find_game, game_ids
from regnum.web.http.i18n import Text, game_words


def game_of(game_id: FromPath[str]) -> Game:
    """Return a game that can be played here; not found, if there is none of this id."""
    if game_id not in game_ids():
        raise NotFoundException
    return find_game(game_id)


def title_of(game_id: str, language: str) -> str:
    """Return a game's title in a language; of one that is not installed any more, its id."""
    try:
        game = find_game(game_id)
    except ValueError:
        return game_id
    words = game_words(game, language)
    return words.say("game", "title", {}) if words.has("game", "title") else game.title


def counts_of(game: Game, text: Text) -> str:
    """Return for how many players a game is: "3, 4 or 5"."""
    return text.listing([str(count) for count in game.player_counts], "or")


def notice_of(game_id: str, language: str) -> str:
    """Return what people should know about a game beforehand; "" if nothing."""
    words = game_words(find_game(game_id), language)
    return words.say("game", "notice", {}) if words.has("game", "notice") else ""


TheGame: TypeAlias = NamedDependency[Game]

DEPENDENCIES: Final = {"game": Provide(game_of, sync_to_thread=False)}
