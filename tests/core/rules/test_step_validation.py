"""Declarations of steps are checked for positions set up by hand."""

import sys
from typing import ClassVar, Final

import pytest

from regnum.core.rules.step import Decision, Event, NextSteps, PlayerEvent, Ranges, Step, steps_in
from regnum.core.rules.validation import (
    changed_field_errors,
    duplicate_errors,
    failed_checks,
    misplaced_errors,
    places_by_side,
    step_errors,
)
from regnum.new_game.pennies import GAME
from regnum.new_game.pennies.state import PenniesState


class Toss(Event[PenniesState]):
    NEXT_STEPS: ClassVar[NextSteps] = ("Toss(player={following}, times=1, high=True)", "")
    RANGES: ClassVar[Ranges] = {"times": range(1, 4)}
    FLAGS: ClassVar[tuple[str, ...]] = ("high",)

    def __init__(self, player: int, times: int, high: bool) -> None:
        super().__init__()
        self.player: Final = player
        self.times: Final = times
        self.high: Final = high

    def position_error(self, s: PenniesState) -> str:
        return "nobody tosses three times" if self.times == 3 else ""


class _Choice(Decision[PenniesState]):
    CLAUSE: ClassVar[str] = "pennies.guess"
    REFUSALS: ClassVar[dict[str, str]] = {"guess": "tried"}


class Ask(_Choice):
    pass


class Pay(PlayerEvent[PenniesState]):
    pass


def found(*steps: Step[PenniesState]) -> list[str]:
    """Return the errors of a stack, the next step first."""
    state = GAME.new_state(2, 1)
    state.stack = list(steps[::-1])
    return step_errors(state)


@pytest.mark.parametrize(
    ("step", "error"),
    [
        (Toss(2, 1, True), "player: 2 is not from 0 to 1"),
        (Toss(True, 1, True), "player: True is not from 0 to 1"),
        (Toss(0, 0, True), "times: 0 is not from 1 to 3"),
        (Toss(0, 4, True), "times: 4 is not from 1 to 3"),
        (Toss(0, True, True), "times: True is not from 1 to 3"),
        (Toss(0, 1, 1), "high: 1 is neither true nor false"),  # type: ignore[arg-type]
    ],
)
def test_parameters_are_seats_numbers_or_flags(step: Toss, error: str) -> None:
    assert found(Toss(1, 1, False), step) == [f"stack[1].{error}"]


def test_step_declares_what_may_follow_and_its_errors() -> None:
    assert found(Toss(1, 2, False), Toss(0, 1, True), Toss(1, 1, True)) == []
    assert found(Toss(1, 1, True), Toss(1, 1, True)) == [
        "stack[1]: Toss(player=1, times=1, high=True) comes right after Toss(player=1, times=1, high=True), "
        "not Toss(player=0, times=1, high=True) or nothing"
    ]
    assert found(Toss(1, 3, True)) == ["stack[0]: Toss(player=1, times=3, high=True): nobody tosses three times"]


def test_steps_of_a_module_are_found_without_base_classes() -> None:
    assert steps_in(sys.modules[__name__]) == [Toss, Ask, Pay]
    assert Pay(1).params() == {"player": 1}


def test_step_refuses_actions_of_its_families_with_its_own_reason() -> None:
    state = PenniesState(GAME, 2, 1, GAME.read_setup(2, 1, {}))
    hide, guess = (GAME.actions.families[name][1] for name in ("hide", "guess"))
    refusal, other = Ask(0).refusal(state, guess), Ask(0).refusal(state, hide)
    assert (refusal.key, refusal.clause, refusal.params) == ("tried", "pennies.guess", guess.params)
    assert (other.key, other.clause, other.params) == ("not_now", "pennies.guess", {})


def test_errors_of_a_table_are_named() -> None:
    assert failed_checks([(0, "a: wrong"), (4, "b: wrong"), ([], "c: wrong"), ([1], "d: wrong")]) == [
        "b: wrong",
        "d: wrong",
    ]
    assert misplaced_errors("towns", 0b101, ["Cork", "Kells", "Armagh"], "is free") == [
        "towns: Cork is free",
        "towns: Armagh is free",
    ]
    assert places_by_side("discs", [2, 3], ".red") == [("discs[0].red", 2), ("discs[1].red", 3)]
    assert duplicate_errors(places_by_side("discs", [2, 3]), ["Cork", "Kells"]) == [
        "discs[1]: Kells is in another place, too"
    ]


def test_fields_that_differ_from_the_start_are_named() -> None:
    state = GAME.new_state(2, 1)
    blank = GAME.blank_state(2, 5, state.options)
    assert changed_field_errors(blank, blank.FIELDS, "too early") == []
    name = next(name for name in state.FIELDS if getattr(state, name) != getattr(blank, name))
    assert f"{name}: too early" in changed_field_errors(state, state.FIELDS, "too early")
