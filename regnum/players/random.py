"""The random bot, and random play for measuring and testing."""

from typing import ClassVar, Final

from regnum.core import i64
from regnum.core.rules.action import Action
from regnum.core.rules.rng import draw_below, draw_number
from regnum.core.rules.state import State
from regnum.players.player import Player

__all__ = ["RandomPlayer", "playout"]


class RandomPlayer(Player):
    """Takes a legal action chosen uniformly at random."""

    NAME: ClassVar[str] = "random"

    def choose(self, state: State, legal: list[Action]) -> Action:
        self.draws += 1
        return legal[draw_below(self.seed, self.draws, len(legal))]


PLAYER: Final = RandomPlayer


def playout(state: State, seed: int, limit: int = 1 << 30) -> int:
    """Continue a game in place with random legal actions and return their number.

    Args:
        state: A full state.
        seed: The seed of the choices, which depend on nothing else.
        limit: The maximum number of actions.
    """
    count: i64 = 0
    most: i64 = limit
    random_bits: i64 = draw_number(seed, 0)
    while count < most and state.players_to_act:
        legal = state.choices or state.legal_actions()
        random_bits = (
            random_bits * 29773421 + 12345
        ) & 0x3FFFFFFF  # a small generator (below 2**60) is random enough here
        count += 1
        state.apply(legal[(random_bits >> 8) % len(legal)])
    return count
