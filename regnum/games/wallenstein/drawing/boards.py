"""Boards and cards: what the viewer plans, which cards he holds, and what lies face up on everybody's boards."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from regnum.core.folder import read_layout
from regnum.core.words import Words
from regnum.games.wallenstein import components as box
from regnum.games.wallenstein.planning import next_field
from regnum.games.wallenstein.state import WallensteinState

LAYOUT: Final[dict[str, Any]] = read_layout(box.PACKAGE)
"""Where everything is drawn on the map."""
CODES: Final[dict[str, str]] = {land["id"]: land["code"] for land in LAYOUT["lands"]}
"""The three letters of each land, as printed."""


def lines_of(words: Words, land: Mapping[str, Any]) -> list[str]:
    """Return the lines of a land's name on the map: the printed ones, or those of a language with other letters."""
    text = words.name("on_map", land["id"])
    return [line["text"] for line in land["lines"]] if text == land["id"] else text.split("|")


def code_of(words: Words, land: str) -> str:
    """Return the three letters of a land, as on the map."""
    code = words.name("code", land)
    return CODES[land] if code == land else code


def lettered(words: Words, land: Mapping[str, Any]) -> dict[str, Any]:
    """Return a land of the layout with its name and code as the language letters them."""
    x, y = land["name"]
    lines, size = lines_of(words, land), land["size"]
    top = y + size / 3 - 0.48 * size * (len(lines) - 1)
    placed = [{"text": text, "x": x, "y": int(top + 0.96 * size * at)} for at, text in enumerate(lines)]
    return {**land, "code": code_of(words, land["id"]), "lines": placed}


def fitting(name: str) -> str:
    """Return the class that makes the letters of a name small enough that its longest word stays whole; mostly none."""
    word = max(name.replace("-", " ").split(), key=len)
    letters = len(word) * (1 if word < "\u0400" else 1.12)  # Cyrillic ones are wider
    return "longest" if letters > 13 else "long" if letters > 10 else ""


def facts_of(land: int) -> dict[str, Any]:
    """Return what is printed on a land: its name, its region, what it yields, how many sites it has."""
    region = box.REGIONS[box.LAND_REGION[land]]
    facts = {"land": box.LANDS[land], "region": region, "tax": box.TAX[land], "grain": box.GRAIN[land]}
    return {**facts, "sites": box.SITES[land]}


def place_of(card: int) -> str:
    """Return the place of a card: a land (on the map and in hand), a coin card, the tower card."""
    return f"land-{box.LANDS[card]}" if card < box.COIN_0 else box.CARDS[card].replace("_", "-")


def icon_of(field: int) -> tuple[str, str]:
    """Return the symbol of a field, and the letters on it."""
    if field <= box.BUILD_HOUSE:
        return ("palace", "church", "trading_house")[field], ""
    if field == box.COLLECT_GRAIN:
        return "i-grain", ""
    if field == box.COLLECT_TAXES:
        return "i-coin", ""
    if field <= box.DEPLOY_1:
        return "i-army", f"{box.DEPLOY_ARMIES[field - box.DEPLOY_5]}{'›' if field == box.DEPLOY_1 else ''}"
    if field < box.BID:
        return "i-combat", "AB"[field - box.DEPLOY_1 - 1]
    return ("i-bid", "") if field == box.BID else ("i-courtier", str(field - box.BID))


def _order_of(s: WallensteinState, field: int) -> str:
    """Return when an action comes, as far as it is known: its number, or "?"; "" for what is no action."""
    if field >= box.BID or not s.order:
        return ""
    known = s.order[: s.turned]
    return str(known.index(field) + 1) if field in known else "?"


def _field(s: WallensteinState, words: Words, field: int) -> dict[str, Any]:
    symbol, letters = icon_of(field)
    return {
        "id": box.FIELDS[field],
        "name": words.name("field", box.FIELDS[field]),
        "short": words.name("short", box.FIELDS[field]),
        "icon": symbol,
        "letters": letters,
        "cost": box.COSTS[field],
        "order": _order_of(s, field),
    }


