"""The panel next to the board of Wallenstein."""

from collections.abc import Sequence
from typing import Any

from regnum.core.rules.action import Action
from regnum.core.rules.bitmask import bits
from regnum.core.text.words import Words
from regnum.games.wallenstein import components as box
from regnum.games.wallenstein.planning import next_field
from regnum.games.wallenstein.state import WallensteinState
from regnum.games.wallenstein.view.actions import ACTIONS, current_action
from regnum.games.wallenstein.view.advice import (
    GRAIN_SHORTAGE,
    TOO_EXPENSIVE,
    doubts_about_plan,
    plan_summary,
    tax_risk_warning,
)
from regnum.games.wallenstein.view.cards import banner_of, facts_of, icon_of, kept_favours, shown_card, shown_field
from regnum.games.wallenstein.view.geometry import code_of, name_width_css


def shown_fields(s: WallensteinState, words: Words, targets: set[str]) -> list[dict[str, Any]]:
    """Return the fields of the viewer's board with their cards, the bid first."""
    viewer = s.observer
    next_open = next_field(s, viewer) if not s.confirmed[viewer] and not s.changing[viewer] else -1
    fields = [box.BID, *range(len(box.ACTION_CARDS))]
    if s.variant.court:
        fields += [box.CONVERT_3, box.CONVERT_2, box.CONVERT_1]
    doubts = doubts_about_plan(s, words)
    return [_own_field(s, words, field, field == next_open, doubts.get(field, ""), targets) for field in fields]


def _own_field(
    s: WallensteinState, words: Words, field: int, is_next: bool, doubt: str, targets: set[str]
) -> dict[str, Any]:
    card = s.plan[s.observer][field]
    context = shown_field(s, words, field)
    card_name = words.name("card", box.CARDS[card]) if 0 <= card < box.BLANK else words.term("empty")
    label = [f"{context['short']}: {card_name}"]
    if context["order"] and context["order"] != "?":
        label.append(words.text("board", "nth_action", {"number": context["order"]}))
    if box.COSTS[field]:
        label.append(words.text("board", "cost", {"coins": box.COSTS[field]}))
    if is_next:
        label.append(words.text("board", "next", {}))
    return {
        **context,
        "card": shown_card(s, words, card) if 0 <= card < box.BLANK else None,
        "blank": card == box.BLANK,
        "doubted": bool(doubt),
        "next": is_next,
        "label": ", ".join(label),
        "asks": f"{doubt} {words.text('board', 'changes_field', {'field': box.FIELDS[field]})}".strip()
        if s.changing[s.observer]
        else "",
        "target": f"field-{box.FIELDS[field]}" if f"field-{box.FIELDS[field]}" in targets else None,
    }


def shown_cards(s: WallensteinState, words: Words, targets: set[str]) -> list[dict[str, Any]]:
    """Return all cards of the viewer, with the fields of those on the board."""
    viewer = s.observer
    plan = s.plan[viewer]
    cards: list[dict[str, Any]] = []
    lands = [land for land in range(len(box.LANDS)) if s.lands[viewer] >> land & 1]
    for card in [*lands, *range(box.COIN_0, box.TOWER_CARD)]:
        field = plan.index(card) if card in plan else -1
        cards.append(_own_card(s, words, card, [field] if field >= 0 else [], 1, targets))
    if s.variant.court:
        fields = [field for field, card in enumerate(plan) if card == box.TOWER_CARD]
        cards.append(_own_card(s, words, box.TOWER_CARD, fields, box.TOWER_CARDS - len(fields), targets))
    return cards


def _own_card(
    s: WallensteinState, words: Words, card: int, fields: Sequence[int], armies_left: int, targets: set[str]
) -> dict[str, Any]:
    context = shown_card(s, words, card)
    label = [context["name"]]
    if card < box.COIN_0:
        label.append(words.text("board", "yields", {"tax": box.TAX[card], "grain": box.GRAIN[card]}))
        label.append(words.text("board", "armies", {"armies": s.armies[card]}))
        label.append(words.text("board", "free_sites", {"free": box.SITES[card] - s.building_count(card)}))
        label += [words.name("building", kind) for kind, lands in _lands_with_buildings(s) if lands >> card & 1]
        if s.unrest[card]:
            label.append(words.text("board", "unrest", {"unrest": s.unrest[card]}))
    label += [words.text("board", "lies_on", {"field": box.FIELDS[field]}) for field in fields]
    place = context["place"]
    chosen = not s.order or -1 not in s.space
    shown_on: Sequence[int] = fields if s.is_planning() or not chosen else ()
    next_open = next_field(s, s.observer) if s.is_planning() and not s.confirmed[s.observer] else -1
    unfit = 0 <= next_open <= box.BUILD_HOUSE and card < box.COIN_0 and not s.can_build(next_open, card)
    return {
        **context,
        "label": ", ".join(label),
        "icons": [dict(zip(("icon", "letters"), icon_of(field), strict=True)) for field in shown_on],
        "free": max(0, box.SITES[card] - s.building_count(card)) if card < box.COIN_0 else 0,
        "built": [kind for kind, lands in _lands_with_buildings(s) if card < box.COIN_0 and lands >> card & 1],
        "unfit": unfit and not fields,
        "used": bool(fields) and (card != box.TOWER_CARD or armies_left == 0),
        "left": armies_left,
        "target": place if place in targets else None,
        "drag": bool(s.is_planning() and not s.confirmed[s.observer]),
    }


