"""The buttons that undo actions, from made-up actions: which there are, and how many actions each undoes."""

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from regnum.web.board import undo
from regnum.web.board.undo import UndoableAction, count_undone_together, undoable_actions


@dataclass(frozen=True)
class Deed:
    """An action, as far as undoing needs it: a second half is part of the action before it."""

    text: str
    family: str = "move"
    convenience: bool = False
    params: dict[str, str] = field(default_factory=dict)


class View:
    """Actions of the family "half" are second halves, and those of the family "ask" open a question."""

    def is_second_half(self, action: Deed) -> bool:
        return action.family == "half"

    def opens_question(self, action: Deed) -> bool:
        return action.family == "ask"

    def places(self, params: dict[str, str]) -> list[str]:
        return sorted(params.values())


MOVE, OTHER, HALF, ASK = Deed("move"), Deed("other"), Deed("half", "half"), Deed("ask", "ask")
PLAN, QUICK_PLAN = Deed("plan", "plan"), Deed("quick", "plan", convenience=True)


@pytest.fixture(autouse=True)
def plain_labels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(undo, "action_label", lambda action, *_: action.text)


def positions(*actions: Deed) -> list[Any]:
    return [(SimpleNamespace(game=SimpleNamespace(unlogged_families={"plan"})), action) for action in actions]


def buttons(*actions: Deed) -> list[UndoableAction]:
    game_view: Any = SimpleNamespace(actions=View(), log=View())
    words: Any = None
    return undoable_actions(positions(*actions), game_view, words, [])


def undone(*actions: Deed) -> list[tuple[str, int]]:
    return [(button.label, button.back) for button in buttons(*actions)]


def test_button_undoes_its_action_and_all_later_ones() -> None:
    assert undone() == []
    assert undone(MOVE, OTHER, MOVE) == [("move", 3), ("other", 2), ("move", 1)]
    assert buttons(Deed("march", params={"to": "north", "by": "south"})) == [UndoableAction("march", 1, "north south")]


def test_actions_taken_together_have_one_button() -> None:
    assert undone(MOVE, OTHER, HALF) == [("move", 3), ("half", 2)]
    assert undone(OTHER, HALF, MOVE) == [("half", 3), ("move", 1)]
    assert undone(MOVE, ASK, OTHER, HALF) == [("move", 4), ("half", 3)]
    assert undone(ASK, OTHER, HALF) == [("half", 3)]
    assert undone(HALF) == [("half", 1)], "its first half is out of reach"


def test_changeable_actions_have_no_button_unless_they_open_the_current_question() -> None:
    assert undone(MOVE, PLAN, OTHER) == [("move", 3), ("other", 1)]
    assert undone(MOVE, PLAN) == [("move", 2)]
    assert undone(MOVE, QUICK_PLAN) == [("move", 2), ("quick", 1)]
    assert undone(QUICK_PLAN, MOVE) == [("move", 1)]


@pytest.mark.parametrize(
    ("actions", "count"),
    [
        ((HALF,), 1),
        ((OTHER, MOVE), 1),
        ((OTHER, HALF), 2),
        ((ASK, HALF), 2),
        ((MOVE, OTHER, HALF), 2),
        ((ASK, OTHER, HALF), 3),
        ((ASK, OTHER, MOVE), 1),
        ((ASK, MOVE, OTHER, HALF), 2),
    ],
)
def test_question_and_both_halves_are_undone_together(actions: tuple[Deed, ...], count: int) -> None:
    view: Any = View()
    assert count_undone_together(positions(*actions), view) == count
