"""What steps say of themselves is what positions that are set up by hand are held to."""

from typing import ClassVar, Final

import pytest

from regnum.core.faults import step_faults
from regnum.core.step import Event, Ranges, Step, Then
from regnum.new_game.pennies import GAME
from regnum.new_game.pennies.state import PenniesState


class Toss(Event[PenniesState]):
    THEN: ClassVar[Then] = ("Toss(player={following}, times=1, high=True)", "")
    RANGES: ClassVar[Ranges] = {"times": range(1, 4)}
    FLAGS: ClassVar[tuple[str, ...]] = ("high",)

    def __init__(self, player: int, times: int, high: bool) -> None:
        super().__init__()
        self.player: Final = player
        self.times: Final = times
        self.high: Final = high

    def fault(self, s: PenniesState) -> str:
        return "nobody tosses three times" if self.times == 3 else ""


def found(*steps: Step[PenniesState]) -> list[str]:
    """Return the faults of a stack, the next step first."""
    state = GAME.new_state(2, 1)
    state.stack = list(steps[::-1])
    return step_faults(state)


@pytest.mark.parametrize(
    ("step", "fault"),
    [
        (Toss(2, 1, True), "player: 2 is not from 0 to 1"),
        (Toss(True, 1, True), "player: True is not from 0 to 1"),
        (Toss(0, 0, True), "times: 0 is not from 1 to 3"),
        (Toss(0, 4, True), "times: 4 is not from 1 to 3"),
        (Toss(0, True, True), "times: True is not from 1 to 3"),
        (Toss(0, 1, 1), "high: 1 is neither true nor false"),  # type: ignore[arg-type]
    ],
)
def test_parameters_are_seats_numbers_or_flags(step: Toss, fault: str) -> None:
    assert found(Toss(1, 1, False), step) == [f"stack[1].{fault}"]


def test_a_step_says_what_may_follow_and_what_cannot_be() -> None:
    assert found(Toss(1, 2, False), Toss(0, 1, True), Toss(1, 1, True)) == []
    assert found(Toss(1, 1, True), Toss(1, 1, True)) == [
        "stack[1]: Toss(player=1, times=1, high=True) comes right after Toss(player=1, times=1, high=True), "
        "not Toss(player=0, times=1, high=True) or nothing"
    ]
    assert found(Toss(1, 3, True)) == ["stack[0]: Toss(player=1, times=3, high=True): nobody tosses three times"]
