"""The board view of Rurik: the map and the pieces on it."""

from collections.abc import Sequence
from typing import Any, Final

from regnum.core.rules.action import Action
from regnum.core.rules.bitmask import bits
from regnum.core.rules.note import Note
from regnum.core.text.narrator import label as label_by_name
from regnum.core.text.words import Words
from regnum.games.rurik import components as box
from regnum.games.rurik.action_phase import first_main_actions, first_point_actions
from regnum.games.rurik.actions import Journey, StructureAction
from regnum.games.rurik.main_actions.attack import Casualties, LoseFigure
from regnum.games.rurik.main_actions.build import ReplaceByChurch
from regnum.games.rurik.main_actions.move import Escort
from regnum.games.rurik.solo.build import ChooseConverted
from regnum.games.rurik.state import RurikState
from regnum.games.rurik.view.actions import (
    ACTIONS,
    ATTACKS,
    MOVES,
    PUSHES,
    REPLACES,
    first_actions,
    foe_of,
    label_of,
    places_of,
    starting_places,
    target_of_attack,
)
from regnum.games.rurik.view.geometry import LANDS, LAYOUT
from regnum.games.rurik.view.keys import ON_BOARD
from regnum.games.rurik.view.panel import last_turn, panel
from regnum.view import BoardView


def _journey_starts(legal: Sequence[Action]) -> dict[str, list[str]]:
    """Return the places where journeys may start ("starts") and, for each region, the starts of journeys to it."""
    starts: dict[str, list[str]] = {"starts": []}
    for action in legal:
        if isinstance(action, Journey):
            starts["starts"].append(f"region-{action.params['region']}")
            starts.setdefault(str(action.params["to"]), []).append(str(action.params["region"]))
        elif action.family in MOVES:
            starts["starts"].append("chief")
            starts.setdefault(str(action.params["to"]), []).append("chief")
    return starts


def _out_of_play_label(words: Words, id_: str) -> str:
    return f"{words.name('region', id_)}, {words.text('board', 'out', {})}"


def _add_pieces(s: RurikState, region: int, good: str, pieces: dict[str, list[dict[str, Any]]]) -> None:
    """Add the good, the rebel or neutral troop, and the structures of a region to `pieces`."""
    id_, place = box.REGIONS[region], LANDS[region]
    if s.goods >> region & 1:
        pieces["goods"].append({"id": id_, "good": good, "x": place["good"][0], "y": place["good"][1]})
    if s.rebels >> region & 1:
        pieces["rebels"].append({"id": id_, "x": place["rebels"][0], "y": place["rebels"][1]})
    if s.neutral >> region & 1:
        pieces["neutral"].append({"id": id_, "x": place["rebels"][0], "y": place["rebels"][1]})
    for kind, name in enumerate(box.STRUCTURES):
        for player in range(s.sides):
            if s.structures[player * box.STRUCTURE_COUNT + kind] >> region & 1:
                x, y = place[name]
                pieces["buildings"].append({"id": id_, "kind": name, "owner": player, "x": x, "y": y})


def _add_figures(
    s: RurikState, words: Words, region: int, pieces: dict[str, list[dict[str, Any]]], targets: set[str]
) -> None:
    """Add the troops and leaders of a region to `pieces`; their places depend on the number of players there."""
    present = [player for player in range(s.sides) if s.figures(player, region)]
    for number, player in enumerate(present):
        x, y = LANDS[region]["troops"][str(len(present))][number]
        count = s.troops[player * box.REGION_COUNT + region]
        if count:
            kind = "rebels" if player >= s.players else "troops"
            pieces["troops"].append(
                {
                    "id": box.REGIONS[region],
                    "owner": player,
                    "kind": kind,
                    "count": count,
                    "led": s.leader_at[player] == region,
                    "x": x,
                    "y": y,
                }
            )
        if s.leader_at[player] == region:
            leader = box.LEADERS[s.leaders[player]] if s.leaders[player] >= 0 else ""
            pieces["leaders"].append(
                {
                    "owner": player,
                    "alone": not count,
                    "x": x,
                    "y": y,
                    "target": "chief" if player == s.observer and "chief" in targets else None,
                    "label": words.text("board", "move_chief", {"leader": leader}),
                }
            )


