"""The game as a whole: options, steps, how it begins."""

from typing import Any, Final

from regnum.core.game import Game
from regnum.core.option import FirstPlayer, Option, Options
from regnum.core.state import State
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
from regnum.games.rurik.components import MOST_PLAYERS
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
from regnum.games.rurik.solo import watch
from regnum.games.rurik.solo.cards import LEVELS, SOLO_SIDES
from regnum.games.rurik.state import RurikState

SOLO: Final = (1,)
SEVERAL: Final = tuple(range(2, MOST_PLAYERS + 1))

OPTIONS: Final = (
    Option("level", LEVELS, "rurik.solo.level", SOLO, upfront=True),
    # variants of the rulebook
    Option("leaders", ("choose", "random"), "rurik.setup.leader"),
    Option("goods", ("printed", "tokens"), "rurik.variant.goods_tokens"),
    Option("rebel_rewards", ("stickers", "tokens"), "rurik.variant.reward_tokens", SEVERAL),
    Option("deed_row", ("refill", "sweep"), "rurik.variant.deed_row"),
    FirstPlayer(4, "rurik.setup.first_player", SEVERAL),
    # where the rulebooks are unclear or differ
    Option("no_troops", ("return", "nothing"), "rurik.action.return"),
    Option("marker_forfeited", ("stays", "passes"), "rurik.scheme.marker_forfeited", SEVERAL),
    Option("defender_rules", ("before", "after"), "rurik.attack.cards_ruler"),
    Option("own_casualty", ("leader_last", "any"), "rurik.attack.own_leader"),
    Option("lone_stronghold", ("rules", "nothing"), "rurik.regions.lone_stronghold"),
    Option("market_day", ("different_goods", "adjacent"), "rurik.deeds.market_day"),
    Option("leader_removal", ("allowed", "forbidden"), "rurik.deeds.troops"),
    Option("war_unmoved", ("nothing", "scores"), "rurik.end.war_unmoved"),
    Option("agenda_with_nothing", ("missed", "met"), "rurik.agendas.zero"),
    # where the editions differ about the solo game
    Option("solo_agendas", ("three", "one"), "rurik.solo.agendas", SOLO),
    Option("bonus_moves", ("after", "before"), "rurik.solo.bonus_moves", SOLO),
    Option("rebellion_forfeit", ("coin", "nothing"), "rurik.solo.forfeit", SOLO),
    Option("rebellion_church", ("order", "first"), "rurik.solo.build_kind", SOLO),
    Option("rebellion_church_troop", ("yours", "choice"), "rurik.solo.church_troop", SOLO),
    Option("rebellion_target", ("order", "choice"), "rurik.solo.move_order", SOLO),
    Option("rebellion_coins", ("scored", "kept"), "rurik.solo.tie_break", SOLO),
    # comfort
    Option("rebellion_turn", ("run", "step"), "rurik.solo.watch", SOLO, upfront=True),
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
    solo_setup,
    solo_placing,
    solo_turn,
    solo_muster,
    solo_move,
    solo_attack,
    solo_tax,
    solo_build,
    solo_scheme,
    solo_claim,
    watch,
)


class Rurik(Game):
    """Rurik for 2 to 4 players, or for one against the rebellion."""

    def blank_state(self, players: int, seed: int, options: Options) -> RurikState:
        return RurikState(self, players, seed, options)

    def sides(self, players: int) -> int:
        return SOLO_SIDES if players == 1 else players

    def first_step(self) -> Step[Any]:
        return setup.Setup()

    def hide(self, state: State, player: int) -> None:
        assert isinstance(state, RurikState)
        state.hide(player)

    def deal_unknown(self, state: State, observer: int) -> None:
        assert isinstance(state, RurikState)
        state.deal_unknown(observer)

    def estimate(self, state: State) -> list[float]:
        assert isinstance(state, RurikState)
        return evaluate.estimate(state)


GAME: Final = Rurik(
    "rurik",
    "Rurik",
    tuple(range(1, MOST_PLAYERS + 1)),
    OPTIONS,
    ACTIONS,
    STEPS,
    "regnum.games.rurik",
    rules_version=3,
    tie_breaks=("regions_ruled", "coins"),
    untold=("go_on", "run_on"),
)
