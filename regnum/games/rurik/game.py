"""The game as a whole: options, steps, how it begins."""

from typing import Any, Final

from regnum.core.game import Game, State
from regnum.core.option import FirstPlayer, Option, Options
from regnum.core.step import Step, steps_in
from regnum.games.rurik import (
    action_phase,
    attack,
    build,
    claim_phase,
    deeds,
    evaluate,
    move,
    muster,
    schemes,
    scoring,
    setup,
    strategy_phase,
    tax,
)
from regnum.games.rurik.actions import ACTIONS
from regnum.games.rurik.components import FOLDER, MOST_PLAYERS
from regnum.games.rurik.state import RurikState

OPTIONS: Final = (
    # variants of the rulebook
    Option("leaders", ("choose", "random"), "rurik.setup.leader"),
    Option("goods", ("printed", "tokens"), "rurik.variant.goods_tokens"),
    Option("rebel_rewards", ("stickers", "tokens"), "rurik.variant.reward_tokens"),
    Option("deed_row", ("refill", "sweep"), "rurik.variant.deed_row"),
    FirstPlayer(4, "rurik.setup.first_player"),
    # where the rulebooks are unclear or differ
    Option("no_troops", ("return", "nothing"), "rurik.action.return"),
    Option("marker_forfeited", ("stays", "passes"), "rurik.scheme.marker_forfeited"),
    Option("defender_rules", ("before", "after"), "rurik.attack.cards_ruler"),
    Option("own_casualty", ("leader_last", "any"), "rurik.attack.own_leader"),
    Option("lone_stronghold", ("rules", "nothing"), "rurik.regions.lone_stronghold"),
    Option("market_day", ("different_goods", "adjacent"), "rurik.deeds.market_day"),
    Option("leader_removal", ("allowed", "forbidden"), "rurik.deeds.troops"),
    Option("war_unmoved", ("nothing", "scores"), "rurik.end.war_unmoved"),
    Option("agenda_with_nothing", ("missed", "met"), "rurik.agendas.zero"),
    # comfort
    Option("stowing", ("automatic", "by_hand"), "rurik.tax.stow"),
)

STEPS: Final = steps_in(
    setup,
    strategy_phase,
    action_phase,
    muster,
    move,
    attack,
    tax,
    build,
    schemes,
    deeds,
    claim_phase,
    scoring,
)


class Rurik(Game):
    """Rurik for 2 to 4 players."""

    def blank_state(self, players: int, seed: int, options: Options) -> RurikState:
        return RurikState(self, players, seed, options)

    def first_step(self) -> Step[Any]:
        return setup.Setup()

    def estimate(self, state: State) -> list[float]:
        assert isinstance(state, RurikState)
        return evaluate.estimate(state)


GAME: Final = Rurik("rurik", "Rurik", tuple(range(2, MOST_PLAYERS + 1)), OPTIONS, ACTIONS, STEPS, FOLDER)
