"""Changes and limits of edited positions, and the things that can be placed on a board, from made-up schemas."""

import json
from typing import Any

import pytest

from regnum.core.field_schema import FLAG, LIST, NUMBER, ONE_OF, RECORD, SEAT, SET_OF, TABLE, TEXT, FieldSchema
from regnum.games import find_game
from regnum.web.editor import positions
from regnum.web.editor.positions import (
    MAX_CHARS,
    MAX_VALUES,
    Brush,
    PositionError,
    brush_change,
    brushes,
    parse_value,
    position_text,
    read_position,
)

PLACES = ("north", "south", "east", "west", "centre")
COUNT = FieldSchema(NUMBER, low=1, high=3)
COLOUR = FieldSchema(ONE_OF, ["red", "blue"])
NUMBERED = FieldSchema(SET_OF, [10, 20, 30])
KHAN = find_game("khan")


def change(schema: FieldSchema, value: Any, verb: str, text: str = "", sides: int = 2) -> Any:
    """Return a value after a change; ValueError if that is impossible."""
    holder = {"it": value}
    positions._apply_verb(schema, holder, "it", verb, text, sides)
    return holder["it"]


def refuses(schema: FieldSchema, value: Any, verb: str, text: str = "") -> bool:
    try:
        change(schema, value, verb, text)
    except (ValueError, LookupError):
        return True
    return False


@pytest.mark.parametrize(("verb", "values"), [("more", [2, 3, 3]), ("less", [1, 1, 2])])
def test_number_counts_within_its_limits(verb: str, values: list[int]) -> None:
    assert [change(COUNT, value, verb) for value in (1, 2, 3)] == values
    assert refuses(COLOUR, "red", verb)


def test_set_is_in_the_order_of_its_names() -> None:
    assert change(NUMBERED, [30, 10], "put", "20") == [10, 20, 30]
    assert change(NUMBERED, [10], "put", "10") == [10]
    assert change(NUMBERED, [10, 20, 30], "take", "20") == [10, 30]
    assert change(NUMBERED, [10], "take", "20") == [10]
    assert refuses(NUMBERED, [], "put", "40")


def test_only_lists_of_any_length_grow() -> None:
    pile = FieldSchema(LIST, item=COLOUR, length=-2)
    assert change(pile, ["red"], "put", "blue") == ["red", "blue"]
    assert change(FieldSchema(LIST, item=COUNT, length=-2), [3], "put") == [3, 1]
    assert change(pile, ["red", "blue"], "take", "0") == ["blue"]
    assert change(pile, ["red", "blue"], "take", "-1") == ["red"]
    assert refuses(pile, ["red", "blue"], "take", "2")
    for length in (-1, 0, 2):
        fixed = FieldSchema(LIST, item=COLOUR, length=length)
        assert refuses(fixed, ["red", "blue"], "put", "blue")
        assert refuses(fixed, ["red", "blue"], "take", "0")


def test_value_is_set_cleared_or_created() -> None:
    record = FieldSchema(RECORD, parts={"count": COUNT, "flag": FieldSchema(FLAG)}, optional=True)
    assert change(record, None, "be") == {"count": 1, "flag": False}
    assert change(record, {"count": 3, "flag": True}, "clear") is None
    assert change(COUNT, 3, "clear") == 1
    assert change(FieldSchema(LIST, item=COUNT, length=-1), [3, 3], "clear", sides=3) == [1, 1, 1]
    assert change(COUNT, 1, "set", "3") == 3
    assert refuses(COUNT, 1, "dance")


def test_text_is_parsed_by_its_schema() -> None:
    assert [parse_value(FieldSchema(FLAG), text) for text in ("true", "false", "")] == [True, False, False]
    assert (parse_value(COUNT, "2"), parse_value(FieldSchema(SEAT), "1")) == (2, 1)
    assert (parse_value(COLOUR, "blue"), parse_value(FieldSchema(ONE_OF, [10, 20]), "20")) == ("blue", 20)
    assert parse_value(FieldSchema(TEXT), '{"a": [1]}') == {"a": [1]}
    for schema in (COUNT, FieldSchema(SEAT), COLOUR, FieldSchema(TEXT)):
        optional = FieldSchema(schema.kind, schema.names, optional=True)
        assert parse_value(optional, "") is None
        assert refuses(schema, None, "set", "")


def test_empty_entries_of_tables_are_left_out() -> None:
    def without_empty(schema: FieldSchema, value: Any) -> Any:
        return positions._without_empty(schema, value)

    table = FieldSchema(TABLE, PLACES, item=COUNT)
    assert without_empty(table, {"north": 0, "south": 2}) == {"south": 2}
    lists = FieldSchema(TABLE, PLACES, item=FieldSchema(LIST, item=COUNT, length=2))
    assert without_empty(lists, {"north": [0, 0], "south": [0, 1], "east": []}) == {"south": [0, 1]}
    nested = FieldSchema(LIST, item=table, length=-1)
    assert without_empty(nested, [{"north": 0}, {"north": 1}]) == [{}, {"north": 1}]
    assert without_empty(COUNT, 0) == 0


# Limits.


def padded(length: int) -> str:
    """Return the text of a new position with this number of characters."""
    position = KHAN.new_state(2, 1).to_dict()
    short = len(position_text({**position, "note": ""}))
    return position_text({**position, "note": "ü" * (length - short)})


def test_position_has_at_most_twenty_four_thousand_characters() -> None:
    assert MAX_CHARS == 24_000
    assert len(padded(24_000)) == 24_000, "letters are not escaped"
    assert read_position(KHAN, padded(24_000))["observer"] == "full"
    with pytest.raises(PositionError, match="too_long"):
        read_position(KHAN, padded(24_001))


def huge(*values: Any) -> bool:
    return positions._is_huge({str(at): value for at, value in enumerate(values)})


def nested(depth: int) -> Any:
    return [nested(depth - 1)] if depth else []


def test_position_has_at_most_two_thousand_values_in_lists_of_two_hundred() -> None:
    assert MAX_VALUES == 2_000
    assert not huge([0] * 200)
    assert huge([0] * 201)
    assert huge({str(number): 0 for number in range(201)})
    full = [[0] * 199 for _ in range(9)]  # with the position and a list for each, 1801 values
    assert not huge(*full, [0] * 198)
    assert huge(*full, [0] * 199)


def test_position_has_at_most_twenty_levels() -> None:
    assert not huge(nested(18))
    assert huge(nested(19))


def test_setup_of_a_position_must_be_possible() -> None:
    position = KHAN.new_state(2, 1).to_dict()
    assert read_position(KHAN, json.dumps({**position, "observer": 1})) == {**position, "observer": "full"}
    for wrong, key in (
        ({"options": []}, "unsupported_setup"),
        ({"facts": {"x": 1}}, "unsupported_setup"),
        ({"stack": {}}, "not_a_position"),
        ({"seed": "x"}, "unsupported_setup"),
    ):
        with pytest.raises(PositionError, match=key):
            read_position(KHAN, json.dumps({**position, **wrong}))


# Brushes.


def all_brushes(**own: FieldSchema) -> list[Brush]:
    return brushes(own, [], 2, frozenset(PLACES))


def test_things_with_places_can_be_placed() -> None:
    names: list[str] = list(PLACES)
    placed = FieldSchema(SET_OF, PLACES)
    assert all_brushes(
        yurts=placed,
        leader=FieldSchema(ONE_OF, PLACES),
        troops=FieldSchema(LIST, item=FieldSchema(TABLE, PLACES, item=COUNT), length=-1),
        owner=FieldSchema(TABLE, PLACES, item=FieldSchema(SEAT)),
        tiles=FieldSchema(LIST, PLACES, item=COLOUR, length=5),
        kinds=FieldSchema(TABLE, ["church"], item=placed),
        cards=COLOUR,
        coins=COUNT,
    ) == [
        Brush("yurts", SET_OF, names),
        Brush("leader", ONE_OF, names),
        Brush("troops/0/*", NUMBER, names),
        Brush("troops/1/*", NUMBER, names),
        Brush("owner/*", "value", names, "0"),
        Brush("owner/*", "value", names, "1"),
        Brush("tiles/*", "value", names, "red"),
        Brush("tiles/*", "value", names, "blue"),
        Brush("kinds/church", SET_OF, names),
    ]


def test_four_fifths_of_the_names_must_be_places() -> None:
    def count(*names: str) -> int:
        return len(all_brushes(it=FieldSchema(SET_OF, names)))

    assert count(*PLACES[:4], "reserve") == 1
    assert count(*PLACES[:3], "reserve") == 0
    assert count(*PLACES, "reserve", "supply") == 0
    assert count() == 0


def test_only_the_named_fields_have_brushes() -> None:
    own = {name: FieldSchema(SET_OF, PLACES) for name in ("a", "b", "c")}
    assert [brush.path for brush in brushes(own, ["c", "a"], 2, frozenset(PLACES))] == ["c", "a"]


def test_brush_places_and_removes() -> None:
    own = {
        "yurts": FieldSchema(SET_OF, PLACES),
        "leader": FieldSchema(ONE_OF, PLACES),
        "troops": FieldSchema(LIST, item=FieldSchema(TABLE, PLACES, item=COUNT), length=-1),
        "tiles": FieldSchema(LIST, PLACES, item=COLOUR, length=5),
    }
    lines = {
        brush.path + brush.value: [brush_change(own, brush, "east", remove) for remove in (False, True)]
        for brush in all_brushes(**own)
    }
    assert lines == {
        "yurts": ["put yurts east", "take yurts east"],
        "leader": ["set leader east", "clear leader"],
        "troops/0/*": ["more troops/0/east", "less troops/0/east"],
        "troops/1/*": ["more troops/1/east", "less troops/1/east"],
        "tiles/*red": ["set tiles/2 red", "clear tiles/2"],
        "tiles/*blue": ["set tiles/2 blue", "clear tiles/2"],
    }
    with pytest.raises(PositionError, match="bad_change"):
        brush_change(own, Brush("yurts", SET_OF, list(PLACES)), "nowhere", False)
