"""Estimates that add features up as they look."""

import pytest

from regnum.core.ai.evaluation import DirectEvaluation, Evaluation
from regnum.core.rules.state import State
from regnum.games.rurik import GAME


class Twice(DirectEvaluation):
    """Two features: the number of the side, and twice that and one."""

    def weighed(self, state: State, weights: list[float]) -> list[float]:
        return [weights[0] * side + weights[1] * (2 * side + 1) for side in range(state.sides)]


def test_the_features_are_what_comes_out_where_each_counts_alone() -> None:
    state = GAME.new_state(3, 1)
    evaluation = Twice(["side", "odd"], {"always": {"side": 10.0, "odd": 1.0}})
    assert evaluation.features(state) == [[0, 1], [1, 3], [2, 5]]
    assert evaluation.estimate(state) == [1, 13, 25]
    assert evaluation.hopes(state, evaluation.tilted(evaluation.lines, {"odd": 2})) == [2, 16, 30]
    assert Evaluation.hopes(evaluation, state, evaluation.lines) == [1, 13, 25]


def test_a_game_must_say_how_it_weighs() -> None:
    with pytest.raises(TypeError, match="weighed"):
        DirectEvaluation(["side"]).estimate(GAME.new_state(2, 1))
