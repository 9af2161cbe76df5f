"""What the tiles on the board are worth: their points, and the largest connected areas.

A tile on the board is a number: placement * OWNERS + the players whose yurts stand on it, as a bit mask.
"""

from typing import Final

from regnum.games.khan.board import GRID
from regnum.games.khan.components import AREA_BONUS, TILE_POINTS
from regnum.games.khan.tiles import COVER, FACING_TILE, FRAME

OWNERS: Final = 16


def tile_points(laid: tuple[int, ...], players: int, divided: bool) -> list[int]:
    """Return each player's points for the tiles with his yurt; divided among all on a tile, or for each in full.

    khan.scoring.tiles, khan.scoring.shared, khan.scoring.loose
    """
    points = [0] * players
    for tile in laid:
        worth = TILE_POINTS[FACING_TILE[tile // OWNERS // FRAME]]
        owners = tile % OWNERS
        share = worth // owners.bit_count() if divided else worth
        for player in range(players):
            if owners >> player & 1:
                points[player] += share
    return points


def areas(laid: tuple[int, ...], player: int) -> list[int]:
    """Return the connected areas of the tiles with a player's yurt, as masks of cells [khan.scoring.area]."""
    cells = 0
    for tile in laid:
        if tile >> player & 1:
            cells |= COVER[tile // OWNERS]
    return GRID.groups(cells)


def largest_area(laid: tuple[int, ...], player: int) -> int:
    """Return the number of cells of a player's largest area."""
    return max([area.bit_count() for area in areas(laid, player)], default=0)


def area_bonuses(laid: tuple[int, ...], players: int, each_area: bool) -> list[int]:
    """Return each player's bonus for the largest areas.

    Either every player's largest area is compared, or (`each_area`) all areas of everybody. Equals all get the better
    bonus, and the next ones lapse [khan.scoring.bonus, khan.scoring.bonus_ties].
    """
    bonuses = [0] * players
    sizes: list[int] = []
    owners: list[int] = []
    for player in range(players):
        found = [area.bit_count() for area in areas(laid, player)]
        if found and not each_area:
            found = [max(found)]
        for size in found:
            sizes.append(size)
            owners.append(player)
    for number in range(len(sizes)):
        larger = len([size for size in sizes if size > sizes[number]])
        if larger < len(AREA_BONUS):
            bonuses[owners[number]] += AREA_BONUS[larger]
    return bonuses
