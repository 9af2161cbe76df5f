"""States as tables in the terminal: the game's own tables, or general ones if the game has none."""

from collections.abc import Callable, Sequence

from regnum.core.game import game_of
from regnum.core.rules.state import State
from regnum.core.text.narrator import Grid, general_grids, player_name
from regnum.core.text.words import Words

MakeGrids = Callable[[State, Words, Sequence[str]], list[Grid]]


def tables(state: State, words: Words, names: Sequence[str]) -> list[Grid]:
    """Return the tables of a state. They show everything in it, so it usually is an observed state."""
    game_tables: MakeGrids | None = getattr(game_of(state).part("terminal"), "tables", None)
    return game_tables(state, words, names) if game_tables else general_grids(state, names)


def final_tables(state: State, words: Words, names: Sequence[str]) -> list[Grid]:
    """Return the final scoring of a finished game."""
    game_tables: MakeGrids | None = getattr(game_of(state).part("terminal"), "final", None)
    if game_tables:
        return game_tables(state, words, names)
    places, scores = state.ranking(), state.scores()
    rows = [[f"{places[seat]}.", player_name(names, seat), str(scores[seat])] for seat in range(state.sides)]
    return [Grid("", ["#", "", "="], sorted(rows))]
