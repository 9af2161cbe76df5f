"""How good a state looks, for bots: features of each side's position, and what each of them is worth in points."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Generic, TypeAlias, TypeVar

from regnum.core import mypyc_attr
from regnum.core.rules.state import State

Lines: TypeAlias = list[list[float]]
"""What the features are worth, in their order: a line for each stage of the game."""
W = TypeVar("W")


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluation:
    """A game's features and weights. What a game does not say is as here: the points there are, each worth one.

    `names`: of the features, in the order of `features`; each has a text "feature_<name>" among the game's words.
    `rows`: by the name of a stage of the game, what each feature is worth then; `lines` the same as plain lists, for
    whoever chooses by looking one action ahead. `values`: what the features foretell of the final points, for whoever
    looks further; a feature may be worth striving for and foretell little, and the other way round.
    """

    def __init__(
        self,
        names: Sequence[str] = ("points",),
        rows: Mapping[str, Mapping[str, float]] | None = None,
        values: Mapping[str, Mapping[str, float]] | None = None,
    ) -> None:
        """`rows` and `values`: as in a game's data/weights.toml; KeyError if one lacks a feature.

        For stages that `values` lacks, `rows` stand.
        """
        self.names: Final = list(names)
        self.rows: Final[Mapping[str, Mapping[str, float]]] = rows or {"always": dict.fromkeys(names, 1.0)}
        self.lines: Final[Lines] = [[row[name] for name in self.names] for row in self.rows.values()]
        foretold = {**self.rows, **(values or {})}
        self.values: Final[Lines] = [[foretold[stage][name] for name in self.names] for stage in self.rows]

    def features(self, state: State) -> list[list[float]]:
        """Return for each side its numbers in the order of `names`, with what is under way settled."""
        return [[float(points)] for points in state.game.scores(state)]

    def row(self, state: State) -> int:
        """Return which of `lines` holds in a state."""
        return 0

    def certain(self, state: State) -> list[float]:
        """Return the final points where nothing is open any more; else []."""
        return [float(points) for points in state.game.scores(state)] if state.is_terminal else []

    def estimate(self, state: State, lines: Lines | None = None) -> list[float]:
        """Return how many points each side may hope for at the end, by such lines (None: `lines`)."""
        return self.certain(state) or self.hopes(state, self.lines if lines is None else lines)

    def hopes(self, state: State, lines: Lines) -> list[float]:
        """Return the estimate by the weights of one's own, with a line for each of `lines`."""
        weights = lines[self.row(state)]
        found: list[float] = []
        for line in self.features(state):
            hope = 0.0
            for at in range(len(line)):
                hope += weights[at] * line[at]
            found.append(hope)
        return found

    def tilted(self, lines: Lines, factors: Mapping[str, float]) -> Lines:
        """Return lines with the weights of some features multiplied; ValueError for an unknown feature."""
        by_place = {self.names.index(name): factor for name, factor in factors.items()}
        return [[weight * by_place.get(at, 1.0) for at, weight in enumerate(line)] for line in lines]


@mypyc_attr(allow_interpreted_subclasses=True)
class DirectEvaluation(Evaluation):
    """Adds features up as it looks, which is faster than to list them: a game says `weighed` instead of `features`.

    What comes out must be linear in the weights: a feature is what comes out where it alone counts.
    """

    def weighed(self, state: State, weights: list[float]) -> list[float]:
        """Return for each side the sum of its features times these weights, with what is under way settled."""
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
    """Keeps each of its own lines as an object of a game's class of weights: a game says `looked_at`, not `weighed`."""

    def __init__(
        self,
        weights: Callable[[list[float]], W],
        names: Sequence[str],
        rows: Mapping[str, Mapping[str, float]],
        values: Mapping[str, Mapping[str, float]] | None = None,
    ) -> None:
        """`weights`: makes such an object of a line."""
        super().__init__(names, rows, values)
        self.weights: Final = weights
        self.own: Final = [weights(line) for line in self.lines]
        self.foretold: Final = [weights(line) for line in self.values]

    def looked_at(self, state: State, weights: W) -> list[float]:
        """Return what `weighed` does, by weights as an object."""
        raise TypeError(f"{type(self).__name__} has no method looked_at")

    def weighed(self, state: State, weights: list[float]) -> list[float]:
        return self.looked_at(state, self.weights(weights))

    def hopes(self, state: State, lines: Lines) -> list[float]:
        row = self.row(state)
        if lines is self.lines:
            return self.looked_at(state, self.own[row])
        return self.looked_at(state, self.foretold[row] if lines is self.values else self.weights(lines[row]))


def weights_of(data: Mapping[str, Any], kind: str = "weights") -> dict[str, dict[str, float]]:
    """Return the `weights` or the `values` in a game's data/weights.toml as numbers; {} where it has none."""
    return {row: {name: float(worth) for name, worth in line.items()} for row, line in data.get(kind, {}).items()}
