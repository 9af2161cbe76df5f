"""The rebellion attacks: the player before neutral troops, region by region."""

from typing import ClassVar, Final

from regnum.core.rules.step import Ranges
from regnum.games.rurik.components import IN_PLAY, POINTS_LEFT, REGIONS
from regnum.games.rurik.main_actions.attack import beat_neutral, strike
from regnum.games.rurik.notes import REBELLION_ATTACKS, REBELLION_ATTACKS_RULED, REBELLION_ATTACKS_UNRULED
from regnum.games.rurik.solo.cards import ATTACK_MOVE, HUMAN, LEADER_CARDS, REBELLION, SOLO_SIDES
from regnum.games.rurik.solo.table import RebelEvent, first_region, region_order, targets
from regnum.games.rurik.solo.watch import pause
from regnum.games.rurik.state import RurikState


class RebelAttack(RebelEvent):
    """Attack the player or, if they have no figure in the region, a neutral troop.

    A region is attacked as long as possible. `points`: the swords left; `less`: how many fewer casualty cards are
    turned up; `region`: the region attacked before, or -1.
    rurik.solo.attack_you, rurik.solo.attack_you_first, rurik.solo.attack_neutral, rurik.solo.attack_one_region,
    rurik.solo.leader_attacks
    """

    CLAUSE: ClassVar[str] = "rurik.solo.attack"
    RANGES: ClassVar[Ranges] = {"points": POINTS_LEFT, "less": POINTS_LEFT, "region": range(-1, IN_PLAY[SOLO_SIDES])}

    def __init__(self, points: int, less: int, region: int) -> None:
        super().__init__()
        self.points: Final = points
        self.less: Final = less
        self.region: Final = region

    def happen(self, s: RurikState) -> None:
        region = next_field(s, region_order(s), self.region) if self.points else -1
        if region < 0:
            return
        if region != self.region:
            ruled = s.rules(REBELLION, region)
            kind = REBELLION_ATTACKS_RULED if ruled else REBELLION_ATTACKS_UNRULED
            s.add_note(kind, REBELLION, REGIONS[region])
        if s.figures(HUMAN, region) and s.can_attack(REBELLION):
            s.add_note(REBELLION_ATTACKS, REBELLION, HUMAN, REGIONS[region])
            less = self.less
            if s.leader_at[REBELLION] == region:
                less += LEADER_CARDS
            strike(s, REBELLION, HUMAN, region, less)
        else:
            beat_neutral(s, REBELLION, region)
        pause(s)
        s.schedule(RebelAttack(self.points - 1, self.less, region))


def next_field(s: RurikState, order: list[int], region: int) -> int:
    """Return the region that the rebellion attacks next, if possible the previous one, `region`, or -1 for none.

    rurik.solo.attack_one_region, rurik.solo.attack_unruled_first, rurik.solo.attack_ruled_first
    """
    possible = targets(s)
    if region >= 0 and possible >> region & 1:
        return region
    ruled = s.ruled_regions(REBELLION)
    first, second = possible & ruled, possible & ~ruled
    if s.priority == ATTACK_MOVE:
        first, second = second, first
    target = first_region(order, first)
    return target if target >= 0 else first_region(order, second)
