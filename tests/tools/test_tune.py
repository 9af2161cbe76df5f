"""Tuning weights against each other: with made-up games of a known best side, and with a real game."""

import numpy as np
import pytest

import regnum
from tools.tune import Setup, Trial, estimate_gains, play_trial, variation_sizes


def test_tuning_finds_the_side_that_brings_points() -> None:
    chance = np.random.default_rng(1)
    results: list[Trial] = []
    for _ in range(500):
        beside = chance.standard_normal((3, 2))
        beside -= beside.mean(axis=0)
        points = 2.0 * beside[:, 0] + chance.standard_normal(3)
        results.append(Trial(list(beside), points.tolist()))
    brings, error = estimate_gains(results)
    assert brings == pytest.approx([2.0, 0.0], abs=0.2)
    assert brings[0] > 10 * error[0]
    assert abs(brings[1]) < 4 * error[1]


def test_first_weight_is_the_unit_and_small_ones_are_varied() -> None:
    evaluation = regnum.game("khan").evaluation
    steps = variation_sizes(evaluation, [0, 1], 0.5)
    assert steps[0] == 0
    assert all(step >= 0.05 for step in steps[1:])


def test_tuning_game_yields_varied_bots_only() -> None:
    evaluation = regnum.game("khan").evaluation
    weights = np.array(evaluation.weights)
    setup = Setup("khan", 2, {}, [0, 1, 2, 3], False, "random")
    result = play_trial(setup, 3, weights, variation_sizes(evaluation, setup.rows, 0.3))
    assert 1 <= len(result.points) == len(result.variations) <= 2
    assert result.variations[0].shape == (len(evaluation.names),)
