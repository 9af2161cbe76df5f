"""The game as a whole: options, steps, how it begins, what it says of its states."""

from typing import Any, Final

from regnum.core.game import Game
from regnum.core.option import Options
from regnum.core.registry import find_game
from regnum.core.step import steps_in
from regnum.core.words import Words
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
    search,
    setup,
    winter,
)
from regnum.games.wallenstein.actions import ACTIONS
from regnum.games.wallenstein.components import FAVOUR_AMOUNT, FAVOUR_BUILDING, FAVOUR_KIND, FAVOUR_TRUCE, FAVOURS
from regnum.games.wallenstein.facts import FACTS
from regnum.games.wallenstein.options import FIRST_PLAYER, OPTIONS, START
from regnum.games.wallenstein.state import WallensteinState

STEPS: Final = steps_in(
    setup, rounds, planning, player_order, landsknechte, court, favours, action_phase, battle, move, winter, scoring
)


class Wallenstein(Game):
    """Wallenstein for 3 to 5 players [wallenstein.setup.players]."""

    def check_options(self, players: int, options: Options) -> None:
        first = FIRST_PLAYER.of(options)
        if first != "random" and START.of(options) == "printed":
            raise ValueError(f"option first_player={first} with start=printed: nobody drafts lands")

    def words(self, language: str) -> Words:
        """Return the words; favours that facts of one's own make different are called by what they then bring."""
        words = super().words(language)
        if "court" in self.facts:
            name_favours(words, find_game(self.id))
        return words


def name_favours(words: Words, ours: Game) -> None:
    """Name every favour by its amount, or like the one of ours that brings the same."""
    names: dict[str, str] = words.tables["name"]["favour"]
    data: Any = ours.part("components")
    brought = list(zip(data.FAVOUR_KIND, data.FAVOUR_BUILDING, data.FAVOUR_TRUCE, strict=True))
    for card, kind in enumerate(FAVOUR_KIND):
        if kind in words.tables["favour"]:
            name = words.say("favour", kind, {"amount": FAVOUR_AMOUNT[card]})
        else:
            like = brought.index((kind, FAVOUR_BUILDING[card], FAVOUR_TRUCE[card]))
            name = ours.words(words.language).name("favour", data.FAVOURS[like])
        names[str(FAVOURS[card])] = name


GAME: Final = Wallenstein(
    "wallenstein",
    "Wallenstein",
    (3, 4, 5),
    OPTIONS,
    ACTIONS,
    STEPS,
    "regnum.games.wallenstein",
    rules_version=2,
    tie_breaks=("coins",),
    correctable=FACTS,
    untold=("plan", "blank", "change"),
    state=WallensteinState,
    first_step=setup.Setup(),
    covered=hidden.covered,
    deal_unknown=hidden.deal_unknown,
    scores=scoring.scores,
    standing=scoring.standing,
    faults=faults.faults,
    evaluation=evaluate.EVALUATION,
    search=search.SEARCH,
)
