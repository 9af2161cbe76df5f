"""Setup of the solo game: the rebellion's mat and cards, its troops, and the neutral troops."""

from typing import ClassVar

from regnum.core.rules.bitmask import bits
from regnum.core.rules.step import Event, NextSteps
from regnum.games.rurik.components import LEADERS, REGION_COUNT, REGIONS
from regnum.games.rurik.notes import REBELLION_LEADER, REBELLION_STANDS
from regnum.games.rurik.solo import cards as solo
from regnum.games.rurik.solo.table import absence_error, level
from regnum.games.rurik.state import RurikState


def lay_aside(s: RurikState) -> None:
    """Remove what a solo game does not use, such as three deeds and the rebels, and make the player first player.

    rurik.solo.deeds, rurik.solo.first, rurik.solo.no_bonus_actions
    """
    s.deed_deck &= ~solo.REMOVED_DEEDS
    s.rebels = 0
    s.first = solo.HUMAN
    s.marker = solo.HUMAN
    s.exchanges[solo.REBELLION] = 0
    s.leaders = (-1, solo.LEADER)


class PrepareRebellion(Event[RurikState]):
    """Give the rebellion its mat, coins, shuffled cards and three regions; the other regions get neutral troops.

    rurik.solo.side, rurik.solo.leader, rurik.solo.cards, rurik.solo.level, rurik.solo.start_priority, rurik.solo.coins,
    rurik.solo.figures, rurik.solo.neutral
    """

    CLAUSE: ClassVar[str] = "rurik.solo.setup"
    NEXT_STEPS: ClassVar[NextSteps] = ("PlaceTroop",)

    def happen(self, s: RurikState) -> None:
        chosen = level(s)
        s.priority = solo.START_PRIORITY[chosen]
        s.mat_coins = tuple(solo.MAT_COINS[chosen])
        cards = list(bits(solo.ALL_CARDS))
        s.shuffle(cards)
        s.rebel_deck = tuple(cards)
        top = cards[-1]
        s.rebel_known = 1 << top
        s.add_note(REBELLION_LEADER, solo.REBELLION, LEADERS[solo.LEADER], solo.PRIORITIES[s.priority])
        other_regions = [region for region in solo.ORDER[top] if region != solo.CAPITAL]
        s.leader_at[solo.REBELLION] = solo.CAPITAL
        s.troops[solo.REBELLION * REGION_COUNT + solo.CAPITAL] = solo.CAPITAL_TROOPS
        first = other_regions[: solo.FIRST_REGIONS]
        for region in first:
            s.troops[solo.REBELLION * REGION_COUNT + region] = solo.FIRST_TROOPS
        s.add_note(REBELLION_STANDS, solo.REBELLION, REGIONS[first[0]], REGIONS[first[1]])
        s.neutral = s.regions() & ~s.occupied_regions(solo.REBELLION)

    def position_error(self, s: RurikState) -> str:
        return "" if s.sides > s.players else absence_error(s)
