"""Steps: the flow of a game is a stack of steps, scheduled in the order of the rulebook.

A step is immutable. Its constructor's parameters are ints or bools and are stored under their own names, so that
a state can be serialized; all other attributes are computed from them.
"""

from inspect import signature
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, SupportsIndex, TypeVar, cast

from regnum.core import i64, mypyc_attr
from regnum.core.integers import to_int
from regnum.core.rules.action import Action, Refusal

if TYPE_CHECKING:
    from regnum.core.rules.state import State

__all__ = [
    "PASS",
    "Decision",
    "Event",
    "NextSteps",
    "PlayerEvent",
    "Ranges",
    "Simultaneous",
    "Step",
    "parameters",
    "steps_in",
]

S = TypeVar("S", bound="State")

Ranges = dict[str, range]
"""The allowed values of a step's parameters, by name."""
NextSteps = tuple[str, ...] | None
"""The names of the steps that may come right after a step; "" means no step, None any step."""

PASS: Final = "pass"
"""The family of the action by which a player declines a choice, in every game that has one."""

_ONE_SEAT: Final[list[tuple[int, ...]]] = [(seat,) for seat in range(8)]
"""For each of the first seats, the tuple of this seat alone, which decisions share."""

_PARAMETERS: Final[dict[type[Any], tuple[str, ...]]] = {}


def parameters(step_class: type[Any]) -> tuple[str, ...]:
    """Return the names of a step class's constructor parameters."""
    names = _PARAMETERS.get(step_class)
    if names is None:
        names = tuple(signature(step_class).parameters) if step_class.__init__ is not object.__init__ else ()
        _PARAMETERS[step_class] = names
    return names


def steps_in(*modules: ModuleType) -> "list[type[Step[Any]]]":
    """Return the step classes defined in these modules, without private base classes (`_Name`)."""
    steps: list[type[Step[Any]]] = []
    for module in modules:
        public_members = [member for name, member in vars(module).items() if not name.startswith("_")]
        own_members = [member for member in public_members if getattr(member, "__module__", "") == module.__name__]
        steps += [member for member in own_members if isinstance(member, type) and issubclass(member, Step)]
    return steps