# The viewer's board.


def shown_fields(s: WallensteinState, words: Words, targets: set[str]) -> list[dict[str, Any]]:
    """Return the fields of the viewer's board, the bid first, with what lies on them."""
    viewer = s.observer
    following = next_field(s, viewer) if not s.confirmed[viewer] and not s.changing[viewer] else -1
    fields = [box.BID, *range(len(box.ACTION_CARDS))]
    if s.variant.court:
        fields += [box.CONVERT_3, box.CONVERT_2, box.CONVERT_1]
    return [_own_field(s, words, field, field == following, targets) for field in fields]


def _own_field(s: WallensteinState, words: Words, field: int, following: bool, targets: set[str]) -> dict[str, Any]:
    card = s.plan[s.observer][field]
    shown = _field(s, words, field)
    lies = words.name("card", box.CARDS[card]) if 0 <= card < box.BLANK else words.term("empty")
    label = [f"{shown['short']}: {lies}"]
    if shown["order"] and shown["order"] != "?":
        label.append(words.say("board", "nth_action", {"number": shown["order"]}))
    if box.COSTS[field]:
        label.append(words.say("board", "cost", {"coins": box.COSTS[field]}))
    if following:
        label.append(words.say("board", "next", {}))
    return {
        **shown,
        "card": _shown_card(s, words, card) if 0 <= card < box.BLANK else None,
        "blank": card == box.BLANK,
        "next": following,
        "label": ", ".join(label),
        "target": f"field-{box.FIELDS[field]}" if f"field-{box.FIELDS[field]}" in targets else None,
    }


def _shown_card(s: WallensteinState, words: Words, card: int) -> dict[str, Any]:
    """Return a card: the land with what it yields, or the coins, or the tower."""
    if card < box.COIN_0:
        id_ = box.LANDS[card]
        return {
            "kind": "land",
            "place": place_of(card),
            "name": words.name("land", id_),
            "fitting": fitting(words.name("land", id_)),
            "region": box.REGIONS[box.LAND_REGION[card]],
            "tax": box.TAX[card],
            "grain": box.GRAIN[card],
            "armies": s.armies[card],
            "unrest": s.unrest[card],
            "value": 0,
        }
    kind = "tower" if card == box.TOWER_CARD else "coin"
    value = 0 if card == box.TOWER_CARD else card - box.COIN_0
    return {"kind": kind, "place": place_of(card), "name": words.name("card", box.CARDS[card]), "value": value}


def summary(s: WallensteinState, words: Words) -> list[str]:
    """Return how far the plan is and which field is next, what it costs of how much, how many lands the grain feeds."""
    viewer = s.observer
    params = {"cost": _cost(s), "coins": s.coins[viewer], "grain": s.grain[viewer]}
    fields = range(len(box.FIELDS) if s.variant.court else box.BID + 1)
    following = next_field(s, viewer) if not s.confirmed[viewer] and not s.changing[viewer] else -1
    told: list[str] = []
    if following in fields:
        laid = {"laid": sum(s.plan[viewer][field] >= 0 for field in fields), "fields": len(fields)}
        told.append(words.say("board", "laid", {**laid, "field": box.FIELDS[following]}))
    told.append(words.say("board", "spent", params))
    told.append(words.say("board", "feed", {**params, "lands": s.lands[viewer].bit_count()}))
    return told


def _cost(s: WallensteinState) -> int:
    """Return what the viewer's plan costs, with the bid."""
    plan = s.plan[s.observer]
    cost = sum(box.COSTS[field] for field in range(box.BID) if 0 <= plan[field] < len(box.LANDS))
    bid = plan[box.BID]
    return cost + (bid - box.COIN_0 if box.COIN_0 < bid < box.TOWER_CARD else 0)


