"""The components in the box, read from the data files: regions, towns, roads, cards, tracks and numbers.

Components are numbered in the order of the data files; a card's number is its value minus one. Sets of towns, regions
and cards are bit masks.
"""

from typing import Any, Final

from regnum.core import i64
from regnum.core.folder import read_data
from regnum.core.packed import Packed, packed
from regnum.core.rules.bitmask import mask_of
from regnum.core.rules.region_graph import RegionGraph

PACKAGE: Final = "regnum.games.brian_boru"

_map: Final = read_data(PACKAGE, "map")
_cards: Final[list[dict[str, Any]]] = read_data(PACKAGE, "cards")["card"]
_marriage: Final = read_data(PACKAGE, "marriage")
_setup: Final = read_data(PACKAGE, "setup")

RED: Final = 0
BLUE: Final = 1
YELLOW: Final = 2
WHITE: Final = 3
COLOURS: Final = ["red", "blue", "yellow", "white"]

# the map [brian_boru.board.regions, brian_boru.board.town_color, brian_boru.board.roads]
REGIONS: Final[list[str]] = [region["id"] for region in _map["region"]]
THRESHOLD: Final[Packed] = packed(region["threshold"] for region in _map["region"])
VALUE: Final[Packed] = packed(region["points"] for region in _map["region"])
TOWNS: Final[list[str]] = list(_map["towns"])
TOWN_REGION: Final[Packed] = packed(REGIONS.index(region) for region, _ in _map["towns"].values())
TOWN_COLOUR: Final[Packed] = packed(COLOURS.index(colour) for _, colour in _map["towns"].values())
REGION_TOWNS: Final[Packed] = packed(
    mask_of(town for town in range(len(TOWNS)) if TOWN_REGION[town] == region) for region in range(len(REGIONS))
)
COLOUR_TOWNS: Final[Packed] = packed(
    mask_of(town for town in range(len(TOWNS)) if TOWN_COLOUR[town] == colour) for colour in (RED, BLUE, YELLOW)
)
ROADS: Final = RegionGraph(TOWNS, [(first, second) for first, second in _map["roads"]["pairs"]])
ALL_TOWNS: Final[i64] = ROADS.everywhere

# the action cards [brian_boru.cards.colors, brian_boru.cards.value, brian_boru.cards.actions]
CARDS: Final[list[int]] = [card["value"] for card in _cards]
CARD_COLOUR: Final[Packed] = packed(COLOURS.index(card["colour"]) for card in _cards)
MATCHING: Final[Packed] = packed(
    mask_of(card for card in range(len(CARDS)) if CARD_COLOUR[card] in (colour, WHITE))
    for colour in (RED, BLUE, YELLOW)
)
"""For each colour of towns, a mask of the cards that can win one: those of its colour and white ones."""
COLOUR_CARDS: Final[Packed] = packed(
    mask_of(card for card in range(len(CARDS)) if CARD_COLOUR[card] == colour) for colour in range(len(COLOURS))
)

ICONS: Final = [
    "claim_town",
    "coin",
    "pay_coin",
    "church",
    "viking",
    "courtship",
    "expand",
    "remove_viking",
    "renown",
]
CLAIM: Final = 0
COIN: Final = 1
PAY: Final = 2
CHURCH: Final = 3
RAIDER: Final = 4
COURTSHIP: Final = 5
EXPAND: Final = 6
REMOVE_VIKING: Final = 7
RENOWN: Final = 8
MAIN: Final[list[list[int]]] = [[ICONS.index(icon) for icon in card["main"]] for card in _cards]
SECONDARY: Final[list[list[list[int]]]] = [
    [[ICONS.index(icon) for icon in option] for option in card["secondary"]] for card in _cards
]


def equal_icons_from(icons: list[int], at: i64) -> i64:
    """Return the number of equal icons in a row from index `at` on, which are carried out together."""
    end = at + 1
    while end < len(icons) and icons[end] == icons[at]:
        end += 1
    return end - at


# Vikings and brides
_fleets: Final[dict[str, int]] = read_data(PACKAGE, "vikings")["fleets"]
FLEETS: Final[list[str]] = list(_fleets)
STRENGTH: Final[list[int]] = list(_fleets.values())
BRIDES: Final[list[str]] = [bride["id"] for bride in _marriage["bride"]]
DOWRY_POINTS: Final[list[int]] = [bride["points"] for bride in _marriage["bride"]]
DOWRY_RENOWN: Final[list[int]] = [bride["renown"] for bride in _marriage["bride"]]
DOWRY_REGION: Final[list[int]] = [
    REGIONS.index(bride["town_in"]) if bride["town_in"] else -1 for bride in _marriage["bride"]
]
PRINCESS: Final[i64] = [bride["princess"] for bride in _marriage["bride"]].index(True)
PRINCESS_CHOICES: Final[list[str]] = _marriage["princess"]["options"]
SPURN_POINTS: Final[i64] = _marriage["princess"]["spurn_points"]
TRACK_COINS: Final[list[int]] = _marriage["track"]["coins"]
TRACK_RENOWN: Final[list[int]] = _marriage["track"]["renown"]
TRACK_TOWN: Final[list[int]] = _marriage["track"]["town_anywhere"]
TRACK_TOP: Final = len(TRACK_COINS) - 1

# numbers
START_COINS: Final[i64] = _setup["start"]["coins"]
START_RENOWN: Final[i64] = _setup["start"]["renown"]
START_POINTS: Final[i64] = _setup["start"]["points"]
ROUNDS: Final[Packed] = packed(_setup["players"].get(str(n), {}).get("rounds", 0) for n in range(6))
DEALT: Final[Packed] = packed(_setup["players"].get(str(n), {}).get("dealt", 0) for n in range(6))
TRICKS: Final[Packed] = packed(_setup["players"].get(str(n), {}).get("tricks", 0) for n in range(6))
KEEP: Final[i64] = _setup["draft"]["keep"]
STAGES: Final[Packed] = packed((dealt + KEEP - 1) // KEEP for dealt in DEALT)
"""For each player count, how often cards are taken from the packets; the last time, there is no choice."""
EXTRA_COST: Final[i64] = _setup["costs"]["extra"]
EXPAND_COST: Final[i64] = _setup["costs"]["expand"]
MISSING_COIN: Final[i64] = _setup["costs"]["points_for_missing_coin"]
THIRD_REWARD: Final[i64] = _setup["church"]["discs_for_third_reward"]
MONASTERY_WEIGHT: Final[i64] = _setup["church"]["monastery_weight"]
MOST_COINS_POINTS: Final[i64] = _setup["scoring"]["most_coins"]
MARKER_POINTS: Final[i64] = _setup["scoring"]["town_marker"]
PRESENCE: Final[list[int]] = _setup["scoring"]["presence"]
