"""The game as a whole: options, steps, how it begins."""

from typing import Any, Final

from regnum.core.game import Game
from regnum.core.option import FirstPlayer, Option, Options
from regnum.core.state import State
from regnum.core.step import Step, steps_in
from regnum.games.wallenstein import (
    action_phase,
    battle,
    court,
    favours,
    landsknechte,
    moving,
    planning,
    player_order,
    rounds,
    scoring,
    setup,
    winter,
)
from regnum.games.wallenstein.actions import ACTIONS
from regnum.games.wallenstein.components import (
    FILL_CHANCES,
    STUCK_CHANCES,
    THROWN_CHANCES,
    TOWER_MODELS,
)
from regnum.games.wallenstein.evaluate import estimate
from regnum.games.wallenstein.state import WallensteinState

OPTIONS: Final = (
    Option("court", (False, True), "wallenstein.court.rules"),
    Option("landsknechte", (False, True), "wallenstein.landsknechte.rules"),
    Option("start", ("draft", "printed"), "wallenstein.setup.printed"),
    FirstPlayer(5, "wallenstein.setup.first_player"),
    Option("missing_cards", ("any_field", "bid_first"), "wallenstein.planning.cards_run_out"),
    Option("revolt_income", ("kept", "lost"), "wallenstein.actions.collect_revolt"),
    Option("six_armies", ("six", "one_more"), "wallenstein.tiles.six_armies"),
    Option("tower_model", TOWER_MODELS, "wallenstein.tower.model"),
    Option("tower_thrown", THROWN_CHANCES, "wallenstein.tower.model"),
    Option("tower_stuck", STUCK_CHANCES, "wallenstein.tower.model"),
    Option("tower_fill", FILL_CHANCES, "wallenstein.setup.tower"),
)

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
    moving,
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
        assert isinstance(state, WallensteinState)
        state.hide(player)

    def deal_unknown(self, state: State, observer: int) -> None:
        assert isinstance(state, WallensteinState)
        state.deal_unknown(observer)

    def estimate(self, state: State) -> list[float]:
        assert isinstance(state, WallensteinState)
        return estimate(state)

    def check_options(self, players: int, options: Options) -> None:
        first = options["first_player"]
        if first != "random" and options["start"] == "printed":
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
)
