"""Where tiles may be laid: found with small bit masks around each yurt of the player who wants to conquer.

The masks of all placements (shape, turn, reflection, place) stand in tiles.py; they tell the majority.
"""

from typing import Final

from regnum.core.atlas import mask_of
from regnum.games.khan.board import GRID
from regnum.games.khan.components import DIVINE_SUPPORT, PROTECTION, SIDE, TILE_SIZE, TILES
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import (
    FACING_TILE,
    FRAME,
    IS_BRIDGE,
    LAND,
    SPAN,
    TREE,
    WINDOW,
    Node,
    around,
)

ROW: Final = (1 << SIDE) - 1
FOUR_ROWS: Final = (1 << 4 * SIDE) - 1
WINDOW_ROW: Final = (1 << WINDOW) - 1
PAIR: Final = 2
PAIRS: Final = mask_of([tile for tile in range(len(TILES)) if TILE_SIZE[tile] == PAIR and not IS_BRIDGE[tile]])
"""The conquest tiles of two cells, as a bit mask."""
BRIDGES: Final = mask_of([tile for tile in range(len(TILES)) if IS_BRIDGE[tile]])

ILLEGAL: Final = -1
"""Instead of the players to be asked."""


def has_majority(s: KhanState, player: int, land: int) -> bool:
    """Tell whether a player has a yurt on these cells and nobody has more than he.

    khan.conquer.own_yurt, khan.conquer.majority, khan.conquer.neutral
    """
    yurts = s.yurts
    mine = (land & yurts[player]).bit_count()
    if not mine:
        return False
    for others in yurts:  # noqa: SIM110 (a generator would take twice the time)
        if (land & others).bit_count() > mine:
            return False
    return True


def majority(s: KhanState, land: int) -> int:
    """Return the players with the most yurts on these cells, as a bit mask [khan.conquer.majority]."""
    most = 1
    holders = 0
    for player in range(s.players):
        count = (land & s.yurts[player]).bit_count()
        if count > most:
            most = count
            holders = 1 << player
        elif count == most:
            holders |= 1 << player
    return holders


def guard_of(s: KhanState, protector: int) -> int:
    """Return the cells with yurts that a player protects from others by an active card.

    khan.special.protection, khan.special.divine, khan.special.divine_four
    """
    if s.active[protector] == PROTECTION:
        return s.yurts[protector]
    if s.active[protector] == DIVINE_SUPPORT:
        region = s.guarded[protector]
        return s.neutral if region < 0 else s.neutral & s.board.regions[region]
    return 0


def guarded_from(s: KhanState, player: int) -> int:
    """Return the cells with yurts that other players' cards protect now [khan.special.others_only]."""
    cells = 0
    for other in range(s.players):
        if other != player and s.active[other] >= 0:
            cells |= guard_of(s, other)
    return cells


def to_be_asked(s: KhanState, player: int, land: int) -> int:
    """Return the players whose consent a conquest needs, as a bit mask; ILLEGAL if one of them cannot give it.

    Only who would share in the majority can consent, and only who has not refused already.
    khan.special.consent, khan.special.refused
    """
    asked = 0
    for other in range(s.players):
        if other != player and land & guard_of(s, other):
            asked |= 1 << other
    if asked and (asked & ~majority(s, land) or asked & s.refused):
        return ILLEGAL
    return asked


def yurts_of_others(s: KhanState, player: int) -> int:
    """Return the cells with yurts of other players."""
    cells = 0
    for other in range(s.players):
        if other != player:
            cells |= s.yurts[other]
    return cells


def padded_rows(cells: int) -> list[int]:
    """Return the rows of the frame as small bit masks, with empty rows and columns around them for the windows."""
    rows = [0] * (SIDE + 2 * SPAN + 3)
    row = SPAN
    while cells:
        four = cells & FOUR_ROWS  # of the large mask four rows at a time, since they fit a machine integer
        cells >>= 4 * SIDE
        for line in range(4):
            rows[row + line] = (four & ROW) << SPAN
            four >>= SIDE
        row += 4
    return rows


def window(rows: list[int], row: int, column: int) -> int:
    """Return the window around a cell as a small bit mask, the northernmost row in the highest bits."""
    seen = 0
    for line in rows[row : row + WINDOW]:
        seen = seen << WINDOW | line >> column & WINDOW_ROW
    return seen


