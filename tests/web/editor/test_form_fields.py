"""Form fields of the position editor: each kind of schema, its choices, and the names of values and errors."""

from collections.abc import Sequence
from typing import Any

import pytest

from regnum.core.field_schema import FLAG, LIST, NUMBER, ONE_OF, RECORD, SEAT, SET_OF, TABLE, TEXT, FieldSchema
from regnum.games import find_game
from regnum.web.editor import view as editor_view
from regnum.web.editor.positions import Brush
from regnum.web.editor.view import MIN_FOR_SUGGESTIONS, NOTHING, ErrorLine, Labels, Node
from regnum.web.http.i18n import game_words, page_text

COLOURS = FieldSchema(ONE_OF, ["sky_blue", "red", "green"])
COUNT = FieldSchema(NUMBER, low=1, high=9)
THREE = [("sky_blue", "sky blue"), ("red", "red"), ("green", "green")]


@pytest.fixture
def labels() -> Labels:
    """Names of two sides; the words of Khan have none of the names in these tests."""
    return Labels(game_words(find_game("khan"), "en"), page_text("en"), ["Ann", "Bob"])


def field(labels: Labels, schema: FieldSchema, value: Any) -> Node:
    return editor_view._node(schema, value, "path", "label", labels)


def node(kind: str, **more: Any) -> Node:
    return Node(kind, "path", "label", **more)


def many(count: int) -> FieldSchema:
    return FieldSchema(ONE_OF, [f"thing_{number}" for number in range(count)])


def test_number_has_its_limits(labels: Labels) -> None:
    assert field(labels, COUNT, 4) == node(NUMBER, value="4", text="4", low=1, high=9)


@pytest.mark.parametrize(("value", "text"), [(True, "yes"), (False, "no")])
def test_flag_is_shown_in_words(labels: Labels, value: bool, text: str) -> None:
    assert field(labels, FieldSchema(FLAG), value) == node(FLAG, value=str(value).lower(), text=text)


@pytest.mark.parametrize(("value", "chosen", "text"), [(0, "0", "Ann"), (1, "1", "Bob"), (None, "", NOTHING)])
def test_seat_is_chosen_by_name(labels: Labels, value: int | None, chosen: str, text: str) -> None:
    sides = [("0", "Ann"), ("1", "Bob")]
    for optional in (True, False):
        expected = node(SEAT, value=chosen, text=text, choices=sides, is_optional=optional)
        assert field(labels, FieldSchema(SEAT, optional=optional), value) == expected


@pytest.mark.parametrize(("value", "text"), [("sky_blue", "sky blue"), ("red", "red"), (None, NOTHING)])
def test_choice_is_one_of_all_names(labels: Labels, value: str | None, text: str) -> None:
    for optional in (True, False):
        schema = FieldSchema(ONE_OF, COLOURS.names, optional=optional)
        expected = node(ONE_OF, value=value or "", text=text, choices=THREE, is_optional=optional)
        assert field(labels, schema, value) == expected


@pytest.mark.parametrize("chosen", [(), (1,), (2, 0), (0, 1, 2)])
def test_set_offers_the_names_that_are_not_in_it(labels: Labels, chosen: Sequence[int]) -> None:
    chips = [THREE[at] for at in chosen]
    left = [choice for choice in THREE if choice not in chips]
    text = {0: NOTHING, 1: "red", 2: "green, sky blue", 3: "sky blue, red, green"}[len(chosen)]
    expected = node(SET_OF, text=text, chips=chips, choices=left)
    assert field(labels, FieldSchema(SET_OF, COLOURS.names), [COLOURS.names[at] for at in chosen]) == expected


def test_set_of_seats_shows_names(labels: Labels) -> None:
    schema = FieldSchema(SET_OF, [0, 1], seats=True)
    assert field(labels, schema, [1]) == node(SET_OF, text="Bob", chips=[("1", "Bob")], choices=[("0", "Ann")])


def test_pile_has_its_values_by_place_and_offers_all_names(labels: Labels) -> None:
    pile = FieldSchema(LIST, item=COLOURS, length=-2)
    full = node("pile", text="red, –, red", chips=[("0", "red"), ("1", NOTHING), ("2", "red")], choices=THREE)
    assert field(labels, pile, ["red", None, "red"]) == full
    assert field(labels, pile, []) == node("pile", text=NOTHING, choices=THREE)


def test_list_has_a_field_for_each_value(labels: Labels) -> None:
    def inner(at: int, label: str, value: int) -> Node:
        return Node(NUMBER, f"path/{at}", label, value=str(value), text=str(value), low=1, high=9)

    named = FieldSchema(LIST, names=["red_tower", "keep"], item=COUNT, length=3)
    items = [inner(0, "red tower", 4), inner(1, "keep", 5), inner(2, "3", 6)]
    assert field(labels, named, [4, 5, 6]) == node(LIST, text="4 · 5 · 6", items=items)
    by_side = FieldSchema(LIST, item=COUNT, length=-1)
    assert field(labels, by_side, [4, 5]) == node(LIST, text="4 · 5", items=[inner(0, "Ann", 4), inner(1, "Bob", 5)])
    growing = FieldSchema(LIST, item=COUNT, length=-2)
    assert field(labels, growing, [4]) == node(LIST, text="4", items=[inner(0, "1", 4)], can_grow=True)
    assert field(labels, growing, []) == node(LIST, text=NOTHING, can_grow=True)
    fixed = field(labels, FieldSchema(LIST, item=COLOURS, length=1), ["red"])
    assert (fixed.kind, fixed.text, fixed.can_grow) == (LIST, "red", False)


