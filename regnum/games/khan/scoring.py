"""Scoring: the points of the tiles on the board, and the bonuses for the largest connected areas."""

from typing import ClassVar

from regnum.core.rules.step import Event, NextSteps
from regnum.games.khan.cells import NONE, Cells
from regnum.games.khan.components import AREA_BONUS, TILE_POINTS
from regnum.games.khan.fields import KhanOptions
from regnum.games.khan.notes import FINAL_POINTS
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import FACING_TILE, FRAME_CELLS, adjacent_cells, laid_cells, laid_owners, laid_placement


class FinalScoring(Event[KhanState]):
    """End the game; the player with the most points for tiles with their yurts and for the largest areas wins.

    khan.scoring.tiles, khan.scoring.bonus, khan.scoring.winner, khan.setup.aim
    """

    CLAUSE: ClassVar[str] = "khan.scoring.winner"
    NEXT_STEPS: ClassVar[NextSteps] = ("",)

    def happen(self, s: KhanState) -> None:
        if s.journal is None:
            return  # the scores are computed from the tiles; here they are only logged
        for player, lines in enumerate(final_points(s)):
            s.add_note(FINAL_POINTS, player, lines["tiles"], lines["areas"], largest_area(s, player))


def final_points(s: KhanState) -> list[dict[str, int]]:
    """Return each player's points in the final scoring by reason; during the game, as if it ended now."""
    points, bonuses = tile_points(s), area_bonuses(s)
    return [{"tiles": points[player], "areas": bonuses[player]} for player in range(s.players)]


def scores(s: KhanState) -> list[int]:
    """Return each player's points for tiles; once the game is over, also those for the largest areas."""
    points = tile_points(s)
    if s.is_terminal:
        bonuses = area_bonuses(s)
        return [points[player] + bonuses[player] for player in range(s.players)]
    return points


def ranking_key(s: KhanState, player: int) -> tuple[int, ...]:
    """Return the player's points, then their largest connected area [khan.scoring.winner, khan.scoring.ties]."""
    return scores(s)[player], largest_area(s, player)


def points_per_owner(variant: KhanOptions, tile: int, owners: int) -> int:
    """Return the points that each of a number of owners gets for a tile: all of its points, or a share.

    khan.scoring.tiles, khan.scoring.shared
    """
    return TILE_POINTS[tile] // owners if variant.shared_points == "divided" else TILE_POINTS[tile]


def tile_points(s: KhanState) -> list[int]:
    """Return each player's points for the tiles with their yurts [khan.scoring.tiles, khan.scoring.loose]."""
    points = [0] * s.players
    for tile in s.laid:
        owners = laid_owners(tile)
        share = points_per_owner(s.variant, FACING_TILE[laid_placement(tile) // FRAME_CELLS], owners.bit_count())
        for player in range(s.players):
            if owners >> player & 1:
                points[player] += share
    return points


def areas(s: KhanState, player: int) -> list[Cells]:
    """Return the connected areas of the tiles with a player's yurt, as sets of cells [khan.scoring.area]."""
    cells = NONE
    for tile in s.laid:
        if tile >> player & 1:
            cells |= laid_cells(tile)
    masks: list[Cells] = []
    while cells:
        area, frontier = NONE, cells & -cells
        while frontier:
            area |= frontier
            frontier = adjacent_cells(frontier) & cells & ~area
        masks.append(area)
        cells ^= area
    return masks


def largest_area(s: KhanState, player: int) -> int:
    """Return the number of cells of a player's largest area."""
    return max([area.bit_count() for area in areas(s, player)], default=0)


def area_bonuses(s: KhanState) -> list[int]:
    """Return each player's bonus for the largest areas.

    By default, each player's largest area is compared; by the option, all areas of all players [khan.scoring.bonus].
    """
    compared: list[list[int]] = []
    for player in range(s.players):
        sizes = [area.bit_count() for area in areas(s, player)]
        compared.append([max(sizes)] if sizes and s.variant.area_bonus == "players" else sizes)
    return bonuses_for(compared)


def bonuses_for(compared: list[list[int]]) -> list[int]:
    """Return each player's bonus, given the sizes of the areas that are compared, by player.

    Tied areas all get the better bonus, and as many of the next bonuses are left out.
    khan.scoring.bonus, khan.scoring.bonus_ties
    """
    bonuses = [0] * len(compared)
    for player in range(len(compared)):
        for size in compared[player]:
            larger = 0
            for sizes in compared:
                for other in sizes:
                    if other > size:
                        larger += 1
            if larger < len(AREA_BONUS):
                bonuses[player] += AREA_BONUS[larger]
    return bonuses
