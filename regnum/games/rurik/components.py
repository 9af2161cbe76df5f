"""The components in the box, read from the data files: map, boards, cards, figures, numbers.

Things are numbered in the order of the data; the regions in play always come first. Sets of regions, cards and rewards
are bit masks.
"""

from itertools import product
from typing import Any, Final

from regnum.core.folder import read_data
from regnum.core.rules.bitmask import mask_of
from regnum.core.rules.region_graph import RegionGraph

PACKAGE: Final = "regnum.games.rurik"

_map: Final = read_data(PACKAGE, "map")
_board: Final = read_data(PACKAGE, "strategy_board")
_claim: Final = read_data(PACKAGE, "claim_board")
_household: Final = read_data(PACKAGE, "household")
_agendas: Final = read_data(PACKAGE, "agendas")
_rebels: Final = read_data(PACKAGE, "rebels")
_schemes: Final[list[dict[str, Any]]] = read_data(PACKAGE, "schemes")["scheme"]
_numbers: Final[dict[str, Any]] = _household["general"]

MAX_PLAYERS: Final = 4

# the map
REGIONS: Final[list[str]] = [region["id"] for region in _map["region"]]
GOODS: Final[list[str]] = list(_map["general"]["goods"])
PRINTED_GOODS: Final = tuple([GOODS.index(region["good"]) for region in _map["region"]])
MAP: Final = RegionGraph(REGIONS, [(first, second) for first, second in _map["borders"]["pairs"]])
IN_PLAY: Final[list[int]] = [_map["regions_in_play"].get(str(n), 0) for n in range(MAX_PLAYERS + 1)]
"""For each player count, the number of regions in play, which come first."""
CAPITALS: Final[int] = mask_of(REGIONS.index(region) for region in _map["general"]["capitals"])
GOODS_TOKENS: Final[list[list[int]]] = [
    [_map["goods_tokens"].get(str(n), {}).get(good, 0) for good in GOODS] for n in range(MAX_PLAYERS + 1)
]
NEIGHBOURS: Final[list[list[int]]] = [[mask & ((1 << count) - 1) for mask in MAP.neighbours] for count in IN_PLAY]
"""For each player count and region, the adjacent regions in play."""

# the strategy board: a space is column * ROWS + row
COLUMNS: Final[list[str]] = list(_board["general"]["columns"])
ROWS: Final = 4
MUSTER: Final = 0
MOVE: Final = 1
ATTACK: Final = 2
TAX: Final = 3
BUILD: Final = 4
SCHEME: Final = 5
GUARDED: Final = 5
MARCH: Final = 6
POINTS: Final = ["muster", "move", "attack", "tax", "build", "guarded_attack", "march"]
"""The kinds of points in a turn; the first five are the columns of the strategy board."""
MARKER_SPACE: Final[int] = COLUMNS.index(_board["general"]["marker"]) * ROWS
_sides: Final = [_board["small"], _board["large"]]
ROWS_OF: Final[list[int]] = [
    sum(side["rows"] for side in _sides if n in side["players"]) for n in range(MAX_PLAYERS + 1)
]


def _spaces(players: int, quantity: str) -> list[int]:
    values = [0] * (len(COLUMNS) * ROWS)
    for side in _sides:
        if players in side["players"]:
            for number, column in enumerate(COLUMNS):
                for row, space in enumerate(side[column]):
                    values[number * ROWS + row] = space[quantity]
    return values


SPACE_POINTS: Final[list[list[int]]] = [_spaces(n, "points") for n in range(MAX_PLAYERS + 1)]
SPACE_COST: Final[list[list[int]]] = [_spaces(n, "cost") for n in range(MAX_PLAYERS + 1)]

# the claim board
TRACKS: Final = ["rule", "build", "trade"]
RULE_TRACK: Final = 0
BUILD_TRACK: Final = 1
TRADE_TRACK: Final = 2
TRACK_NEEDS: Final[list[list[int]]] = [[space["need"] for space in _claim[track]["spaces"]] for track in TRACKS]
TRACK_CAPITALS: Final[list[list[bool]]] = [[space["capitals"] for space in _claim[track]["spaces"]] for track in TRACKS]
TRACK_POINTS: Final[list[list[int]]] = [
    [0, *(space["points"] for space in _claim[track]["spaces"])] for track in TRACKS
]
TRACK_TOP: Final = len(TRACK_POINTS[0]) - 1
WAR_TOP: Final[int] = _claim["war"]["length"]
WAR_FIRST: Final[int] = _claim["war"]["first"]
WAR_SECOND: Final[int] = _claim["war"]["second"]
MARKER_INCOME: Final[int] = _claim["income"]["marker_off_board"]
COLUMN_INCOME: Final[int] = _claim["income"]["full_column"]

