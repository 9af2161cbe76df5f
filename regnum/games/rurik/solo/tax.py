"""The rebellion taxes: goods with room on its boat come first, then regions that it rules."""

from typing import ClassVar, Final

from regnum.core.rules.step import Ranges
from regnum.games.rurik import notes
from regnum.games.rurik.components import BOAT, GOOD_COUNT, GOODS, MARKET, POINTS_LEFT, REGIONS, STRUCTURE_COUNT
from regnum.games.rurik.leaders import note_disabled_structure
from regnum.games.rurik.main_actions.tax import tax_cost
from regnum.games.rurik.solo.cards import REBELLION
from regnum.games.rurik.solo.table import RebelEvent, first_region, region_order
from regnum.games.rurik.solo.watch import pause
from regnum.games.rurik.state import RurikState

LIST_COUNT: Final = 4
_LIST_NOTES: Final = [
    notes.REBELLION_TAXES_1,
    notes.REBELLION_TAXES_2,
    notes.REBELLION_TAXES_3,
    notes.REBELLION_TAXES_4,
]
"""The note for each of the lists."""


class RebelTax(RebelEvent):
    """Tax the first possible region of the four lists; a market always gives another good of the same kind.

    rurik.solo.tax_lists, rurik.solo.tax_stow, rurik.solo.tax_market, rurik.solo.costs
    """

    CLAUSE: ClassVar[str] = "rurik.solo.tax"
    RANGES: ClassVar[Ranges] = {"points": POINTS_LEFT}

    def __init__(self, points: int) -> None:
        super().__init__()
        self.points: Final = points

    def happen(self, s: RurikState) -> None:
        rank, region = next_tax(s, region_order(s), self.points)
        if rank < 0:
            return
        cost = tax_cost(s, REBELLION, region)
        good = s.region_goods[region]
        s.goods ^= 1 << region
        s.gain_good(REBELLION, good)
        s.add_note(_LIST_NOTES[rank], REBELLION, REGIONS[region], GOODS[good])
        if s.structures[REBELLION * STRUCTURE_COUNT + MARKET] >> region & 1:
            if s.is_disabled(REBELLION, region):
                note_disabled_structure(s, REBELLION, REBELLION, MARKET, region)
            else:
                s.gain_good(REBELLION, good)
                s.add_note(notes.REBELLION_MARKET, REBELLION, REGIONS[region], GOODS[good])
        pause(s)
        s.schedule(RebelTax(self.points - cost))


def next_tax(s: RurikState, order: list[int], points: int) -> tuple[int, int]:
    """Return the list (0 to 3) and the region that the rebellion taxes next; -1, -1 for none.

    rurik.solo.tax_lists, rurik.solo.costs
    """
    possible = s.occupied_regions(REBELLION) & s.goods
    ruled = s.ruled_regions(REBELLION)
    room = 0
    for region in order:
        if tax_cost(s, REBELLION, region) > points:
            possible &= ~(1 << region)
        good = s.region_goods[region]
        if s.boat[REBELLION * GOOD_COUNT + good] < BOAT[good]:
            room |= 1 << region
    lists = (possible & room & ruled, possible & room & ~ruled, possible & ~room & ruled, possible & ~room & ~ruled)
    for rank in range(LIST_COUNT):
        region = first_region(order, lists[rank])
        if region >= 0:
            return rank, region
    return -1, -1
