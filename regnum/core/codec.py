"""Codecs for the fields of a state: they write readable JSON, read it back and list every error, and encode bytes.

Everything in a state is made of small integers. A codec defines what an integer means: a count, one of a list of
named things, or (as a bit mask) a set of them. For machine learning it also encodes a value as cells: bytes, each with
a name and a highest value. The number of cells does not depend on the value.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from regnum.core import mypyc_attr
from regnum.core.field_schema import FLAG, LIST, NUMBER, ONE_OF, SEAT, SET_OF, TEXT, FieldSchema
from regnum.core.json_values import as_list
from regnum.core.packed import IS_COMPILED, Packed
from regnum.core.packed import packed as packed_array

__all__ = [
    "ANY_LENGTH",
    "MAX_CELL",
    "MAX_COUNT",
    "PER_SIDE",
    "Cell",
    "Cells",
    "Codec",
    "Count",
    "ErrorList",
    "Flag",
    "Initial",
    "ListOf",
    "OneOf",
    "Seat",
    "SetOf",
    "SmallInt",
]


Initial = int | Callable[[int], int]
"""The value in a new state, or a function that returns it for the number of sides."""

Cell = tuple[str, int]
"""The name of a cell within its field (`[2][C4]`, or "" for an only cell), and its highest value."""

MAX_COUNT: Final = 9_999
"""The largest count allowed in a position. No game comes near it, and pages can still draw it easily."""
MAX_CELL: Final = 255
"""The highest value of any cell. Higher counts, which no game reaches, are capped."""

BYTES: Final = [bytes([value]) for value in range(MAX_CELL + 1)]
"""Each number from 0 to MAX_CELL as a cell."""

_BIT_CELLS: Final = [bytes([value >> bit & 1 for bit in range(8)]) for value in range(256)]
"""The eight bits of each byte value as one cell each, lowest bit first."""

CACHE_SIZE: Final = 2048
"""The maximum size of a cache: of the sets of a codec, or of the steps of one kind in a layout."""

_MAX_SINGLE_UPDATES: Final = 4
"""The maximum number of changed cells written one by one. If more change, writing all cells at once is faster."""


class Cells:
    """A writable buffer for the cells of a position; `data` contains their current values."""

    def __init__(self, data: bytes, places: list[Any]) -> None:
        """Make a buffer.

        Args:
            data: The initial values of the cells.
            places: The ints from 0, at least one per cell. Reusing these objects is faster in compiled code.
        """
        self.data: Final = bytearray(data)
        self._view: Final = memoryview(self.data)
        self._places: Final[list[Any]] = places

    def set(self, at: int, number: int) -> None:
        """Write one cell. Direct access to `data` is faster here than a view."""
        self.data[self._places[at]] = number

    def write(self, at: int, cells: bytes) -> None:
        """Write several cells from `at` on. A view is faster here than direct access to `data`."""
        self._view[at : at + len(cells)] = cells


class ErrorList:
    """The errors of a position's description, collected while it is read."""

    def __init__(self, sides: int) -> None:
        """Begin an empty list of errors.

        Args:
            sides: The number of sides, which is the length of lists with one value per side.
        """
        self.sides: Final = sides
        self.messages: Final[list[str]] = []

    def add(self, path: str, message: str) -> None:
        """Add an error.

        Args:
            path: The path of the invalid value.
            message: What is wrong with it.
        """
        self.messages.append(f"{path}: {message}")


