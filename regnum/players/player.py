"""The interface of all players, and where bots are found by name."""

from collections.abc import Callable, Mapping
from importlib import import_module
from inspect import signature
from math import isfinite
from operator import index
from typing import Any, ClassVar, Final, SupportsIndex

from regnum.core import mypyc_attr
from regnum.core.rules.action import Action
from regnum.core.rules.state import State

Value = float | int | str | bool
"""What a parameter of a bot may be."""
_KINDS: Final = {"bool": "true or false", "str": "a text", "int": "a whole number"}


@mypyc_attr(allow_interpreted_subclasses=True)
class Player:
    """Somebody who chooses actions. The same seed, parameters and observed states give the same choices.

    `PARAMS` names the parameters with their defaults; the type of the default is the type of the parameter.
    `params` holds those that this player plays with.
    """

    NAME: ClassVar[str] = ""
    PARAMS: ClassVar[dict[str, Value]] = {}

    def __init__(self, seed: SupportsIndex, params: Mapping[str, object] | None = None) -> None:
        """`seed`: a whole number, at least 0. `params`: values, or texts of them; ValueError for a wrong one."""
        self.seed: Final[int] = index(seed)
        self.params: Final[dict[str, Value]] = read_params(self.PARAMS, params or {})
        self.draws = 0

    def __reduce__(self) -> tuple[object, ...]:
        kept = dict(getattr(self, "__dict__", {}))
        for kind in type(self).__mro__:
            for name in vars(kind).get("__mypyc_attrs__", ()):  # where it is compiled
                kept[name] = getattr(self, name)
        return _again, (type(self), self.seed, self.params, kept)

    def choose(self, state: State, legal: list[Action]) -> Action:
        """Return one of the legal actions (at least one), given the state as this player's seat observes it."""
        raise TypeError(f"{type(self).__name__} has no method choose")

    def begin(self, state: State) -> None:
        """Hear that a game begins, in the position that this player's seat observes. Matches call it, tables do not."""

    def follow(self, state: State, player: int, action: Action | None) -> None:
        """Hear that a player has acted, this one included, and what the position now looks like from this seat.

        The action is None where it is secret and another's. What nobody is told of, others' plans laid while all
        decide at once, is not heard at all. Matches call it, tables do not: a bot must be able to choose without it.
        """


def _again(kind: type[Player], seed: int, params: dict[str, Value], kept: dict[str, Any]) -> Player:
    """Return a player of a kind with what it has kept in its attributes (what copying and unpickling one calls)."""
    player = kind(seed, params) if _takes_params(kind) else kind(seed)
    for name, value in kept.items():
        try:
            setattr(player, name, value)
        except AttributeError:  # compiled, what is final cannot be set, and follows from seed and parameters
            continue
    return player


def read_params(declared: Mapping[str, Value], given: Mapping[str, object]) -> dict[str, Value]:
    """Return every parameter with its given or default value; ValueError for an unknown name or a wrong value."""
    for name in given:
        if name not in declared:
            raise ValueError(f"no parameter {name!r}; there are {', '.join(declared) or 'none'}")
    return {name: _read(name, default, given.get(name, default)) for name, default in declared.items()}


def _read(name: str, default: Value, value: Any) -> Value:
    """Return a value as the type of the default, given itself or its text form."""
    kind = type(default)
    if kind is bool:
        meant = {"true": True, "false": False}.get(str(value).lower())
        if meant is not None:
            return meant
    elif kind is str:
        if isinstance(value, str):
            return value
    elif not isinstance(value, bool):
        try:
            if kind is int:
                return int(value) if isinstance(value, str) else index(value)
            number = float(value)
            if isfinite(number):
                return number
        except (TypeError, ValueError, OverflowError):
            pass
    raise ValueError(f"parameter {name}={value!r} is not {_KINDS.get(kind.__name__, 'a number')}")


_KNOWN: Final[dict[str, Callable[[int], Player]]] = {}
BUILT_IN: Final = ("random", "gentle", "greedy", "strong")


def add_player(name: str, maker: Callable[[int], Player]) -> None:
    """Make a bot known by a name; ValueError if the name is taken or holds what divides names from each other.

    `maker`: a class, or a function that makes a player from a seed; only a class can have parameters.
    """
    if name in names():
        raise ValueError(f"there is a bot {name!r} already")
    if not name or any(sign in name for sign in ":=,"):
        raise ValueError(f"{name!r} is no name for a bot: it is empty, or has a colon, a comma or an equals sign in it")
    _KNOWN[name] = maker


def names() -> list[str]:
    """Return the names of the bots there are."""
    return [*BUILT_IN, *_KNOWN]


def make(name: str, seed: SupportsIndex) -> Player:
    """Return a new bot by its name, or by where its class is found: `module:Class`; ValueError if there is none.

    Parameters stand behind it, each behind a colon: `module:Class:depth=2`.
    """
    kind, params = split(name)
    maker = _KNOWN[kind] if kind in _KNOWN else _found(kind)
    if not params:
        return maker(index(seed))
    if not (isinstance(maker, type) and issubclass(maker, Player)):
        raise ValueError(f"no bot {name!r}: {kind} takes no parameters")
    try:
        read_params(maker.PARAMS, params)
    except ValueError as error:
        raise ValueError(f"no bot {name!r}: {error}") from None
    if not _takes_params(maker):
        raise ValueError(f"no bot {name!r}: __init__ of {maker.__name__} takes a seed and no parameters")
    return maker(index(seed), params)


def _takes_params(maker: type[Player]) -> bool:
    """Tell whether a class of players has kept the second parameter of the constructor."""
    try:
        signature(maker).bind(0, {})
    except TypeError:
        return False
    except ValueError:  # compiled, and it does not say
        pass
    return True


def split(name: str) -> tuple[str, dict[str, str]]:
    """Return a bot's name without its parameters, and these as texts; ValueError for one that is not key=value."""
    kind: list[str] = []
    params: dict[str, str] = {}
    for part in name.split(":"):
        key, equals, value = part.partition("=")
        if not equals:
            if params:
                raise ValueError(f"no bot {name!r}: {part!r} is not of the form key=value")
            kind.append(part)
        elif not key or key in params:
            raise ValueError(f"no bot {name!r}: {part!r} has no name of its own")
        else:
            params[key] = value
    return ":".join(kind), params


def _found(name: str) -> type[Player]:
    """Return the class of a bot of the house, or one that is named by module and class; ValueError if there is none."""
    module, colon, kind = name.partition(":")
    if not colon and name not in BUILT_IN:
        raise ValueError(f"unknown bot {name!r}; the bots are {', '.join(names())}, and your own as module:Class")
    try:
        found = getattr(import_module(module), kind) if colon else import_module(f"regnum.players.{name}").PLAYER
    except (ImportError, AttributeError, ValueError, SyntaxError) as error:
        raise ValueError(f"no bot {name!r}: {error}") from None
    if not (isinstance(found, type) and issubclass(found, Player)):
        raise ValueError(f"no bot {name!r}: that is not a class of regnum.players.Player")
    return found
