"""Steps: the flow of a game is a stack of them, announced in the order in which the rulebook tells them.

A step is immutable. Its constructor's parameters are ints or bools and are stored under their own names, so that
a state can be written down and read again; whatever follows from them is computed.
"""

from inspect import signature
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, SupportsIndex, TypeVar, cast

from regnum.core import mypyc_attr
from regnum.core.codec import whole
from regnum.core.rules.action import Action, Refusal

if TYPE_CHECKING:
    from regnum.core.rules.state import State

S = TypeVar("S", bound="State")

Ranges = dict[str, range]
"""What numbers the parameters of a step may be, by their names."""
Then = tuple[str, ...] | None
"""The names of the steps that may come right after a step, "" for none at all; None: any."""

PASS: Final = "pass"
"""The family of the action by which a player declines a choice, in every game that has one."""

_PARAMETERS: Final[dict[type[Any], tuple[str, ...]]] = {}


def parameters(kind: type[Any]) -> tuple[str, ...]:
    """Return the names of the constructor's parameters of a step class."""
    names = _PARAMETERS.get(kind)
    if names is None:
        names = tuple(signature(kind).parameters) if kind.__init__ is not object.__init__ else ()
        _PARAMETERS[kind] = names
    return names


def steps_in(*modules: ModuleType) -> "list[type[Step[Any]]]":
    """Return the step classes that are defined in these modules; those with a name like `_This` are but their bases."""
    found: list[type[Step[Any]]] = []
    for module in modules:
        public = [thing for name, thing in vars(module).items() if not name.startswith("_")]
        here = [thing for thing in public if getattr(thing, "__module__", "") == module.__name__]
        found += [thing for thing in here if isinstance(thing, type) and issubclass(thing, Step)]
    return found


@mypyc_attr(allow_interpreted_subclasses=True)
class Step(Generic[S]):
    """A part of the sequence of play. `CLAUSE` is the id of the rule that it carries out.

    For positions that are set up by hand it says of itself: `RANGES`, `SEATS`, `FLAGS`, `ONLY_WITH`, `then`, `fault`.
    """

    __slots__ = ()
    CLAUSE: ClassVar[str] = ""
    RANGES: ClassVar[Ranges] = {}
    """What its parameters may be, where that is always the same."""
    SEATS: ClassVar[tuple[str, ...]] = ("player",)
    """Those of its parameters, if it has them, that are seats of players."""
    FLAGS: ClassVar[tuple[str, ...]] = ()
    """Those of its parameters that are true or false."""
    ONLY_WITH: ClassVar[str] = ""
    """The option without which it never comes: that of the expansion it belongs to."""
    THEN: ClassVar[Then] = None
    """What may come right after it, if that is always the same; see `then`."""
    REFUSALS: ClassVar[dict[str, str]] = {}
    """For families of actions the words (table "why") for one that may not be taken; see `why_not`.

    Of the others, passing is refused because something must be chosen; the rest has another moment.
    """

    def __init__(self) -> None:
        pass

    def params(self) -> dict[str, int]:
        """Return the step's parameters by name."""
        return {name: getattr(self, name) for name in parameters(type(self))}

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.params() == cast("Step[Any]", other).params()

    def __hash__(self) -> int:
        return hash((type(self).__name__, *self.params().values()))

    def __repr__(self) -> str:
        # not by params(): compiled, what comes out of a dict of ints is a number, never a flag
        given = [f"{name}={getattr(self, name)}" for name in parameters(type(self))]
        return f"{type(self).__name__}({', '.join(given)})"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), tuple(self.params().values())

    def arrive(self, s: S) -> bool:
        """Be next, on top of the stack: happen, or ask. Tell whether somebody has to decide now."""
        raise TypeError(f"{type(self).__name__} is no step of play")

    def answer(self, s: S, action: Action, player: SupportsIndex) -> None:
        """Carry out what somebody decided; for -1 as a player see `State.apply`."""
        raise TypeError(f"{type(self).__name__} is nobody's decision")

    def then(self, s: S) -> Then:
        """Return what may come right after it in this position: names, "" for nothing, or steps as `repr` has them.

        In those `{player}` is this step's own parameter of that name, `{following}` the seat after its player.
        In the place of a step whose option is off comes what its `THEN` names.
        """
        return self.THEN

    def fault(self, s: S) -> str:
        """Return why this step cannot be to come in this position, or ""; its parameters are within their ranges."""
        return ""

    def refusal(self, action: Action) -> Refusal:
        """Return what `REFUSALS` says of this action, or what can be said of it in general."""
        key = self.REFUSALS.get(action.family, "")
        if key:
            return Refusal(key, self.CLAUSE, action.params)
        return Refusal("must_choose" if action.family == PASS else "not_now", self.CLAUSE)

    def consistent(self, s: S) -> bool:
        """Tell whether the hidden parts that were dealt out could have led to this step.

        Asked only while the step is on top of the stack: overridden where a public choice betrays a hidden card.
        """
        return True