def _lands_with_buildings(s: WallensteinState) -> list[tuple[str, int]]:
    """Return each kind of building with a mask of the lands that have it."""
    return list(zip(box.BUILDINGS, s.buildings, strict=True))


def shown_action_cards(s: WallensteinState, words: Words) -> list[dict[str, Any]]:
    """Return the row of ten action cards; face-down cards have no symbol."""
    cards: list[dict[str, Any]] = []
    for number, action in enumerate(s.order):
        face_up = number < s.turned and action >= 0
        card = shown_field(s, words, action) if face_up else {"name": words.term("hidden"), "icon": ""}
        cards.append({**card, "number": number + 1})
    return cards


def columns(s: WallensteinState) -> list[int]:
    """Return the players in player order, or by seat until all have chosen a space."""
    order = s.players_in_order()
    return order if len(order) == s.players else list(range(s.players))


def shown_matrix(s: WallensteinState, words: Words, position: int) -> list[dict[str, Any]]:
    """Return all fields in the order of the actions, with each player's card if the viewer knows it."""
    known_order = [action for action in s.order[: s.turned] if action >= 0]
    hidden_actions = [action for action in range(len(box.ACTION_CARDS)) if action not in known_order]
    court = [box.CONVERT_3, box.CONVERT_2, box.CONVERT_1] if s.variant.court else []
    rows: list[dict[str, Any]] = []
    for field in [box.BID, *court, *known_order, *hidden_actions]:
        at = known_order.index(field) if field in known_order else -1
        is_past = field >= box.BID and position >= 0
        rows.append(
            {
                **shown_field(s, words, field),
                "number": str(at + 1) if at >= 0 else "?" if field < box.BID else "",
                "now": at >= 0 and at == position,
                "done": is_past or -1 < at < position,
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
    is_hidden = not s.shown[player] >> field & 1
    label = words.name("card", box.CARDS[card])
    if is_hidden:
        label = words.text("board", "face_down", {"card": box.CARDS[card]})
    if card < box.COIN_0:
        return {"kind": "own" if is_hidden else "land", "text": code_of(words, box.LANDS[card]), "label": label}
    text = "" if card == box.TOWER_CARD else str(box.coins_on(card))
    kind = "tower" if card == box.TOWER_CARD else "coin"
    return {"kind": f"{kind} own" if is_hidden else kind, "text": text, "label": label}


def shown_draft(s: WallensteinState, words: Words, targets: set[str]) -> dict[str, Any] | None:
    """Return the open land cards, the size of the deck, and each player's unplaced armies, or None after the draft."""
    if s.year or not any(sum(groups) for groups in s.groups):
        return None
    cards = [
        {
            **facts_of(land),
            "id": box.LANDS[land],
            "name": words.name("land", box.LANDS[land]),
            "fitting": name_width_css(words.name("land", box.LANDS[land])),
            "region_name": words.name("region", box.REGIONS[box.LAND_REGION[land]]),
            "label": words.text("board", "land", facts_of(land)),
            "target": f"land-{box.LANDS[land]}" if f"land-{box.LANDS[land]}" in targets else None,
        }
        for land in s.open_lands
        if land >= 0
    ]
    groups = [
        {
            "player": player,
            "sizes": [
                size
                for number, size in reversed(list(enumerate(box.GROUP_SIZES)))
                for _ in range(s.groups[player][number])
            ],
        }
        for player in range(s.players)
    ]
    group_choices = [
        {"size": size, "target": f"group-{size}"} for size in box.GROUP_SIZES if f"group-{size}" in targets
    ]
    return {
        "cards": cards,
        "deck": len(s.land_deck),
        "deck_target": "land-deck" if "land-deck" in targets else None,
        "groups": groups,
        "own": group_choices,
    }


def shown_order(s: WallensteinState, words: Words, targets: set[str]) -> list[dict[str, Any]]:
    """Return the five spaces of the player order with tile and player, or [] once the action table shows the order."""
    if (not s.tiles and max(s.space) < 0) or (s.order and -1 not in s.space):
        return []
    spaces: list[dict[str, Any]] = []
    for space in range(box.SPACES):
        seat = s.space.index(space) if space in s.space else -1
        tile = box.TILES[s.tiles[space]] if s.tiles else ""
        name = words.name("tile", tile) if tile else ""
        label = [words.text("board", "space", {"space": space + 1}), name]
        target = f"space-{space + 1}"
        spaces.append(
            {
                "space": space + 1,
                "tile": tile,
                "name": name,
                "label": ", ".join(part for part in label if part),
                "seat": seat,
                "target": target if target in targets else None,
            }
        )
    return spaces


def shown_events(s: WallensteinState, words: Words) -> list[dict[str, Any]]:
    """Return the current event, then the events of the year that may still come."""
    events = [s.event] if s.event >= 0 else []
    return [
        {
            "id": event,
            "now": event == s.event,
            "text": words.text(
                "effect", box.EVENT_KIND[event], {"amount": box.EVENT_AMOUNT[event], "five": box.EVENT_FIVE[event]}
            ),
            "loss": box.GRAIN_LOSS[event],
        }
        for event in [*events, *bits(s.open_events)]
    ]


def shown_court(s: WallensteinState, words: Words, targets: set[str]) -> list[dict[str, Any]]:
    """Return the three favours with their prices, marked if taken, or [] if there are none."""
    if not s.variant.court or max(s.favours) < 0:
        return []
    favours: list[dict[str, Any]] = []
    for place, card in enumerate(s.favours):
        target = f"favour-{box.FAVOURS[card]}" if card >= 0 else ""
        name = words.name("favour", box.FAVOURS[card]) if card >= 0 else words.text("board", "taken", {})
        label = (
            words.text("board", "favour", {"favour": box.FAVOURS[card], "price": box.PRICES[place]})
            if card >= 0
            else name
        )
        favours.append(
            {
                "place": place,
                "digit": box.FAVOURS[card] if card >= 0 else 0,
                "name": name,
                "price": box.PRICES[place],
                "label": f"{label}: {name}" if card >= 0 else name,
                "target": target if target in targets else None,
            }
        )
    return favours


def shown_players(s: WallensteinState, words: Words) -> list[dict[str, Any]]:
    """Return each player's possessions."""
    return [_player(s, words, player) for player in range(s.players)]


def _player(s: WallensteinState, words: Words, player: int) -> dict[str, Any]:
    return {
        "points": s.points[player],
        "coins": s.coins[player],
        "grain": s.grain[player],
        "lands": s.lands[player].bit_count(),
        "supply": s.supply[player],
        "tray": s.tray[player],
        "tower": s.tower[player],
        "hall": s.hall[player],
        "ready": s.is_planning() and bool(s.confirmed[player]),
        "planning": s.is_planning() and not s.confirmed[player],
        "to_act": player in s.players_to_act,
        "kept": kept_favours(s, words, player),
        "banner": banner_of(s, words, player) if s.variant.landsknechte else None,
    }


def _gifts(s: WallensteinState, words: Words, targets: set[str]) -> list[dict[str, str]]:
    """Return the gifts on the viewer's Landsknechte card that they can choose now."""
    card = box.BANNERS[s.banner[s.observer]] if s.observer >= 0 else []
    return [
        {"target": f"bonus-{name}", "name": words.text("gift", name, {"amount": amount})}
        for name, amount in zip(box.BONUSES, card, strict=False)
        if f"bonus-{name}" in targets
    ]


def panel(s: WallensteinState, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any]:
    """Return the context of the panel: the viewer's board and cards, actions, order, events, court and players."""
    targets = {part for action in legal for place in ACTIONS.target(action).split(" ") for part in place.split("|")}
    viewer = s.observer
    position = current_action(s)
    doubts = doubts_about_plan(s, words) if viewer >= 0 and s.is_planning() else {}
    return {
        "fields": shown_fields(s, words, targets) if viewer >= 0 and s.is_planning() else [],
        "summary": plan_summary(s, words) if viewer >= 0 and s.is_planning() else [],
        "doubts": list(doubts.values()),
        "risk": tax_risk_warning(s, words) if viewer >= 0 and s.is_planning() else "",
        "dear": TOO_EXPENSIVE in doubts,
        "hungry": GRAIN_SHORTAGE in doubts,
        "cards": shown_cards(s, words, targets) if viewer >= 0 else [],
        "gifts": _gifts(s, words, targets),
        "draft": shown_draft(s, words, targets),
        "actions": shown_action_cards(s, words) if s.is_planning() else [],
        "matrix": shown_matrix(s, words, position) if s.order and not s.is_planning() else [],
        "columns": [
            {
                "seat": player,
                "tile": box.TILES[s.tile(player)] if s.tile(player) >= 0 else "",
                "kept": kept_favours(s, words, player),
            }
            for player in columns(s)
        ],
        "chosen": -1 not in s.space,
        "order": shown_order(s, words, targets),
        "events": shown_events(s, words),
        "cancel": "event_card-now" in targets,
        "winter": s.season == box.WINTER,
        "loss": box.GRAIN_LOSS[s.event] if s.event >= 0 else 0,
        "court": shown_court(s, words, targets),
        "players": shown_players(s, words),
        "farmers": {"supply": s.supply[s.players], "tray": s.tray[s.players], "tower": s.tower[s.players]},
        "at_court": s.variant.court,
        "banners": s.variant.landsknechte,
        "throw": None,
        "viewer": viewer,
    }
