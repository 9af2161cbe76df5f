"""The turns, clockwise: each has five phases; in the end phase, there are only conquests."""

from typing import ClassVar, Final

from regnum.core.rules.step import NextSteps, PlayerEvent, Step
from regnum.games.khan.action_phase import Actions, lose_action
from regnum.games.khan.components import HAND_SIZE
from regnum.games.khan.expel import ExpelByCard
from regnum.games.khan.notes import TURN
from regnum.games.khan.placement import could_conquer_unguarded
from regnum.games.khan.scoring import FinalScoring
from regnum.games.khan.special_cards import ReturnSpecial, SpecialPhase
from regnum.games.khan.state import KhanState


class Turn(PlayerEvent[KhanState]):
    """A turn: expel a ruler, take two actions, return and play special cards, refill the hand.

    khan.turn.phases, khan.turn.clockwise
    """

    CLAUSE: ClassVar[str] = "khan.turn.phases"
    NEXT_STEPS: ClassVar[NextSteps] = ("",)

    def happen(self, s: KhanState) -> None:
        if s.end_phase:
            s.schedule(EndPhaseTurn(self.player))
            return
        s.add_note(TURN, self.player)
        s.schedule_all(PHASES[self.player])
        s.schedule(Turn((self.player + 1) % s.players))


class Refill(PlayerEvent[KhanState]):
    """Draw cards until you have four, except in the end phase. Before that, a refused third action is lost.

    khan.refill.four, khan.end.start, khan.special.refused
    """

    CLAUSE: ClassVar[str] = "khan.refill.four"
    NEXT_STEPS: ClassVar[NextSteps] = ("Turn(player={following})",)

    def happen(self, s: KhanState) -> None:
        if s.actions_left:
            lose_action(s, self.player)
        if not s.end_phase:
            s.fill_hand(self.player, HAND_SIZE)


PHASES: Final[list[list[Step[KhanState]]]] = [
    [ExpelByCard(), Actions(player), ReturnSpecial(player), SpecialPhase(player), Refill(player)] for player in range(4)
]
"""For each player, the steps of a turn [khan.turn.phases]."""


class EndPhaseTurn(PlayerEvent[KhanState]):
    """A turn of the end phase: two conquests. The game ends when no player can conquer.

    khan.end.conquests, khan.end.game_end, khan.end.protection
    """

    CLAUSE: ClassVar[str] = "khan.end.conquests"
    NEXT_STEPS: ClassVar[NextSteps] = ("",)

    def happen(self, s: KhanState) -> None:
        for player in range(s.players):
            if could_conquer_unguarded(s, player):
                s.add_note(TURN, self.player)
                s.schedule(Actions(self.player))
                s.schedule(ReturnSpecial(self.player))
                s.schedule(EndPhaseTurn((self.player + 1) % s.players))
                return
        s.schedule(FinalScoring())
