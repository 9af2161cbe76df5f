"""Schemas of the fields of a position's JSON, from which the position editor is generated; see `Codec.schema`."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

NUMBER: Final = "number"
FLAG: Final = "flag"
SEAT: Final = "seat"
ONE_OF: Final = "one_of"
SET_OF: Final = "set_of"
LIST: Final = "list"
TABLE: Final = "table"
RECORD: Final = "record"
TEXT: Final = "text"


class FieldSchema:
    """The schema of a value, by its `kind`.

    - NUMBER: a whole number from `low` to `high`.
    - FLAG: true or false.
    - SEAT: the number of a side.
    - ONE_OF: one of `names`.
    - SET_OF: a list of some of `names`, which are seat numbers if `seats`.
    - LIST: a list of `length` values (-1: one per side, and `low` more; -2: any number), each with the schema `item`.
      `names` are the names of its places, if they have names.
    - TABLE: an object in which some of `names` have values, each with the schema `item`.
    - RECORD: an object with all of `parts`.
    - TEXT: any value, edited as text.

    `optional`: the value may be null.
    """

    def __init__(
        self,
        kind: str,
        names: Sequence[str | int] = (),
        item: "FieldSchema | None" = None,
        parts: "Mapping[str, FieldSchema] | None" = None,
        optional: bool = False,
        low: int = 0,
        high: int = 0,
        length: int = 0,
        seats: bool = False,
    ) -> None:
        self.kind: Final = kind
        self.names: Final = list(names)
        self.item: Final = item
        self.parts: Final[Mapping[str, FieldSchema]] = dict(parts or {})
        self.optional: Final = optional
        self.low: Final = low
        self.high: Final = high
        self.length: Final = length
        self.seats: Final = seats

    def empty(self, sides: int) -> Any:
        """Return a minimal JSON value with this schema."""
        if self.kind == NUMBER:
            return max(self.low, 0)
        if self.kind == FLAG:
            return False
        if self.kind in (SET_OF, TABLE):
            return [] if self.kind == SET_OF else {}
        if self.optional or self.kind == TEXT:
            return None
        if self.kind == SEAT:
            return 0
        if self.kind == ONE_OF:
            return self.names[0]
        if self.kind == RECORD:
            return {name: part.empty(sides) for name, part in self.parts.items()}
        return [self.inner().empty(sides) for _ in range(self.count(sides))]

    def count(self, sides: int) -> int:
        """Return the minimum length of a list."""
        return sides + self.low if self.length == -1 else max(self.length, 0)

    def inner(self) -> "FieldSchema":
        """Return the schema of the values in a list or table."""
        assert self.item is not None
        return self.item
