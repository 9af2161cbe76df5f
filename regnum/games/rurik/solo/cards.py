"""The rebellion's components, read from the data: its cards, the household mats, the numbers of the solo game."""

from typing import Any, Final

from regnum.core.folder import read_data
from regnum.core.rules.bitmask import mask_of
from regnum.games.rurik.components import AGENDAS, COLUMNS, LEADERS, PACKAGE, REGIONS, STRUCTURES
from regnum.games.rurik.deeds.cards import DEEDS

_data: Final = read_data(PACKAGE, "rebellion")
_cards: Final[list[dict[str, Any]]] = _data["card"]
_mats: Final[list[dict[str, Any]]] = _data["mat"]
_numbers: Final[dict[str, Any]] = _data["general"]
_removed: Final[dict[str, list[str]]] = _data["removed"]

HUMAN: Final = 0
"""The side of the player in a solo game."""
REBELLION: Final = 1
"""The side of the rebellion."""
SOLO_SIDES: Final = 2

PRIORITIES: Final[list[str]] = list(_numbers["priorities"])
ATTACK_MOVE: Final = PRIORITIES.index("attack_move")
BUILD_FIRST: Final = PRIORITIES.index("build")
TAX_FIRST: Final = PRIORITIES.index("tax")

# numbers
CAPITAL: Final = REGIONS.index(_numbers["capital"])
CAPITAL_TROOPS: Final[int] = _numbers["capital_troops"]
FIRST_REGIONS: Final[int] = _numbers["first_regions"]
FIRST_TROOPS: Final[int] = _numbers["first_troops"]
REBEL_TROOPS: Final[int] = _numbers["troops"]
LEADER: Final = LEADERS.index(_numbers["leader"])
LEADER_CARDS: Final[int] = _numbers["casualty_cards_of_leader"]
LEADER_TROOPS: Final[int] = _numbers["mustered_at_end_of_round"]
FORFEIT_COINS: Final[int] = _numbers["forfeit_coins"]
REBEL_INCOME: Final[int] = _numbers["income"]
SCORED_COINS: Final[int] = _numbers["scored_coins"]
SCORED_GOODS: Final[int] = _numbers["scored_goods"]
REMOVED_DEEDS: Final[int] = mask_of(DEEDS.index(deed) for deed in _removed["deeds"])
REMOVED_AGENDAS: Final[dict[str, int]] = {
    "three": mask_of(AGENDAS.index(agenda) for agenda in _removed["agendas"]),
    "one": mask_of(AGENDAS.index(agenda) for agenda in _removed["agendas_german"]),
}
"""The agendas that are left out, for each value of the option `solo_agendas`."""

# the rebellion cards; a card is a number from 0, one less than the printed one
CARDS: Final[list[str | int]] = [card["id"] for card in _cards]
ALL_CARDS: Final = (1 << len(CARDS)) - 1
ORDER: Final[list[list[int]]] = [[REGIONS.index(region) for region in card["regions"]] for card in _cards]
"""For each card, its order of the regions."""
BUILD_ORDER: Final[list[list[list[int]]]] = [
    [[STRUCTURES.index(kind) for kind in card[priority]] for priority in PRIORITIES] for card in _cards
]
"""For each card and priority, the order of the structures."""
CARD_ROWS: Final[int] = len(_cards[0]["rows"])
_slots: Final[dict[str, int]] = {"1": 0, "2": 1, "2*": 2, "3*": 3, "4": 4, "5": 5}
ROW_ADVISOR: Final[list[list[int]]] = [[_slots[row["advisor"]] for row in card["rows"]] for card in _cards]
"""For each card and row, the advisor as an index of `ADVISORS`; a star marks advisors that join later."""
ROW_COLUMN: Final[list[list[list[int]]]] = [
    [[COLUMNS.index(str(row[priority]).rstrip("+")) for priority in PRIORITIES] for row in card["rows"]]
    for card in _cards
]
"""For each card, row and priority, the column of the strategy board."""
ROW_COIN: Final[list[list[list[bool]]]] = [
    [[str(row[priority]).endswith("+") for priority in PRIORITIES] for row in card["rows"]] for card in _cards
]
"""For each card, row and priority, whether a coin is shown next to the column."""
ROW_NAME: Final[list[str]] = list(_slots)
"""The names of `ADVISORS` on the cards."""

# the household mats
LEVELS: Final[list[str]] = [mat["level"] for mat in _mats]
START_PRIORITY: Final[list[int]] = [PRIORITIES.index(mat["priority"]) for mat in _mats]
BONUS_KINDS: Final = ["muster", "move", "attack", "tax", "build", "casualty_cards", "coin"]
"""The kinds of bonuses on the mat; the first five are points of the main actions."""
CARD_LESS: Final = BONUS_KINDS.index("casualty_cards")
COIN: Final = BONUS_KINDS.index("coin")


class Bonus:
    """A bonus of the mat: the column with whose action it comes, its kind and its amount."""

    def __init__(self, entry: dict[str, Any]) -> None:
        self.column: Final = COLUMNS.index(entry["column"])
        self.kind: Final = BONUS_KINDS.index(entry["bonus"])
        self.amount: Final = abs(int(entry["amount"]))
        self.coin: Final[bool] = entry["coin"]
        self.name: Final = f"{entry['column']}_{entry['bonus']}_{self.amount}"


MATS: Final[list[list[list[Bonus]]]] = [[[Bonus(entry) for entry in mat[name]] for name in PRIORITIES] for mat in _mats]
"""For each level and priority, the bonuses from the top down; those with a coin are locked at first."""
MAT_COINS: Final[list[list[int]]] = [[sum(1 for bonus in column if bonus.coin) for column in mat] for mat in MATS]
"""For each level and priority, the initial number of coins on the column; they are removed from the top down."""
MAX_MAT_COINS: Final = max(coins for mat in MAT_COINS for coins in mat)
BONUSES: Final[list[str]] = sorted({bonus.name for mat in MATS for column in mat for bonus in column})
