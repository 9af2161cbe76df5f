"""The interface of all players, and where bots are found by name."""

from collections.abc import Callable
from importlib import import_module
from typing import ClassVar, Final

from regnum.core import mypyc_attr
from regnum.core.action import Action
from regnum.core.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Player:
    """Somebody who chooses actions. The same seed and the same observed states give the same choices."""

    NAME: ClassVar[str] = ""

    def __init__(self, seed: int) -> None:
        """`seed`: a whole number, at least 0."""
        self.seed: Final = seed
        self.draws = 0

    def choose(self, state: State, legal: list[Action]) -> Action:
        """Return one of the legal actions (at least one), given the state as this player's seat observes it."""
        raise TypeError(f"{type(self).__name__} has no method choose")


_KNOWN: Final[dict[str, Callable[[int], Player]]] = {}
_BUILT_IN: Final = ("random", "greedy")


def add_player(name: str, maker: Callable[[int], Player]) -> None:
    """Make a bot known by a name; ValueError if the name is taken."""
    if name in names():
        raise ValueError(f"there is a bot {name!r} already")
    _KNOWN[name] = maker


def names() -> list[str]:
    """Return the names of the bots there are."""
    return [*_BUILT_IN, *_KNOWN]


def make(name: str, seed: int) -> Player:
    """Return a new bot by its name, or by where its class is found: `module:Class`; ValueError if there is none."""
    if name in _KNOWN:
        return _KNOWN[name](seed)
    module, colon, kind = name.partition(":")
    if not colon and name not in _BUILT_IN:
        raise ValueError(f"unknown bot {name!r}; the bots are {', '.join(names())}, and your own as module:Class")
    try:
        found = getattr(import_module(module), kind) if colon else import_module(f"regnum.players.{name}").PLAYER
    except (ImportError, AttributeError, ValueError, SyntaxError) as error:
        raise ValueError(f"no bot {name!r}: {error}") from None
    if not (isinstance(found, type) and issubclass(found, Player)):
        raise ValueError(f"no bot {name!r}: that is not a class of regnum.players.Player")
    return found(seed)
