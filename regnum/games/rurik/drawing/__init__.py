"""The table of Rurik as a drawing: what an observed state puts on the map. See docs/drawing.md."""

import json
from collections.abc import Sequence
from typing import Any, Final

from regnum.core.action import Action
from regnum.core.words import Words
from regnum.games.rurik.components import FOLDER, GOODS, IN_PLAY, REGIONS, ROUNDS, STRUCTURES
from regnum.games.rurik.drawing.beside import panel as panel
from regnum.games.rurik.scoring import final_points
from regnum.games.rurik.state import KINDS, WIDTH, RurikState

SIZE: Final = (1100, 1188)
SECTIONS: Final = frozenset({"round"})

_LAYOUT: Final[dict[str, Any]] = json.loads((FOLDER / "drawing" / "layout.json").read_text(encoding="utf-8"))
_PLACES: Final[dict[str, dict[str, Any]]] = {land["id"]: land for land in _LAYOUT["lands"]}

_FROM_REGION: Final = frozenset(
    {"move", "march", "place_troop", "place_leader", "return_to", "muster", "muster_leader"}
)
_IN_REGION: Final = frozenset(
    {"attack", "attack_rebels", "guarded_attack", "swords_to_helmets", "tax", "build", "withdraw", "demolish"}
)
_TO_REGION: Final = frozenset({"move_leader", "march_leader", "push", "push_leader"})


def land(words: Words) -> dict[str, Any]:
    """Return the map: regions with their names, and the seas."""
    return {
        "layout": _LAYOUT,
        "title": words.say("board", "map", {}),
        "lands": {id_: words.name("region", id_) for id_ in REGIONS},
        "seas": {sea["id"]: words.say("board", sea["id"], {}) for sea in _LAYOUT["seas"]},
    }


def pieces(s: RurikState, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any]:
    """Return what lies on the map: goods, rebels, structures, troops with their counts, leaders, who rules."""
    targets = {target(action) for action in legal}
    top = s.stack[-1].params() if s.stack else {}
    in_play = [(region, REGIONS[region], _PLACES[REGIONS[region]]) for region in range(IN_PLAY[s.players])]
    troops: list[dict[str, Any]] = []
    leaders: list[dict[str, Any]] = []
    for region, id_, place in in_play:
        seats = [seat for seat in range(s.players) if s.figures(seat, region)]
        for number, seat in enumerate(seats):
            x, y = place["troops"][str(len(seats))][number]
            count = s.troops[seat * WIDTH + region]
            if count:
                troops.append({"id": id_, "owner": seat, "count": count, "x": x, "y": y})
            if s.leader_at[seat] == region:
                leaders.append({"owner": seat, "alone": not count, "x": x, "y": y})
    return {
        "regions": [_region(s, words, names, region, targets, top.get("region", -1)) for region in range(WIDTH)],
        "plots": [_plot(s, region, id_, place) for region, id_, place in in_play],
        "goods": [
            {"id": id_, "good": GOODS[s.region_goods[region]], "x": place["good"][0], "y": place["good"][1]}
            for region, id_, place in in_play
            if s.goods >> region & 1
        ],
        "rebels": [
            {"id": id_, "count": 1, "x": place["rebels"][0], "y": place["rebels"][1]}
            for region, id_, place in in_play
            if s.rebels >> region & 1
        ],
        "buildings": [
            {"id": id_, "kind": kind, "owner": seat, "x": place[kind][0], "y": place[kind][1]}
            for region, id_, place in in_play
            for number, kind in enumerate(STRUCTURES)
            for seat in range(s.players)
            if s.structures[seat * KINDS + number] >> region & 1
        ],
        "troops": troops,
        "leaders": sorted(leaders, key=lambda leader: leader["owner"]),
    }


