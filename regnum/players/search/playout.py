"""Playouts of a determinization until its estimate can be used."""

from typing import Final

from regnum.core.ai.search_policy import SearchPolicy
from regnum.core.rules.state import State

_MAX_LENGTH_FACTOR: Final = 20
"""The multiple of its normal length after which a playout ends even if the estimate cannot be used."""


def play_on(world: State, policy: SearchPolicy, random_bits: int) -> None:
    """Continue a game in place by the game's policy until the estimate can be used.

    `random_bits`: a seed below 2**30.
    """
    count = 0
    limit = policy.playout_length
    while world.players_to_act and not policy.is_playout_end(world):
        if count >= limit and (policy.is_quiet(world) or count >= limit * _MAX_LENGTH_FACTOR):
            return
        random_bits = (random_bits * 29773421 + 12345) & 0x3FFFFFFF
        policy.play_decision(world, world.players_to_act[0], random_bits)
        count += 1
