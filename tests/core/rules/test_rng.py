"""Random numbers: the same everywhere, uniform, and without patterns between neighbouring seeds and draws."""

from collections import Counter

import pytest

from regnum.core.rules.rng import draw_below, draw_number


def test_numbers_are_the_same_in_every_process_and_build() -> None:
    assert [draw_below(7, draw, 1000) for draw in range(1, 9)] == [453, 965, 945, 930, 441, 761, 791, 846]


def chi_square(counts: Counter[int], cells: int, total: int) -> float:
    expected = total / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))


@pytest.mark.parametrize("cells", [2, 3, 6, 25, 53, 64])
@pytest.mark.parametrize("along", ["draws", "seeds", "high seeds"])
def test_numbers_are_uniformly_distributed(cells: int, along: str) -> None:
    total = 20_000
    if along == "draws":
        drawn = Counter(draw_below(5, draw, cells) for draw in range(total))
    elif along == "seeds":
        drawn = Counter(draw_below(seed, 3, cells) for seed in range(total))
    else:
        drawn = Counter(draw_below(seed << 32, 3, cells) for seed in range(total))
    # mean cells - 1, deviation sqrt(2 * cells): five deviations
    assert abs(chi_square(drawn, cells, total) - (cells - 1)) < 5 * (2 * cells) ** 0.5


@pytest.mark.parametrize("apart", [1, 2, 64])
def test_neighbouring_numbers_are_independent(apart: int) -> None:
    total = 30_000
    pairs = Counter(draw_below(9, draw, 8) * 8 + draw_below(9, draw + apart, 8) for draw in range(total))
    assert abs(chi_square(pairs, 64, total) - 63) < 5 * 128**0.5
    seeds = Counter(draw_below(seed, 1, 8) * 8 + draw_below(seed + apart, 1, 8) for seed in range(total))
    assert abs(chi_square(seeds, 64, total) - 63) < 5 * 128**0.5


def test_both_halves_of_a_long_seed_count() -> None:
    assert draw_number(1, 1) != draw_number(1 + (1 << 32), 1)
    assert draw_number(1, 1) != draw_number(1 + (1 << 63), 1)
