"""The view of the position editor: the board, the position's errors, and a form field for every value."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

import msgspec
from markupsafe import Markup

from regnum.core.field_schema import FLAG, LIST, NUMBER, ONE_OF, RECORD, SEAT, SET_OF, TABLE, TEXT, FieldSchema
from regnum.core.game import Game
from regnum.core.rules.position import check_position
from regnum.core.rules.state import SPECTATOR, State
from regnum.core.rules.step import parameters
from regnum.core.text import narrator
from regnum.core.text.words import Words, upfirst
from regnum.view import view_of
from regnum.web.board.empty_board import empty_board_for
from regnum.web.editor import positions
from regnum.web.editor.positions import Brush, Position, position_text
from regnum.web.http.i18n import Text, game_words
from regnum.web.ui.templates import ENVIRONMENT

MIN_FOR_SUGGESTIONS: Final = 30
"""If there are at least this many names, a text field with suggestions replaces the list of choices."""
NOTHING: Final = "–"
_SYMBOL: Final = re.compile(r"<symbol\b.*?</symbol>", re.S)
_ID: Final = re.compile(r'\bid="([\w-]+)"')
_WHERE: Final = re.compile(r"(\w+)((?:\[\d+\]|\.\w+|\[\w+\])*): (.*)", re.S)
_CONTROL: Final = re.compile(r' (?:role="button"|tabindex="0"|data-target="[^"]*"|data-shows="[^"]*")')

Choices = list[tuple[str, str]]


class Node(msgspec.Struct, frozen=True):
    """A form field for a value of a position: its kind, path, name and current value.

    `choices`: the possible values, or `suggestions_id`: the id of a list of suggestions. `items`: the fields of nested
    values.
    """

    kind: str
    path: str
    label: str
    value: str = ""
    text: str = ""
    choices: Choices = []
    suggestions_id: str = ""
    items: list["Node"] = []
    chips: Choices = []
    low: int = 0
    high: int = 0
    is_optional: bool = False
    can_grow: bool = False


class ErrorLine(msgspec.Struct, frozen=True):
    """An error of a position: its field by name and in words ("": no field), and the message."""

    field: str
    where: str
    message: str


class PositionView(msgspec.Struct, frozen=True):
    """Everything that the page shows of a position. `is_rendered`: whether the game's view was able to render it."""

    text: str
    players: int
    names: list[str]
    pieces: Markup
    panel: Markup
    is_rendered: bool
    errors: list[ErrorLine]
    is_over: bool
    to_act: list[str]
    form_fields: list[Node]
    brushes: list[tuple[int, str]]
    places: list[tuple[str, Choices]]
    proposals: dict[str, Choices]
    steps: list[str]


class Labels:
    """The display names of fields, seats and things."""

    def __init__(self, words: Words, text: Text, names: Sequence[str]) -> None:
        self.words: Final = words
        self.text: Final = text
        self.seats: Final = list(names)
        self._tables: Final[dict[str, dict[str, Any]]] = words.tables.get("name", {})
        self.proposals: Final[dict[str, Choices]] = {}
        self._kinds: Final[dict[int, tuple[FieldSchema, str]]] = {}
        self._choices: Final[dict[int, tuple[FieldSchema, Choices, str]]] = {}
        # Both are keyed by the id of a schema and keep it alive. All values of a list share one schema.

    def field(self, name: str) -> str:
        """Return the name of a field or a part of a record."""
        return self.words.text("field", name, {}) if self.words.has("field", name) else name.replace("_", " ")

    def thing(self, schema: FieldSchema, name: object) -> str:
        """Return the display name of one of a schema's names."""
        if schema.seats:
            return self.seat(name)
        table = self._table_of(schema)
        return upfirst(self.words.name(table, name)) if table else str(name).replace("_", " ")

    def seat(self, number: object) -> str:
        """Return the name of a side."""
        return self.seats[number] if isinstance(number, int) and 0 <= number < len(self.seats) else str(number)

    def _table_of(self, schema: FieldSchema) -> str:
        """Return the key of the words with all of a schema's names (numbers: with no others); "" if there is none."""
        if id(schema) not in self._kinds:
            names = [str(name) for name in schema.names]
            numbers = all(isinstance(name, int) for name in schema.names)
            fitting = (
                kind
                for kind, ids in self._tables.items()
                if all(name in ids for name in names) and (not numbers or len(ids) == len(names))
            )
            self._kinds[id(schema)] = schema, next(fitting, "")
        return self._kinds[id(schema)][1]

    def choices(self, schema: FieldSchema) -> tuple[Choices, str]:
        """Return a schema's choices and ""; if there are many, [] and the id of a list of suggestions."""
        if id(schema) not in self._choices:
            self._choices[id(schema)] = schema, *self._choices_of(schema)
        return self._choices[id(schema)][1:]

    def _choices_of(self, schema: FieldSchema) -> tuple[Choices, str]:
        choices = [(str(name), self.thing(schema, name)) for name in schema.names]
        if len(choices) < MIN_FOR_SUGGESTIONS:
            return choices, ""
        for id_, proposed in self.proposals.items():
            if proposed == choices:
                return [], id_
        id_ = f"names-{len(self.proposals)}"
        self.proposals[id_] = choices
        return [], id_


