"""The conditions of deeds: which deeds a player may accomplish now, and why not others."""

from typing import Final

from regnum.core.rules.bitmask import bits, mask_of
from regnum.games.rurik.components import (
    GOOD_COUNT,
    GOODS_COMBINATIONS,
    IN_PLAY,
    MAP,
    MAX_GOODS_COST,
    REGION_COUNT,
    STRUCTURE_COUNT,
)
from regnum.games.rurik.deeds.cards import ALL_DEEDS, DEED_CARDS, FROM_ANY, FROM_DIFFERENT, Deed
from regnum.games.rurik.state import RurikState


def accomplishable_deeds(s: RurikState, player: int, deeds: int) -> int:
    """Return those of the given deeds whose conditions a player meets and whose cost they can pay.

    rurik.deeds.accomplish, rurik.deeds.conditions
    """
    coins = s.coins[player]
    if coins < _MAX_COIN_COST:
        deeds &= _FOR_COINS[coins]
    if not s.hand[player]:
        deeds &= ~_COSTS_SCHEMES
    if deeds & _COSTS_GOODS:
        deeds &= _FOR_STORE[s.store_index(player)]
    if not s.structure_regions(player):
        deeds &= ~_NEEDS_STRUCTURES
    payable = deeds & ~_NEEDS_MORE
    deeds &= _NEEDS_MORE
    while deeds:
        low = deeds & -deeds
        deeds ^= low
        card = DEED_CARDS[low.bit_length() - 1]
        if _can_give_up(s, player, card) and _meets_needs(s, player, card):
            payable |= low
    return payable


def missing_condition(s: RurikState, player: int, deed: int) -> str:
    """Return the key of the refusal that names what a player lacks for a deed that they may not accomplish.

    rurik.deeds.accomplish, rurik.deeds.conditions
    """
    card = DEED_CARDS[deed]
    if s.coins[player] < card.cost_coins:
        return "deed_coins"
    if s.hand[player].bit_count() < card.cost_schemes:
        return "deed_schemes"
    if not _FOR_STORE[s.store_index(player)] >> deed & 1:
        return "deed_goods"
    if not _can_give_up(s, player, card):
        if card.cost_structures:
            return "deed_structures"
        enough = _has_removable(s, player, card.cost_troops, FROM_ANY)
        return _NOT_THERE[card.cost_from] if enough else "deed_troops"
    return "deed_condition"


_NOT_THERE: Final = ["deed_troops", "deed_troops_different", "deed_troops_ruled"]
"""The keys of the refusals for figures in the wrong places, by the deed's `cost_from`."""
_GOODS: Final = [(*d.cost_goods, d.cost_any, d.cost_same, d.cost_different) for d in DEED_CARDS]
"""The cost of each deed in goods: of each good, of any goods, of goods of one kind, and of different kinds."""
_NO_MORE_THAN: Final = [
    [
        mask_of(deed for deed, costs in enumerate(_GOODS) if costs[which] <= limit)
        for limit in range(GOOD_COUNT * MAX_GOODS_COST + 1)
    ]
    for which in range(len(_GOODS[0]))
]


def _deeds_paid_by(store: tuple[int, ...]) -> int:
    """Return the deeds whose cost in goods is covered by a store."""
    deeds = ALL_DEEDS
    for which, amount in enumerate((*store, sum(store), max(store), GOOD_COUNT - store.count(0))):
        deeds &= _NO_MORE_THAN[which][amount]
    return deeds


_MAX_COIN_COST: Final = max([deed.cost_coins for deed in DEED_CARDS])
_FOR_COINS: Final = [
    mask_of(n for n, deed in enumerate(DEED_CARDS) if deed.cost_coins <= coins) for coins in range(_MAX_COIN_COST)
]
"""For each number of coins, the deeds whose cost in coins it covers."""
_COSTS_SCHEMES: Final[int] = mask_of(n for n, deed in enumerate(DEED_CARDS) if deed.cost_schemes)
_COSTS_GOODS: Final[int] = mask_of(n for n, costs in enumerate(_GOODS) if any(costs))
_FOR_STORE: Final = [_deeds_paid_by(store) for store in GOODS_COMBINATIONS]
"""For each store, the deeds whose cost in goods it covers."""
_NEEDS_STRUCTURES: Final[int] = mask_of(
    n for n, deed in enumerate(DEED_CARDS) if deed.cost_structures or deed.need_together or deed.need_kind >= 0
)
_NEEDS_MORE: Final[int] = mask_of(n for n, deed in enumerate(DEED_CARDS) if deed.need_anything or deed.cost_troops)
"""The deeds that have conditions or cost figures."""


def _can_give_up(s: RurikState, player: int, card: Deed) -> bool:
    """Return whether a player has the structures and figures that a deed costs [rurik.deeds.cost]."""
    if card.cost_structures:
        return s.structure_regions(player) != 0
    return not card.cost_troops or _has_removable(s, player, card.cost_troops, card.cost_from)


def _meets_needs(s: RurikState, player: int, card: Deed) -> bool:
    """Return whether a deed's needs are met [rurik.deeds.conditions, rurik.deeds.adjacent, rurik.deeds.market_day]."""
    if card.need_troops:
        return s.most_figures(player) >= card.need_troops
    if card.need_together:
        common_regions = s.regions()
        for kind in bits(card.need_together):
            common_regions &= s.structures[player * STRUCTURE_COUNT + kind]
        return common_regions != 0
    if card.need_marker:
        return s.marker == player
    if card.need_kind >= 0:
        regions = s.structures[player * STRUCTURE_COUNT + card.need_kind]
        if regions.bit_count() < card.need_regions:
            return False
        if card.need_different and s.variant.market_day == "different_goods":
            return len({s.region_goods[region] for region in bits(regions)}) >= card.need_regions
        return any(group.bit_count() >= card.need_regions for group in MAP.groups(regions))
    if card.need_rebels and s.defeated[player].bit_count() < card.need_rebels:
        return False
    return not card.need_occupied or s.occupied_regions(player).bit_count() >= card.need_occupied


def count_removable(s: RurikState, player: int, region: int) -> int:
    """Return the number of figures that a player may give up in a region [rurik.deeds.troops]."""
    if s.variant.leader_removal == "allowed":
        return s.figures(player, region)
    return s.troops[player * REGION_COUNT + region]


def _has_removable(s: RurikState, player: int, count: int, source: int) -> bool:
    """Return whether `count` figures can be given up: anywhere, in different regions, or in one ruled region."""
    start = player * REGION_COUNT
    counts = s.troops[start : start + IN_PLAY[s.sides]]
    at = s.leader_at[player]
    if at >= 0 and s.variant.leader_removal == "allowed":
        counts[at] += 1
    if source == FROM_ANY:
        figures = 0
        for there in counts:
            figures += there
        return figures >= count
    if source == FROM_DIFFERENT:
        return len(counts) - counts.count(0) >= count
    return any(figures >= count and s.rules(player, region) for region, figures in enumerate(counts))
