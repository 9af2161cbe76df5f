"""Turns decisions, actions and notes into sentences in a game's words; anything without words is shown by its id.

`names` are the players' names by seat. No function reveals more than the state it is given: for an observed state and
its observer as the viewer, the sentences contain only what that player may know.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from regnum.core.codec import PER_SIDE, ListOf, Seat
from regnum.core.json_values import as_list
from regnum.core.rules.action import Action
from regnum.core.rules.note import Line, Note
from regnum.core.rules.state import FULL, IllegalActionError, State
from regnum.core.text.words import Words, upfirst

_SEAT_PARAMS: Final = ("player", "loser")
"""The parameters that are seats in every template; other seats are marked in the template: `{rival:player}`."""


class Grid:
    """A part of a position as plain text in columns, for terminals, log files and screen readers."""

    def __init__(self, title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Make a grid; raises ValueError if a row does not have one text per column."""
        self.title: Final = title
        self.columns: Final = list(columns)
        self.rows: Final = [list(row) for row in rows]
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"grid {title!r}: {len(row)} texts in {len(self.columns)} columns: {row}")


def player_name(names: Sequence[str], seat: int) -> str:
    """Return the name of a player, or the seat's number from 1 if there is no name."""
    return names[seat] if 0 <= seat < len(names) else str(seat + 1)


def side_names(state: State, words: Words, names: Sequence[str]) -> list[str]:
    """Return the names of all sides: the players, then the side that the rules control, if any."""
    return [*names, *(words.text("automa", "name", {}) for _ in range(state.players, state.sides))]


def final_table(
    state: State,
    words: Words,
    names: Sequence[str],
    title: str,
    points_by_reason: Sequence[Mapping[str, int]],
    extra_rows: Sequence[Sequence[str]] = (),
) -> Grid:
    """Return a table of the final scoring, with a column for each side.

    Its rows are the points before the final scoring, the points by reason, the sum, the tie-breaks, and the places.

    Args:
        state: The state at the end of the game.
        words: The game's words.
        names: The players' names by seat.
        title: The title of the table.
        points_by_reason: The points of each side in the final scoring, by reason.
        extra_rows: Rows to insert before the places.
    """
    sides = range(state.sides)
    scores = state.scores()
    other_points = [scores[side] - sum(points_by_reason[side].values()) for side in sides]
    rows = [[words.title("points"), *map(str, other_points)]] if any(other_points) else []
    rows += [
        [words.text("score_reason", reason, {}), *(f"+{points_by_reason[side][reason]}" for side in sides)]
        for reason in points_by_reason[0]
    ]
    rows.append(["=", *map(str, scores)])
    rows += [[f"= {upfirst(term)}", *map(str, values)] for term, values in tie_breaks(state, words)]
    rows += map(list, extra_rows)
    rows.append(["#", *(f"{place}." for place in state.ranking())])
    return Grid(title, ["", *(player_name(names, side) for side in sides)], rows)


def general_grids(state: State, names: Sequence[str]) -> list[Grid]:
    """Return two grids with the fields of a state: those with one value per side, and all others."""
    written = state.to_dict()
    by_side: list[str] = []
    other_rows: list[list[str]] = []
    for name, codec in state.FIELDS.items():
        value = written[name]
        if isinstance(codec, ListOf) and codec.length == PER_SIDE:
            by_side.append(name)
        else:
            other_rows.append(
                [name, player_name(names, value) if isinstance(codec, Seat) and value is not None else _text(value)]
            )
    rows = [
        [player_name(names, seat), *(_text(written[name][seat]) for name in by_side)] for seat in range(state.sides)
    ]
    return [Grid("", ["", *by_side], rows), Grid("", ["", ""], other_rows)]


def _text(value: Any) -> str:
    items = as_list(value)
    if items is not None:
        return ", ".join(_text(item) for item in items) or "–"
    return "–" if value is None else str(value)


def tie_breaks(state: State, words: Words) -> list[tuple[str, list[int]]]:
    """Return the tie-breaks, most important first, with each side's value."""
    standings = [state.ranking_key(side)[1:] for side in range(state.sides)]
    return [
        (words.term(key), [standing[number] for standing in standings])
        for number, key in enumerate(state.game.tie_breaks)
    ]


