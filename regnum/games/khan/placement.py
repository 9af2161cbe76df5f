"""Where tiles may be laid: found with bit masks, for whole sets of places at a time.

For a set of cells, shifting it by a tile's steps and intersecting gives the first cells of all places where the
whole tile lies on the set: no cell of the board is looked at one by one.
"""

from typing import Final

from regnum.core.atlas import mask_of
from regnum.games.khan.components import DIVINE_SUPPORT, PROTECTION, SIDE, TILE_SIZE, TILES
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import (
    BRIDGE_TREE,
    FACING_TILE,
    FRAME,
    FRAME_MASK,
    IS_BRIDGE,
    LAND,
    LAND_TREE,
    LARGEST,
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
    """Return the cells of `within` that some tile could cover together with a cell of `start`, and perhaps a few more:
    rows are taken to go on from the last column to the first one of the next.
    """
    reached = start
    for _ in range(LARGEST - 1):
        further = (reached << 1 | reached >> 1 | reached << SIDE | reached >> SIDE) & within | reached
        if further == reached:
            break
        reached = further
    return reached


def yurts_of_others(s: KhanState, player: int) -> int:
    """Return the cells with yurts of other players."""
    cells = 0
    for other in range(s.players):
        if other != player:
            cells |= s.yurts[other]
    return cells


class Search:
    """A walk through the trees of facings for what a player may lay.

    It turns back where the cells looked at so far are nowhere together, and where no tile of interest is further down.
    khan.conquer.yurts, khan.conquer.land, khan.conquer.bridge, khan.conquer.overlap
    """

    def __init__(self, s: KhanState, player: int, tiles: int, guarded: int) -> None:
        self.s: Final = s
        self.player: Final = player
        self.guarded: Final = guarded
        self.valid: Final = s.board.valid
        self.mine: Final = s.yurts[player]
        self.rivals: Final = yurts_of_others(s, player)
        self.yurted: Final = self.mine | self.rivals | s.neutral
        self.near: Final = reachable(self.mine, self.yurted)
        self.wanted: int = tiles
        self.found: int = 0
        """The tiles found so far, as a bit mask."""
        self.places: list[int] | None = None
        """Where all placements are wanted: those found so far."""

    def any_tile(self) -> bool:
        """Tell whether the player may lay any of the tiles."""
        return self.walk_land(LAND_TREE, FRAME_MASK, True) or self.walk_bridges(True)

    def all_tiles(self) -> int:
        """Return those of the tiles that the player may lay somewhere, as a bit mask."""
        self.walk_land(LAND_TREE, FRAME_MASK, False)
        self.walk_bridges(False)
        return self.found

    def all_placements(self) -> list[int]:
        """Return the places of the tiles, in ascending order."""
        found: list[int] = []
        self.places = found
        self.walk_land(LAND_TREE, FRAME_MASK, False)
        self.walk_bridges(False)
        found.sort()
        return found

    def walk_land(self, nodes: list[Node], cells: int, one_will_do: bool) -> bool:
        """Look for conquest tiles below some nodes; tell whether to stop, since one was found that will do.

        `cells`: the first cells from which all cells so far have yurts.
        """
        for node in nodes:
            if node.tiles & self.wanted:
                here = cells & self.near >> node.step
                if here:
                    for facing in node.facings:
                        if self.complete(facing, here & self.valid[facing]) and one_will_do:
                            return True
                    if node.children and self.walk_land(node.children, here, one_will_do):
                        return True
        return False

    def walk_bridges(self, one_will_do: bool) -> bool:
        """Look for bridges, if there is open water near enough; tell whether to stop."""
        near = self.near
        if BRIDGES & self.wanted:
            if (near << 1 | near >> 1 | near << SIDE | near >> SIDE) & self.s.water:
                return self.cross(BRIDGE_TREE, FRAME_MASK, one_will_do)
        return False

    def cross(self, nodes: list[Node], cells: int, one_will_do: bool) -> bool:
        """Look for bridges below some nodes; tell whether to stop."""
        for node in nodes:
            if node.tiles & self.wanted:
                here = cells & (self.s.water if node.river else self.yurted) >> node.step
                if here:
                    for facing in node.facings:
                        if self.complete(facing, here & self.valid[facing]) and one_will_do:
                            return True
                    if node.children and self.cross(node.children, here, one_will_do):
                        return True
        return False

    def complete(self, facing: int, fitting: int) -> bool:
        """Take down what a player may lay in this facing from the fitting first cells; tell whether there is any."""
        bit = 1 << FACING_TILE[facing]
        if not bit & self.wanted:
            return False
        places = self.places
        while fitting:
            cell = fitting.bit_length() - 1
            fitting ^= 1 << cell
            if self.is_allowed(LAND[facing * FRAME + cell]):
                if places is None:
                    self.found |= bit
                    self.wanted ^= bit
                    return True
                places.append(facing * FRAME + cell)
        return False

    def is_allowed(self, land: int) -> bool:
        """Tell whether the player may conquer these cells with yurts, with consent where it is needed."""
        if not land & self.mine:
            return False
        if land & self.rivals and not has_majority(self.s, self.player, land):
            return False
        return not land & self.guarded or to_be_asked(self.s, self.player, land) != ILLEGAL


def legal_tiles(s: KhanState, player: int, tiles: int, guarded: int) -> int:
    """Return those of the tiles (a bit mask) that the player may lay somewhere."""
    return Search(s, player, tiles, guarded).all_tiles()


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
    return Search(s, player, tiles, guarded).any_tile()


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
    return Search(s, player, 1 << tile, guarded_from(s, player)).all_placements()
