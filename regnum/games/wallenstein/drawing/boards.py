"""Boards and cards: what the viewer plans, which cards he holds, and what lies face up on everybody's boards."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from regnum.core.bitmask import bits
from regnum.core.folder import read_layout
from regnum.core.words import Words
from regnum.games.wallenstein import components as box
from regnum.games.wallenstein.planning import next_field
from regnum.games.wallenstein.state import WallensteinState

LAYOUT: Final[dict[str, Any]] = read_layout(box.PACKAGE)
"""Where everything is drawn on the map."""
CODES: Final[dict[str, str]] = {land["id"]: land["code"] for land in LAYOUT["lands"]}
"""The three letters of each land, as printed."""

DEAR: Final = -1
HUNGER: Final = -2
"""Among doubts: that the plan costs too much, and that grain may be missing in winter."""

_WIDE: Final = frozenset("mwжмфшщюы")
_NARROW: Final = frozenset("iltjfії. ")


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
    """Return as CSS how many times its letters' height a name and its longest word are wide: so neither is broken."""
    word = max(_width(part) for part in name.replace("-", "- ").split())
    return f"--word:{word:.2f};--name:{_width(name):.2f}"


def _width(text: str) -> float:
    """Return how many times its letters' height a text is wide, or up to a seventh more."""
    wide, narrow = (sum(letter in kind for letter in text.lower()) for kind in (_WIDE, _NARROW))
    return 0.23 + 0.61 * len(text) + 0.23 * wide - 0.24 * narrow


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
    doubted = doubts(s, words)
    return [_own_field(s, words, field, field == following, doubted.get(field, ""), targets) for field in fields]


def _own_field(
    s: WallensteinState, words: Words, field: int, following: bool, doubt: str, targets: set[str]
) -> dict[str, Any]:
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
        "doubted": bool(doubt),
        "next": following,
        "label": ", ".join(label),
        "asks": f"{doubt} {words.say('board', 'changes_field', {'field': box.FIELDS[field]})}".strip()
        if s.changing[s.observer]
        else "",
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


def planned_lands(s: WallensteinState, words: Words) -> list[dict[str, Any]]:
    """Return the fields of the viewer's board on which lands lie, with these."""
    plan = s.plan[s.observer]
    return [{**_field(s, words, field), "land": land} for field, land in enumerate(plan) if 0 <= land < len(box.LANDS)]


def _winter_losses(s: WallensteinState) -> list[int]:
    """Return what the winter may take, by the events of the year that are still open."""
    return [box.GRAIN_LOSS[event] for event in bits(s.open_events)]


def _grain_planned(s: WallensteinState) -> int:
    land = s.plan[s.observer][box.COLLECT_GRAIN]
    return box.GRAIN[land] if 0 <= land < len(box.LANDS) else 0


def _feeding(s: WallensteinState, words: Words) -> str:
    """Return how many lands the grain is to feed, what is planned to come in, and what the winter may take of it."""
    viewer = s.observer
    params = {"grain": s.grain[viewer], "lands": s.lands[viewer].bit_count(), "more": _grain_planned(s)}
    told = words.say("board", "feed_planned" if params["more"] else "feed", params)
    span = winter_span(s, words)
    return words.say("board", "feed_winter", {"feed": told, "span": span}) if span else told


def winter_span(s: WallensteinState, words: Words) -> str:
    """Return how much grain the winter may take, from the least to the most; "" if no event is open."""
    losses = _winter_losses(s)
    least, most = min(losses, default=0), max(losses, default=0)
    if not losses or least == most:
        return str(most) if losses else ""
    return words.say("board", "span", {"least": least, "most": most})


def summary(s: WallensteinState, words: Words) -> list[str]:
    """Return how far the plan is, with the next field; what it costs of how much; how many lands the grain feeds."""
    viewer = s.observer
    params = {"cost": _cost(s), "coins": s.coins[viewer], "tax": _taxes_first(s)}
    fields = range(s.last_field())
    laid: dict[str, object] = {"laid": sum(s.plan[viewer][field] >= 0 for field in fields), "fields": len(fields)}
    following = next_field(s, viewer)
    if following >= 0:
        told = [words.say("board", "laid", {**laid, "field": box.FIELDS[following]})]
    else:
        told = [words.say("board", "all_laid", laid)]
    told.append(words.say("board", "spent_taxed" if params["tax"] else "spent", params))
    told.append(_feeding(s, words))
    return told


def _cost(s: WallensteinState, fields: Sequence[int] = range(box.BID)) -> int:
    """Return what of the viewer's plan costs, with the bid."""
    plan = s.plan[s.observer]
    cost = sum(box.COSTS[field] for field in fields if 0 <= plan[field] < len(box.LANDS))
    bid = plan[box.BID]
    return cost + (bid - box.COIN_0 if box.COIN_0 < bid < box.TOWER_CARD else 0)


