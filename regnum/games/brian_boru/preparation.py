"""Preparation: a fleet comes and a bride is announced."""

from typing import ClassVar

from regnum.core.step import Event
from regnum.games.brian_boru.components import BRIDES, STRENGTH
from regnum.games.brian_boru.state import BrianState


class Preparation(Event[BrianState]):
    """Turn up a Viking card, put that many raiders into the battle area, and turn up a marriage card.

    brian_boru.preparation.marriage, brian_boru.preparation.last_round
    """

    CLAUSE: ClassVar[str] = "brian_boru.preparation.vikings"

    def happen(self, s: BrianState) -> None:
        s.round += 1
        s.tell_by_key("round", -1, s.round)
        s.kept = tuple(s.raiders)
        s.battle_area = STRENGTH[s.fleets[s.round - 1]]
        s.tell_by_key("fleet", -1, s.battle_area)
        s.bride = s.brides[s.round - 1]
        s.tell_by_key("bride", -1, BRIDES[s.bride])
        s.reveal()
