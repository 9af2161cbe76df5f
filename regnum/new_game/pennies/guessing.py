"""The second phase of a round: one player guesses; with the option, all hands are then opened."""

from typing import ClassVar, Final

from regnum.core.packed import popcount
from regnum.core.rules.action import Action, Refusal
from regnum.core.rules.step import Decision, Event, NextSteps, Ranges
from regnum.new_game.pennies.actions import guess, stop
from regnum.new_game.pennies.components import COINS, GUESSES
from regnum.new_game.pennies.notes import OPENED, RIGHT, WRONG
from regnum.new_game.pennies.state import PenniesState


class Guess(Decision[PenniesState]):
    """Guess the number of coins in all hands, up to `left` times; the right number scores a point."""

    CLAUSE: ClassVar[str] = "pennies.guess"
    RANGES: ClassVar[Ranges] = {"left": range(1, GUESSES + 1)}

    def __init__(self, player: int, left: int) -> None:
        super().__init__(player)
        self.left: Final = left

    def options(self, s: PenniesState) -> list[Action]:
        possible = (1 << COINS * s.players + 1) - 1
        return [*guess.members_in(possible & ~s.tried), stop]

    def take(self, s: PenniesState, action: Action) -> None:
        if action is stop:
            return
        s.reveal()
        total = guess.of(action).choice
        if total == sum(s.hidden):
            s.points[self.player] += 1
            s.add_note(RIGHT, self.player)
            return
        s.tried |= 1 << total
        s.add_note(WRONG, self.player)
        if self.left > 1:
            s.schedule(Guess(self.player, self.left - 1))

    def refusal(self, s: PenniesState, action: Action) -> Refusal:
        if not guess.has(action):
            return super().refusal(s, action)
        if s.tried >> guess.of(action).choice & 1:
            return Refusal("tried", self.CLAUSE)
        return Refusal("too_many", self.CLAUSE, {"most": COINS * s.players})

    def next_steps(self, s: PenniesState) -> NextSteps:
        return ("Open",) if s.variant.loud else ("Round",)

    def position_error(self, s: PenniesState) -> str:
        fits = self.player == s.first and self.left == GUESSES - popcount(s.tried)
        return "" if fits else "does not go with first and tried"

    def is_consistent(self, s: PenniesState) -> bool:
        return not s.tried >> sum(s.hidden) & 1


class Open(Event[PenniesState]):
    """Open all hands."""

    CLAUSE: ClassVar[str] = "pennies.open"
    NEXT_STEPS: ClassVar[NextSteps] = ("Round",)

    def happen(self, s: PenniesState) -> None:
        s.reveal()
        for player, count in enumerate(s.hidden):
            s.add_note(OPENED, player, count)
