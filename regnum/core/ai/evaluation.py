"""Evaluation of states for bots: features of each side's position, and their weights in points."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Generic, TypeAlias, TypeVar

from regnum.core import i64, mypyc_attr
from regnum.core.rules.state import State

__all__ = ["DirectEvaluation", "Evaluation", "PreparedEvaluation", "WeightTable", "read_weights"]

WeightTable: TypeAlias = list[list[float]]
"""A row for each stage of the game, with the weights of the features in their order."""
W = TypeVar("W")


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluation:
    """A game's features and weights. By default, the only feature is the current points, with weight 1.

    There are two tables of weights because a feature may be worth pursuing but predict little, or the reverse.

    Attributes:
        names: The names of the features, in the order of `features`; each has a text "feature_<name>" in the words.
        rows: The weights by stage of the game and name of the feature.
        weights: The same as a table, for bots that look one action ahead.
        values: The table of weights that predict the final points, for bots that look further ahead.
    """

    def __init__(
        self,
        names: Sequence[str] = ("points",),
        rows: Mapping[str, Mapping[str, float]] | None = None,
        values: Mapping[str, Mapping[str, float]] | None = None,
    ) -> None:
        """Make an evaluation.

        Args:
            names: The names of the features.
            rows: The weights, as in a game's data/weights.toml.
            values: The values, as in that file. Stages missing here are taken from `rows`.

        Raises:
            KeyError: If a stage lacks a feature.
        """
        self.names: Final = list(names)
        self.rows: Final[Mapping[str, Mapping[str, float]]] = rows or {"always": dict.fromkeys(names, 1.0)}
        self.weights: Final[WeightTable] = [[row[name] for name in self.names] for row in self.rows.values()]
        predictive = {**self.rows, **(values or {})}
        self.values: Final[WeightTable] = [[predictive[stage][name] for name in self.names] for stage in self.rows]

    def features(self, state: State) -> list[list[float]]:
        """Return each side's features in the order of `names`, as if pending effects were resolved."""
        return [[float(points)] for points in state.game.scores(state)]

    def row_index(self, state: State) -> i64:
        """Return the index of the row of weights that applies to a state."""
        return 0

    def decided_scores(self, state: State) -> list[float]:
        """Return each side's final points if nothing can change them any more, or [] otherwise."""
        return [float(points) for points in state.game.scores(state)] if state.is_terminal else []

    def estimate(self, state: State, table: WeightTable | None = None) -> list[float]:
        """Return the expected final points of each side.

        Args:
            state: A full or observed state.
            table: The table of weights, or None for `weights`.
        """
        return self.decided_scores(state) or self.weighted_points(state, self.weights if table is None else table)

    def weighted_points(self, state: State, table: WeightTable) -> list[float]:
        """Return each side's sum of weighted features, by a table with the shape of `self.weights`."""
        weights = table[self.row_index(state)]
        points: list[float] = []
        for features in self.features(state):
            total = 0.0
            for at in range(len(features)):
                total += weights[at] * features[at]
            points.append(total)
        return points

    def scale_weights(self, table: WeightTable, factors: Mapping[str, float]) -> WeightTable:
        """Return a table in which the weights of some features are multiplied by factors.

        Args:
            table: The table.
            factors: The factors by the name of the feature.

        Raises:
            ValueError: If a feature is unknown.
        """
        factor_by_index = {self.names.index(name): factor for name, factor in factors.items()}
        return [[weight * factor_by_index.get(at, 1.0) for at, weight in enumerate(row)] for row in table]


@mypyc_attr(allow_interpreted_subclasses=True)
class DirectEvaluation(Evaluation):
    """An evaluation that sums the weighted features directly, which is faster than listing them.

    A game defines `weighted_sums` instead of `features`. Its result must be linear in the weights, because `features`
    computes each feature by calling it with weight 1 for that feature and 0 for all others.
    """

    def weighted_sums(self, state: State, weights: list[float]) -> list[float]:
        """Return each side's sum of features times these weights, as if pending effects were resolved."""
        raise TypeError(f"{type(self).__name__} has no method weighted_sums")

    def features(self, state: State) -> list[list[float]]:
        columns: list[list[float]] = []
        unit = [0.0] * len(self.names)
        for at in range(len(unit)):
            unit[at] = 1.0
            columns.append(self.weighted_sums(state, unit))
            unit[at] = 0.0
        return [[column[side] for column in columns] for side in range(len(columns[0]))]

    def weighted_points(self, state: State, table: WeightTable) -> list[float]:
        return self.weighted_sums(state, table[self.row_index(state)])


@mypyc_attr(allow_interpreted_subclasses=True)
class PreparedEvaluation(DirectEvaluation, Generic[W]):
    """An evaluation that converts each row of weights to an object of a game's own class, once.

    A game defines `prepared_sums` instead of `weighted_sums`.
    """

    def __init__(
        self,
        prepare: Callable[[list[float]], W],
        names: Sequence[str],
        rows: Mapping[str, Mapping[str, float]],
        values: Mapping[str, Mapping[str, float]] | None = None,
    ) -> None:
        """Make an evaluation.

        Args:
            prepare: A function that converts a row of weights to an object of the game's class.
            names: The names of the features.
            rows: The weights, as in a game's data/weights.toml.
            values: The values, as in that file.
        """
        super().__init__(names, rows, values)
        self.prepare: Final = prepare
        self.prepared_weights: Final = [prepare(row) for row in self.weights]
        self.prepared_values: Final = [prepare(row) for row in self.values]

    def prepared_sums(self, state: State, weights: W) -> list[float]:
        """Return each side's sum of weighted features, given a converted row of weights; see `weighted_sums`."""
        raise TypeError(f"{type(self).__name__} has no method prepared_sums")

    def weighted_sums(self, state: State, weights: list[float]) -> list[float]:
        return self.prepared_sums(state, self.prepare(weights))

    def weighted_points(self, state: State, table: WeightTable) -> list[float]:
        row = self.row_index(state)
        if table is self.weights:
            return self.prepared_sums(state, self.prepared_weights[row])
        return self.prepared_sums(
            state, self.prepared_values[row] if table is self.values else self.prepare(table[row])
        )


def read_weights(data: Mapping[str, Any], kind: str = "weights") -> dict[str, dict[str, float]]:
    """Return a table of a game's data/weights.toml by stage and feature, or {} if it is missing.

    Args:
        data: The content of the file.
        kind: The table: "weights" or "values".
    """
    return {
        row: {name: float(weight) for name, weight in features.items()} for row, features in data.get(kind, {}).items()
    }
