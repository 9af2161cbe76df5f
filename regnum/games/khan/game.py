"""The game as a whole: options, steps, how it begins."""

from typing import Any, Final

from regnum.core.game import Game
from regnum.core.option import FirstPlayer, Option, Options
from regnum.core.state import State
from regnum.core.step import Step, steps_in
from regnum.games.khan import action_phase, conquer, expel, scoring, setup, special, turn
from regnum.games.khan.actions import ACTIONS
from regnum.games.khan.components import BOARD_NAMES
from regnum.games.khan.evaluate import estimate
from regnum.games.khan.state import KhanState

OPTIONS: Final = (
    Option("board", BOARD_NAMES, "khan.board.layout"),
    Option("rulers_start", ("printed", "free"), "khan.setup.rulers_free"),
    Option("expel_direction", ("deck", "hand"), "khan.expel_action.direction"),
    Option("stuck_ruler_yurt", (False, True), "khan.expel.stuck_cell"),
    Option("discard", ("any", "all"), "khan.combined.discard"),
    Option("refusal", ("action", "turn"), "khan.special.refused"),
    Option("shared_points", ("full", "divided"), "khan.scoring.shared"),
    Option("area_bonus", ("players", "areas"), "khan.scoring.bonus"),
    FirstPlayer(4, "khan.setup.first_player"),
)

STEPS: Final = steps_in(setup, turn, expel, action_phase, conquer, special, scoring)


class Khan(Game):
    """Khan for 2 to 4 players [khan.setup.players]."""

    def blank_state(self, players: int, seed: int, options: Options) -> KhanState:
        return KhanState(self, players, seed, options)

    def first_step(self) -> Step[Any]:
        return setup.Setup()

    def hide(self, state: State, player: int) -> None:
        assert isinstance(state, KhanState)
        state.hide(player)

    def deal_unknown(self, state: State, observer: int) -> None:
        assert isinstance(state, KhanState)
        state.deal_unknown(observer)

    def estimate(self, state: State) -> list[float]:
        assert isinstance(state, KhanState)
        return estimate(state)


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
