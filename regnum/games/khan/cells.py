"""Sets of cells of the frame, with the operators of bit masks.

In compiled code, a `Cells` is an immutable object of three machine words, because the frame has more cells than a
machine word has bits. In plain Python it is an int. Use `NONE` for the empty set, `cells & BIT[cell]` to test for a
cell, `as_cells` to make a set of an int, and `int` for the reverse. Operators also accept an int, which is slow.

A complement may contain bits outside the frame, so combine it with a set by `&`.
"""

from typing import Final, final

from regnum.core import i64, mypyc_attr
from regnum.core.rules.bitmask import bits

WORD_BITS: Final = 57
"""A third of the frame, rounded up."""
WORD: Final = (1 << WORD_BITS) - 1


def _count(word: i64) -> i64:
    """Return the number of set bits of a word; a copy of `popcount`, so that the compiler can inline it."""
    word -= word >> 1 & 0x1555555555555555
    word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333)
    word = word + (word >> 4) & 0x0F0F0F0F0F0F0F0F
    word += word >> 8
    word += word >> 16
    return word + (word >> 32) & 0x7F


def _length(word: i64) -> i64:
    """Return the number of the highest set bit of a word, plus 1."""
    word |= word >> 1
    word |= word >> 2
    word |= word >> 4
    word |= word >> 8
    word |= word >> 16
    word |= word >> 32
    return _count(word)


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Cells:
    """A set of cells; the lowest cells are in the lowest bits of the word `low`."""

    __slots__ = ("high", "low", "middle")

    def __init__(self, low: i64, middle: i64, high: i64) -> None:
        self.low: Final[i64] = low
        self.middle: Final[i64] = middle
        self.high: Final[i64] = high

    def __bool__(self) -> bool:
        return self.low | self.middle | self.high != 0

    def __and__(self, other: "Cells | int") -> "Cells":
        cells = other if isinstance(other, Cells) else as_cells(other)
        return Cells(self.low & cells.low, self.middle & cells.middle, self.high & cells.high)

    def __or__(self, other: "Cells | int") -> "Cells":
        cells = other if isinstance(other, Cells) else as_cells(other)
        return Cells(self.low | cells.low, self.middle | cells.middle, self.high | cells.high)

    def __xor__(self, other: "Cells | int") -> "Cells":
        cells = other if isinstance(other, Cells) else as_cells(other)
        return Cells(self.low ^ cells.low, self.middle ^ cells.middle, self.high ^ cells.high)

    def __iand__(self, other: "Cells | int") -> "Cells":
        return self & other

    def __ior__(self, other: "Cells | int") -> "Cells":
        return self | other

    def __ixor__(self, other: "Cells | int") -> "Cells":
        return self ^ other

    def __rand__(self, other: int) -> "Cells":
        return self & other

    def __ror__(self, other: int) -> "Cells":
        return self | other

    def __rxor__(self, other: int) -> "Cells":
        return self ^ other

    def __invert__(self) -> "Cells":
        return Cells(self.low ^ WORD, self.middle ^ WORD, self.high ^ WORD)

    def __neg__(self) -> "Cells":
        if self.low:
            return Cells(-self.low & WORD, self.middle ^ WORD, self.high ^ WORD)
        if self.middle:
            return Cells(0, -self.middle & WORD, self.high ^ WORD)
        return Cells(0, 0, -self.high & WORD)

    def __lshift__(self, count: i64) -> "Cells":
        if count >= WORD_BITS:
            return as_cells(int(self) << int(count))
        back = WORD_BITS - count
        return Cells(
            self.low << count & WORD,
            (self.middle << count | self.low >> back) & WORD,
            (self.high << count | self.middle >> back) & WORD,
        )

    def __rshift__(self, count: i64) -> "Cells":
        if count >= WORD_BITS:
            return as_cells(int(self) >> int(count))
        back = WORD_BITS - count
        return Cells(
            self.low >> count | self.middle << back & WORD,
            self.middle >> count | self.high << back & WORD,
            self.high >> count,
        )

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Cells):
            return self.low == other.low and self.middle == other.middle and self.high == other.high
        return isinstance(other, int) and int(self) == other

    def __hash__(self) -> int:
        return hash(int(self))

    def __int__(self) -> int:
        low: int = self.low
        middle: int = self.middle
        high: int = self.high
        return high << 2 * WORD_BITS | middle << WORD_BITS | low

    def __index__(self) -> int:
        return int(self)

    def __repr__(self) -> str:
        return repr(int(self))

    def __reduce__(self) -> tuple[object, ...]:
        return as_cells, (int(self),)

    def bit_count(self) -> int:
        """Return the number of cells."""
        return _count(self.low) + _count(self.middle) + _count(self.high)

    def bit_length(self) -> int:
        """Return the number of the last cell, plus 1, or 0 if there are no cells."""
        if self.high:
            return 2 * WORD_BITS + _length(self.high)
        return WORD_BITS + _length(self.middle) if self.middle else _length(self.low)


def as_cells(mask: "Cells | int") -> Cells:
    """Return the set of cells of a bit mask."""
    if isinstance(mask, Cells):
        return mask
    return Cells(mask & WORD, mask >> WORD_BITS & WORD, mask >> 2 * WORD_BITS & WORD)


def word_of(cells: Cells, number: i64) -> i64:
    """Return one of the three words of a set, 0 for that of the first cells."""
    return cells.low if number == 0 else cells.middle if number == 1 else cells.high


def cells_in(cells: Cells) -> list[int]:
    """Return the numbers of the cells of a set, in ascending order."""
    numbers: list[int] = []
    for number in range(3):
        word = word_of(cells, number)
        while word:
            rest = word & word - 1
            numbers.append(number * WORD_BITS + _count((word ^ rest) - 1))
            word = rest
    return numbers


NONE: Final = Cells(0, 0, 0)
"""The empty set."""

if __file__.endswith(".py"):  # in plain Python, a set is an int

    def _word_of(cells: int, number: int) -> int:
        return cells >> number * WORD_BITS & WORD

    def _cells_in(cells: int) -> list[int]:
        return list(bits(cells))

    globals().update(Cells=int, as_cells=int, word_of=_word_of, cells_in=_cells_in, NONE=0)
