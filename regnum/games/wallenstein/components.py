"""The components in the box, read from the data files: lands, actions, tiles, events, favours and numbers.

Components are numbered in the order of the data files. Sets of lands, events and favours are bit masks. The cards for
plans share one numbering: the 45 land cards in the order of the lands, the coin cards 0 to 4, then the tower card.
"""

from typing import Any, Final

from regnum.core.folder import read_data
from regnum.core.rules.bitmask import mask_of
from regnum.core.rules.region_graph import RegionGraph

PACKAGE: Final = "regnum.games.wallenstein"

_map: Final = read_data(PACKAGE, "map")
_lands: Final[list[dict[str, Any]]] = _map["land"]
_cards: Final = read_data(PACKAGE, "cards")
_events: Final[list[dict[str, Any]]] = _cards["event"]
_court: Final = read_data(PACKAGE, "court")
_favours: Final[list[dict[str, Any]]] = _court["favour"]
_banners: Final = read_data(PACKAGE, "landsknechte")
_setup: Final = read_data(PACKAGE, "setup")
_tower: Final[dict[str, Any]] = read_data(PACKAGE, "tower")["tower"]

MAX_PLAYERS: Final = 5
COLOUR_COUNT: Final = MAX_PLAYERS + 1

# the map
REGIONS: Final[list[str]] = [region["id"] for region in _map["region"]]
LANDS: Final[list[str]] = [land["id"] for land in _lands]
LAND_REGION: Final[list[int]] = [REGIONS.index(land["region"]) for land in _lands]
TAX: Final[list[int]] = [land["tax"] for land in _lands]
GRAIN: Final[list[int]] = [land["grain"] for land in _lands]
SITES: Final[list[int]] = [len(land["towns"]) for land in _lands]
REGION_LANDS: Final[list[int]] = [
    mask_of([land for land in range(len(LANDS)) if LAND_REGION[land] == region]) for region in range(len(REGIONS))
]
MAP: Final = RegionGraph(LANDS, [(first, second) for first, second in _map["borders"]["pairs"]])
NEIGHBOURS: Final = MAP.neighbours
ALL_LANDS: Final = MAP.everywhere
_WITH_THREE: Final[int] = mask_of([number for number, land in enumerate(_lands) if not land["not_with_three"]])
IN_PLAY: Final = [_WITH_THREE if players == 3 else ALL_LANDS for players in range(COLOUR_COUNT)]
"""For each player count, the lands that may be entered [wallenstein.setup.map, wallenstein.setup.three_players]."""

# buildings
PALACE: Final = 0
CHURCH: Final = 1
HOUSE: Final = 2
BUILDINGS: Final = ["palace", "church", "trading_house"]
BUILDING_COST: Final[list[int]] = [_setup["actions"][f"{building}_cost"] for building in BUILDINGS]
BUILDING_TILES: Final[list[int]] = [
    _setup["pieces"]["palaces"],
    _setup["pieces"]["churches"],
    _setup["pieces"]["trading_houses"],
]

# actions and the fields of the boards: one for each action, one for the bid, three on the supplementary board
ACTION_CARDS: Final[list[str]] = _cards["actions"]["ids"]
OPEN_ACTIONS: Final[int] = _cards["actions"]["open"]
BUILD_HOUSE: Final = 2
COLLECT_GRAIN: Final = 3
COLLECT_TAXES: Final = 4
DEPLOY_5: Final = 5
DEPLOY_3: Final = 6
DEPLOY_1: Final = 7
COMBAT_A: Final = 8
COMBAT_B: Final = 9
COLLECTING: Final = range(COLLECT_GRAIN, COLLECT_TAXES + 1)
DEPLOYING: Final = range(DEPLOY_5, DEPLOY_1 + 1)
FIGHTING: Final = range(COMBAT_A, COMBAT_B + 1)
BID: Final = 10
CONVERT_1: Final = 11
CONVERT_2: Final = 12
CONVERT_3: Final = 13
FIELDS: Final[list[str]] = [*ACTION_CARDS, "bid", "convert_1", "convert_2", "convert_3"]
DEPLOY_COST: Final[list[int]] = [_setup["actions"][name]["cost"] for name in ("deploy_5", "deploy_3", "deploy_1")]
DEPLOY_ARMIES: Final[list[int]] = [_setup["actions"][name]["armies"] for name in ("deploy_5", "deploy_3", "deploy_1")]
COSTS: Final = [*BUILDING_COST, *[0] * len(COLLECTING), *DEPLOY_COST, *[0] * (len(FIELDS) - COMBAT_A)]
"""The cost in coins of each field's action."""
NEUTRAL_FARMERS: Final[int] = _setup["actions"]["neutral_farmers"]

# cards to plan with
COIN_CARDS: Final = 5
COIN_0: Final = len(LANDS)
TOWER_CARD: Final = COIN_0 + COIN_CARDS
CARDS: Final = [*LANDS, *(f"coin_{value}" for value in range(COIN_CARDS)), "tower"]
UNSET: Final = -1
"""Marks a board field that has no card yet."""
BLANK: Final = len(CARDS)
"""Marks a board field that will get no card."""
HIDDEN: Final = BLANK + 1
"""Marks a board field whose content the observer does not know, such as a face-down card."""
NO_PLAN: Final = (UNSET,) * len(FIELDS)
ALL_COINS: Final = mask_of(range(COIN_0, TOWER_CARD))


