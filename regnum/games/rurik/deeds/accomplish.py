"""Accomplishing deeds: paying the cost, in several small choices, and gaining the reward."""

from typing import ClassVar, Final

from regnum.core.rules.action import Action, Refusal
from regnum.core.rules.bitmask import bits
from regnum.core.rules.step import Decision, NextSteps, PlayerEvent, Ranges
from regnum.games.rurik.actions import demolish, discard_scheme, pay_good, withdraw, withdraw_leader
from regnum.games.rurik.components import (
    ALL_SCHEMES,
    CARDS_OF_KIND,
    GOOD_COUNT,
    IN_PLAY,
    KIND,
    POSITIVE_COUNTS,
    REGION_COUNT,
    REGIONS,
    STRUCTURE_COUNT,
)
from regnum.games.rurik.deeds.cards import DEED_CARDS, DEEDS, FROM_DIFFERENT, FROM_RULED
from regnum.games.rurik.deeds.conditions import count_removable
from regnum.games.rurik.main_actions.scheme import ChooseDeck
from regnum.games.rurik.main_actions.spending import gain_points
from regnum.games.rurik.schemes import discard
from regnum.games.rurik.state import RurikState


def begin_deed(s: RurikState, player: int, deed: int) -> None:
    """Pay the parts of a deed's cost that need no choice, and schedule the choices and the reward.

    rurik.deeds.cost, rurik.deeds.tuck
    """
    card = DEED_CARDS[deed]
    s.deeds[player] ^= 1 << deed
    s.accomplished[player] |= 1 << deed
    s.coins[player] -= card.cost_coins
    for good, amount in enumerate(card.cost_goods):
        if amount:
            s.pay_good(player, good, amount)
    if card.cost_any:
        s.schedule(PayGoods(player, card.cost_any, 0))
    if card.cost_different:
        s.schedule(PayDifferentGoods(player, card.cost_different, 0))
    if card.cost_same:
        s.schedule(PaySameGoods(player, card.cost_same))
    if card.cost_schemes:
        s.schedule(DiscardScheme(player))
    if card.cost_troops:
        s.schedule(Withdraw(player, card.cost_troops, card.cost_from, -1))
    if card.cost_structures:
        s.schedule(Demolish(player))
    s.schedule(Reward(player, deed))


class Reward(PlayerEvent[RurikState]):
    """Give the reward of the deed immediately."""

    CLAUSE: ClassVar[str] = "rurik.deeds.reward"
    RANGES: ClassVar[Ranges] = {"deed": range(len(DEEDS))}
    NEXT_STEPS: ClassVar[NextSteps] = ("Turn",)

    def __init__(self, player: int, deed: int) -> None:
        super().__init__(player)
        self.deed: Final = deed

    def happen(self, s: RurikState) -> None:
        card = DEED_CARDS[self.deed]
        for kind, amount in enumerate(card.reward_points):
            gain_points(s, kind, amount)
        s.coins[self.player] += card.reward_coins
        if card.reward_schemes:
            s.schedule(ChooseDeck(self.player, card.reward_schemes))


class _Payment(Decision[RurikState]):
    """A choice in paying a deed's cost."""

    NEXT_STEPS: ClassVar[NextSteps] = ("DiscardScheme", "Withdraw", "Demolish", "Reward")

    def position_error(self, s: RurikState) -> str:
        if sum(type(step) is type(self) for step in s.stack) > 1:
            return "a deed is paid in each way once"
        return "" if self.options(s) else "there is nothing to pay with"


class PayGoods(_Payment):
    """Give any goods, one at a time, in the order of their kinds (`good` is the first kind still allowed)."""

    CLAUSE: ClassVar[str] = "rurik.deeds.any_goods"
    RANGES: ClassVar[Ranges] = {"left": POSITIVE_COUNTS, "good": range(GOOD_COUNT)}

    def __init__(self, player: int, left: int, good: int) -> None:
        super().__init__(player)
        self.left: Final = left
        self.good: Final = good

    def options(self, s: RurikState) -> list[Action]:
        actions: list[Action] = []
        following = 0
        for good in range(GOOD_COUNT - 1, self.good - 1, -1):
            amount = s.stock(self.player, good)
            following += amount
            if amount and following >= self.left:
                actions.append(pay_good[good])
        actions.reverse()
        return actions

    def take(self, s: RurikState, action: Action) -> None:
        good = pay_good.of(action).choice
        s.pay_good(self.player, good)
        if self.left > 1:
            s.schedule(PayGoods(self.player, self.left - 1, good))

    def refusal(self, s: RurikState, action: Action) -> Refusal:
        if not pay_good.has(action):
            return self.default_refusal(action)
        good = pay_good.of(action).choice
        if not s.stock(self.player, good):
            return Refusal("good_missing", self.CLAUSE, action.params)
        key = "good_passed" if good < self.good else "good_too_late"
        return Refusal(key, self.CLAUSE, {**action.params, "left": self.left})


class PayDifferentGoods(PayGoods):
    """Give goods of different kinds, in the order of their kinds (`good` is the first kind still allowed)."""

    CLAUSE: ClassVar[str] = "rurik.deeds.different_goods"

    def options(self, s: RurikState) -> list[Action]:
        kinds = [good for good in range(self.good, GOOD_COUNT) if s.stock(self.player, good)]
        return [pay_good[good] for good in kinds[: len(kinds) - self.left + 1]]

    def take(self, s: RurikState, action: Action) -> None:
        good = pay_good.of(action).choice
        s.pay_good(self.player, good)
        if self.left > 1:
            s.schedule(PayDifferentGoods(self.player, self.left - 1, good + 1))

    def refusal(self, s: RurikState, action: Action) -> Refusal:
        if pay_good.has(action) and pay_good.of(action).choice == self.good - 1:
            return Refusal("good_given", self.CLAUSE, action.params)
        return super().refusal(s, action)