def broken_ties(state: State, words: Words) -> list[list[tuple[str, int]]]:
    """Return, for each side, the tie-breaks that separate it from sides with equal points, each with its value.

    A side with unique points has []; a side that remains tied has all tie-breaks.
    """
    standings = [state.ranking_key(side) for side in range(state.sides)]
    names = [words.term(key) for key in state.game.tie_breaks]
    ties: list[list[tuple[str, int]]] = []
    for side, (points, *values) in enumerate(standings):
        rivals = [
            rival_values for other, (equal, *rival_values) in enumerate(standings) if other != side and equal == points
        ]
        shared_counts = [
            next((at for at, value in enumerate(values) if value != rival_values[at]), len(values))
            for rival_values in rivals
        ]
        count = max(shared_counts) + 1 if shared_counts else 0
        ties.append(list(zip(names[:count], values, strict=False)))
    return ties


def prompt(state: State, words: Words, player: int, names: Sequence[str] = ()) -> str:
    """Return the question that a player has to answer, or "" if the player has nothing to decide.

    If another seat parameter of the step is also this player, a prompt with the suffix ".own" is preferred.
    """
    if player not in state.players_to_act:
        return ""
    step = state.stack[-1]
    params: dict[str, object] = {**step.params()}
    params["player"] = player
    step_name = type(step).__name__
    is_own = any(params.get(name) == player for name in step.SEATS if name != "player")
    sentence = _sentence(words, "prompt", f"{step_name}.own", params, names) if is_own else ""
    return sentence or _sentence(words, "prompt", step_name, params, names) or step_name


def clause(state: State) -> str:
    """Return the id of the rule clause of the current decision, or "" if the game is over."""
    return state.stack[-1].CLAUSE if state.stack else ""


def refusal_message(error: IllegalActionError, words: Words) -> str:
    """Return the message of an IllegalActionError, with the reason in words."""
    if not error.action:
        return str(error)
    return f"{error.action} is not allowed: {words.refusal(error.refusal)} [{error.clause}]"


def label(action: Action, words: Words, names: Sequence[str] = ()) -> str:
    """Return the label of an action."""
    return _sentence(words, "action", action.family, action.params, names) or action.text


def line(line: Line, words: Words, names: Sequence[str], viewer: int = FULL) -> str:
    """Return a log line in words, limited to what the viewer (a seat, SPECTATOR or FULL) may know; "" for an undo."""
    if line.action is not None:
        return action_line(line.action, line.player, words, names, viewer)
    return note_line(line.note, words, names) if line.note is not None else ""


def action_line(action: Action, player: int, words: Words, names: Sequence[str], viewer: int = FULL) -> str:
    """Return a player's action in words, with what the viewer (a seat, SPECTATOR, or FULL) may know.

    The sentence for a secret action does not say what was chosen; it is appended for viewers who may know it.
    """
    if not action.secret:
        sentence = _sentence(words, "log", action.family, {**action.params, "player": player}, names)
        return sentence or f"{player_name(names, player)}: {action.text}"
    sentence = _sentence(words, "log", action.family, {"player": player}, names)
    sentence = sentence or f"{player_name(names, player)}: {action.family}"
    return f"{sentence} ({label(action, words, names)})" if viewer in (FULL, player) else sentence


def note_line(note: Note, words: Words, names: Sequence[str]) -> str:
    """Return a note in words."""
    sentence = _sentence(words, "note", note.key, note.params, names)
    if sentence:
        return sentence
    subject = [player_name(names, note.player)] if note.player >= 0 else []
    return " ".join([*subject, note.key, *(str(value) for name, value in note.params.items() if name != "player")])


def highlight_line(key: str, params: Mapping[str, object], words: Words, names: Sequence[str]) -> str:
    """Return a highlight of a game in words, or its key if there are no words for it."""
    return _sentence(words, "highlight", key, params, names) or key


def summary_line(key: str, params: Mapping[str, object], words: Words, names: Sequence[str]) -> str:
    """Return the title of an event in the log, with the parameters of its first line, or "" if there is none."""
    return _sentence(words, "summary", key, params, names)


def _sentence(words: Words, table: str, key: str, params: Mapping[str, object], names: Sequence[str]) -> str:
    if not words.has(table, key):
        return ""
    filled: dict[str, object] = dict(params)
    for name in [*_SEAT_PARAMS, *words.slots_of_kind(table, key, "player")]:
        seat = filled.get(name)
        if isinstance(seat, int):
            filled[name] = player_name(names, seat)
    return upfirst(words.text(table, key, filled))


def pop_notes(state: State) -> list[Note]:
    """Return the notes added to the state's journal since the last call and clear the journal."""
    notes = state.journal or []
    if state.journal is not None:
        state.journal = []
    return notes
