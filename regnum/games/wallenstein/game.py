"""The definition of the game: its options, steps, setup, checks of states and evaluation."""

from typing import Any, Final

from regnum.core import i64
from regnum.core.folder import read_data, read_uncorrected
from regnum.core.game import Game
from regnum.core.rules.option import Options
from regnum.core.rules.step import steps_in
from regnum.core.text.words import Words
from regnum.games.wallenstein import (
    action_phase,
    battle,
    court,
    favours,
    hidden,
    landsknechte,
    move,
    planning,
    player_order,
    rounds,
    scoring,
    setup,
    validation,
    winter,
)
from regnum.games.wallenstein.actions import ACTIONS
from regnum.games.wallenstein.bot import evaluation, search
from regnum.games.wallenstein.facts import FACTS
from regnum.games.wallenstein.options import OPTIONS
from regnum.games.wallenstein.state import WallensteinState

STEPS: Final = steps_in(
    setup, rounds, planning, player_order, landsknechte, court, favours, action_phase, battle, move, winter, scoring
)


class Wallenstein(Game):
    """Wallenstein for 3 to 5 players [wallenstein.setup.players]."""

    def check_options(self, players: i64, options: Options) -> None:
        first = options["first_player"]
        if first != "random" and options["start"] == "printed":
            raise ValueError(f"option first_player={first} with start=printed: nobody drafts lands")

    def words(self, language: str) -> Words:
        """Return the words of a language; favours changed by corrected facts are named after their new effect."""
        words = super().words(language)
        if "court" in self.facts and language not in _RENAMED_LANGUAGES:
            _RENAMED_LANGUAGES.append(language)
            name_favours(
                words, read_uncorrected(self.package, "court")["favour"], read_data(self.package, "court")["favour"]
            )
        return words


_RENAMED_LANGUAGES: Final[list[str]] = []
"""The languages in which corrected favours have been renamed."""


def name_favours(words: Words, original: list[dict[str, Any]], current: list[dict[str, Any]]) -> None:
    """Rename favours in place: after their amount, or like the favour in our data with the same effect."""
    names: dict[str, str] = words.tables["name"]["favour"]
    named_favours = [(favour_effect(favour), names[str(favour["digit"])]) for favour in original]
    for favour in current:
        if favour["kind"] in words.tables["favour"]:
            name = words.text("favour", favour["kind"], {"amount": favour["amount"]})
        else:
            name = next(name for effect, name in named_favours if effect == favour_effect(favour))
        names[str(favour["digit"])] = name


def favour_effect(favour: dict[str, Any]) -> tuple[str, str, list[str]]:
    """Return a favour's effect without its amount: its kind, its building or "", and the attacks that it forbids."""
    return favour["kind"], favour.get("building", ""), favour.get("actions", [])


GAME: Final = Wallenstein(
    id="wallenstein",
    title="Wallenstein",
    player_counts=(3, 4, 5),
    options=OPTIONS,
    actions=ACTIONS,
    steps=STEPS,
    package="regnum.games.wallenstein",
    rules_version=2,
    tie_breaks=("coins",),
    correctable=FACTS,
    unlogged_families=("plan", "blank", "change"),
    state=WallensteinState,
    first_step=setup.Setup(),
    observed_values=hidden.observed_values,
    deal_unknown=hidden.deal_unknown,
    scores=scoring.scores,
    ranking_key=scoring.ranking_key,
    position_errors=validation.position_errors,
    evaluation=evaluation.EVALUATION,
    search=search.SEARCH,
)
