"""A game in plain Python, as somebody outside the project would write it: it must run on the compiled core too."""

from pathlib import Path
from typing import Any, ClassVar, Final

from regnum.core.action import Action, ActionTable
from regnum.core.field import Codec, Count, Each, Seat
from regnum.core.game import Game, State
from regnum.core.option import Option, Options
from regnum.core.step import Decision, Event, Refusal, Simultaneous, Step

ACTIONS: Final = ActionTable("pennies")
UNKNOWN: Final = 9


class Number(Action):
    def __init__(self, name: str, number: int) -> None:
        super().__init__((name, number))
        self.number = number


hide = ACTIONS.add("hide", [Number("count", count) for count in range(3)], secret=True)
guess = ACTIONS.add("guess", [Number("sum", total) for total in range(7)])
stop = ACTIONS.single("stop")


class Pennies(State):
    FIELDS: ClassVar[dict[str, Codec]] = {
        "round": Count(0, 9),
        "first": Seat(),
        "points": Each(Count()),
        "hidden": Each(Count(0, UNKNOWN)),
        "chosen": Each(Count(0, 1)),
    }

    def __init__(self, game: Game, players: int, seed: int, options: Options, of: "Pennies | None" = None) -> None:
        super().__init__(game, players, seed, options, of)
        self.round: int = 0 if of is None else of.round
        self.first: int = -1 if of is None else of.first
        self.points: list[int] = [0] * players if of is None else of.points[:]
        self.hidden: list[int] = [0] * players if of is None else of.hidden[:]
        self.chosen: list[int] = [0] * players if of is None else of.chosen[:]

    def clone(self) -> "Pennies":
        return Pennies(self.game, self.players, self.seed, self.options, self)

    def hide(self, player: int) -> None:
        self.hidden = [count if seat == player else UNKNOWN for seat, count in enumerate(self.hidden)]

    def deal_unknown(self, observer: int) -> None:
        for seat in range(self.players):
            if self.hidden[seat] == UNKNOWN:
                self.hidden[seat] = self.below(3) if self.chosen[seat] else 0

    def scores(self) -> list[int]:
        return list(self.points)

    def faults(self) -> list[str]:
        return ["hidden: more than two"] if max(self.hidden) > 2 else []


class Round(Event[Pennies]):
    CLAUSE: ClassVar[str] = "pennies.guess"

    def happen(self, s: Pennies) -> None:
        s.round += 1
        if s.round > int(s.options["rounds"]):
            return
        s.first = s.below(s.players)
        s.tell("first", s.first)
        s.chosen = [0] * s.players
        s.next(Hide())
        s.next(Guess(s.first, 2))
        s.next(Round())


class Hide(Simultaneous[Pennies]):
    CLAUSE: ClassVar[str] = "pennies.hide"

    def waiting(self, s: Pennies) -> list[int]:
        return [seat for seat in range(s.players) if not s.chosen[seat]]

    def options(self, s: Pennies, player: int) -> list[Action]:
        return hide.each(0b111)

    def take(self, s: Pennies, player: int, action: Action) -> None:
        s.hidden[player] = hide.of(action).number
        s.chosen[player] = 1

    def happen(self, s: Pennies) -> None:
        pass

    def why_not(self, s: Pennies, player: int, action: Action) -> Refusal:
        return Refusal("too_many", self.CLAUSE, {"have": 2})


class Guess(Decision[Pennies]):
    """Guess up to `left` times."""

    CLAUSE: ClassVar[str] = "pennies.guess"

    def __init__(self, player: int, left: int) -> None:
        super().__init__(player)
        self.left: Final = left

    def options(self, s: Pennies) -> list[Action]:
        return [*guess.each((1 << 2 * s.players + 1) - 1), stop]

    def take(self, s: Pennies, action: Action) -> None:
        if action is stop:
            return
        s.reveal()
        if guess.of(action).number == sum(s.hidden):
            s.points[self.player] += 1
        elif self.left > 1:
            s.next(Guess(self.player, self.left - 1))


class PenniesGame(Game):
    def blank_state(self, players: int, seed: int, options: Options) -> Pennies:
        return Pennies(self, players, seed, options)

    def first_step(self) -> Step[Any]:
        return Round()

    def check_options(self, players: int, options: Options) -> None:
        if players == 3 and options["rounds"] == 1:
            raise ValueError("one round is too short for three")


GAME: Final = PenniesGame(
    "pennies",
    "Pennies",
    (2, 3),
    (Option("rounds", (3, 1), "pennies.guess"), Option("loud", (False, True), "pennies.hide")),
    ACTIONS,
    (Round, Hide, Guess),
    Path(__file__).parent / "toy",
)
