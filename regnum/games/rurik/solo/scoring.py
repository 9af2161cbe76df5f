"""What the rebellion scores besides the tracks."""

from regnum.games.rurik.pieces import SORTS
from regnum.games.rurik.solo.cards import REBELLION, SCORED_COINS, SCORED_GOODS
from regnum.games.rurik.state import RurikState


def coin_points(s: RurikState) -> int:
    """Return the points for the rebellion's coins: one for three, rounded up [rurik.solo.score_coins]."""
    return -(-s.coins[REBELLION] // SCORED_COINS)


def dock_points(s: RurikState) -> int:
    """Return the points for the goods on the rebellion's dock: one for three, rounded up [rurik.solo.score_goods]."""
    return -(-sum(s.dock[REBELLION * SORTS : REBELLION * SORTS + SORTS]) // SCORED_GOODS)
