"""Stored options of a table that are not options of its game: corrected facts, a tutorial, and a starting position."""

import json
from typing import Final

from regnum.core.facts_check import has_same_facts
from regnum.core.game import Game
from regnum.core.json_values import as_object
from regnum.core.record.record import read_start
from regnum.core.rules.option import Options
from regnum.core.rules.state import State
from regnum.core.text.guide import Guide
from regnum.games import find_game
from regnum.web.errors import UnplayableError
from regnum.web.tables.models import TableRow

FACTS: Final = "facts"
"""The key in a table's stored options for its corrected facts, as JSON."""
TUTORIAL: Final = "guide"
"""The key in a table's stored options for the id of its tutorial."""
START: Final = "position"
"""The key in a table's stored options for its starting position, as JSON; see record.py."""
POSITION_ORIGIN: Final = "tried"
"""The key in a table's stored options for the origin of its position, one of ORIGINS."""
TABLE_OPTIONS: Final = (FACTS, TUTORIAL, START, POSITION_ORIGIN)
"""Keys in a table's stored options that are not options of its game."""
MOMENT: Final = "moment"
"""The origin of a position that is a moment of a finished game."""
DEALT: Final = "dealt"
"""The origin of a position that is a seat's view of a running game, with the hidden parts filled in at random."""
SET_UP: Final = "set_up"
"""The origin of a position that was set up by hand."""
ORIGINS: Final = (MOMENT, DEALT, SET_UP)


def game_options(row: TableRow) -> Options:
    """Return the options of a table's game."""
    return {name: value for name, value in row.options.items() if name not in TABLE_OPTIONS}


def start_of_row(row: TableRow, game: Game) -> State | None:
    """Return the starting position of a table, or None for the normal setup.

    Raises ValueError if the stored position does not fit the game.
    """
    stored = row.options.get(START)
    if stored is None:
        return None
    return read_start(game, row.players, int(row.seed), game_options(row), json.loads(str(stored)))


def game_of_row(row: TableRow) -> Game:
    """Return the game of a table.

    Raises UnplayableError if the game no longer exists, or this server has other facts.
    """
    try:
        game = find_game(row.game)
    except ValueError:
        raise UnplayableError("its game no longer exists") from None
    if has_other_facts(row, game):
        raise UnplayableError("it is played with other facts than this server has")
    return game


def stop_reason(row: TableRow) -> str:
    """Return what keeps a table's game from continuing here: "facts" or "rules"."""
    try:
        return "facts" if has_other_facts(row, find_game(row.game)) else "rules"
    except ValueError:  # the game no longer exists
        return "rules"


def has_other_facts(row: TableRow, game: Game) -> bool:
    """Return whether a table was opened with facts other than those of this server."""
    try:
        facts = as_object(json.loads(str(row.options.get(FACTS, "{}"))))
    except (ValueError, RecursionError):
        return True
    return facts is None or not has_same_facts(game, facts)


def tutorial_of_row(row: TableRow, game: Game) -> Guide | None:
    """Return the tutorial of a table, or None if it has none, or if the tutorial's players or seed have changed."""
    guide = game.guides().get(str(row.options.get(TUTORIAL, "")))
    return guide if guide is not None and (guide.players, str(guide.seed)) == (row.players, row.seed) else None
