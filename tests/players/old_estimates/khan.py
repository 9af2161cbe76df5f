"""How good a state looks, for bots: the points on tiles, and a guess at what the yurts on the board may still win."""

from typing import Final

from regnum.core.atlas import bits
from regnum.games.khan.action_phase import ACTIONS_PER_TURN, Act, Occupy, Pitch
from regnum.games.khan.components import (
    DIVINE_SUPPORT,
    HIGH_MORALE,
    PROTECTION,
    RULERS_OUT,
    SPECIALS,
    TILE_POINTS,
)
from regnum.games.khan.conquer import ChooseTile, Lay
from regnum.games.khan.placement import guarded_from, legal_tiles, majority, placements, tiles_to_take
from regnum.games.khan.rounds import Refill, Turn
from regnum.games.khan.scoring import area_bonuses, scores, tile_points
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import COVER, LAND, OWNERS, around

# Guesses in points, tuned by play against the random bot and against each other.
_YURT: Final = 0.35
_BESIDE_MINE: Final = 0.45
_BESIDE_NEUTRAL: Final = 0.35
_BESIDE_OTHERS: Final = 0.1
_BESIDE_TILE: Final = 0.25
_ACTION: Final = 1.2
_AREA: Final = 0.5
_SPECIAL: Final = {"high_morale": 2.0, "protection": 0.5, "divine_support": 0.4, "scout": 0.2}
_WORTH: Final = [_SPECIAL[special] for special in SPECIALS]
_GUARDED: Final = 0.12


class Prospects:
    """What the estimate looks at again and again: all yurts, and each player's tiles."""

    def __init__(self, s: KhanState) -> None:
        self.s: Final = s
        self.neutral: Final = s.neutral
        self.tiles: Final = [0] * s.players
        for tile in s.laid:
            for player in range(s.players):
                if tile >> player & 1:
                    self.tiles[player] |= COVER[tile // OWNERS]

    def hope(self, player: int, mine: int, yurts: list[int], neutral: int) -> float:
        """Return what a player's yurts may win: by those beside them, and by his tiles beside them."""
        found = _YURT * mine.bit_count() + _BESIDE_MINE * (mine & around(mine)).bit_count()
        found += _BESIDE_NEUTRAL * (mine & around(neutral)).bit_count()
        found += _BESIDE_TILE * (mine & around(self.tiles[player])).bit_count()
        others = 0
        for other in range(self.s.players):
            if other != player:
                others |= yurts[other]
        return found + _BESIDE_OTHERS * (mine & around(others)).bit_count()

    def hopes(self, yurts: list[int], neutral: int) -> list[float]:
        """Return what everybody's yurts may win."""
        return [self.hope(player, mine, yurts, neutral) for player, mine in enumerate(yurts)]

    def best_cell(self, player: int, cells: int) -> float:
        """Return what a yurt on the best of these cells would add to a player's hope."""
        mine = self.s.yurts[player]
        now = self.hope(player, mine, self.s.yurts, self.neutral)
        best = 0.0
        near = cells & around(mine | self.neutral | self.tiles[player]) or cells & -cells
        for cell in bits(near):
            best = max(best, self.hope(player, mine | 1 << cell, self.s.yurts, self.neutral) - now)
        return best

    def gain(self, player: int, tile: int, placement: int) -> float:
        """Return what a conquest brings a player more than the others: points, less the hopes that it ends."""
        land = LAND[placement]
        owners = majority(self.s, land)
        yurts = [mine & ~land for mine in self.s.yurts]
        before = self.hopes(self.s.yurts, self.neutral)
        after = self.hopes(yurts, self.neutral & ~land)
        total = 0.0
        for other in range(self.s.players):
            change = after[other] - before[other]
            if owners >> other & 1:
                change += TILE_POINTS[tile]
                if COVER[placement] & around(self.tiles[other]):
                    change += _AREA
            total += change if other == player else -change / (self.s.players - 1)
        return total

    def best_conquest(self, player: int, tiles: int) -> float:
        """Return the gain of the best conquest with any of the tiles (a bit mask)."""
        best = 0.0
        for tile in bits(tiles):
            for placement in placements(self.s, player, tile):
                best = max(best, self.gain(player, tile, placement))
        return best


def estimate(s: KhanState) -> list[float]:
    """Return how many points each player may hope for at the end."""
    if s.is_terminal:
        return [float(points) for points in scores(s)]
    n = s.players
    prospects = Prospects(s)
    points = tile_points(s)
    bonuses = area_bonuses(s)
    hopes = prospects.hopes(s.yurts, s.neutral)
    left = 0.0 if s.end_phase else 1.0 - s.rulers_out() / RULERS_OUT
    found = [points[player] + bonuses[player] * (1 - left / 2) + hopes[player] for player in range(n)]
    for player in range(n):
        for card in range(len(SPECIALS)):
            found[player] += s.specials[player][card] * _WORTH[card] * left
        if s.active[player] in (PROTECTION, DIVINE_SUPPORT):
            found[player] += _GUARDED * (s.yurts[player].bit_count() + 1)
    _add_pending(s, prospects, found)
    return found


def _add_pending(s: KhanState, prospects: Prospects, found: list[float]) -> None:
    """Add what the player who is to act will gain by what he has begun, and the actions of the turn after this one.

    That turn will come whatever is chosen now: it counts before it has begun, too.
    """
    top = s.stack[-1]
    if isinstance(top, Lay):
        found[top.player] += prospects.best_conquest(top.player, 1 << top.tile)
    elif isinstance(top, ChooseTile):
        tiles = legal_tiles(s, top.player, tiles_to_take(s, top.player), guarded_from(s, top.player))
        found[top.player] += prospects.best_conquest(top.player, tiles)
    elif isinstance(top, Pitch):
        cells = s.free & s.board.invaded[top.card]
        found[top.player] += prospects.best_cell(top.player, cells)
    elif isinstance(top, Occupy):
        found[top.player] += prospects.best_cell(top.player, s.free)
    elif isinstance(top, Act) and s.last_played[top.player] == HIGH_MORALE and isinstance(s.stack[-2], Refill):
        tiles = legal_tiles(s, top.player, tiles_to_take(s, top.player), guarded_from(s, top.player))
        found[top.player] += max(0.0, prospects.best_conquest(top.player, tiles) - _ACTION)
    for at in range(len(s.stack) - 1, -1, -1):
        step = s.stack[at]
        if isinstance(step, Act):
            found[step.player] += _ACTION * s.actions_left
            if step is top and s.actions_left == ACTIONS_PER_TURN:
                break  # a turn begins: it alone counts, as the one to come did before
        elif isinstance(step, Turn):
            found[step.player] += _ACTION * ACTIONS_PER_TURN
            break
