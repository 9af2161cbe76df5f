"""Setup of the solo game: the rebellion's mat and cards, its troops and the neutral ones on the map."""

from typing import ClassVar

from regnum.core.atlas import bits
from regnum.core.step import Event, Then
from regnum.games.rurik.components import LEADERS, REGIONS, WIDTH
from regnum.games.rurik.notes import REBELLION_LEADER, REBELLION_STANDS
from regnum.games.rurik.solo.cards import (
    ALL_CARDS,
    CAPITAL,
    CAPITAL_TROOPS,
    FIRST_REGIONS,
    FIRST_TROOPS,
    HUMAN,
    LEADER,
    MAT_COINS,
    ORDER,
    PRIORITIES,
    REBELLION,
    REMOVED_DEEDS,
    START_PRIORITY,
)
from regnum.games.rurik.solo.table import absent, level
from regnum.games.rurik.state import RurikState


def lay_aside(s: RurikState) -> None:
    """Leave out what a solo game does not use: three deeds, the rebels of the regions; the player always begins.

    rurik.solo.deeds, rurik.solo.first, rurik.solo.no_bonus_actions
    """
    s.deed_deck &= ~REMOVED_DEEDS
    s.rebels = 0
    s.first = HUMAN
    s.marker = HUMAN
    s.exchanges[REBELLION] = 0
    s.leaders = (-1, LEADER)


class PrepareRebellion(Event[RurikState]):
    """The rebellion gets mat, coins and shuffled cards; it stands in three regions, neutral troops in the others.

    rurik.solo.side, rurik.solo.leader, rurik.solo.cards, rurik.solo.level, rurik.solo.start_priority, rurik.solo.coins,
    rurik.solo.figures, rurik.solo.neutral
    """

    CLAUSE: ClassVar[str] = "rurik.solo.setup"
    THEN: ClassVar[Then] = ("PlaceTroop",)

    def happen(self, s: RurikState) -> None:
        chosen = level(s)
        s.priority = START_PRIORITY[chosen]
        s.mat_coins = tuple(MAT_COINS[chosen])
        cards = list(bits(ALL_CARDS))
        s.shuffle(cards)
        s.rebel_deck = tuple(cards)
        top = cards[-1]
        s.rebel_known = 1 << top
        s.tell(REBELLION_LEADER, REBELLION, LEADERS[LEADER], PRIORITIES[s.priority])
        others = [region for region in ORDER[top] if region != CAPITAL]
        s.leader_at[REBELLION] = CAPITAL
        s.troops[REBELLION * WIDTH + CAPITAL] = CAPITAL_TROOPS
        first = others[:FIRST_REGIONS]
        for region in first:
            s.troops[REBELLION * WIDTH + region] = FIRST_TROOPS
        s.tell(REBELLION_STANDS, REBELLION, REGIONS[first[0]], REGIONS[first[1]])
        s.neutral = s.regions() & ~s.occupied(REBELLION)

    def fault(self, s: RurikState) -> str:
        return "" if s.sides > s.players else absent(s)
