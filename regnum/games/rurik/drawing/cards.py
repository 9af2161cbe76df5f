"""Cards of Rurik as the drawing shows them: what they ask for and bring, in words."""

from typing import Any, Final

from regnum.core.atlas import bits
from regnum.core.words import Words, upfirst
from regnum.games.rurik.components import (
    AGENDA_MOST,
    AGENDAS,
    GOODS,
    KIND_COINS,
    KIND_COST,
    KIND_DEED,
    KIND_LOSS,
    KIND_POINTS,
    POINTS,
    SCHEME_KINDS,
    STRUCTURES,
)
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

_FROM: Final = ["any", "different", "ruled"]


def counted(words: Words, what: str, count: int) -> str:
    """Return "2 helmets"."""
    return words.say("count", what, {"count": count})


def deed_needs(deed: int, words: Words) -> str:
    """Return what must be true for a deed; "" for nothing."""
    if NEED_TROOPS[deed]:
        return words.say("deed", "need_troops", {"count": NEED_TROOPS[deed]})
    if NEED_TOGETHER[deed]:
        kinds = [words.name("structure", STRUCTURES[kind]) for kind in bits(NEED_TOGETHER[deed])]
        return words.say("deed", "need_together", {"list": ", ".join(kinds)})
    if NEED_KIND[deed] >= 0:
        key = "need_different" if NEED_DIFFERENT[deed] else "need_adjacent"
        return words.say("deed", key, {"structure": STRUCTURES[NEED_KIND[deed]], "count": NEED_REGIONS[deed]})
    if NEED_MARKER[deed]:
        return words.say("deed", "need_marker", {})
    if NEED_REBELS[deed]:
        return words.say("deed", "need_rebels", {"count": NEED_REBELS[deed]})
    if NEED_OCCUPIED[deed]:
        return words.say("deed", "need_occupied", {"count": NEED_OCCUPIED[deed]})
    return ""


def deed_cost(deed: int, words: Words) -> str:
    """Return what is given up for a deed; "" for nothing."""
    told = [f"{amount} × {words.name('good', GOODS[good])}" for good, amount in enumerate(COST_GOODS[deed]) if amount]
    counts = (("any", COST_ANY), ("different", COST_DIFFERENT), ("same", COST_SAME), ("schemes", COST_SCHEMES))
    for key, costs in counts:
        if costs[deed]:
            told.append(words.say("deed", f"cost_{key}", {"count": costs[deed]}))
    if COST_TROOPS[deed]:
        told.append(words.say("deed", f"cost_troops_{_FROM[COST_FROM[deed]]}", {"count": COST_TROOPS[deed]}))
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


def shown_deed(deed: int, words: Words, targets: set[str]) -> dict[str, Any]:
    """Return a deed card: name, points, what it needs, costs and brings, and all that in one line (`told`)."""
    id_ = f"deed-{DEEDS[deed]}"
    name = words.name("deed", DEEDS[deed])
    needs, cost, reward = deed_needs(deed, words), deed_cost(deed, words), deed_reward(deed, words)
    parts = [name]
    if needs:
        parts.append(f"{words.title('needs')}: {needs}")
    if cost:
        parts.append(f"{words.title('cost')}: {cost}")
    parts += [reward, counted(words, "point", DEED_POINTS[deed])]
    return {
        "id": id_,
        "name": name,
        "points": DEED_POINTS[deed],
        "needs": needs,
        "cost": cost,
        "reward": reward,
        "told": f"{', '.join(part for part in (needs, cost) if part)} → {reward}",
        "label": ". ".join(parts),
        "target": id_ if id_ in targets else None,
    }


def shown_scheme(kind: int, copies: int, words: Words, targets: set[str], prefix: str) -> dict[str, Any]:
    """Return a scheme card: its icons, cost and whether it shows the loss symbol."""
    icons: list[tuple[str, int]] = [(POINTS[what], amount) for what, amount in enumerate(KIND_POINTS[kind]) if amount]
    if KIND_DEED[kind]:
        icons.append(("deed", KIND_DEED[kind]))
    if KIND_COINS[kind]:
        icons.append(("coin", KIND_COINS[kind]))
    goal = f"scheme-{SCHEME_KINDS[kind]}"
    told = ", ".join(counted(words, icon, amount) for icon, amount in icons)
    label = [f"{words.term('scheme')}: {told}"]
    if KIND_COST[kind]:
        label.append(f"{words.term('cost')}: {counted(words, 'coin', KIND_COST[kind])}")
    if KIND_LOSS[kind]:
        label.append(words.term("loss"))
    if copies > 1:
        label.append(f"× {copies}")
    return {
        "id": f"{prefix}-{SCHEME_KINDS[kind]}",
        "icons": [{"icon": icon, "amount": amount} for icon, amount in icons],
        "told": told,
        "cost": KIND_COST[kind],
        "loss": KIND_LOSS[kind],
        "copies": copies,
        "label": upfirst(", ".join(label)),
        "target": goal if goal in targets else None,
    }


def shown_agenda(agenda: int, words: Words, targets: set[str]) -> dict[str, Any]:
    """Return a secret agenda: its name and what one must have most of."""
    id_ = f"agenda-{AGENDAS[agenda]}"
    name = words.name("agenda", AGENDAS[agenda])
    told = words.say("agenda", AGENDA_MOST[agenda], {})
    return {
        "id": id_,
        "name": name,
        "told": told,
        "label": f"{name}: {told}",
        "target": id_ if id_ in targets else None,
    }