class Search:
    """Looks around each yurt of a player for what he may lay there.

    The walk through the tree of tiles turns back where a cell lacks its yurt or its water, and where no tile of
    interest is further down. A yurt that was looked around is left out from then on, so that nothing is found twice.
    khan.conquer.yurts, khan.conquer.land, khan.conquer.bridge, khan.conquer.overlap
    """

    def __init__(self, s: KhanState, player: int, tiles: int, guarded: int, one_will_do: bool) -> None:
        self.s: Final = s
        self.player: Final = player
        self.guarded: Final = guarded
        self.one_will_do: Final = one_will_do
        self.rivals: Final = yurts_of_others(s, player)
        self.wanted: int = tiles
        self.found: int = 0
        """The tiles found so far, as a bit mask."""
        self.places: list[int] | None = None
        """Where all placements are wanted: those found so far."""
        self.cell: int = 0
        self.dry: int = 0
        self.wet: int = 0

    def look(self) -> None:
        """Look around all yurts of the player."""
        s = self.s
        mine = s.yurts[self.player]
        yurted = mine | self.rivals | s.neutral
        bridges = self.wanted & BRIDGES != 0
        beside = yurted | s.water if bridges else yurted
        yurts = padded_rows(yurted)
        water = padded_rows(s.water) if bridges else []
        while mine and self.wanted:
            cell = mine.bit_length() - 1
            mine ^= 1 << cell
            if not GRID.neighbours[cell] & beside:
                continue  # nothing to lay a tile on together with this yurt
            row = cell // SIDE
            column = cell % SIDE
            self.cell = cell
            self.dry = window(yurts, row, column)
            self.wet = window(water, row, column) if bridges else 0
            self.walk(TREE)
            yurts[row + SPAN] ^= 1 << column + SPAN

    def walk(self, nodes: list[Node]) -> None:
        """Look for tiles below some nodes, the cells above which are all there."""
        dry = self.dry
        wet = self.wet
        for node in nodes:
            if node.bit & (wet if node.river else dry) and node.tiles & self.wanted:
                if node.complete_tiles & self.wanted:
                    for placement in node.complete:
                        self.take_down(placement + self.cell)
                if node.children:
                    self.walk(node.children)

    def take_down(self, placement: int) -> None:
        """Take down a placement if its tile is wanted and the player may lay it."""
        bit = 1 << FACING_TILE[placement // FRAME]
        if bit & self.wanted and self.is_allowed(LAND[placement]):
            if self.places is None:
                self.found |= bit
                self.wanted = 0 if self.one_will_do else self.wanted ^ bit
            else:
                self.places.append(placement)

    def is_allowed(self, land: int) -> bool:
        """Tell whether the player may conquer these cells with yurts, with consent where it is needed."""
        if land & self.rivals and not has_majority(self.s, self.player, land):
            return False
        return not land & self.guarded or to_be_asked(self.s, self.player, land) != ILLEGAL


def legal_tiles(s: KhanState, player: int, tiles: int, guarded: int) -> int:
    """Return those of the tiles (a bit mask) that the player may lay somewhere."""
    search = Search(s, player, tiles, guarded, False)
    search.look()
    return search.found


def any_legal_tile(s: KhanState, player: int, tiles: int, guarded: int) -> bool:
    """Tell whether the player may lay any of the tiles (a bit mask) somewhere.

    Nobody has more than one of two cells: a pair with a yurt of his own is his to conquer.
    """
    beside = around(s.yurts[player])
    paired = beside & s.yurted()
    if not paired:
        if not beside & s.water:
            return False
        tiles &= BRIDGES
    elif tiles & PAIRS and paired & ~guarded:
        return True
    search = Search(s, player, tiles, guarded, True)
    search.look()
    return search.found != 0


def tiles_to_take(s: KhanState, player: int) -> int:
    """Return the tiles that a player can take, as a bit mask: the supply, and the one he has reserved.

    khan.conquer.tile, khan.special.scout
    """
    tiles = 0
    for tile in range(len(TILES)):
        if s.tiles[tile]:
            tiles |= 1 << tile
    if s.reserved[player] >= 0:
        tiles |= 1 << s.reserved[player]
    return tiles


def can_conquer(s: KhanState, player: int) -> bool:
    """Tell whether a player can lay any tile now."""
    return any_legal_tile(s, player, tiles_to_take(s, player), guarded_from(s, player))


def could_conquer_unguarded(s: KhanState, player: int) -> bool:
    """Tell whether a player could lay any tile if no special card were active [khan.end.protection]."""
    tiles = tiles_to_take(s, player)
    for tile in s.reserved:
        if tile >= 0:
            tiles |= 1 << tile
    return any_legal_tile(s, player, tiles, 0)


def placements(s: KhanState, player: int, tile: int) -> list[int]:
    """Return the placements of a tile that are legal for a player, in ascending order."""
    search = Search(s, player, 1 << tile, guarded_from(s, player), False)
    found: list[int] = []
    search.places = found
    search.look()
    found.sort()
    return found
