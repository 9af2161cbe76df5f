"""The advice of a hint, for one action and for several that are taken together."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from regnum.web.analysis import hint_text


@dataclass(frozen=True)
class Deed:
    """An action with the game's advice on it."""

    family: str
    name: str
    advice: str = ""


class View:
    """The view of a game."""

    def __init__(self) -> None:
        self.explanations = self

    def hint_reason(self, action: Deed, seen: object, words: object) -> str:
        return action.advice


@pytest.mark.parametrize(
    ("actions", "text"),
    [
        ([], ""),
        ([Deed("keep", "a")], ""),
        ([Deed("keep", "a", "good")], "good"),
        ([Deed("keep", "a", "good"), Deed("keep", "b", "better")], "A: good B: better"),
        ([Deed("keep", "a", "good"), Deed("move", "b", "better")], "good"),
        ([Deed("keep", "a"), Deed("keep", "b", "better")], "better"),
        ([Deed("keep", "a"), Deed("move", "b", "better")], "better"),
    ],
)
def test_each_of_equal_actions_has_its_own_advice(
    actions: Sequence[Deed], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hint_text, "game_of", lambda seen: seen)
    monkeypatch.setattr(hint_text, "view_of", lambda _: View())
    monkeypatch.setattr(hint_text, "label", lambda action, _words, _names: action.name)
    nothing: Any = None
    some: Any = actions
    assert hint_text._advice(some, nothing, nothing, ()) == text