# leaders
LEADERS: Final[list[str]] = list(read_data(PACKAGE, "leaders")["general"]["leaders"])
AGATHA: Final = LEADERS.index("agatha")
BORIS: Final = LEADERS.index("boris")
MARIA: Final = LEADERS.index("maria")
MSTISLAV: Final = LEADERS.index("mstislav")
PREDSLAVA: Final = LEADERS.index("predslava")
SUDISLAV: Final = LEADERS.index("sudislav")
SVIATOPOLK: Final = LEADERS.index("sviatopolk")
YAROSLAV: Final = LEADERS.index("yaroslav")

# households
COLOURS: Final[list[str]] = list(_numbers["colours"])
ROUNDS: Final[int] = _numbers["rounds"]
START_COINS: Final[int] = _numbers["start_coins"]
START_TROOPS: Final[int] = _numbers["start_troops"]
TROOPS: Final[int] = _numbers["troops"]
DISTINCT_COLUMNS: Final[int] = _numbers["distinct_columns"]
MAX_BRIBE: Final[int] = _numbers["most_bribe"]
BOAT: Final[list[int]] = [_household["boat"][good] for good in GOODS]
ADVISORS: Final[list[str]] = list(_household["advisors"]["names"])
POWER: Final[list[int]] = list(_household["advisors"]["power"])
POWERS: Final[list[int]] = sorted(set(POWER))
SLOTS_OF: Final[list[int]] = [
    mask_of(slot for slot, power in enumerate(POWER) if power == of) for of in range(POWERS[-1] + 1)
]
"""For each power, the advisors with that power, as a mask."""


def advisors_in(players: int, round: int) -> int:
    """Return the advisors of each player in a round, as a mask."""
    without: list[str] = _household["advisors"]["not_with_four"] if players == MAX_PLAYERS else []
    return mask_of(
        number
        for number, first in enumerate(_household["advisors"]["from_round"])
        if first <= round and ADVISORS[number] not in without
    )


STRUCTURES: Final[list[str]] = list(_household["structures"]["kinds"])
CHURCH: Final = STRUCTURES.index("church")
STRONGHOLD: Final = STRUCTURES.index("stronghold")
MARKET: Final = STRUCTURES.index("market")
STRUCTURES_EACH: Final[int] = _numbers["structures_each"]
RULED_COST: Final[int] = _household["tax"]["cost_ruled"]
OTHER_COST: Final[int] = _household["tax"]["cost_not_ruled"]
BUILD_RULED_COST: Final[int] = _household["structures"]["cost_ruled"]
BUILD_OTHER_COST: Final[int] = _household["structures"]["cost_not_ruled"]
CASUALTY_CARDS: Final[int] = _household["casualties"]["cards"]
CASUALTY_RULER: Final[int] = _household["casualties"]["defender_rules"]
CASUALTY_STRONGHOLD: Final[int] = _household["casualties"]["stronghold"]
EXCHANGES: Final[list[str]] = [tile["id"] for tile in _household["exchange"]]
EXCHANGE_ONE_OF: Final[list[list[int]]] = [
    [GOODS.index(good) for good in tile["one_of"]] for tile in _household["exchange"]
]
EXCHANGE_POINTS: Final[list[int]] = [POINTS.index(tile["reward"]) for tile in _household["exchange"]]

# schemes: kinds of cards, and the cards
SCHEME_KINDS: Final[list[str]] = [kind["id"] for kind in _schemes]
KIND_COST: Final[list[int]] = [kind["cost"] for kind in _schemes]
KIND_LOSS: Final[list[bool]] = [kind["loss"] for kind in _schemes]
KIND_COINS: Final[list[int]] = [kind["rewards"].get("coin", 0) for kind in _schemes]
KIND_DEED: Final[list[int]] = [kind["rewards"].get("take_deed", 0) for kind in _schemes]
KIND_POINTS: Final[list[list[int]]] = [[kind["rewards"].get(what, 0) for what in POINTS] for kind in _schemes]
KIND: Final[list[int]] = [number for number, kind in enumerate(_schemes) for _ in range(kind["copies"])]
"""The kind of each card; cards of a kind have consecutive numbers."""


def _numbered_copies(ids: list[str]) -> list[str]:
    """Return the ids, with a number appended to all but the first of equal ids."""
    return [name if ids[:at].count(name) == 0 else f"{name}_{ids[:at].count(name) + 1}" for at, name in enumerate(ids)]


SCHEMES: Final[list[str]] = _numbered_copies([SCHEME_KINDS[kind] for kind in KIND])
ALL_SCHEMES: Final = (1 << len(SCHEMES)) - 1
CARDS_OF_KIND: Final[list[int]] = [
    mask_of(card for card in range(len(KIND)) if KIND[card] == kind) for kind in range(len(SCHEME_KINDS))
]
LOSS_SCHEMES: Final[int] = mask_of(card for card in range(len(KIND)) if KIND_LOSS[KIND[card]])
COSTLY_SCHEMES: Final[int] = mask_of(card for card in range(len(KIND)) if KIND_COST[KIND[card]])
DECKS: Final = ["left", "right"]