def position_view(game: Game, position: Position, text: Text) -> PositionView:
    """Return everything that the page shows of a position."""
    words = game_words(game, text.language)
    state, errors = check_position(game, position)
    hues = [upfirst(text(f"colour.hue_{seat}")) for seat in range(state.players)]
    names = narrator.side_names(state, words, hues)
    labels = Labels(words, text, names)
    own = positions.schemas(game, position)
    nodes = [
        _node(schema, position.get(name, schema.empty(state.sides)), name, labels.field(name), labels)
        for name, schema in own.items()
    ]
    pieces, panel, is_rendered = _render(game, state, words, text, names)
    brushes = brushes_of(game, position)
    is_valid = not errors
    return PositionView(
        text=position_text(position),
        players=state.players,
        names=names,
        pieces=pieces,
        panel=panel,
        is_rendered=is_rendered,
        errors=[_error_line(error, own, labels) for error in errors],
        is_over=is_valid and state.is_terminal,
        to_act=[names[seat] for seat in state.players_to_act] if is_valid else [],
        form_fields=[*nodes, _steps(game, position, labels)],
        brushes=[(at, _brush_name(own, brush, labels)) for at, brush in enumerate(brushes)],
        places=_places(own, brushes, labels),
        proposals=labels.proposals,
        steps=list(game.steps),
    )


def brushes_of(game: Game, position: Position) -> list[Brush]:
    """Return the brushes for a position's board."""
    chosen = tuple((name, position["options"][name]) for name in view_of(game).board.base_map_options)
    sides = game.sides(position["players"])
    return positions.brushes(
        positions.schemas(game, position), view_of(game).board.on_board, sides, places(game, chosen)
    )


def _places(own: Mapping[str, FieldSchema], brushes: Sequence[Brush], labels: Labels) -> list[tuple[str, Choices]]:
    """Return each set of places on which things can be put, with the path of a brush for them."""
    groups: list[tuple[str, Choices]] = []
    for brush in brushes:
        schema = _schema_of(own, brush)
        choices = [(str(name), labels.thing(schema, name)) for name in schema.names]
        if all(choices != known for _, known in groups):
            groups.append((brush.path, choices))
    return groups


def _schema_of(own: Mapping[str, FieldSchema], brush: Brush) -> FieldSchema:
    """Return the schema whose names are the places of a brush."""
    name, *parts = brush.path.split("/")
    schema = own[name]
    for part in parts:
        schema = schema if part == "*" else schema.inner()
    return schema


@cache
def places(game: Game, chosen: tuple[tuple[str, object], ...]) -> frozenset[str]:
    """Return the names of the places on a board: the ids of its elements after their first hyphen."""
    if view_of(game).board.size == (0, 0):
        return frozenset()
    land = _SYMBOL.sub("", empty_board_for(game, "en", dict(chosen)))
    return frozenset(id_.partition("-")[2] for id_ in _ID.findall(land))


