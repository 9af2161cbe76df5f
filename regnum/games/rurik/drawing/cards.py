"""What the cards of Rurik say, in the viewer's words: schemes, deeds, agendas."""

from typing import Any

from regnum.core.atlas import bits
from regnum.core.words import Words
from regnum.games.rurik.components import AGENDAS, GOODS, POINTS, SCHEME_KINDS, STRUCTURES
from regnum.games.rurik.deed_cards import (
    COST_ANY,
    COST_COINS,
    COST_DIFFERENT,
    COST_FROM,
    COST_GOODS,
    COST_SAME,
    COST_SCHEMES,
    COST_STRUCTURES,
    COST_TROOPS,
    DEED_POINTS,
    DEEDS,
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

Shown = dict[str, Any]


def shown_scheme(kind: int, words: Words, place: str, targets: set[str], count: int) -> Shown:
    """Return a scheme card in a place ("scheme": in the hand, "drawn"): what it gives, and how many there are."""
    name = words.name("scheme", SCHEME_KINDS[kind])
    return _shown(f"{place}-{SCHEME_KINDS[kind]}", name + (f" × {count}" if count > 1 else ""), [], targets)


def shown_agenda(agenda: int, words: Words, targets: set[str], state: str) -> Shown:
    """Return an agenda: what its owner must have most of."""
    id_ = AGENDAS[agenda]
    return _shown(f"agenda-{id_}", words.name("agenda", id_), [words.say("goal", id_, {}), state], targets)


def shown_deed(deed: int, words: Words, targets: set[str]) -> Shown:
    """Return a deed: what it needs and costs, what it brings, its points."""
    id_ = DEEDS[deed]
    asks = ", ".join([*_needs(deed, words), *_cost(deed, words)])
    points = words.say("board", "points", {"points": DEED_POINTS[deed]})
    return _shown(f"deed-{id_}", words.name("deed", id_), [asks, f"→ {_reward(deed, words)}; {points}"], targets)


def _shown(id_: str, name: str, lines: list[str], targets: set[str]) -> Shown:
    told = [line for line in lines if line]
    label = ": ".join([name, ", ".join(told)]) if told else name
    return {"id": id_, "name": name, "lines": told, "label": label, "target": id_ if id_ in targets else None}


def _count(words: Words, key: str, count: int) -> list[str]:
    return [words.say("card", key, {"count": count})] if count else []


def _needs(deed: int, words: Words) -> list[str]:
    found = _count(words, "need_troops", NEED_TROOPS[deed])
    if NEED_TOGETHER[deed]:
        kinds = ", ".join(words.name("structure", STRUCTURES[kind]) for kind in bits(NEED_TOGETHER[deed]))
        found.append(words.say("card", "need_together", {"structures": kinds}))
    found += _count(words, "need_rebels", NEED_REBELS[deed])
    if NEED_MARKER[deed]:
        found.append(words.say("card", "need_marker", {}))
    found += _count(words, "need_occupied", NEED_OCCUPIED[deed])
    if NEED_KIND[deed] >= 0:
        key = "need_different" if NEED_DIFFERENT[deed] else "need_adjacent"
        structure = words.name("structure", STRUCTURES[NEED_KIND[deed]])
        found.append(words.say("card", key, {"structure": structure, "count": NEED_REGIONS[deed]}))
    return found


def _cost(deed: int, words: Words) -> list[str]:
    found = [f"{amount} {words.name('good', GOODS[good])}" for good, amount in enumerate(COST_GOODS[deed]) if amount]
    found += _count(words, "cost_any", COST_ANY[deed])
    found += _count(words, "cost_different", COST_DIFFERENT[deed])
    found += _count(words, "cost_same", COST_SAME[deed])
    found += _count(words, "coins", COST_COINS[deed])
    found += _count(words, "cost_schemes", COST_SCHEMES[deed])
    found += _count(
        words, ["cost_troops", "cost_troops_different", "cost_troops_ruled"][COST_FROM[deed]], COST_TROOPS[deed]
    )
    return found + _count(words, "cost_structures", COST_STRUCTURES[deed])


def _reward(deed: int, words: Words) -> str:
    found: list[str] = []
    for kind, amount in enumerate(REWARD_POINTS[deed]):
        found += _count(words, POINTS[kind], amount)
    found += _count(words, "coins", REWARD_COINS[deed])
    found += _count(words, "schemes", REWARD_SCHEMES[deed])
    return ", ".join(found)
