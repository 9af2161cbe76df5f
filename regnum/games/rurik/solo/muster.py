"""The rebellion musters: first where it does not rule, then where it does."""

from typing import ClassVar, Final

from regnum.core.rules.step import Ranges
from regnum.games.rurik.components import IN_PLAY, POINTS_LEFT, REGIONS
from regnum.games.rurik.notes import REBELLION_MUSTERS, REBELLION_MUSTERS_LEADER, REBELLION_MUSTERS_RULED
from regnum.games.rurik.solo.cards import REBELLION, SOLO_SIDES
from regnum.games.rurik.solo.table import RebelEvent, next_place, region_order
from regnum.games.rurik.solo.watch import pause
from regnum.games.rurik.state import RurikState


class RebelMuster(RebelEvent):
    """Add a troop to each region that the rebellion occupies but does not rule, then to each that it rules, in order.

    `points`: the helmets left. The search begins at index `at` of the order; `ruling` is 1 in the second part.
    rurik.solo.muster_ruled, rurik.solo.muster_leader, rurik.solo.side
    """

    CLAUSE: ClassVar[str] = "rurik.solo.muster"
    RANGES: ClassVar[Ranges] = {"points": POINTS_LEFT, "at": range(IN_PLAY[SOLO_SIDES]), "ruling": range(2)}

    def __init__(self, points: int, at: int, ruling: int) -> None:
        super().__init__()
        self.points: Final = points
        self.at: Final = at
        self.ruling: Final = ruling

    def happen(self, s: RurikState) -> None:
        if not self.points or not can_muster(s):
            return
        order = region_order(s)
        occupied = s.occupied_regions(REBELLION)
        ruled = s.ruled_regions(REBELLION)
        ruling = self.ruling
        place = -1 if ruling else next_place(order, self.at, occupied & ~ruled)
        if place < 0:
            place = next_place(order, self.at if ruling else 0, occupied & ruled)
            ruling = 1
        region = order[place]
        if s.leader_at[REBELLION] < 0:
            s.leader_at[REBELLION] = region
            s.add_note(REBELLION_MUSTERS_LEADER, REBELLION, REGIONS[region])
        else:
            s.add_troop(REBELLION, region)
            kind = REBELLION_MUSTERS_RULED if ruling else REBELLION_MUSTERS
            s.add_note(kind, REBELLION, REGIONS[region])
        pause(s)
        s.schedule(RebelMuster(self.points - 1, (place + 1) % len(order), ruling))


def can_muster(s: RurikState) -> bool:
    """Return whether the rebellion has a figure to muster and a region for it [rurik.solo.muster]."""
    return s.occupied_regions(REBELLION) != 0 and (s.leader_at[REBELLION] < 0 or s.supply(REBELLION) > 0)
