"""The 26 deed cards, read from the data: what must be true, what is given up, what it brings."""

from typing import Any, Final

from regnum.core.atlas import mask_of
from regnum.core.folder import read_data
from regnum.games.rurik.components import GOODS, PACKAGE, POINTS, STRUCTURES

_cards: Final[list[dict[str, Any]]] = read_data(PACKAGE, "deeds")["deed"]
_needs: Final[list[dict[str, Any]]] = [card.get("needs", {}) for card in _cards]
_costs: Final[list[dict[str, Any]]] = [card.get("cost", {}) for card in _cards]
_rewards: Final[list[dict[str, Any]]] = [card["reward"] for card in _cards]

DEEDS: Final[list[str]] = [card["id"] for card in _cards]
ALL_DEEDS: Final = (1 << len(DEEDS)) - 1
DEED_POINTS: Final[list[int]] = [card["points"] for card in _cards]

# what must be true
NEEDS_ANYTHING: Final[list[bool]] = [bool(needs) for needs in _needs]
NEED_TROOPS: Final[list[int]] = [needs.get("troops_in_one_region", 0) for needs in _needs]
NEED_TOGETHER: Final[list[int]] = [
    mask_of(STRUCTURES.index(kind) for kind in needs.get("structures_in_one_region", [])) for needs in _needs
]
NEED_REBELS: Final[list[int]] = [needs.get("rebels_defeated", 0) for needs in _needs]
NEED_MARKER: Final[list[bool]] = [needs.get("marker", False) for needs in _needs]
NEED_OCCUPIED: Final[list[int]] = [needs.get("regions_occupied", 0) for needs in _needs]
NEED_KIND: Final[list[int]] = [STRUCTURES.index(needs["structure"]) if "structure" in needs else -1 for needs in _needs]
NEED_REGIONS: Final[list[int]] = [needs.get("regions", 0) for needs in _needs]
NEED_DIFFERENT: Final[list[bool]] = [needs.get("relation", "") == "different_goods" for needs in _needs]
"""Whether the regions with these structures must have different goods; else they must be adjacent."""

# what is given up
COST_COINS: Final[list[int]] = [cost.get("coins", 0) for cost in _costs]
COST_GOODS: Final[list[list[int]]] = [[cost.get("goods", {}).get(good, 0) for good in GOODS] for cost in _costs]
COST_ANY: Final[list[int]] = [cost.get("goods_any", 0) for cost in _costs]
COST_DIFFERENT: Final[list[int]] = [cost.get("goods_different", 0) for cost in _costs]
COST_SAME: Final[list[int]] = [cost.get("goods_same", 0) for cost in _costs]
COST_OF_GOODS: Final[list[bool]] = [any(name.startswith("goods") for name in cost) for cost in _costs]
"""Whether a deed costs goods of any sort."""
COST_SCHEMES: Final[list[int]] = [cost.get("schemes", 0) for cost in _costs]
COST_TROOPS: Final[list[int]] = [cost.get("troops", 0) for cost in _costs]
COST_FROM: Final[list[int]] = [["any", "different", "ruled"].index(cost.get("from", "any")) for cost in _costs]
FROM_ANY: Final = 0
FROM_DIFFERENT: Final = 1
FROM_RULED: Final = 2
COST_STRUCTURES: Final[list[int]] = [cost.get("structures", 0) for cost in _costs]

# what it brings
REWARD_POINTS: Final[list[list[int]]] = [[reward.get(what, 0) for what in POINTS] for reward in _rewards]
REWARD_COINS: Final[list[int]] = [reward.get("coins", 0) for reward in _rewards]
REWARD_SCHEMES: Final[list[int]] = [reward.get("schemes", 0) for reward in _rewards]
