"""The components in the box, read from the data files: rulers, cards, tiles, special cards, numbers.

Things are numbered in the order of the data. Cells are numbered row by row in a frame that fits every board; for
sets of cells, see cells.py.
"""

from typing import Any, Final

from regnum.core.folder import folder_of, read_data

PACKAGE: Final = "regnum.games.khan"

_setup: Final = read_data(PACKAGE, "setup")

# the frame of the boards
FRAME_SIDE: Final = 13
"""The number of rows and of columns of the frame; one step south adds it to a cell's number."""
COLUMNS: Final = "abcdefghijklm"
CELLS: Final[list[str]] = [f"{column}{row + 1}" for row in range(FRAME_SIDE) for column in COLUMNS]
DIRECTIONS: Final = ["n", "ne", "e", "se", "s", "sw", "w", "nw"]
"""The directions, clockwise from north [khan.expel.directions]."""
VECTORS: Final = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]
"""The step in rows and columns for each direction."""

# grounds and cards [khan.setup.cards]
REGIONS: Final = ["mountains", "tundra", "ice_desert", "stone_desert", "sand_desert", "tropical_forest"]
GROUNDS: Final = [*REGIONS, "khan", "river", "umland"]
RULERS: Final[list[str]] = list(_setup["rulers"]["colours"])
RULER_COLOURS: Final[list[str]] = list(_setup["rulers"]["colours"].values())


def read_cards(faces: list[str]) -> list[tuple[str, int, int, int]]:
    """Return each card's name, ruler, direction and ground, given the faces of all cards.

    A number is appended to the names of all but the first of equal cards.
    """
    cards: list[tuple[str, int, int, int]] = []
    copies: dict[str, int] = {}
    for face in faces:
        ruler, direction, ground = face.split()
        name = f"{ruler}_{direction}_{ground}"
        copies[name] = copies.get(name, 0) + 1
        if copies[name] > 1:
            name = f"{name}_{copies[name]}"
        cards.append((name, RULERS.index(ruler), DIRECTIONS.index(direction), GROUNDS.index(ground)))
    return cards


_cards: Final = read_cards(read_data(PACKAGE, "cards")["cards"]["faces"])
CARDS: Final[list[str]] = [card[0] for card in _cards]
CARD_RULER: Final[list[int]] = [card[1] for card in _cards]
CARD_DIRECTION: Final[list[int]] = [card[2] for card in _cards]
CARD_GROUND: Final[list[int]] = [card[3] for card in _cards]

# tiles
_tiles: Final[list[dict[str, Any]]] = read_data(PACKAGE, "tiles")["tile"]
TILES: Final[list[str]] = [tile["id"] for tile in _tiles]
TILE_POINTS: Final[list[int]] = [tile["points"] for tile in _tiles]
TILE_COUNT: Final[list[int]] = [tile["count"] for tile in _tiles]
TILE_SHAPE: Final[list[list[str]]] = [tile["shape"] for tile in _tiles]
TILE_SIZE: Final[list[int]] = [sum(len(row) - row.count(".") for row in shape) for shape in TILE_SHAPE]
LAND_SQUARE: Final = "#"
RIVER_SQUARE: Final = "~"

# special cards
SPECIALS: Final[list[str]] = list(_setup["special"])
HIGH_MORALE: Final[int] = SPECIALS.index("high_morale")
PROTECTION: Final[int] = SPECIALS.index("protection")
DIVINE_SUPPORT: Final[int] = SPECIALS.index("divine_support")
SCOUT: Final[int] = SPECIALS.index("scout")
SPECIAL_CARDS: Final[list[tuple[int, ...]]] = [
    tuple(counts[players - 2] if players >= 2 else 0 for counts in _setup["special"].values()) for players in range(5)
]
"""For each player count, the number of cards of each kind per player."""

# numbers
YURTS_PER_PLAYER: Final[int] = _setup["pieces"]["yurts"]
NEUTRAL_YURTS: Final[int] = _setup["pieces"]["neutral"]
YURTS_PER_CAMP: Final[int] = _setup["pieces"]["camp"]
HAND_SIZE: Final[int] = _setup["pieces"]["hand"]
FLIGHT_REACH: Final[int] = _setup["rulers"]["reach"]
RULERS_OUT: Final[int] = _setup["rulers"]["out_for_the_end"]
OPENING_ROUNDS: Final[list[int]] = [0, 0, *_setup["opening"]["rounds"]]
AREA_BONUS: Final[list[int]] = _setup["scoring"]["area_bonus"]
DEFAULT_BOARD: Final[str] = _setup["boards"]["default"]
BOARD_NAMES: Final[list[str]] = [
    DEFAULT_BOARD,
    *(
        path.stem
        for path in sorted((folder_of(PACKAGE) / "data" / "boards").glob("*.toml"))
        if path.stem != DEFAULT_BOARD
    ),
]
"""The names of all files in data/boards; the first is the default board."""
