"""A toy game in plain Python: immediate gain is not what wins, and a hidden coin decides whom to trust."""

from typing import ClassVar, Final

from regnum.core.codec import Codec, Count, ListOf
from regnum.core.game import Game
from regnum.core.rules.action import Action, ActionTable
from regnum.core.rules.option import Options
from regnum.core.rules.ruleset import Rules
from regnum.core.rules.state import State
from regnum.core.rules.step import Decision

ACTIONS: Final = ActionTable("stairs")
near: Final = ACTIONS.add_single("near")
far: Final = ACTIONS.add_single("far")
trap: Final = ACTIONS.add_single("trap")
left: Final = ACTIONS.add_single("left")
right: Final = ACTIONS.add_single("right")
rob: Final = ACTIONS.add_single("rob")
claim: Final = ACTIONS.add_single("claim")
leave: Final = ACTIONS.add_single("leave")
look_round: Final = ACTIONS.add("look_round", [Action()], convenience=True)[0]


class StairsState(State):
    """Points, and the chosen way."""

    FIELDS: ClassVar[dict[str, Codec]] = {"points": ListOf(Count()), "way": Count(0, 3)}

    def __init__(
        self, game: Rules, players: int, seed: int, options: Options, source: "StairsState | None" = None
    ) -> None:
        super().__init__(game, players, seed, options, source)
        self.points: list[int] = [0] * players if source is None else source.points[:]
        self.way: int = 0 if source is None else source.way

    def clone(self) -> "StairsState":
        return StairsState(self.game, self.players, self.seed, self.options, self)


class Way(Decision[StairsState]):
    """One point at once, five in two moves, or two at once while the opponent takes nine."""

    def options(self, s: StairsState) -> list[Action]:
        return [look_round, near, trap, far]

    def take(self, s: StairsState, action: Action) -> None:
        if action is look_round:
            s.schedule(Way(self.player))
            return
        if action is near:
            s.points[self.player] += 1
        elif action is trap:
            s.points[self.player] += 2
        s.way = [near, trap, far].index(action) + 1
        s.schedule(Answer(1 - self.player))
        s.schedule(End(self.player))


class Answer(Decision[StairsState]):
    """The opponent goes somewhere; after a trap they may rob."""

    def options(self, s: StairsState) -> list[Action]:
        return [left, right, rob] if s.way == 2 else [left, right]

    def take(self, s: StairsState, action: Action) -> None:
        if action is rob:
            s.points[self.player] += 9
        elif s.way != 3 or action is left:
            s.points[self.player] += 2


class End(Decision[StairsState]):
    """A player who has climbed high enough may claim five points."""

    def options(self, s: StairsState) -> list[Action]:
        return [leave, claim] if s.way == 3 else [leave]

    def take(self, s: StairsState, action: Action) -> None:
        if action is claim:
            s.points[self.player] += 5


def scores(s: StairsState) -> list[int]:
    return s.points[:]


GAME: Final = Game(
    id="stairs",
    title="Stairs",
    player_counts=(2,),
    options=(),
    actions=ACTIONS,
    steps=[Way, Answer, End],
    package="tests.players",
    state=StairsState,
    first_step=Way(0),
    scores=scores,
)
