"""The table of Wallenstein as a drawing: what an observed state puts on the map and beside it. See docs/drawing.md."""

import json
from collections.abc import Sequence
from typing import Any, Final

from regnum.core.action import Action
from regnum.core.atlas import bits
from regnum.core.words import Words
from regnum.games.wallenstein.actions import LandAction, PlanAction
from regnum.games.wallenstein.combat import MarchOrAttack, MoveArmies, SendArmies
from regnum.games.wallenstein.components import (
    ACTION_CARDS,
    BUILDINGS,
    CARDS,
    EVENTS,
    FAVOURS,
    FIELDS,
    FOLDER,
    GRAIN,
    GRAIN_LOSS,
    IN_PLAY,
    LAND_REGION,
    LANDS,
    PRICES,
    REGIONS,
    SEASONS,
    TAX,
    TILES,
)
from regnum.games.wallenstein.planning import Planning, next_field
from regnum.games.wallenstein.scoring import final_points
from regnum.games.wallenstein.state import BLANK, HIDDEN, UNSET, WallensteinState

SIZE: Final = (1650, 1584)
SECTIONS: Final = frozenset({"year", "season", "action_card"})

_LAYOUT: Final[dict[str, Any]] = json.loads((FOLDER / "drawing" / "layout.json").read_text(encoding="utf-8"))
_PLACES: Final[dict[str, dict[str, Any]]] = {place["id"]: place for place in _LAYOUT["lands"]}


def land(words: Words) -> dict[str, Any]:
    """Return the map: lands with their yield, regions and seas with their names."""
    return {
        "layout": _LAYOUT,
        "title": words.say("board", "map", {}),
        "looks": [words.say("board", "larger", {}), words.say("board", "whole", {})],
        "lands": {
            id_: {"name": words.name("land", id_), "tax": TAX[number], "grain": GRAIN[number], "in_play": True}
            for number, id_ in enumerate(LANDS)
        },
        "regions": {id_: words.name("region", id_) for id_ in REGIONS},
        "seas": {sea["id"]: words.name("sea", sea["id"]) for sea in _LAYOUT["seas"]},
    }


def pieces(s: WallensteinState, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any]:
    """Return what lies on the map: armies, buildings, unrest; which lands are held, left out or may be clicked."""
    targets = {target(action) for action in legal}
    source = _source(s)
    lands = [_land(s, words, names, number, targets, source) for number in _order()]
    shown: dict[str, Any] = {"lands": lands, "armies": [], "buildings": [], "unrest": []}
    for number in _order():
        id_ = LANDS[number]
        place = _PLACES[id_]
        owner = s.owner(number)
        if s.armies[number]:
            x, y = place["army"]
            shown["armies"].append({"id": id_, "owner": owner, "count": s.armies[number], "x": x, "y": y})
        kinds = [kind for kind, standing in enumerate(s.buildings) if standing >> number & 1]
        for site, kind in enumerate(kinds):
            x, y = place["sites"][site]
            shown["buildings"].append({"id": id_, "kind": BUILDINGS[kind], "x": x, "y": y})
        if s.unrest[number]:
            x, y = place["unrest"]
            shown["unrest"].append({"id": id_, "count": s.unrest[number], "x": x, "y": y})
    return shown


def _order() -> list[int]:
    return [LANDS.index(place["id"]) for place in _LAYOUT["lands"]]


def _source(s: WallensteinState) -> int:
    """Return the land from which the decision under way starts; -1 if there is none."""
    top = s.stack[-1] if s.stack else None
    return top.source if isinstance(top, (MarchOrAttack, MoveArmies, SendArmies)) else s.drafted


