"""The gentle bot makes human errors in judgement and attention; characters follow their preferences."""

from typing import Final

import pytest

import regnum
from regnum.arena import Match, run_match, standings
from regnum.core.ai.search_policy import candidates
from regnum.core.rules.action import Action
from regnum.core.rules.rng import draw_number
from regnum.core.rules.state import State
from regnum.players import make_player
from regnum.players.characters import character_of, character_weights, check_characters, unique_name
from regnum.players.gentle import WEIGHT_ERRORS, GentlePlayer
from regnum.players.random import playout
from tests.support.games.toy_game import GAME as STAIRS

BRIAN_BORU: Final = regnum.game("brian_boru")
STYLES: Final = [(game, style) for game in regnum.games() for style in regnum.game(game).characters()]
STRONG: Final = "strong:iterations=30"


def positions(game: str, players: int, count: int) -> list[State]:
    """Return positions of games in which a player has a choice."""
    result: list[State] = []
    seed = 8
    while len(result) < count:
        s = regnum.game(game).new_state(players, seed=seed)
        while s.players_to_act and len(result) < count:
            if len(candidates(s.legal_actions())) > 2:
                result.append(s.clone())
            playout(s, draw_number(seed, s.ply), 3)
        seed += 1
    return result


def choices(bot: str, states: list[State], seed: int = 3) -> list[Action]:
    """Return the choices of a new bot in each position."""
    result: list[Action] = []
    for s in states:
        seat = s.players_to_act[0]
        result.append(make_player(bot, seed).choose(s.observed_by(seat), s.legal_actions(seat)))
    return result


def share(game: str, bot: str, others: str, games: int, players: int) -> float:
    """Return the share of wins of one bot against others of another kind."""
    match = Match(regnum.game(game), [bot, *[others] * (players - 1)], games, seed=50)
    return next(result.share.value for result in standings(match, list(run_match(match))) if result.bot == bot)


def test_gentle_bot_keeps_its_own_weights_for_a_game() -> None:
    lines = BRIAN_BORU.evaluation.weights
    distorted = GentlePlayer(1).distorted_weights(BRIAN_BORU)
    assert distorted == GentlePlayer(1).distorted_weights(BRIAN_BORU)
    assert distorted != GentlePlayer(2).distorted_weights(BRIAN_BORU)
    for own, line in zip(distorted, lines, strict=True):
        parts = [round(a / b, 6) for a, b in zip(own, line, strict=True) if b]
        assert set(parts) <= set(WEIGHT_ERRORS)
        assert len(set(parts)) > 2
    first = [round(own[0] / line[0], 6) for own, line in zip(distorted, lines, strict=True)]
    assert len(set(first)) == 1


def test_immediate_point_tempts_the_gentle_bot() -> None:
    """It prefers two immediate points, for which the opponent takes nine, to five in two moves."""
    s = STAIRS.new_state(2, seed=1)
    chosen = [str(GentlePlayer(seed).choose(s.observed_by(0), s.legal_actions())) for seed in range(40)]
    assert chosen.count("trap") > 25
    assert "far" not in chosen or chosen.count("far") < 5
    assert "look_round" not in chosen


def test_gentle_bot_chooses_among_few_good_actions() -> None:
    """Different seeds lead to few of the many actions: to those that are not bad."""
    s = max(positions("khan", 3, 20), key=lambda s: len(s.legal_actions()))
    seat = s.players_to_act[0]
    legal = s.legal_actions(seat)
    chosen = {make_player("gentle", seed).choose(s.observed_by(seat), legal) for seed in range(60)}
    assert len(legal) > 20
    assert 1 < len(chosen) < len(legal) / 2


@pytest.mark.parametrize("game", regnum.games())
def test_gentle_bot_is_deterministic_and_differs_from_greedy(game: str) -> None:
    states = positions(game, 3, 25)
    assert choices("gentle", states) == choices("gentle", states)
    assert choices("gentle", states) != choices("greedy", states)


@pytest.mark.full
@pytest.mark.parametrize(("game", "players"), [("brian_boru", 3), ("khan", 2)])
def test_gentle_bot_beats_random_and_loses_to_greedy(game: str, players: int) -> None:
    """docs/strength.md has the figures of many games; a few suffice here, with room for luck."""
    fair = 1 / players
    assert share(game, "gentle", "random", 12, players) > fair + 0.15
    assert share(game, "gentle", "greedy", 12, players) < fair


# Characters.


@pytest.mark.parametrize(("game", "style"), STYLES)
def test_character_weights_follow_its_preferences(game: str, style: str) -> None:
    evaluation = regnum.game(game).evaluation
    factors = regnum.game(game).characters()[style].factors
    lines = character_weights(regnum.game(game), style, evaluation.weights)
    for own, line in zip(lines, evaluation.weights, strict=True):
        for at, name in enumerate(evaluation.names):
            assert own[at] == pytest.approx(line[at] * factors.get(name, 1.0))
    assert (lines != evaluation.weights) == bool(factors)


@pytest.mark.full
@pytest.mark.parametrize("style", list(BRIAN_BORU.characters()))
@pytest.mark.parametrize("level", ["gentle", "greedy", STRONG])
def test_characters_of_a_level_choose_differently(level: str, style: str) -> None:
    states = positions("brian_boru", 4, 12 if level == STRONG else 200)
    assert choices(f"{level}:style={style}", states) != choices(level, states)


def test_unknown_character_is_named() -> None:
    s = STAIRS.new_state(2, seed=1)
    with pytest.raises(ValueError, match="no style 'raider' in stairs; there are none"):
        make_player("greedy:style=raider", 1).choose(s.observed_by(0), s.legal_actions())
    with pytest.raises(ValueError, match="no style 'nobody' in brian_boru; there are settler, "):
        Match(BRIAN_BORU, ["gentle:style=nobody", "random", "random"], 3)
    check_characters(BRIAN_BORU, ["greedy", "gentle:style=settler", "my.bots:Own:style=mine"])


def test_character_of_a_bot_is_parsed_from_its_name() -> None:
    assert character_of("strong:iterations=3:style=raider") == "raider"
    assert character_of("greedy") == character_of("my.bots:Own:style=mine") == character_of("greedy:") == ""


def test_equal_bot_names_are_numbered() -> None:
    assert unique_name("Dervla", ["Ann", "Fergal"]) == "Dervla"
    assert unique_name("Dervla", ["Dervla", "Dervla II"]) == "Dervla III"
