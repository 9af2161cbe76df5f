"""Reasons for a choice: its effects on the features of the game's evaluation, in points.

A choice is compared with the other choices in a few worlds that are consistent with the seat's observation. Nothing
else is used, so a reason reveals nothing that the seat does not know.
"""

from typing import Final

from regnum.core.ai.search_policy import candidates
from regnum.core.game import game_of
from regnum.core.rules.action import Action
from regnum.core.rules.rng import draw_number
from regnum.core.rules.state import State
from regnum.players.greedy import GreedyPlayer

__all__ = [
    "CONTINUED_DECISIONS",
    "CONTINUED_WORLDS",
    "MAX_ALTERNATIVES",
    "OTHERS",
    "WORLD_COUNT",
    "Reason",
    "find_reasons",
    "outlook",
]

WORLD_COUNT: Final = 4
"""The number of worlds in which choices are compared."""
MAX_ALTERNATIVES: Final = 12
"""The maximum number of other choices to compare with, spread evenly over all of them."""
CONTINUED_WORLDS: Final = 6
"""The number of worlds in which play continues after a choice."""
CONTINUED_DECISIONS: Final = 24
"""The number of decisions, of all seats together, for which play continues."""
OTHERS: Final = "others"
"""The name of the reason that is not a feature: the effect on the other players."""


class Reason:
    """A reason for a choice, or against it.

    Attributes:
        name: The feature's name, OTHERS, or "" if only the total is known.
        points: The gain for the seat compared with the mean of the other choices; negative for a loss.
        change: The increase of the feature itself.
    """

    def __init__(self, name: str, points: float, change: float) -> None:
        self.name: Final = name
        self.points: Final = points
        self.change: Final = change


def _state_after(world: State, action: Action, seat: int) -> State:
    """Return a copy of a world after an action of a seat."""
    next_state = world.clone()
    next_state.apply(action, seat)
    return next_state


class _SeatEvaluation:
    """A seat's evaluation in a world: each feature and its points, or [] if the result is certain."""

    def __init__(self, state: State, seat: int) -> None:
        evaluation = game_of(state).evaluation
        estimates = evaluation.decided_scores(state)
        self.points: list[float] = []
        self.features: list[float] = []
        if not estimates:
            weights = evaluation.weights[evaluation.row_index(state)]
            features = evaluation.features(state)
            self.features = features[seat]
            self.points = [weights[at] * value for at, value in enumerate(self.features)]
            for side_features in features:
                estimate = 0.0
                for at, value in enumerate(side_features):
                    estimate += weights[at] * value
                estimates.append(estimate)
        self.whole: Final[float] = estimates[seat]
        rivals = [estimate for side, estimate in enumerate(estimates) if side != seat]
        self.rivals: Final[float] = (max(rivals) + sum(rivals) / len(rivals)) / 2 if rivals else 0.0


class _Difference:
    """The mean gain of a seat from one choice over others; without gains by feature if any result is certain."""

    def __init__(self, features: int, comparisons: int) -> None:
        self.points: Final = [0.0] * features
        self.changes: Final = [0.0] * features
        self.whole = 0.0
        self.rivals = 0.0
        self.is_open = True
        self._share: Final = 1.0 / comparisons

    def add(self, chosen: _SeatEvaluation, alternative: _SeatEvaluation) -> None:
        share = self._share
        self.whole += share * (chosen.whole - alternative.whole)
        self.rivals += share * (chosen.rivals - alternative.rivals)
        self.is_open = self.is_open and len(chosen.points) > 0 and len(alternative.points) > 0
        if self.is_open:
            for at in range(len(self.points)):
                self.points[at] += share * (chosen.points[at] - alternative.points[at])
                self.changes[at] += share * (chosen.features[at] - alternative.features[at])


def find_reasons(
    observation: State, action: Action, legal: list[Action], seed: int, absolute: bool = False
) -> list[Reason]:
    """Return the reasons for the observer to prefer an action to others, most important first, or [] without others.

    Args:
        observation: The observed state.
        action: The preferred action.
        legal: The actions to compare with; they may include the action itself.
        seed: The seed with which the unknown parts are dealt.
        absolute: Whether to include only features that the action changes, not those that only other actions would
            change.
    """
    alternatives = [alternative for alternative in candidates(legal) if alternative is not action]
    if not alternatives:
        return []
    step = max(1.0, len(alternatives) / MAX_ALTERNATIVES)
    compared = [alternatives[int(at * step)] for at in range(min(len(alternatives), MAX_ALTERNATIVES))]
    names = game_of(observation).evaluation.names
    has_changed = [not absolute] * len(names)
    difference = _Difference(len(names), WORLD_COUNT * len(compared))
    for draw in range(WORLD_COUNT):
        world = observation.determinized(draw_number(seed, draw))
        chosen = _SeatEvaluation(_state_after(world, action, observation.observer), observation.observer)
        for at, value in enumerate(
            game_of(world).evaluation.features(world)[observation.observer] if chosen.features else []
        ):
            has_changed[at] = has_changed[at] or chosen.features[at] != value
        for alternative in compared:
            difference.add(
                chosen, _SeatEvaluation(_state_after(world, alternative, observation.observer), observation.observer)
            )
    if difference.is_open:
        reasons = [
            Reason(name, difference.points[at], difference.changes[at])
            for at, name in enumerate(names)
            if has_changed[at]
        ]
    else:
        reasons = [Reason("", difference.whole, difference.whole)]
    reasons.append(Reason(OTHERS, -difference.rivals, difference.rivals))
    return sorted(reasons, key=_weight)


def outlook(observation: State, action: Action, legal: list[Action], seed: int) -> list[Reason]:
    """Return an action's benefits in later turns, compared with what a greedy bot would choose instead.

    After both actions, greedy bots continue for all players, in the same few worlds consistent with the observation.
    The most important reason comes first, or [] if there is no benefit or no other action.

    Args:
        observation: The observed state.
        action: The action.
        legal: The observer's legal actions.
        seed: The seed with which the unknown parts are dealt.
    """
    alternatives = [alternative for alternative in candidates(legal) if alternative is not action]
    if not alternatives:
        return []
    seat = observation.observer
    alternative = GreedyPlayer(seed).choose(observation, alternatives)
    names = game_of(observation).evaluation.names
    difference = _Difference(len(names), CONTINUED_WORLDS)
    for draw in range(CONTINUED_WORLDS):
        world = observation.determinized(draw_number(seed, draw))
        chosen = _SeatEvaluation(_play_on(_state_after(world, action, seat), seed), seat)
        difference.add(chosen, _SeatEvaluation(_play_on(_state_after(world, alternative, seat), seed), seat))
    if not difference.is_open or difference.whole <= difference.rivals:
        return []
    return sorted(
        [Reason(name, difference.points[at], difference.changes[at]) for at, name in enumerate(names)], key=_weight
    )


def _play_on(state: State, seed: int) -> State:
    """Continue a game in place for `CONTINUED_DECISIONS` decisions with greedy bots and return the state."""
    bot = GreedyPlayer(seed)
    for _ in range(CONTINUED_DECISIONS):
        if state.is_terminal:
            break
        seat = state.players_to_act[0]
        state.apply(bot.choose(state.observed_by(seat), state.legal_actions(seat)), seat)
    return state


def _weight(reason: Reason) -> float:
    return -abs(reason.points)
