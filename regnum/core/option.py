"""Options: where a rulebook is unclear or offers a variant, both readings can be played."""

from collections.abc import Mapping, Sequence
from typing import Final

OptionValue = str | int | bool
Options = dict[str, OptionValue]


class Option:
    """A choice made before the game: its name, the values allowed, the default and the clause it belongs to."""

    def __init__(self, name: str, values: Sequence[OptionValue], clause: str) -> None:
        """The first value is the default."""
        self.name: Final = name
        self.values: Final[tuple[OptionValue, ...]] = tuple(values)
        self.default: Final[OptionValue] = values[0]
        self.clause: Final = clause

    def read(self, value: object) -> OptionValue:
        """Return the allowed value that is meant, given itself or its text form; ValueError names those allowed."""
        for allowed in self.values:
            if type(value) is type(allowed) and value == allowed:
                return allowed
        for allowed in self.values:
            if isinstance(value, str) and value.strip().lower() == str(allowed).lower():
                return allowed
        raise ValueError(f"option {self.name}={value!r} is not one of {self.allowed()}")

    def allowed(self) -> str:
        """Return the allowed values as text, for messages."""
        return ", ".join(str(value).lower() if isinstance(value, bool) else str(value) for value in self.values)


def read_options(declared: Sequence[Option], given: Mapping[str, object]) -> Options:
    """Return every declared option with its given or default value; ValueError for an unknown name or value."""
    names = [option.name for option in declared]
    for name in given:
        if name not in names:
            raise ValueError(f"unknown option {name!r}; the options are {', '.join(names) or 'none'}")
    return {option.name: option.read(given.get(option.name, option.default)) for option in declared}