@mypyc_attr(allow_interpreted_subclasses=True)
class Event(Step[S]):
    """Nobody decides: deal, resolve, score. The only kind of step that may draw chance."""

    __slots__ = ()

    def happen(self, s: S) -> None:
        """Carry the step out."""
        raise TypeError(f"{type(self).__name__} has no method happen")

    def arrive(self, s: S) -> bool:
        s.stack.pop()
        s.announcing = len(s.stack)
        self.happen(s)
        return False


@mypyc_attr(allow_interpreted_subclasses=True)
class PlayerEvent(Event[S]):
    """Something that happens to one player."""

    __slots__ = ("player",)

    def __init__(self, player: int) -> None:
        self.player: Final = player


@mypyc_attr(allow_interpreted_subclasses=True)
class Decision(Step[S]):
    """One player decides."""

    __slots__ = ("player",)
    OPTIONAL: ClassVar[bool] = False
    """True: the step falls away when nothing can be chosen."""

    def __init__(self, player: int) -> None:
        self.player: Final = player

    def options(self, s: S) -> list[Action]:
        """Return what the player may choose."""
        raise TypeError(f"{type(self).__name__} has no method options")

    def take(self, s: S, action: Action) -> None:
        """Carry out the choice."""
        raise TypeError(f"{type(self).__name__} has no method take")

    def why_not(self, s: S, action: Action) -> Refusal:
        """Say why this action, which is not among the options, may not be taken."""
        return self.refusal(action)

    def arrive(self, s: S) -> bool:
        choices = self.options(s)
        if choices:
            s.choices = choices
            s.players_to_act = (self.player,)
            s.announcing = len(s.stack)
            return True
        if not self.OPTIONAL:
            raise RuntimeError(f"{self!r} has no options")
        s.stack.pop()
        return False

    def answer(self, s: S, action: Action, player: SupportsIndex) -> None:
        s.stack.pop()
        s.announcing = len(s.stack)
        self.take(s, action)
        s.settled = s.ply + 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Simultaneous(Step[S]):
    """Several players decide at once; the order in which they do so makes no difference.

    `take` touches only what belongs to its player and draws no chance; what is shared happens in `happen`.
    """

    __slots__ = ()

    def waiting(self, s: S) -> list[int]:
        """Return the players who have yet to choose, in ascending order."""
        raise TypeError(f"{type(self).__name__} has no method waiting")

    def options(self, s: S, player: int) -> list[Action]:
        """Return what a waiting player may choose; never empty."""
        raise TypeError(f"{type(self).__name__} has no method options")

    def take(self, s: S, player: int, action: Action) -> None:
        """Carry out one player's choice."""
        raise TypeError(f"{type(self).__name__} has no method take")

    def happen(self, s: S) -> None:
        """Carry out what follows when nobody is left to choose."""
        raise TypeError(f"{type(self).__name__} has no method happen")

    def why_not(self, s: S, player: int, action: Action) -> Refusal:
        """Say why this action, which is not among the options, may not be taken."""
        return self.refusal(action)

    def arrive(self, s: S) -> bool:
        waiting = self.waiting(s)
        if waiting:
            s.choices = []
            s.players_to_act = tuple(waiting)
            s.announcing = len(s.stack)
            return True
        s.stack.pop()
        s.announcing = len(s.stack)
        s.settled = s.ply
        self.happen(s)
        return False

    def answer(self, s: S, action: Action, player: SupportsIndex) -> None:
        seat = player if isinstance(player, int) else whole(player)  # no call where it is one, as it nearly always is
        self.take(s, seat if seat >= 0 else s.players_to_act[0], action)