def _spots(
    s: RurikState, words: Words, names: Sequence[str], legal: Sequence[Action], targets: set[str]
) -> list[dict[str, Any]]:
    """Return the plots where structures may be built or removed, and the figures that may be chosen."""
    spots: list[dict[str, Any]] = []
    for action in legal:
        if isinstance(action, StructureAction):
            id_, kind, region = f"plot-{action.params['structure']}-{action.params['region']}", "plot", action.region
            x, y = LANDS[region][str(action.params["structure"])]
        elif action.family in REPLACES:
            id_, kind, region = f"figure-{foe_of(action)}", "figure", _decision_region(s)
            x, y = _figure_position(s, foe_of(action), region)
        elif action.family in ATTACKS:
            id_, kind = target_of_attack(action), "enemy"
            region = box.REGIONS.index(str(action.params["region"]))
            x, y = _figure_position(s, foe_of(action), region)
            if f"push-{foe_of(action)}" in targets and region == s.leader_at[s.observer]:
                continue  # the figure selects Predslava's push; the region selects the attack
        elif action.family in PUSHES:
            id_, kind, region = f"push-{foe_of(action)}", "push", s.leader_at[s.observer]
            x, y = _figure_position(s, foe_of(action), region)
        else:
            continue
        if id_ in targets and all(spot["target"] != id_ for spot in spots):
            label = label_of(action, s, words) or label_by_name(action, words, names)
            spot = {"target": id_, "kind": kind, "region": box.REGIONS[region], "x": x, "y": y, "label": label}
            spot["structure"] = str(action.params.get("structure", ""))
            spot["zoom"] = LANDS[region]["zoom"]
            spots.append(spot)
    return spots


def _figure_position(s: RurikState, foe: str, region: int) -> tuple[int, int]:
    """Return the coordinates of the figures in a region that belong to `foe`, see `foe_of`."""
    if not foe.isdigit():
        x, y = LANDS[region]["rebels"]
    else:
        present = [player for player in range(s.sides) if s.figures(player, region)]
        x, y = LANDS[region]["troops"][str(len(present))][present.index(int(foe))]
    return x, y


def _label(s: RurikState, words: Words, names: Sequence[str], region: int, ruler: int | None) -> str:
    """Return a region's label for screen readers: its good, ruler, figures and structures."""
    good = {"good": box.GOODS[s.region_goods[region]]}
    parts = [words.name("region", box.REGIONS[region])]
    parts.append(words.text("board", "good_here" if s.goods >> region & 1 else "good_gone", good))
    if ruler is not None:
        parts.append(words.text("board", "ruled", {"name": names[ruler]}))
    if s.rebels >> region & 1:
        parts.append(words.term("rebel"))
    if s.neutral >> region & 1:
        parts.append(words.text("board", "neutral", {}))
    for player in range(s.sides):
        if s.leader_at[player] == region:
            params = {"name": names[player], "leader": box.LEADERS[s.leaders[player]]}
            parts.append(words.text("board", "chief", params))
        if s.troops[player * box.REGION_COUNT + region]:
            count = s.troops[player * box.REGION_COUNT + region]
            parts.append(words.text("board", "troops", {"name": names[player], "count": count}))
        for kind, name in enumerate(box.STRUCTURES):
            if s.structures[player * box.STRUCTURE_COUNT + kind] >> region & 1:
                parts.append(words.text("board", "structure", {"structure": name, "name": names[player]}))
    return ", ".join(parts)


def _decision_region(s: RurikState) -> int:
    """Return the region of the current decision, or -1."""
    top = s.stack[-1] if s.stack else None
    if isinstance(top, (Casualties, ChooseConverted, LoseFigure, ReplaceByChurch)):
        return top.region
    if isinstance(top, Escort):
        return top.to
    return -1


