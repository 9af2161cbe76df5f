"""The game as a whole: options, steps, how it begins, what it says of its states."""

from typing import Final

from regnum.core.game import Game
from regnum.core.option import Options
from regnum.core.step import steps_in
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

    def check_options(self, players: int, options: Options) -> None:
        first = FIRST_PLAYER.of(options)
        if first != "random" and START.of(options) == "printed":
            raise ValueError(f"option first_player={first} with start=printed: nobody drafts lands")


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
    state=WallensteinState,
    first_step=setup.Setup(),
    hide=hidden.hide,
    deal_unknown=hidden.deal_unknown,
    scores=scoring.scores,
    standing=scoring.standing,
    faults=faults.faults,
    estimate=evaluate.estimate,
)
