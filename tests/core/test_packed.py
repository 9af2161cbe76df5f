"""Packed arrays and masks: the same results in plain Python and in compiled code."""

from random import Random

import pytest

from regnum.core import packed
from regnum.core.codec import Count, ErrorList, ListOf, SetOf
from regnum.core.rules.action import Action, ActionTable

MASKS = [0, 1, 2, 3, 1 << 31, 1 << 32, (1 << 40) - 1, 1 << packed.MAX_MASK_BITS - 1, (1 << packed.MAX_MASK_BITS) - 1]
MASKS += [Random(seed).getrandbits(packed.MAX_MASK_BITS) for seed in range(40)]


@pytest.mark.parametrize("numbers", [[3], [0, 0], [5, -1, 5, 2], list(range(-3, 90)), [1 << 61, -(1 << 61)]])
def test_functions_of_arrays(numbers: list[int]) -> None:
    array = packed.packed(numbers)
    assert list(array) == numbers
    assert packed.highest(array) == max(numbers)
    assert packed.lowest(array) == min(numbers)
    assert packed.total(array) == sum(numbers)
    for wanted in (numbers[0], numbers[-1], 77_777):
        assert packed.count_of(array, wanted) == numbers.count(wanted)
        assert packed.index_of(array, wanted) == (numbers.index(wanted) if wanted in numbers else -1)


def test_array_of_equal_numbers() -> None:
    array = packed.filled(3, -1)
    array[1] = 4
    assert list(array) == [-1, 4, -1]
    assert list(packed.filled(0, 7)) == []


@pytest.mark.parametrize("mask", MASKS)
def test_set_bits_are_counted_and_found(mask: int) -> None:
    assert packed.popcount(mask) == bin(mask).count("1")
    if mask:
        assert packed.first_bit(mask) == bin(mask)[::-1].index("1")


def test_each_bit_has_its_mask() -> None:
    assert [packed.bit(number) for number in range(packed.MAX_MASK_BITS)] == [
        2**number for number in range(packed.MAX_MASK_BITS)
    ]


@pytest.mark.parametrize("size", [5, packed.MAX_MASK_BITS, packed.MAX_MASK_BITS + 1, 169])
def test_members_of_any_mask_are_in_order(size: int) -> None:
    family = ActionTable("test").add("go", [Action(("to", number)) for number in range(size)])
    for numbers in ([], [0], [size - 1], [0, 2, size - 2], list(range(size))):
        mask = sum(1 << number for number in numbers)
        assert [action.params["to"] for action in family.members_in(mask)] == numbers


def test_packed_field_is_read_written_copied_and_encoded_like_a_list() -> None:
    numbers, masks = ListOf(Count(-1, 300), packed=True), ListOf(SetOf(list("abcdefghij")), packed=True)
    for codec, data in ((numbers, [4, -1, 299]), (masks, [["a", "j"], [], ["b"]])):
        errors = ErrorList(3)
        plain = ListOf(codec.item)
        value, expected = codec.read(data, "field", errors), plain.read(data, "field", errors)
        assert errors.messages == []
        assert list(value) == expected
        assert codec.write(value) == data
        copy = codec.snapshot(value)
        copy[0] = 0
        assert list(value) == expected
        encoded: list[bytes] = []
        codec.encode(value, encoded)
        expected_cells: list[bytes] = []
        plain.encode(expected, expected_cells)
        assert b"".join(encoded) == b"".join(expected_cells)
        assert list(codec.initial_value(3)) == plain.initial_value(3)
