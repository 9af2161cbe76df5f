"""Tax: wagons that take goods from the regions to the household."""

from typing import ClassVar, Final

from regnum.core.rules.action import Action, Refusal
from regnum.core.rules.bitmask import bits
from regnum.core.rules.step import Decision, NextSteps, Ranges
from regnum.games.rurik.actions import market, tax
from regnum.games.rurik.components import (
    GOOD_COUNT,
    GOODS,
    MARKET,
    MSTISLAV,
    OTHER_COST,
    REGIONS,
    RULED_COST,
    STRUCTURE_COUNT,
    TAX,
)
from regnum.games.rurik.leaders import note_disabled_structure, note_discount
from regnum.games.rurik.main_actions.spending import Spend
from regnum.games.rurik.notes import GETS_GOOD, MSTISLAV_SAVES_WAGON
from regnum.games.rurik.state import RurikState


class Tax(Spend):
    """Use wagons to take the good of a region that you occupy: one if you rule it, else two.

    rurik.tax.cost, rurik.tax.where, rurik.tax.good, rurik.action.part
    """

    CLAUSE: ClassVar[str] = "rurik.tax.points"
    POINT: ClassVar[int] = TAX

    def spending_actions(self, s: RurikState) -> list[Action]:
        points = s.points[TAX]
        player = self.player
        actions: list[Action] = []
        for region in bits(s.occupied_regions(player) & s.goods):
            if points >= OTHER_COST or tax_cost(s, player, region) <= points:
                actions.append(tax[region])
        return actions

    def spend(self, s: RurikState, action: Action) -> None:
        player = self.player
        region = tax.of(action).choice
        s.points[TAX] -= tax_cost(s, player, region)
        note_discount(s, player, region, MSTISLAV_SAVES_WAGON)
        s.goods ^= 1 << region
        s.gain_good(player, s.region_goods[region])
        s.add_note(GETS_GOOD, player, GOODS[s.region_goods[region]], REGIONS[region])
        if s.structures[player * STRUCTURE_COUNT + MARKET] >> region & 1:
            if s.is_disabled(player, region):
                note_disabled_structure(s, player, player, MARKET, region)
            else:
                s.schedule(SellAtMarket(player, s.region_goods[region]))

    def spending_refusal(self, s: RurikState, action: Action) -> Refusal:
        if not tax.has(action):
            return self.default_refusal(action)
        region = tax.of(action).choice
        if not s.figures(self.player, region):
            return Refusal("not_occupied", "rurik.tax.where", action.params)
        if not s.goods >> region & 1:
            return Refusal("no_good_there", "rurik.tax.good", action.params)
        return Refusal("not_ruled", "rurik.tax.cost", {**action.params, "points": "tax"})


def tax_cost(s: RurikState, player: int, region: int) -> int:
    """Return the number of wagons that a region's good costs a player [rurik.tax.cost, rurik.leaders.mstislav]."""
    return RULED_COST if s.is_led_by(player, MSTISLAV, region) or s.rules(player, region) else OTHER_COST


class SellAtMarket(Decision[RurikState]):
    """Choose another good of the same kind or a coin, because you taxed a region with your market."""

    CLAUSE: ClassVar[str] = "rurik.structures.market"
    RANGES: ClassVar[Ranges] = {"good": range(GOOD_COUNT)}
    NEXT_STEPS: ClassVar[NextSteps] = ("Tax",)

    def __init__(self, player: int, good: int) -> None:
        super().__init__(player)
        self.good: Final = good

    def options(self, s: RurikState) -> list[Action]:
        return [*market.members]

    def take(self, s: RurikState, action: Action) -> None:
        if market.of(action).choice == 0:
            s.gain_good(self.player, self.good)
        else:
            s.coins[self.player] += 1
