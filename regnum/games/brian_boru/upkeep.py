"""Upkeep, the last phase of a round: its steps in their order."""

from typing import ClassVar

from regnum.core.step import Event
from regnum.games.brian_boru.battle import Battle
from regnum.games.brian_boru.church import Church
from regnum.games.brian_boru.marriage import Marriage
from regnum.games.brian_boru.regions import Regions
from regnum.games.brian_boru.state import BrianState


class Upkeep(Event[BrianState]):
    """Marriage, battle, church, regions."""

    CLAUSE: ClassVar[str] = "brian_boru.round.upkeep_steps"

    def happen(self, s: BrianState) -> None:
        s.next(Marriage())
        s.next(Battle())
        s.next(Church())
        s.next(Regions())
