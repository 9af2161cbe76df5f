"""How the fields of a state are written as readable JSON values, and read back with every fault named.

Everything in a state is made of small integers. A codec says what an integer stands for: a count, one of a list of
named things, or (as a bit mask) a set of them.
"""

from collections.abc import Sequence
from operator import index
from typing import Any, Final, SupportsIndex

from regnum.core import mypyc_attr


def as_list(data: Any) -> list[Any] | None:
    """Return what JSON gave if it is a list."""
    return data if isinstance(data, list) else None  # pyright: ignore[reportUnknownVariableType]


def as_object(data: Any) -> dict[str, Any] | None:
    """Return what JSON gave if it is an object."""
    return data if isinstance(data, dict) else None  # pyright: ignore[reportUnknownVariableType]


def whole(value: SupportsIndex) -> int:
    """Return a whole number of any kind, NumPy's say, as Python's own; TypeError for anything else."""
    return value if isinstance(value, int) else index(value)


def as_whole(data: Any) -> int | None:
    """Return what was given if it is a whole number of any kind, but not true or false."""
    if isinstance(data, bool) or not hasattr(data, "__index__"):
        return None
    try:
        return index(data)
    except TypeError:  # an array of NumPy has the method, too
        return None


class Faults:
    """What is wrong with a description, collected while it is read."""

    def __init__(self, sides: int) -> None:
        """`sides`: how many there are of what stands once for each side."""
        self.sides: Final = sides
        self.found: Final[list[str]] = []

    def add(self, where: str, what: str) -> None:
        """Note one fault."""
        self.found.append(f"{where}: {what}")


@mypyc_attr(allow_interpreted_subclasses=True)
class Codec:
    """Writes one kind of value as JSON and reads it back."""

    def write(self, value: Any) -> Any:
        """Return the JSON form."""
        return value

    def read(self, data: Any, where: str, faults: Faults) -> Any:
        """Return the value; what does not fit is noted in `faults`, and some value of the right type returned."""
        raise TypeError(f"{type(self).__name__} cannot read")


class Count(Codec):
    """A whole number from `low` to `high`."""

    def __init__(self, low: int = 0, high: int = 1 << 30) -> None:
        self.low: Final = low
        self.high: Final = high

    def read(self, data: Any, where: str, faults: Faults) -> Any:
        if isinstance(data, bool) or not isinstance(data, int) or not self.low <= data <= self.high:
            limit = f"from {self.low} to {self.high}" if self.high < 1 << 30 else f"of at least {self.low}"
            faults.add(where, f"{data!r} is not a whole number {limit}")
            return self.low
        return data


class Flag(Codec):
    """True or false."""

    def read(self, data: Any, where: str, faults: Faults) -> Any:
        if not isinstance(data, bool):
            faults.add(where, f"{data!r} is neither true nor false")
            return False
        return data


class Seat(Codec):
    """A side's number; -1, written as null, stands for nobody or unknown."""

    def __init__(self, nobody: bool = True) -> None:
        self.nobody: Final = nobody

    def write(self, value: Any) -> Any:
        return None if value < 0 else value

    def read(self, data: Any, where: str, faults: Faults) -> Any:
        if data is None and self.nobody:
            return -1
        if isinstance(data, bool) or not isinstance(data, int) or not 0 <= data < faults.sides:
            faults.add(where, f"{data!r} is not a player from 0 to {faults.sides - 1}")
            return 0
        return data


@mypyc_attr(allow_interpreted_subclasses=True)
class One(Codec):
    """One of a list of named things by its number; -1, written as null, stands for none or unknown."""

    def __init__(self, names: Sequence[str | int], none: bool = True) -> None:
        self.names: Final = list(names)
        self.none: Final = none

    def write(self, value: Any) -> Any:
        number: int = value
        return None if number < 0 else self.names[number]

    def read(self, data: Any, where: str, faults: Faults) -> Any:
        if data is None and self.none:
            return -1
        if isinstance(data, bool) or data not in self.names:
            faults.add(where, f"unknown name {data!r}")
            return 0
        return self.names.index(data)


class Some(Codec):
    """A set of named things as a bit mask, written as the list of their names in ascending order."""

    def __init__(self, names: Sequence[str | int]) -> None:
        self.names: Final = list(names)

    def write(self, value: Any) -> Any:
        return [name for number, name in enumerate(self.names) if value >> number & 1]

    def read(self, data: Any, where: str, faults: Faults) -> Any:
        names = as_list(data)
        if names is None:
            faults.add(where, f"{data!r} is not a list of names")
            return 0
        mask = 0
        for name in names:
            if isinstance(name, bool) or name not in self.names:
                faults.add(where, f"unknown name {name!r}")
                continue
            bit = 1 << self.names.index(name)
            if mask & bit:
                faults.add(where, f"{name!r} stands there twice")
            mask |= bit
        return mask


PER_SIDE: Final = -1
ANY_LENGTH: Final = -2


class Each(Codec):
    """A list of values of one kind; its length is fixed, one per side, or any."""

    def __init__(self, item: Codec, length: int = PER_SIDE, fixed: bool = False, more: int = 0) -> None:
        """`fixed`: the value is a tuple, shared by clones and replaced when it changes; `more`: after one per side."""
        self.item: Final = item
        self.length: Final = length
        self.fixed: Final = fixed
        self.more: Final = more

    def write(self, value: Any) -> Any:
        return [self.item.write(item) for item in value]

    def read(self, data: Any, where: str, faults: Faults) -> Any:
        length = faults.sides + self.more if self.length == PER_SIDE else self.length
        items = as_list(data)
        if items is None or (length >= 0 and len(items) != length):
            faults.add(where, "not a list" + (f" of {length}" if length >= 0 else ""))
            items = []
        values = [self.item.read(item, f"{where}[{number}]", faults) for number, item in enumerate(items)]
        return tuple(values) if self.fixed else values