def coins_on(card: int) -> int:
    """Return the number of coins on a card, which is its cost as a bid, or 0 unless it is a coin card."""
    return card - COIN_0 if COIN_0 <= card < TOWER_CARD else 0


# advantage tiles
TILES: Final[list[str]] = _cards["tiles"]["ids"]
TILE_COIN: Final = 0
TILE_GRAIN: Final = 1
TILE_SIX: Final = 2
TILE_ATTACK: Final = 3
TILE_DEFENCE: Final = 4
TILE_BONUS: Final[int] = _cards["tiles"]["bonus"]
SIX_ARMIES: Final[int] = _cards["tiles"]["six_armies"]
SPACES: Final[int] = len(TILES)

# events
EVENTS: Final[list[str]] = [event["id"] for event in _events]
EVENT_KIND: Final[list[str]] = [event["kind"] for event in _events]
EVENT_AMOUNT: Final[list[int]] = [event["amount"] for event in _events]
EVENT_FIVE: Final[list[int]] = [event.get("five", 0) for event in _events]
GRAIN_LOSS: Final[list[int]] = [event["grain_loss"] for event in _events]
OPEN_EVENTS: Final = 4


def _events_of(kind: str) -> int:
    return mask_of([event for event in range(len(EVENTS)) if EVENT_KIND[event] == kind])


UNREST_RELIEF: Final = _events_of("unrest_relief")
FARMERS_2: Final = _events_of("neutral_farmers")
PALACE_GUARD: Final = _events_of("palace_guard")
CHURCH_PEACE: Final = _events_of("church_peace")
TAX_MAX: Final = _events_of("tax_max")
TAX_MIN: Final = _events_of("tax_min")
GRAIN_MIN: Final = _events_of("grain_min")
GRAIN_MAX: Final = _events_of("grain_max")
DEAR_ARMIES: Final = _events_of("dear_armies")

# the court
FAVOURS: Final[list[int]] = [favour["digit"] for favour in _favours]
FAVOUR_KIND: Final[list[str]] = [favour["kind"] for favour in _favours]
FAVOUR_AMOUNT: Final[list[int]] = [favour.get("amount", 0) for favour in _favours]
FAVOUR_BUILDING: Final[list[int]] = [
    BUILDINGS.index(favour["building"]) if "building" in favour else -1 for favour in _favours
]
COMBATS: Final = ["a", "b"]
FAVOUR_TRUCE: Final[list[int]] = [
    mask_of([COMBATS.index(action) for action in favour.get("actions", [])]) for favour in _favours
]
REINFORCEMENT_ARMIES: Final[int] = FAVOUR_AMOUNT[FAVOUR_KIND.index("reinforce")]
COURTIERS: Final[int] = _court["court"]["courtiers"]
TOWER_CARDS: Final[int] = _court["court"]["tower_cards"]
PRICES: Final[list[int]] = _court["court"]["prices"]

# Landsknechte
BONUSES: Final[list[str]] = ["coins", "armies", "grain", "points"]
BANNERS: Final[list[list[int]]] = [[card.get(bonus, 0) for bonus in BONUSES] for card in _banners["card"]]
BANNER_REGIONS: Final[int] = _banners["landsknechte"]["regions"]

# numbers
SEASONS: Final = ["spring", "summer", "autumn", "winter"]
WINTER: Final = 3
YEARS: Final = 2
ARMIES: Final[int] = _setup["pieces"]["armies"]
FARMERS: Final[int] = _setup["pieces"]["farmers"]
FILL_ARMIES: Final[int] = _setup["tower_fill"]["armies"]
FILL_FARMERS: Final[int] = _setup["tower_fill"]["farmers"]
START_COINS: Final[dict[int, int]] = {int(n): given["coins"] for n, given in _setup["players"].items()}
GROUPS: Final[dict[int, list[int]]] = {int(n): given["groups"] for n, given in _setup["players"].items()}
GROUP_SIZES: Final[list[int]] = [2, 3, 4, 5]
PRINTED_ARMIES: Final[dict[int, list[list[tuple[int, int]]]]] = {
    int(n): [[(LANDS.index(land), armies) for land, armies in table.items()] for table in tables.values()]
    for n, tables in _setup["printed"].items()
}
"""For each player count and player, the lands and armies of the printed starting position."""
GRAIN_PER_LAND: Final[int] = _setup["winter"]["grain_per_land"]
SUPPLY_TABLE: Final[list[tuple[int, int, int]]] = [
    (unfed, lands, farmers) for unfed, lands, farmers in _setup["winter"]["supply_table"]
]
LAND_POINTS: Final[int] = _setup["scoring"]["land"]
BUILDING_POINTS: Final[int] = _setup["scoring"]["building"]
MAJORITY: Final[list[int]] = [_setup["scoring"]["majority"][building] for building in BUILDINGS]
TIED_LESS: Final[int] = _setup["scoring"]["tied_less"]

# the tower
THROWN_CHANCES: Final[list[str]] = _tower["thrown"]
STUCK_CHANCES: Final[list[str]] = _tower["stuck"]
FILL_CHANCES: Final[list[str]] = _tower["fill"]
IMPACT_PER_MILLION: Final[int] = _tower["impact_per_million"]