def _render(game: Game, state: State, words: Words, text: Text, names: list[str]) -> tuple[Markup, Markup, bool]:
    """Return the pieces, the panel, and whether they were rendered: a view may not support impossible positions."""
    seen = state.clone()
    seen.observer = SPECTATOR
    seen.seed = seen.draws = 0
    board_view = view_of(game).board
    width, height = board_view.size
    frame = f'<svg id="pieces" width="{width}" height="{height}" viewBox="0 0 {width} {height}" overflow="visible">'
    try:
        log_context = board_view.log_context([], words, names)
        context = {**board_view.pieces(seen, words, names, []), **log_context, "words": words}
        pieces = ENVIRONMENT.get_template(f"{game.id}/pieces.svg.jinja").render(context)
        around = {"words": words, "names": names, "faces": [""] * len(names), "bots": [""] * len(names), "text": text}
        panel_context = {**board_view.panel(seen, words, names, []), **log_context, **around}
        panel = ENVIRONMENT.get_template(f"{game.id}/panel.html.jinja").render(panel_context)
    except Exception:  # a view may fail on an impossible position
        return Markup(f"{frame}</svg>"), Markup(""), False  # made from our own templates
    return Markup(f"{frame}{_CONTROL.sub('', pieces)}</svg>"), Markup(_CONTROL.sub("", panel)), True


def _error_line(error: str, own: Mapping[str, FieldSchema], labels: Labels) -> ErrorLine:
    """Return an error with its field, from the text of a validation error."""
    match = _WHERE.fullmatch(error)
    if match is None or not (match[1] in own or match[1] == positions.STACK):
        return ErrorLine("", "", error)
    name = match[1]
    parts = re.findall(r"\w+", match[2])
    where = [labels.field(name)]
    schema = own.get(name)
    for part in parts:
        where.append(_part(schema, part, labels))
        schema = (schema.parts.get(part) if schema.kind == RECORD else schema.item) if schema is not None else None
    return ErrorLine(name, ", ".join(where), match[3])


def _part(schema: FieldSchema | None, part: str, labels: Labels) -> str:
    """Return the name of a part of a value."""
    if schema is None:
        return part
    if part.isdecimal() and schema.kind == LIST:
        at = int(part)
        if at < len(schema.names):
            return labels.thing(schema, schema.names[at])
        return labels.seat(at) if schema.length == -1 else str(at + 1)
    return labels.thing(schema, part) if schema.names else labels.field(part)


def _brush_name(own: Mapping[str, FieldSchema], brush: Brush, labels: Labels) -> str:
    name, *parts = brush.path.split("/")
    schema: FieldSchema = own[name]
    names: list[str] = []
    for part in parts:
        if part != "*":
            names.append(_part(schema, part, labels))
        schema = schema.inner()
    if brush.value:
        names.append(labels.seat(int(brush.value)) if schema.kind == SEAT else labels.thing(schema, brush.value))
    return f"{labels.field(name)}: {', '.join(names)}" if names else labels.field(name)


def _steps(game: Game, position: Position, labels: Labels) -> Node:
    """Return the form field of the coming steps."""
    items: list[Node] = []
    for at, step in enumerate(position.get(positions.STACK, [])):
        entry: dict[str, Any] = step if isinstance(step, dict) else {}
        name = str(entry.get("step"))
        kind = game.steps.get(name)
        parts = [
            Node(
                NUMBER,
                f"{positions.STACK}/{at}/{part}",
                part.replace("_", " "),
                value=str(entry.get(part, "")),
                high=1000,
            )
            if part not in (kind.FLAGS if kind else ())
            else Node(FLAG, f"{positions.STACK}/{at}/{part}", part, value=str(bool(entry.get(part))).lower())
            for part in (parameters(kind) if kind else ())
            if not (kind and part in kind.SEATS)
        ]
        seats = [
            Node(SEAT, f"{positions.STACK}/{at}/{part}", part, value=str(entry.get(part, "")), choices=_seats(labels))
            for part in (parameters(kind) if kind else ())
            if kind and part in kind.SEATS
        ]
        items.append(Node("step", str(at), name, items=[*seats, *parts]))
    text = ", ".join(item.label for item in items[:3]) or NOTHING
    return Node("steps", positions.STACK, labels.field(positions.STACK), text=text, items=items)


def _seats(labels: Labels) -> Choices:
    return [(str(seat), name) for seat, name in enumerate(labels.seats)]


def _node(schema: FieldSchema, value: Any, path: str, label: str, labels: Labels) -> Node:
    """Return the form field of a value; a value that does not fit its schema is shown as text."""
    try:
        return _NODES[schema.kind](schema, value, path, label, labels)
    except (LookupError, TypeError, ValueError, AttributeError):
        return _text(schema, value, path, label, labels)


