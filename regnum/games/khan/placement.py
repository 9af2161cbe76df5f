"""Legal placements of tiles, found with small bit masks around each yurt of the player who wants to conquer.

tiles.py has the masks of all placements (tile, orientation and place), from which the majority is computed.
"""

from typing import Final

from regnum.core import i64
from regnum.core.packed import bit
from regnum.core.rules.bitmask import mask_of
from regnum.games.khan.boards import NEIGHBOURS
from regnum.games.khan.cells import NONE, Cells
from regnum.games.khan.components import DIVINE_SUPPORT, FRAME_SIDE, PROTECTION, TILE_SIZE, TILES
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import (
    BIT,
    BRIDGE_TREE,
    IS_BRIDGE,
    LAND_TREE,
    PLACEMENTS,
    SPAN,
    WINDOW,
    Placement,
    TileTreeNode,
    adjacent_cells,
    padded_rows,
)

WINDOW_ROW: Final = (1 << WINDOW) - 1
PAIR_SIZE: Final = 2
PAIRS: Final = mask_of([tile for tile in range(len(TILES)) if TILE_SIZE[tile] == PAIR_SIZE and not IS_BRIDGE[tile]])
"""The conquest tiles of two cells, without bridges, as a bit mask."""

ILLEGAL: Final = -1
"""The result of `players_to_ask` for an illegal conquest."""


def has_majority(s: KhanState, player: int, land: Cells) -> bool:
    """Return whether a player has a yurt on these cells and no other player has more there.

    khan.conquer.own_yurt, khan.conquer.majority, khan.conquer.neutral
    """
    yurts = s.yurts
    own_count = (land & yurts[player]).bit_count()
    if not own_count:
        return False
    for rival_yurts in yurts:  # noqa: SIM110 (a generator would take twice the time)
        if (land & rival_yurts).bit_count() > own_count:
            return False
    return True


def majority_players(s: KhanState, land: Cells) -> int:
    """Return the players with the most yurts on these cells, as a bit mask [khan.conquer.majority]."""
    most = 1
    holders = 0
    for player in range(s.players):
        count = (land & s.yurts[player]).bit_count()
        if count > most:
            most = count
            holders = bit(player)
        elif count == most:
            holders |= bit(player)
    return holders


def protected_cells_of(s: KhanState, protector: int) -> Cells:
    """Return the cells with yurts that a player's active card protects from others.

    khan.special.protection, khan.special.divine, khan.special.divine_four
    """
    if s.active[protector] == PROTECTION:
        return s.yurts[protector]
    if s.active[protector] != DIVINE_SUPPORT:
        return NONE
    if s.players < 4:
        return s.neutral
    region = s.guarded[protector]  # -1 until the player has chosen one
    return s.neutral & s.board.regions[region] if region >= 0 else NONE


def protected_cells_against(s: KhanState, player: int) -> Cells:
    """Return the cells with yurts that other players' cards protect now [khan.special.others_only]."""
    cells = NONE
    for other, card in enumerate(s.active):
        if card >= 0 and other != player:
            cells |= protected_cells_of(s, other)
    return cells


def players_to_ask(s: KhanState, player: int, land: Cells) -> int:
    """Return the players whose consent a conquest needs, as a bit mask; ILLEGAL if one of them cannot give it.

    Only players who would share in the majority can consent, and only if they have not refused already.
    khan.special.consent, khan.special.refused
    """
    rivals = 0
    for other in range(s.players):
        if other != player and s.active[other] >= 0 and land & protected_cells_of(s, other):
            if s.refused >> other & 1:
                return ILLEGAL
            rivals |= bit(other)
    return ILLEGAL if rivals and rivals & ~majority_players(s, land) else rivals


def yurts_of_others(s: KhanState, player: int) -> Cells:
    """Return the cells with yurts of other players."""
    return s.yurt_cells ^ s.neutral ^ s.yurts[player]


def window_mask(rows: list[int], row: int, column: int) -> i64:
    """Return the window around a cell as a small bit mask, with the northernmost row in the highest bits."""
    shift: i64 = column
    seen: i64 = 0
    for number in range(row, row + WINDOW):
        line: i64 = rows[number]
        seen = seen << WINDOW | line >> shift & WINDOW_ROW
    return seen


def find_placements(s: KhanState, player: int) -> list[Placement]:
    """Return all placements of tiles over yurts of which at least one belongs to a player.

    After the search around a yurt, this yurt is left out, so that each placement is found only once.
    khan.conquer.yurts, khan.conquer.own_yurt, khan.conquer.land, khan.conquer.bridge, khan.conquer.overlap
    """
    placements: list[Placement] = []
    own_yurts = s.yurts[player]
    across = s.board.across
    yurt_cells = s.yurt_cells
    yurts = padded_rows(yurt_cells)
    while own_yurts:
        cell = own_yurts.bit_length() - 1
        own_yurts ^= BIT[cell]
        yurt_cells ^= BIT[cell]
        paired = NEIGHBOURS[cell] & yurt_cells
        bridged = across[cell] & yurt_cells
        if not paired and not bridged:
            continue  # no tile over this yurt can cover another
        row = cell // FRAME_SIDE
        column = cell % FRAME_SIDE
        yurt_window = window_mask(yurts, row, column)
        if paired:
            walk_tree(LAND_TREE, cell, yurt_window, placements)
        if bridged:
            walk_bridge_tree(BRIDGE_TREE, cell, yurt_window, window_mask(s.water_rows, row, column), placements)
        yurts[row + SPAN] ^= 1 << column + SPAN
    return placements


