"""Codecs for the tables in a state of Rurik: flat lists of small ints, one row per side."""

from collections.abc import Sequence
from typing import Any, Final, cast

from regnum.core.codec import BYTES, Cell, Cells, Codec, Count, ErrorList, Seat, SetOf
from regnum.core.field_schema import LIST, RECORD, TABLE, FieldSchema
from regnum.games.rurik.components import COLUMNS, MAX_BRIBE, POWERS, ROWS
from regnum.games.rurik.strategy_board import EMPTY, advisor_code

_NOBODY: Final = bytes(3)


class Amounts(Codec):
    """Each side's numbers of named things: a flat list, written as one object per side, without zeros.

    There is a cell for each side and thing.
    """

    def __init__(self, names: Sequence[str], high: int | None = None) -> None:
        """`high`: the highest allowed number, or None for no limit."""
        self.names: Final = list(names)
        self.count: Final = Count() if high is None else Count(0, high)

    def initial_value(self, sides: int) -> Any:
        return [0] * (sides * len(self.names))

    def cells(self, sides: int) -> list[Cell]:
        most = self.count.max_value(sides)
        return [(f"[{side}][{name}]", most) for side in range(sides) for name in self.names]

    def shape(self, sides: int) -> list[int]:
        return [sides, len(self.names)]

    def encode(self, value: Any, out: list[bytes]) -> None:
        self.count.encode_all(value, out)

    def update_cells(self, value: Any, old: Any, cells: Cells, start: int, size: int) -> None:
        self.count.update_all_cells(value, old, len(value), cells, start, size // len(value))

    def schema(self) -> FieldSchema:
        return FieldSchema(LIST, item=FieldSchema(TABLE, self.names, self.count.schema()), length=-1)

    def write(self, value: Any) -> Any:
        width = len(self.names)
        return [
            {name: value[start + number] for number, name in enumerate(self.names) if value[start + number]}
            for start in range(0, len(value), width)
        ]

    def read(self, data: Any, path: str, errors: ErrorList) -> Any:
        width = len(self.names)
        values: list[int] = self.initial_value(errors.sides)
        for player, row in enumerate(read_rows(data, path, errors)):
            for name, amount in row.items():
                if name in self.names:
                    place = player * width + self.names.index(name)
                    values[place] = self.count.read(amount, f"{path}[{player}].{name}", errors)
                else:
                    errors.add(f"{path}[{player}]", f"unknown name {name!r}")
        return values


class Sets(Codec):
    """Each side's sets of places by kind: a flat list of masks, written as one object per side, without empty sets.

    There is a cell for each side, kind and place.
    """

    def __init__(self, kinds: Sequence[str], names: Sequence[str]) -> None:
        self.kinds: Final = list(kinds)
        self.some: Final = SetOf(names)

    def initial_value(self, sides: int) -> Any:
        return [0] * (sides * len(self.kinds))

    def cells(self, sides: int) -> list[Cell]:
        set_cells = self.some.cells(sides)
        kinds = [f"[{side}][{kind}]" for side in range(sides) for kind in self.kinds]
        return [(kind + name, highest) for kind in kinds for name, highest in set_cells]

    def shape(self, sides: int) -> list[int]:
        return [sides, len(self.kinds), len(self.some.names)]

    def encode(self, value: Any, out: list[bytes]) -> None:
        self.some.encode_all(value, out)

    def update_cells(self, value: Any, old: Any, cells: Cells, start: int, size: int) -> None:
        self.some.update_all_cells(value, old, len(value), cells, start, size // len(value))

    def schema(self) -> FieldSchema:
        return FieldSchema(LIST, item=FieldSchema(TABLE, self.kinds, self.some.schema()), length=-1)

    def write(self, value: Any) -> Any:
        width = len(self.kinds)
        return [
            {
                kind: self.some.write(value[start + number])
                for number, kind in enumerate(self.kinds)
                if value[start + number]
            }
            for start in range(0, len(value), width)
        ]

    def read(self, data: Any, path: str, errors: ErrorList) -> Any:
        width = len(self.kinds)
        values: list[int] = self.initial_value(errors.sides)
        for player, row in enumerate(read_rows(data, path, errors)):
            for kind, names in row.items():
                if kind in self.kinds:
                    place = player * width + self.kinds.index(kind)
                    values[place] = self.some.read(names, f"{path}[{player}].{kind}", errors)
                else:
                    errors.add(f"{path}[{player}]", f"unknown name {kind!r}")
        return values


def read_rows(data: Any, path: str, errors: ErrorList) -> list[dict[str, Any]]:
    """Return one object per side; if the data is invalid, add an error and return empty objects."""
    rows: list[Any] = cast(Any, data) if isinstance(data, list) else []
    if len(rows) != errors.sides or not all(isinstance(row, dict) for row in rows):
        errors.add(path, f"not a list of {errors.sides} objects")
        return [{} for _ in range(errors.sides)]
    return rows


class Spaces(Codec):
    """The strategy board: for each column, the advisors from the top down, with null for an empty space.

    A space has three cells: the player's number plus 1, the advisor's number, and the bribe. All are 0 if it is empty.
    """

    def initial_value(self, sides: int) -> Any:
        return [EMPTY] * (len(COLUMNS) * ROWS)

    def cells(self, sides: int) -> list[Cell]:
        spaces = [f"[{column}][{row}]" for column in COLUMNS for row in range(ROWS)]
        parts = [(".player", sides), (".advisor", POWERS[-1]), (".bribe", MAX_BRIBE)]
        return [(space + name, highest) for space in spaces for name, highest in parts]

    def shape(self, sides: int) -> list[int]:
        return [len(COLUMNS), ROWS, 3]

    def encode(self, value: Any, out: list[bytes]) -> None:
        codes: list[int] = value
        for code in codes:
            if code == EMPTY:
                out.append(_NOBODY)
            else:
                out.append(BYTES[(code & 7) + 1])
                out.append(BYTES[code >> 3 & 7])
                out.append(BYTES[code >> 6])

    def schema(self) -> FieldSchema:
        advisor, bribe = Count(POWERS[0], POWERS[-1]).schema(), Count(0, MAX_BRIBE).schema()
        space = FieldSchema(
            RECORD, parts={"player": Seat(optional=False).schema(), "advisor": advisor, "bribe": bribe}, optional=True
        )
        return FieldSchema(TABLE, COLUMNS, FieldSchema(LIST, item=space, length=ROWS))

    def write(self, value: Any) -> Any:
        return {
            column: [self._write_one(value[number * ROWS + row]) for row in range(ROWS)]
            for number, column in enumerate(COLUMNS)
            if any(value[number * ROWS + row] != EMPTY for row in range(ROWS))
        }

    def _write_one(self, code: int) -> Any:
        return None if code == EMPTY else {"player": code & 7, "advisor": code >> 3 & 7, "bribe": code >> 6}

    def read(self, data: Any, path: str, errors: ErrorList) -> Any:
        values: list[int] = self.initial_value(errors.sides)
        if not isinstance(data, dict):
            errors.add(path, "not an object with columns")
            return values
        for column, entries in cast(dict[str, Any], data).items():
            spaces: list[Any] = cast(Any, entries) if isinstance(entries, list) else []
            if column not in COLUMNS or not 0 < len(spaces) <= ROWS:
                errors.add(f"{path}.{column}", f"not a column of at most {ROWS} spaces")
                continue
            for row, entry in enumerate(spaces):
                place = COLUMNS.index(column) * ROWS + row
                values[place] = self._read_one(entry, f"{path}.{column}[{row}]", errors)
        return values

    def _read_one(self, entry: Any, path: str, errors: ErrorList) -> int:
        if entry is None:
            return EMPTY
        parts = cast(dict[str, Any], entry) if isinstance(entry, dict) else {}
        if set(parts) != {"player", "advisor", "bribe"}:
            errors.add(path, "not null and not an object of player, advisor, bribe")
            return EMPTY
        player = Seat(optional=False).read(parts["player"], f"{path}.player", errors)
        power = Count(POWERS[0], POWERS[-1]).read(parts["advisor"], f"{path}.advisor", errors)
        bribe = Count(0, MAX_BRIBE).read(parts["bribe"], f"{path}.bribe", errors)
        return advisor_code(player, power, bribe)
