"""The game as a whole: options, steps, how it begins, what it says of its states."""

from typing import Any, Final

from regnum.core.game import Game
from regnum.core.option import Options
from regnum.core.state import State
from regnum.core.step import Step, steps_in
from regnum.games.wallenstein import (
    action_phase,
    battle,
    court,
    evaluate,
    faults,
    favours,
    hidden,
    landsknechte,
    move,
    planning,
    player_order,
    rounds,
    scoring,
    setup,
    winter,
)
from regnum.games.wallenstein.actions import ACTIONS
from regnum.games.wallenstein.options import FIRST_PLAYER, OPTIONS, START
from regnum.games.wallenstein.state import WallensteinState

STEPS: Final = steps_in(
    setup,
    rounds,
    planning,
    player_order,
    landsknechte,
    court,
    favours,
    action_phase,
    battle,
    move,
    winter,
    scoring,
)


class Wallenstein(Game):
    """Wallenstein for 3 to 5 players [wallenstein.setup.players]."""

    def blank_state(self, players: int, seed: int, options: Options) -> WallensteinState:
        return WallensteinState(self, players, seed, options)

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

    def check_options(self, players: int, options: Options) -> None:
        first = FIRST_PLAYER.of(options)
        if first != "random" and START.of(options) == "printed":
            raise ValueError(f"option first_player={first} with start=printed: nobody drafts lands")


def _own(state: State) -> WallensteinState:
    assert isinstance(state, WallensteinState)
    return state


GAME: Final = Wallenstein(
    "wallenstein",
    "Wallenstein",
    (3, 4, 5),
    OPTIONS,
    ACTIONS,
    STEPS,
    "regnum.games.wallenstein",
    tie_breaks=("coins",),
    untold=("plan", "blank", "change"),
)
