"""The terminal's own words, and what games are called."""

from pathlib import Path

from regnum.core.game import Game
from regnum.core.text.words import Words


def own_words(language: str) -> Words:
    """Return what the terminal itself says, in a language."""
    return Words.load(Path(__file__).parent / "words", language)


def title_of(game: Game, language: str) -> str:
    """Return a game's title in a language; its English one where it has no words."""
    words = game.words(language)
    return words.say("game", "title", {}) if words.has("game", "title") else game.title
