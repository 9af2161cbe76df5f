"""Turns decisions, actions and notes into sentences of a game's words; what has no words is told by its id.

`names` are the players' names by seat. Nothing here looks behind what a state shows: given an observed state and its
observer as viewer, the sentences tell what that player may know.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from regnum.core.action import Action
from regnum.core.game import FULL, Note, State
from regnum.core.words import Words

_SEAT: Final = re.compile(r"\{(\w+):player\}")


class Table:
    """What lies on the table, as plain text in columns: for a terminal, a log file, a screen reader."""

    def __init__(self, title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Every row has one text per column; ValueError otherwise."""
        self.title: Final = title
        self.columns: Final = list(columns)
        self.rows: Final = [list(row) for row in rows]
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"table {title!r}: {len(row)} texts in {len(self.columns)} columns: {row}")


def player_name(names: Sequence[str], seat: int) -> str:
    """Return the name of a player, or the seat's number where there is no name."""
    return names[seat] if 0 <= seat < len(names) else str(seat + 1)


def prompt(state: State, words: Words, player: int, names: Sequence[str] = ()) -> str:
    """Return what a player is asked now; "" if nothing."""
    if player not in state.players_to_act:
        return ""
    step = state.stack[-1]
    params: dict[str, object] = {**step.params()}
    params["player"] = player
    kind = type(step).__name__
    return _sentence(words, "prompt", kind, params, names) or kind


def clause(state: State) -> str:
    """Return the id of the rule clause of the decision that is due; "" at the end of the game."""
    return state.stack[-1].CLAUSE if state.stack else ""


def label(action: Action, words: Words) -> str:
    """Return what a choice is called."""
    return _sentence(words, "action", action.family, action.params, ()) or action.text


def log_line(action: Action, player: int, words: Words, names: Sequence[str], viewer: int = FULL) -> str:
    """Return what a player did, as the viewer (a seat, ONLOOKER, or FULL) may know it."""
    params: dict[str, object] = {**action.params, "player": player}
    if action.secret and viewer not in (FULL, player):
        hidden: dict[str, object] = {"player": player}
        line = _sentence(words, "log", f"{action.family}_secret", hidden, names)
        return line or f"{player_name(names, player)}: {action.family}"
    return _sentence(words, "log", action.family, params, names) or f"{player_name(names, player)}: {action.text}"


def note_line(note: Note, words: Words, names: Sequence[str]) -> str:
    """Return what happened by itself."""
    params: dict[str, object] = {"player": note.player, "a": note.a, "b": note.b}
    line = _sentence(words, "note", note.key, params, names)
    if line:
        return line
    who = [player_name(names, note.player)] if note.player >= 0 else []
    return " ".join([*who, note.key, *(str(value) for value in (note.a, note.b) if value != 0)])


def _sentence(words: Words, table: str, key: str, params: Mapping[str, object], names: Sequence[str]) -> str:
    if not words.has(table, key):
        return ""
    filled: dict[str, object] = dict(params)
    seats = ["player", *_SEAT.findall(str(words.tables[table][key]))]
    for name in seats:
        seat = filled.get(name)
        if isinstance(seat, int):
            filled[name] = player_name(names, seat)
    return words.say(table, key, filled)
