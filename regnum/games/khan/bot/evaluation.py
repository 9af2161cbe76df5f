"""The evaluation of a state, for bots: features of each player's position, each worth a number of points.

Actions in progress are resolved first, so that a state in the middle of an action can be compared with one after it: a
yurt to be placed is on a good cell, a fleeing ruler has left its yurt, the best conquest is made. The weights are in
data/weights.toml.
"""

from typing import Final

from regnum.core.ai.evaluation import DirectEvaluation, Evaluation, read_weights
from regnum.core.folder import read_data
from regnum.core.rules.state import State
from regnum.games.khan.action_phase import ACTIONS_PER_TURN, Act, Occupy, Pitch
from regnum.games.khan.boards import NEIGHBOURS
from regnum.games.khan.bot.features import FEATURES, TileFeatures, YurtFeatures, between
from regnum.games.khan.cells import NONE, Cells
from regnum.games.khan.components import (
    DIVINE_SUPPORT,
    HIGH_MORALE,
    PACKAGE,
    PROTECTION,
    SCOUT,
    TILE_POINTS,
)
from regnum.games.khan.conquer import ChooseTile, Consent, Lay
from regnum.games.khan.expel import Drive
from regnum.games.khan.placement import (
    available_tiles,
    cached_placements,
    is_legal,
    majority_players,
    protected_cells_against,
    yurts_of_others,
)
from regnum.games.khan.rounds import EndPhaseTurn, Refill, Turn
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import BIT, COVERED_CELLS, LAND_CELLS, adjacent_cells

_ACTIONS: Final = FEATURES.index("actions")

_STAGE_COUNT: Final = 4
_CAMPS_EARLY: Final = 27
"""With more yurts than this in the camps, the game is in its early stage."""
_CAMPS_LATE: Final = 16


_SHARED_TILE_COST: Final = 0.6
"""The weight of the points that another player gets from a shared tile, relative to those of the player."""
_USED_YURT_COST: Final = 0.3
"""The cost of each yurt that the player uses up for a tile."""
_ADJACENT_TILE_VALUE: Final = 0.7
"""The additional value of a tile next to the player's tiles."""


