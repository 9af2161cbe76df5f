"""Where tiles may be laid: found with bit masks, for whole sets of places at a time.

For a set of cells, shifting it by a tile's steps and intersecting gives the first cells of all places where the
whole tile lies on the set: no cell of the board is looked at one by one.
"""

from typing import Final

from regnum.core.atlas import mask_of
from regnum.games.khan.components import DIVINE_SUPPORT, PROTECTION, TILE_SIZE, TILES
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import (
    FACING_TILE,
    FACINGS,
    FRAME,
    FRAME_MASK,
    IS_BRIDGE,
    LAND,
    LARGEST,
    TILE_FACINGS,
    TREE,
    Node,
    around,
)

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


def reachable(start: int, within: int) -> int:
    """Return the cells of `within` that some tile could cover together with a cell of `start`."""
    reached = start
    for _ in range(LARGEST - 1):
        further = around(reached) & within | reached
        if further == reached:
            break
        reached = further
    return reached


class Search:
    """A walk through the tree of facings for the tiles that a player may lay somewhere.

    It turns back where the cells looked at so far are nowhere together, and where no tile of interest is further down.
    """

    def __init__(self, s: KhanState, player: int, tiles: int, guarded: int) -> None:
        self.s: Final = s
        self.player: Final = player
        self.guarded: Final = guarded
        self.valid: Final = s.board.valid
        self.mine: Final = s.yurts[player]
        yurted = s.yurted()
        near = reachable(self.mine, yurted | s.water)
        self.yurted: Final = yurted & near
        self.water: Final = s.water & near
        self.wanted: int = tiles
        self.found: int = 0

    def walk(self, nodes: list[Node], cells: int, mine: int, one_will_do: bool) -> bool:
        """Look for tiles below some nodes; tell whether to stop, since one was found that will do.

        `cells`: the first cells from which all cells so far are there; `mine`: those from which one of them is mine.
        """
        for node in nodes:
            if not node.tiles & self.wanted:
                continue
            step = node.step
            here = cells & ((self.water if node.river else self.yurted) >> step)
            if not here:
                continue
            covered = mine if node.river else mine | self.mine >> step
            for facing in node.facings:
                bit = 1 << FACING_TILE[facing]
                if bit & self.wanted and self.is_legal(facing, here & covered & self.valid[facing]):
                    self.wanted ^= bit
                    self.found |= bit
                    if one_will_do:
                        return True
            if node.children and self.walk(node.children, here, covered, one_will_do):
                return True
        return False

    def is_legal(self, facing: int, fitting: int) -> bool:
        """Tell whether the player may lay the facing from one of the fitting first cells."""
        while fitting:
            low = fitting & -fitting
            if is_allowed(self.s, self.player, LAND[facing * FRAME + low.bit_length() - 1], self.guarded):
                return True
            fitting ^= low
        return False


def is_allowed(s: KhanState, player: int, land: int, guarded: int) -> bool:
    """Tell whether a player may conquer these cells with yurts, with consent where it is needed."""
    return has_majority(s, player, land) and (not guarded & land or to_be_asked(s, player, land) != ILLEGAL)


def legal_tiles(s: KhanState, player: int, tiles: int, guarded: int) -> int:
    """Return those of the tiles (a bit mask) that the player may lay somewhere."""
    search = Search(s, player, tiles, guarded)
    search.walk(TREE, FRAME_MASK, 0, False)
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
    return Search(s, player, tiles, guarded).walk(TREE, FRAME_MASK, 0, True)


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


def first_cells(s: KhanState, facing: int, yurted: int) -> int:
    """Return the first cells from which a facing lies on yurts with its land squares, on open water with the others.

    khan.conquer.yurts, khan.conquer.land, khan.conquer.bridge, khan.conquer.overlap
    """
    shape = FACINGS[facing]
    found = s.board.valid[facing]
    for step in shape.land_steps:
        found &= yurted >> step
    if shape.river_steps:
        water = s.water
        for step in shape.river_steps:
            found &= water >> step
    return found


def placements(s: KhanState, player: int, tile: int) -> list[int]:
    """Return the placements of a tile that are legal for a player, in ascending order."""
    yurted = s.yurted()
    guarded = guarded_from(s, player)
    found: list[int] = []
    for facing in TILE_FACINGS[tile]:
        cells = first_cells(s, facing, yurted)
        while cells:
            low = cells & -cells
            placement = facing * FRAME + low.bit_length() - 1
            if is_allowed(s, player, LAND[placement], guarded):
                found.append(placement)
            cells ^= low
    return found
