"""The table of Brian Boru as a drawing: what an observed state puts on the map and beside it. See docs/drawing.md."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Final

from regnum.core.action import Action, Param
from regnum.core.atlas import bits
from regnum.core.drawing import About, Drawing, Standing, Summary, tallies
from regnum.core.folder import read_layout
from regnum.core.words import Words
from regnum.games.brian_boru import components as box
from regnum.games.brian_boru.actions import CardAction, TownAction, secondary
from regnum.games.brian_boru.drawing.cards import shown_bride, shown_card, shown_space
from regnum.games.brian_boru.drawing.telling import asked, standings, token, told_of, what_lies
from regnum.games.brian_boru.icons import WAYS
from regnum.games.brian_boru.marriage import AnswerPrincess, DowryTown, GrantedTown
from regnum.games.brian_boru.regions import needed
from regnum.games.brian_boru.state import NO_CARDS, BrianBoruState

_UPKEEP: Final = Summary(
    "upkeep",
    "wedding no_wedding invasion repelled church_first church_second token_opens token_claimed token_lost",
    "loses_town cede spoils small_spoils gains_points loses_points renown coins dowry grant princess claim "
    "raiders church_discs steps falls_back drive_off monastery pass",
    {"gains_points": "points", "spoils": "points", "small_spoils": 1, "church_second": 1},
    anew=False,
)
"""What comes after the last action card of a round: the wedding, the Vikings, the church, the regions."""
_COLUMNS: Final = {"points": "points", "town": "towns", "cards": "hand"}
"""Icons in the heads of the players' table that stand on no card, and the terms for them."""

_LAYOUT: Final[dict[str, Any]] = read_layout(box.PACKAGE)
_PLACES: Final = {town["id"]: (town["x"], town["y"]) for town in _LAYOUT["towns"]}
_TOKENS: Final = {region["id"]: tuple(region["token"]) for region in _LAYOUT["regions"]}


@cache
def _printed(words: Words, town: int) -> str:
    """Return what the map says of a town in every game."""
    params = {"town": box.TOWNS[town], "region": box.REGIONS[box.TOWN_REGION[town]]}
    return words.say("board", "town", {**params, "colour": box.COLOURS[box.TOWN_COLOUR[town]]})


def _town(
    s: BrianBoruState, words: Words, names: Sequence[str], town: int, owner: int, targets: set[str]
) -> dict[str, Any]:
    id_ = box.TOWNS[town]
    x, y = _PLACES[id_]
    viking = bool(s.vikings >> town & 1)
    monastery = bool(s.monasteries >> town & 1)
    label = [_printed(words, town), *what_lies(s, words, names, town)]
    goal = f"town-{id_}"
    return {
        "id": id_,
        "name": words.name("town", id_),
        "label": ", ".join(label),
        "colour": box.COLOURS[box.TOWN_COLOUR[town]],
        "x": x,
        "y": y,
        "owner": owner if owner >= 0 else None,
        "viking": viking,
        "monastery": monastery,
        "active": town == s.active,
        "zoom": _zoom(x, y),
        "target": goal if goal in targets else None,
    }


def _lettered(words: Words, region: Mapping[str, Any]) -> dict[str, Any]:
    """Return a region of the layout, named as printed or as a language with other letters names it."""
    text = words.name("on_map", region["id"])
    if text == region["id"]:
        return dict(region)
    lines = zip(region["lines"], text.split("|"), strict=True)
    return {**region, "lines": [{**line, "text": part} for line, part in lines]}


@cache
def _zoom(x: int, y: int) -> str:
    """Return the view box of a closer look at a town: half the map."""
    wide, high = BrianBoruDrawing.SIZE[0] // 2, BrianBoruDrawing.SIZE[1] // 2
    return f"{min(max(x - wide // 2, 0), wide)} {min(max(y - high // 2, 0), high)} {wide} {high}"