class KhanEvaluation(DirectEvaluation):
    """The evaluation of Khan, with a row of weights for each player count and stage.

    Three stages depend on the number of yurts in the camps; the fourth is the end phase.
    """

    _last: TileFeatures | None = None
    """The tile features of the last call: the next call usually has the same tiles, or one more."""
    _neutral: tuple[Cells, Cells] = (NONE, NONE)
    """The neutral yurts in the last call, and the cells adjacent to them."""

    def weighted_sums(self, state: State, weights: list[float]) -> list[float]:
        assert isinstance(state, KhanState)
        sums = self._resolved_sums(state, weights)
        _add_action_values(state, sums, weights[_ACTIONS])
        return sums

    def row_index(self, state: State) -> int:
        assert isinstance(state, KhanState)
        first = (state.players - 2) * _STAGE_COUNT
        if state.end_phase:
            return first + 3
        yurts_left = 0
        for yurts in state.camps:
            yurts_left += yurts
        return first if yurts_left > _CAMPS_EARLY else first + 1 if yurts_left > _CAMPS_LATE else first + 2

    def tile_features(self, s: KhanState) -> TileFeatures:
        """Return the tile features of a state, derived from those of the last call."""
        cached = self._last
        laid = s.laid
        if cached is not None and cached.variant is s.variant:
            if cached.laid is laid:
                return cached
            common = 0
            fewer = min(len(laid), len(cached.laid))
            while common < fewer and laid[common] == cached.laid[common]:
                common += 1
            while cached.previous is not None and len(cached.laid) > common:
                cached = cached.previous
        else:
            cached = TileFeatures(s.variant, s.players, None, ())
        for count in range(len(cached.laid) + 1, len(laid) + 1):
            cached = TileFeatures(s.variant, s.players, cached, laid if count == len(laid) else laid[:count])
        self._last = cached
        return cached

    def _resolved_sums(self, s: KhanState, weights: list[float]) -> list[float]:
        """Return each player's weighted sum after the action in progress, without the remaining actions."""
        top = s.stack[-1]
        if isinstance(top, Act):
            if s.last_played[top.player] == HIGH_MORALE and isinstance(s.stack[-2], Refill):
                return self._table_sums(
                    weights, self._after_best_conquest(s, top.player, available_tiles(s, top.player)), -1, NONE, NONE
                )
        elif isinstance(top, Pitch):
            return self._table_sums(weights, s, top.player, s.free & s.board.invaded[top.card], NONE)
        elif isinstance(top, Occupy):
            return self._table_sums(weights, s, top.player, s.free, NONE)
        elif isinstance(top, Drive):
            return self._table_sums(weights, s, -1, NONE, BIT[s.rulers[top.ruler]])
        elif isinstance(top, Lay):
            return self._table_sums(weights, self._after_best_conquest(s, top.player, 1 << top.tile), -1, NONE, NONE)
        elif isinstance(top, ChooseTile):
            return self._table_sums(
                weights, self._after_best_conquest(s, top.player, available_tiles(s, top.player)), -1, NONE, NONE
            )
        elif isinstance(top, Consent):
            return self._table_sums(weights, _after_conquest(s, top.rival, top.placement), -1, NONE, NONE)
        return self._table_sums(weights, s, -1, NONE, NONE)

    def _after_best_conquest(self, s: KhanState, player: int, tiles: int) -> KhanState:
        """Return the state after a good conquest with one of the tiles (a bit mask); the same state if none is good."""
        rivals = yurts_of_others(s, player)
        protected = protected_cells_against(s, player)
        contested = rivals | protected
        adjacent = self.tile_features(s).adjacent[player]
        own_yurts = s.yurts[player]
        best = 0.0
        chosen = -1
        for placement in cached_placements(s, player):
            if not placement.bit & tiles:
                continue
            points = TILE_POINTS[placement.tile]
            if points + _ADJACENT_TILE_VALUE <= best:
                continue
            value = float(points)
            land = placement.land
            if land & contested:
                if not is_legal(s, player, land, rivals, protected):
                    continue
                if land & rivals:
                    value -= _SHARED_TILE_COST * points * (majority_players(s, land).bit_count() - 1)
            if value + _ADJACENT_TILE_VALUE > best:
                value -= _USED_YURT_COST * (land & own_yurts).bit_count()
                if COVERED_CELLS[placement.number] & adjacent:
                    value += _ADJACENT_TILE_VALUE
                if value > best:
                    best = value
                    chosen = placement.number
        return s if chosen < 0 else _after_conquest(s, player, chosen)

    def _table_sums(
        self, weights: list[float], s: KhanState, player: int, cells: Cells, neutral_more: Cells
    ) -> list[float]:
        """Return each player's weighted sum in a state, after `player` has put a yurt on a good one of `cells`, if any.

        `neutral_more`: a set with the cell that will get a neutral yurt.
        """
        players = s.players
        tile_features = self.tile_features(s)
        neutral = s.neutral | neutral_more
        known_neutral, near_neutral = self._neutral
        if neutral != known_neutral:
            near_neutral = adjacent_cells(neutral)
            self._neutral = (neutral, near_neutral)
        yurts = s.yurts
        yurt_features: list[YurtFeatures] = []
        for side in range(players):
            cached = tile_features.yurt_features[side]
            if cached is None or cached.yurts != yurts[side] or cached.neutral != neutral:
                cached = YurtFeatures(yurts[side], s.cells_beside(side), neutral, near_neutral)
                tile_features.yurt_features[side] = cached
            yurt_features.append(cached)
        if cells:
            yurts_of_side = yurt_features[player]
            best_cell = _best_cell(
                cells,
                yurts_of_side.own_or_neutral,
                yurts_of_side.adjacent,
                near_neutral,
                tile_features.adjacent[player],
            )
            yurt_features[player] = YurtFeatures(
                yurts_of_side.yurts | best_cell,
                yurts_of_side.adjacent | NEIGHBOURS[best_cell.bit_length() - 1],
                neutral,
                near_neutral,
            )
        (
            points,
            area_bonus,
            largest_area,
            each_yurt,
            beside_own,
            beside_neutral,
            neutral_near,
            contested,
            threes,
            beside_others,
            alone_beside_others,
            beside_tiles,
            each_guarded,
            high_morale,
            other_specials,
            _,
        ) = weights
        sums: list[float] = []
        for side in range(players):
            yurts_of_side = yurt_features[side]
            rival_adjacent = NONE
            for other in range(players):
                if other != side:
                    rival_adjacent |= yurt_features[other].adjacent
            exposed = yurts_of_side.yurts & rival_adjacent
            guarded = 0
            card = s.active[side]
            if card == PROTECTION:
                guarded = yurts_of_side.count
            elif card == DIVINE_SUPPORT:
                guarded = yurts_of_side.beside_neutral
            specials = s.specials[side]
            sums.append(
                points * tile_features.points[side]
                + area_bonus * tile_features.bonuses[side]
                + largest_area * tile_features.largest[side]
                + each_yurt * yurts_of_side.count
                + beside_own * yurts_of_side.beside_own
                + beside_neutral * yurts_of_side.beside_neutral
                + neutral_near * yurts_of_side.neutral_near
                + contested
                * ((yurts_of_side.adjacent_neutral & rival_adjacent).bit_count() if yurts_of_side.neutral_near else 0)
                + threes * yurts_of_side.threes
                + beside_others * (exposed.bit_count() if exposed else 0)
                + alone_beside_others * ((exposed & ~yurts_of_side.adjacent).bit_count() if exposed else 0)
                + beside_tiles * (yurts_of_side.yurts & tile_features.adjacent[side]).bit_count()
                + each_guarded * guarded
                + high_morale * specials[HIGH_MORALE]
                + other_specials * (specials[PROTECTION] + specials[DIVINE_SUPPORT] + specials[SCOUT])
            )
        return sums


