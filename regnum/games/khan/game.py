"""The game as a whole: options, steps, how it begins, what it says of its states."""

from typing import Final

from regnum.core.game import Game
from regnum.core.step import steps_in
from regnum.games.khan import action_phase, conquer, evaluate, expel, faults, hidden, rounds, scoring, setup, special
from regnum.games.khan.actions import ACTIONS
from regnum.games.khan.options import OPTIONS
from regnum.games.khan.state import KhanState

STEPS: Final = steps_in(setup, rounds, expel, action_phase, conquer, special, scoring)


GAME: Final = Game(
    "khan",
    "Khan",
    (2, 3, 4),
    OPTIONS,
    ACTIONS,
    STEPS,
    "regnum.games.khan",
    rules_version=3,
    tie_breaks=("largest_area",),
    state=KhanState,
    first_step=setup.Setup(),
    hide=hidden.hide,
    deal_unknown=hidden.deal_unknown,
    scores=scoring.scores,
    standing=scoring.standing,
    faults=faults.faults,
    estimate=evaluate.estimate,
)
"""Khan for 2 to 4 players [khan.setup.players]."""