def _land(
    s: WallensteinState, words: Words, names: Sequence[str], number: int, targets: set[str], source: int
) -> dict[str, Any]:
    id_ = LANDS[number]
    owner = s.owner(number)
    in_play = bool(IN_PLAY[s.players] >> number & 1)
    params: dict[str, object] = {"land": id_, "region": REGIONS[LAND_REGION[number]]}
    params |= {"tax": TAX[number], "grain": GRAIN[number]}
    label = [words.say("board", "land", params)]
    if not in_play:
        label.append(words.say("board", "out", {}))
    elif owner >= 0:
        label += [names[owner], words.say("board", "armies", {"count": s.armies[number]})]
    else:
        label.append(words.say("board", "neutral", {}))
    label += [words.name("building", kind) for n, kind in enumerate(BUILDINGS) if s.buildings[n] >> number & 1]
    if s.unrest[number]:
        label.append(words.say("board", "unrest", {"count": s.unrest[number]}))
    goal = f"land-{id_}"
    return {
        "id": id_,
        "label": ", ".join(label),
        "in_play": in_play,
        "owner": owner if owner >= 0 else None,
        "chosen": number == source,
        "target": goal if goal in targets else None,
    }


def panel(s: WallensteinState, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any]:
    """Return what lies beside the map: the viewer's board and hand, the round, the tower, the court, the players."""
    targets = {target(action) for action in legal}
    viewer = s.observer
    return {
        "viewer": viewer,
        "fields": [_field(s, words, viewer, field) for field in range(s.last_field())] if viewer >= 0 else [],
        "hand": _hand(s, words, viewer, targets) if viewer >= 0 and s.turned else [],
        "planning": s.planning(),
        "row": [_action_card(s, words, place) for place in range(len(s.order))],
        "spaces": [_space(s, words, space, targets) for space in range(len(s.tiles))],
        "event": words.name("event", EVENTS[s.event]) if s.event >= 0 else "",
        "events": [words.name("event", EVENTS[event]) for event in bits(s.open_events)],
        "loss": GRAIN_LOSS[s.event] if s.event >= 0 else 0,
        "open_lands": [words.name("land", LANDS[number]) for number in s.open_lands if number >= 0],
        "favours": [_favour(s, words, place, targets) for place in range(len(PRICES)) if s.favours[place] >= 0],
        "court": bool(s.options["court"]),
        "landsknechte": bool(s.options["landsknechte"]),
        "tower": _tower(s),
        "fought": words.name("land", LANDS[s.fought]) if s.fought >= 0 else "",
        "players": [_player(s, player) for player in range(s.players)],
    }


def _field(s: WallensteinState, words: Words, viewer: int, field: int) -> dict[str, Any]:
    card = s.plan[viewer][field]
    told = ""
    if 0 <= card < len(CARDS):
        told = words.name("card", CARDS[card])
    elif card == BLANK:
        told = words.say("term", "empty", {})
    return {
        "id": FIELDS[field],
        "name": words.name("field", FIELDS[field]),
        "card": told,
        "set": card not in (UNSET, HIDDEN),
        "land": 0 <= card < len(LANDS),
        "next": s.planning() and not s.changing[viewer] and field == next_field(s, viewer),
        "done": bool(s.shown[viewer] >> field & 1),
    }


def _hand(s: WallensteinState, words: Words, viewer: int, targets: set[str]) -> list[dict[str, Any]]:
    """Return the cards in hand; while planning a click on one lays it on the next field."""
    found: list[dict[str, Any]] = []
    hand = s.hand(viewer)
    for card in range(len(CARDS)):
        goal = _card_target(card)
        offered = goal in targets and isinstance(s.stack[-1] if s.stack else None, Planning)
        if hand >> card & 1 or offered:
            held = card < len(LANDS)
            found.append(
                {
                    "id": CARDS[card],
                    "name": words.name("card", CARDS[card]),
                    "yield": [TAX[card], GRAIN[card]] if held else None,
                    "region": REGIONS[LAND_REGION[card]] if held else "",
                    "held": bool(hand >> card & 1),
                    "target": goal if offered else None,
                }
            )
    return found