_TRAINED_WEIGHTS: Final = read_data(PACKAGE, "weights")
EVALUATION: Final[Evaluation] = KhanEvaluation(
    FEATURES, read_weights(_TRAINED_WEIGHTS), read_weights(_TRAINED_WEIGHTS, "values")
)


def _best_cell(
    cells: Cells, yurts: Cells, adjacent: Cells, adjacent_to_neutral: Cells, adjacent_to_tiles: Cells
) -> Cells:
    """Return a cell, as a set: preferably between two yurts, then next to own or neutral yurts or own tiles."""
    for preference in (between(yurts), adjacent, adjacent_to_neutral, adjacent_to_tiles):
        if cells & preference:
            cells &= preference
    return cells & -cells


def _after_conquest(s: KhanState, player: int, placement: int) -> KhanState:
    """Return the state after a conquest."""
    next_state = s.clone()
    next_state.lay_tile(player, placement, majority_players(s, LAND_CELLS[placement]))
    return next_state


def _add_action_values(s: KhanState, sums: list[float], value: float) -> None:
    """Add the value of the remaining actions, and of those of the next turn, to the sums in `sums`.

    The next turn is certain to come, so it counts before it has begun.
    """
    for at in range(len(s.stack) - 1, -1, -1):
        step = s.stack[at]
        if isinstance(step, Act):
            sums[step.player] += value * float(s.actions_left)
            if at == len(s.stack) - 1 and s.actions_left == ACTIONS_PER_TURN:
                break  # when a turn begins, only its actions count, as they did before it began
        elif isinstance(step, (Turn, EndPhaseTurn)):
            sums[step.player] += value * ACTIONS_PER_TURN
            break