# agendas
AGENDAS: Final[list[str]] = [agenda["id"] for agenda in _agendas["agenda"]]
AGENDA_MOST: Final[list[str]] = [agenda["most"] for agenda in _agendas["agenda"]]
AGENDA_POINTS: Final[int] = _agendas["general"]["points"]
AGENDAS_DEALT: Final[int] = _agendas["general"]["dealt"]

# rebels: the rewards under them, or on the tokens of the variant
STICKERS: Final[list[dict[str, Any]]] = [entry for entry in _rebels["stickers"] for _ in range(entry["copies"])]
TOKENS: Final[list[dict[str, Any]]] = [entry for entry in _rebels["tokens"] for _ in range(entry["copies"])]


def check_totals(counts: list[tuple[str, int, int]]) -> None:
    """Raise ValueError if the number of cards or tokens of a kind differs from that in the rulebooks.

    `counts`: for each kind, its name, our number and the rulebooks' number.
    """
    wrong = [f"{count} {kind} instead of {expected}" for kind, count, expected in counts if count != expected]
    if wrong:
        raise ValueError(f"data: {'; '.join(wrong)}")


check_totals(
    [
        ("schemes", len(KIND), 27),
        ("schemes that take a deed", sum(KIND_DEED[kind] for kind in KIND), 3),
        ("stickers", len(STICKERS), 15),
        ("tokens", len(TOKENS), 15),
    ]
)
REWARDS: Final[list[str]] = _numbered_copies([entry["id"] for entry in STICKERS])
ALL_REWARDS: Final = (1 << len(REWARDS)) - 1
REWARD_GOOD: Final[list[list[int]]] = [
    [GOODS.index(entry["good"]) if "good" in entry else -1 for entry in entries] for entries in (STICKERS, TOKENS)
]
REWARD_COINS: Final[list[list[int]]] = [[entry.get("coins", 0) for entry in entries] for entries in (STICKERS, TOKENS)]
DEED_ROW: Final[int] = _numbers["deed_row"]

# the parts of a state's lists
REGION_COUNT: Final = len(REGIONS)
"""The number of entries per side in `troops`."""
STRUCTURE_COUNT: Final = len(STRUCTURES)
"""The number of entries per side in `structures`."""
GOOD_COUNT: Final = len(GOODS)
"""The number of entries per side in `boat` and `dock`."""
TRACK_COUNT: Final = len(TRACKS)
"""The number of entries per side in `tracks`."""
MAX_GOODS_COST: Final = 3
"""The highest number of goods of one kind in any cost."""
GOODS_COMBINATIONS: Final[list[tuple[int, ...]]] = list(product(range(MAX_GOODS_COST + 1), repeat=GOOD_COUNT))
"""The possible combinations of numbers of each good, where MAX_GOODS_COST means MAX_GOODS_COST or more."""

# a turn
PLAYED_SCHEME: Final = 1
ACCOMPLISHED: Final = 2
EXCHANGED: Final = 4
LEADER_MARCHED: Final = 8
MAIN_OVER: Final = 16
BONUSES: Final[list[str]] = ["scheme", "deed", "exchange", "leader_march", "main_over"]
"""The bits of `bonus`: the bonus actions taken, the leader's march for a deed, and the end of the main action."""
NO_POINTS: Final = [0] * len(POINTS)
"""`points` outside of a turn."""
PUT_OFF_BITS: Final = [
    *POINTS,
    *(f"{how}_{good}" for how in ("unload", "load") for good in GOODS),
    *(f"again_{points}" for points in POINTS),
]
"""The bits of `put_off`: points just put off, goods that may not be moved straight back, and points put off again."""
UNLOADS: Final = len(POINTS)
"""The first bit of `put_off` for goods that may not go straight back onto the dock; those for the boat follow."""
PUT_OFF_AGAIN: Final = UNLOADS + 2 * len(GOODS)
"""The first bit of `put_off` for points that were put off again."""

# possible parameters of a step
POSITIVE_COUNTS: Final = range(1, 100)
"""The range of a number of cards, goods or figures that is at least 1."""
POINTS_LEFT: Final = range(100)

# hidden information
HIDDEN: Final = len(SCHEMES)
"""The first bit of a hand for scheme cards that the observer does not know."""
HAND: Final = SCHEMES + [f"hidden_{number}" for number in range(1, len(SCHEMES) + 1)]
AGENDA_STAGES: Final = ["undealt", "choosing", "chosen"]
UNDEALT: Final = 0
CHOOSING: Final = 1
CHOSEN: Final = 2
