"""Write a game's fields.py: the fields of its state and its options, as attributes with types.

python -m regnum.new_game.generate_fields                     for each game of this package
python -m regnum.new_game.generate_fields our.games.marbles   for other packages, by their dotted names
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from regnum.core.codec import Codec, Flag, ListOf, SetOf, SmallInt
from regnum.core.folder import folder_of
from regnum.core.json_values import as_list
from regnum.core.packed import MAX_MASK_BITS
from regnum.core.rules.option import Option
from regnum.core.rules.state import State
from regnum.new_game import OUR_GAMES, TEMPLATE

MODULE_TEMPLATE: Final = '''\
"""The fields of a state and the options of a game, as attributes with types.

Do not edit: `python -m regnum.new_game.generate_fields` writes this module from `FIELDS` in state.py and options.py.
"""

from typing import {typing}

from regnum.core import i64
{packed}from regnum.core.rules.option import Options
from regnum.core.rules.ruleset import Rules
from regnum.core.rules.state import State
{own_imports}

class {game}Options:
    """What was chosen; a state and its clones share it."""

    def __init__(self, chosen: dict[str, Any]) -> None:
        {read}


class {game}Fields(State):
    """What a new state begins with, and how a clone copies it."""

    DERIVED: ClassVar[tuple[str, ...]] = ("variant",)
    __slots__ = (  # noqa: RUF023
        {slots}
        "variant",
    )

    def __init__(
        self,
        game: Rules,
        players: int,
        seed: int,
        options: Options,
        source: "{game}Fields | None" = None,
    ) -> None:
        super().__init__(game, players, seed, options, source)
        self.variant: Final[{game}Options] = {game}Options(options) if source is None else source.variant
        if source is None:
            initial = self.initial_values()
            {begin}
        else:
            {copy}

    def values(self) -> tuple[object, ...]:
        return (
            {values}
        )
'''


def generate_module(state: type[State], options: Sequence[Option]) -> str:
    """Return the text of fields.py for a state class such as `KhanState`, with its `FIELDS`, and the game's options."""
    types = {name: field_type(codec) for name, codec in state.FIELDS.items()}
    chosen = {option.name: option_type(option) for option in options}
    names = {"Any", "ClassVar", "Final", *(["Literal"] if any("Literal" in kind for kind in chosen.values()) else [])}
    own_types = [path for codec in state.FIELDS.values() if (path := _own_type(codec))]
    own_imports = {"from {} import {}".format(*path.rsplit(".", 1)) for path in own_types}
    return MODULE_TEMPLATE.format(
        game=state.__name__.removesuffix("State"),
        typing=", ".join(sorted(names)),
        packed="from regnum.core.packed import Packed\n" if "Packed" in types.values() else "",
        own_imports="".join(f"{line}\n" for line in sorted(own_imports)),
        read=_lines(8, [f'self.{name}: Final[{kind}] = chosen["{name}"]' for name, kind in chosen.items()] or ["pass"]),
        slots=_lines(8, [f'"{name}",' for name in types]),
        begin=_lines(12, [f'self.{name}: {kind} = initial["{name}"]' for name, kind in types.items()]),
        copy=_lines(
            12,
            [
                f"self.{name} = source.{name}{'[:]' * kind.startswith(('list', 'Packed'))}"
                for name, kind in types.items()
            ],
        ),
        values=_lines(12, [f"self.{name}," for name in types]),
    )


def field_type(codec: Codec) -> str:
    """Return the type of a field with this codec, as source code."""
    if isinstance(codec, SmallInt):
        return "bool" if isinstance(codec, Flag) else "i64"
    if isinstance(codec, SetOf) and len(codec.names) <= MAX_MASK_BITS:
        return "i64"
    return _value_type(codec)


def _own_type(codec: Codec) -> str:
    """Return the dotted name of the class that a game's codec, or that of a list's items, declares for its values."""
    declared: str = getattr(codec.item if isinstance(codec, ListOf) else codec, "FIELD_TYPE", "")
    return declared


def _value_type(codec: Codec) -> str:
    """Return the type of a value that is a Python object."""
    if not isinstance(codec, ListOf) and (declared := _own_type(codec)):
        return declared.rsplit(".", 1)[1]
    if isinstance(codec, ListOf):
        if codec.packed:
            return "Packed"
        return f"tuple[{_value_type(codec.item)}, ...]" if codec.immutable else f"list[{_value_type(codec.item)}]"
    if isinstance(codec, SmallInt | SetOf):
        return "bool" if isinstance(codec, Flag) else "int"
    value = codec.initial_value(2)
    values = as_list(value)
    return f"list[{type(values[0]).__name__}]" if values else type(value).__name__


def option_type(option: Option) -> str:
    """Return the type of an option's values, as source code."""
    if all(isinstance(value, bool) for value in option.values):
        return "bool"
    return f"Literal[{', '.join(repr(value) for value in option.values)}]".replace("'", '"')


def _lines(depth: int, lines: list[str]) -> str:
    return ("\n" + " " * depth).join(lines)


def _placeholder_class(name: str) -> type:
    """Return a placeholder for a class of a fields.py that has not been written yet."""
    return State if name.endswith("Fields") else type(name, (), {})


def write_fields(package: str) -> Path:
    """Write fields.py in a game's package and return its path; an existing file is not read."""
    blank = ModuleType(f"{package}.fields")
    blank.__dict__["__getattr__"] = _placeholder_class
    sys.modules[blank.__name__] = blank
    module = import_module(f"{package}.state")
    [state] = [
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, State) and kind.__module__ == module.__name__
    ]
    options: Any = import_module(f"{package}.options")
    path = folder_of(package) / "fields.py"
    path.write_text(generate_module(state, options.OPTIONS), encoding="utf-8")
    return path


def main(packages: Sequence[str]) -> None:
    """Write fields.py in each package, by default in our games and in the template for new ones."""
    our_games = [f"regnum.games.{path.parent.name}" for path in sorted(OUR_GAMES.glob("*/fields.py"))]
    for package in packages or [*our_games, f"regnum.new_game.{TEMPLATE.name}"]:
        print(write_fields(package))


if __name__ == "__main__":
    main(sys.argv[1:])
