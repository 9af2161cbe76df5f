"""The titles, player counts and notices of games, for pages."""

from regnum.core.game import Game
from regnum.games import find_game
from regnum.web.http.i18n import Text, game_words


def title_of(game_id: str, language: str) -> str:
    """Return a game's title in a language, or its id if it is no longer installed."""
    try:
        game = find_game(game_id)
    except ValueError:
        return game_id
    words = game_words(game, language)
    return words.text("game", "title", {}) if words.has("game", "title") else game.title


def counts_of(game: Game, text: Text) -> str:
    """Return the player counts of a game in words: "3, 4 or 5"."""
    return text.listing([str(count) for count in game.player_counts], "or")


def notice_of(game_id: str, language: str) -> str:
    """Return the notice that is shown before playing a game, or "" if there is none."""
    words = game_words(find_game(game_id), language)
    return words.text("game", "notice", {}) if words.has("game", "notice") else ""
