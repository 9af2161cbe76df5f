"""Invariants of every game, player count and option, checked over random play.

`REGNUM_GAMES` sets how many whole games are played for each player count with all invariants (default: 60 if the rules
are compiled, else 8).
"""

from collections.abc import Callable
from typing import Any

import pytest

import regnum
from regnum.core.game import Game
from regnum.players import make_player, player_names
from tests.support.games import properties
from tests.support.games.every_game import SAMPLED
from tests.support.games.properties import Setting, property_id, sample, setting_id


def settings() -> list[Setting]:
    """Yield every game and player count, with default options and with each other value of each option."""
    result: list[Setting] = []
    for name in regnum.games():
        game = regnum.game(name)
        for players in game.player_counts:
            result.append((name, players, {}))
            for option in game.options:
                for value in option.values[1:]:
                    changed: dict[str, object] = {option.name: value}
                    try:
                        game.read_setup(players, None, changed)
                    except ValueError:
                        continue
                    result.append((name, players, changed))
    return result


def setting_param(setting: Setting) -> Any:
    """Return a setting as a parameter: each run tries another value of an option with the most players."""
    name, players, changed = setting
    often = not changed or players == regnum.game(name).player_counts[-1]
    return pytest.param(setting, marks=() if often else pytest.mark.full)


every_setting = pytest.mark.parametrize("setting", [setting_param(setting) for setting in settings()], ids=setting_id)
every_count = pytest.mark.parametrize("setting", [s for s in settings() if not s[2]], ids=setting_id)


@SAMPLED
@every_count
@pytest.mark.parametrize("bot", [name.replace("strong", "strong:iterations=8") for name in player_names()])
def test_choice_of_a_bot_depends_on_the_observation_only(setting: Setting, bot: str, thorough: bool) -> None:
    for state in sample(setting, 7, 0.04 if thorough else 0.015):
        for player in state.players_to_act:
            seen = state.observed_by(player)
            other = seen.determinized(11)
            choices = [
                make_player(bot, 5).choose(world.observed_by(player), world.legal_actions(player))
                for world in (state, other)
            ]
            assert choices[0] is choices[1]
            assert choices[0] in state.legal_actions(player)
            assert state.observed_by(player) == seen


def test_games_have_every_needed_part() -> None:
    for name in regnum.games():
        game: Game = regnum.game(name)
        assert game.id == name
        assert game.title
        assert game.player_counts == tuple(sorted(game.player_counts))
        assert len(game.ledger()) > 0
        for option in game.options:
            assert option.clause in game.ledger()
            assert option.default in option.values
        for kind in game.steps.values():
            assert kind.CLAUSE in game.ledger(), f"{kind.__name__} cites {kind.CLAUSE!r}"
        for language in ("en", "de", "uk"):
            assert game.words(language).text("game", "title", {})


@every_setting
@pytest.mark.parametrize(
    "holds",
    [
        properties.random_games_end_without_impossible_positions,
        properties.positions_survive_serialization,
        properties.determinizations_keep_the_observation,
        properties.records_replay_bit_for_bit_with_undos,
    ],
    ids=property_id,
)
def test_setting_passes_the_common_checks(holds: Callable[[Setting], None], setting: Setting) -> None:
    holds(setting)


@every_count
@pytest.mark.parametrize(
    "holds",
    [
        properties.clones_are_independent,
        properties.fields_are_copied_and_compared,
        properties.illegal_actions_are_refused_without_effect,
        properties.determinizations_can_be_played_to_the_end,
        properties.order_of_simultaneous_decisions_does_not_matter,
        properties.undoable_actions_reveal_nothing,
        properties.journal_contains_no_hidden_information,
    ],
    ids=property_id,
)
def test_player_count_passes_the_common_checks(holds: Callable[[Setting], None], setting: Setting) -> None:
    holds(setting)
