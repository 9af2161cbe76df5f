"""The table of Brian Boru as a drawing: what an observed state puts on the map and beside it. See docs/drawing.md."""

from collections.abc import Mapping, Sequence
from functools import cache
from math import hypot
from typing import Any, ClassVar, Final

from regnum.core.action import Action, Param
from regnum.core.bitmask import bits
from regnum.core.drawing import About, Drawing, Report, Standing, Summary, tallies
from regnum.core.folder import read_layout
from regnum.core.note import Line
from regnum.core.words import Words, upfirst
from regnum.games.brian_boru import components as box
from regnum.games.brian_boru.actions import (
    CardAction,
    TownAction,
    buy_step,
    cede,
    drive_off,
    expand,
    keep,
    monastery,
    princess,
    secondary,
)
from regnum.games.brian_boru.drawing.cards import shown_bride, shown_card, shown_space
from regnum.games.brian_boru.drawing.marks import lacking_coins, lacks, marks
from regnum.games.brian_boru.drawing.report import struggle_report, upkeep_report
from regnum.games.brian_boru.drawing.telling import (
    COLUMNS,
    advised,
    answer_told,
    asked,
    climb,
    foretold,
    harms,
    icons_of,
    standing,
    standings,
    step_told,
    token,
    told_of,
    town_told,
    way_told,
    what_lies,
)
from regnum.games.brian_boru.icons import WAYS
from regnum.games.brian_boru.marriage import AnswerPrincess, DowryTown, GrantedTown
from regnum.games.brian_boru.regions import counts, needed
from regnum.games.brian_boru.state import NO_CARDS, BrianBoruState

_STRUGGLE: Final = Summary(
    "struggle",
    "struggle_won struggle_unwon",
    "secondary claim claim_marker coins pays loses_points renown church_discs raiders steps falls_back "
    "buy_disc buy_raider buy_step expand drive_off pass",
    back="contest",
)
"""Who won a town with which card, and what everybody did."""
_UPKEEP: Final = Summary(
    "upkeep",
    "wedding no_wedding invasion repelled church_first church_second token_opens token_claimed token_lost",
    "loses_town cede spoils small_spoils gains_points loses_points renown coins dowry grant princess claim "
    "raiders church_discs steps falls_back drive_off monastery pass token_kept token_tied token_down token_vikings",
    {"gains_points": "points", "spoils": "points", "small_spoils": 1, "church_second": 1},
    anew=False,
    past="token_claimed token_lost",
)
"""What comes after the last action card of a round: the wedding, the Vikings, the church, the regions."""
_SETTLING: Final = Summary("settling", "settle", "settle", anew=False)
"""Where everybody settles at the beginning."""
_OF_THE_TRACK: Final = frozenset({"buy_step", "dowry", "princess", "grant"})
"""The families of actions in which somebody goes up the marriage track or gets what it brings."""
_LAYOUT: Final[dict[str, Any]] = read_layout(box.PACKAGE)
_MARKS: Final = 3
"""So many players who have equally much of something are shown side by side; the players' table has all of them."""
_LONG: Final = 125
"""For so many points the track has ticks five points apart; for more they are further apart."""
_SMALL: Final = 25
"""The size of letters on a small map, as in board.css."""
_PLACES: Final[dict[str, tuple[int, int]]] = {town["id"]: (town["x"], town["y"]) for town in _LAYOUT["towns"]}
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


def _box(x: float, y: float, wide: float, high: float, anchor: str = "middle") -> tuple[float, float, float, float]:
    left = x - wide * {"start": 0, "middle": 0.5, "end": 1}[anchor]
    return left, y - high, left + wide, y


@cache
def _roomy(words: Words) -> frozenset[str]:
    """Return the towns whose names have room on a small map: they cover no town, token or name of a region or town."""
    taken = [_box(x, y + 34, 68, 68) for x, y in _PLACES.values()]
    taken += [_box(x, y + 32, 56, 66) for x, y in _TOKENS.values()]
    for region in _LAYOUT["regions"]:
        for line in _lettered(words, region)["lines"]:
            taken.append(_box(line["x"], line["y"], 0.75 * 27 * len(line["text"]), 27))
    found: set[str] = set()
    for town in _LAYOUT["towns"]:
        box_ = name_box(words, town, _SMALL)
        x, y = _PLACES[town["id"]]
        own = _box(x, y + 34, 68, 68)
        if box_[0] < 0 or box_[2] > BrianBoruDrawing.SIZE[0]:
            continue
        if nearest(box_) == town["id"] and not any(_meet(box_, other) for other in taken if other != own):
            found.add(town["id"])
            taken.append(box_)
    return frozenset(found)


