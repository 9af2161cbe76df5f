"""Packed arrays of small whole numbers, and bit masks in a machine word.

In compiled code a `Packed` is contiguous memory, whose 64-bit numbers rules read and write without making objects. In
plain Python it is a list. Code outside the rules can use it as a sequence, with a length, indices, slices and an
iterator, but it never equals a list: compare `list(array)` instead. Arrays have a fixed length; what grows is a list.

Masks have at most MAX_MASK_BITS bits. If a number is an `i64`, write `bit(number)` for `1 << number`, because mypyc
shifts a literal in 32 bits.
"""

from collections.abc import Iterable
from typing import Any, Final

from regnum.core import Packed as Packed
from regnum.core import i64, vec

__all__ = [
    "IS_COMPILED",
    "MAX_MASK_BITS",
    "Packed",
    "bit",
    "count_of",
    "filled",
    "first_bit",
    "highest",
    "index_of",
    "lowest",
    "packed",
    "popcount",
    "total",
]

IS_COMPILED: Final = not __file__.endswith(".py")
"""Whether this module, and with it all rules, is compiled."""
MAX_MASK_BITS: Final = 62
"""The number of bits of a mask in a machine word; longer masks are ints of any length."""


def filled(length: i64, value: i64) -> Packed:
    """Return an array of `length` equal numbers."""
    return vec[i64]([value] * length)


def packed(numbers: Iterable[Any]) -> Packed:
    """Return an array of these whole numbers."""
    return vec[i64](numbers)


def highest(array: Packed) -> i64:
    """Return the highest number of an array that is not empty."""
    most = array[0]
    for number in array:
        if number > most:
            most = number
    return most


def lowest(array: Packed) -> i64:
    """Return the lowest number of an array that is not empty."""
    least = array[0]
    for number in array:
        if number < least:
            least = number
    return least


def index_of(array: Packed, wanted: i64) -> i64:
    """Return the index of the first such number in an array, or -1 if there is none."""
    for index in range(len(array)):
        if array[index] == wanted:
            return index
    return -1


def count_of(array: Packed, wanted: i64) -> i64:
    """Return how often a number occurs in an array."""
    count: i64 = 0
    for number in array:
        if number == wanted:
            count += 1
    return count


def total(array: Packed) -> i64:
    """Return the sum of an array's numbers."""
    result: i64 = 0
    for number in array:
        result += number
    return result


def bit(number: i64) -> i64:
    """Return the mask in which only this bit is set, 0 <= number < MAX_MASK_BITS."""
    one: i64 = number - number + 1  # not a literal, see above
    return one << number


def popcount(mask: i64) -> i64:
    """Return the number of set bits of a mask."""
    mask -= mask >> 1 & 0x1555555555555555
    mask = (mask & 0x3333333333333333) + (mask >> 2 & 0x3333333333333333)
    mask = mask + (mask >> 4) & 0x0F0F0F0F0F0F0F0F
    mask += mask >> 8
    mask += mask >> 16
    return mask + (mask >> 32) & 0x7F


def first_bit(mask: i64) -> i64:
    """Return the number of the lowest set bit of a mask that is not empty."""
    return popcount((mask & -mask) - 1)


if not IS_COMPILED:  # in plain Python, these are faster

    def _filled(length: int, value: int) -> list[int]:
        return [value] * length

    def _first_bit(mask: int) -> int:
        return (mask & -mask).bit_length() - 1

    globals().update(
        filled=_filled,
        packed=list,
        highest=max,
        lowest=min,
        total=sum,
        count_of=list[int].count,
        popcount=int.bit_count,
        bit=(1).__lshift__,
        first_bit=_first_bit,
    )
