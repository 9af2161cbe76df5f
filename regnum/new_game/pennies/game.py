"""The game as a whole: options, steps, how it begins, what it says of its states."""

from typing import Any, Final

from regnum.core.game import Game
from regnum.core.option import Options
from regnum.core.state import State
from regnum.core.step import Step, steps_in
from regnum.new_game.pennies import faults, guessing, hidden, hiding, rounds, scoring
from regnum.new_game.pennies.actions import ACTIONS
from regnum.new_game.pennies.components import PLAYERS
from regnum.new_game.pennies.options import OPTIONS
from regnum.new_game.pennies.state import PenniesState


class PenniesGame(Game):
    """Pennies for 2 or 3 players."""

    def check_options(self, players: int, options: Options) -> None:
        if players == 3 and options["rounds"] == 1:
            raise ValueError("one round is too short for three")

    def blank_state(self, players: int, seed: int, options: Options) -> PenniesState:
        return PenniesState(self, players, seed, options)

    def first_step(self) -> Step[Any]:
        return rounds.Round()

    def hide(self, state: State, player: int) -> None:
        hidden.hide(_own(state), player)

    def deal_unknown(self, state: State, observer: int) -> None:
        hidden.deal_unknown(_own(state), observer)

    def scores(self, state: State) -> list[int]:
        return scoring.scores(_own(state))

    def faults(self, state: State) -> list[str]:
        return faults.faults(_own(state))


def _own(state: State) -> PenniesState:
    assert isinstance(state, PenniesState)
    return state


STEPS: Final = steps_in(rounds, hiding, guessing)
GAME: Final = PenniesGame("pennies", "Pennies", PLAYERS, OPTIONS, ACTIONS, STEPS, "regnum.new_game.pennies")
