"""The estimate for bots."""

from typing import Any

import pytest

from regnum.core.rules.state import State
from regnum.games.rurik import GAME
from regnum.games.rurik.bot.evaluation import EVALUATION
from regnum.games.rurik.bot.features import FEATURES
from regnum.games.rurik.bot.region_control import region_control
from regnum.games.rurik.state import RurikState
from regnum.players import make_player
from regnum.players.random import playout
from tests.support.games.rurik import act, position, scheme_position, turn_position
from tests.support.games.rurik_solo import solo_position

counts = pytest.mark.parametrize("players", [2, 3, 4])


def test_final_estimate_is_the_score() -> None:
    state = position(2, [], round=4, tracks=[{"rule": 2}, {"trade": 1}], war=[1, 0])
    assert GAME.estimate(state) == state.scores()


def test_additional_assets_raise_the_estimate() -> None:
    """This holds with and without a leader, with a structure, coins, or a full boat."""
    plain = GAME.estimate(turn_position("tax", troops=[{"kiev": 1}, {"volyn": 1}]))
    better: list[dict[str, Any]] = [
        {"leader_at": ["kiev"]},
        {"structures": [{"church": ["kiev"]}]},
        {"coins": [3]},
        {"boat": [{"wood": 1}]},
        {"accomplished": [["hoard"]]},
        {"war": [1]},
    ]
    for fields in better:
        own_estimate, other_estimate = GAME.estimate(turn_position("tax", troops=[{"kiev": 1}, {"volyn": 1}], **fields))
        assert own_estimate > plain[0], fields
        assert other_estimate <= plain[1], fields


@counts
def test_greedy_bot_finishes_a_game_and_beats_the_random_one(players: int) -> None:
    won = 0.0
    for seed in range(2):
        state = GAME.new_state(players, seed)
        bots = [make_player("greedy" if seat == seed % players else "random", seed + seat) for seat in range(players)]
        while not state.is_terminal:
            player = state.players_to_act[0]
            seen = state.observed_by(player)
            state.apply(bots[player].choose(seen, seen.legal_actions(player)), player)
        won += 1 if state.ranking()[seed % players] == 1 else 0
    assert won > 0


def test_features_times_the_weights_are_the_estimate() -> None:
    for players, seed in ((1, 3), (2, 4), (3, 5), (4, 6)):
        state = GAME.new_state(players, seed)
        while playout(state, state.ply, 40):
            if state.is_terminal:
                break
            weights = EVALUATION.weights[EVALUATION.row_index(state)]
            lines = EVALUATION.features(state)
            assert [len(line) for line in lines] == [len(FEATURES)] * state.sides
            sums = [sum(worth * value for worth, value in zip(weights, line, strict=True)) for line in lines]
            assert GAME.estimate(state) == pytest.approx(sums)


def test_each_player_count_and_round_has_weights_of_its_own() -> None:
    actual = [EVALUATION.row_index(position(players, [], round=turn)) for players in (2, 3, 4) for turn in (1, 2, 3)]
    assert actual == [4, 5, 6, 8, 9, 10, 12, 13, 14]
    assert EVALUATION.row_index(solo_position(round=4)) == 3
    assert len(EVALUATION.rows) == 16


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_region_control_matches_the_rules(players: int) -> None:
    for seed in range(4):
        state = GAME.new_state(players, seed, lone_stronghold=("rules", "nothing")[seed % 2])
        assert isinstance(state, RurikState)
        while not state.is_terminal:
            assert region_control(state).ruled_regions == [state.ruled_regions(side) for side in range(state.sides)]
            playout(state, state.ply, 9)


START: dict[str, Any] = {"stack": [{"step": "PlaceAdvisor", "player": 0}], "advisors": [["1"], []]}
"""Makes a position that is not the end of a game."""


def feature(state: State, name: str, side: int = 0) -> float:
    return EVALUATION.features(state)[side][FEATURES.index(name)]