class PaySameGoods(_Payment):
    """Give goods of one kind: choose the kind."""

    CLAUSE: ClassVar[str] = "rurik.deeds.same_goods"
    RANGES: ClassVar[Ranges] = {"count": POSITIVE_COUNTS}

    def __init__(self, player: int, count: int) -> None:
        super().__init__(player)
        self.count: Final = count

    def options(self, s: RurikState) -> list[Action]:
        return [pay_good[good] for good in range(GOOD_COUNT) if s.stock(self.player, good) >= self.count]

    def take(self, s: RurikState, action: Action) -> None:
        s.pay_good(self.player, pay_good.of(action).choice, self.count)

    def refusal(self, s: RurikState, action: Action) -> Refusal:
        if not pay_good.has(action):
            return self.default_refusal(action)
        stock = s.stock(self.player, pay_good.of(action).choice)
        return Refusal("goods_alike", self.CLAUSE, {**action.params, "there": stock, "count": self.count})


class DiscardScheme(_Payment):
    """Discard a scheme from your hand."""

    CLAUSE: ClassVar[str] = "rurik.deeds.discard"
    REFUSALS: ClassVar[dict[str, str]] = {"discard_scheme": "scheme_not_in_hand"}

    def options(self, s: RurikState) -> list[Action]:
        hand = s.hand[self.player] & ALL_SCHEMES
        return [discard_scheme[kind] for kind in sorted({KIND[card] for card in bits(hand)})]

    def take(self, s: RurikState, action: Action) -> None:
        cards = s.hand[self.player] & CARDS_OF_KIND[discard_scheme.of(action).choice]
        s.hand[self.player] ^= cards & -cards
        discard(s, cards & -cards)
        s.reveal()


class Withdraw(_Payment):
    """Give up figures: from any regions, from different regions, or from one region that you rule.

    `left`: the number of figures still to give up; `region`: that of the previous figure, -1 at first.
    rurik.deeds.troops, rurik.deeds.different_regions, rurik.deeds.ruled_region
    """

    CLAUSE: ClassVar[str] = "rurik.deeds.troops"
    RANGES: ClassVar[Ranges] = {"left": POSITIVE_COUNTS, "source": range(3), "region": range(-1, REGION_COUNT)}

    def __init__(self, player: int, left: int, source: int, region: int) -> None:
        super().__init__(player)
        self.left: Final = left
        self.source: Final = source
        self.region: Final = region

    def _within(self, s: RurikState) -> int:
        """Return the possible regions for the next figure to give up."""
        reachable = 0
        for region in range(IN_PLAY[s.sides]):
            if count_removable(s, self.player, region):
                reachable |= 1 << region
        if self.source == FROM_DIFFERENT:
            later_regions = reachable >> (self.region + 1) << (self.region + 1)
            for region in list(bits(later_regions))[max(0, later_regions.bit_count() - self.left + 1) :]:
                later_regions ^= 1 << region
            return later_regions
        if self.source == FROM_RULED:
            if self.region >= 0:
                return 1 << self.region
            for region in list(bits(reachable)):
                if count_removable(s, self.player, region) < self.left or not s.rules(self.player, region):
                    reachable ^= 1 << region
        return reachable

    def options(self, s: RurikState) -> list[Action]:
        regions = self._within(s)
        actions: list[Action] = []
        for region in bits(regions):
            if s.troops[self.player * REGION_COUNT + region]:
                actions.append(withdraw[region])
        at = s.leader_at[self.player]
        if at >= 0 and regions >> at & 1 and s.variant.leader_removal == "allowed":
            actions.append(withdraw_leader)
        return actions

    def take(self, s: RurikState, action: Action) -> None:
        if action is withdraw_leader:
            region = s.leader_at[self.player]
            s.leader_at[self.player] = -1
        else:
            region = withdraw.of(action).choice
            s.troops[self.player * REGION_COUNT + region] -= 1
        if self.left > 1:
            s.schedule(Withdraw(self.player, self.left - 1, self.source, region))

    def refusal(self, s: RurikState, action: Action) -> Refusal:
        if action is withdraw_leader:
            if s.variant.leader_removal != "allowed":
                return Refusal("troops_only", self.CLAUSE)
            region = s.leader_at[self.player]
            if region < 0:
                return Refusal("leader_off_map", self.CLAUSE)
        elif withdraw.has(action):
            region = withdraw.of(action).choice
            if not s.troops[self.player * REGION_COUNT + region]:
                return Refusal("no_troop_of_yours", self.CLAUSE, action.params)
        else:
            return self.default_refusal(action)
        params: dict[str, int | str] = {"region": REGIONS[region]}
        if self.source == FROM_DIFFERENT:
            return Refusal("withdraw_different", "rurik.deeds.different_regions", params)
        return Refusal("withdraw_ruled", "rurik.deeds.ruled_region", params)


class Demolish(_Payment):
    """Return one of your structures to your supply."""

    CLAUSE: ClassVar[str] = "rurik.deeds.demolish"
    REFUSALS: ClassVar[dict[str, str]] = {"demolish": "not_your_structure"}

    def options(self, s: RurikState) -> list[Action]:
        actions: list[Action] = []
        for kind in range(STRUCTURE_COUNT):
            for region in bits(s.structures[self.player * STRUCTURE_COUNT + kind]):
                actions.append(demolish[kind * REGION_COUNT + region])
        return actions

    def take(self, s: RurikState, action: Action) -> None:
        removed = demolish.of(action)
        s.structures[self.player * STRUCTURE_COUNT + removed.structure] ^= 1 << removed.region
