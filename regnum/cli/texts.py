"""The terminal's own texts, and the titles of games."""

from pathlib import Path

from regnum.core.game import Game
from regnum.core.text.words import Words


def own_words(language: str) -> Words:
    """Return the terminal's own texts in a language."""
    return Words.load(Path(__file__).parent / "words", language)


def title_of(game: Game, language: str) -> str:
    """Return a game's title in a language, or its English title if there is none."""
    words = game.words(language)
    return words.text("game", "title", {}) if words.has("game", "title") else game.title
