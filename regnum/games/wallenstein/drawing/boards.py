"""Boards and cards: what the viewer plans, which cards he holds, and what lies face up on everybody's boards."""

from collections.abc import Sequence
from typing import Any, Final

from regnum.core.folder import read_layout
from regnum.core.words import Words
from regnum.games.wallenstein.components import (
    ACTION_CARDS,
    BID,
    BLANK,
    BUILD_HOUSE,
    BUILDING_COST,
    CARDS,
    COIN_0,
    COLLECT_GRAIN,
    COLLECT_TAXES,
    CONVERT_1,
    CONVERT_2,
    CONVERT_3,
    DEPLOY_1,
    DEPLOY_5,
    DEPLOY_ARMIES,
    DEPLOY_COST,
    FIELDS,
    GRAIN,
    HIDDEN,
    LAND_REGION,
    LANDS,
    PACKAGE,
    REGIONS,
    TAX,
    TOWER_CARD,
    TOWER_CARDS,
    UNSET,
)
from regnum.games.wallenstein.planning import next_field
from regnum.games.wallenstein.state import WallensteinState

LAYOUT: Final[dict[str, Any]] = read_layout(PACKAGE)
"""Where everything is drawn on the map."""
CODES: Final[dict[str, str]] = {land["id"]: land["code"] for land in LAYOUT["lands"]}
"""The three letters of each land, as on the map."""


