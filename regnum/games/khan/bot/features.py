"""Features of a position of Khan: those of the yurts, and those of the tiles on the board."""

from typing import Final, final

from regnum.games.khan.cells import NONE, Cells
from regnum.games.khan.components import FRAME_SIDE
from regnum.games.khan.fields import KhanOptions
from regnum.games.khan.scoring import bonuses_for, points_per_owner
from regnum.games.khan.tiles import (
    COVERED_CELLS,
    FACING_TILE,
    FRAME_CELLS,
    NOT_FIRST_COLUMN,
    NOT_LAST_COLUMN,
    adjacent_cells,
    laid_owners,
    laid_placement,
)

FEATURES: Final = [
    "points",
    "area_bonus",
    "largest_area",
    "yurts",
    "beside_own",
    "beside_neutral",
    "neutral_near",
    "contested",
    "threes",
    "beside_others",
    "alone_beside_others",
    "beside_tiles",
    "guarded",
    "high_morale",
    "specials",
    "actions",
]


def between(cells: Cells) -> Cells:
    """Return the cells that share a side with at least two of these."""
    north = cells >> FRAME_SIDE
    south = cells << FRAME_SIDE
    east = (cells & NOT_LAST_COLUMN) << 1
    west = (cells & NOT_FIRST_COLUMN) >> 1
    return north & south | east & west | (north | south) & (east | west)


@final
class YurtFeatures:
    """Counts of a player's yurts, by their position relative to each other and to neutral yurts."""

    def __init__(self, yurts: Cells, adjacent: Cells, neutral: Cells, adjacent_to_neutral: Cells) -> None:
        """`adjacent`: the cells next to the player's yurts; `adjacent_to_neutral`: those next to neutral yurts."""
        self.yurts: Final = yurts
        self.adjacent: Final = adjacent
        self.neutral: Final = neutral
        self.own_or_neutral: Final = yurts | neutral
        self.count: Final = yurts.bit_count()
        self.beside_own: Final = (yurts & adjacent).bit_count()
        self.beside_neutral: Final = (yurts & adjacent_to_neutral).bit_count()
        self.adjacent_neutral: Final = neutral & adjacent
        self.neutral_near: Final = self.adjacent_neutral.bit_count()
        self.threes: Final = (self.own_or_neutral & (yurts | adjacent) & between(self.own_or_neutral)).bit_count()


@final
class TileFeatures:
    """Each player's points and areas, computed from the tiles on the board, which are added one by one."""

    def __init__(
        self, variant: KhanOptions, players: int, previous: "TileFeatures | None", laid: tuple[int, ...]
    ) -> None:
        """`previous`: the features without the last tile, or None if there are no tiles yet."""
        self.variant: Final = variant
        self.previous: Final = previous
        self.laid: Final = laid
        self.points: Final[list[int]] = [0] * players if previous is None else previous.points[:]
        self.adjacent: Final[list[Cells]] = [NONE] * players if previous is None else previous.adjacent[:]
        """For each player, the cells next to their tiles."""
        self.areas: Final[list[list[Cells]]] = [[] for _ in range(players)] if previous is None else previous.areas[:]
        """For each player, their areas; the inner lists are never changed."""
        self.largest: Final[list[int]] = [0] * players if previous is None else previous.largest[:]
        self.yurt_features: Final[list[YurtFeatures | None]] = (
            [None] * players if previous is None else previous.yurt_features
        )
        """For each player, the features of their yurts in the last call, which are still valid for most players."""
        if laid:
            self._add(laid[-1])
        self.bonuses: Final = self._bonuses()

    def _add(self, tile: int) -> None:
        placement = laid_placement(tile)
        owners = laid_owners(tile)
        value = points_per_owner(self.variant, FACING_TILE[placement // FRAME_CELLS], owners.bit_count())
        cover = COVERED_CELLS[placement]
        adjacent = adjacent_cells(cover)
        for player in range(len(self.points)):
            if owners >> player & 1:
                self.points[player] += value
                self.adjacent[player] |= adjacent
                grown = cover
                areas: list[Cells] = []
                for area in self.areas[player]:
                    if area & adjacent:
                        grown |= area
                    else:
                        areas.append(area)
                areas.append(grown)
                self.areas[player] = areas
                self.largest[player] = max(self.largest[player], grown.bit_count())

    def _bonuses(self) -> list[int]:
        """Return each player's bonus for areas if the game ended now [khan.scoring.bonus]."""
        compared = [[size] if size else [] for size in self.largest]
        if self.variant.area_bonus != "players":
            compared = [[area.bit_count() for area in areas] for areas in self.areas]
        return bonuses_for(compared)
