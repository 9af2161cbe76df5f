"""The table of Brian Boru as a drawing: what an observed state puts on the map and beside it. See docs/drawing.md."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from regnum.core.action import Action
from regnum.core.atlas import bits
from regnum.core.drawing import Drawing
from regnum.core.folder import read_layout
from regnum.core.words import Words
from regnum.games.brian_boru.actions import TownAction
from regnum.games.brian_boru.components import (
    BRIDES,
    CARDS,
    COLOURS,
    DEALT,
    ICONS,
    PACKAGE,
    REGIONS,
    ROUNDS,
    STAGES,
    STRENGTH,
    THRESHOLD,
    TOWN_COLOUR,
    TOWN_REGION,
    TOWNS,
    TRACK_TOP,
    VALUE,
)
from regnum.games.brian_boru.drawing.cards import shown_bride, shown_card, shown_space
from regnum.games.brian_boru.marriage import AnswerPrincess, DowryTown, GrantedTown
from regnum.games.brian_boru.regions import needed
from regnum.games.brian_boru.scoring import final_points
from regnum.games.brian_boru.state import NO_CARDS, BrianBoruState

_COLUMNS: Final = {"points": "points", "town": "towns", "cards": "hand"}
"""Icons in the heads of the players' table that stand on no card, and the terms for them."""

_LAYOUT: Final[dict[str, Any]] = read_layout(PACKAGE)
_PLACES: Final = {town["id"]: (town["x"], town["y"]) for town in _LAYOUT["towns"]}
_TOKENS: Final = {region["id"]: tuple(region["token"]) for region in _LAYOUT["regions"]}


def _town(
    s: BrianBoruState, words: Words, names: Sequence[str], town: int, owner: int, targets: set[str]
) -> dict[str, Any]:
    id_ = TOWNS[town]
    x, y = _PLACES[id_]
    viking = bool(s.vikings >> town & 1)
    monastery = bool(s.monasteries >> town & 1)
    params = {"town": id_, "region": REGIONS[TOWN_REGION[town]], "colour": COLOURS[TOWN_COLOUR[town]]}
    label = [words.say("board", "town", params)]
    if owner >= 0:
        label.append(names[owner])
    if viking:
        label.append(words.term("viking_disc"))
    if monastery:
        label.append(words.term("monastery"))
    if town == s.active:
        label.append(words.term("active_town"))
    goal = f"town-{id_}"
    return {
        "id": id_,
        "name": words.name("town", id_),
        "label": ", ".join(label),
        "colour": COLOURS[TOWN_COLOUR[town]],
        "x": x,
        "y": y,
        "owner": owner if owner >= 0 else None,
        "viking": viking,
        "monastery": monastery,
        "active": town == s.active,
        "zoom": _zoom(x, y),
        "target": goal if goal in targets else None,
    }


def _zoom(x: int, y: int) -> str:
    """Return the view box of a closer look at a town: half the map."""
    wide, high = BrianBoruDrawing.SIZE[0] // 2, BrianBoruDrawing.SIZE[1] // 2
    return f"{min(max(x - wide // 2, 0), wide)} {min(max(y - high // 2, 0), high)} {wide} {high}"


def _claim(s: BrianBoruState, words: Words, names: Sequence[str], region: int) -> dict[str, Any]:
    id_ = REGIONS[region]
    x, y = _TOKENS[id_]
    up = bool(s.open >> region & 1)
    owner = s.owner[region]
    params = {"region": id_, "points": VALUE[region], "towns": needed(s, region)}
    label = words.say("board", "token_up" if up else "token_down", params)
    if up:
        label += f" {names[owner] if owner >= 0 else words.term('unowned')}"
    return {
        "id": id_,
        "label": label,
        "x": x,
        "y": y,
        "points": VALUE[region],
        "threshold": needed(s, region),
        "open": up,
        "owner": owner if owner >= 0 else None,
    }


