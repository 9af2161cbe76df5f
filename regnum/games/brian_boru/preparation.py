"""Preparation: a fleet arrives and a bride is announced."""

from typing import ClassVar

from regnum.core.rules.step import Event, NextSteps
from regnum.games.brian_boru.components import BRIDES, STRENGTH
from regnum.games.brian_boru.notes import BRIDE, FLEET, NEW_ROUND
from regnum.games.brian_boru.state import BrianBoruState


class Preparation(Event[BrianBoruState]):
    """Turn up a Viking card, put as many raiders as it shows into the battle area, and turn up a marriage card.

    brian_boru.preparation.marriage, brian_boru.preparation.last_round
    """

    CLAUSE: ClassVar[str] = "brian_boru.preparation.vikings"
    NEXT_STEPS: ClassVar[NextSteps] = ("Deal",)

    def happen(self, s: BrianBoruState) -> None:
        s.round += 1
        s.add_note(NEW_ROUND, s.round)
        s.kept = tuple(s.raiders)
        s.battle_area = STRENGTH[s.fleets[s.round - 1]]
        s.add_note(FLEET, s.battle_area)
        s.bride = s.brides[s.round - 1]
        s.add_note(BRIDE, BRIDES[s.bride])
        s.reveal()
