"""The game as a whole: its options, actions, steps and functions, and its bots."""

from typing import Final

from regnum.core.game import Game
from regnum.core.rules.step import steps_in
from regnum.games.rurik import (
    action_phase,
    claim_phase,
    hidden,
    rounds,
    schemes,
    scoring,
    setup,
    strategy_phase,
    validation,
)
from regnum.games.rurik.actions import ACTIONS
from regnum.games.rurik.bot import evaluation, search
from regnum.games.rurik.components import MAX_PLAYERS, PACKAGE
from regnum.games.rurik.deeds import accomplish, row
from regnum.games.rurik.facts import FACTS
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
    """Rurik for 2 to 4 players, or for one player against the rebellion."""

    def sides(self, players: int) -> int:
        return SOLO_SIDES if players == 1 else players


GAME: Final = Rurik(
    id="rurik",
    title="Rurik",
    player_counts=tuple(range(1, MAX_PLAYERS + 1)),
    options=OPTIONS,
    actions=ACTIONS,
    steps=STEPS,
    package=PACKAGE,
    rules_version=5,
    tie_breaks=("regions_ruled", "coins"),
    correctable=FACTS,
    unlogged_families=("go_on", "run_on"),
    state=RurikState,
    first_step=setup.Setup(),
    observed_values=hidden.observed_values,
    deal_unknown=hidden.deal_unknown,
    scores=scoring.scores,
    ranking_key=scoring.ranking_key,
    position_errors=validation.position_errors,
    evaluation=evaluation.EVALUATION,
    search=search.SEARCH,
    observed_steps=32,
)
