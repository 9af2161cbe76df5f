"""Evaluations that sum up features during their computation."""

import pytest

from regnum.core.ai.evaluation import DirectEvaluation, Evaluation, PreparedEvaluation
from regnum.core.rules.state import State
from regnum.games.rurik import GAME


class Twice(DirectEvaluation):
    """Two features: the number of the side, and twice that number plus one."""

    def weighted_sums(self, state: State, weights: list[float]) -> list[float]:
        return [weights[0] * side + weights[1] * (2 * side + 1) for side in range(int(state.sides))]


def test_features_equal_the_estimate_with_unit_weights() -> None:
    state = GAME.new_state(3, 1)
    evaluation = Twice(["side", "odd"], {"always": {"side": 10.0, "odd": 1.0}})
    assert evaluation.features(state) == [[0, 1], [1, 3], [2, 5]]
    assert evaluation.estimate(state) == [1, 13, 25]
    assert evaluation.weighted_points(state, evaluation.scale_weights(evaluation.weights, {"odd": 2})) == [2, 16, 30]
    assert Evaluation.weighted_points(evaluation, state, evaluation.weights) == [1, 13, 25]


def test_game_must_declare_its_weights() -> None:
    with pytest.raises(TypeError, match="weighted_sums"):
        DirectEvaluation(["side"]).estimate(GAME.new_state(2, 1))
    with pytest.raises(TypeError, match="prepared_sums"):
        PreparedEvaluation(tuple, ["side"], {"always": {"side": 1.0}}).estimate(GAME.new_state(2, 1))


class Prepared(PreparedEvaluation[tuple[float, ...]]):
    """The same with weights in tuples."""

    def prepared_sums(self, state: State, weights: tuple[float, ...]) -> list[float]:
        return [weights[0] * side + weights[1] * (2 * side + 1) for side in range(int(state.sides))]


def test_prepared_weights_agree_for_all_tables() -> None:
    state = GAME.new_state(3, 1)
    rows, values = {"always": {"side": 10.0, "odd": 1.0}}, {"always": {"side": 0.0, "odd": 3.0}}
    plain, prepared = Twice(["side", "odd"], rows, values), Prepared(tuple, ["side", "odd"], rows, values)
    assert prepared.prepared_weights == [(10, 1)]
    assert prepared.features(state) == plain.features(state)
    for table in ("weights", "values"):
        assert prepared.weighted_points(state, getattr(prepared, table)) == plain.weighted_points(
            state, getattr(plain, table)
        )
    assert prepared.weighted_points(state, prepared.scale_weights(prepared.weights, {"odd": 2})) == [2, 16, 30]
