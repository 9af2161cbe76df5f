"""The game as a whole: what is in its folder, and how it begins."""

from typing import Any, Final

from regnum.core.game import Game
from regnum.core.option import Options
from regnum.core.state import State
from regnum.core.step import Step, steps_in
from regnum.games.brian_boru import (
    action_phase,
    battle,
    church,
    draft,
    evaluate,
    faults,
    hidden,
    icons,
    marriage,
    preparation,
    regions,
    rounds,
    scoring,
    setup,
)
from regnum.games.brian_boru.actions import ACTIONS
from regnum.games.brian_boru.components import PACKAGE
from regnum.games.brian_boru.options import OPTIONS
from regnum.games.brian_boru.state import BrianBoruState

STEPS: Final = steps_in(
    setup, rounds, preparation, draft, action_phase, icons, marriage, battle, church, regions, scoring
)


def _own(state: State) -> BrianBoruState:
    assert isinstance(state, BrianBoruState)
    return state


class BrianBoru(Game):
    """Brian Boru for 3 to 5 players [brian_boru.setup.players]."""

    def blank_state(self, players: int, seed: int, options: Options) -> BrianBoruState:
        return BrianBoruState(self, players, seed, options)

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


GAME: Final = BrianBoru(
    "brian_boru",
    "Brian Boru",
    (3, 4, 5),
    OPTIONS,
    ACTIONS,
    STEPS,
    PACKAGE,
    tie_breaks=("region_tokens", "marriage_cards"),
)
