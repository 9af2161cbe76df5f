"""The texts of deed cards, for the view and the terminal: needs, cost and reward."""

from functools import cache
from typing import Final

from regnum.core.rules.bitmask import bits
from regnum.core.text.words import Words
from regnum.games.rurik.components import GOODS, POINTS, STRUCTURES
from regnum.games.rurik.deeds.cards import DEED_CARDS
from regnum.games.rurik.state import RurikState

_FROM: Final = ["any", "different", "ruled"]


@cache
def count_text(words: Words, quantity: str, count: int) -> str:
    """Return a number of things in words, such as "2 helmets"."""
    return words.text("count", quantity, {"count": count})


def deed_needs(s: RurikState, deed: int, words: Words) -> str:
    """Return the needs of a deed under the game's options, or "" if there is none [rurik.deeds.market_day]."""
    card = DEED_CARDS[deed]
    if card.need_troops:
        return words.text("deed", "need_troops", {"count": card.need_troops})
    if card.need_together:
        kinds = [words.name("structure", STRUCTURES[kind]) for kind in bits(card.need_together)]
        return words.text("deed", "need_together", {"list": ", ".join(kinds)})
    if card.need_kind >= 0:
        different = card.need_different and s.variant.market_day == "different_goods"
        key = "need_different" if different else "need_adjacent"
        return words.text("deed", key, {"structure": STRUCTURES[card.need_kind], "count": card.need_regions})
    if card.need_marker:
        return words.text("deed", "need_marker", {})
    if card.need_rebels:
        return words.text("deed", "need_rebels", {"count": card.need_rebels})
    if card.need_occupied:
        return words.text("deed", "need_occupied", {"count": card.need_occupied})
    return ""


def deed_cost(s: RurikState, deed: int, words: Words) -> str:
    """Return the cost of a deed under the game's options, or "" if there is none [rurik.deeds.troops]."""
    card = DEED_CARDS[deed]
    parts = [f"{amount} × {words.name('good', GOODS[good])}" for good, amount in enumerate(card.cost_goods) if amount]
    counts = {
        "any": card.cost_any,
        "different": card.cost_different,
        "same": card.cost_same,
        "schemes": card.cost_schemes,
    }
    parts += [words.text("deed", f"cost_{key}", {"count": count}) for key, count in counts.items() if count]
    if card.cost_troops:
        quantity = "figures" if s.variant.leader_removal == "allowed" else "troops"
        parts.append(words.text("deed", f"cost_{quantity}_{_FROM[card.cost_from]}", {"count": card.cost_troops}))
    if card.cost_structures:
        parts.append(words.text("deed", "cost_structure", {}))
    if card.cost_coins:
        parts.append(count_text(words, "coin", card.cost_coins))
    return ", ".join(parts)


@cache
def deed_reward(deed: int, words: Words) -> str:
    """Return the immediate reward of a deed."""
    card = DEED_CARDS[deed]
    parts = [count_text(words, POINTS[kind], amount) for kind, amount in enumerate(card.reward_points) if amount]
    if card.reward_coins:
        parts.append(count_text(words, "coin", card.reward_coins))
    if card.reward_schemes:
        parts.append(words.text("deed", "reward_schemes", {"count": card.reward_schemes}))
    return ", ".join(parts)
