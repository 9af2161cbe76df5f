"""The estimate for bots and its knowledge of the rules."""

import random
from typing import Any

import pytest

from regnum.games.brian_boru import GAME
from regnum.games.brian_boru.bot.evaluation import EVALUATION
from regnum.games.brian_boru.bot.features import FEATURES, Weights
from regnum.games.brian_boru.components import TOWNS
from regnum.games.brian_boru.state import BrianBoruState
from regnum.players import make_player
from regnum.players.random import playout
from tests.support.games.brian_boru import act, action_phase, choices, due_step, upkeep


def test_fewest_raiders_follow_the_option() -> None:
    held, this_round = (
        GAME.estimate(
            action_phase(
                *["1 3", "2 8", "11 13", "18 21"],
                options={"raiders_compared": compared},
                raiders=[5, 1, 1, 1],
                kept=[5, 0, 0, 0],
                battle_area=6,
            )
        )
        for compared in ("held", "this_round")
    )
    assert this_round[0] < held[0]
    assert all(this_round[player] > held[player] for player in (1, 2, 3))


@pytest.mark.parametrize("taken", [8, 20, 35])
def test_estimate_of_the_last_upkeep_is_exact(taken: int) -> None:
    towns = [" ".join(TOWNS[player:taken:4]) for player in range(4)]
    s = upkeep("Church", round=4, church=[5, 5, 0, 0], discs=towns, open="munster")
    assert due_step(s) == "BuildMonastery"
    for choice in choices(s):
        tried = s.clone()
        tried.submit(choice, s.players_to_act[0])
        guess = GAME.estimate(tried)
        while not tried.is_terminal:
            tried.submit("pass", tried.players_to_act[0])
        assert guess == list(tried.points) == GAME.estimate(tried)


def choice(s: BrianBoruState, seed: int = 1) -> str:
    """Return the choice of the greedy bot."""
    player = s.players_to_act[0]
    return str(make_player("greedy", seed).choose(s.observed_by(player), s.legal_actions(player)))


def white_13_loses(**fields: Any) -> BrianBoruState:
    """Player 2 has lost with the white 13 and may choose; player 3 will win the town."""
    s = action_phase("2 8", "7 16", "13 14", "5 22", **fields)
    while due_step(s) != "ChooseSecondary" or s.players_to_act[0] != 2:
        wanted = ["lead 2", "follow 16", "follow 13", "follow 22", "secondary coins", "pass"]
        act(s, next((text for text in wanted if text in choices(s)), choices(s)[0]))
    assert set(choices(s)) == {"secondary coins", "secondary drive_off"}
    return s


@pytest.mark.parametrize("seed", range(5))
def test_greedy_does_not_free_a_rivals_town_and_pay_for_it(seed: int) -> None:
    """Paying two coins, or freeing a rival's town without a coin, costs two points."""
    s = white_13_loses(coins=[3, 3, 0, 3], discs=["B4 C2 L3", "D1 M1", "M3 N1", "C1 S2"], vikings="L3")
    assert choice(s, seed) == "secondary coins"


@pytest.mark.parametrize("seed", range(5))
def test_greedy_frees_its_own_town(seed: int) -> None:
    s = white_13_loses(coins=[3, 3, 1, 3], discs=["B4 L3", "D1 M1", "M3 N1 N2 U1", "C1 S2"], vikings="U1")
    assert choice(s, seed) == "secondary drive_off"
    act(s, "secondary drive_off")
    assert due_step(s) == "DriveOff"


def test_estimate_includes_outstanding_payments() -> None:
    """The coin of the winner is counted before and after they act."""
    s = action_phase("2 8", "7 16", "13 14", "5 18", coins=[3, 3, 3, 1])
    while due_step(s) != "ChooseSecondary":
        wanted = ["contest C4", "lead 2", "follow 18", "follow 16", "follow 14"]
        act(s, next(text for text in wanted if text in choices(s)))
    winner = 3
    assert s.winner() == winner
    before = EVALUATION.features(s)[winner]
    while s.coins[winner]:
        act(s, next((text for text in ("secondary coins", "pass") if text in choices(s)), choices(s)[0]))
    assert before[FEATURES.index("coins")] == 0
    assert before[FEATURES.index("towns")] == EVALUATION.features(s)[winner][FEATURES.index("towns")] == 2


def test_every_feature_has_a_weight_in_every_row() -> None:
    assert all(list(line) == FEATURES for line in EVALUATION.rows.values())
    s = action_phase("2 8", "7 16", "13 14", "5 25")
    assert list(EVALUATION.rows)[EVALUATION.row_index(s)] == "players_4_left_2"
    assert all(len(actual) == len(FEATURES) for actual in EVALUATION.features(s))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_features_times_the_weights_are_the_estimate(players: int) -> None:
    """This includes the middle of a power struggle, whose likely result is estimated."""
    s = GAME.new_state(players, players)
    assert isinstance(s, BrianBoruState)
    seen: set[int] = set()
    while not s.is_terminal:
        if not EVALUATION.decided_scores(s):
            seen.add(players - list(s.played).count(-1) if s.active >= 0 else -1)
            weights = EVALUATION.weights[EVALUATION.row_index(s)]
            lines = EVALUATION.features(s)
            sums = [sum(worth * value for worth, value in zip(weights, line, strict=True)) for line in lines]
            assert GAME.estimate(s) == pytest.approx(sums)
        playout(s, s.ply, 3)
    assert {-1, 0, 1, players} <= seen


def test_estimate_is_independent_of_earlier_calls() -> None:
    """Values of towns are cached while they are held, but a new monastery in one of them counts."""
    rng = random.Random(5)
    compared = 0
    for seed in range(3):
        state = GAME.new_state(3, seed)
        start = state.clone()
        while not state.is_terminal:
            player = state.players_to_act[0]
            for action in rng.sample(state.legal_actions(player), min(2, len(state.legal_actions(player)))):
                tried = state.clone()
                tried.apply(action, player)
                GAME.estimate(state)
                kept = GAME.estimate(tried)
                GAME.estimate(start)
                assert kept == GAME.estimate(tried)
                compared += 1
            state.apply(rng.choice(state.legal_actions(player)), player)
    assert compared > 100


def test_every_weight_is_read_by_its_own_name() -> None:
    weights = Weights([float(at) for at in range(len(FEATURES))])
    assert [getattr(weights, name) for name in FEATURES] == list(range(len(FEATURES)))