def _scale(points: Sequence[int]) -> dict[str, Any]:
    """Return the points track: how far it goes, and where everybody stands, equals above each other."""
    top = max(30, -(-max(points) // 10) * 10)
    stands = [{"seat": seat, "at": value, "level": points[:seat].count(value)} for seat, value in enumerate(points)]
    return {"top": top, "stands": stands, "levels": max(stand["level"] for stand in stands)}


def _player(s: BrianBoruState, words: Words, player: int) -> dict[str, Any]:
    notes = [words.name("region", REGIONS[region]) for region in range(len(REGIONS)) if s.owner[region] == player]
    brides = [words.name("bride", BRIDES[bride]) for bride in bits(s.wed[player])]
    if s.pact == player:
        brides.append(words.name("answer", "pact"))
    if s.trade == player:
        brides.append(words.name("answer", "trade"))
    return {
        "points": s.points[player],
        "coins": s.coins[player],
        "renown": s.renown[player],
        "raiders": s.raiders[player],
        "church": s.church[player],
        "towns": s.controlled(player).bit_count(),
        "cards": s.hand_size(player),
        "marker": player == s.marker,
        "to_act": player in s.players_to_act,
        "regions": notes,
        "brides": brides,
    }


class BrianBoruDrawing(Drawing[BrianBoruState]):
    """The table of Brian Boru: the map of Ireland, the tracks, the cards."""

    SIZE: ClassVar[tuple[int, int]] = (1000, 1300)
    SECTIONS: ClassVar[frozenset[str]] = frozenset({"round"})

    def land(self, words: Words, *chosen: Any) -> dict[str, Any]:
        """Return the map: towns and regions with their names."""
        return {
            "layout": _LAYOUT,
            "title": words.say("board", "map", {}),
            "towns": {
                id_: {"name": words.name("town", id_), "colour": COLOURS[TOWN_COLOUR[town]]}
                for town, id_ in enumerate(TOWNS)
            },
            "regions": {
                id_: {
                    "name": words.name("region", id_),
                    "points": VALUE[region],
                    "threshold": THRESHOLD[region],
                    "title": words.name("region", id_),
                }
                for region, id_ in enumerate(REGIONS)
            },
        }

    def pieces(self, s: BrianBoruState, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any]:
        """Return what lies on the map: discs, Viking discs, monasteries, the town marker and the region tokens."""
        targets = {self.target(action) for action in legal}
        owners = [-1] * len(TOWNS)
        for player in range(s.players):
            for town in bits(s.discs[player]):
                owners[town] = player
        return {
            "towns": [_town(s, words, names, town, owners[town], targets) for town in range(len(TOWNS))],
            "claims": [_claim(s, words, names, region) for region in range(len(REGIONS))],
        }

    def panel(self, s: BrianBoruState, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any]:
        """Return what lies beside the map: the viewer's cards, the power struggle, the round, tracks and players."""
        viewer = s.observer
        actions = {self.target(action): action for action in legal}
        packet = s.packet[s.packet_before(viewer)] if viewer >= 0 and s.stage != NO_CARDS and s.to_keep[viewer] else 0
        hand = s.hand[viewer] if viewer >= 0 else 0
        best = s.winner() if s.active >= 0 else -1
        return {
            "packet": [shown_card(card, words, actions) for card in bits(packet)],
            "cards": [shown_card(card, words, actions) for card in bits(hand)],
            "played": [
                {
                    "player": player,
                    "card": shown_card(s.played[player], words, {}) if s.played[player] >= 0 else None,
                    "best": player == best,
                }
                for player in (s.clockwise() if s.active >= 0 else [])
            ],
            "own": shown_card(s.played[viewer], words, {}) if viewer >= 0 and s.played[viewer] >= 0 else None,
            "active": None
            if s.active < 0
            else {
                "name": words.name("town", TOWNS[s.active]),
                "region": words.name("region", REGIONS[TOWN_REGION[s.active]]),
                "colour": COLOURS[TOWN_COLOUR[s.active]],
                "colour_name": words.name("colour", COLOURS[TOWN_COLOUR[s.active]]),
            },
            "round": s.round,
            "over": s.is_terminal,
            "rounds": ROUNDS[s.players],
            "battle_area": s.battle_area,
            "fleets": [STRENGTH[fleet] for fleet in s.fleets[: max(s.round - 1, 0)]],
            "brides_left": ROUNDS[s.players] - s.round,
            "undealt": len(CARDS) - s.players * DEALT[s.players] if s.stage != NO_CARDS else 0,
            "scale": _scale(s.points),
            "bride": shown_bride(s.bride, words) if s.bride >= 0 else None,
            "spaces": [
                {
                    **shown_space(space, words),
                    "seats": [player for player in range(s.players) if s.track[player] == space],
                }
                for space in range(TRACK_TOP + 1)
            ],
            "players": [_player(s, words, player) for player in range(s.players)],
            "viewer": viewer,
            "legend": [
                *((icon, words.name("icon", icon)) for icon in ICONS),
                *((icon, words.term(term)) for icon, term in _COLUMNS.items()),
            ],
        }

    def status(self, s: BrianBoruState, words: Words) -> str:
        """Return the round and the part of it."""
        if not s.stack:
            return words.title("final_scoring")
        if s.round == 0:
            return words.say("board", "setup", {})
        told = [words.say("board", "round", {"round": s.round, "rounds": ROUNDS[s.players]})]
        top = s.stack[-1]
        if s.stage != NO_CARDS and s.stage < STAGES[s.players]:
            told.append(words.title("draft"))
        elif s.stage != NO_CARDS:
            params = {"struggle": s.struggle(), "struggles": s.tricks()}
            told.append(words.say("board", "struggle", params))
        elif isinstance(top, (DowryTown, AnswerPrincess, GrantedTown)):
            told.append(words.title("marriage"))
        else:
            told.append(words.title("battle" if "battle" in top.CLAUSE else "church"))
        if words.language != "de":
            told[1:] = [part[:1].lower() + part[1:] for part in told[1:]]
        return ", ".join(told)

    def target(self, action: Action) -> str:
        """Return the town or card on which a click means this action."""
        if "town" in action.params:
            return f"town-{action.params['town']}"
        if "card" in action.params:
            return f"card-{action.params['card']}"
        return ""

    def group(self, action: Action, words: Words) -> str:
        """Return the region in which the action's town lies."""
        if isinstance(action, TownAction):
            return words.name("region", REGIONS[TOWN_REGION[action.town]])
        return ""

    def scoring(self, s: BrianBoruState, words: Words, names: Sequence[str]) -> list[tuple[str, list[int]]]:
        """Return the points won in the game, then those of the final scoring by reason."""
        lines = final_points(s)
        before = [s.points[player] - sum(lines[player].values()) for player in range(s.players)]
        return [
            (words.say("board", "so_far", {}), before),
            *((words.say("final", key, {}), [line[key] for line in lines]) for key in lines[0]),
        ]


DRAWING: Final = BrianBoruDrawing("regnum.games.brian_boru")
