"""The game as a whole: options, steps, how it begins."""

from typing import Any, Final

from regnum.core.game import Game
from regnum.core.option import FirstPlayer, Option, Options
from regnum.core.state import State
from regnum.core.step import Step, steps_in
from regnum.games.brian_boru import (
    action_phase,
    battle,
    church,
    draft,
    icons,
    marriage,
    preparation,
    regions,
    scoring,
    setup,
    upkeep,
)
from regnum.games.brian_boru.actions import ACTIONS
from regnum.games.brian_boru.evaluate import estimate
from regnum.games.brian_boru.state import BrianState

OPTIONS: Final = (
    Option("threshold", ("at_least", "more_than"), "brian_boru.regions.flip"),
    Option("tricks_with_five", (5, 4), "brian_boru.action.tricks", (5,)),
    Option("raiders_compared", ("held", "this_round"), "brian_boru.battle.held"),
    Option("viking_majority", ("players", "nobody"), "brian_boru.scoring.open_tokens"),
    FirstPlayer(5, "brian_boru.setup.first_player"),
)

STEPS: Final = steps_in(
    setup, preparation, draft, action_phase, icons, upkeep, marriage, battle, church, regions, scoring
)


class BrianBoru(Game):
    """Brian Boru for 3 to 5 players [brian_boru.setup.players]."""

    def blank_state(self, players: int, seed: int, options: Options) -> BrianState:
        return BrianState(self, players, seed, options)

    def first_step(self) -> Step[Any]:
        return setup.Setup()

    def hide(self, state: State, player: int) -> None:
        assert isinstance(state, BrianState)
        state.hide(player)

    def deal_unknown(self, state: State, observer: int) -> None:
        assert isinstance(state, BrianState)
        state.deal_unknown(observer)

    def estimate(self, state: State) -> list[float]:
        assert isinstance(state, BrianState)
        return estimate(state)


GAME: Final = BrianBoru(
    "brian_boru",
    "Brian Boru",
    (3, 4, 5),
    OPTIONS,
    ACTIONS,
    STEPS,
    "regnum.games.brian_boru",
    tie_breaks=("region_tokens", "marriage_cards"),
)
