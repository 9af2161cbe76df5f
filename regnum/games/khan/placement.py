"""Where tiles may be laid: found with small bit masks around each yurt of the player who wants to conquer.

The masks of all placements (shape, turn, reflection, place) stand in tiles.py; they tell the majority.
"""

from typing import Final

from regnum.core.atlas import mask_of
from regnum.games.khan.board import GRID
from regnum.games.khan.components import DIVINE_SUPPORT, PROTECTION, SIDE, TILE_SIZE, TILES
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import (
    BIT,
    BRIDGE_TREE,
    IS_BRIDGE,
    LAND_TREE,
    LONGEST_BRIDGE,
    PLACEMENTS,
    SPAN,
    WINDOW,
    Node,
    Placement,
    around,
)

ROW: Final = (1 << SIDE) - 1
FOUR_ROWS: Final = (1 << 4 * SIDE) - 1
WINDOW_ROW: Final = (1 << WINDOW) - 1
PAIR: Final = 2
PAIRS: Final = mask_of([tile for tile in range(len(TILES)) if TILE_SIZE[tile] == PAIR and not IS_BRIDGE[tile]])
"""The conquest tiles of two cells, as a bit mask."""

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
        if other != player and s.active[other] >= 0 and land & guard_of(s, other):
            if not land & s.yurts[other] or s.refused >> other & 1:
                return ILLEGAL
            asked |= 1 << other
    return ILLEGAL if asked and asked & ~majority(s, land) else asked


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


def look_around(s: KhanState, player: int) -> list[list[Placement]]:
    """Return for each tile that fits somewhere all its placements over yurts, at least one of them this player's.

    A yurt that was looked around is left out from then on, so that nothing is found twice.
    khan.conquer.yurts, khan.conquer.own_yurt, khan.conquer.land, khan.conquer.bridge, khan.conquer.overlap
    """
    found: list[list[Placement]] = [[] for _ in TILES]
    mine = s.yurts[player]
    yurted = s.yurted()
    beside = yurted | s.water
    yurts = padded_rows(yurted)
    water = padded_rows(s.water)
    while mine:
        cell = mine.bit_length() - 1
        mine ^= BIT[cell]
        if not GRID.neighbours[cell] & beside:
            continue  # nothing to lay a tile on together with this yurt
        row = cell // SIDE
        column = cell % SIDE
        dry = window(yurts, row, column)
        walk(LAND_TREE, cell, dry, 0, found)
        wet = window(water, row, column)
        if wet:
            walk(BRIDGE_TREE, cell, dry, wet, found)
        yurts[row + SPAN] ^= 1 << column + SPAN
    return [places for places in found if places]


def walk(node: Node | None, cell: int, dry: int, wet: int, found: list[list[Placement]]) -> None:
    """Find all tiles that have their yurts and their water around a cell; skip what follows on a missing one."""
    while node is not None:
        if node.bit & (wet if node.river else dry):
            if node.tile >= 0:
                found[node.tile].append(PLACEMENTS[node.placement + cell])
            node = node.down
        else:
            node = node.over


def fitting(s: KhanState, player: int) -> list[list[Placement]]:
    """Return what `look_around` finds; the state remembers it until a yurt is placed, since nothing else adds to it."""
    known = s.fitting(player)
    if known is None:
        known = look_around(s, player)
        s.remember(player, known)
    return known


def is_legal(s: KhanState, player: int, land: int, rivals: int, guarded: int) -> bool:
    """Tell whether a player may conquer cells with yurts, his own among them, with consent where it is needed."""
    against = land & rivals
    if against & (against - 1) and not has_majority(s, player, land):
        return False  # a single yurt of somebody else's is no more than his own
    return not land & guarded or to_be_asked(s, player, land) != ILLEGAL


def legal_tiles(s: KhanState, player: int, tiles: int, guarded: int) -> int:
    """Return those of the tiles (a bit mask) that the player may lay somewhere."""
    rivals = yurts_of_others(s, player)
    contested = rivals | guarded
    found = 0
    for places in fitting(s, player):
        bit = 1 << places[0].tile
        if bit & tiles:
            for place in places:
                if not place.land & contested or is_legal(s, player, place.land, rivals, guarded):
                    found |= bit
                    break
    return found


def any_legal_tile(s: KhanState, player: int, tiles: int, guarded: int) -> bool:
    """Tell whether the player may lay any of the tiles (a bit mask) somewhere.

    Nobody has more than one of two cells: a pair with a yurt of his own is his to conquer, if the other yurt is
    protected, then with its owner's consent; only protected neutral yurts and whoever has refused stand against it.
    """
    beside = s.beside(player)
    paired = beside & s.yurted()
    if not paired:
        if not can_bridge(s, beside):
            return False
    elif tiles & PAIRS and paired & ~(guarded if s.refused else guarded & s.neutral):
        return True
    return legal_tiles(s, player, tiles, guarded) != 0


def can_bridge(s: KhanState, beside: int) -> bool:
    """Tell whether yurts with these cells beside them could reach others over the water."""
    water = near = beside & s.water
    for _ in range(LONGEST_BRIDGE - 1):
        near |= around(near) & s.water
    yurts = around(near) & s.yurted()
    return water != 0 and yurts & (yurts - 1) != 0


def tiles_to_take(s: KhanState, player: int) -> int:
    """Return the tiles that a player can take, as a bit mask: the supply, and the one he has reserved.

    khan.conquer.tile, khan.special.scout
    """
    reserved = s.reserved[player]
    return s.stacks if reserved < 0 else s.stacks | 1 << reserved


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
    guarded = guarded_from(s, player)
    rivals = yurts_of_others(s, player)
    contested = rivals | guarded
    found: list[int] = []
    for places in fitting(s, player):
        if places[0].tile == tile:
            for place in places:
                if not place.land & contested or is_legal(s, player, place.land, rivals, guarded):
                    found.append(place.number)
    found.sort()
    return found