def walk_tree(node: TileTreeNode | None, cell: int, yurt_window: i64, placements: list[Placement]) -> None:
    """Add the placements of all tiles over a cell that cover only yurts; skip the branches below a missing yurt."""
    while node is not None:
        if node.bit & yurt_window:
            if node.tile >= 0:
                placements.append(PLACEMENTS[node.placement + cell])
            node = node.next_if_covered
        else:
            node = node.next_if_uncovered


def walk_bridge_tree(
    node: TileTreeNode | None, cell: int, yurt_window: i64, river_window: i64, placements: list[Placement]
) -> None:
    """Add the placements of all bridge tiles over a cell that cover only yurts and river cells without a bridge."""
    while node is not None:
        if node.bit & (river_window if node.river else yurt_window):
            if node.tile >= 0:
                placements.append(PLACEMENTS[node.placement + cell])
            node = node.next_if_covered
        else:
            node = node.next_if_uncovered


def cached_placements(s: KhanState, player: int) -> list[Placement]:
    """Return the result of `find_placements`, cached in the state until a yurt is placed: nothing else adds some."""
    cache = s.cached_placements(player)
    return s.cache_placements(player, find_placements(s, player)) if cache is None else cache


def is_legal(s: KhanState, player: int, land: Cells, rivals: Cells, protected: Cells) -> bool:
    """Return whether a player may conquer these cells, if necessary with consent; one of the yurts must be theirs."""
    rival_yurts = land & rivals
    if not rival_yurts:
        return not land & protected  # no player could consent
    if rival_yurts.bit_count() > 1 and not has_majority(s, player, land):
        return False  # another player's single yurt is no more than the player's own
    return not land & protected or players_to_ask(s, player, land) != ILLEGAL


def legal_tiles(s: KhanState, player: int, tiles: int, protected: Cells) -> int:
    """Return those of the given tiles (bit masks) that the player may lay somewhere."""
    rivals = yurts_of_others(s, player)
    contested = rivals | protected
    legal = 0
    for placement in cached_placements(s, player):
        bit = placement.bit
        if bit & tiles and (not placement.land & contested or is_legal(s, player, placement.land, rivals, protected)):
            legal |= bit
            tiles ^= bit
    return legal


def has_legal_tile(s: KhanState, player: int, tiles: int, protected: Cells) -> bool:
    """Return whether the player may lay any of the tiles (a bit mask) somewhere.

    Two shortcuts avoid a search:

    - A tile of two cells over one of the player's yurts and an adjacent one is legal, because no other player can have
      more of two yurts. Exceptions are adjacent yurts that are neutral and protected, or protected by a player who has
      already refused. After any refusal, this shortcut therefore considers only unprotected yurts.
    - If no bridge is possible, and there are no adjacent yurts or all are neutral and protected, no tile is legal
      unless neutral yurts connect them to those of another player, who could consent.
    """
    paired = s.cells_beside(player) & s.yurt_cells
    if paired and tiles & PAIRS and (not protected or paired & ~(protected if s.refused else protected & s.neutral)):
        return True
    only_protected = not paired & ~(protected & s.neutral)
    if only_protected and not s.bridge_cells(player) & s.yurt_cells and not _can_reach_others(s, player, paired):
        return False
    return legal_tiles(s, player, tiles, protected) != 0


def _can_reach_others(s: KhanState, player: int, cells: Cells) -> bool:
    """Return whether neutral yurts connect these cells to a yurt of another player."""
    rival_yurts = yurts_of_others(s, player)
    adjacent = cells
    while adjacent:
        cells |= adjacent
        adjacent = adjacent_cells(cells)
        if adjacent & rival_yurts:
            return True
        adjacent &= s.neutral & ~cells
    return False


def available_tiles(s: KhanState, player: int) -> int:
    """Return the tiles that a player can take, as a bit mask: those in the supply and the one that they reserved.

    khan.conquer.tile, khan.special.scout
    """
    reserved = s.reserved[player]
    return s.stacks if reserved < 0 else s.stacks | 1 << reserved


def can_conquer(s: KhanState, player: int) -> bool:
    """Return whether a player can lay any tile now."""
    return has_legal_tile(s, player, available_tiles(s, player), protected_cells_against(s, player))


def could_conquer_unguarded(s: KhanState, player: int) -> bool:
    """Return whether a player could lay any tile if no special card were active [khan.end.protection]."""
    tiles = available_tiles(s, player)
    for tile in s.reserved:
        if tile >= 0:
            tiles |= 1 << tile
    return has_legal_tile(s, player, tiles, NONE)


def placements(s: KhanState, player: int, tile: int) -> list[int]:
    """Return the placements of a tile that are legal for a player, in ascending order."""
    rivals = yurts_of_others(s, player)
    protected = protected_cells_against(s, player)
    contested = rivals | protected
    return sorted(
        [
            placement.number
            for placement in cached_placements(s, player)
            if placement.tile == tile
            and (not placement.land & contested or is_legal(s, player, placement.land, rivals, protected))
        ]
    )
