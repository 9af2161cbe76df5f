"""Bots of a game's characters: each judges by its own likings, whatever its level."""

from collections.abc import Iterable
from typing import Final

from regnum.core.ai.evaluation import Lines
from regnum.core.game import Game
from regnum.players.player import BUILT_IN, split

STYLE: Final = "style"
"""The parameter that names a character."""
_AGAIN: Final = ("", " II", " III", " IV", " V", " VI", " VII", " VIII")
"""What stands behind the name of a character that sits at a table more than once."""


def styled(game: Game, style: str, lines: Lines) -> Lines:
    """Return lines of a game as a character has them ("": as they are); ValueError if there is none of that name."""
    if not style:
        return lines
    check_style(game, style)
    return game.evaluation.tilted(lines, game.characters()[style].factors)


def style_of(bot: str) -> str:
    """Return the character of a bot of the house ("": none, or no bot of the house)."""
    try:
        name, params = split(bot)
    except ValueError:
        return ""
    return params.get(STYLE, "") if name in BUILT_IN else ""


def called(name: str, taken: Iterable[str]) -> str:
    """Return the name of a character for one more who sits at a table, with a number if the name is taken."""
    there = set(taken)
    return next((name + again for again in _AGAIN if name + again not in there), name)


def check_style(game: Game, style: str) -> None:
    """Raise ValueError, which names those there are, for a character that a game has not ("": none is asked for)."""
    there = game.characters()
    if style and style not in there:
        raise ValueError(f"no style {style!r} in {game.id}; there are {', '.join(there) or 'none'}")


def check_styles(game: Game, bots: Iterable[str]) -> None:
    """Raise ValueError if a bot of the house among these is of a style that the game has not."""
    for bot in bots:
        check_style(game, style_of(bot))