@mypyc_attr(allow_interpreted_subclasses=True)
class Codec:
    """A codec for one kind of value: writes it as JSON and reads it back."""

    def initial_value(self, sides: int) -> Any:
        """Return the value in a new state."""
        return 0

    def write(self, value: Any) -> Any:
        """Return the JSON form of a value."""
        return value

    def read(self, data: Any, path: str, errors: ErrorList) -> Any:
        """Return the value of a JSON form. For bad data, add an error and return some value of the right type.

        Args:
            data: The JSON form.
            path: The path of the value, for messages.
            errors: The errors found so far.
        """
        raise TypeError(f"{type(self).__name__} cannot read")

    def schema(self) -> FieldSchema:
        """Return the form with which a value is edited; by default, a text field."""
        return FieldSchema(TEXT)

    def cells(self, sides: int) -> list[Cell]:
        """Return the name and highest value of each cell, given the number of sides."""
        raise TypeError(f"{type(self).__name__} knows no cells: it needs the methods cells and encode")

    def shape(self, sides: int) -> list[int]:
        """Return the shape of the cells: the lengths of their axes, or [] for a single cell."""
        return [len(self.cells(sides))]

    def snapshot(self, value: Any) -> Any:
        """Return a copy of a value that later changes to the state's lists do not affect."""
        values = as_list(value)
        return value if values is None else values[:]

    def encode(self, value: Any, out: list[bytes]) -> None:
        """Append the cells of a value to `out`."""
        raise TypeError(f"{type(self).__name__} knows no cells: it needs the methods cells and encode")

    def encode_all(self, values: Any, out: list[bytes]) -> None:
        """Append the cells of several values to `out`, in order."""
        for value in values:
            self.encode(value, out)

    def overwrite(self, value: Any, cells: Cells, start: int, size: int) -> None:
        """Write the cells of a value into a buffer.

        Args:
            value: The value.
            cells: The buffer.
            start: The number of the first cell.
            size: The number of cells.
        """
        out: list[bytes] = []
        self.encode(value, out)
        cells.write(start, b"".join(out))

    def update_cells(self, value: Any, old: Any, cells: Cells, start: int, size: int) -> None:
        """Replace the cells of one value with those of another. Only cells that differ need to be written.

        Args:
            value: The new value.
            old: The value whose cells are in the buffer.
            cells: The buffer.
            start: The number of the first cell.
            size: The number of cells.
        """
        self.overwrite(value, cells, start, size)

    def update_all_cells(
        self, values: list[Any], old: list[Any], count: int, cells: Cells, start: int, width: int
    ) -> None:
        """Replace the cells of several values, one after the other.

        Args:
            values: The new values.
            old: The values whose cells are in the buffer.
            count: The number of values.
            cells: The buffer.
            start: The number of the first cell.
            width: The number of cells of each value.
        """
        for at, last in enumerate(old):
            if at == count:
                break
            value = values[at]
            if value is not last:
                self.update_cells(value, last, cells, start + at * width, width)


@mypyc_attr(allow_interpreted_subclasses=True)
class SmallInt(Codec):
    """A small whole number. Its one cell contains the number plus `offset`."""

    def __init__(self, offset: int, initial: Initial = 0) -> None:
        self.offset: Final = offset
        self._initial: Final = initial

    def initial_value(self, sides: int) -> Any:
        return _value_of(self._initial, sides)

    def max_value(self, sides: int) -> int:
        """Return the highest value of the cell, given the number of sides."""
        raise TypeError(f"{type(self).__name__} has no method max_value")

    def cells(self, sides: int) -> list[Cell]:
        return [("", self.max_value(sides))]

    def shape(self, sides: int) -> list[int]:
        return []

    def cell(self, value: Any) -> bytes:
        """Return the cell of a value."""
        number: int = value
        return BYTES[min(number + self.offset, MAX_CELL)]

    def encode(self, value: Any, out: list[bytes]) -> None:
        out.append(self.cell(value))

    def encode_all(self, values: Any, out: list[bytes]) -> None:
        offset = self.offset
        try:
            out.append(bytes([number + offset for number in values] if offset else values))
        except ValueError:
            out.append(bytes([min(number + offset, MAX_CELL) for number in values]))

    def overwrite(self, value: Any, cells: Cells, start: int, size: int) -> None:
        cells.set(start, self.cell(value)[0])

    def update_all_cells(
        self, values: list[Any], old: list[Any], count: int, cells: Cells, start: int, width: int
    ) -> None:
        single_updates_left = _MAX_SINGLE_UPDATES
        for at, last in enumerate(old):
            if at == count:
                break
            value = values[at]
            if value is not last:
                if not single_updates_left:
                    out: list[bytes] = []
                    self.encode_all(values[:count], out)
                    cells.write(start, b"".join(out))
                    return
                single_updates_left -= 1
                cells.set(start + at, self.cell(value)[0])


def _value_of(initial: Initial, sides: int) -> int:
    return initial if isinstance(initial, int) else initial(sides)


