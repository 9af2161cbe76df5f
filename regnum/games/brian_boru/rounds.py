"""The rounds with their phases, the steps of upkeep, and the end of the game."""

from typing import ClassVar

from regnum.core.rules.step import Event, NextSteps
from regnum.games.brian_boru.battle import Battle
from regnum.games.brian_boru.church import Church
from regnum.games.brian_boru.components import ROUNDS
from regnum.games.brian_boru.draft import Deal
from regnum.games.brian_boru.marriage import Marriage
from regnum.games.brian_boru.preparation import Preparation
from regnum.games.brian_boru.regions import Regions
from regnum.games.brian_boru.scoring import FinalScoring
from regnum.games.brian_boru.state import BrianBoruState


class Round(Event[BrianBoruState]):
    """Play a round: preparation, draft, action phase, upkeep. The game ends after the Danish Princess's round.

    The town marker keeps its owner between rounds [brian_boru.action.marker_stays].
    brian_boru.round.count, brian_boru.round.next, brian_boru.end.when
    """

    CLAUSE: ClassVar[str] = "brian_boru.round.phases"
    NEXT_STEPS: ClassVar[NextSteps] = ("",)

    def happen(self, s: BrianBoruState) -> None:
        if s.round == ROUNDS[s.players]:
            s.schedule(FinalScoring())
            return
        s.schedule(Preparation())
        s.schedule(Deal())
        s.schedule(Upkeep())
        s.schedule(Round())


class Upkeep(Event[BrianBoruState]):
    """Play upkeep, the last phase of a round: marriage, battle, church, regions."""

    CLAUSE: ClassVar[str] = "brian_boru.round.upkeep_steps"
    NEXT_STEPS: ClassVar[NextSteps] = ("Round",)

    def happen(self, s: BrianBoruState) -> None:
        s.schedule(Marriage())
        s.schedule(Battle())
        s.schedule(Church())
        s.schedule(Regions())
