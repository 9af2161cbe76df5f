"""Options: choices between interpretations of an unclear rule, or between variants in the rulebook."""

from collections.abc import Mapping, Sequence
from typing import Final

from regnum.core.integers import as_int

__all__ = ["FirstPlayer", "Option", "OptionValue", "Options", "read_options"]

OptionValue = str | int | bool
Options = dict[str, OptionValue]
"""The value of each of a game's options, by name, as in records and positions."""


class Option:
    """A choice made before the game: its name, the allowed values, the default and the id of its rule clause."""

    def __init__(
        self,
        name: str,
        values: Sequence[OptionValue],
        clause: str,
        players: Sequence[int] = (),
        asked_first: bool = False,
        renamed_values: Mapping[str, OptionValue] | None = None,
    ) -> None:
        """Make an option.

        Args:
            name: Its name.
            values: The allowed values; the first one is the default.
            clause: The id of the clause that leaves the choice.
            players: The player counts to which the option applies, or () for all.
            asked_first: Whether players are always asked, because the option changes the game itself: a difficulty
                level, an expansion or a variant. Other options are for players who know the rulebook.
            renamed_values: Current values by their old names, which stored tables may still contain.
        """
        self.name: Final = name
        self.values: Final[tuple[OptionValue, ...]] = tuple(values)
        self.default: Final[OptionValue] = values[0]
        self.clause: Final = clause
        self.players: Final[tuple[int, ...]] = tuple(players)
        self.asked_first: Final = asked_first
        self.renamed_values: Final[dict[str, OptionValue]] = dict(renamed_values or {})

    def read(self, value: object) -> OptionValue:
        """Return the allowed value that equals this value or its text form.

        Raises:
            ValueError: If there is none. The message lists the allowed values.
        """
        number = as_int(value)
        if number is not None:
            value = number
        for allowed in self.values:
            if type(value) is type(allowed) and value == allowed:
                return allowed
        for allowed in self.values:
            if isinstance(value, str) and value.strip().lower() == str(allowed).lower():
                return allowed
        raise ValueError(f"option {self.name}={value!r} is not one of {self.allowed_text()}")

    def check(self, value: OptionValue, players: int) -> None:
        """Check that a value can be used with the player count.

        Raises:
            ValueError: If it cannot.
        """
        if self.players and players not in self.players and value != self.default:
            counts = ", ".join(str(count) for count in self.players)
            raise ValueError(f"option {self.name}={value} goes with player count {counts}, not {players}")

    def allowed_text(self) -> str:
        """Return the allowed values as text, for messages."""
        return ", ".join(str(value).lower() if isinstance(value, bool) else str(value) for value in self.values)


class FirstPlayer(Option):
    """The option that decides who is first player: "random", or a player's number from 1."""

    def __init__(self, max_value: int, clause: str, players: Sequence[int] = ()) -> None:
        super().__init__("first_player", ("random", *range(1, max_value + 1)), clause, players)

    def check(self, value: OptionValue, players: int) -> None:
        super().check(value, players)
        if isinstance(value, int) and value > players:
            raise ValueError(f"option first_player={value} with {players} players: it is random or 1 to {players}")


def read_options(declared: Sequence[Option], values: Mapping[str, object], players: int) -> Options:
    """Return every declared option with its given or default value.

    Args:
        declared: The options of the game.
        values: The given values, or their text forms, by name.
        players: The number of players.

    Raises:
        ValueError: If a name or value is unknown, or a value cannot be used with the player count.
    """
    names = [option.name for option in declared]
    for name in values:
        if name not in names:
            raise ValueError(f"unknown option {name!r}; the options are {', '.join(names) or 'none'}")
    options = {option.name: option.read(values.get(option.name, option.default)) for option in declared}
    for option in declared:
        option.check(options[option.name], players)
    return options