class Count(SmallInt):
    """A whole number from `low` to `high`, initially `initial` (default: `low`)."""

    def __init__(self, low: int = 0, high: int = MAX_COUNT, initial: Initial | None = None) -> None:
        super().__init__(-low, low if initial is None else initial)
        self.low: Final = low
        self.high: Final = high

    def read(self, data: Any, path: str, errors: ErrorList) -> Any:
        if isinstance(data, bool) or not isinstance(data, int) or not self.low <= data <= self.high:
            errors.add(path, f"{data!r} is not a whole number from {self.low} to {self.high}")
            return self.low
        return data

    def max_value(self, sides: int) -> int:
        return min(self.high - self.low, MAX_CELL)

    def schema(self) -> FieldSchema:
        return FieldSchema(NUMBER, low=self.low, high=self.high)


class Flag(SmallInt):
    """True or false, initially false."""

    def __init__(self) -> None:
        super().__init__(0)

    def initial_value(self, sides: int) -> Any:
        return False

    def max_value(self, sides: int) -> int:
        return 1

    def schema(self) -> FieldSchema:
        return FieldSchema(FLAG)

    def read(self, data: Any, path: str, errors: ErrorList) -> Any:
        if not isinstance(data, bool):
            errors.add(path, f"{data!r} is neither true nor false")
            return False
        return data


class Seat(SmallInt):
    """A side's number; -1, written as null, means no side or unknown. The cell is the number plus 1."""

    def __init__(self, optional: bool = True) -> None:
        super().__init__(1, -1 if optional else 0)
        self.optional: Final = optional

    def max_value(self, sides: int) -> int:
        return sides

    def schema(self) -> FieldSchema:
        return FieldSchema(SEAT, optional=self.optional)

    def write(self, value: Any) -> Any:
        return None if value < 0 else value

    def read(self, data: Any, path: str, errors: ErrorList) -> Any:
        if data is None and self.optional:
            return -1
        if isinstance(data, bool) or not isinstance(data, int) or not 0 <= data < errors.sides:
            errors.add(path, f"{data!r} is not a player from 0 to {errors.sides - 1}")
            return 0
        return data


@mypyc_attr(allow_interpreted_subclasses=True)
class OneOf(SmallInt):
    """One of a list of named things, by its number; -1, written as null, means none or unknown.

    The cell is the number plus 1.
    """

    def __init__(self, names: Sequence[str | int], optional: bool = True, initial: Initial | None = None) -> None:
        """Make a codec.

        Args:
            names: The names of the things, by number.
            optional: Whether the value may be -1.
            initial: The initial value; by default -1, or 0 (the first thing) if `optional` is false.
        """
        super().__init__(1, initial if initial is not None else -1 if optional else 0)
        self.names: Final = list(names)
        self.optional: Final = optional

    def max_value(self, sides: int) -> int:
        return len(self.names)

    def schema(self) -> FieldSchema:
        return FieldSchema(ONE_OF, self.names, optional=self.optional)

    def write(self, value: Any) -> Any:
        number: int = value
        return None if number < 0 else self.names[number]

    def read(self, data: Any, path: str, errors: ErrorList) -> Any:
        if data is None and self.optional:
            return -1
        if isinstance(data, bool) or data not in self.names:
            errors.add(path, f"unknown name {data!r}")
            return 0
        return self.names.index(data)