@mypyc_attr(allow_interpreted_subclasses=True)
class Step(Generic[S]):
    """A step in the sequence of play. `CLAUSE` is the id of the rule that it implements.

    `RANGES`, `SEATS`, `FLAGS`, `REQUIRED_OPTION`, `next_steps` and `position_error` serve to validate
    positions set up by hand.
    """

    __slots__ = ()
    CLAUSE: ClassVar[str] = ""
    RANGES: ClassVar[Ranges] = {}
    """The ranges of those parameters whose range is the same in every position."""
    SEATS: ClassVar[tuple[str, ...]] = ("player",)
    """The names of parameters that are players' seats; the step need not have them."""
    FLAGS: ClassVar[tuple[str, ...]] = ()
    """The names of parameters that are true or false."""
    REQUIRED_OPTION: ClassVar[str] = ""
    """The option that must be on for the step to occur: the expansion to which it belongs."""
    NEXT_STEPS: ClassVar[NextSteps] = None
    """The steps that may come right after it, if they are the same in every position; see `next_steps`."""
    REFUSALS: ClassVar[dict[str, str]] = {}
    """The key of the refusal (table "refusal" of the words) of an illegal action, by its family; see `refusal`.

    For families that are missing here, the key is "must_choose" for passing, else "not_now".
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
        # not params(): in compiled code, a dict of ints returns flags as numbers
        params = [f"{name}={getattr(self, name)}" for name in parameters(type(self))]
        return f"{type(self).__name__}({', '.join(params)})"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), tuple(self.params().values())

    def run(self, s: S) -> bool:
        """Run this step, which is on top of the stack, and return whether a player has to decide."""
        raise TypeError(f"{type(self).__name__} is not a step of play")

    def handle_action(self, s: S, action: Action, player: SupportsIndex) -> None:
        """Carry out a player's decision.

        Args:
            s: The state, which is changed in place.
            action: A legal action.
            player: The seat of the player, or -1 for the first of `State.players_to_act`.
        """
        raise TypeError(f"{type(self).__name__} is not a decision")

    def next_steps(self, s: S) -> NextSteps:
        """Return the steps that may come right after this one: their names, "" for no step, or their `repr`.

        In a `repr`, `{player}` stands for this step's parameter of that name, and `{following}` for the seat after its
        player. A step whose option is off is replaced by the steps in its `NEXT_STEPS`.
        """
        return self.NEXT_STEPS

    def position_error(self, s: S) -> str:
        """Return why this step cannot be on the stack in this position, or "" if it can.

        Its parameters have already been checked against `RANGES`.
        """
        return ""

    def default_refusal(self, action: Action) -> Refusal:
        """Return the refusal of this action from `REFUSALS`, or a general one."""
        key = self.REFUSALS.get(action.family, "")
        if key:
            return Refusal(key, self.CLAUSE, action.params)
        return Refusal("must_choose" if action.family == PASS else "not_now", self.CLAUSE)

    def is_consistent(self, s: S) -> bool:
        """Return whether the hidden parts of the state could have led to this step.

        This is called only while the step is on top of the stack. A step in which a public choice implies a hidden card
        overrides it.
        """
        return True


@mypyc_attr(allow_interpreted_subclasses=True)
class Event(Step[S]):
    """A step without a decision, such as dealing or scoring. Only events may draw random numbers."""

    __slots__ = ()

    def happen(self, s: S) -> None:
        """Carry out the step."""
        raise TypeError(f"{type(self).__name__} has no method happen")

    def run(self, s: S) -> bool:
        s.stack.pop()
        s.schedule_index = len(s.stack)
        self.happen(s)
        return False


@mypyc_attr(allow_interpreted_subclasses=True)
class PlayerEvent(Event[S]):
    """An event that happens to one player."""

    __slots__ = ("player",)

    def __init__(self, player: i64) -> None:
        self.player: Final[i64] = player


@mypyc_attr(allow_interpreted_subclasses=True)
class Decision(Step[S]):
    """A step in which one player decides."""

    __slots__ = ("player",)
    OPTIONAL: ClassVar[bool] = False
    """Whether the step is skipped if there is nothing to choose."""

    def __init__(self, player: i64) -> None:
        self.player: Final[i64] = player

    def options(self, s: S) -> list[Action]:
        """Return the actions that the player may choose."""
        raise TypeError(f"{type(self).__name__} has no method options")

    def take(self, s: S, action: Action) -> None:
        """Carry out the choice."""
        raise TypeError(f"{type(self).__name__} has no method take")

    def refusal(self, s: S, action: Action) -> Refusal:
        """Return why this action, which is not among the options, is illegal."""
        return self.default_refusal(action)

    def run(self, s: S) -> bool:
        choices = self.options(s)
        if choices:
            s.choices = choices
            s.players_to_act = _ONE_SEAT[self.player] if self.player < len(_ONE_SEAT) else (self.player,)
            s.schedule_index = len(s.stack)
            return True
        if not self.OPTIONAL:
            raise RuntimeError(f"{self!r} has no options")
        s.stack.pop()
        return False

    def handle_action(self, s: S, action: Action, player: SupportsIndex) -> None:
        s.stack.pop()
        s.schedule_index = len(s.stack)
        self.take(s, action)
        s.settled_ply = s.ply + 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Simultaneous(Step[S]):
    """A step in which several players decide simultaneously; the order of their choices makes no difference.

    `take` changes only what belongs to its player and draws no random numbers; shared effects are left to `happen`.
    """

    __slots__ = ()

    def waiting(self, s: S) -> list[int]:
        """Return the players who have yet to choose, in ascending order."""
        raise TypeError(f"{type(self).__name__} has no method waiting")

    def options(self, s: S, player: i64) -> list[Action]:
        """Return the actions that a waiting player may choose; never empty."""
        raise TypeError(f"{type(self).__name__} has no method options")

    def take(self, s: S, player: i64, action: Action) -> None:
        """Carry out one player's choice."""
        raise TypeError(f"{type(self).__name__} has no method take")

    def happen(self, s: S) -> None:
        """Carry out the effects once all players have chosen."""
        raise TypeError(f"{type(self).__name__} has no method happen")

    def refusal(self, s: S, player: i64, action: Action) -> Refusal:
        """Return why this action, which is not among the options, is illegal."""
        return self.default_refusal(action)

    def run(self, s: S) -> bool:
        waiting = self.waiting(s)
        if waiting:
            s.choices = []
            s.players_to_act = tuple(waiting)
            s.schedule_index = len(s.stack)
            return True
        s.stack.pop()
        s.schedule_index = len(s.stack)
        s.settled_ply = s.ply
        self.happen(s)
        return False

    def handle_action(self, s: S, action: Action, player: SupportsIndex) -> None:
        seat = player if isinstance(player, int) else to_int(player)  # saves the call for an int, the usual case
        self.take(s, seat if seat >= 0 else s.players_to_act[0], action)