def _text(schema: FieldSchema, value: Any, path: str, label: str, labels: Labels) -> Node:
    return Node(TEXT, path, label, value=position_text(value), text=position_text(value))


def _number(schema: FieldSchema, value: Any, path: str, label: str, labels: Labels) -> Node:
    return Node(NUMBER, path, label, value=str(value), text=str(value), low=schema.low, high=schema.high)


def _flag(schema: FieldSchema, value: Any, path: str, label: str, labels: Labels) -> Node:
    text = labels.text("editor.yes" if value else "editor.no")
    return Node(FLAG, path, label, value=str(bool(value)).lower(), text=text)


def _seat(schema: FieldSchema, value: Any, path: str, label: str, labels: Labels) -> Node:
    text = NOTHING if value is None else labels.seat(value)
    chosen = "" if value is None else str(value)
    return Node(SEAT, path, label, value=chosen, text=text, choices=_seats(labels), is_optional=schema.optional)


def _choice(schema: FieldSchema, value: Any, path: str, label: str, labels: Labels) -> Node:
    text = NOTHING if value is None else labels.thing(schema, value)
    choices, suggestions_id = labels.choices(schema)
    chosen = "" if value is None else str(value)
    return Node(
        ONE_OF,
        path,
        label,
        value=chosen,
        text=text,
        choices=choices,
        suggestions_id=suggestions_id,
        is_optional=schema.optional,
    )


def _set(schema: FieldSchema, value: Any, path: str, label: str, labels: Labels) -> Node:
    chips = [(str(name), labels.thing(schema, name)) for name in value]
    choices, suggestions_id = labels.choices(schema)
    chosen_values = {name for name, _ in chips}
    remaining = [choice for choice in choices if choice[0] not in chosen_values]
    text = ", ".join(name for _, name in chips) or NOTHING
    return Node(SET_OF, path, label, text=text, chips=chips, choices=remaining, suggestions_id=suggestions_id)


def _list(schema: FieldSchema, value: Any, path: str, label: str, labels: Labels) -> Node:
    inner = schema.inner()
    can_grow = schema.length < -1
    if can_grow and inner.kind == ONE_OF:
        chips = [(str(at), NOTHING if name is None else labels.thing(inner, name)) for at, name in enumerate(value)]
        choices, suggestions_id = labels.choices(inner)
        text = ", ".join(name for _, name in chips) or NOTHING
        return Node("pile", path, label, text=text, chips=chips, choices=choices, suggestions_id=suggestions_id)
    items = [_node(inner, one, f"{path}/{at}", _part(schema, str(at), labels), labels) for at, one in enumerate(value)]
    return Node(LIST, path, label, text=_summary(items), items=items, can_grow=can_grow)


def _table(schema: FieldSchema, value: Any, path: str, label: str, labels: Labels) -> Node:
    inner = schema.inner()
    sides = len(labels.seats)
    items = [
        _node(inner, value.get(name, inner.empty(sides)), f"{path}/{name}", labels.thing(schema, name), labels)
        for name in schema.names
    ]
    texts = [f"{item.label} {item.text}" for item, name in zip(items, schema.names, strict=True) if name in value]
    return Node(LIST, path, label, text=", ".join(texts) or NOTHING, items=items)


def _record(schema: FieldSchema, value: Any, path: str, label: str, labels: Labels) -> Node:
    if value is None:
        return Node(RECORD, path, label, text=NOTHING, is_optional=True)
    items = [
        _node(part, value[name], f"{path}/{name}", labels.field(name), labels) for name, part in schema.parts.items()
    ]
    return Node(
        RECORD, path, label, text=", ".join(item.text for item in items), items=items, is_optional=schema.optional
    )


def _summary(items: Sequence[Node]) -> str:
    texts = [f"{item.label} {item.text}" if item.items or item.chips else item.text for item in items]
    return " · ".join(texts) or NOTHING


_NODES: Final = {
    NUMBER: _number,
    FLAG: _flag,
    SEAT: _seat,
    ONE_OF: _choice,
    SET_OF: _set,
    LIST: _list,
    TABLE: _table,
    RECORD: _record,
    TEXT: _text,
}
