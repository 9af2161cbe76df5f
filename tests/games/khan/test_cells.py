"""Sets of cells: in compiled code, they must behave like the bit masks that they are in plain Python."""

import pickle
import random

from regnum.games.khan.cells import NONE, WORD_BITS, as_cells, cells_in, word_of
from regnum.games.khan.tiles import BIT, FRAME_CELLS

FRAME = (1 << FRAME_CELLS) - 1


def some_masks() -> list[int]:
    """Return masks with cells in each word and at their ends, and random ones."""
    rng = random.Random(1)
    ends = [0, FRAME, *(1 << cell for cell in (0, 56, 57, 113, 114, 168))]
    return ends + [rng.getrandbits(FRAME_CELLS) & rng.getrandbits(FRAME_CELLS) for _ in range(20)]


def test_sets_have_the_operators_of_masks() -> None:
    for first in some_masks():
        cells = as_cells(first)
        assert int(cells) == first
        assert bool(cells) == bool(first)
        assert cells.bit_count() == first.bit_count()
        assert cells.bit_length() == first.bit_length()
        assert cells_in(cells) == [cell for cell in range(FRAME_CELLS) if first >> cell & 1]
        assert int(cells & -cells) == first & -first
        assert int(~cells & as_cells(FRAME)) == FRAME ^ first
        for second in some_masks():
            others = as_cells(second)
            assert int(cells & others) == first & second
            assert int(cells | others) == first | second
            assert int(cells ^ others) == first ^ second
            assert (cells == others) == (first == second)


def test_changes_in_place_leave_other_sets_alone() -> None:
    cells = shared = as_cells(0b0110)
    cells |= as_cells(0b1000)
    cells &= as_cells(0b1100)
    cells ^= as_cells(0b0101)
    assert (int(cells), int(shared)) == (0b1001, 0b0110)


def test_sets_are_shifted_by_any_number_of_cells() -> None:
    for mask in some_masks():
        for count in (0, 1, 13, 52, 56, 57, 60, 114, 130, 168):
            assert int(as_cells(mask) >> count) == mask >> count
            assert int((as_cells(mask) << count) & as_cells(FRAME)) == mask << count & FRAME


def test_sets_work_together_with_masks() -> None:
    cells = as_cells(0b0110)
    assert cells == 0b0110
    assert cells != 0b0111
    assert cells != "0b0110"
    assert hash(cells) == hash(0b0110)
    assert (int(cells & 0b0011), int(0b0011 & cells)) == (0b0010, 0b0010)
    assert (int(cells | 0b0001), int(0b0001 | cells)) == (0b0111, 0b0111)
    assert (int(cells ^ 0b0011), int(0b0011 ^ cells)) == (0b0101, 0b0101)
    assert repr(cells) == "6"
    assert as_cells(cells) is cells


def test_sets_are_pickled() -> None:
    for mask in some_masks():
        assert pickle.loads(pickle.dumps(as_cells(mask))) == mask


def test_words_make_up_a_set() -> None:
    for mask in some_masks():
        assert sum(word_of(as_cells(mask), number) << number * WORD_BITS for number in range(3)) == mask


def test_empty_set_and_single_cells() -> None:
    assert not NONE
    assert [int(cell) for cell in BIT] == [1 << number for number in range(FRAME_CELLS)]
