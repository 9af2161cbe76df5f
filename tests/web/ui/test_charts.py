"""Charts of chances and points: positions of lines, marks and names."""

import pytest

from regnum.web.ui import bar_chart
from regnum.web.ui.line_chart import (
    CHANCES_CHART,
    ChartScale,
    ChartSize,
    Point,
    chance_scale,
    chart_lines,
    labelled_values,
    point_scale,
    sample_points,
    to_steps,
    turning_points,
)

EVEN = [0.5, 0.5]
SQUARE = ChartSize(100, 100, 0, 0, 0, 0)


def flat(count: int) -> list[Point]:
    """Return a game without changes: one more entry at each point."""
    return [(number, EVEN) for number in range(count)]


def swinging(*changes: float) -> list[Point]:
    """Return the chances of two sides that change by these amounts."""
    curve: list[Point] = [(0, EVEN)]
    for number, change in enumerate(changes, 1):
        first, second = curve[-1][1]
        curve.append((number, [first + change, second - change]))
    return curve


def test_chart_of_chances_leaves_room_for_labels() -> None:
    scale = chance_scale(flat(11))
    assert [scale.x(number) for number in (0, 5, 10)] == [64.0, 344.0, 624.0]
    assert labelled_values(scale) == [(0, 230.0), (25, 176.0), (50, 122.0), (75, 68.0), (100, 14.0)]


def test_game_without_entries_has_a_chart() -> None:
    assert chance_scale(flat(1)).x(0) == CHANCES_CHART.left
    assert point_scale([(0, [0, 0])], SQUARE) == ChartScale(SQUARE, 0, 0, 1)
    assert ChartScale(SQUARE, 1, 3.0, 3.0).y(3.0) == 100.0


def test_coordinates_are_rounded_to_tenths() -> None:
    scale = ChartScale(ChartSize(100, 50, 0, 0, 0, 0), 3)
    assert [scale.x(1), scale.x(2)] == [33.3, 66.7]
    assert scale.y(1 / 3) == 33.3
    assert ChartScale(SQUARE, 1).x(1) == 100.0
    assert [ChartScale(SQUARE, 1, -5.0, 15.0).y(value) for value in (-5, 5, 15)] == [100.0, 50.0, 0.0]
    assert ChartScale(SQUARE, 1, 0.0, 0.5).y(0.5) == 0.0


@pytest.mark.parametrize(
    ("low", "high", "named"),
    [
        (0, 1, [0, 25, 50, 75, 100]),
        (0, 2, [0, 1, 2]),
        (0, 5, [0, 1, 2, 3, 4, 5]),
        (0, 6, [0, 2, 4, 6]),
        (0, 10, [0, 2, 4, 6, 8, 10]),
        (0, 11, [0, 5, 10, 15]),
        (0, 26, [0, 10, 20, 30]),
        (0, 51, [0, 20, 40, 60]),
        (0, 101, [0, 25, 50, 75, 100, 125]),
        (0, 126, [0, 50, 100, 150]),
        (0, 251, [0, 100, 200, 300]),
        (0, 501, [0, 200, 400, 600]),
        (0, 1001, [0, 250, 500, 750, 1000, 1250]),
        (0, 1251, [0, 500, 1000, 1500]),
        (0, 3001, [0, 500, 1000, 1500, 2000, 2500, 3000, 3500]),
        (-1, 4, [-1, 0, 1, 2, 3, 4]),
        (3, 5, [0, 1, 2, 3, 4, 5]),
        (-7, 12, [-10, -5, 0, 5, 10, 15]),
    ],
)
def test_chart_of_points_labels_few_round_numbers(low: int, high: int, named: list[int]) -> None:
    scale = point_scale([(0, [0, 0]), (9, [low, high])], SQUARE)
    assert [value for value, _ in labelled_values(scale)] == named
    if named[-1] != 100 or high > 1:
        assert (scale.low, scale.high, scale.last) == (named[0], named[-1], 9)


def test_constant_values_are_drawn_as_level_lines() -> None:
    course = [(0, [0]), (1, [2]), (3, [2]), (4, [5])]
    assert to_steps(course) == [(0, [0]), (1, [2]), (2, [2]), (3, [2]), (4, [5])]


