"""ErrorList of a position: fields of a wrong length, and steps whose option is off."""

from typing import ClassVar

import pytest

from regnum.core.codec import Count, ErrorList, ListOf
from regnum.core.rules.step import Event, NextSteps
from regnum.core.rules.validation import step_errors
from regnum.new_game.pennies import GAME
from regnum.new_game.pennies.state import PenniesState


class Before(Event[PenniesState]):
    NEXT_STEPS: ClassVar[NextSteps] = ("Extra", "")


class Extra(Event[PenniesState]):
    REQUIRED_OPTION: ClassVar[str] = "extra"
    NEXT_STEPS: ClassVar[NextSteps] = ("Extra", "After", "")


class After(Event[PenniesState]):
    pass


def test_list_may_have_entries_besides_the_sides() -> None:
    codec = ListOf(Count(0, 9), extra=1)
    errors = ErrorList(3)
    assert codec.read([1, 2, 3, 4], "cubes", errors) == [1, 2, 3, 4]
    assert errors.messages == []
    codec.read([1, 2, 3], "cubes", errors)
    assert errors.messages == ["cubes: not a list of 4"]


def test_step_of_an_expansion_needs_its_option() -> None:
    for played, errors in ((True, []), (False, ["stack[0]: Extra(): only with extra"])):
        state = PenniesState(GAME, 2, 1, {"rounds": 1, "loud": False, "extra": played})
        state.stack = [Extra()]
        assert step_errors(state) == errors


def test_wrong_step_names_the_expected_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAME.steps, "Extra", Extra)
    for played, errors in ((False, []), (True, ["stack[1]: After() comes right after Before(), not Extra or nothing"])):
        state = PenniesState(GAME, 2, 1, {"rounds": 1, "loud": False, "extra": played})
        state.stack = [After(), Before()]
        assert step_errors(state) == errors
