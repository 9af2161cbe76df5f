"""The greedy bot as it was before estimates were learned, to measure new ones: `tests.players.old_greedy:OldGreedy`.

It goes by the guesses in `tests/players/old_estimates`, one module for each game with a function `estimate`.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any, ClassVar, Final

from regnum.core.action import Action
from regnum.core.rng import below, number
from regnum.core.state import State
from regnum.core.thinking import candidates
from regnum.players import Player

WORLDS: Final = 2
SAME: Final = 1e-9


class OldGreedy(Player):
    """Tries every action in two worlds, as the greedy bot does, and takes the best by the old estimate."""

    NAME: ClassVar[str] = "old_greedy"

    def choose(self, state: State, legal: list[Action]) -> Action:
        legal = candidates(legal)
        if len(legal) == 1:
            return legal[0]
        estimate = old_estimate(state.game.id)
        player = state.observer
        gains = [0.0] * len(legal)
        for _ in range(WORLDS):
            self.draws += 1
            world = state.determinized(number(self.seed, self.draws))
            for index, action in enumerate(legal):
                tried = world.clone()
                tried.apply(action, player)
                gains[index] += lead(estimate(tried), player)
        best = max(gains) - SAME
        equal = [index for index, gain in enumerate(gains) if gain >= best]
        self.draws += 1
        return legal[equal[below(self.seed, self.draws, len(equal))]]


def old_estimate(game: str) -> Callable[[Any], list[float]]:
    """Return what was a game's estimate."""
    found: Callable[[Any], list[float]] = import_module(f"tests.players.old_estimates.{game}").estimate
    return found


def lead(hopes: list[float], player: int) -> float:
    """Return how many points the player is ahead: half over the best other, half over the mean."""
    others = [hope for side, hope in enumerate(hopes) if side != player]
    if not others:
        return hopes[0]
    return hopes[player] - (max(others) + sum(others) / len(others)) / 2