def _breaks() -> dict[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    for land in LAYOUT["lands"]:
        lines = [line["text"] for line in land["lines"]]
        if len(lines) == 2 and lines[0].endswith("-"):
            found[land["id"]] = (f"{lines[0][:-1]}{lines[1]}", f"{lines[0][:-1]}\u00ad{lines[1]}")
    return found


BREAKS: Final = _breaks()
"""Where a land's long name may be broken: a part of it, and the same with a soft hyphen; from the lines on the map."""


def place_of(card: int) -> str:
    """Return the place of a card: a land (on the map and in hand), a coin card, the tower card."""
    return f"land-{LANDS[card]}" if card < COIN_0 else CARDS[card].replace("_", "-")


def icon_of(field: int) -> tuple[str, str]:
    """Return the symbol of a field, and the letters on it."""
    if field <= BUILD_HOUSE:
        return ("palace", "church", "trading_house")[field], ""
    if field == COLLECT_GRAIN:
        return "i-grain", ""
    if field == COLLECT_TAXES:
        return "i-coin", ""
    if field <= DEPLOY_1:
        return "i-army", f"{DEPLOY_ARMIES[field - DEPLOY_5]}{'›' if field == DEPLOY_1 else ''}"
    if field < BID:
        return "i-combat", "AB"[field - DEPLOY_1 - 1]
    return ("i-bid", "") if field == BID else ("i-courtier", str(field - BID))


def cost_of(field: int) -> int:
    """Return what the action of a field costs."""
    if field <= BUILD_HOUSE:
        return BUILDING_COST[field]
    return DEPLOY_COST[field - DEPLOY_5] if DEPLOY_5 <= field <= DEPLOY_1 else 0


def _order_of(s: WallensteinState, field: int) -> str:
    """Return when an action comes, as far as it is known: its number, or "?"; "" for what is no action."""
    if field >= BID or not s.order:
        return ""
    known = s.order[: s.turned]
    return str(known.index(field) + 1) if field in known else "?"


def _field(s: WallensteinState, words: Words, field: int) -> dict[str, Any]:
    symbol, letters = icon_of(field)
    return {
        "id": FIELDS[field],
        "name": words.name("field", FIELDS[field]),
        "short": words.name("short", FIELDS[field]),
        "icon": symbol,
        "letters": letters,
        "cost": cost_of(field),
        "order": _order_of(s, field),
    }


# The viewer's board.


def shown_fields(s: WallensteinState, words: Words, targets: set[str]) -> list[dict[str, Any]]:
    """Return the fields of the viewer's board, the bid first, with what lies on them."""
    viewer = s.observer
    following = next_field(s, viewer) if not s.confirmed[viewer] and not s.changing[viewer] else -1
    fields = [BID, *range(len(ACTION_CARDS))]
    if s.variant.court:
        fields += [CONVERT_3, CONVERT_2, CONVERT_1]
    return [_own_field(s, words, field, field == following, targets) for field in fields]


def _own_field(s: WallensteinState, words: Words, field: int, following: bool, targets: set[str]) -> dict[str, Any]:
    card = s.plan[s.observer][field]
    shown = _field(s, words, field)
    lies = words.name("card", CARDS[card]) if 0 <= card < BLANK else words.term("empty")
    label = [f"{shown['short']}: {lies}"]
    if shown["order"] and shown["order"] != "?":
        label.append(words.say("board", "nth_action", {"number": shown["order"]}))
    if cost_of(field):
        label.append(words.say("board", "cost", {"coins": cost_of(field)}))
    if following:
        label.append(words.say("board", "next", {}))
    return {
        **shown,
        "card": _shown_card(s, words, card) if 0 <= card < BLANK else None,
        "blank": card == BLANK,
        "next": following,
        "label": ", ".join(label),
        "target": f"field-{FIELDS[field]}" if f"field-{FIELDS[field]}" in targets else None,
    }


def _shown_card(s: WallensteinState, words: Words, card: int) -> dict[str, Any]:
    """Return a card: the land with what it yields, or the coins, or the tower."""
    if card < COIN_0:
        id_ = LANDS[card]
        return {
            "kind": "land",
            "place": place_of(card),
            "name": words.name("land", id_),
            "broken": words.name("land", id_).replace(*BREAKS.get(id_, ("-", "-"))),
            "region": REGIONS[LAND_REGION[card]],
            "tax": TAX[card],
            "grain": GRAIN[card],
            "armies": s.armies[card],
            "unrest": s.unrest[card],
            "value": 0,
        }
    kind = "tower" if card == TOWER_CARD else "coin"
    value = 0 if card == TOWER_CARD else card - COIN_0
    return {"kind": kind, "place": place_of(card), "name": words.name("card", CARDS[card]), "value": value}


def summary(s: WallensteinState, words: Words) -> list[str]:
    """Return what the plan costs and how much there is, and how many lands the grain feeds."""
    viewer = s.observer
    plan = s.plan[viewer]
    cost = sum(cost_of(field) for field in range(BID) if 0 <= plan[field] < len(LANDS))
    if COIN_0 < plan[BID] < TOWER_CARD:
        cost += plan[BID] - COIN_0
    params = {"cost": cost, "coins": s.coins[viewer], "grain": s.grain[viewer]}
    told = [words.say("board", "spent", params)]
    told.append(words.say("board", "feed", {**params, "lands": s.lands[viewer].bit_count()}))
    return told


def shown_cards(s: WallensteinState, words: Words, targets: set[str]) -> list[dict[str, Any]]:
    """Return all cards of the viewer, those that lie on his board with their fields."""
    viewer = s.observer
    plan = s.plan[viewer]
    found: list[dict[str, Any]] = []
    lands = [land for land in range(len(LANDS)) if s.lands[viewer] >> land & 1]
    for card in [*lands, *range(COIN_0, TOWER_CARD)]:
        lies = plan.index(card) if card in plan else -1
        found.append(_own_card(s, words, card, [lies] if lies >= 0 else [], 1, targets))
    if s.variant.court:
        fields = [field for field, card in enumerate(plan) if card == TOWER_CARD]
        found.append(_own_card(s, words, TOWER_CARD, fields, TOWER_CARDS - len(fields), targets))
    return found


def _own_card(
    s: WallensteinState, words: Words, card: int, fields: Sequence[int], left: int, targets: set[str]
) -> dict[str, Any]:
    shown = _shown_card(s, words, card)
    label = [shown["name"]]
    if card < COIN_0:
        label.append(words.say("board", "yields", {"tax": TAX[card], "grain": GRAIN[card]}))
        label.append(words.say("board", "armies", {"armies": s.armies[card]}))
        if s.unrest[card]:
            label.append(words.say("board", "unrest", {"unrest": s.unrest[card]}))
    label += [words.say("board", "lies_on", {"field": FIELDS[field]}) for field in fields]
    place = shown["place"]
    shown_on: Sequence[int] = fields if s.planning() else ()
    return {
        **shown,
        "label": ", ".join(label),
        "icons": [dict(zip(("icon", "letters"), icon_of(field), strict=True)) for field in shown_on],
        "used": bool(fields) and (card != TOWER_CARD or left == 0),
        "left": left,
        "target": place if place in targets else None,
        "drag": bool(s.planning() and not s.confirmed[s.observer]),
    }


# The action cards, and what lies face up.


def shown_action_cards(s: WallensteinState, words: Words) -> list[dict[str, Any]]:
    """Return the row of ten action cards; those that are face down without a symbol."""
    shown: list[dict[str, Any]] = []
    for number, action in enumerate(s.order):
        face_up = number < s.turned and action >= 0
        card = _field(s, words, action) if face_up else {"name": words.term("hidden"), "icon": ""}
        shown.append({**card, "number": number + 1})
    return shown


def columns(s: WallensteinState) -> list[int]:
    """Return the players in player order, or by seat as long as not all have chosen."""
    order = s.in_order()
    return order if len(order) == s.players else list(range(s.players))


def shown_matrix(s: WallensteinState, words: Words, position: int) -> list[dict[str, Any]]:
    """Return all fields in the order of the actions, with each player's card as far as the viewer knows it."""
    known = [action for action in s.order[: s.turned] if action >= 0]
    rest = [action for action in range(len(ACTION_CARDS)) if action not in known]
    court = [CONVERT_3, CONVERT_2, CONVERT_1] if s.variant.court else []
    rows: list[dict[str, Any]] = []
    for field in [BID, *court, *known, *rest]:
        at = known.index(field) if field in known else -1
        before = field >= BID and position >= 0
        rows.append(
            {
                **_field(s, words, field),
                "number": str(at + 1) if at >= 0 else "?" if field < BID else "",
                "now": at >= 0 and at == position,
                "done": before or -1 < at < position,
                "cells": [_cell(s, words, player, field) for player in columns(s)],
            }
        )
    return rows


def _cell(s: WallensteinState, words: Words, player: int, field: int) -> dict[str, Any]:
    card = s.plan[player][field]
    if card == HIDDEN:
        return {"kind": "hidden", "text": "", "label": words.term("hidden")}
    if card in (BLANK, UNSET):
        return {"kind": "none", "text": "–", "label": words.term("empty")}
    own = not s.shown[player] >> field & 1
    label = words.name("card", CARDS[card])
    if own:
        label = words.say("board", "face_down", {"card": CARDS[card]})
    if card < COIN_0:
        return {"kind": "own" if own else "land", "text": CODES[LANDS[card]], "label": label}
    text = "" if card == TOWER_CARD else str(card - COIN_0)
    kind = "tower" if card == TOWER_CARD else "coin"
    return {"kind": f"{kind} own" if own else kind, "text": text, "label": label}