def _taxes_first(s: WallensteinState) -> int:
    """Return the taxes that the viewer plans, if he needs them and they come before what they pay for; else 0."""
    viewer, known = s.observer, s.order[: s.turned]
    land = s.plan[viewer][box.COLLECT_TAXES]
    cost, coins = _cost(s), s.coins[viewer]
    if cost <= coins or box.COLLECT_TAXES not in known or not 0 <= land < len(box.LANDS):
        return 0
    tax = min([box.TAX[land], *(box.EVENT_AMOUNT[event] for event in bits(s.open_events & box.TAX_MAX))])
    before = _cost(s, known[: known.index(box.COLLECT_TAXES)])
    return tax if before <= coins and cost <= coins + tax else 0


def risk(s: WallensteinState, words: Words) -> str:
    """Return that the viewer may lose the land whose taxes are to pay for the rest of his plan; "" if he cannot."""
    if not (tax := _taxes_first(s)):
        return ""
    viewer, known = s.observer, s.order[: s.turned]
    land = s.plan[viewer][box.COLLECT_TAXES]
    fights = not set(box.FIGHTING).isdisjoint(known[: known.index(box.COLLECT_TAXES)])
    others = bits(box.NEIGHBOURS[land] & ~s.lands[viewer])
    if not s.unrest[land] and not (fights and any(s.armies[near] > 1 for near in others)):
        return ""
    missing = _cost(s) - s.coins[viewer]
    return words.say("board", "taxes_risk", {"land": box.LANDS[land], "tax": tax, "missing": missing})


def doubts(s: WallensteinState, words: Words) -> dict[int, str]:
    """Return what of the viewer's plan would come to nothing as things stand, by field, DEAR or HUNGER.

    It may be planned all the same.
    """
    viewer = s.observer
    told: dict[int, str] = {}
    if (cost := _cost(s)) > s.coins[viewer] and not _taxes_first(s):
        params = {"cost": cost, "coins": s.coins[viewer]}
        taxed = s.plan[viewer][box.COLLECT_TAXES]
        if 0 <= taxed < len(box.LANDS):
            told[DEAR] = words.say("doubt", "coins_taxed", {**params, "land": box.LANDS[taxed], "tax": box.TAX[taxed]})
        else:
            told[DEAR] = words.say("doubt", "coins", params)
    for building, kind in enumerate(box.BUILDINGS):
        land = s.plan[viewer][building]
        if 0 <= land < len(box.LANDS) and not s.may_build(building, land):
            full = s.built(land) >= box.SITES[land]
            key = "stands" if s.buildings[building] >> land & 1 else "site" if full else "tile"
            told[building] = words.say("doubt", key, {"building": kind, "land": box.LANDS[land]})
    lands = s.lands[viewer].bit_count()
    kept = max(0, s.grain[viewer] + _grain_planned(s) - max(_winter_losses(s), default=0))
    if s.season == box.WINTER - 1 and kept < lands:
        told[HUNGER] = words.say("doubt", "hunger", {"missing": lands - kept, "lands": lands})
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
        label.append(words.say("board", "free_sites", {"free": box.SITES[card] - s.built(card)}))
        label += [words.name("building", kind) for kind, lands in _built(s) if lands >> card & 1]
        if s.unrest[card]:
            label.append(words.say("board", "unrest", {"unrest": s.unrest[card]}))
    label += [words.say("board", "lies_on", {"field": box.FIELDS[field]}) for field in fields]
    place = shown["place"]
    chosen = not s.order or -1 not in s.space
    shown_on: Sequence[int] = fields if s.planning() or not chosen else ()
    following = next_field(s, s.observer) if s.planning() and not s.confirmed[s.observer] else -1
    unfit = 0 <= following <= box.BUILD_HOUSE and card < box.COIN_0 and not s.may_build(following, card)
    return {
        **shown,
        "label": ", ".join(label),
        "icons": [dict(zip(("icon", "letters"), icon_of(field), strict=True)) for field in shown_on],
        "free": max(0, box.SITES[card] - s.built(card)) if card < box.COIN_0 else 0,
        "built": [kind for kind, lands in _built(s) if card < box.COIN_0 and lands >> card & 1],
        "unfit": unfit and not fields,
        "used": bool(fields) and (card != box.TOWER_CARD or left == 0),
        "left": left,
        "target": place if place in targets else None,
        "drag": bool(s.planning() and not s.confirmed[s.observer]),
    }


def _built(s: WallensteinState) -> list[tuple[str, int]]:
    """Return the kinds of buildings with the lands in which they stand."""
    return list(zip(box.BUILDINGS, s.buildings, strict=True))


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
