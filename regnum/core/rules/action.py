"""Actions: every game declares a finite table of its actions once, in families with named parameters."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, Generic, SupportsIndex, TypeVar, cast

from regnum.core import i64, mypyc_attr
from regnum.core.packed import IS_COMPILED, MAX_MASK_BITS, popcount
from regnum.core.registry import action_of

__all__ = [
    "Action",
    "ActionTable",
    "BeyondLimitError",
    "Family",
    "IndexedAction",
    "Limit",
    "Param",
    "Refusal",
    "find_by_index",
    "indices",
]

Param = str | int


class Refusal:
    """The reason why an action is illegal.

    Attributes:
        key: The key of the sentence in the game's words.
        clause: The id of the clause that forbids the action, or "" if there is none.
        params: The parameters of the sentence.
    """

    def __init__(self, key: str, clause: str, params: dict[str, int | str] | None = None) -> None:
        self.key: Final = key
        self.clause: Final = clause
        self.params: Final[dict[str, int | str]] = params or {}


class BeyondLimitError(ValueError):
    """Raised if a number in an action's text is above the limit of the family; `refusal` gives the reason."""

    def __init__(self, message: str, refusal: Refusal) -> None:
        super().__init__(message)
        self.refusal: Final = refusal


class Limit:
    """The highest value of a number in an action family, and the refusal of a higher one."""

    def __init__(self, param: str, max_value: int, key: str, clause: str) -> None:
        """Make a limit.

        Args:
            param: The name of the family's parameter.
            max_value: Its highest value, which is also the value of `param` in the refusal.
            key: The key of the refusal in the table "refusal" of the words.
            clause: The id of the clause that sets the limit.
        """
        self.param: Final = param
        self.max_value: Final = max_value
        self.refusal: Final = Refusal(key, clause, {param: max_value})


@mypyc_attr(allow_interpreted_subclasses=True)
class Action:
    """One thing that a player may do. Each action is a single object, so actions are compared by identity.

    `str(action)` is its text form (`contest C2`).

    Attributes:
        params: Its parameters by name, with ids from the game's data (`{"town": "C2"}`).
        index: Its position in the game's table of actions.
        family: The name of its family.
        secret: Whether the other players see only that something was chosen.
        convenience: Whether a bot may ignore it, because other actions can have the same results.
        reveals: The number of hidden things that it reveals but its player already knew, such as a card in their
            hand. Revealing these does not prevent an undo.
    """

    __slots__ = ("convenience", "family", "game", "index", "params", "reveals", "secret", "text")

    def __init__(self, *params: tuple[str, Param]) -> None:
        self.params: Final[dict[str, Param]] = dict(params)
        self.index = -1
        self.family = ""
        self.game = ""
        self.text = ""
        self.secret = False
        self.convenience = False
        self.reveals = 0

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.game}: {self.text}>"

    def __copy__(self) -> "Action":
        return self

    def __deepcopy__(self, memo: object) -> "Action":
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return action_of, (self.game, self.index)


def indices(actions: list[Action]) -> list[int]:
    """Return the indices of the actions, in ascending order."""
    numbers = [action.index for action in actions]
    numbers.sort()
    return numbers


def find_by_index(actions: list[Action], index: int) -> Action | None:
    """Return the action with this index if it is in the list, or None otherwise."""
    for action in actions:
        if action.index == index:
            return action
    return None


class IndexedAction(Action):
    """An action that selects one value from a list, numbered from 0."""

    def __init__(self, kind: str, name: Param, choice: int) -> None:
        super().__init__((kind, name))
        self.choice: Final = choice


A = TypeVar("A", bound=Action)


class Family(Generic[A]):
    """The actions of one kind of decision, one for each value of the parameters."""

    def __init__(self, name: str, members: Sequence[A]) -> None:
        self.name: Final = name
        self.members: Final[list[A]] = list(members)

    def __getitem__(self, number: int) -> A:
        return self.members[number]

    def __len__(self) -> int:
        return len(self.members)

    def has(self, action: Action) -> bool:
        """Return whether the action belongs to this family."""
        return action.family == self.name

    def of(self, action: Action) -> A:
        """Return the action, typed as a member of this family.

        Raises:
            ValueError: If the action belongs to another family.
        """
        if action.family != self.name:
            raise ValueError(f"{action.text!r} is not of the family {self.name!r}")
        return cast(A, action)

    def members_in(self, mask: int) -> list[Action]:
        """Return the members of this family whose bits are set in the mask, in ascending order."""
        members: list[Any] = self.members  # as list[Any], compiled code does not check the type of each item
        if IS_COMPILED and not mask >> MAX_MASK_BITS:
            return _select(members, mask)
        chosen: list[Action] = []
        while mask:
            lowest = mask & -mask
            chosen.append(members[lowest.bit_length() - 1])
            mask ^= lowest
        return chosen


