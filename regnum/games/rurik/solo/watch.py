"""Watching: an option that stops the rebellion's turn after each step."""

from typing import ClassVar, Final

from regnum.core.rules.action import Action
from regnum.core.rules.step import Ranges
from regnum.games.rurik.actions import go_on, run_on
from regnum.games.rurik.solo.cards import HUMAN
from regnum.games.rurik.solo.table import RebelDecision
from regnum.games.rurik.state import RurikState


def pause(s: RurikState, more: int = 1) -> None:
    """Stop after a step of the rebellion's turn if the option is on and the player has not chosen to skip the stops.

    rurik.solo.watch
    """
    if s.variant.rebellion_turn == "step" and not s.running:
        s.schedule(Watch(HUMAN, more))


class Watch(RebelDecision):
    """Watch the next step of the rebellion's turn, or all of the rest at once (`more`: 1 if more steps may follow)."""

    CLAUSE: ClassVar[str] = "rurik.solo.watch"
    RANGES: ClassVar[Ranges] = {"more": range(2)}

    def __init__(self, player: int, more: int) -> None:
        super().__init__(player)
        self.more: Final = more

    def options(self, s: RurikState) -> list[Action]:
        return [go_on, run_on] if self.more else [go_on]

    def take(self, s: RurikState, action: Action) -> None:
        if action is run_on:
            s.running = True
