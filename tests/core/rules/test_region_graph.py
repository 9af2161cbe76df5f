"""Maps as bit masks."""

import random

import pytest

from regnum.core.rules.bitmask import bits, count_few, mask_of
from regnum.core.rules.region_graph import RegionGraph

IDS = ["a", "b", "c", "d", "e", "f"]
CHAIN = RegionGraph(IDS, [("a", "b"), ("b", "c"), ("d", "e")])


def test_bits_and_masks_correspond() -> None:
    assert list(bits(0b101001)) == [0, 3, 5]
    assert mask_of([5, 0, 3]) == 0b101001
    assert list(bits(0)) == []
    assert [count_few(mask) for mask in (0, 0b101001, 1 << 200)] == [0, 3, 1]


def test_neighbours_are_symmetric() -> None:
    assert CHAIN.neighbours == [0b10, 0b101, 0b10, 0b10000, 0b1000, 0]
    assert CHAIN.around(0b1001) == 0b10010


def test_groups_are_connected_within_the_mask() -> None:
    assert CHAIN.groups(CHAIN.everywhere) == [0b111, 0b11000, 0b100000]
    assert CHAIN.groups(0b101) == [0b1, 0b100]
    assert CHAIN.group(0b1, 0b011) == 0b011
    assert CHAIN.group(0b100, 0b011) == 0


def test_groups_match_a_slow_search() -> None:
    rng = random.Random(4)
    names = [str(number) for number in range(30)]
    for _ in range(50):
        pairs = {tuple(sorted(rng.sample(names, 2))) for _ in range(25)}
        graph = RegionGraph(names, [(a, b) for a, b in sorted(pairs)])
        within = rng.getrandbits(30)
        unvisited = {name for name in names if within >> int(name) & 1}
        slow: list[set[str]] = []
        while unvisited:
            group = {min(unvisited, key=int)}
            while True:
                more = {x for pair in pairs for x in pair if set(pair) & group and x in unvisited} | group
                if more == group:
                    break
                group = more
            slow.append(group)
            unvisited -= group
        fast = [{names[number] for number in bits(mask)} for mask in graph.groups(within)]
        assert fast == slow


@pytest.mark.parametrize("borders", [[("a", "z")], [("a", "a")], [("a", "b"), ("b", "a")]])
def test_impossible_borders_are_refused(borders: list[tuple[str, str]]) -> None:
    with pytest.raises(ValueError, match="border"):
        RegionGraph(IDS, borders)


def test_area_names_are_unique() -> None:
    with pytest.raises(ValueError, match="twice"):
        RegionGraph(["a", "a"], [])
