"""Counter-based random numbers: the n-th number of a seed is a pure function of the seed and n.

All products stay below 2**63, so that compiled code can use machine integers and returns the same numbers.
"""

from typing import Final

from regnum.core import i64

__all__ = ["SEED_LIMIT", "draw_below", "draw_number"]

SEED_LIMIT: Final = 1 << 64
_MASK: Final = 0xFFFFFFFF


def draw_number(seed: int, draw: int) -> int:
    """Return a random number from 0 to 2**32 - 1.

    Args:
        seed: The seed, 0 <= seed < 2**64.
        draw: The number of the draw, from 0.
    """
    low: i64 = seed & _MASK
    high: i64 = seed >> 32
    count: i64 = draw
    x: i64 = low ^ ((count * 0x2C1B3C6D) & _MASK)
    x = (((x ^ (x >> 16)) * 0x21F0AAAD & _MASK) + high + (count >> 16)) & _MASK
    x = ((x ^ (x >> 15)) * 0x35A2D973) & _MASK
    x = ((x ^ (x >> 16) ^ (high >> 7)) * 0x297A2D39) & _MASK
    return x ^ (x >> 15)


def draw_below(seed: int, draw: int, limit: int) -> int:
    """Return a random number, 0 <= result < limit.

    Args:
        seed: The seed, 0 <= seed < 2**64.
        draw: The number of the draw, from 0.
        limit: At most 2**30.
    """
    number: i64 = draw_number(seed, draw)
    scale: i64 = limit
    return number * scale >> 32
