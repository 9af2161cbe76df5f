"""The greedy bot: looks one action ahead and takes what its game's estimate likes best."""

from typing import ClassVar, Final

from regnum.core.action import Action
from regnum.core.rng import number
from regnum.core.state import State
from regnum.players.player import Player

WORLDS: Final = 2
"""How many determinizations each action is tried in."""


class GreedyPlayer(Player):
    """Tries every legal action in a few worlds that fit what it sees, and takes the best by the game's estimate."""

    NAME: ClassVar[str] = "greedy"

    def choose(self, state: State, legal: list[Action]) -> Action:
        if len(legal) == 1:
            return legal[0]
        player = state.observer
        gains = [0.0] * len(legal)
        for _ in range(WORLDS):
            self.draws += 1
            world = state.determinized(number(self.seed, self.draws))
            for index, action in enumerate(legal):
                tried = world.clone()
                tried.apply(action, player)
                gains[index] += lead(tried, player)
        best = 0
        for index in range(1, len(legal)):
            if gains[index] > gains[best]:
                best = index
        return legal[best]


PLAYER: Final = GreedyPlayer


def lead(state: State, player: int) -> float:
    """Return how far the player's estimate is ahead: half of the lead over the best other, half over the mean."""
    estimates = state.game.estimate(state)
    if len(estimates) == 1:
        return estimates[0]
    mine = estimates[player]
    others = [estimate for seat, estimate in enumerate(estimates) if seat != player]
    return mine - (max(others) + sum(others) / len(others)) / 2