def test_marks_of_sides_do_not_overlap() -> None:
    curve = flat(91)
    first, second = chart_lines(curve, ChartScale(ChartSize(910, 100, 0, 10, 0, 0), 90))
    assert first.points.split(" ")[:2] == ["0.0,50.0", "10.0,50.0"]
    assert [x for x, _ in first.marks] == [0, 100, 200, 300, 400, 500, 600, 700, 800, 900]
    assert [x for x, _ in second.marks] == [50, 150, 250, 350, 450, 550, 650, 750, 850, 900]
    close, _ = chart_lines(curve, ChartScale(ChartSize(126, 100, 0, 0, 0, 0), 90))
    assert [x for x, _ in close.marks][-2:] == [98.0, 126.0], "112 is as close to the end as the width of a mark"
    wider, _ = chart_lines(curve, ChartScale(ChartSize(135, 100, 0, 0, 0, 0), 90))
    assert [x for x, _ in wider.marks][-2:] == [120.0, 135.0]


def test_short_game_has_a_mark_at_each_point() -> None:
    (one, *_) = chart_lines(flat(4), ChartScale(ChartSize(300, 100, 0, 0, 0, 0), 3))
    assert [x for x, _ in one.marks] == [0, 100, 200, 300]


def test_long_table_is_cut_to_fourteen_rows() -> None:
    assert [number for number, _ in sample_points(flat(131))] == list(range(0, 131, 10))
    assert sample_points(flat(5)) == flat(5)


def test_turning_points_are_the_largest_changes_in_game_order() -> None:
    curve = swinging(0.09, 0, 0, -0.3, 0, 0, 0.1, 0, 0, -0.2, 0, 0, 0.11, 0, 0, -0.1)
    actual = turning_points(curve)
    assert [(turn.before, turn.after) for turn in actual] == [(3, 4), (6, 7), (9, 10), (12, 13)]
    assert [round(turn.changes[0], 2) for turn in actual] == [-0.3, 0.1, -0.2, 0.11]
    assert [turn.x for turn in actual] == [chance_scale(curve).x(turn.after) for turn in actual]


def test_largest_of_nearby_turning_points_is_named() -> None:
    assert [turn.after for turn in turning_points(swinging(0.1, 0, 0.2, 0, 0, 0.1))] == [3, 6]


def test_turning_point_requires_a_change_of_eight_per_cent() -> None:
    assert [turn.after for turn in turning_points([(0, [0.0, 0.08]), (1, [0.08, 0.0])])] == [1]
    assert turning_points([(0, [0.0, 0.079]), (1, [0.079, 0.0])]) == []


def test_bar_shows_its_points_if_there_is_room() -> None:
    (bar,) = bar_chart.bars([{"a": 21, "b": 19, "c": 2, "d": 1}], 43)
    assert [part.has_label for part in bar.parts] == [True, True, False, False]
    (narrow,) = bar_chart.bars([{"a": 17, "b": 16}], 33)
    assert [part.has_label for part in narrow.parts] == [True, False], "two digits need 17"


def test_empty_and_negative_bars_stay_in_the_chart() -> None:
    nothing, lost = bar_chart.bars([{"a": 0}, {"a": 1, "b": -3}], 100)
    assert (nothing.parts, nothing.end, nothing.total) == ([], 0.0, 0)
    assert (lost.end, lost.total, lost.lost) == (100.0, -2, 100.0)


def test_bar_widths_are_rounded_to_tenths() -> None:
    (bar,) = bar_chart.bars([{"a": 1, "b": 2, "c": -1}], 100)
    assert [(part.x, part.width) for part in bar.parts] == [(0.0, 33.3), (33.3, 66.7)]
    assert (bar.end, bar.lost) == (100.0, 33.3)
    (short, _) = bar_chart.bars([{"a": 1}, {"a": 3}], 100)
    assert short.end == 33.3


def test_surplus_reasons_reuse_colours_with_stripes() -> None:
    count = len(bar_chart.FILLS)
    assert bar_chart.fill(count + 1) == bar_chart.fill(1) != bar_chart.fill(0)
    assert [bar_chart.has_stripes(number) for number in (0, count - 1, count, 2 * count - 1, 2 * count)] == [
        False,
        False,
        True,
        True,
        False,
    ]
