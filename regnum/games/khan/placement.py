"""Where tiles may be laid: found with bit masks, for whole sets of places at a time.

For a set of cells, shifting it by a tile's steps and intersecting gives the first cells of all places where the
whole tile lies on the set: no cell of the board is looked at one by one.
"""

from typing import Final

from regnum.games.khan.components import DIVINE_SUPPORT, PROTECTION, TILES
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import FACING_TILE, FACINGS, FRAME, LAND, TILE_FACINGS, TREE, TREE_DEPTH

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
    for others in yurts:
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


def is_guarded(s: KhanState, player: int) -> bool:
    """Tell whether any card of another player protects yurts now [khan.special.others_only]."""
    for other in range(s.players):
        if other != player and s.active[other] in (PROTECTION, DIVINE_SUPPORT):
            return True
    return False


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


def touching(facing: int, cells: int) -> int:
    """Return the first cells from which a facing has at least one of the cells under its land squares."""
    found = 0
    for step in FACINGS[facing].land_steps:
        found |= cells >> step
    return found


def legal_places(s: KhanState, player: int, facing: int, yurted: int, guarded: bool) -> int:
    """Return the first cells from which a player may lay a facing, consent being asked where it is needed."""
    found = first_cells(s, facing, yurted)
    if found:
        found &= touching(facing, s.yurts[player])
    legal = 0
    while found:
        low = found & -found
        found ^= low
        land = LAND[facing * FRAME + low.bit_length() - 1]
        if has_majority(s, player, land) and (not guarded or to_be_asked(s, player, land) != ILLEGAL):
            legal |= low
    return legal


def legal_tiles(s: KhanState, player: int, tiles: int, guarded: bool, all_of_them: bool) -> int:
    """Return those of the tiles (a bit mask) that the player may lay somewhere; the first one found will do unless
    `all_of_them` are wanted.

    The walk through the tree of facings turns back where the cells looked at so far are nowhere together.
    """
    if not s.yurts[player]:
        return 0
    yurted = s.yurted()
    water = s.water
    at = [0] * (TREE_DEPTH + 1)
    at[0] = yurted | water
    depths = TREE.depth
    steps = TREE.step
    rivers = TREE.river
    found = 0
    node = 0
    while node < len(depths):
        depth = depths[node]
        cells = at[depth] & ((water if rivers[node] else yurted) >> steps[node])
        if not cells:
            node = TREE.skip[node]
            continue
        at[depth + 1] = cells
        for facing in TREE.facings[node]:
            bit = 1 << FACING_TILE[facing]
            if tiles & bit and not found & bit and cells & s.board.valid[facing]:
                if legal_places(s, player, facing, yurted, guarded):
                    found |= bit
                    if not all_of_them or found == tiles:
                        return found
        node += 1
    return found


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
    return legal_tiles(s, player, tiles_to_take(s, player), is_guarded(s, player), all_of_them=False) != 0


def could_conquer_unguarded(s: KhanState, player: int) -> bool:
    """Tell whether a player could lay any tile if no special card were active [khan.end.protection]."""
    tiles = tiles_to_take(s, player)
    for tile in s.reserved:
        if tile >= 0:
            tiles |= 1 << tile
    return legal_tiles(s, player, tiles, False, all_of_them=False) != 0


def placements(s: KhanState, player: int, tile: int) -> list[int]:
    """Return the placements of a tile that are legal for a player, in ascending order."""
    yurted = s.yurted()
    guarded = is_guarded(s, player)
    found: list[int] = []
    for facing in TILE_FACINGS[tile]:
        cells = legal_places(s, player, facing, yurted, guarded)
        while cells:
            low = cells & -cells
            found.append(facing * FRAME + low.bit_length() - 1)
            cells ^= low
    return found