def _plot(s: RurikState, region: int, id_: str, place: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": id_,
        "good": GOODS[s.region_goods[region]],
        "x": place["good"][0],
        "y": place["good"][1],
        "sites": [{"kind": kind, "x": place[kind][0], "y": place[kind][1]} for kind in STRUCTURES],
    }


def _region(
    s: RurikState, words: Words, names: Sequence[str], region: int, targets: set[str], chosen: int
) -> dict[str, Any]:
    id_ = REGIONS[region]
    goal = f"region-{id_}"
    in_play = region < IN_PLAY[s.players]
    told = [words.name("region", id_)]
    ruler = -1
    if in_play:
        ruler = next((seat for seat in range(s.players) if s.rules(seat, region)), -1)
        told += _told(s, words, names, region, ruler)
    else:
        told.append(words.say("board", "not_in_play", {}))
    return {
        "id": id_,
        "label": ", ".join(told),
        "in_play": in_play,
        "ruler": ruler if ruler >= 0 else None,
        "chosen": region == chosen,
        "target": goal if goal in targets else None,
    }


def _told(s: RurikState, words: Words, names: Sequence[str], region: int, ruler: int) -> list[str]:
    """Return what stands in a region, in words."""
    good = GOODS[s.region_goods[region]]
    told = [words.say("board", "good_there" if s.goods >> region & 1 else "good_taken", {"good": good})]
    if s.rebels >> region & 1:
        told.append(words.say("term", "rebel", {}))
    if ruler >= 0:
        told.append(words.say("board", "ruled_by", {"name": names[ruler]}))
    for seat in range(s.players):
        parts: list[str] = []
        count = s.troops[seat * WIDTH + region]
        if count:
            parts.append(words.say("board", "troops", {"count": count}))
        if s.leader_at[seat] == region:
            parts.append(words.say("term", "leader", {}))
        parts += [
            words.name("structure", kind)
            for number, kind in enumerate(STRUCTURES)
            if s.structures[seat * KINDS + number] >> region & 1
        ]
        if parts:
            told.append(f"{names[seat]}: {', '.join(parts)}")
    return told


def status(s: RurikState, words: Words) -> str:
    """Return the round and its phase."""
    if not s.stack:
        return words.say("board", "over", {})
    if s.round == 0:
        return words.say("board", "setup", {})
    top = type(s.stack[-1]).__name__
    if s.active >= 0 or top in ("ReturnToMap", "ChooseAdvisor"):
        phase = "action"
    elif top == "PlaceAdvisor":
        phase = "strategy"
    else:
        phase = "claim"
    return words.say("board", phase, {"round": s.round, "rounds": ROUNDS})


def target(action: Action) -> str:
    """Return the region, column, card or deck on which a click means this action."""
    family = action.family
    params = action.params
    if family in _FROM_REGION or family in _IN_REGION:
        return f"region-{params['region']}"
    if family in _TO_REGION:
        return f"region-{params['to']}"
    if family in ("place", "activate"):
        return f"column-{params['column']}"
    if family in ("draw", "reveal"):
        return f"deck-{params['deck']}"
    if family in ("keep_scheme", "put_back"):
        return f"drawn-{params['scheme']}"
    if family in ("play_scheme", "discard_scheme"):
        return f"scheme-{params['scheme']}"
    if family in ("take_deed", "accomplish"):
        return f"deed-{params['deed']}"
    return f"agenda-{params['agenda']}" if family == "choose_agenda" else ""


def group(action: Action, words: Words) -> str:
    """Return the column or region to which the action belongs."""
    params = action.params
    if "column" in params:
        return words.name("column", params["column"])
    if "region" in params:
        return words.name("region", params["region"])
    return words.name("region", params["to"]) if "to" in params else ""


def scoring(s: RurikState, words: Words, names: Sequence[str]) -> list[tuple[str, list[int]]]:
    """Return the points by reason: tracks, war, agenda, deeds."""
    lines = final_points(s)
    return [(words.say("final", key, {}), [line[key] for line in lines]) for key in lines[0]]
