"""Cards and other components of Rurik as printed and shown."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from regnum.core.text.words import Words, upfirst
from regnum.games.rurik import components as box
from regnum.games.rurik.action_phase import Turn
from regnum.games.rurik.deeds.cards import DEED_CARDS, DEEDS
from regnum.games.rurik.deeds.text import count_text, deed_cost, deed_needs, deed_reward
from regnum.games.rurik.solo.cards import REBELLION
from regnum.games.rurik.state import RurikState
from regnum.games.rurik.strategy_board import EMPTY, strength_of

_DEED_TEXTS: Final[dict[tuple[Words, int, str, str], dict[str, Any]]] = {}


def shown_deed(s: RurikState, deed: int, words: Words, targets: set[str]) -> dict[str, Any]:
    """Return a deed card: name, points, needs, cost and reward; "text" has the last three in one line."""
    id_ = f"deed-{DEEDS[deed]}"
    key = (words, deed, s.variant.market_day, s.variant.leader_removal)
    if key not in _DEED_TEXTS:
        _DEED_TEXTS[key] = _deed_text(s, deed, words)
    return {"id": id_, **_DEED_TEXTS[key], "target": id_ if id_ in targets else None}


def _deed_text(s: RurikState, deed: int, words: Words) -> dict[str, Any]:
    """Return the texts of a deed card under the game's options."""
    name = words.name("deed", DEEDS[deed])
    needs_text, cost, reward = deed_needs(s, deed, words), deed_cost(s, deed, words), deed_reward(deed, words)
    parts = [name]
    if needs_text:
        parts.append(f"{words.title('needs')}: {needs_text}")
    if cost:
        parts.append(f"{words.title('cost')}: {cost}")
    parts += [reward, count_text(words, "point", DEED_CARDS[deed].points)]
    return {
        "name": name,
        "points": DEED_CARDS[deed].points,
        "needs": needs_text,
        "cost": cost,
        "reward": reward,
        "text": f"{', '.join(part for part in (needs_text, cost) if part)} → {reward}",
        "label": ". ".join(parts),
    }


def shown_scheme(kind: int, copies: int, words: Words, targets: set[str], prefix: str) -> dict[str, Any]:
    """Return a scheme card: its icons, cost and whether it shows the loss symbol."""
    icons: list[tuple[str, int]] = [
        (box.POINTS[points_kind], amount) for points_kind, amount in enumerate(box.KIND_POINTS[kind]) if amount
    ]
    if box.KIND_DEED[kind]:
        icons.append(("deed", box.KIND_DEED[kind]))
    if box.KIND_COINS[kind]:
        icons.append(("coin", box.KIND_COINS[kind]))
    target = f"scheme-{box.SCHEME_KINDS[kind]}"
    text = ", ".join(count_text(words, icon, amount) for icon, amount in icons)
    label = [f"{words.term('scheme')}: {text}"]
    if box.KIND_COST[kind]:
        label.append(f"{words.term('cost')}: {count_text(words, 'coin', box.KIND_COST[kind])}")
    if box.KIND_LOSS[kind]:
        label.append(words.term("loss"))
    if copies > 1:
        label.append(f"× {copies}")
    return {
        "id": f"{prefix}-{box.SCHEME_KINDS[kind]}",
        "icons": [{"icon": icon, "amount": amount} for icon, amount in icons],
        "text": text,
        "cost": box.KIND_COST[kind],
        "loss": box.KIND_LOSS[kind],
        "copies": copies,
        "label": upfirst(", ".join(label)),
        "target": target if target in targets else None,
    }


def shown_agenda(agenda: int, words: Words, targets: set[str]) -> dict[str, Any]:
    """Return an agenda: its name, and what a player must have the most of."""
    id_ = f"agenda-{box.AGENDAS[agenda]}"
    name = words.name("agenda", box.AGENDAS[agenda])
    text = words.text("agenda", box.AGENDA_MOST[agenda], {})
    return {
        "id": id_,
        "name": name,
        "text": text,
        "label": f"{name}: {text}",
        "target": id_ if id_ in targets else None,
    }


ACTIVE: Final = "space-active"
"""The id of the acting advisor's space, wherever it is."""


def acting_side(s: RurikState) -> int:
    """Return the side whose advisor is acting, or -1."""
    nobody = REBELLION if s.sides > s.players and s.active >= 0 else -1
    return next((step.player for step in s.stack if isinstance(step, Turn)), nobody)


@cache
def space_text(words: Words, sides: int, space: int) -> str:
    """Return a space of the strategy board as text: its row, gain and cost."""
    return words.text("board", "space", {"row": space % box.ROWS + 1, "what": space_effects(words, sides, space)})


@cache
def space_effects(words: Words, sides: int, space: int) -> str:
    """Return the gain and cost of a space of the strategy board as text."""
    text = count_text(words, box.COLUMNS[space // box.ROWS], box.SPACE_POINTS[sides][space])
    if cost := box.SPACE_COST[sides][space]:
        text += f", {words.text('board', 'space_cost', {'list': count_text(words, 'coin', cost)})}"
    return text


@cache
def track_space_text(words: Words, track: int, space: int) -> str:
    """Return the requirement and points of a space of a claim track as text."""
    if not space:
        return words.text("board", "start", {})
    key = "track_capitals" if box.TRACK_CAPITALS[track][space - 1] else "track_space"
    points = count_text(words, "point", box.TRACK_POINTS[track][space])
    return words.text("board", key, {"need": box.TRACK_NEEDS[track][space - 1], "points": points})


def placement_row(board: Sequence[int], column: int, strength: int) -> int:
    """Return the row of a column in which an advisor of this strength would be placed [rurik.strategy.push_down]."""
    row = 0
    while board[column * box.ROWS + row] != EMPTY and strength_of(board[column * box.ROWS + row]) >= strength:
        row += 1
    return row
