"""Characters for bots: each character of a game has its own preferences, which work at any level."""

from collections.abc import Iterable
from typing import Final

from regnum.core.ai.evaluation import WeightTable
from regnum.core.game import Game
from regnum.players.player import BUILT_IN, split_name

CHARACTER_PARAM: Final = "style"
"""The parameter that names a character."""
_NUMERALS: Final = ("", " II", " III", " IV", " V", " VI", " VII", " VIII")
"""The suffixes that make the names unique if a character is at a table more than once."""


def character_weights(game: Game, character: str, weights: WeightTable) -> WeightTable:
    """Return weights of a game adjusted to a character ("": unchanged); raises ValueError if it does not exist."""
    if not character:
        return weights
    check_character(game, character)
    return game.evaluation.scale_weights(weights, game.characters()[character].factors)


def character_of(bot: str) -> str:
    """Return the character of a built-in bot, or "" if there is none, and for other bots."""
    try:
        name, params = split_name(bot)
    except ValueError:
        return ""
    return params.get(CHARACTER_PARAM, "") if name in BUILT_IN else ""


def unique_name(name: str, taken: Iterable[str]) -> str:
    """Return the name of a character that joins a table, with a Roman numeral if the name is taken."""
    taken_names = set(taken)
    return next((name + numeral for numeral in _NUMERALS if name + numeral not in taken_names), name)


def check_character(game: Game, character: str) -> None:
    """Raise ValueError, with a list of the game's characters, for an unknown one; "" (no character) is allowed."""
    characters = game.characters()
    if character and character not in characters:
        raise ValueError(f"no style {character!r} in {game.id}; there are {', '.join(characters) or 'none'}")


def check_characters(game: Game, bots: Iterable[str]) -> None:
    """Raise ValueError if a built-in bot among these has a style that the game does not have."""
    for bot in bots:
        check_character(game, character_of(bot))