def doubts(s: WallensteinState, words: Words) -> list[str]:
    """Return what of the viewer's plan would come to nothing as things stand. It may be planned all the same."""
    viewer = s.observer
    told: list[str] = []
    if (cost := _cost(s)) > s.coins[viewer]:
        told.append(words.say("doubt", "coins", {"cost": cost, "coins": s.coins[viewer]}))
    for building, kind in enumerate(box.BUILDINGS):
        land = s.plan[viewer][building]
        if 0 <= land < len(box.LANDS) and not s.may_build(building, land):
            full = s.built(land) >= box.SITES[land]
            key = "stands" if s.buildings[building] >> land & 1 else "site" if full else "tile"
            told.append(words.say("doubt", key, {"building": kind, "land": box.LANDS[land]}))
    return told


def shown_cards(s: WallensteinState, words: Words, targets: set[str]) -> list[dict[str, Any]]:
    """Return all cards of the viewer, those that lie on his board with their fields."""
    viewer = s.observer
    plan = s.plan[viewer]
    found: list[dict[str, Any]] = []
    lands = [land for land in range(len(box.LANDS)) if s.lands[viewer] >> land & 1]
    for card in [*lands, *range(box.COIN_0, box.TOWER_CARD)]:
        lies = plan.index(card) if card in plan else -1
        found.append(_own_card(s, words, card, [lies] if lies >= 0 else [], 1, targets))
    if s.variant.court:
        fields = [field for field, card in enumerate(plan) if card == box.TOWER_CARD]
        found.append(_own_card(s, words, box.TOWER_CARD, fields, box.TOWER_CARDS - len(fields), targets))
    return found


def _own_card(
    s: WallensteinState, words: Words, card: int, fields: Sequence[int], left: int, targets: set[str]
) -> dict[str, Any]:
    shown = _shown_card(s, words, card)
    label = [shown["name"]]
    if card < box.COIN_0:
        label.append(words.say("board", "yields", {"tax": box.TAX[card], "grain": box.GRAIN[card]}))
        label.append(words.say("board", "armies", {"armies": s.armies[card]}))
        if s.unrest[card]:
            label.append(words.say("board", "unrest", {"unrest": s.unrest[card]}))
    label += [words.say("board", "lies_on", {"field": box.FIELDS[field]}) for field in fields]
    place = shown["place"]
    shown_on: Sequence[int] = fields if s.planning() else ()
    return {
        **shown,
        "label": ", ".join(label),
        "icons": [dict(zip(("icon", "letters"), icon_of(field), strict=True)) for field in shown_on],
        "used": bool(fields) and (card != box.TOWER_CARD or left == 0),
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
    rest = [action for action in range(len(box.ACTION_CARDS)) if action not in known]
    court = [box.CONVERT_3, box.CONVERT_2, box.CONVERT_1] if s.variant.court else []
    rows: list[dict[str, Any]] = []
    for field in [box.BID, *court, *known, *rest]:
        at = known.index(field) if field in known else -1
        before = field >= box.BID and position >= 0
        rows.append(
            {
                **_field(s, words, field),
                "number": str(at + 1) if at >= 0 else "?" if field < box.BID else "",
                "now": at >= 0 and at == position,
                "done": before or -1 < at < position,
                "cells": [_cell(s, words, player, field) for player in columns(s)],
            }
        )
    return rows


def _cell(s: WallensteinState, words: Words, player: int, field: int) -> dict[str, Any]:
    card = s.plan[player][field]
    if card == box.HIDDEN:
        return {"kind": "hidden", "text": "", "label": words.term("hidden")}
    if card in (box.BLANK, box.UNSET):
        return {"kind": "none", "text": "–", "label": words.term("empty")}
    own = not s.shown[player] >> field & 1
    label = words.name("card", box.CARDS[card])
    if own:
        label = words.say("board", "face_down", {"card": box.CARDS[card]})
    if card < box.COIN_0:
        return {"kind": "own" if own else "land", "text": code_of(words, box.LANDS[card]), "label": label}
    text = "" if card == box.TOWER_CARD else str(card - box.COIN_0)
    kind = "tower" if card == box.TOWER_CARD else "coin"
    return {"kind": f"{kind} own" if own else kind, "text": text, "label": label}
