"""The first phase of a round: all players hide coins at the same time."""

from typing import ClassVar

from regnum.core.rules.action import Action
from regnum.core.rules.step import NextSteps, Simultaneous
from regnum.new_game.pennies.actions import hide
from regnum.new_game.pennies.state import PenniesState


class Hide(Simultaneous[PenniesState]):
    """Take any number of your coins into your hand, or none."""

    CLAUSE: ClassVar[str] = "pennies.hide"
    NEXT_STEPS: ClassVar[NextSteps] = ("Guess",)

    def waiting(self, s: PenniesState) -> list[int]:
        return [seat for seat in range(s.players) if not s.chosen[seat]]

    def options(self, s: PenniesState, player: int) -> list[Action]:
        return [*hide.members]

    def take(self, s: PenniesState, player: int, action: Action) -> None:
        s.hidden[player] = hide.of(action).choice
        s.chosen[player] = 1

    def happen(self, s: PenniesState) -> None:
        """Do nothing: the next step follows."""
