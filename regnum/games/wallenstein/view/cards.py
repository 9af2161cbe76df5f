"""Contexts that show cards and other components of Wallenstein in templates."""

from typing import Any

from regnum.core.rules.bitmask import bits
from regnum.core.text.words import Words
from regnum.games.wallenstein import components as box
from regnum.games.wallenstein.state import WallensteinState
from regnum.games.wallenstein.view.geometry import name_width_css


def facts_of(land: int) -> dict[str, Any]:
    """Return the printed facts of a land: its id, region, taxes, grain and number of sites."""
    region = box.REGIONS[box.LAND_REGION[land]]
    facts = {"land": box.LANDS[land], "region": region, "tax": box.TAX[land], "grain": box.GRAIN[land]}
    return {**facts, "sites": box.SITES[land]}


def place_of(card: int) -> str:
    """Return the place id of a card: that of its land, or its own for a coin or tower card."""
    return f"land-{box.LANDS[card]}" if card < box.COIN_0 else box.CARDS[card].replace("_", "-")


def icon_of(field: int) -> tuple[str, str]:
    """Return a field's symbol and the letters next to it."""
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
    """Return the position of an action in the order, from "1", or "?" if unknown, or "" if the field has no action."""
    if field >= box.BID or not s.order:
        return ""
    known_order = s.order[: s.turned]
    return str(known_order.index(field) + 1) if field in known_order else "?"


def shown_field(s: WallensteinState, words: Words, field: int) -> dict[str, Any]:
    """Return a field of the plan: its names, symbol, cost in coins, and position in the order."""
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


def shown_card(s: WallensteinState, words: Words, card: int) -> dict[str, Any]:
    """Return a card: a land with its yield, armies and unrest, or a coin or tower card."""
    if card < box.COIN_0:
        id_ = box.LANDS[card]
        return {
            "kind": "land",
            "place": place_of(card),
            "name": words.name("land", id_),
            "fitting": name_width_css(words.name("land", id_)),
            "region": box.REGIONS[box.LAND_REGION[card]],
            "tax": box.TAX[card],
            "grain": box.GRAIN[card],
            "armies": s.armies[card],
            "unrest": s.unrest[card],
            "value": 0,
        }
    kind = "tower" if card == box.TOWER_CARD else "coin"
    name, value = words.name("card", box.CARDS[card]), box.coins_on(card)
    return {"kind": kind, "place": place_of(card), "name": name, "value": value}


def planned_lands(s: WallensteinState, words: Words) -> list[dict[str, Any]]:
    """Return the fields of the viewer's plan that have land cards, with these lands."""
    plan = s.plan[s.observer]
    return [
        {**shown_field(s, words, field), "land": land} for field, land in enumerate(plan) if 0 <= land < len(box.LANDS)
    ]


def kept_favours(s: WallensteinState, words: Words, player: int) -> list[dict[str, str]]:
    """Return the favours that a player keeps: a truce for this round, protection from unrest."""
    favours: list[dict[str, str]] = []
    if s.truce[player]:
        letters = truce_of(s, player)
        favours.append(
            {"icon": "i-defence", "letters": letters, "text": words.text("board", "truce", {"actions": letters})}
        )
    if s.ward == player:
        favours.append({"icon": "unrest", "letters": "4", "text": words.text("board", "ward", {})})
    return favours


def truce_of(s: WallensteinState, player: int) -> str:
    """Return the letters of the combat actions that may not target a player in this round."""
    return "/".join("AB"[number] for number in bits(s.truce[player]))


def banner_of(s: WallensteinState, words: Words, player: int) -> dict[str, str]:
    """Return the number of a player's Landsknechte card, and a text with the gifts of the next one."""
    card = s.banner[player]
    parts = [words.text("board", "banner", {"card": card + 1, "cards": len(box.BANNERS)})]
    if card + 1 < len(box.BANNERS):
        parts.append(words.text("board", "next_banner", {"gifts": ", ".join(gifts_of(card + 1, words))}))
    return {"card": f"{card + 1}/{len(box.BANNERS)}", "text": ". ".join(parts)}


def gifts_of(card: int, words: Words) -> list[str]:
    """Return texts for the gifts on a Landsknechte card."""
    return [
        words.text("gift", name, {"amount": n}) for name, n in zip(box.BONUSES, box.BANNERS[card], strict=True) if n
    ]
