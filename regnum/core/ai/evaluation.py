"""Evaluation of states for bots: features of each side's position, and their weights in points."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Generic, TypeAlias, TypeVar

from regnum.core import mypyc_attr
from regnum.core.rules.state import State

Lines: TypeAlias = list[list[float]]
"""The weights of the features, in their order: a line for each stage of the game."""
W = TypeVar("W")


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluation:
    """A game's features and weights. By default, the only feature is the current points, with weight 1.

    `names`: the names of the features, in the order of `features`; each has a text "feature_<name>" among the game's
    words. `rows`: the weights of the features by stage of the game; `lines`: the same as plain lists, for bots that
    look one action ahead. `values`: the weights that predict the final points, for bots that look further ahead. A
    feature may be worth pursuing but predict little, or the reverse.
    """

    def __init__(
        self,
        names: Sequence[str] = ("points",),
        rows: Mapping[str, Mapping[str, float]] | None = None,
        values: Mapping[str, Mapping[str, float]] | None = None,
    ) -> None:
        """`rows` and `values`: as in a game's data/weights.toml; KeyError if one lacks a feature.

        Stages missing from `values` use those of `rows`.
        """
        self.names: Final = list(names)
        self.rows: Final[Mapping[str, Mapping[str, float]]] = rows or {"always": dict.fromkeys(names, 1.0)}
        self.lines: Final[Lines] = [[row[name] for name in self.names] for row in self.rows.values()]
        foretold = {**self.rows, **(values or {})}
        self.values: Final[Lines] = [[foretold[stage][name] for name in self.names] for stage in self.rows]

    def features(self, state: State) -> list[list[float]]:
        """Return each side's features in the order of `names`, as if pending effects were resolved."""
        return [[float(points)] for points in state.game.scores(state)]

    def row(self, state: State) -> int:
        """Return the index in `lines` that applies to a state."""
        return 0

    def certain(self, state: State) -> list[float]:
        """Return the final points if nothing can change them; else []."""
        return [float(points) for points in state.game.scores(state)] if state.is_terminal else []

    def estimate(self, state: State, lines: Lines | None = None) -> list[float]:
        """Return the expected final points of each side, by these lines (None: the evaluation's own `lines`)."""
        return self.certain(state) or self.hopes(state, self.lines if lines is None else lines)

    def hopes(self, state: State, lines: Lines) -> list[float]:
        """Return the estimate by custom weights, in the same shape as `self.lines`."""
        weights = lines[self.row(state)]
        found: list[float] = []
        for line in self.features(state):
            hope = 0.0
            for at in range(len(line)):
                hope += weights[at] * line[at]
            found.append(hope)
        return found

    def tilted(self, lines: Lines, factors: Mapping[str, float]) -> Lines:
        """Return lines with the weights of some features multiplied by factors; ValueError for an unknown feature."""
        by_place = {self.names.index(name): factor for name, factor in factors.items()}
        return [[weight * by_place.get(at, 1.0) for at, weight in enumerate(line)] for line in lines]


@mypyc_attr(allow_interpreted_subclasses=True)
class DirectEvaluation(Evaluation):
    """Sums the weighted features directly, without listing them, which is faster.

    A game defines `weighed` instead of `features`. Its result must be linear in the weights: each feature is computed
    as the result with weight 1 for it and 0 for all others.
    """

    def weighed(self, state: State, weights: list[float]) -> list[float]:
        """Return each side's sum of features times these weights, as if pending effects were resolved."""
        raise TypeError(f"{type(self).__name__} has no method weighed")

    def features(self, state: State) -> list[list[float]]:
        columns: list[list[float]] = []
        alone = [0.0] * len(self.names)
        for at in range(len(alone)):
            alone[at] = 1.0
            columns.append(self.weighed(state, alone))
            alone[at] = 0.0
        return [[column[side] for column in columns] for side in range(len(columns[0]))]

    def hopes(self, state: State, lines: Lines) -> list[float]:
        return self.weighed(state, lines[self.row(state)])


@mypyc_attr(allow_interpreted_subclasses=True)
class PreparedEvaluation(DirectEvaluation, Generic[W]):
    """Caches each of its lines as an object of a game's own class; a game defines `looked_at` instead of `weighed`."""

    def __init__(
        self,
        weights: Callable[[list[float]], W],
        names: Sequence[str],
        rows: Mapping[str, Mapping[str, float]],
        values: Mapping[str, Mapping[str, float]] | None = None,
    ) -> None:
        """`weights`: makes such an object from a line."""
        super().__init__(names, rows, values)
        self.weights: Final = weights
        self.own: Final = [weights(line) for line in self.lines]
        self.foretold: Final = [weights(line) for line in self.values]

    def looked_at(self, state: State, weights: W) -> list[float]:
        """Return the same as `weighed`, given the weights as an object."""
        raise TypeError(f"{type(self).__name__} has no method looked_at")

    def weighed(self, state: State, weights: list[float]) -> list[float]:
        return self.looked_at(state, self.weights(weights))

    def hopes(self, state: State, lines: Lines) -> list[float]:
        row = self.row(state)
        if lines is self.lines:
            return self.looked_at(state, self.own[row])
        return self.looked_at(state, self.foretold[row] if lines is self.values else self.weights(lines[row]))


def weights_of(data: Mapping[str, Any], kind: str = "weights") -> dict[str, dict[str, float]]:
    """Return the `weights` or the `values` of a game's data/weights.toml as numbers; {} if it has none."""
    return {row: {name: float(worth) for name, worth in line.items()} for row, line in data.get(kind, {}).items()}
