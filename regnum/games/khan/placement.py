"""Legal placements of tiles, found with small bit masks around each yurt of the player who wants to conquer.

tiles.py has the masks of all placements (tile, orientation and place), from which the majority is computed.
"""

from typing import Final

from regnum.core import i64
from regnum.core.rules.bitmask import mask_of
from regnum.games.khan.boards import GRID
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
    Node,
    Placement,
    adjacent_cells,
    padded_rows,
)

WINDOW_ROW: Final = (1 << WINDOW) - 1
PAIR_SIZE: Final = 2
PAIRS: Final = mask_of([tile for tile in range(len(TILES)) if TILE_SIZE[tile] == PAIR_SIZE and not IS_BRIDGE[tile]])
"""The conquest tiles of two cells, without bridges, as a bit mask."""

ILLEGAL: Final = -1
"""The result of `players_to_ask` for an illegal conquest."""


def has_majority(s: KhanState, player: int, land: int) -> bool:
    """Return whether a player has a yurt on these cells and no other player has more there.

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


def majority_players(s: KhanState, land: int) -> int:
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


def guarded_cells_of(s: KhanState, protector: int) -> int:
    """Return the cells with yurts that a player's active card protects from others.

    khan.special.protection, khan.special.divine, khan.special.divine_four
    """
    if s.active[protector] == PROTECTION:
        return s.yurts[protector]
    if s.active[protector] != DIVINE_SUPPORT:
        return 0
    if s.players < 4:
        return s.neutral
    region = s.guarded[protector]  # -1 until the player has chosen one
    return s.neutral & s.board.regions[region] if region >= 0 else 0


def protected_cells_against(s: KhanState, player: int) -> int:
    """Return the cells with yurts that other players' cards protect now [khan.special.others_only]."""
    cells = 0
    for other, card in enumerate(s.active):
        if card >= 0 and other != player:
            cells |= guarded_cells_of(s, other)
    return cells


def players_to_ask(s: KhanState, player: int, land: int) -> int:
    """Return the players whose consent a conquest needs, as a bit mask; ILLEGAL if one of them cannot give it.

    Only players who would share in the majority can consent, and only if they have not refused already.
    khan.special.consent, khan.special.refused
    """
    rivals = 0
    for other in range(s.players):
        if other != player and s.active[other] >= 0 and land & guarded_cells_of(s, other):
            if s.refused >> other & 1:
                return ILLEGAL
            rivals |= 1 << other
    return ILLEGAL if rivals and rivals & ~majority_players(s, land) else rivals


def yurts_of_others(s: KhanState, player: int) -> int:
    """Return the cells with yurts of other players."""
    return s.yurted ^ s.neutral ^ s.yurts[player]


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
    mine = s.yurts[player]
    across = s.board.across
    yurted = s.yurted
    yurts = padded_rows(yurted)
    while mine:
        cell = mine.bit_length() - 1
        mine ^= BIT[cell]
        yurted ^= BIT[cell]
        paired = GRID.neighbours[cell] & yurted
        bridged = across[cell] & yurted
        if not paired and not bridged:
            continue  # no tile over this yurt can cover another
        row = cell // FRAME_SIDE
        column = cell % FRAME_SIDE
        dry = window_mask(yurts, row, column)
        if paired:
            walk_tree(LAND_TREE, cell, dry, placements)
        if bridged:
            walk_bridge_tree(BRIDGE_TREE, cell, dry, window_mask(s.water_rows, row, column), placements)
        yurts[row + SPAN] ^= 1 << column + SPAN
    return placements


def walk_tree(node: Node | None, cell: int, dry: i64, placements: list[Placement]) -> None:
    """Add the placements of all tiles over a cell that cover only yurts; skip the branches below a missing yurt."""
    while node is not None:
        if node.bit & dry:
            if node.tile >= 0:
                placements.append(PLACEMENTS[node.placement + cell])
            node = node.down
        else:
            node = node.over


def walk_bridge_tree(node: Node | None, cell: int, dry: i64, wet: i64, placements: list[Placement]) -> None:
    """Add the placements of all bridge tiles over a cell that cover only yurts and river cells without a bridge."""
    while node is not None:
        if node.bit & (wet if node.river else dry):
            if node.tile >= 0:
                placements.append(PLACEMENTS[node.placement + cell])
            node = node.down
        else:
            node = node.over


def cached_placements(s: KhanState, player: int) -> list[Placement]:
    """Return the result of `find_placements`, cached in the state until a yurt is placed: nothing else adds some."""
    cache = s.cached_placements(player)
    return s.cache_placements(player, find_placements(s, player)) if cache is None else cache


def is_legal(s: KhanState, player: int, land: int, rivals: int, guarded: int) -> bool:
    """Return whether a player may conquer these cells, if necessary with consent; one of the yurts must be theirs."""
    against = land & rivals
    if not against:
        return not land & guarded  # no player could consent
    if against.bit_count() > 1 and not has_majority(s, player, land):
        return False  # another player's single yurt is no more than the player's own
    return not land & guarded or players_to_ask(s, player, land) != ILLEGAL


def legal_tiles(s: KhanState, player: int, tiles: int, guarded: int) -> int:
    """Return those of the given tiles (bit masks) that the player may lay somewhere."""
    rivals = yurts_of_others(s, player)
    contested = rivals | guarded
    legal = 0
    for place in cached_placements(s, player):
        bit = place.bit
        if bit & tiles and (not place.land & contested or is_legal(s, player, place.land, rivals, guarded)):
            legal |= bit
            tiles ^= bit
    return legal


def has_legal_tile(s: KhanState, player: int, tiles: int, guarded: int) -> bool:
    """Return whether the player may lay any of the tiles (a bit mask) somewhere.

    Two shortcuts avoid a search:

    - A tile of two cells over one of the player's yurts and an adjacent one is legal, because no other player can have
      more of two yurts. Exceptions are adjacent yurts that are neutral and protected, or protected by a player who has
      already refused. After any refusal, this shortcut therefore considers only unprotected yurts.
    - If no bridge is possible, and there are no adjacent yurts or all are neutral and protected, no tile is legal
      unless neutral yurts connect them to those of another player, who could consent.
    """
    paired = s.cells_beside(player) & s.yurted
    if paired and tiles & PAIRS and (not guarded or paired & ~(guarded if s.refused else guarded & s.neutral)):
        return True
    only_protected = not paired & ~(guarded & s.neutral)
    if only_protected and not s.bridge_cells(player) & s.yurted and not _can_reach_others(s, player, paired):
        return False
    return legal_tiles(s, player, tiles, guarded) != 0


def _can_reach_others(s: KhanState, player: int, cells: int) -> bool:
    """Return whether neutral yurts connect these cells to a yurt of another player."""
    others = yurts_of_others(s, player)
    beside = cells
    while beside:
        cells |= beside
        beside = adjacent_cells(cells)
        if beside & others:
            return True
        beside &= s.neutral & ~cells
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
    return has_legal_tile(s, player, tiles, 0)


def placements(s: KhanState, player: int, tile: int) -> list[int]:
    """Return the placements of a tile that are legal for a player, in ascending order."""
    rivals = yurts_of_others(s, player)
    guarded = protected_cells_against(s, player)
    contested = rivals | guarded
    return sorted(
        [
            place.number
            for place in cached_placements(s, player)
            if place.tile == tile and (not place.land & contested or is_legal(s, player, place.land, rivals, guarded))
        ]
    )
