"""The empty board of a game, and the symbols that pages need."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from markupsafe import Markup

from regnum.core.game import Game
from regnum.view import view_of
from regnum.web.http.i18n import game_words
from regnum.web.ui import avatars, log_icons
from regnum.web.ui.templates import fill

_SEAT_SYMBOL: Final = re.compile(r'<symbol id="seat-\d+".*?</symbol>', re.S)


def symbols(game: Game) -> Markup:
    """Return the SVG symbols that a page must include once to show faces and icons."""
    return avatars.symbols(game) + log_icons.symbols()


@cache
def empty_board(game: Game, language: str, chosen: tuple[object, ...]) -> str:
    """Return the empty board as SVG; `chosen`: the values of the options on which it depends."""
    words = game_words(game, language)
    context = {**view_of(game).board.base_map(words, *chosen), "words": words, "pieces": Markup("")}
    return fill(f"{game.id}/base_map.svg.jinja", context)


def empty_board_for(game: Game, language: str, options: Mapping[str, object]) -> str:
    """Return the empty board as SVG for a game's options."""
    return empty_board(game, language, tuple(options[name] for name in view_of(game).board.base_map_options))


def seat_symbols(game: Game, language: str, options: Mapping[str, object]) -> Markup:
    """Return the SVG symbols of the seats, which `seat_mark` uses, for a page without the board."""
    symbols = (
        ""
        if view_of(game).board.size == (0, 0)
        else "".join(_SEAT_SYMBOL.findall(empty_board_for(game, language, options)))
    )
    # The symbols are made from our own templates.
    return Markup('<svg class="faces" aria-hidden="true">{}</svg>').format(Markup(symbols))


def board_with_pieces(game: Game, language: str, pieces: str, options: Mapping[str, object]) -> Markup:
    """Return the board for a game's options with this layer of pieces, or "" if the game has no board."""
    if view_of(game).board.size == (0, 0):
        return Markup("")
    empty = empty_board_for(game, language, options)
    start = empty.index('<svg id="pieces"')
    end = empty.index("</svg>", start) + len("</svg>")
    return Markup(empty[:start] + pieces + empty[end:])
