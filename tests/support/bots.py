"""Bots for tests, found by module and class in any process."""

import os
from typing import Any, ClassVar

from regnum.core.rules.action import Action
from regnum.core.rules.state import State
from regnum.players import Player, make_player
from regnum.players.player import Value


class FirstAction(Player):
    """Takes the first action."""

    def choose(self, state: State, legal: list[Action]) -> Action:
        return legal[0]


class LastAction(Player):
    """Takes the last action, or the one at a given distance from the end."""

    PARAMS: ClassVar[dict[str, Value]] = {"back": 0}

    def choose(self, state: State, legal: list[Action]) -> Action:
        back = self.params["back"]
        assert isinstance(back, int)
        return legal[-1 - back % len(legal)]


class Listener(Player):
    """Records its observer and its callbacks."""

    NOTED: ClassVar[list[tuple[Any, ...]]] = []

    def begin(self, state: State) -> None:
        self.NOTED.append(("begin", state.observer, state.ply, state.seed, state.draws))

    def follow(self, state: State, player: int, action: Action | None) -> None:
        self.NOTED.append(("follow", state.observer, player, action, state))

    def choose(self, state: State, legal: list[Action]) -> Action:
        self.NOTED.append(("choose", state.observer, state.seed, state.draws))
        return legal[self.draws % len(legal)]


class FailingListener(Listener):
    """Fails in its callback."""

    def follow(self, state: State, player: int, action: Action | None) -> None:
        raise LookupError("what?")


class Quitter(Player):
    """Exits the program."""

    def choose(self, state: State, legal: list[Action]) -> Action:
        raise SystemExit(3)


class Killer(Player):
    """Ends its process."""

    def choose(self, state: State, legal: list[Action]) -> Action:
        os._exit(7)


class Sleeper(Player):
    """Never finishes its third decision."""

    def choose(self, state: State, legal: list[Action]) -> Action:
        self.draws += 1
        while self.draws == 3:
            pass
        return legal[0]


class SoreLoser(Player):
    """Plays greedily and fails when it sees that it has not won (`how`: by an error, or the end of its process)."""

    PARAMS: ClassVar[dict[str, Value]] = {"how": "error"}

    def choose(self, state: State, legal: list[Action]) -> Action:
        return make_player("greedy", self.seed).choose(state, legal)

    def follow(self, state: State, player: int, action: Action | None) -> None:
        if state.is_terminal and state.ranking()[state.observer] > 1:
            if self.params["how"] == "exit":
                os._exit(7)
            raise RuntimeError("I do not lose")


class EndlessUndoer(Player):
    """Undoes its plans forever where the game allows it."""

    def choose(self, state: State, legal: list[Action]) -> Action:
        return next((action for action in legal if action.family == "change"), legal[0])


class ArrayLike:
    """Like a NumPy array: a comparison gives an array without a truth value."""

    def __eq__(self, other: object) -> bool:
        raise ValueError("the truth value of an array is ambiguous")

    def __str__(self) -> str:
        raise ValueError("no text")

    __hash__ = None  # type: ignore[assignment]


class EqualToEverything:
    """Is equal to everything."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None  # type: ignore[assignment]


class WrongTypeChooser(Player):
    """Returns something that is not an action."""

    PARAMS: ClassVar[dict[str, Value]] = {"what": "array"}

    def choose(self, state: State, legal: list[Action]) -> Action:
        things: dict[Value, Any] = {
            "array": ArrayLike(),
            "yes": EqualToEverything(),
            "none": None,
            "text": str(legal[0]),
        }
        chosen: Action = things[self.params["what"]]
        return chosen


class DelayedChooser(Player):
    """Takes the first action other than convenience actions, after undoing its plans a number of times."""

    PARAMS: ClassVar[dict[str, Value]] = {"changes": 0}

    def choose(self, state: State, legal: list[Action]) -> Action:
        change = next((action for action in legal if action.family == "change"), None)
        if change is not None and self.draws < int(self.params["changes"]):
            self.draws += 1
            return change
        return next((action for action in legal if not action.convenience and action is not change), legal[0])
