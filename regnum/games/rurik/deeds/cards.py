"""The 26 deed cards, read from the data."""

from typing import Any, Final

from regnum.core.folder import read_data
from regnum.core.rules.bitmask import mask_of
from regnum.games.rurik.components import GOODS, PACKAGE, POINTS, STRUCTURES

FROM_ANY: Final = 0
FROM_DIFFERENT: Final = 1
FROM_RULED: Final = 2


class Deed:
    """A deed card: the needs that must be met, the cost that is paid, and the reward that is gained immediately.

    Structures of the kind `need_kind` must be in `need_regions` regions that have different goods (`need_different`) or
    are adjacent. `cost_from`: where figures are given up (FROM_ANY, FROM_DIFFERENT or FROM_RULED regions).
    """

    def __init__(self, card: dict[str, Any]) -> None:
        needs, cost, reward = card.get("needs", {}), card.get("cost", {}), card["reward"]
        self.points: Final[int] = card["points"]
        self.need_anything: Final = bool(needs)
        self.need_troops: Final[int] = needs.get("troops_in_one_region", 0)
        self.need_together: Final = mask_of(STRUCTURES.index(k) for k in needs.get("structures_in_one_region", []))
        self.need_rebels: Final[int] = needs.get("rebels_defeated", 0)
        self.need_marker: Final[bool] = needs.get("marker", False)
        self.need_occupied: Final[int] = needs.get("regions_occupied", 0)
        self.need_kind: Final = STRUCTURES.index(needs["structure"]) if "structure" in needs else -1
        self.need_regions: Final[int] = needs.get("regions", 0)
        self.need_different: Final[bool] = needs.get("relation", "") == "different_goods"
        self.cost_coins: Final[int] = cost.get("coins", 0)
        self.cost_goods: Final[list[int]] = [cost.get("goods", {}).get(good, 0) for good in GOODS]
        self.cost_any: Final[int] = cost.get("goods_any", 0)
        self.cost_different: Final[int] = cost.get("goods_different", 0)
        self.cost_same: Final[int] = cost.get("goods_same", 0)
        self.cost_schemes: Final[int] = cost.get("schemes", 0)
        self.cost_troops: Final[int] = cost.get("troops", 0)
        self.cost_from: Final = ["any", "different", "ruled"].index(cost.get("from", "any"))
        self.cost_structures: Final[int] = cost.get("structures", 0)
        self.reward_points: Final[list[int]] = [reward.get(what, 0) for what in POINTS]
        self.reward_coins: Final[int] = reward.get("coins", 0)
        self.reward_schemes: Final[int] = reward.get("schemes", 0)


_cards: Final[list[dict[str, Any]]] = read_data(PACKAGE, "deeds")["deed"]
DEEDS: Final[list[str]] = [card["id"] for card in _cards]
ALL_DEEDS: Final = (1 << len(DEEDS)) - 1
DEED_CARDS: Final = [Deed(card) for card in _cards]
