"""The game as a whole: its options, actions and steps, how it begins, what it says of a position."""

from typing import Any, Final

from regnum.core.game import Game
from regnum.core.option import Options
from regnum.core.state import State
from regnum.core.step import Step, steps_in
from regnum.games.rurik import (
    action_phase,
    claim_phase,
    evaluate,
    faults,
    hidden,
    rounds,
    schemes,
    scoring,
    setup,
    strategy_phase,
)
from regnum.games.rurik.actions import ACTIONS
from regnum.games.rurik.components import MOST_PLAYERS, PACKAGE
from regnum.games.rurik.deeds import accomplish, row
from regnum.games.rurik.main_actions import attack, build, move, muster, scheme, tax
from regnum.games.rurik.options import OPTIONS
from regnum.games.rurik.solo import attack as solo_attack
from regnum.games.rurik.solo import build as solo_build
from regnum.games.rurik.solo import claim as solo_claim
from regnum.games.rurik.solo import move as solo_move
from regnum.games.rurik.solo import muster as solo_muster
from regnum.games.rurik.solo import placing as solo_placing
from regnum.games.rurik.solo import scheme as solo_scheme
from regnum.games.rurik.solo import setup as solo_setup
from regnum.games.rurik.solo import tax as solo_tax
from regnum.games.rurik.solo import turn as solo_turn
from regnum.games.rurik.solo import watch as solo_watch
from regnum.games.rurik.solo.cards import SOLO_SIDES
from regnum.games.rurik.state import RurikState

STEPS: Final = [
    *steps_in(setup, rounds, strategy_phase, action_phase, muster, move, attack, tax, build, scheme, schemes),
    *steps_in(accomplish, row, claim_phase, scoring, solo_setup, solo_placing, solo_turn, solo_muster, solo_move),
    *steps_in(solo_attack, solo_tax, solo_build, solo_scheme, solo_claim, solo_watch),
]


class Rurik(Game):
    """Rurik for 2 to 4 players, or for one against the rebellion."""

    def blank_state(self, players: int, seed: int, options: Options) -> RurikState:
        return RurikState(self, players, seed, options)

    def first_step(self) -> Step[Any]:
        return setup.Setup()

    def sides(self, players: int) -> int:
        return SOLO_SIDES if players == 1 else players

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


def _own(state: State) -> RurikState:
    assert isinstance(state, RurikState)
    return state


GAME: Final = Rurik(
    "rurik",
    "Rurik",
    tuple(range(1, MOST_PLAYERS + 1)),
    OPTIONS,
    ACTIONS,
    STEPS,
    PACKAGE,
    rules_version=3,
    tie_breaks=("regions_ruled", "coins"),
    untold=("go_on", "run_on"),
)
