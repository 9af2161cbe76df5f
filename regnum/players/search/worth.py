"""The worth of a position to each side, as a number from 0 to 1."""

from math import exp

from regnum.core.ai.evaluation import Lines
from regnum.core.game import game_of
from regnum.core.rules.state import State


def worth(state: State, spread: float, lines: Lines | None = None) -> list[float]:
    """Return each side's worth from 0 to 1: half its chance of winning, half its expected share of sides behind it.

    At the end of a game it is exact. Before, it is based on the estimate (by `lines`; None: the evaluation's `values`),
    with `spread` points as a clear lead.
    """
    if state.is_terminal:
        return _certain(state)
    evaluation = game_of(state).evaluation
    hopes = evaluation.estimate(state, evaluation.values if lines is None else lines)
    count = len(hopes)
    if count == 1:
        return [_chance(hopes[0] / spread)]
    best = max(hopes)
    shares = [exp(max(-40.0, (hope - best) / spread)) for hope in hopes]
    whole = sum(shares)
    found: list[float] = []
    for side in range(count):
        ahead = 0.0
        for other in range(count):
            if other != side:
                ahead += _chance((hopes[side] - hopes[other]) / spread)
        found.append(0.5 * shares[side] / whole + 0.5 * ahead / (count - 1))
    return found


def _chance(lead: float) -> float:
    """Return the probability that a lead lasts."""
    return 1.0 / (1.0 + exp(-max(-40.0, min(40.0, lead))))


def _certain(state: State) -> list[float]:
    places = state.ranking()
    count = len(places)
    if count == 1:
        return [_chance(game_of(state).estimate(state)[0] / 20.0)]
    first = places.count(1)
    found: list[float] = []
    for side in range(count):
        place = places[side]
        ahead = 0.0
        for other in range(count):
            if other != side:
                ahead += 1.0 if places[other] > place else 0.5 if places[other] == place else 0.0
        found.append(0.5 * (1.0 / first if place == 1 else 0.0) + 0.5 * ahead / (count - 1))
    return found


def lead(state: State, player: int, lines: Lines | None = None) -> float:
    """Return the lead of a player's estimate over the other sides, in points, over the average of their best and mean.

    `lines`: the weights to judge by (None: the game's weights for looking one action ahead).
    """
    hopes = game_of(state).evaluation.estimate(state, lines)
    count = len(hopes)
    if count == 1:
        return hopes[0]
    best = -1e9
    total = 0.0
    for side in range(count):
        if side != player:
            total += hopes[side]
            if hopes[side] > best:
                best = hopes[side]
    return hopes[player] - (best + total / (count - 1)) / 2