def test_list_of_lists_names_its_parts(labels: Labels) -> None:
    pairs = FieldSchema(LIST, item=FieldSchema(LIST, item=COUNT, length=2), length=-1)
    assert field(labels, pairs, [[4, 5], [6, 7]]).text == "Ann 4 · 5 · Bob 6 · 7"
    piles = FieldSchema(LIST, item=FieldSchema(LIST, item=COLOURS, length=-2), length=-1)
    assert field(labels, piles, [["red"], []]).text == "Ann red · –"


def test_table_has_a_field_for_each_name_and_lists_those_with_values(labels: Labels) -> None:
    schema = FieldSchema(TABLE, ["red_tower", "keep"], item=COUNT)

    def inner(name: str, label: str, value: int) -> Node:
        return Node(NUMBER, f"path/{name}", label, value=str(value), text=str(value), low=1, high=9)

    items = [inner("red_tower", "red tower", 1), inner("keep", "keep", 5)]
    assert field(labels, schema, {"keep": 5}) == node(LIST, text="keep 5", items=items)
    assert field(labels, schema, {}).text == NOTHING


def test_record_has_its_parts_or_nothing(labels: Labels) -> None:
    parts = {"tall_tower": COUNT, "colour": COLOURS}
    for optional in (True, False):
        shown = field(labels, FieldSchema(RECORD, parts=parts, optional=optional), {"tall_tower": 4, "colour": "red"})
        assert (shown.kind, shown.text, shown.is_optional) == (RECORD, "4, red", optional)
        assert [(item.path, item.label) for item in shown.items] == [
            ("path/tall_tower", "tall tower"),
            ("path/colour", "colour"),
        ]
    assert field(labels, FieldSchema(RECORD, parts=parts, optional=True), None) == node(
        RECORD, text=NOTHING, is_optional=True
    )


@pytest.mark.parametrize(
    ("schema", "value", "text"),
    [
        (FieldSchema(TEXT), [1], "[1]"),
        (FieldSchema(LIST, item=COUNT, length=2), 7, "7"),
        (FieldSchema(RECORD, parts={"count": COUNT}), {}, "{}"),
    ],
)
def test_value_that_does_not_fit_is_shown_as_text(labels: Labels, schema: FieldSchema, value: Any, text: str) -> None:
    assert field(labels, schema, value) == node(TEXT, value=text, text=text)


def test_thirty_names_are_suggestions_that_equal_fields_share(labels: Labels) -> None:
    assert MIN_FOR_SUGGESTIONS == 30
    few = field(labels, many(29), "thing_1")
    assert (len(few.choices), few.suggestions_id) == (29, "")
    assert labels.proposals == {}
    first, other, same = (field(labels, schema, "thing_1") for schema in (many(30), many(31), many(30)))
    assert [(shown.choices, shown.suggestions_id) for shown in (first, other, same)] == [
        ([], "names-0"),
        ([], "names-1"),
        ([], "names-0"),
    ]
    assert {id_: len(names) for id_, names in labels.proposals.items()} == {"names-0": 30, "names-1": 31}


def test_side_without_a_name_is_a_number(labels: Labels) -> None:
    assert [labels.seat(number) for number in (0, 1, 2, -1, "red")] == ["Ann", "Bob", "2", "-1", "red"]


def test_error_names_the_value(labels: Labels) -> None:
    own = {
        "boats": FieldSchema(LIST, item=FieldSchema(TABLE, ["fur"], item=COUNT), length=-1),
        "great_tax": FieldSchema(RECORD, parts={"late_bid": COUNT}),
    }
    assert [
        editor_view._error_line(error, own, labels)
        for error in (
            "boats: too many",
            "boats[1].fur: 12 is too much",
            "great_tax.late_bid: no: really",
            "stack[2]: unknown",
            "elsewhere: wrong",
            "no field at all",
        )
    ] == [
        ErrorLine("boats", "boats", "too many"),
        ErrorLine("boats", "boats, Bob, fur", "12 is too much"),
        ErrorLine("great_tax", "great tax, late bid", "no: really"),
        ErrorLine("stack", f"{labels.field('stack')}, 2", "unknown"),
        ErrorLine("", "", "elsewhere: wrong"),
        ErrorLine("", "", "no field at all"),
    ]


def test_brush_names_its_field_and_value(labels: Labels) -> None:
    own = {
        "boats": FieldSchema(LIST, item=FieldSchema(TABLE, ["fur_coat"], item=COUNT), length=-1),
        "holders": FieldSchema(TABLE, ["keep"], item=FieldSchema(SEAT)),
        "places": FieldSchema(TABLE, ["keep"], item=COLOURS),
    }
    names = [
        editor_view._brush_name(own, Brush(path, kind, [], value), labels)
        for path, kind, value in (
            ("boats/1/*", NUMBER, ""),
            ("boats/0/fur_coat", NUMBER, ""),
            ("holders/*", SEAT, "1"),
            ("places/*", ONE_OF, "sky_blue"),
            ("places", SET_OF, ""),
        )
    ]
    assert names == ["boats: Bob", "boats: Ann, fur coat", "holders: Bob", "places: sky blue", "places"]