def test_estimate_subtracts_outstanding_costs_of_a_deed() -> None:
    """Goods, schemes and troops that a deed costs count as spent before they are chosen; its reward as gained."""
    fields: dict[str, Any] = {"troops": [{"kiev": 3}, {"volyn": 1}], "boat": [{"wood": 3}], "coins": [2]}
    state = turn_position("tax", deeds=[["hoard"]], **fields)
    assert feature(state, "deeds_ready") == 1
    act(state, "accomplish hoard")
    assert [feature(state, name) for name in ("points", "goods_aboard", "schemes")] == [1, 0, 1]
    state = act(turn_position("tax", deeds=[["retire_veterans"]], **fields), "accomplish retire_veterans")
    assert feature(state, "troops") == 1
    act(state, "withdraw kiev", "withdraw kiev")
    assert feature(state, "troops") == 1


def test_figure_that_casualties_may_take_is_not_counted_whole() -> None:
    """An attack on the ruler's stronghold is more expensive than one on a single troop."""
    fields: dict[str, Any] = {"troops": [{"kiev": 2}, {"kiev": 3}]}
    weak = act(turn_position("attack", **fields), "main_action", "attack kiev 1")
    strong = act(
        turn_position("attack", structures=[{}, {"stronghold": ["kiev"]}], **fields), "main_action", "attack kiev 1"
    )
    assert 2 > feature(weak, "troops") > feature(strong, "troops") > 1


def test_scheme_that_is_being_drawn_is_in_the_hand() -> None:
    state = scheme_position(["tax2_loss", "move3_loss"])
    assert feature(state, "schemes") == 1
    act(state, "draw left")
    assert feature(state, "schemes") == 1


def test_estimate_subtracts_the_cost_of_a_space() -> None:
    fields: dict[str, Any] = {"coins": [1], "troops": [{"kiev": 1}]}
    state = turn_position("build", 3, **fields)
    assert [feature(state, name) for name in ("hammers", "coins")] == [1, 0]
    act(state, "main_action")
    assert [feature(state, name) for name in ("hammers", "coins")] == [1, 0]
    assert feature(act(turn_position("build", 3, **fields), "forfeit"), "hammers") == 0


def test_points_put_off_and_points_without_use_bring_nothing() -> None:
    state = act(turn_position("move", troops=[{"kiev": 1}, {"volyn": 1}]), "main_action")
    assert feature(state, "boots") == 3
    assert feature(act(state, "pass"), "boots") == 0
    everywhere = {"kiev": 12}
    assert feature(turn_position("muster", troops=[everywhere]), "helmets") == 0


def test_advisor_that_stronger_ones_may_push_down_is_worth_less() -> None:
    board: dict[str, Any] = {"tax": [{"player": 0, "advisor": 1, "bribe": 0}]}
    stack = [{"step": "PlaceAdvisor", "player": 1}]
    safe = position(2, stack, board=board, advisors=[[], ["1"]])
    exposed = position(2, stack, board=board, advisors=[[], ["5"]])
    assert feature(safe, "pushed_down") == 0
    assert feature(exposed, "pushed_down") > 0
    bribed = position(2, stack, board={"tax": [{"player": 0, "advisor": 1, "bribe": 4}]}, advisors=[[], ["5"]])
    assert feature(bribed, "pushed_down") == 0


def test_leader_feature_is_zero_before_the_game() -> None:
    state = GAME.new_state(4, 7)
    assert {feature(state, "leader", side) for side in range(4)} == {0}


def test_estimate_includes_the_score_of_the_rebellion() -> None:
    plain = solo_position(**START, coins=[3, 0])
    rich = solo_position(**START, coins=[3, 6])
    assert feature(rich, "rebellion_coins", 1) == feature(plain, "rebellion_coins", 1) + 2
    assert GAME.estimate(rich)[1] > GAME.estimate(plain)[1]
    laden = solo_position(**START, boat=[{}, {"wood": 3}], dock=[{}, {"wood": 3}])
    assert feature(laden, "rebellion_dock", 1) == 1
    assert feature(laden, "rebellion_dock", 0) == 0
    assert feature(laden, "rebellion_locked", 1) == 6