def name_box(words: Words, town: Mapping[str, Any], size: int) -> tuple[float, float, float, float]:
    """Return about how much room the name of a town of the layout takes in letters of a size."""
    at, name = town["name"], words.name("town", town["id"])
    return _box(at["x"], at["y"] + 0.2 * size, size * sum(map(_width, name)), 1.08 * size, at["anchor"])


def _width(letter: str) -> float:
    """Return about how wide a letter of a name is, for its size."""
    return 0.35 if letter in "iíltfjі -" else 0.88 if letter in "mwшщжмюф" else 0.74 if letter.isupper() else 0.56


def nearest(box_: tuple[float, float, float, float]) -> str:
    """Return the town that is nearest to a box."""
    left, top, right, bottom = box_

    def away(town: str) -> float:
        x, y = _PLACES[town]
        return hypot(max(left - x, 0, x - right), max(top - y, 0, y - bottom))

    return min(_PLACES, key=away)


def _meet(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@cache
def _zoom(x: int, y: int) -> str:
    """Return the view box of a closer look at a town: half the map."""
    wide, high = BrianBoruDrawing.SIZE[0] // 2, BrianBoruDrawing.SIZE[1] // 2
    return f"{min(max(x - wide // 2, 0), wide)} {min(max(y - high // 2, 0), high)} {wide} {high}"


def _around(x: int, y: int) -> str:
    """Return the view box of what lies around a town: a strip of half the map's width."""
    wide, high = BrianBoruDrawing.SIZE[0] // 2, 150
    left, top = BrianBoruDrawing.SIZE[0] - wide, BrianBoruDrawing.SIZE[1] - high
    return f"{min(max(x - wide // 2, 0), left)} {min(max(y - high // 2, 0), top)} {wide} {high}"


def _courts(action: Action) -> bool:
    """Tell whether an action has to do with the marriage track."""
    way = secondary.of(action).choice if secondary.has(action) else -1
    return way == WAYS[box.COURTSHIP] or action.family in _OF_THE_TRACK


def _claim(s: BrianBoruState, words: Words, names: Sequence[str], region: int) -> dict[str, Any]:
    id_ = box.REGIONS[region]
    x, y = _TOKENS[id_]
    up = bool(s.open >> region & 1)
    owner = s.owner[region]
    found = counts(s, region)
    return {
        "id": id_,
        "label": token(s, words, names, region),
        "x": x,
        "y": y,
        "points": box.VALUE[region],
        "threshold": needed(s, region),
        "open": up,
        "tied": found.count(max(found)) > 1,
        "owner": owner if owner >= 0 else None,
    }


def _scale(points: Sequence[int]) -> dict[str, Any]:
    """Return the points track: its length, the steps between its ticks, and the discs, close ones above each other."""
    top = max(30, -(-max(points) // 10) * 10)
    close = top / 13  # so many points are as wide as a disc
    levels: list[int] = []
    for seat, value in enumerate(points):
        taken = {levels[other] for other in range(seat) if abs(points[other] - value) < close}
        levels.append(next(level for level in range(seat + 1) if level not in taken))
    stands = [{"seat": seat, "at": value, "level": levels[seat]} for seat, value in enumerate(points)]
    return {"top": top, "step": 5 * -(-top // _LONG), "stands": stands, "levels": max(1, *levels)}


def _boards(s: BrianBoruState, words: Words, names: Sequence[str]) -> list[dict[str, Any]]:
    """Return how battle, church and marriage stand in short: who has the most, and what the viewer has."""
    found: list[dict[str, Any]] = []
    kinds = (
        ("battle", "viking", "column-raiders_held", words.title("raiders_held"), s.raiders, s.battle_area),
        ("church", "church", "column-church_discs", words.title("church_discs"), s.church, None),
        ("marriage", "courtship", "", upfirst(words.say("board", "track", {})), s.track, None),
    )
    for id_, icon, about, title, counts_, left in kinds:
        most = max(counts_)
        first = [player for player in range(s.players) if counts_[player] == most] if most else []
        stands = [(first[:_MARKS], most)] if first else []
        if s.observer >= 0 and s.observer not in first:
            stands.append(([s.observer], counts_[s.observer]))
        told = [
            words.say("board", "counted", {"side": name, "towns": count}) for name, count in _most_first(names, counts_)
        ]
        told += [f"{words.term('battle_area')} {left}"] * (left is not None)
        said = f"{title}: {', '.join(told)}"
        found.append({"id": id_, "icon": icon, "about": about, "told": said, "stands": stands, "left": left})
    return found


def _most_first(names: Sequence[str], counted: Sequence[int]) -> list[tuple[str, int]]:
    return sorted(zip(names, counted, strict=False), key=lambda one: -one[1])


def _player(s: BrianBoruState, words: Words, player: int) -> dict[str, Any]:
    notes = [
        words.name("region", box.REGIONS[region]) for region in range(len(box.REGIONS)) if s.owner[region] == player
    ]
    brides = [(box.BRIDES[bride], words.name("bride", box.BRIDES[bride])) for bride in bits(s.wed[player])]
    answers = [words.name("answer", way) for way, who in (("pact", s.pact), ("trade", s.trade)) if who == player]
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
        "answers": answers,
    }


class BrianBoruDrawing(Drawing[BrianBoruState]):
    """The table of Brian Boru: the map of Ireland, the tracks, the cards."""

    SIZE: ClassVar[tuple[int, int]] = (1000, 1300)
    SECTIONS: ClassVar[frozenset[str]] = frozenset({"round"})
    SAME_TO_ALL: ClassVar[bool] = True
    SUMMARIES: ClassVar[tuple[Summary, ...]] = (_STRUGGLE, _UPKEEP, _SETTLING)
    PASSED_OVER: ClassVar[frozenset[str]] = frozenset({"keep", "pass"})
    OPENINGS: ClassVar[frozenset[str]] = frozenset({"contest", "secondary", "struggle_won"})
    SIGNS: ClassVar[Mapping[str, str]] = {
        "battle": "raiders fleet invasion repelled drive_off loses_town cede buy_raider",
        "build": "monastery",
        "card": "keep lead follow",
        "church": "church_discs church_first church_second buy_disc",
        "coin": "coins pays",
        "place": "settle expand claim claim_marker contest dowry grant struggle_won struggle_unwon",
        "points": "gains_points loses_points renown spoils small_spoils token_claimed token_opens token_lost",
        "ring": "steps buy_step falls_back bride no_wedding wedding princess",
    }
    AMOUNTS: ClassVar[Mapping[str, str]] = {
        "coins": "coins",
        "pays": "coins",
        "gains_points": "points",
        "loses_points": "points",
        "renown": "renown",
    }
    CARDS: ClassVar[tuple[str, ...]] = ("card-",)
    ON_BOARD: ClassVar[tuple[str, ...]] = ("discs", "vikings", "monasteries", "open", "owner", "active")
    PLACES: ClassVar[tuple[str, ...]] = ("town-", "claim-", "card-", "space-", "bride-", "column-")
    NEWS: ClassVar[frozenset[str]] = frozenset({"no_wedding", "token_lost"})
    DETAILS: ClassVar[frozenset[str]] = frozenset({"token_kept", "token_tied", "token_down", "token_vikings"})
    UNEXPECTED: ClassVar[frozenset[str]] = frozenset({"card_not_in_hand", "card_not_in_packet"})

    def land(self, words: Words, *chosen: Any) -> dict[str, Any]:
        """Return the map: towns and regions with their names."""
        return {
            "layout": {**_LAYOUT, "regions": [_lettered(words, region) for region in _LAYOUT["regions"]]},
            "title": words.say("board", "map", {}),
            "roomy": _roomy(words),
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
        climbs = {action.text: found for action in legal if (found := climb(action, s)) is not None}
        warned = [text for text, found in climbs.items() if found.is_short]
        warned += [action.text for action in legal if secondary.has(action) and harms(action, s)]
        return {
            "packet": [shown_card(card, words, actions) for card in bits(packet)],
            "cards": [shown_card(card, words, actions, marks(s, words, viewer, card)) for card in bits(hand)],
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
                "place": f"town-{box.TOWNS[s.active]}",
                "name": words.name("town", box.TOWNS[s.active]),
                "around": _around(*_PLACES[box.TOWNS[s.active]]),
                "counts": " ".join(standing(s, words, names, box.TOWN_REGION[s.active])),
                "region": words.name("region", box.REGIONS[box.TOWN_REGION[s.active]]),
                "colour": box.COLOURS[box.TOWN_COLOUR[s.active]],
                "colour_name": words.name("colour", box.COLOURS[box.TOWN_COLOUR[s.active]]),
            },
            "drafting": s.stage != NO_CARDS and s.stage < box.STAGES[s.players],
            "to_keep": s.to_keep[viewer] if packet else 0,
            "courting": any(map(_courts, legal)),
            "warned": [f"do-{text.replace(' ', '-')}" for text in warned],
            "round": s.round,
            "over": s.is_terminal,
            "battle_area": s.battle_area,
            "fleets": [box.STRENGTH[fleet] for fleet in s.fleets[: max(s.round - 1, 0)]],
            "brides_left": box.ROUNDS[s.players] - s.round,
            "undealt": len(box.CARDS) - s.players * box.DEALT[s.players] if s.stage != NO_CARDS else 0,
            "scale": _scale(s.points),
            "boards": _boards(s, words, names) if s.round and s.stack else [],
            "bride": shown_bride(s.bride, words) if s.bride >= 0 else None,
            "spaces": [
                {
                    **shown_space(space, words),
                    "seats": [player for player in range(s.players) if s.track[player] == space],
                    "ends": any(found.end == space for found in climbs.values()),
                    "short": any(found.end == space and found.is_short for found in climbs.values()),
                }
                for space in range(box.TRACK_TOP + 1)
            ],
            "players": [_player(s, words, player) for player in range(s.players)],
            "viewer": viewer,
            "legend": [
                *((icon, words.name("icon", icon)) for icon in box.ICONS),
                *((icon, words.term(COLUMNS[icon])) for icon in ("points", "town", "token", "cards")),
            ],
            "columns": [(icon, term, words.term(term)) for icon, term in COLUMNS.items()],
        }

    def report(self, key: str, lines: Sequence[Line], words: Words, names: Sequence[str]) -> Report:
        """Return the cards of a power struggle and what it changed, or what the end of a round brought to whom."""
        return (struggle_report if key == "struggle" else upkeep_report)(lines, words, names)

    def losses(self, lines: Sequence[Line], side: int) -> list[Line]:
        """Return where a side has lost a town."""
        return [line for line in lines if line.key == "loses_town" and line.player == side]

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

    def is_second_half(self, action: Action) -> bool:
        """Tell whether it keeps a card: two are kept in one go."""
        return action.family == keep.name

    def symbol(self, action: Action) -> str:
        """Return the colour of a card or town, a Viking disc to be removed, or what a secondary action begins with."""
        if drive_off.has(action):
            return "viking"
        if isinstance(action, TownAction):
            return f"suit-{box.COLOURS[box.TOWN_COLOUR[action.town]]}"
        if isinstance(action, CardAction):
            return f"suit-{box.COLOURS[box.CARD_COLOUR[action.card]]}"
        if action.family == secondary.name:
            way = secondary.of(action).choice
            return f"i-{next(box.ICONS[icon] for icon in WAYS if WAYS[icon] == way)}"
        return ""

    def label(self, action: Action, s: BrianBoruState, words: Words, names: Sequence[str]) -> str:
        """Return what an action gives or costs, what is marked on a card, whose disc a Viking one covers.

        Of a town that is lost or gets a monastery: what is counted then in its region.
        """
        if isinstance(action, CardAction) and action.family != keep.name:
            marked = marks(s, words, s.players_to_act[0], action.card).brief()
            return f"{words.name('card', box.CARDS[action.card])} ({marked})" if marked else ""
        if princess.has(action):
            return answer_told(action, s, words)
        if action is buy_step:
            return step_told(s, words)
        if drive_off.has(action):
            town = drive_off.of(action).town
            below = [
                words.say("board", "disc_of", {"name": names[each]})
                for each in range(s.players)
                if s.discs[each] >> town & 1
            ]
            return ", ".join([words.name("town", box.TOWNS[town]), *below])
        if cede.has(action) or monastery.has(action):
            return town_told(action, s, words, names)
        if expand.has(action):
            town = expand.of(action).town
            there = {"town": box.TOWNS[town], "region": box.REGIONS[box.TOWN_REGION[town]], "coins": box.EXPAND_COST}
            return words.say("board", "expand", there)
        if action.family != secondary.name:
            return ""
        marked = lacks(words, *lacking_coins(s, s.players_to_act[0], icons_of(action, s)))
        told = way_told(action, s, words)
        return f"{told} ({marked})" if marked else told

    def about(self, place: str, s: BrianBoruState, words: Words, names: Sequence[str]) -> About | None:
        """Tell of towns, tokens, cards, spaces of the marriage track."""
        return told_of(place, s, words, names)

    def foretold(self, action: Action, s: BrianBoruState, words: Words, names: Sequence[str]) -> list[str]:
        """Return whether a card would be ahead in the power struggle, or win it, or cannot."""
        return foretold(action, s, words)

    def advised(self, action: Action, s: BrianBoruState, words: Words) -> str:
        """Return what a card of the draft is kept for."""
        return advised(action, s, words)

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
