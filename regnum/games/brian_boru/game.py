"""The definition of the game: its options, steps, setup, checks of states and evaluation."""

from typing import Final

from regnum.core.game import Game
from regnum.core.rules.step import steps_in
from regnum.games.brian_boru import (
    action_phase,
    battle,
    church,
    draft,
    hidden,
    icons,
    marriage,
    preparation,
    regions,
    rounds,
    scoring,
    setup,
    validation,
)
from regnum.games.brian_boru.actions import ACTIONS
from regnum.games.brian_boru.bot import evaluation, search
from regnum.games.brian_boru.components import PACKAGE
from regnum.games.brian_boru.options import OPTIONS
from regnum.games.brian_boru.state import BrianBoruState

STEPS: Final = steps_in(
    setup, rounds, preparation, draft, action_phase, icons, marriage, battle, church, regions, scoring
)


GAME: Final = Game(
    id="brian_boru",
    title="Brian Boru",
    player_counts=(3, 4, 5),
    options=OPTIONS,
    actions=ACTIONS,
    steps=STEPS,
    package=PACKAGE,
    rules_version=2,
    tie_breaks=("region_tokens", "marriage_cards"),
    state=BrianBoruState,
    first_step=setup.Setup(),
    observed_values=hidden.observed_values,
    deal_unknown=hidden.deal_unknown,
    scores=scoring.scores,
    ranking_key=scoring.ranking_key,
    position_errors=validation.position_errors,
    evaluation=evaluation.EVALUATION,
    search=search.SEARCH,
)
"""Brian Boru for 3 to 5 players [brian_boru.setup.players]."""
