"""Deeds: which of them a player may accomplish now, and what is missing for one."""

from typing import Final

from regnum.core.atlas import bits, mask_of
from regnum.games.rurik.components import IN_PLAY, KINDS, MAP, PLENTY, SORTS, STORES, WIDTH
from regnum.games.rurik.deeds.cards import (
    ALL_DEEDS,
    COST_ANY,
    COST_COINS,
    COST_DIFFERENT,
    COST_FROM,
    COST_GOODS,
    COST_OF_GOODS,
    COST_SAME,
    COST_SCHEMES,
    COST_STRUCTURES,
    COST_TROOPS,
    DEEDS,
    FROM_ANY,
    FROM_DIFFERENT,
    NEED_DIFFERENT,
    NEED_KIND,
    NEED_MARKER,
    NEED_OCCUPIED,
    NEED_REBELS,
    NEED_REGIONS,
    NEED_TOGETHER,
    NEED_TROOPS,
    NEEDS_ANYTHING,
)
from regnum.games.rurik.state import RurikState


def accomplishable(s: RurikState, player: int, deeds: int) -> int:
    """Return those of the deeds that a player may accomplish: the conditions are met, and he can pay.

    rurik.deeds.accomplish, rurik.deeds.conditions
    """
    coins = s.coins[player]
    if coins < _MOST_COINS:
        deeds &= _FOR_COINS[coins]
    if not s.hand[player]:
        deeds &= ~_COSTS_SCHEMES
    if deeds & _COSTS_GOODS:
        deeds &= _FOR_STORE[s.store(player)]
    if not s.built(player):
        deeds &= ~_NEEDS_STRUCTURES
    found = deeds & ~_NEEDS_MORE
    deeds &= _NEEDS_MORE
    while deeds:
        low = deeds & -deeds
        deeds ^= low
        deed = low.bit_length() - 1
        if _can_give_up(s, player, deed) and _conditions(s, player, deed):
            found |= low
    return found


def missing(s: RurikState, player: int, deed: int) -> str:
    """Return the refusal that says what is missing for a deed that a player may not accomplish.

    rurik.deeds.accomplish, rurik.deeds.conditions
    """
    if s.coins[player] < COST_COINS[deed]:
        return "deed_coins"
    if s.hand[player].bit_count() < COST_SCHEMES[deed]:
        return "deed_schemes"
    if not _FOR_STORE[s.store(player)] >> deed & 1:
        return "deed_goods"
    if not _can_give_up(s, player, deed):
        if COST_STRUCTURES[deed]:
            return "deed_structures"
        enough = _removable(s, player, COST_TROOPS[deed], FROM_ANY)
        return _NOT_THERE[COST_FROM[deed]] if enough else "deed_troops"
    return "deed_condition"


_NOT_THERE: Final = ["deed_troops", "deed_troops_different", "deed_troops_ruled"]
"""What is said of troops that stand in the wrong places, for each source of them."""
_GOODS: Final = [(*COST_GOODS[d], COST_ANY[d], COST_SAME[d], COST_DIFFERENT[d]) for d in range(len(DEEDS))]
"""What each deed costs in goods: of each kind, of any, of one kind, kinds."""
_NO_MORE_THAN: Final = [
    [mask_of(deed for deed, costs in enumerate(_GOODS) if costs[which] <= limit) for limit in range(SORTS * PLENTY + 1)]
    for which in range(len(_GOODS[0]))
]


def _for_store(store: tuple[int, ...]) -> int:
    """Return the deeds for which a store is enough."""
    deeds = ALL_DEEDS
    for which, amount in enumerate((*store, sum(store), max(store), SORTS - store.count(0))):
        deeds &= _NO_MORE_THAN[which][amount]
    return deeds


_MOST_COINS: Final = max(COST_COINS)
_FOR_COINS: Final = [
    mask_of(deed for deed, cost in enumerate(COST_COINS) if cost <= coins) for coins in range(_MOST_COINS)
]
"""For each number of coins, the deeds that cost no more."""
_COSTS_SCHEMES: Final[int] = mask_of(deed for deed, cost in enumerate(COST_SCHEMES) if cost)
_COSTS_GOODS: Final[int] = mask_of(deed for deed, costs in enumerate(COST_OF_GOODS) if costs)
_FOR_STORE: Final = [_for_store(store) for store in STORES]
"""For each store, the deeds for which it is enough."""
_NEEDS_STRUCTURES: Final[int] = mask_of(
    deed for deed in range(len(DEEDS)) if COST_STRUCTURES[deed] or NEED_TOGETHER[deed] or NEED_KIND[deed] >= 0
)
_NEEDS_MORE: Final[int] = mask_of(deed for deed in range(len(DEEDS)) if NEEDS_ANYTHING[deed] or COST_TROOPS[deed])
"""The deeds that something must be true for, or that cost figures."""


def _can_give_up(s: RurikState, player: int, deed: int) -> bool:
    """Tell whether a player has the structures and figures that a deed costs [rurik.deeds.cost]."""
    if COST_STRUCTURES[deed]:
        return s.built(player) != 0
    return not COST_TROOPS[deed] or _removable(s, player, COST_TROOPS[deed], COST_FROM[deed])


def _conditions(s: RurikState, player: int, deed: int) -> bool:
    """Tell whether what a deed needs is true [rurik.deeds.conditions, rurik.deeds.adjacent, rurik.deeds.market_day]."""
    if NEED_TROOPS[deed]:
        return s.most_figures(player) >= NEED_TROOPS[deed]
    if NEED_TOGETHER[deed]:
        together = s.regions()
        for kind in bits(NEED_TOGETHER[deed]):
            together &= s.structures[player * KINDS + kind]
        return together != 0
    if NEED_MARKER[deed]:
        return s.marker == player
    if NEED_KIND[deed] >= 0:
        regions = s.structures[player * KINDS + NEED_KIND[deed]]
        if regions.bit_count() < NEED_REGIONS[deed]:
            return False
        if NEED_DIFFERENT[deed] and s.variant.market_day == "different_goods":
            return len({s.region_goods[region] for region in bits(regions)}) >= NEED_REGIONS[deed]
        return any(group.bit_count() >= NEED_REGIONS[deed] for group in MAP.groups(regions))
    if s.defeated[player].bit_count() < NEED_REBELS[deed]:
        return False
    return s.occupied(player).bit_count() >= NEED_OCCUPIED[deed]


def removable(s: RurikState, player: int, region: int) -> int:
    """Return how many figures a player may give up in a region [rurik.deeds.troops]."""
    if s.variant.leader_removal == "allowed":
        return s.figures(player, region)
    return s.troops[player * WIDTH + region]


def _removable(s: RurikState, player: int, count: int, source: int) -> bool:
    """Tell whether enough figures can be given up: anywhere, in different regions, or in one that is ruled."""
    start = player * WIDTH
    found = s.troops[start : start + IN_PLAY[s.sides]]
    at = s.leader_at[player]
    if at >= 0 and s.variant.leader_removal == "allowed":
        found[at] += 1
    if source == FROM_ANY:
        return sum(found) >= count
    if source == FROM_DIFFERENT:
        return len(found) - found.count(0) >= count
    return any(figures >= count and s.rules(player, region) for region, figures in enumerate(found))