@mypyc_attr(allow_interpreted_subclasses=True)
class SetOf(Codec):
    """A set of named things as a bit mask, written as a list of names in the order of `names`.

    Each thing has a cell: 1 if it is in the set, or 0 otherwise.
    """

    def __init__(self, names: Sequence[str | int], seats: bool = False, initial: Initial = 0) -> None:
        """Make a codec.

        Args:
            names: The names of the things, by number.
            seats: Whether the names are seat numbers.
            initial: The initial set as a bit mask; by default, the empty set.
        """
        self._initial: Final = initial
        self.names: Final = list(names)
        self.seats: Final = seats
        rest = len(self.names) % 8
        self._whole_bytes: Final[int] = len(self.names) // 8
        self._rest_cells: Final = [cells[:rest] for cells in _BIT_CELLS[: 1 << rest]]
        """The cells of the bits after the last whole byte, indexed by the number that these bits form."""
        self._cache: Final[dict[int, bytes]] = {}
        """The cells of recent sets: most sets are the same as in the previous position."""

    def initial_value(self, sides: int) -> Any:
        return _value_of(self._initial, sides)

    def cells(self, sides: int) -> list[Cell]:
        return [(f"[{name}]", 1) for name in self.names]

    def schema(self) -> FieldSchema:
        return FieldSchema(SET_OF, self.names, seats=self.seats)

    def encode(self, value: Any, out: list[bytes]) -> None:
        mask: int = value
        if not self._whole_bytes:
            out.append(self._rest_cells[mask])
            return
        encoded = self._cache.get(mask)
        if encoded is None:
            if len(self._cache) == CACHE_SIZE:
                self._cache.clear()
            encoded = self._cache[mask] = self._bit_cells(mask)
        out.append(encoded)

    def update_cells(self, value: Any, old: Any, cells: Cells, start: int, size: int) -> None:
        mask: int = value
        old_mask: int = old
        changed = remaining = mask ^ old_mask
        for _ in range(_MAX_SINGLE_UPDATES):
            remaining &= remaining - 1
            if not remaining:
                break
        if remaining:
            self.overwrite(value, cells, start, size)
            return
        while changed:
            lowest = changed & -changed
            cells.set(start + lowest.bit_length() - 1, 1 if mask & lowest else 0)
            changed ^= lowest

    def _bit_cells(self, mask: int) -> bytes:
        """Return the cells of a mask, one for each bit."""
        data = mask.to_bytes(self._whole_bytes + 1, "little")
        return (
            b"".join([_BIT_CELLS[data[at]] for at in range(self._whole_bytes)])
            + self._rest_cells[data[self._whole_bytes]]
        )

    def write(self, value: Any) -> Any:
        return [name for number, name in enumerate(self.names) if value >> number & 1]

    def read(self, data: Any, path: str, errors: ErrorList) -> Any:
        names = as_list(data)
        if names is None:
            errors.add(path, f"{data!r} is not a list of names")
            return 0
        mask = 0
        for name in names:
            if isinstance(name, bool) or name not in self.names:
                errors.add(path, f"unknown name {name!r}")
                continue
            bit = 1 << self.names.index(name)
            if mask & bit:
                errors.add(path, f"{name!r} stands there twice")
            mask |= bit
        return mask


PER_SIDE: Final = -1
ANY_LENGTH: Final = -2


