"""The terminal's own words, and what games are called."""

from pathlib import Path

from regnum.core.game import Game
from regnum.core.text.words import Words


def own_words(language: str) -> Words:
    """Return the terminal's own texts in a language."""
    return Words.load(Path(__file__).parent / "words", language)


def title_of(game: Game, language: str) -> str:
    """Return a game's title in a language; the English one if it has none."""
    words = game.words(language)
    return words.say("game", "title", {}) if words.has("game", "title") else game.title