def _select(members: list[Any], mask: i64) -> list[Any]:
    """Return the members whose bits are set in a mask of one word, which is faster in compiled code."""
    chosen: list[Any] = [None] * popcount(mask)
    index: i64 = 0
    while mask:
        lowest = mask & -mask
        chosen[index] = members[popcount(lowest - 1)]
        mask ^= lowest
        index += 1
    return chosen


class ActionTable:
    """All actions of a game, by index and by text form."""

    def __init__(self, game: str) -> None:
        self.game: Final = game
        """The id of the game."""
        self.families: Final[dict[str, Sequence[Action]]] = {}
        self._limits: Final[dict[str, Limit]] = {}
        self._actions: Final[list[Action]] = []
        self._by_text: Final[dict[str, Action]] = {}

    def add(
        self, name: str, members: Sequence[A], secret: bool = False, convenience: bool = False, reveals: int = 0
    ) -> Family[A]:
        """Declare and return a family.

        Args:
            name: The name of the family, with which the text form of its actions begins.
            members: Its actions, which get their indices in this order.
            secret: Whether the other players see only that something was chosen.
            convenience: Whether bots may ignore its actions.
            reveals: The number of hidden things that each action reveals but its player already knew.

        Raises:
            ValueError: If the family or an action is declared twice.
        """
        if name in self.families:
            raise ValueError(f"the family {name!r} is declared twice")
        for member in members:
            member.index = len(self._actions)
            member.family = name
            member.game = self.game
            member.secret = secret
            member.convenience = convenience
            member.reveals = reveals
            member.text = " ".join([name, *(str(value) for value in member.params.values())])
            if member.text in self._by_text:
                raise ValueError(f"the action {member.text!r} is declared twice")
            self._by_text[member.text] = member
            self._actions.append(member)
        self.families[name] = list(members)
        return Family(name, members)

    def add_choices(
        self, name: str, kind: str, values: Sequence[Param], secret: bool = False, convenience: bool = False
    ) -> Family[IndexedAction]:
        """Declare and return a family with an action for each value in a list.

        Args:
            name: The name of the family.
            kind: The name of its one parameter.
            values: The values of that parameter.
            secret: Whether the other players see only that something was chosen.
            convenience: Whether bots may ignore its actions.
        """
        return self.add(
            name, [IndexedAction(kind, value, number) for number, value in enumerate(values)], secret, convenience
        )

    def add_single(self, name: str) -> Action:
        """Declare a family of one action without parameters and return the action."""
        action = Action()
        self.add(name, [action])
        return action

    def set_limit(self, family: Family[A], param: str, max_value: int, key: str, clause: str) -> None:
        """Declare the highest value of a family's parameter, and the refusal of higher values.

        Args:
            family: The family.
            param: The name of its parameter.
            max_value: The highest value.
            key: The key of the refusal in the words.
            clause: The id of the clause that sets the limit.
        """
        self._limits[family.name] = Limit(param, max_value, key, clause)

    def __getitem__(self, index: SupportsIndex) -> Action:
        return self._actions[index]

    def __len__(self) -> int:
        return len(self._actions)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._actions)

    def parse(self, text: str) -> Action:
        """Return the action with this text form.

        Raises:
            BeyondLimitError: If a number is above the family's limit.
            ValueError: If there is no such action. The message explains why.
        """
        words = text.split()
        action = self._by_text.get(" ".join(words))
        if action is not None:
            return action
        if not words or words[0] not in self.families:
            raise ValueError(f"no action {text!r} in {self.game}; the families are {', '.join(self.families)}")
        limit = self._limits.get(words[0])
        if limit is not None and self._is_beyond(words, limit):
            raise BeyondLimitError(
                f"no action {text!r} in {self.game}: {limit.param} is at most {limit.max_value}", limit.refusal
            )
        example = self.families[words[0]][0].text
        raise ValueError(f"no action {text!r} in {self.game}; one of this family is {example!r}")

    def _is_beyond(self, words: list[str], limit: Limit) -> bool:
        """Return whether a text would be an action's if its number were not above the limit."""
        position = list(self.families[words[0]][0].params).index(limit.param) + 1
        if len(words) <= position or not words[position].isdecimal():
            return False
        digits = words[position].lstrip("0")
        # The length is compared first because int refuses thousands of digits.
        if len(digits) <= len(str(limit.max_value)) and int(digits or "0") <= limit.max_value:
            return False
        return " ".join([*words[:position], str(limit.max_value), *words[position + 1 :]]) in self._by_text
