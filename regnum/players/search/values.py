"""The value of a position to each side, as a number from 0 to 1."""

from math import exp

from regnum.core.ai.evaluation import WeightTable
from regnum.core.game import game_of
from regnum.core.rules.state import State


def win_values(state: State, margin_scale: float, weights: WeightTable | None = None) -> list[float]:
    """Return each side's value from 0 to 1: half its chance of winning, half its expected share of sides behind it.

    At the end of a game, the values are exact. Before that, they are based on the estimate by `weights` (None: the
    evaluation's `values`), with `margin_scale` points as a clear lead.
    """
    if state.is_terminal:
        return _final_values(state)
    evaluation = game_of(state).evaluation
    estimates = evaluation.estimate(state, evaluation.values if weights is None else weights)
    count = len(estimates)
    if count == 1:
        return [_win_probability(estimates[0] / margin_scale)]
    best = max(estimates)
    shares = [exp(max(-40.0, (estimate - best) / margin_scale)) for estimate in estimates]
    total = sum(shares)
    values: list[float] = []
    for side in range(count):
        sides_behind = 0.0
        for other in range(count):
            if other != side:
                sides_behind += _win_probability((estimates[side] - estimates[other]) / margin_scale)
        values.append(0.5 * shares[side] / total + 0.5 * sides_behind / (count - 1))
    return values


def _win_probability(lead: float) -> float:
    """Return the probability that a lead lasts, given in multiples of a clear lead."""
    return 1.0 / (1.0 + exp(-max(-40.0, min(40.0, lead))))


def _final_values(state: State) -> list[float]:
    places = state.ranking()
    count = len(places)
    if count == 1:
        return [_win_probability(game_of(state).estimate(state)[0] / 20.0)]
    first = places.count(1)
    values: list[float] = []
    for side in range(count):
        place = places[side]
        sides_behind = 0.0
        for other in range(count):
            if other != side:
                sides_behind += 1.0 if places[other] > place else 0.5 if places[other] == place else 0.0
        values.append(0.5 * (1.0 / first if place == 1 else 0.0) + 0.5 * sides_behind / (count - 1))
    return values


def margin(state: State, seat: int, weights: WeightTable | None = None) -> float:
    """Return the lead of a seat's estimate, in points, over the average of the best and the mean of the other sides.

    `weights`: the weights of the evaluation (None: the game's weights for looking one action ahead).
    """
    estimates = game_of(state).evaluation.estimate(state, weights)
    count = len(estimates)
    if count == 1:
        return estimates[0]
    best = -1e9
    total = 0.0
    for other in range(count):
        if other != seat:
            total += estimates[other]
            if estimates[other] > best:
                best = estimates[other]
    return estimates[seat] - (best + total / (count - 1)) / 2
