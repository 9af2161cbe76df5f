"""The actions that a seat can undo, as buttons."""

from collections.abc import Sequence
from typing import Any

import msgspec

from regnum.core.rules.action import Action
from regnum.core.rules.state import State
from regnum.core.text.words import Words
from regnum.view import ActionView, GameView
from regnum.web.board.choices import action_label


class UndoableAction(msgspec.Struct, frozen=True):
    """An action that can be undone. `back`: how many actions that undoes; `places`: the places that it mentions."""

    label: str
    back: int
    places: str


def undoable_actions(
    positions: Sequence[tuple[State, Action]], game_view: GameView[Any], words: Words, names: Sequence[str]
) -> list[UndoableAction]:
    """Return the actions that can be undone, except those that remain changeable on the table, such as a plan.

    An action that only opened the current question can be undone as well. Actions taken together have one button.
    """
    undoable: list[UndoableAction] = []
    for at, (seen, action) in enumerate(positions):
        if action.family in seen.game.unlogged_families and not (action.convenience and at == len(positions) - 1):
            continue
        undo_count = count_undone_together(positions[: at + 1], game_view.actions)
        del undoable[max(0, len(undoable) - undo_count + 1) :]
        back = len(positions) - at - 1 + undo_count
        undoable.append(
            UndoableAction(
                action_label(action, seen, words, names), back, " ".join(game_view.log.places(action.params))
            )
        )
    return undoable


def count_undone_together(positions: Sequence[tuple[State, Action]], actions_view: ActionView[Any]) -> int:
    """Return how many of the last actions are undone together, including one that only opened the question."""
    if len(positions) < 2 or not actions_view.is_second_half(positions[-1][1]):
        return 1
    return 3 if len(positions) > 2 and actions_view.opens_question(positions[-3][1]) else 2
