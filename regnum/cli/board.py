"""What the terminal shows of a state: the game's own tables, or general ones where the game has none."""

from collections.abc import Callable, Sequence
from typing import Any

from regnum.core.narrator import Grid, player_name
from regnum.core.state import State
from regnum.core.words import Words

Tables = Callable[[State, Words, Sequence[str]], list[Grid]]


def tables(state: State, words: Words, names: Sequence[str]) -> list[Grid]:
    """Return the tables of a state, which is best an observed one: they show all that is in it."""
    own: Tables | None = getattr(state.game.part("terminal"), "tables", None)
    return own(state, words, names) if own else general_tables(state, names)


def final_tables(state: State, words: Words, names: Sequence[str]) -> list[Grid]:
    """Return the final scoring of a finished game."""
    own: Tables | None = getattr(state.game.part("terminal"), "final", None)
    if own:
        return own(state, words, names)
    places, scores = state.ranking(), state.scores()
    rows = [[f"{places[seat]}.", player_name(names, seat), str(scores[seat])] for seat in range(state.sides)]
    return [Grid("", ["#", "", "="], sorted(rows))]


def general_tables(state: State, names: Sequence[str]) -> list[Grid]:
    """Return the declared fields of a state: those with one value per side in columns, the others one by one."""
    written = state.to_dict()
    fields = {name: written[name] for name in state.FIELDS}
    by_player = [name for name, value in fields.items() if isinstance(value, list) and len(value) == state.sides]
    rows = [
        [player_name(names, seat), *(_text(fields[name][seat]) for name in by_player)] for seat in range(state.sides)
    ]
    others = [[name, _text(value)] for name, value in fields.items() if name not in by_player]
    return [Grid("", ["", *by_player], rows), Grid("", ["", ""], others)]


def _text(value: Any) -> str:
    if value is None:
        return "–"
    return ", ".join(_text(item) for item in value) if isinstance(value, list) else str(value)
