"""The definition of the game: its options, steps, setup and checks of states."""

from typing import Final

from regnum.core.game import Game
from regnum.core.rules.option import Options
from regnum.core.rules.step import steps_in
from regnum.new_game.pennies import guessing, hidden, hiding, rounds, scoring, validation
from regnum.new_game.pennies.actions import ACTIONS
from regnum.new_game.pennies.components import PLAYERS
from regnum.new_game.pennies.options import OPTIONS
from regnum.new_game.pennies.state import PenniesState


class PenniesGame(Game):
    """Pennies for 2 or 3 players."""

    def check_options(self, players: int, options: Options) -> None:
        if players == 3 and options["rounds"] == 1:
            raise ValueError("one round is too short for three")


STEPS: Final = steps_in(rounds, hiding, guessing)
GAME: Final = PenniesGame(
    id="pennies",
    title="Pennies",
    player_counts=PLAYERS,
    options=OPTIONS,
    actions=ACTIONS,
    steps=STEPS,
    package="regnum.new_game.pennies",
    state=PenniesState,
    first_step=rounds.Round(),
    observed_values=hidden.observed_values,
    deal_unknown=hidden.deal_unknown,
    scores=scoring.scores,
    position_errors=validation.position_errors,
)
