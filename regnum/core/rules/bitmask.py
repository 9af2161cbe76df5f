"""Sets of small numbers as bit masks."""

from collections.abc import Iterable, Iterator

__all__ = ["bits", "count_few", "mask_of"]


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the mask's set bits, in ascending order."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def count_few(mask: int) -> int:
    """Return the number of set bits in a sparse mask; in compiled code, this is faster than `bit_count`."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


def mask_of(numbers: Iterable[int]) -> int:
    """Return the mask in which the bits with these numbers are set."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask
