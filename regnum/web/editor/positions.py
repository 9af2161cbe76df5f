"""Positions set up by hand: their JSON, changes to them, and the pieces that can be placed on a board.

Everything is derived from the schemas of a game's fields (`Codec.schema`), so it works for every game. A value has a
path, such as "troops/0/kiev"; a change is a line with a verb, a path and a value.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from secrets import randbits
from typing import Any, Final

import msgspec

from regnum.core.field_schema import FLAG, LIST, NUMBER, ONE_OF, RECORD, SEAT, SET_OF, TABLE, FieldSchema
from regnum.core.game import Game
from regnum.core.json_values import as_list, as_object, read_json
from regnum.core.rules.step import parameters

MAX_CHARS: Final = 24_000
"""The maximum number of characters in a position's text, which still fits into a form when encoded."""
MAX_VALUES: Final = 2_000
"""The maximum number of values in a position, including nested ones: four times what any game needs."""
MAX_LIST_LENGTH: Final = 200
MAX_DEPTH: Final = 20
STACK: Final = "stack"
MIN_PLACE_SHARE: Final = 0.8
"""The fraction of a list's names that must be places on the board for its values to be placed there."""

Position = dict[str, Any]


class PositionError(Exception):
    """A change cannot be made, or a text is not a position; `key` names the message."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key: Final = key


def new_position(game: Game, players: int, options: Mapping[str, object]) -> Position:
    """Return the position of a new game with a random seed."""
    return game.begin(players, randbits(53), options).to_dict()


def position_text(position: Position) -> str:
    """Return a position as text."""
    return json.dumps(position, ensure_ascii=False, separators=(",", ":"))


def read_position(game: Game, text: str) -> Position:
    """Return the position in a text, with a valid setup; raises PositionError if it is not a position of this game."""
    if len(text) > MAX_CHARS:
        raise PositionError("too_long")
    try:
        position = as_object(read_json(text))
    except ValueError:
        raise PositionError("not_a_position") from None
    if position is None or "game" not in position:
        raise PositionError("not_a_position")
    if _is_huge(position):
        raise PositionError("too_long")
    if position["game"] != game.id:
        raise PositionError("other_game")
    options = as_object(position.get("options"))
    try:
        if options is None or position.get("facts", {}) != game.facts:
            raise ValueError
        setup = game.read_setup(position.get("players"), position.get("seed"), options)
    except ValueError:
        raise PositionError("unsupported_setup") from None
    if not isinstance(position.get(STACK, []), list):
        raise PositionError("not_a_position")
    return {**position, "options": setup, "observer": "full"}


def _is_huge(position: Position) -> bool:
    """Return whether a position has more values than any game needs, whose form fields would take minutes to build."""
    count = 0
    level: list[Any] = [position]
    for _ in range(MAX_DEPTH):
        inner = [as_list(value) or list((as_object(value) or {}).values()) for value in level]
        count += len(level)
        level = [value for values in inner for value in values]
        if count + len(level) > MAX_VALUES or any(len(values) > MAX_LIST_LENGTH for values in inner):
            return True
    return bool(level)


def schemas(game: Game, position: Position) -> dict[str, FieldSchema]:
    """Return the schemas of a position's fields by name."""
    fields = game.blank_state(position["players"], 0, position["options"]).FIELDS
    return {name: codec.schema() for name, codec in fields.items()}


def apply_change(game: Game, position: Position, line: str) -> Position:
    """Return a changed copy of a position; raises PositionError if the change cannot be made."""
    after = deepcopy(position)  # `read_position` has limited its depth and size
    verb, _, rest = line.partition(" ")
    path, _, value = rest.partition(" ")
    try:
        if verb == "step":
            after[STACK].insert(0, {"step": path, **dict.fromkeys(parameters(game.steps[path]), 0)})
        elif path.partition("/")[0] == STACK:
            _change_step(game, after[STACK], verb, path.split("/")[1:], value)
        else:
            _change_field(game, after, verb, path.split("/"), value)
    except (LookupError, ValueError, TypeError, AttributeError, RecursionError):
        raise PositionError("bad_change") from None
    return after


def _change_step(game: Game, stack: list[Any], verb: str, parts: list[str], value: str) -> None:
    at = int(parts[0])
    if verb == "take":
        del stack[at]
    elif verb == "set" and parts[1] in parameters(game.steps[stack[at]["step"]]):
        stack[at][parts[1]] = value == "true" if value in ("true", "false") else int(value)
    else:
        raise ValueError(verb)


def _change_field(game: Game, after: Position, verb: str, parts: list[str], value: str) -> None:
    sides = game.sides(after["players"])
    own = schemas(game, after)
    schema = own[parts[0]]
    holder: Any = after
    key: Any = parts[0]
    holder.setdefault(key, schema.empty(sides))
    for part in parts[1:]:
        holder = holder[key]
        if schema.kind == LIST:
            key, schema = range(len(holder))[int(part)], schema.inner()
        elif schema.kind == TABLE:
            key, schema = schema.names[schema.names.index(part)], schema.inner()
            holder.setdefault(key, schema.empty(sides))
        else:
            key, schema = part, schema.parts[part]
    _apply_verb(schema, holder, key, verb, value, sides)
    after[parts[0]] = _without_empty(own[parts[0]], after[parts[0]])


def _apply_verb(schema: FieldSchema, holder: Any, key: Any, verb: str, value: str, sides: int) -> None:
    current = holder[key]
    if verb == "set":
        holder[key] = parse_value(schema, value)
    elif verb == "clear":
        holder[key] = schema.empty(sides)
    elif verb == "be":  # create an optional record
        holder[key] = {name: part.empty(sides) for name, part in schema.parts.items()}
    elif verb in ("more", "less") and schema.kind == NUMBER:
        holder[key] = min(max(current + (1 if verb == "more" else -1), schema.low), schema.high)
    elif verb == "put" and schema.kind == SET_OF:
        names = {*current, _find_name(schema, value)}
        holder[key] = [name for name in schema.names if name in names]
    elif verb == "take" and schema.kind == SET_OF:
        holder[key] = [name for name in current if str(name) != value]
    elif verb == "put" and schema.kind == LIST and schema.length < -1:
        current.append(parse_value(schema.inner(), value) if value else schema.inner().empty(sides))
    elif verb == "take" and schema.kind == LIST and schema.length < -1:
        del current[range(len(current))[int(value)]]
    else:
        raise ValueError(verb)


def parse_value(schema: FieldSchema, text: str) -> Any:
    """Return a typed or chosen value; raises ValueError if it is not valid."""
    if schema.optional and not text:
        return None
    if schema.kind == NUMBER:
        return int(text)
    if schema.kind == FLAG:
        return text == "true"
    if schema.kind == SEAT:
        return int(text)
    if schema.kind == ONE_OF:
        return _find_name(schema, text)
    return read_json(text)


def _find_name(schema: FieldSchema, text: str) -> Any:
    return next(name for name in schema.names if str(name) == text) if text in map(str, schema.names) else _reject(text)


def _reject(text: str) -> Any:
    raise ValueError(text)


def _without_empty(schema: FieldSchema, value: Any) -> Any:
    """Return a value without the empty entries of its tables, as positions are written."""
    if schema.kind == LIST:
        return [_without_empty(schema.inner(), item) for item in as_list(value) or []]
    if schema.kind == TABLE:
        inner = {name: _without_empty(schema.inner(), item) for name, item in value.items()}
        return {name: item for name, item in inner.items() if item and (not as_list(item) or any(item))}
    return value


# Placing things on the board.


class Brush(msgspec.Struct, frozen=True):
    """A thing that can be placed on the board. `path`: has * for the place; `value`: the value to set, if fixed."""

    path: str
    kind: str
    names: list[str]
    value: str = ""


def brushes(own: Mapping[str, FieldSchema], fields: Sequence[str], sides: int, on_board: frozenset[str]) -> list[Brush]:
    """Return the brushes of these fields (of all fields if the list is empty) for a board with these place names."""
    brushes: list[Brush] = []
    for name in fields or own:
        brushes += _brushes(own[name], name, sides, lambda names: _are_on_board(names, on_board))
    return brushes


def _are_on_board(names: list[str | int], on_board: frozenset[str]) -> bool:
    return bool(names) and sum(str(name) in on_board for name in names) >= MIN_PLACE_SHARE * len(names)


def _brushes(
    schema: FieldSchema, path: str, sides: int, are_places: Callable[[list[str | int]], bool]
) -> Iterator[Brush]:
    names = [str(name) for name in schema.names]
    if schema.kind in (SET_OF, ONE_OF):
        if are_places(schema.names):
            yield Brush(path, schema.kind, names)
    elif schema.kind in (LIST, TABLE) and are_places(schema.names):
        yield from _brushes_of_values(schema.inner(), f"{path}/*", sides, names)
    elif schema.kind == TABLE:
        for name in names:
            yield from _brushes(schema.inner(), f"{path}/{name}", sides, are_places)
    elif schema.kind == LIST:
        for at in range(schema.count(sides)):
            yield from _brushes(schema.inner(), f"{path}/{at}", sides, are_places)


def _brushes_of_values(inner: FieldSchema, path: str, sides: int, places: list[str]) -> Iterator[Brush]:
    """Yield a brush for each value that a place can have, or one for a number, which counts up and down."""
    if inner.kind == NUMBER:
        yield Brush(path, NUMBER, places)
    elif inner.kind in (ONE_OF, SEAT):
        for value in inner.names if inner.kind == ONE_OF else range(sides):
            yield Brush(path, "value", places, str(value))


def brush_change(own: Mapping[str, FieldSchema], brush: Brush, place: str, remove: bool) -> str:
    """Return the change that places or removes what a brush paints.

    Raises PositionError if the place is unknown.
    """
    if place not in brush.names:
        raise PositionError("bad_change")
    if brush.kind == SET_OF:
        return f"{'take' if remove else 'put'} {brush.path} {place}"
    if brush.kind == ONE_OF:
        return f"clear {brush.path}" if remove else f"set {brush.path} {place}"
    schema = own[brush.path.partition("/")[0]]
    for part in brush.path.split("/")[1:-1]:
        schema = schema.parts[part] if schema.kind == RECORD else schema.inner()
    at = str(brush.names.index(place)) if schema.kind == LIST else place
    path = brush.path.replace("*", at)
    if brush.kind == NUMBER:
        return f"{'less' if remove else 'more'} {path}"
    return f"clear {path}" if remove else f"set {path} {brush.value}"