class ListOf(Codec):
    """A list of values of one kind. Its length is fixed, variable, or the number of sides.

    The cells of a list of variable length are its length and its values, padded with zeros to the maximum length.
    """

    def __init__(
        self,
        item: Codec,
        length: int = PER_SIDE,
        immutable: bool = False,
        extra: int = 0,
        max_length: int | None = None,
        names: Sequence[str | int] = (),
        initial: Sequence[Any] | Callable[[int], Sequence[Any]] | None = None,
        packed: bool = False,
    ) -> None:
        """Make a codec.

        Args:
            item: The codec of each value.
            length: The number of values, PER_SIDE, or ANY_LENGTH.
            immutable: Whether the value is a tuple, which clones share and a change replaces.
            extra: The number of values in addition to one per side.
            max_length: The number of values for which a list of any length has cells; further values are not encoded.
                By default, one for each name of `item`, as in a deck.
            names: The names of its places, if they are not sides.
            initial: The initial values; by default, the item's initial value in each place, or the empty list if the
                length is variable.
            packed: Whether the value is a packed array, whose length never changes; see regnum/core/packed.py.
        """
        self._initial: Final = initial
        self.item: Final = item
        self.packed: Final = packed
        self.length: Final = length
        self.immutable: Final = immutable
        self.extra: Final = extra
        self.names: Final = list(names)
        self.max_length: Final[int] = (
            (len(item.names) if isinstance(item, OneOf) else 0) if max_length is None else max_length
        )
        self._flat: Final = isinstance(item, SmallInt | SetOf) or (isinstance(item, ListOf) and item.immutable)
        """Whether its values are immutable."""
        self._padding: Final[list[bytes]] = []
        """The padding of a list of variable length, by the number of its values."""

    def count(self, sides: int) -> int:
        """Return the number of values that have cells.

        Raises:
            ValueError: If a list of any length has no maximum.
        """
        if self.length == ANY_LENGTH:
            if not self.max_length or len(self.item.cells(2)) != len(self.item.cells(3)):
                raise ValueError(f"a list of any length of {type(self.item).__name__}: how many cells? (max_length=)")
            return self.max_length
        return sides + self.extra if self.length == PER_SIDE else self.length

    def initial_value(self, sides: int) -> Any:
        initial = self._initial
        if initial is None:
            count = 0 if self.length == ANY_LENGTH else self.count(sides)
            item_value = self.item.initial_value(sides)
            values = [item_value] * count if self._flat else [self.item.snapshot(item_value) for _ in range(count)]
        else:
            values = list(initial(sides) if callable(initial) else initial)
        return self._stored(values)

    def _stored(self, values: list[Any]) -> Any:
        """Return the values in the form in which a state holds them."""
        if self.packed:
            return packed_array(values)
        return tuple(values) if self.immutable else values

    def cells(self, sides: int) -> list[Cell]:
        item = self.item.cells(sides)
        cells = [(".length", self.max_length)] if self.length == ANY_LENGTH else []
        for number in range(self.count(sides)):
            cells += [(f"[{number}]{name}", highest) for name, highest in item]
        return cells

    def schema(self) -> FieldSchema:
        return FieldSchema(LIST, self.names, self.item.schema(), length=self.length, low=self.extra)

    def shape(self, sides: int) -> list[int]:
        if self.length == ANY_LENGTH or (isinstance(self.item, ListOf) and self.item.length == ANY_LENGTH):
            return [len(self.cells(sides))]
        return [self.count(sides), *self.item.shape(sides)]

    def snapshot(self, value: Any) -> Any:
        if self.packed:
            array: Packed = value
            return array[:]
        values = as_list(value)
        if values is None:
            return value
        return values[:] if self._flat else [self.item.snapshot(item) for item in values]

    def encode(self, value: Any, out: list[bytes]) -> None:
        if self.length != ANY_LENGTH:
            self.item.encode_all(self._as_list(value), out)
            return
        if not self._padding:
            width = len(self.item.cells(0))
            self._padding.extend([bytes(width * missing) for missing in range(self.max_length, -1, -1)])
        count = len(value)
        if count > self.max_length:
            value, count = value[: self.max_length], self.max_length
        out.append(BYTES[count])
        self.item.encode_all(value, out)
        out.append(self._padding[count])

    def _as_list(self, value: Any) -> list[Any]:
        """Return a list of the values. Do not change it: it may be the state's own."""
        if self.packed and IS_COMPILED:
            array: Packed = value
            return list(array)
        values = as_list(value)
        return list(value) if values is None else values

    def update_cells(self, value: Any, old: Any, cells: Cells, start: int, size: int) -> None:
        values = self._as_list(value)
        last = self._as_list(old)
        count = len(values)
        if self.length != ANY_LENGTH:
            if count:
                self.item.update_all_cells(values, last, count, cells, start, size // count)
            return
        width = (size - 1) // self.max_length
        count = min(count, self.max_length)
        old_count = min(len(last), self.max_length)
        common_count = min(count, old_count)
        self.item.update_all_cells(values, last, common_count, cells, start + 1, width)
        if count == old_count:
            return
        cells.set(start, count)
        end = start + 1 + common_count * width
        for at in range(common_count, count):
            self.item.overwrite(values[at], cells, end, width)
            end += width
        if common_count < old_count:
            cells.write(end, bytes((old_count - common_count) * width))

    def write(self, value: Any) -> Any:
        return [self.item.write(item) for item in value]

    def read(self, data: Any, path: str, errors: ErrorList) -> Any:
        length = errors.sides + self.extra if self.length == PER_SIDE else self.length
        items = as_list(data)
        if items is None or (length >= 0 and len(items) != length):
            errors.add(path, "not a list" + (f" of {length}" if length >= 0 else ""))
            items = []
        return self._stored([self.item.read(item, f"{path}[{number}]", errors) for number, item in enumerate(items)])
