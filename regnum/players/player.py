"""The interface of all bots, and the lookup of bots by name."""

from collections.abc import Callable, Mapping
from importlib import import_module
from inspect import signature
from math import isfinite
from operator import index
from typing import Any, ClassVar, Final, SupportsIndex

from regnum.core import mypyc_attr
from regnum.core.rules.action import Action
from regnum.core.rules.state import State

__all__ = ["Player", "Value", "add_player", "make_player", "player_names", "read_params", "split_name"]

Value = float | int | str | bool
"""The value of a bot's parameter."""
_KINDS: Final = {"bool": "true or false", "str": "a text", "int": "a whole number"}


@mypyc_attr(allow_interpreted_subclasses=True)
class Player:
    """A bot, which chooses actions. The same seed, parameters and observed states give the same choices.

    Attributes:
        PARAMS: The parameters of the class with their defaults. The type of a default is the type of the parameter.
        params: This bot's values of the parameters.
        seed: The seed, from which the bot derives all randomness.
        draws: A counter for use by the bot.
    """

    NAME: ClassVar[str] = ""
    PARAMS: ClassVar[dict[str, Value]] = {}

    def __init__(self, seed: SupportsIndex, params: Mapping[str, object] | None = None) -> None:
        """Make a bot.

        Args:
            seed: A whole number, at least 0.
            params: Values of parameters, or their text forms, by name; the others have their defaults.

        Raises:
            ValueError: If a parameter is unknown or its value is invalid.
        """
        self.seed: Final[int] = index(seed)
        self.params: Final[dict[str, Value]] = read_params(self.PARAMS, params or {})
        self.draws = 0

    def __reduce__(self) -> tuple[object, ...]:
        attributes = dict(getattr(self, "__dict__", {}))
        for base in type(self).__mro__:
            for name in vars(base).get("__mypyc_attrs__", ()):  # in a compiled class
                attributes[name] = getattr(self, name)
        return _restore, (type(self), self.seed, self.params, attributes)

    def choose(self, state: State, legal: list[Action]) -> Action:
        """Return one of the legal actions.

        Args:
            state: The observed state of this bot's seat, `state.observer`.
            legal: Its legal actions; there is at least one.
        """
        raise TypeError(f"{type(self).__name__} has no method choose")

    def begin(self, state: State) -> None:
        """Process the beginning of a game. This is called in matches, not at tables.

        Args:
            state: The observed state of this bot's seat.
        """

    def follow(self, state: State, player: int, action: Action | None) -> None:
        """Process the action of seat `player`, perhaps the bot's own.

        This is called in matches, not at tables, so a bot must be able to choose without it. It is not called for what
        others choose in simultaneous decisions.

        Args:
            state: The observed state of this bot's seat, after the action.
            player: The seat of the player who acted.
            action: The action, or None if it is another player's secret action.
        """


def _restore(player_class: type[Player], seed: int, params: dict[str, Value], attributes: dict[str, Any]) -> Player:
    """Return a bot of a class with the given attributes (called by copying and unpickling)."""
    bot = player_class(seed, params) if _takes_params(player_class) else player_class(seed)
    for name, value in attributes.items():
        try:
            setattr(bot, name, value)
        except AttributeError:  # final attributes of compiled classes follow from seed and parameters
            continue
    return bot


def read_params(declared: Mapping[str, Value], values: Mapping[str, object]) -> dict[str, Value]:
    """Return every parameter with its given or default value.

    Args:
        declared: The parameters with their defaults.
        values: The given values, or their text forms, by name.

    Raises:
        ValueError: If a name is unknown or a value is invalid.
    """
    for name in values:
        if name not in declared:
            raise ValueError(f"no parameter {name!r}; there are {', '.join(declared) or 'none'}")
    return {name: _read(name, default, values.get(name, default)) for name, default in declared.items()}


def _read(name: str, default: Value, value: Any) -> Value:
    """Return a value or the value of a text form, converted to the type of the default.

    Raises ValueError if it is invalid.
    """
    value_type = type(default)
    if value_type is bool:
        flag = {"true": True, "false": False}.get(str(value).lower())
        if flag is not None:
            return flag
    elif value_type is str:
        if isinstance(value, str):
            return value
    elif not isinstance(value, bool):
        try:
            if value_type is int:
                return int(value) if isinstance(value, str) else index(value)
            number = float(value)
            if isfinite(number):
                return number
        except (TypeError, ValueError, OverflowError):
            pass
    raise ValueError(f"parameter {name}={value!r} is not {_KINDS.get(value_type.__name__, 'a number')}")


_REGISTERED: Final[dict[str, Callable[[int], Player]]] = {}
BUILT_IN: Final = ("random", "gentle", "greedy", "strong")


def add_player(name: str, factory: Callable[[int], Player]) -> None:
    """Register a bot by name, in this process.

    Args:
        name: The name.
        factory: A class, or a function that makes a player from a seed. Only a class can have parameters.

    Raises:
        ValueError: If the name is taken, empty, or contains a separator.
    """
    if name in player_names():
        raise ValueError(f"there is a bot {name!r} already")
    if not name or any(separator in name for separator in ":=,"):
        raise ValueError(
            f"{name!r} is not a valid name for a bot: it is empty, or has a colon, a comma or an equals sign in it"
        )
    _REGISTERED[name] = factory


def player_names() -> list[str]:
    """Return the names of all bots."""
    return [*BUILT_IN, *_REGISTERED]


def make_player(name: str, seed: SupportsIndex) -> Player:
    """Return a new bot.

    Args:
        name: Its name, or its class as `module:Class`. Parameters follow, each after a colon:
            `module:Class:depth=2`.
        seed: Its seed.

    Raises:
        ValueError: If there is no such bot, or a parameter is invalid.
    """
    kind, params = split_name(name)
    factory = _REGISTERED[kind] if kind in _REGISTERED else _find_class(kind)
    if not params:
        return factory(index(seed))
    if not (isinstance(factory, type) and issubclass(factory, Player)):
        raise ValueError(f"no bot {name!r}: {kind} takes no parameters")
    try:
        read_params(factory.PARAMS, params)
    except ValueError as error:
        raise ValueError(f"no bot {name!r}: {error}") from None
    if not _takes_params(factory):
        raise ValueError(f"no bot {name!r}: __init__ of {factory.__name__} takes a seed and no parameters")
    return factory(index(seed), params)


def _takes_params(factory: type[Player]) -> bool:
    """Return whether the constructor of a bot's class accepts parameters."""
    try:
        signature(factory).bind(0, {})
    except TypeError:
        return False
    except ValueError:  # a compiled class without a signature
        pass
    return True


def split_name(name: str) -> tuple[str, dict[str, str]]:
    """Return a bot's name, and its parameters as texts.

    Raises:
        ValueError: If a parameter is not of the form key=value.
    """
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


def _find_class(name: str) -> type[Player]:
    """Return the class of a built-in bot, or of one given as `module:Class`; raises ValueError if it does not exist."""
    module, colon, class_name = name.partition(":")
    if not colon and name not in BUILT_IN:
        raise ValueError(
            f"unknown bot {name!r}; the bots are {', '.join(player_names())}, and your own as module:Class"
        )
    try:
        player_class = (
            getattr(import_module(module), class_name) if colon else import_module(f"regnum.players.{name}").PLAYER
        )
    except (ImportError, AttributeError, ValueError, SyntaxError) as error:
        raise ValueError(f"no bot {name!r}: {error}") from None
    if not (isinstance(player_class, type) and issubclass(player_class, Player)):
        raise ValueError(f"no bot {name!r}: that is not a class of regnum.players.Player")
    return player_class