def _claim(s: BrianBoruState, words: Words, names: Sequence[str], region: int) -> dict[str, Any]:
    id_ = box.REGIONS[region]
    x, y = _TOKENS[id_]
    up = bool(s.open >> region & 1)
    owner = s.owner[region]
    return {
        "id": id_,
        "label": token(s, words, names, region),
        "x": x,
        "y": y,
        "points": box.VALUE[region],
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
    notes = [
        words.name("region", box.REGIONS[region]) for region in range(len(box.REGIONS)) if s.owner[region] == player
    ]
    brides = [words.name("bride", box.BRIDES[bride]) for bride in bits(s.wed[player])]
    brides += [words.name("answer", way) for way, who in (("pact", s.pact), ("trade", s.trade)) if who == player]
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
    SAME_TO_ALL: ClassVar[bool] = True
    SUMMARIES: ClassVar[tuple[Summary, ...]] = (_UPKEEP,)
    SIGNS: ClassVar[Mapping[str, str]] = {
        "battle": "raiders fleet invasion repelled drive_off loses_town cede buy_raider",
        "build": "monastery",
        "card": "keep lead follow",
        "church": "church_discs church_first church_second buy_disc",
        "coin": "coins pays",
        "place": "settle expand claim contest dowry grant struggle_won struggle_unwon",
        "points": "gains_points loses_points renown spoils small_spoils token_claimed token_opens token_lost",
        "ring": "steps buy_step falls_back bride no_wedding wedding princess",
    }
    ON_BOARD: ClassVar[tuple[str, ...]] = ("discs", "vikings", "monasteries", "open", "owner", "active")
    PLACES: ClassVar[tuple[str, ...]] = ("town-", "claim-", "card-", "space-")
    UNEXPECTED: ClassVar[frozenset[str]] = frozenset({"card_not_in_hand", "card_not_in_packet"})

    def land(self, words: Words, *chosen: Any) -> dict[str, Any]:
        """Return the map: towns and regions with their names."""
        return {
            "layout": {**_LAYOUT, "regions": [_lettered(words, region) for region in _LAYOUT["regions"]]},
            "title": words.say("board", "map", {}),
            "towns": {
                id_: {"name": words.name("town", id_), "colour": box.COLOURS[box.TOWN_COLOUR[town]]}
                for town, id_ in enumerate(box.TOWNS)
            },
            "regions": {
                id_: {
                    "name": words.name("region", id_),
                    "points": box.VALUE[region],
                    "threshold": box.THRESHOLD[region],
                }
                for region, id_ in enumerate(box.REGIONS)
            },
        }

    def pieces(self, s: BrianBoruState, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any]:
        """Return what lies on the map: discs, Viking discs, monasteries, the town marker and the region tokens."""
        targets = {self.target(action) for action in legal}
        owners = [-1] * len(box.TOWNS)
        for player in range(s.players):
            for town in bits(s.discs[player]):
                owners[town] = player
        return {
            "towns": [_town(s, words, names, town, owners[town], targets) for town in range(len(box.TOWNS))],
            "claims": [_claim(s, words, names, region) for region in range(len(box.REGIONS))],
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
                "name": words.name("town", box.TOWNS[s.active]),
                "region": words.name("region", box.REGIONS[box.TOWN_REGION[s.active]]),
                "colour": box.COLOURS[box.TOWN_COLOUR[s.active]],
                "colour_name": words.name("colour", box.COLOURS[box.TOWN_COLOUR[s.active]]),
            },
            "round": s.round,
            "over": s.is_terminal,
            "rounds": box.ROUNDS[s.players],
            "battle_area": s.battle_area,
            "fleets": [box.STRENGTH[fleet] for fleet in s.fleets[: max(s.round - 1, 0)]],
            "brides_left": box.ROUNDS[s.players] - s.round,
            "undealt": len(box.CARDS) - s.players * box.DEALT[s.players] if s.stage != NO_CARDS else 0,
            "scale": _scale(s.points),
            "bride": shown_bride(s.bride, words) if s.bride >= 0 else None,
            "spaces": [
                {
                    **shown_space(space, words),
                    "seats": [player for player in range(s.players) if s.track[player] == space],
                }
                for space in range(box.TRACK_TOP + 1)
            ],
            "players": [_player(s, words, player) for player in range(s.players)],
            "viewer": viewer,
            "legend": [
                *((icon, words.name("icon", icon)) for icon in box.ICONS),
                *((icon, words.term(term)) for icon, term in _COLUMNS.items()),
            ],
        }

    def status(self, s: BrianBoruState, words: Words) -> str:
        """Return the round and the part of it."""
        if not s.stack:
            return words.title("final_scoring")
        if s.round == 0:
            return words.say("board", "setup", {})
        told = [words.say("board", "round", {"round": s.round, "rounds": box.ROUNDS[s.players]})]
        top = s.stack[-1]
        if s.stage != NO_CARDS and s.stage < box.STAGES[s.players]:
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
            return words.name("region", box.REGIONS[box.TOWN_REGION[action.town]])
        return ""

    def places(self, params: Mapping[str, Param]) -> list[str]:
        """Return the town and the region's token."""
        return [f"{place}-{params[name]}" for name, place in (("town", "town"), ("region", "claim")) if name in params]

    def prompt(self, s: BrianBoruState, words: Words, names: Sequence[str]) -> str:
        """Return how many cards are to be kept, or which town is fought for, who is ahead and what beats his card."""
        return asked(s, words, names)

    def symbol(self, action: Action) -> str:
        """Return the colour of a card or town, or what a secondary action begins with."""
        if isinstance(action, TownAction):
            return f"suit-{box.COLOURS[box.TOWN_COLOUR[action.town]]}"
        if isinstance(action, CardAction):
            return f"suit-{box.COLOURS[box.CARD_COLOUR[action.card]]}"
        if action.family == secondary.name:
            way = secondary.of(action).choice
            return f"i-{next(box.ICONS[icon] for icon in WAYS if WAYS[icon] == way)}"
        return ""

    def label(self, action: Action, s: BrianBoruState, words: Words, names: Sequence[str]) -> str:
        """Return how much a secondary action gives, or costs."""
        if action.family != secondary.name:
            return ""
        way, (player,) = secondary.of(action).choice, s.players_to_act
        icons = next(icons for icons in box.SECONDARY[s.played[player]] if WAYS[icons[0]] == way)
        counted = box.PAY if box.PAY in icons else icons[0]
        return words.say("way", str(action.params["way"]), {"count": icons.count(counted)})

    def about(self, place: str, s: BrianBoruState, words: Words, names: Sequence[str]) -> About | None:
        """Tell of towns, tokens, cards, spaces of the marriage track."""
        return told_of(place, s, words, names)

    def points(self, s: BrianBoruState) -> list[int]:
        """Return the points scored up to now."""
        return s.points if s.stack else s.scores()

    def public(self, s: BrianBoruState, words: Words) -> list[list[tuple[str, int, str]]]:
        """Return coins, towns and cards."""
        counts = [(s.coins[each], s.controlled(each).bit_count(), s.hand_size(each)) for each in range(s.players)]
        kinds = [("i-coin", words.term("coins")), ("i-town", words.term("towns")), ("i-cards", words.term("hand"))]
        return tallies(kinds, counts)

    def standings(self, s: BrianBoruState, words: Words) -> list[Standing]:
        """Return who counts most in each region, and what each player has."""
        return standings(s, words)


DRAWING: Final = BrianBoruDrawing("regnum.games.brian_boru")
