"""The game as a whole: its options, actions, steps and functions, and its bots."""

from typing import Final

from regnum.core.game import Game
from regnum.core.rules.step import steps_in
from regnum.core.text.words import Words
from regnum.games.khan import (
    action_phase,
    conquer,
    expel,
    hidden,
    rounds,
    scoring,
    setup,
    special_cards,
    validation,
)
from regnum.games.khan.actions import ACTIONS
from regnum.games.khan.bot import evaluation, search
from regnum.games.khan.components import CARD_DIRECTION, CARD_GROUND, CARD_RULER, CARDS, DIRECTIONS, GROUNDS, RULERS
from regnum.games.khan.facts import FACTS
from regnum.games.khan.options import OPTIONS
from regnum.games.khan.state import KhanState

STEPS: Final = steps_in(setup, rounds, expel, action_phase, conquer, special_cards, scoring)


class Khan(Game):
    """Khan for 2 to 4 players [khan.setup.players]."""

    def words(self, language: str) -> Words:
        """Return the game's words, with names for cards that exist only in corrected facts."""
        words = super().words(language)
        names: dict[str, str] = words.tables["name"]["card"]
        for number, card in enumerate(CARDS):
            if card not in names:
                ends = f"{RULERS[CARD_RULER[number]]}_", f"_{GROUNDS[CARD_GROUND[number]]}"
                like = next(name for id, name in names.items() if id.startswith(ends[0]) and id.endswith(ends[1]))
                ruler, _, ground = like.split(", ")
                names[card] = ", ".join([ruler, words.name("direction", DIRECTIONS[CARD_DIRECTION[number]]), ground])
        return words


GAME: Final = Khan(
    id="khan",
    title="Khan",
    player_counts=(2, 3, 4),
    options=OPTIONS,
    actions=ACTIONS,
    steps=STEPS,
    package="regnum.games.khan",
    rules_version=3,
    tie_breaks=("largest_area",),
    correctable=FACTS,
    state=KhanState,
    first_step=setup.Setup(),
    observed_values=hidden.observed_values,
    deal_unknown=hidden.deal_unknown,
    scores=scoring.scores,
    ranking_key=scoring.ranking_key,
    position_errors=validation.position_errors,
    evaluation=evaluation.EVALUATION,
    search=search.SEARCH,
)