def _actions_by_place(s: RurikState, legal: Sequence[Action]) -> dict[str, str]:
    """Return, for each place, the action that a click on it begins, if only one of several actions can begin there."""
    places_by_action = {
        action.text: places_of(first_main_actions(s, [action]) or first_point_actions(s, [action]))
        for action in legal
        if ACTIONS.opens_question(action)
    }
    if len(places_by_action) < 2:
        return {}
    all_places = {place for places in places_by_action.values() for place in places}
    actions = {place: [way for way, places in places_by_action.items() if place in places] for place in all_places}
    return {place: texts[0] for place, texts in actions.items() if len(texts) == 1}


class RurikBoard(BoardView[RurikState]):
    """The board view of Rurik."""

    def base_map(self, words: Words, *chosen: Any) -> dict[str, Any]:
        """Return the parts of the map that are the same in every game: lands and seas."""
        return {
            "layout": LAYOUT,
            "title": words.text("board", "map", {}),
            "seas": {sea["id"]: words.text("board", sea["id"], {}) for sea in LAYOUT["seas"]},
        }

    def pieces(self, s: RurikState, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any]:
        """Return the pieces on the map: goods, rebels, figures, structures, and the rulers."""
        targets = places_of(legal) | starting_places(s, legal)
        journey_starts = _journey_starts([*legal, *first_actions(s, legal)])
        actions_by_place = _actions_by_place(s, legal)
        everywhere = all(f"region-{box.REGIONS[region]}" in targets for region in bits(s.regions()))
        ruled = [s.ruled_regions(player) for player in range(s.sides)]
        chosen = _decision_region(s)
        contexts: dict[str, list[dict[str, Any]]] = {
            "goods": [],
            "rebels": [],
            "buildings": [],
            "troops": [],
            "leaders": [],
        }
        contexts["neutral"] = []
        regions: list[dict[str, Any]] = []
        for region, id_ in enumerate(box.REGIONS):
            place = LANDS[region]
            in_play = bool(s.regions() >> region & 1)
            ruler = next((player for player in range(s.sides) if ruled[player] >> region & 1), None)
            good = box.GOODS[s.region_goods[region]]
            target = f"region-{id_}"
            regions.append(
                {
                    "id": id_,
                    "name": words.name("region", id_),
                    "name_at": (place["lines"][0]["x"], place["lines"][0]["y"]),
                    "size": place["size"],
                    "capital": bool(box.CAPITALS >> region & 1),
                    "label": _label(s, words, names, region, ruler) if in_play else _out_of_play_label(words, id_),
                    "in_play": in_play,
                    "good": good,
                    "good_at": place["good"],
                    "ruler": ruler,
                    "chosen": region == chosen,
                    "target": target if target in targets else None,
                    "quiet": target not in journey_starts["starts"] if journey_starts["starts"] else everywhere,
                    "near": " ".join(journey_starts.get(id_, [])),
                    "ends": bool(journey_starts["starts"])
                    and target not in journey_starts["starts"]
                    and id_ in journey_starts,
                    "means": actions_by_place.get(target, ""),
                    "zoom": place["zoom"],
                }
            )
            if in_play:
                _add_pieces(s, region, good, contexts)
                _add_figures(s, words, region, contexts, targets)
        contexts["leaders"].sort(key=lambda leader: leader["owner"])
        spots = _spots(s, words, names, [*legal, *first_actions(s, legal)], targets)
        for spot in spots:
            spot["means"] = actions_by_place.get(spot["target"], "")
        return {"regions": regions, "did": None, "spots": spots, **contexts}

    def log_context(self, notes: Sequence[Note], words: Words, names: Sequence[str]) -> dict[str, Any]:
        """Return the last turn of the rebellion of a solo game, see `last_turn`."""
        return {"did": last_turn(notes, words, names)}

    def panel(self, s: RurikState, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any]:
        """Return the panel next to the map."""
        return panel(s, words, names, legal)


BOARD: Final = RurikBoard(size=(1100, 1188), same_to_all=True, on_board=ON_BOARD)
