"""A game in plain Python, as somebody outside the project would write it: it must run on the compiled core too."""

from typing import Any, ClassVar, Final

from regnum.core.action import Action, ActionTable
from regnum.core.field import Codec, Count, Each, Seat
from regnum.core.game import Game
from regnum.core.note import NoteKind
from regnum.core.option import Option, Options
from regnum.core.state import State
from regnum.core.step import Decision, Event, Ranges, Refusal, Simultaneous, Step, Then

ACTIONS: Final = ActionTable("pennies")
UNKNOWN: Final = 9
FIRST: Final = NoteKind("first", "player")
ROUNDS: Final[Option[int]] = Option("rounds", (3, 1), "pennies.guess")


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


class Round(Event[Pennies]):
    CLAUSE: ClassVar[str] = "pennies.guess"
    THEN: ClassVar[Then] = ("",)

    def happen(self, s: Pennies) -> None:
        s.round += 1
        if s.round > ROUNDS.of(s.options):
            return
        s.first = s.below(s.players)
        s.tell(FIRST, s.first)
        s.chosen = [0] * s.players
        s.next(Hide())
        s.next(Guess(s.first, 2))
        s.next(Round())


class Hide(Simultaneous[Pennies]):
    CLAUSE: ClassVar[str] = "pennies.hide"
    THEN: ClassVar[Then] = ("Guess",)

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
    RANGES: ClassVar[Ranges] = {"left": range(1, 3)}
    THEN: ClassVar[Then] = ("Round",)

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

    def hide(self, state: State, player: int) -> None:
        assert isinstance(state, Pennies)
        state.hidden = [count if seat == player else UNKNOWN for seat, count in enumerate(state.hidden)]

    def deal_unknown(self, state: State, observer: int) -> None:
        assert isinstance(state, Pennies)
        for seat in range(state.players):
            if state.hidden[seat] == UNKNOWN:
                state.hidden[seat] = state.below(3) if state.chosen[seat] else 0

    def scores(self, state: State) -> list[int]:
        assert isinstance(state, Pennies)
        return list(state.points)

    def faults(self, state: State) -> list[str]:
        assert isinstance(state, Pennies)
        return [*super().faults(state), *(["hidden: more than two"] if max(state.hidden) > 2 else [])]

    def check_options(self, players: int, options: Options) -> None:
        if players == 3 and options["rounds"] == 1:
            raise ValueError("one round is too short for three")


GAME: Final = PenniesGame(
    "pennies",
    "Pennies",
    (2, 3),
    (ROUNDS, Option("loud", (False, True), "pennies.hide")),
    ACTIONS,
    (Round, Hide, Guess),
    "tests.core.toy",
)