def _action_card(s: WallensteinState, words: Words, place: int) -> dict[str, Any]:
    up = place < s.turned
    return {
        "place": place + 1,
        "up": up,
        "name": words.name("field", ACTION_CARDS[s.order[place]]) if up else words.say("term", "hidden", {}),
        "now": not s.planning() and place == _acting(s),
    }


def _acting(s: WallensteinState) -> int:
    """Return the place of the action card that is carried out; -1 if none is."""
    for step in s.stack:
        if type(step).__name__ in ("ActionCard", "NextActionCard"):
            position = step.params()["position"]
            begun = type(step).__name__ == "NextActionCard"
            return position - 1 if begun else -1
    return len(s.order) - 1 if any(type(step).__name__ == "EndRound" for step in s.stack) else -1


def _space(s: WallensteinState, words: Words, space: int, targets: set[str]) -> dict[str, Any]:
    goal = f"space-{space + 1}"
    return {
        "space": space + 1,
        "tile": words.name("tile", TILES[s.tiles[space]]),
        "seat": s.space.index(space) if space in s.space else None,
        "target": goal if goal in targets else None,
    }


def _favour(s: WallensteinState, words: Words, place: int, targets: set[str]) -> dict[str, Any]:
    digit = FAVOURS[s.favours[place]]
    goal = f"favour-{digit}"
    return {
        "digit": digit,
        "name": words.name("favour", digit),
        "price": PRICES[place],
        "target": goal if goal in targets else None,
    }


def _tower(s: WallensteinState) -> list[dict[str, Any]]:
    """Return each colour's cubes in tray and tower, and what the last throw did; the farmers come last."""
    return [
        {
            "seat": colour if colour < s.players else None,
            "tray": s.tray[colour],
            "inside": s.tower[colour],
            "supply": s.supply[colour],
            "thrown": s.thrown[colour] if s.thrown else 0,
            "fallen": s.fallen[colour] if s.fallen else 0,
        }
        for colour in range(s.players + 1)
    ]


def _player(s: WallensteinState, player: int) -> dict[str, Any]:
    return {
        "points": s.points[player],
        "coins": s.coins[player],
        "grain": s.grain[player],
        "lands": s.lands[player].bit_count(),
        "courtiers": s.hall[player],
        "banner": s.banner[player] + 1,
        "ready": bool(s.confirmed[player]),
        "ward": s.ward == player,
        "truce": s.truce[player].bit_count() > 0,
        "to_act": player in s.players_to_act,
    }


def status(s: WallensteinState, words: Words) -> str:
    """Return the year and the season."""
    if s.year == 0:
        return words.say("board", "setup", {})
    params: dict[str, object] = {"year": s.year, "season": SEASONS[s.season]}
    return words.say("board", "status" if s.stack else "over", params)


def _card_target(card: int) -> str:
    return f"land-{LANDS[card]}" if card < len(LANDS) else f"card-{CARDS[card]}"


def target(action: Action) -> str:
    """Return the land, card, space or favour on which a click means this action."""
    if isinstance(action, PlanAction):
        return _card_target(action.card)
    for kind in ("land", "space", "favour"):
        if kind in action.params:
            return f"{kind}-{action.params[kind]}"
    return ""


def group(action: Action, words: Words) -> str:
    """Return the field of a plan, or the region in which the action's land lies."""
    if isinstance(action, PlanAction):
        return words.name("field", FIELDS[action.field])
    if isinstance(action, LandAction):
        return words.name("region", REGIONS[LAND_REGION[action.land]])
    return ""


def scoring(s: WallensteinState, words: Words, names: Sequence[str]) -> list[tuple[str, list[int]]]:
    """Return the points before the last winter, then those of the last winter by reason."""
    lines = final_points(s)
    before = [s.points[player] - sum(lines[player].values()) for player in range(s.players)]
    return [
        (words.say("board", "so_far", {}), before),
        *((words.say("final", key, {}), [line[key] for line in lines]) for key in lines[0]),
    ]
