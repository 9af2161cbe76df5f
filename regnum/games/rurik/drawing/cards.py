"""Cards of Rurik as the drawing shows them: what they ask for and bring, in words."""

from typing import Any, Final

from regnum.core.words import Words, upfirst
from regnum.games.rurik import components as box
from regnum.games.rurik.deeds.cards import DEED_CARDS, DEEDS
from regnum.games.rurik.deeds.text import counted, deed_cost, deed_needs, deed_reward
from regnum.games.rurik.state import RurikState

_PRINTED: Final[dict[tuple[Words, int, str, str], dict[str, Any]]] = {}


def shown_deed(s: RurikState, deed: int, words: Words, targets: set[str]) -> dict[str, Any]:
    """Return a deed card: name, points, what it needs, costs and brings, and all that in one line (`told`)."""
    id_ = f"deed-{DEEDS[deed]}"
    key = (words, deed, s.variant.market_day, s.variant.leader_removal)
    if key not in _PRINTED:
        _PRINTED[key] = _printed(s, deed, words)
    return {"id": id_, **_PRINTED[key], "target": id_ if id_ in targets else None}


def _printed(s: RurikState, deed: int, words: Words) -> dict[str, Any]:
    """Return what a deed card says, by the options."""
    name = words.name("deed", DEEDS[deed])
    needs, cost, reward = deed_needs(s, deed, words), deed_cost(s, deed, words), deed_reward(deed, words)
    parts = [name]
    if needs:
        parts.append(f"{words.title('needs')}: {needs}")
    if cost:
        parts.append(f"{words.title('cost')}: {cost}")
    parts += [reward, counted(words, "point", DEED_CARDS[deed].points)]
    return {
        "name": name,
        "points": DEED_CARDS[deed].points,
        "needs": needs,
        "cost": cost,
        "reward": reward,
        "told": f"{', '.join(part for part in (needs, cost) if part)} → {reward}",
        "label": ". ".join(parts),
    }


def shown_scheme(kind: int, copies: int, words: Words, targets: set[str], prefix: str) -> dict[str, Any]:
    """Return a scheme card: its icons, cost and whether it shows the loss symbol."""
    icons: list[tuple[str, int]] = [
        (box.POINTS[what], amount) for what, amount in enumerate(box.KIND_POINTS[kind]) if amount
    ]
    if box.KIND_DEED[kind]:
        icons.append(("deed", box.KIND_DEED[kind]))
    if box.KIND_COINS[kind]:
        icons.append(("coin", box.KIND_COINS[kind]))
    goal = f"scheme-{box.SCHEME_KINDS[kind]}"
    told = ", ".join(counted(words, icon, amount) for icon, amount in icons)
    label = [f"{words.term('scheme')}: {told}"]
    if box.KIND_COST[kind]:
        label.append(f"{words.term('cost')}: {counted(words, 'coin', box.KIND_COST[kind])}")
    if box.KIND_LOSS[kind]:
        label.append(words.term("loss"))
    if copies > 1:
        label.append(f"× {copies}")
    return {
        "id": f"{prefix}-{box.SCHEME_KINDS[kind]}",
        "icons": [{"icon": icon, "amount": amount} for icon, amount in icons],
        "told": told,
        "cost": box.KIND_COST[kind],
        "loss": box.KIND_LOSS[kind],
        "copies": copies,
        "label": upfirst(", ".join(label)),
        "target": goal if goal in targets else None,
    }


def shown_agenda(agenda: int, words: Words, targets: set[str]) -> dict[str, Any]:
    """Return a secret agenda: its name and what one must have most of."""
    id_ = f"agenda-{box.AGENDAS[agenda]}"
    name = words.name("agenda", box.AGENDAS[agenda])
    told = words.say("agenda", box.AGENDA_MOST[agenda], {})
    return {
        "id": id_,
        "name": name,
        "told": told,
        "label": f"{name}: {told}",
        "target": id_ if id_ in targets else None,
    }
