"""The game as a whole: options, steps, how it begins, what it says of its states."""

from typing import Any, Final

from regnum.core.game import Game
from regnum.core.option import Options
from regnum.core.state import State
from regnum.core.step import Step, steps_in
from regnum.games.khan import action_phase, conquer, evaluate, expel, faults, hidden, rounds, scoring, setup, special
from regnum.games.khan.actions import ACTIONS
from regnum.games.khan.options import OPTIONS
from regnum.games.khan.state import KhanState

STEPS: Final = steps_in(setup, rounds, expel, action_phase, conquer, special, scoring)


class Khan(Game):
    """Khan for 2 to 4 players [khan.setup.players]."""

    def blank_state(self, players: int, seed: int, options: Options) -> KhanState:
        return KhanState(self, players, seed, options)

    def first_step(self) -> Step[Any]:
        return setup.Setup()

    def hide(self, state: State, player: int) -> None:
        hidden.hide(_own(state), player)

    def deal_unknown(self, state: State, observer: int) -> None:
        hidden.deal_unknown(_own(state), observer)

    def scores(self, state: State) -> list[int]:
        return scoring.scores(_own(state))

    def standing(self, state: State, side: int) -> tuple[int, ...]:
        return scoring.standing(_own(state), side)

    def faults(self, state: State) -> list[str]:
        return faults.faults(_own(state))

    def estimate(self, state: State) -> list[float]:
        return evaluate.estimate(_own(state))


def _own(state: State) -> KhanState:
    assert isinstance(state, KhanState)
    return state


GAME: Final = Khan(
    "khan",
    "Khan",
    (2, 3, 4),
    OPTIONS,
    ACTIONS,
    STEPS,
    "regnum.games.khan",
    rules_version=3,
    tie_breaks=("largest_area",),
)
