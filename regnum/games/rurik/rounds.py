"""The rounds of the game, their three phases, and the parts of each phase.

In a position set up by hand, the game may end after any turn or part of a phase ("" in a step's `NEXT_STEPS`).
"""

from typing import ClassVar

from regnum.core.rules.step import Event, NextSteps
from regnum.games.rurik.action_phase import NextAdvisor
from regnum.games.rurik.claim_phase import Advance, Income, RefillGoods, RefreshExchanges, StowForIncome, StowForTracks
from regnum.games.rurik.components import ROUNDS, advisors_in
from regnum.games.rurik.deeds.row import TakeDeeds
from regnum.games.rurik.notes import NEW_FIRST_PLAYER, ROUND
from regnum.games.rurik.scoring import FinalScoring
from regnum.games.rurik.solo.cards import HUMAN
from regnum.games.rurik.solo.claim import LeaderMusters, SetPriority, StowForPriority, UnlockBehind
from regnum.games.rurik.solo.placing import RebelAdvisor
from regnum.games.rurik.solo.turn import RebelTurn
from regnum.games.rurik.state import RurikState
from regnum.games.rurik.strategy_phase import PlaceAdvisor


class Round(Event[RurikState]):
    """Step F: advance the round marker and add new advisors. The strategy, action and claim phases follow.

    rurik.round.count, rurik.claim.new_advisors, rurik.setup.advisors, rurik.setup.advisors_four, rurik.leaders.once
    """

    CLAUSE: ClassVar[str] = "rurik.round.phases"
    NEXT_STEPS: ClassVar[NextSteps] = ("",)

    def happen(self, s: RurikState) -> None:
        s.round += 1
        s.add_note(ROUND, s.round)
        s.advisors = [advisors_in(s.sides, s.round)] * s.sides
        s.ability_used = (False,) * s.sides
        s.schedule(StrategyPhase())
        s.schedule(ActionPhase())
        s.schedule(ClaimPhase())

    def position_error(self, s: RurikState) -> str:
        return "the last round has begun" if s.round >= ROUNDS else ""


class StrategyPhase(Event[RurikState]):
    """Let each player in turn order place one advisor at a time, until all are placed [rurik.solo.place]."""

    CLAUSE: ClassVar[str] = "rurik.strategy.order"
    NEXT_STEPS: ClassVar[NextSteps] = ("ActionPhase", "")

    def happen(self, s: RurikState) -> None:
        order = s.clockwise()
        for _ in range(s.advisors[s.first].bit_count()):
            for player in order:
                s.schedule(PlaceAdvisor(player) if player < s.players else RebelAdvisor())


class ActionPhase(Event[RurikState]):
    """Let each player in turn order activate one advisor at a time, until all are activated."""

    CLAUSE: ClassVar[str] = "rurik.action.order"
    NEXT_STEPS: ClassVar[NextSteps] = ("ClaimPhase", "")

    def happen(self, s: RurikState) -> None:
        order = s.clockwise()
        for _ in range(advisors_in(s.sides, s.round).bit_count()):
            for player in order:
                s.schedule(NextAdvisor(player) if player < s.players else RebelTurn())


class ClaimPhase(Event[RurikState]):
    """Make the marker's owner first player; then the six steps follow (in the last round, only the first).

    In a solo game, the rebellion's priority is set first, and the rebellion unlocks bonuses after everyone has moved
    up. Goods may be moved before each part that counts them.
    rurik.claim.last_round, rurik.claim.first_player, rurik.claim.stow, rurik.solo.claim
    """

    CLAUSE: ClassVar[str] = "rurik.claim.steps"
    NEXT_STEPS: ClassVar[NextSteps] = ("",)

    def happen(self, s: RurikState) -> None:
        if s.first != s.marker:
            s.add_note(NEW_FIRST_PLAYER, s.marker)
        s.first = s.marker
        solo = s.sides > s.players
        if solo:
            s.schedule(StowForPriority(HUMAN, 0))
            s.schedule(SetPriority())
        for player in s.seats():
            s.schedule(StowForTracks(player, 0))
        s.schedule(Advance())
        if solo:
            s.schedule(UnlockBehind())
        if s.round == ROUNDS:
            s.schedule(FinalScoring())
            return
        for player in s.seats():
            s.schedule(StowForIncome(player, 0))
        s.schedule(Income())
        s.schedule(TakeDeeds())
        s.schedule(RefreshExchanges())
        s.schedule(RefillGoods())
        if solo:
            s.schedule(LeaderMusters())
        s.schedule(Round())
