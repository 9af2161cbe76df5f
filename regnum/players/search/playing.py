"""Playing a world on until it can be judged."""

from typing import Final

from regnum.core.ai.thinking import Thinking
from regnum.core.rules.state import State

_ENDLESS: Final = 20
"""A playout that comes to no place to rest is cut off after so many times its length."""


def play_on(world: State, thinking: Thinking, luck: int) -> None:
    """Play on in place as the game says, from luck below 2**30, until the estimate may be asked."""
    taken = 0
    limit = thinking.playout
    while world.players_to_act and not thinking.ends(world):
        if taken >= limit and (thinking.rests(world) or taken >= limit * _ENDLESS):
            return
        luck = (luck * 29773421 + 12345) & 0x3FFFFFFF
        thinking.play(world, world.players_to_act[0], luck)
        taken += 1
