"""What deed cards say, in words: what they ask for, cost and bring; for the drawing and the terminal."""

from typing import Final

from regnum.core.atlas import bits
from regnum.core.words import Words
from regnum.games.rurik.components import GOODS, POINTS, STRUCTURES
from regnum.games.rurik.deeds.cards import (
    COST_ANY,
    COST_COINS,
    COST_DIFFERENT,
    COST_FROM,
    COST_GOODS,
    COST_SAME,
    COST_SCHEMES,
    COST_STRUCTURES,
    COST_TROOPS,
    NEED_DIFFERENT,
    NEED_KIND,
    NEED_MARKER,
    NEED_OCCUPIED,
    NEED_REBELS,
    NEED_REGIONS,
    NEED_TOGETHER,
    NEED_TROOPS,
    REWARD_COINS,
    REWARD_POINTS,
    REWARD_SCHEMES,
)
from regnum.games.rurik.state import RurikState

_FROM: Final = ["any", "different", "ruled"]


def counted(words: Words, what: str, count: int) -> str:
    """Return "2 helmets"."""
    return words.say("count", what, {"count": count})


def deed_needs(s: RurikState, deed: int, words: Words) -> str:
    """Return what must be true for a deed by the options; "" for nothing [rurik.deeds.market_day]."""
    if NEED_TROOPS[deed]:
        return words.say("deed", "need_troops", {"count": NEED_TROOPS[deed]})
    if NEED_TOGETHER[deed]:
        kinds = [words.name("structure", STRUCTURES[kind]) for kind in bits(NEED_TOGETHER[deed])]
        return words.say("deed", "need_together", {"list": ", ".join(kinds)})
    if NEED_KIND[deed] >= 0:
        different = NEED_DIFFERENT[deed] and s.variant.market_day == "different_goods"
        key = "need_different" if different else "need_adjacent"
        return words.say("deed", key, {"structure": STRUCTURES[NEED_KIND[deed]], "count": NEED_REGIONS[deed]})
    if NEED_MARKER[deed]:
        return words.say("deed", "need_marker", {})
    if NEED_REBELS[deed]:
        return words.say("deed", "need_rebels", {"count": NEED_REBELS[deed]})
    if NEED_OCCUPIED[deed]:
        return words.say("deed", "need_occupied", {"count": NEED_OCCUPIED[deed]})
    return ""


def deed_cost(s: RurikState, deed: int, words: Words) -> str:
    """Return what is given up for a deed by the options; "" for nothing [rurik.deeds.troops]."""
    told = [f"{amount} × {words.name('good', GOODS[good])}" for good, amount in enumerate(COST_GOODS[deed]) if amount]
    counts = (("any", COST_ANY), ("different", COST_DIFFERENT), ("same", COST_SAME), ("schemes", COST_SCHEMES))
    for key, costs in counts:
        if costs[deed]:
            told.append(words.say("deed", f"cost_{key}", {"count": costs[deed]}))
    if COST_TROOPS[deed]:
        what = "figures" if s.variant.leader_removal == "allowed" else "troops"
        told.append(words.say("deed", f"cost_{what}_{_FROM[COST_FROM[deed]]}", {"count": COST_TROOPS[deed]}))
    if COST_STRUCTURES[deed]:
        told.append(words.say("deed", "cost_structure", {}))
    if COST_COINS[deed]:
        told.append(counted(words, "coin", COST_COINS[deed]))
    return ", ".join(told)


def deed_reward(deed: int, words: Words) -> str:
    """Return what a deed brings at once."""
    told = [counted(words, POINTS[what], amount) for what, amount in enumerate(REWARD_POINTS[deed]) if amount]
    if REWARD_COINS[deed]:
        told.append(counted(words, "coin", REWARD_COINS[deed]))
    if REWARD_SCHEMES[deed]:
        told.append(words.say("deed", "reward_schemes", {"count": REWARD_SCHEMES[deed]}))
    return ", ".join(told)
